"""What users have registered with Numba is part of every key, and what libraries have is not."""

from __future__ import annotations

import numba
import pytest
from numba.core import types
from numba.core.imputils import lower_builtin, lower_getattr
from numba.core.typing.templates import AbstractTemplate, infer
from numba.extending import overload, overload_attribute, overload_method, register_jitable

from zermelo.compile.cache.content import content_key
from zermelo.compile.cache.registrations import NUMBA, of_users

pytestmark = pytest.mark.usefixtures("registries")


def added(register):
    """What a registration adds to the users' entries, and whether it changes a key."""
    before, key = of_users(), content_key(1)
    register()
    return [entry for entry in of_users() if entry not in before], content_key(1) != key


def special(n):
    return n


def test_an_overload_is_seen_with_its_options():
    def compiled_special(n):
        return lambda n: n + 2

    found, changes = added(lambda: overload(special)(compiled_special))
    assert changes
    assert ("template", f"{__name__}.special", compiled_special) in [(*entry[:2], entry[-1]) for entry in found]
    options = found[0][2]
    assert "fastmath" not in options["_jit_options"]
    assert options["_strict"] is True
    assert options["prefer_literal"] is False
    eager, _ = added(lambda: overload(special, jit_options={"fastmath": True}, inline="always")(compiled_special))
    assert eager[0][2]["_jit_options"]["fastmath"] is True
    assert (found[0][3], eager[0][3]) == ("never", "always")


def test_methods_and_attributes_are_seen():
    def compiled_raised(n):
        return lambda n: n + 2

    def compiled_share(n):
        return lambda n: n / 2

    for register, written in (
        (lambda: overload_method(types.Integer, "raised_here")(compiled_raised), compiled_raised),
        (lambda: overload_attribute(types.Integer, "share_here")(compiled_share), compiled_share),
    ):
        found, changes = added(register)
        assert changes
        assert written in [entry[-1] for entry in found]
        assert {entry[2]["_attr"] for entry in found if entry[0] == "template"} & {"raised_here", "share_here"}


def test_types_and_implementations_are_seen():
    class Special(AbstractTemplate):
        key = special

        def generic(self, args, kws):
            return None

    found, changes = added(lambda: infer(Special))
    assert (found[0][:2], found[0][-1], changes) == (("template", f"{__name__}.special"), Special, True)

    def built(context, builder, signature, arguments):
        return arguments[0]

    found, changes = added(lambda: lower_builtin(special, types.int64)(built))
    assert changes
    kind, types_told, written = found[-1]
    assert (kind, written) == ("implementation", built)
    assert "special" in types_told[0]
    assert types_told[-1] == "(int64,)"

    def read(context, builder, kind, value):
        return value

    found, changes = added(lambda: lower_getattr(types.int64, "itself_here")(read))
    assert changes
    assert found[-1][-1] is read, "which Numba has wrapped in a function of its own"


def test_what_kernels_reach_by_name_and_what_is_no_users_is_left_out():
    count = len(of_users())
    register_jitable(special)
    numba.njit(lambda n: n + 1)(2)
    assert len(of_users()) == count
    assert all(entry[0] in ("template", "implementation") for entry in of_users())
    modules = {getattr(entry[-1], "__module__", "") for entry in of_users()}
    assert not [module for module in modules if module.startswith(("numba.", "numpy.", "zermelo."))]
    files = [entry[-1].__code__.co_filename for entry in of_users() if hasattr(entry[-1], "__code__")]
    assert not [file for file in files if file.startswith(NUMBA)]


def test_a_key_is_as_before_once_these_tests_have_ended():
    """The fixture takes back what they registered, or every later test would compile its kernels anew."""
    assert special not in [entry[-1] for entry in of_users()]
    assert not [entry for entry in of_users() if entry[1] == f"{__name__}.special"]
