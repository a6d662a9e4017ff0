"""Everything that we change in Numba, and the versions of Numba in which that is known to work.

Importing this module checks the version and every place that is changed, then changes them. All but the numbering of
functions takes effect only inside `compiling_kernel()`, and all but the search for garbage only in the thread that
entered it: other people's functions are compiled as Numba does it.

1. Functions are numbered from a random start. Numba numbers the functions of a process from 1, and the numbers are part
   of their symbols. Kernels cached by different processes would share symbols, and the linker would take one game's
   function for another's.
2. The return type of a recursive function is inferred once. Numba infers the whole function again at every recursive
   call and in every round: minutes for a search with five of them. Our kernels return floats, and that does not change.
3. How a call is typed is remembered by its argument types. Numba tries every implementation of `getitem` anew at every
   call of it.
4. An implementation is shared by all callers whose flags it would inherit. Numba compiles it anew for each set of flags
   of a caller, also of flags that are not inherited. That its caller is inlined is not inherited either: LLVM decides.
5. Functions of ours are compiled for the types of their arguments, not for their values. Numba compiles one that is
   first called with the constant 0 for that constant, then for the integer that a loop makes of it.
6. A function that only compiled code calls is not compiled to machine code. Numba optimises and finalises each one with
   everything it calls, though it is linked into the kernel and optimised there again. Here the kernel links all of them
   as they were lowered, and is optimised as a whole, once.
   The functions linked into it are internal to it. Numba lets other modules call them, so LLVM keeps each of them and
   does not inline one that is called in a single place: its callers copy a state of twelve words to the stack.
7. Which variables are alive where is computed when something asks. Numba computes it nine times per function, and
   asks once.
8. Compilations inside a compilation are not timed. Every one of Numba's timers hears every event of LLVM's lock.
9. Python does not look for garbage meanwhile. A compilation makes millions of objects and few cycles among them.
10. A set that is written into code, as in `x in {1, 2}`, is a constant. Numba makes a new set each time.
11. A value that is a tuple of one length here and of another there is a tuple whose length varies (intrinsics/lists),
    and one that is a NamedTuple of other fields here and there has fields with room for both (numba_unify.py).
"""

from __future__ import annotations

import gc
import inspect
import itertools
import re
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

import numba

from zermelo.game import ZermeloError

OLDEST, FIRST_UNKNOWN = (0, 64), (0, 69)
INSTALL = f"pip install 'numba>={OLDEST[0]}.{OLDEST[1]},<{FIRST_UNKNOWN[0]}.{FIRST_UNKNOWN[1]}'"


@dataclass(frozen=True)
class Place:
    """Something in Numba that we change or lean on: an attribute and, if it is a function, its parameters."""

    module: str
    name: str
    parameters: tuple[str, ...] | None = None

    def fault(self) -> str | None:
        """What is not as it was when this file was written; None where all is well."""
        where = f"{self.module}.{self.name}"
        try:
            found = import_module(self.module)
            for part in self.name.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError):
            return f"{where} is gone"
        if self.parameters is None:
            return None
        parameters = tuple(inspect.signature(found).parameters)  # type: ignore[arg-type]
        return None if parameters == self.parameters else f"{where} takes ({', '.join(parameters)})"


