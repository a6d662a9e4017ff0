"""The door: which kind a thing is, and what is found in a file."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from zermelo import ZermeloError, adapt, load
from zermelo.adapters import kind_of, to_openspiel, to_pettingzoo

AIMA = """
class {name}:
    initial = (3, 0)
    def actions(self, state): return [1, 2][: state[0]]
    def result(self, state, n): return (state[0] - n, 1 - state[1])
    def is_terminal(self, state): return state[0] == 0
    def utility(self, state, player): return -1 if state[1] == player else 1
    def to_move(self, state): return state[1]
"""


@pytest.fixture
def mine(tmp_path):
    def write(text):
        (tmp_path / "mine.py").write_text(textwrap.dedent(text))
        return str(tmp_path / "mine.py")

    return write


def refused(spec):
    with pytest.raises(ZermeloError) as error:
        load(spec)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_game_is_what_it_is():
    game = load("nim")
    assert adapt(game) is game
    assert kind_of(game) == kind_of(type(game)) == kind_of(3) == kind_of(print) == ""
    with pytest.raises(
        ZermeloError,
        match="3 is no game: give an AIMA class, an AIMA problem, an easyAI class, a PettingZoo environment",
    ):
        adapt(3)


def test_of_several_classes_one_must_be_named(mine):
    path = mine(AIMA.format(name="One") + AIMA.format(name="Two"))
    assert refused(path).endswith("has several games: say mine.py:One or mine.py:Two")
    assert load(f"{path}:Two").name == "Two"


def test_a_class_that_lacks_something_is_no_rival(mine):
    half = AIMA.format(name="Half").replace("def utility", "def worth")
    assert load(mine(AIMA.format(name="One") + half)).name == "One"
    assert refused(mine(half)) == "Half is an AIMA class and lacks utility"


def test_functions_that_return_a_game_come_first(mine):
    text = "import zermelo\ndef pile() -> zermelo.Game: return zermelo.load('nim')\n"
    assert load(mine(text + AIMA.format(name="One"))).name == "nim"


def test_objects_and_functions_that_make_one(mine):
    assert load(mine(AIMA.format(name="One") + "game = One()\ngame.initial = (2, 0)\n")).initial() == (2, 0)
    assert "takes no parameters" in refused(mine(AIMA.format(name="One") + "game = One()\n") + ":game:size=3")
    made = "def game(stones: int = 4):\n    one = One()\n    one.initial = (stones, 0)\n    return one\n"
    game = load(mine(AIMA.format(name="One") + made) + ":stones=2")
    assert (game.title, game.initial()) == ("One:stones=2", (2, 0))


def test_a_class_from_a_neighbour(mine, tmp_path):
    (tmp_path / "rules.py").write_text(AIMA.format(name="One"))
    assert load(mine("from rules import One\n")).name == "One"


def test_no_library_is_imported_before_it_is_needed():
    example = str(Path(__file__).parents[2] / "examples" / "aima_tic_tac_toe.py")
    code = f"import sys, zermelo; zermelo.load({example!r}); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "zermelo.adapters.openspiel" in modules
    assert not {"pyspiel", "pettingzoo", "gymnasium", "easyAI", "numpy"} & set(modules)


@pytest.mark.parametrize(
    ("module", "ask", "told"),
    [
        ("pyspiel", lambda: load("openspiel:pig"), "OpenSpiel is not installed: pip install open_spiel"),
        ("pyspiel", lambda: to_openspiel(load("nim")), "to_openspiel needs pyspiel"),
        ("pettingzoo", lambda: to_pettingzoo(load("nim")), "to_pettingzoo needs"),
    ],
)
def test_a_library_that_is_not_installed(monkeypatch, module, ask, told):
    for name in [name for name in sys.modules if name.startswith("zermelo.adapters.")]:
        if name.endswith(("environment", "spiel_game")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ZermeloError, match=told):
        ask()
