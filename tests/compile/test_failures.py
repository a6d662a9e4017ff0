"""Whose fault it is when a kernel does not compile: ours is an error, a user's game is played interpreted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fresh import python

import zermelo
from zermelo.compile.kernel.failures import KernelFault, involves_user
from zermelo.compile.kernel.memory import new_memory
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.trust.users import compiled_parts
from zermelo.search import perft as counting

FAULTY = """
def kernel(rules):
    to_move = rules.to_move

    @rules.jit
    def value(state, depth, memory):
        return to_move(state).nonsense

    return value
"""


@pytest.fixture(scope="module")
def faulty():
    """A kernel with an error in it, which stands in a file of ours as far as anyone can see."""
    names = {}
    exec(compile(FAULTY, counting.__file__, "exec"), names)
    return names["kernel"]


def example(compiled):
    return 1, new_memory(compiled, 1)


def pile(**parts):
    """A user's game: take one or two of four."""

    def actions(state):
        for n in range(1, min(2, state[0]) + 1):
            yield n

    rules = {
        "initial": lambda: (4, 0),
        "to_move": lambda state: state[1],
        "actions": actions,
        "result": lambda state, n: (state[0] - n, 1 - state[1]),
        "is_terminal": lambda state: state[0] == 0,
        "utility": lambda state, player: -1.0 if state[1] == player else 1.0,
    }
    return zermelo.Game(**{**rules, **parts}, name="pile")


@pytest.mark.parametrize("compiled", [None, True])
def test_a_fault_in_a_kernel_of_ours_is_an_error(faulty, compiled):
    with pytest.raises(KernelFault, match=r"perft does not compile for nim, a fault of Zermelo: .*nonsense"):
        prepare(zermelo.load("nim"), faulty, example, label="perft", compiled=compiled)


def test_a_search_does_not_swallow_it(faulty, monkeypatch):
    monkeypatch.setattr(counting, "kernel", faulty)
    with pytest.raises(KernelFault):
        zermelo.perft(zermelo.load("nim"), depth=2)


def test_it_is_one_for_a_users_game_too(faulty):
    """The game's functions compile by themselves, so it was the kernel."""
    with pytest.raises(KernelFault, match="for pile"):
        prepare(pile(), faulty, example, label="perft")


def test_a_fault_in_a_game_of_ours_is_an_error():
    """As if nim's utility could not be compiled: the kernel is sound, the game is in the package."""
    names = {}
    exec(compile("def utility(state, player):\n    return state.nonsense", counting.__file__, "exec"), names)
    game = replace(zermelo.load("nim"), utility=names["utility"])
    with pytest.raises(KernelFault, match="nonsense"):
        zermelo.Minimax(depth=2).analyse(game)


@pytest.mark.long
@pytest.mark.parametrize(
    "parts",
    [
        {"utility": lambda state, player: "won"},  # seen only where our own wrapper multiplies it
        {"result": lambda state, n: (state[0] - n, 0.5)},  # seen where the state is cast
        {"is_terminal": lambda state: {state[0]: 1}.nonsense},
    ],
    ids=lambda parts: next(iter(parts)),
)
def test_a_users_game_that_does_not_compile_falls_back(parts):
    kernel = prepare(pile(**parts), counting.kernel, counting.example, label="perft")
    minimax = prepare(pile(**parts), zermelo.Minimax().factory(pile()), zermelo.Minimax().arguments(), label="minimax")
    assert not minimax.compiled
    assert not kernel.compiled  # though perft asks for no utility: a game compiles or it does not
    assert minimax.reason == kernel.reason != ""
    with pytest.raises(zermelo.ZermeloError, match="pile does not compile: "):
        prepare(
            pile(**parts),
            zermelo.Minimax().factory(pile()),
            zermelo.Minimax().arguments(),
            label="minimax",
            compiled=True,
        )