LIBRARY = "CPUCodeLibrary"
RESOLVE = "BaseContext._resolve_user_function_type"
CHANGED = (
    Place("numba.core.bytecode", "FunctionIdentity._unique_ids"),
    Place("numba.core.typeinfer", "TypeInferer.return_types_from_partial", ("self",)),
    Place("numba.core.types.functions", "BaseFunction.get_call_type", ("self", "context", "args", "kws")),
    Place("numba.core.typing.templates", "_OverloadFunctionTemplate._get_impl", ("self", "args", "kws")),
    Place("numba.core.typing.context", RESOLVE, ("self", "func", "args", "kws", "literals")),
    Place("numba.core.cpu", "CPUContext.get_executable", ("self", "library", "fndesc", "env")),
    Place("numba.core.codegen", f"{LIBRARY}.add_linking_library", ("self", "library")),
    Place("numba.core.codegen", f"{LIBRARY}._get_module_for_linking", ("self",)),
    Place("numba.core.codegen", f"{LIBRARY}._optimize_functions", ("self", "ll_module")),
    Place("numba.core.codegen", f"{LIBRARY}._optimize_final_module", ("self",)),
    Place("numba.core.codegen", f"{LIBRARY}.finalize", ("self",)),
    Place("numba.core.postproc", "PostProcessor.run", ("self", "emit_dels", "extend_lifetimes")),
    Place("numba.core.event", "install_timer", ("kind", "callback")),
    Place("numba.core.interpreter", "Interpreter.op_LOAD_CONST", ("self", "inst", "res")),
    Place("numba.core.types", "UniTuple.unify", ("self", "typingctx", "other")),
    Place("numba.core.types", "Tuple.unify", ("self", "typingctx", "other")),
    Place("numba.core.types", "BaseNamedTuple.unify", ("self", "typingctx", "other")),
)
LEANED_ON = (
    Place("numba.core.typing.templates", "_OverloadFunctionTemplate._build_impl", ("self", "cache_key", "args", "kws")),
    Place("numba.core.postproc", "VariableLifetime", ("blocks",)),
    Place("numba.core.transforms", "canonicalize_cfg", ("blocks",)),
    Place("numba.core.targetconfig", "ConfigStack.top_or_none", ()),
    Place("numba.core.codegen", "JITCPUCodegen.set_env", ("self", "env_name", "env")),
    Place("numba.core.codegen", "JitEngine.is_symbol_defined", ("self", "name")),
    Place("numba.core.codegen", "CPUCodegen._function_pass_manager"),
    Place("numba.core.codegen", "CPUCodegen._module_pass_manager"),
    Place("numba._dynfunc", "make_function"),
    Place("numba.cpython.listobj", "ListInstance", ("context", "builder", "list_type", "list_val")),
    Place("numba.cpython.slicing", "fix_slice", ("builder", "slice", "size")),
    Place("numba.cpython.slicing", "get_slice_length", ("builder", "slicestruct")),
    Place("numba.core.datamodel.models", "DataModel.get_return_type", ("self",)),
    *(Place("numba.core.compiler", f"Flags.{name}") for name in ("nrt", "error_model", "fastmath")),
    Place("numba.core.compiler", "Flags.no_cpython_wrapper"),
)


def check(version: str) -> None:
    """Raises ZermeloError, in one line, where this version of Numba is not known to work."""
    found = re.match(r"(\d+)\.(\d+)", version)
    low, high = (".".join(map(str, bound)) for bound in (OLDEST, FIRST_UNKNOWN))
    if not found or not OLDEST <= (int(found[1]), int(found[2])) < FIRST_UNKNOWN:
        raise ZermeloError(
            f"Numba {version} is installed, and Zermelo is known to work from {low} to below {high}: {INSTALL}"
        )
    faults = [fault for place in (*CHANGED, *LEANED_ON) if (fault := place.fault())]
    if faults:
        known = f"known to work are {low} to below {high}"
        raise ZermeloError(f"Numba {version} is not as Zermelo knows it ({'; '.join(faults)}); {known}: {INSTALL}")


check(numba.__version__)

from numba import _dynfunc  # noqa: E402  (after the check, so that what is gone is told in one line)
from numba.core import codegen, event, ir, targetconfig  # noqa: E402
from numba.core import types as numba_types  # noqa: E402
from numba.core.bytecode import FunctionIdentity  # noqa: E402
from numba.core.codegen import CPUCodeLibrary  # noqa: E402
from numba.core.cpu import CPUContext  # noqa: E402
from numba.core.interpreter import Interpreter  # noqa: E402
from numba.core.postproc import PostProcessor, VariableLifetime  # noqa: E402
from numba.core.transforms import canonicalize_cfg  # noqa: E402
from numba.core.typeinfer import TypeInferer  # noqa: E402
from numba.core.types.functions import BaseFunction  # noqa: E402
from numba.core.typing.context import BaseContext  # noqa: E402
from numba.core.typing.templates import _OverloadFunctionTemplate  # noqa: E402

from zermelo.compile.numba.unify import unify_fields, vary_in_length  # noqa: E402

types: Any = numba_types
_thread = threading.local()


@contextmanager
def compiling_kernel(bits: int = 0) -> Iterator[None]:
    """Inside, this thread compiles as described above. bits: of the game's integers that have more than 64; 0: none."""
    before = is_compiling_kernel(), long_bits()
    _thread.ours, _thread.bits = True, bits
    try:
        with _garbage:
            yield
    finally:
        _thread.ours, _thread.bits = before


@dataclass
class _Garbage:
    """Python's search for garbage, which is of the whole process: off while any thread compiles."""

    lock: Any = field(default_factory=threading.Lock)
    compiling: int = 0  # how many threads
    was_on: bool = False

    def __enter__(self) -> None:
        with self.lock:
            if self.compiling == 0:
                self.was_on = gc.isenabled()
                gc.disable()
            self.compiling += 1

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.compiling -= 1
            if self.compiling == 0 and self.was_on:
                gc.enable()


_garbage = _Garbage()


def is_compiling_kernel() -> bool:
    """Is this thread inside `compiling_kernel`?"""
    return getattr(_thread, "ours", False)


def long_bits() -> int:
    """How many bits the long integers have that are compiled in this thread; 0: there are none."""
    return getattr(_thread, "bits", 0)


def _change(owner: Any, name: str, make: Callable[[Any], Callable[..., Any]]) -> None:
    """Puts make(original) in place of the original wherever a kernel of ours is compiled."""
    original = getattr(owner, name)
    ours = make(original)

    def choose(*arguments: Any, **options: Any) -> Any:
        return ours(*arguments, **options) if is_compiling_kernel() else original(*arguments, **options)

    choose.__wrapped__ = original  # type: ignore[attr-defined]
    setattr(owner, name, choose)


# --- 1. numbers of functions ----------------------------------------------------------------------------------------

FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


# --- 2. return types of recursive functions -------------------------------------------------------------------------


def _infer_once(infer_again: Any) -> Callable[..., Any]:
    def return_types_from_partial(inferer: Any) -> Any:
        known = getattr(inferer, "_known_return", None)
        if known is None:
            known = infer_again(inferer)
            if known == types.float64:
                inferer._known_return = known
        return known

    return return_types_from_partial


# --- 3. to 5. typing of calls ---------------------------------------------------------------------------------------


def _inherited_flags() -> Any:
    """The flags of the function being compiled that the functions it calls inherit."""
    flags = targetconfig.ConfigStack.top_or_none()
    if flags is None:
        return None
    return flags.nrt, flags.error_model, frozenset(flags.fastmath.flags), numba.config.BOUNDSCHECK, long_bits()


def _remember_call(resolve: Any) -> Callable[..., Any]:
    def get_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
        known = function.__dict__.setdefault("_known_calls", {})
        key = context, tuple(args), tuple(kws.items()), _inherited_flags()
        if key in known:
            signature, implementation = known[key]
            function._impl_keys[signature.args] = implementation  # other flags may have put theirs here
            return signature
        signature = resolve(function, context, args, kws)
        if signature is not None and signature.return_type.is_precise():
            known[key] = signature, function._impl_keys[signature.args]
        return signature

    return get_call_type


def _share_implementation(_: Any) -> Callable[..., Any]:
    def get_impl(template: Any, args: Any, kws: Any) -> Any:
        key = template.context, tuple(args), tuple(kws.items()), _inherited_flags()
        known = template._impl_cache.get(key)
        if known is None:
            template._jit_options = {"forceinline": False, **template._jit_options}  # of this template object alone
            known = template._build_impl(key, args, kws)
        return known

    return get_impl


def _ignore_constants(resolve: Any) -> Callable[..., Any]:
    def resolve_user_function_type(context: Any, called: Any, args: Any, kws: Any, literals: Any = None) -> Any:
        if isinstance(called, types.Dispatcher) and called.dispatcher.targetoptions.get("no_cpython_wrapper"):
            args = tuple(types.unliteral(kind) for kind in args)
            kws = {name: types.unliteral(kind) for name, kind in kws.items()}
        return resolve(context, called, args, kws, literals)

    return resolve_user_function_type


# --- 6. functions that only compiled code calls ---------------------------------------------------------------------


class _Inner(NamedTuple):
    """What is known of a library whose function only compiled code calls."""

    env_name: str
    env: Any


def _executable_if_called(make_executable: Any) -> Callable[..., Any]:
    def get_executable(context: Any, library: Any, fndesc: Any, env: Any) -> Any:
        flags = targetconfig.ConfigStack.top_or_none()
        if flags is None or not flags.no_cpython_wrapper:
            return make_executable(context, library, fndesc, env)
        library._inner = _Inner(context.get_env_name(fndesc), env)
        name = fndesc.qualname.split(".")[-1]
        no_address = 0
        return _dynfunc.make_function(fndesc.lookup_module(), name, "inner function", no_address, env, (library,))

    return get_executable


def _link_later(_: Any) -> Callable[..., Any]:
    def add_linking_library(library: Any, other: Any) -> None:
        library._raise_if_finalized()
        library._linking_libraries.append(other)

    return add_linking_library