def test_a_users_evaluation_that_does_not_compile_falls_back():
    def evaluate(state, player):
        return {}.nonsense if state[0] < 0 else 0.0

    kernel = prepare(
        zermelo.load("nim"),
        zermelo.Minimax().factory(zermelo.load("nim")),
        zermelo.Minimax().arguments(),
        label="minimax",
        evaluate=evaluate,
    )
    assert not kernel.compiled
    assert kernel.reason


FILE = """
from zermelo import Game

def actions(state):
    yield 1
    yield 2

def result(state, n):
    text = "%d" % n
    return (state[0] - n + len(text) - 1, 1 - state[1])

def utility(state, player):
    return 1.0 if state[1] == player else -1.0

def pile() -> Game:
    return Game(lambda: (4, 0), lambda s: s[1], actions, result, lambda s: s[0] <= 0, utility)
"""
ASK = """
import zermelo
from zermelo.compile.trust import compare
from zermelo.compile.kernel import prepare
from zermelo.compile.kernel.events import listen

def evaluate(state, player):
    return {{}}.nonsense if state[0] < 0 else 0.0

if {forbidden}:
    compare.find_difference = prepare.compile_kernel = None
heard = []
with listen(heard.append):
    if {own}:
        game = zermelo.load({path!r})
        found = [search.analyse(game) for search in (zermelo.Minimax(), zermelo.AlphaBeta(plain=True))]
    else:
        game = zermelo.load("nim:stones=4")
        found = [zermelo.Minimax(depth=2, evaluate=evaluate).analyse(game)]
print([analysis.compiled for analysis in found], [event.kind for event in heard])
print(found[-1].reason)
"""


@pytest.mark.parametrize("own", [True, pytest.param(False, marks=pytest.mark.long)], ids=["game", "evaluation"])
def test_a_failed_compile_is_remembered(tmp_path, own):
    """By other searches of the process, and by other processes, which compile nothing and have nothing to announce."""
    path = tmp_path / "pile.py"
    path.write_text(FILE)
    first, second = (
        python(ASK.format(path=str(path), forbidden=forbidden, own=own), tmp_path / "cache").stdout.splitlines()
        for forbidden in (False, True)
    )
    searches = [False, False] if own else [False]
    assert first[0] == f"{searches} ['begin', 'end']"
    assert second[0] == f"{searches} []"
    assert first[1] == second[1]
    if own:
        assert first[1].startswith('result, line 9 of pile.py, `text = "%d" % n`: a text does not compile here')


def test_it_is_forgotten_when_the_game_changes(tmp_path, monkeypatch):
    from zermelo.compile.trust import compare

    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "pile.py"
    path.write_text(FILE)
    assert compare.known_difference(zermelo.load(str(path))).failure
    assert compare.remembered_difference(zermelo.load(str(path))).failure
    path.write_text(FILE.replace('text = "%d" % n', 'text = "x"'))
    assert compare.remembered_difference(zermelo.load(str(path))) is None


def test_a_line_that_has_moved_is_named_where_it_is(tmp_path, monkeypatch):
    """The functions are the same, and so is their content key."""
    from zermelo.compile.trust import compare

    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "pile.py"
    for above, line in (("", 9), ("# a remark\n", 10)):
        path.write_text(above + FILE)
        game = zermelo.load(str(path))
        assert f"line {line} of pile.py" in compare.known_difference(game).failure
        assert f"line {line} of pile.py" in zermelo.Minimax(depth=1).analyse(game).reason


def test_no_memory_is_no_reason_to_interpret(monkeypatch):
    def fail(*arguments):
        raise MemoryError

    monkeypatch.setattr("zermelo.compile.kernel.prepare.compile_kernel", fail)
    with pytest.raises(MemoryError):
        prepare(pile(), counting.kernel, counting.example, label="perft")


def test_who_takes_part():
    for name in ("chess", "go:size=9", "othello", "checkers", "connect-four", "pig", "castles"):
        assert not involves_user(compiled_parts(zermelo.load(name)), counting.kernel), name
    nim = zermelo.load("nim")
    assert involves_user(compiled_parts(nim, lambda state, player: 0.0))
    assert involves_user(compiled_parts(pile()))
    assert involves_user(nim.result, [counting.kernel, (lambda state: state,)])