def _module_as_lowered(finalised_module: Any) -> Callable[..., Any]:
    def get_module_for_linking(library: Any) -> Any:
        if library._finalized:
            return finalised_module(library)
        module = getattr(library, "_lowered_module", None)
        if module is None:
            module = library._lowered_module = library._final_module.clone()
            for function in module.functions:
                if not function.is_declaration and function.linkage == codegen.ll.Linkage.external:
                    function.linkage = "linkonce_odr"
        return module

    return get_module_for_linking


def _optimise_definitions(_: Any) -> Callable[..., Any]:
    def optimize_functions(library: Any, module: Any) -> None:
        module.data_layout = library._codegen._data_layout
        passes, builder = library._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    return optimize_functions


def _optimise_once(optimise_twice: Any) -> Callable[..., Any]:
    def optimize_final_module(library: Any) -> None:
        for function in library._final_module.functions:
            if not function.is_declaration and function.linkage == codegen.ll.Linkage.linkonce_odr:
                function.linkage = "internal"
        flags = targetconfig.ConfigStack.top_or_none()
        if flags is None or flags.nrt:
            optimise_twice(library)  # the first time so that references are counted less often
            return
        passes, builder = library._codegen._module_pass_manager()
        passes.run(library._final_module, builder)

    return optimize_final_module


def _link_all(finalise: Any) -> Callable[..., Any]:
    def finalize(library: Any) -> None:
        library._linking_libraries = _callers_first(library)
        finalise(library)
        engine = library._codegen._engine
        for function in library._final_module.functions:
            # The linker resolves a missing function to address 0, and a call of it ends the process.
            missing = function.is_declaration and function.name.startswith("_ZN")
            if missing and not engine.is_symbol_defined(function.name):
                raise AssertionError(f"{function.name} was not linked into {library.name}")
        for inner in library._linking_libraries:
            known = getattr(inner, "_inner", None)
            if known and engine.is_symbol_defined(known.env_name):
                library._codegen.set_env(known.env_name, known.env)

    return finalize


def _callers_first(library: Any) -> list[Any]:
    """Every library that one reaches, each before those that it calls: LLVM links in only what is asked for by then."""
    seen: set[Any] = set()
    callees_first: list[Any] = []

    def reach(caller: Any) -> None:
        for callee in caller._linking_libraries:
            if callee not in seen:
                seen.add(callee)
                if not callee._finalized:
                    reach(callee)
                callees_first.append(callee)

    reach(library)
    return callees_first[::-1]


# --- 7. which variables are alive where -----------------------------------------------------------------------------


def _live_when_asked(process: Any) -> Callable[..., Any]:
    def run(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = processor.func_ir
        if emit_dels or function.is_generator:
            process(processor, emit_dels, extend_lifetimes)
            return
        function.blocks = canonicalize_cfg(function.blocks)
        function.variable_lifetime = VariableLifetime(function.blocks)
        function.generator_info = None

    return run


# --- 8. timers ------------------------------------------------------------------------------------------------------


def _no_timer(_: Any) -> Callable[..., Any]:
    def install_timer(kind: str, callback: Any) -> AbstractContextManager[None]:
        return nullcontext()

    return install_timer


# --- 10. sets in the code --------------------------------------------------------------------------------------------


def _set_as_constant(load: Any) -> Callable[..., Any]:
    def op_load_const(interpreter: Any, inst: Any, res: str) -> None:
        value = interpreter.code_consts[inst.arg]
        if isinstance(value, frozenset) and value and all(type(item) is int for item in value):
            interpreter.store(ir.Const(value, loc=interpreter.loc), res)
        else:
            load(interpreter, inst, res)

    return op_load_const


_change(TypeInferer, "return_types_from_partial", _infer_once)
_change(BaseFunction, "get_call_type", _remember_call)
_change(_OverloadFunctionTemplate, "_get_impl", _share_implementation)
_change(BaseContext, "_resolve_user_function_type", _ignore_constants)
_change(CPUContext, "get_executable", _executable_if_called)
_change(CPUCodeLibrary, "add_linking_library", _link_later)
_change(CPUCodeLibrary, "_get_module_for_linking", _module_as_lowered)
_change(CPUCodeLibrary, "_optimize_functions", _optimise_definitions)
_change(CPUCodeLibrary, "_optimize_final_module", _optimise_once)
_change(CPUCodeLibrary, "finalize", _link_all)
_change(PostProcessor, "run", _live_when_asked)
_change(event, "install_timer", _no_timer)
_change(Interpreter, "op_LOAD_CONST", _set_as_constant)
_change(types.UniTuple, "unify", vary_in_length)
_change(types.Tuple, "unify", vary_in_length)
_change(types.BaseNamedTuple, "unify", unify_fields)
