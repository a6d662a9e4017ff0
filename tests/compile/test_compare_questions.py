"""What is asked when a compiled game is compared with itself: whatever differs is told, with the question and the path.

The compiled game is stood in for by an interpreted one with other rules, so that each rule can differ alone.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

import numba
import numpy as np
import pytest

from zermelo.compile.kernel.memory import new_memory, new_words
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.compile.trust import asking, compare
from zermelo.compile.trust.borders import NO_PLAYER
from zermelo.compile.trust.compare import Difference
from zermelo.compile.trust.probe import LIST, SEARCH, Probe, probe_for
from zermelo.game import CHANCE, Game


class Walk(NamedTuple):
    """Two choices with a draw between them, twice."""

    place: int
    ply: int


def to_move(state):
    return CHANCE if state.ply % 3 == 1 else state.ply % 2


def actions(state):
    yield 1
    yield 2
    if state.ply > 2:
        yield 3


def chances(state):
    yield 5, 0.25
    yield 7, 0.75


def result(state, action):
    return Walk(3 * state.place + action, state.ply + 1)


def utility(state, player):
    value = 1.0 if state.place % 2 else -0.5
    return value if player == 0 else -value


def evaluate(state, player):
    value = (state.place % 7 - 3) / 9
    return value if player == 0 else -value


GAME = Game(
    lambda: Walk(0, 0),
    to_move,
    actions,
    result,
    lambda state: state.ply == 5,
    utility,
    chances=chances,
    pick=lambda state, fraction: 1 + int(fraction * (2 + (state.ply > 2))),
    key=lambda state: (state.place << 8) + state.ply,
    counts_on=lambda state: state.ply < 5,
    adjudicated=lambda state: state.ply == 5,
    reversible=lambda state: state.ply,
    max_actions=4,
    best_utility=1.0,
)


def stand_in(game, opinion, integers=True, run=None):
    """A probe that answers for another game, interpreted."""
    rules = interpreted_rules(game, opinion)
    words, memory = new_words(False, LIST + game.max_actions), new_memory(False, 2, 0)
    ask = probe_for(game.players, opinion is not None)(rules)
    types = numba.typeof(GAME.initial())
    return Probe(
        run(ask) if run else ask, types, lambda state: state, integers, words, memory, np.zeros(4), np.zeros(2)
    )


def compared(monkeypatch, game=GAME, opinion=evaluate, base=GAME, own=evaluate, seconds=60.0, **more):
    """What is found if `base` is compiled and turns out to be `game`."""
    monkeypatch.setattr(compare, "compiled_probe", lambda *_: stand_in(game, opinion, **more))
    told = []
    found = compare._compare(base, own, seconds, 0, lambda text, seconds=0.0: told.append(text))
    return found, told


def late(function, other):
    """A function that answers otherwise from the third ply on."""
    return lambda state, *more: other(state, *more) if state.ply > 2 else function(state, *more)


def test_the_same_game_has_no_difference(monkeypatch):
    found, told = compared(monkeypatch)
    assert found == Difference("")
    assert told[0] == "interpreted, the game at the start"
    assert "compiled, the game at the start" in told
    assert "compiled, the game after 1 5 2 1 5" in told
    assert len({text for text in told if text.startswith("compiled")}) == 1 + 2 + 4 + 8 + 24 + 48
    assert compared(monkeypatch, base=replace(GAME, pick=None, key=None, counts_on=None))[0] == Difference("")
    assert compared(monkeypatch, opinion=None, own=None)[0] == Difference("")


DIFFERENT = {
    "to_move": (lambda state: 1 - to_move(state) if state.ply == 3 else to_move(state), "to_move(state) is 0 compiled"),
    "actions": (lambda state: iter([1, 3]), "action 2 of actions(state) is 3 compiled and 2 interpreted"),
    "chances": (lambda state: iter([(5, 0.2), (7, 0.8)]), "the probability of 5 is 0.2 compiled and 0.25 interpreted"),
    "result": (lambda state, n: Walk(3 * state.place + n, state.ply + 1 + (n == 3)), "result(state, 3) is Walk"),
    "is_terminal": (lambda state: state.ply >= 4, "is_terminal(state) is True compiled and False interpreted"),
    "utility": (lambda state, player: utility(state, player) + (player == 1), "utility(state, 1) is "),
    "pick": (lambda state, fraction: 1 + int(fraction * 2), "pick(state, 0.999) is 2 compiled and 3 interpreted"),
    "key": (lambda state: (state.place << 8) - state.ply, "key(state) is "),
    "counts_on": (lambda state: state.ply < 4, "counts_on(state) is False compiled and 1"),
    "adjudicated": (lambda state: state.ply > 3, "adjudicated(state) is True compiled and 0"),
    "reversible": (lambda state: min(3, state.ply), "reversible(state) is 3 compiled and 4 interpreted"),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_whatever_differs_is_told(monkeypatch, name):
    other, told = DIFFERENT[name]
    monkeypatch.setattr(asking, "SMALL", 0)  # no searches, which would see it first
    found, _ = compared(monkeypatch, replace(GAME, **{name: other}))
    path, _, text = found.text.partition(", ")
    assert path.startswith(("after ", "at the start"))
    assert text.startswith(told)
    assert not found.is_wide


def test_more_or_fewer_moves_are_told(monkeypatch):
    fewer = replace(GAME, actions=late(actions, lambda state: iter([1, 2])))
    found, _ = compared(monkeypatch, fewer)
    assert found.text == "after 1 5 1, the number of moves is 2 compiled and 3 interpreted"


def test_an_evaluation_that_differs_is_told(monkeypatch):
    found, _ = compared(monkeypatch, opinion=late(evaluate, lambda state, player: 0.5))
    assert found.text.startswith("after 1 5 1, evaluate(state, 0) is 0.5 compiled")
    found, _ = compared(monkeypatch, opinion=lambda state, player: evaluate(state, player) + 1e-13)
    assert found == Difference(""), "rounding"
    found, _ = compared(monkeypatch, opinion=lambda state, player: evaluate(state, player) + 1e-6)
    assert "evaluate(state, 0)" in found.text


def test_utilities_are_compared_without_the_middle_that_kernels_leave_out(monkeypatch):
    def paid(state, player):
        return 0.5 + 0.5 * utility(state, player)

    halves = replace(GAME, utility=paid, total=1.0)
    assert compared(monkeypatch, halves, base=halves)[0] == Difference("")
    monkeypatch.setattr(asking, "SMALL", 0)  # no searches, which would see it first
    assert "utility(state, 0)" in compared(monkeypatch, base=halves)[0].text


def test_a_search_that_differs_is_told(monkeypatch):
    def run(ask):
        def asked(state, question, words, memory, weights, values):
            after = ask(state, question, words, memory, weights, values)
            if question == SEARCH:
                values[0] += 1.0
            return after

        return asked

    found, _ = compared(monkeypatch, run=run)
    assert found.text.startswith("at the start, the value of a search 2 deep is ")


def test_an_interpreted_rule_that_raises_is_told(monkeypatch):
    def raises(state, *more):
        raise IndexError("index 4\nis out of bounds")

    monkeypatch.setattr(asking, "SMALL", 0)  # no searches, which would see it first
    for name in ("to_move", "actions", "result", "is_terminal", "utility", "chances", "pick", "key", "reversible"):
        whole = getattr(GAME, name)
        base = replace(GAME, **{name: lambda s, *more, whole=whole: raises(s) if s.ply > 2 else whole(s, *more)})
        found, _ = compared(monkeypatch, base=base)
        assert f"{name}(state" in found.text, name
        assert found.text.endswith("raises IndexError: index 4 is out of bounds"), name


def test_a_compiled_rule_that_raises_is_told(monkeypatch):
    def raises(message):
        def utility(state, player):
            raise ValueError(message)

        return replace(GAME, utility=utility)

    found, _ = compared(monkeypatch, raises("no\nsuch thing"))
    assert found.text.endswith("compiled, the game raises ValueError: no such thing, and interpreted it does not")
    for border in (NO_PLAYER, "more actions than max_actions"):  # a search stops there with an error of its own
        assert compared(monkeypatch, raises(border))[0] == Difference("")


def test_a_number_that_does_not_fit_is_told_as_wide(monkeypatch):
    far = replace(GAME, result=lambda state, n: Walk(1 << 63 if state.ply == 2 else n, state.ply + 1))
    found, _ = compared(monkeypatch, far, base=far)
    assert found.is_wide
    assert found.text.startswith("after 1 5 1, place is 9223372036854775808, which does not fit")
    wrapped = replace(GAME, result=lambda state, n: Walk(-(1 << 63) if state.ply == 2 else n, state.ply + 1))
    assert compared(monkeypatch, wrapped, base=far)[0] == found, "not only as another answer"
    wide = replace(GAME, actions=lambda state: iter([1, 1 << 63]), result=lambda state, n: Walk(n & 1, state.ply + 1))
    assert compared(monkeypatch, wide, base=wide)[0].is_wide
    assert compared(monkeypatch, wide, base=wide, integers=False)[0] == Difference("")


def test_actions_that_are_no_integers_are_known_by_their_place(monkeypatch):
    other = replace(GAME, actions=lambda state: iter([2, 1]))
    assert compared(monkeypatch, other, base=replace(other, pick=None), integers=False)[0] == Difference("")
    found, _ = compared(monkeypatch, replace(other, pick=None), base=replace(GAME, pick=None), integers=False)
    assert "result(state, 1) is " in found.text


def test_a_mover_that_is_no_player_has_no_moves():
    for mover in (2, -1):
        game = replace(GAME, to_move=lambda state, mover=mover: mover, chances=None)
        assert compare._moves(game, (), GAME.initial()) == ()
    assert compare._moves(GAME, (), Walk(1, 5)) == ()
    assert compare._moves(GAME, (), Walk(1, 1)) == [5, 7]
    assert compare._moves(GAME, (), Walk(1, 3)) == [1, 2, 3]


def positions(game, **limits):
    """The paths of all positions that are asked about, with other limits."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in limits.items():
            patch.setattr(compare, name, value)
        found = list(compare._positions(game, random.Random(1), lambda text, seconds=0.0: None))
    assert all(here.state == after(game, here.path) for here in found)
    return [here.path for here in found]


def after(game, path):
    state = game.initial()
    for action in path:
        state = game.result(state, action)
    return state


def test_positions_near_the_start_come_first_and_all_others_follow():
    everything = positions(GAME)
    assert len(set(everything)) == len(everything) == 1 + 2 + 4 + 8 + 24 + 48
    assert [len(path) for path in everything[:7]] == [0, 1, 1, 2, 2, 2, 2]
    few = positions(GAME, NEAR=3)
    assert [len(path) for path in few[:3]] == [0, 1, 1]
    assert len(few[3]) > 1
    assert len(set(few)) == len(few) > 40
    assert max(len(path) for path in positions(GAME, NEAR=3, LONGEST=2)) == 2


def test_paths_are_told_in_a_few_words():
    assert asking.after_moves(()) == "at the start"
    assert asking.after_moves((1, 2)) == "after 1 2"
    assert asking.after_moves(tuple(range(12))) == "after 0 1 2 3 4 5 6 7 8 9 10 11"
    assert asking.after_moves(tuple(range(13))) == "after 0 1 2 3 4 5 6 7 8 9 10 11 … (13 plies)"


def test_answers_are_equal_but_for_rounding():
    equal = asking._equal
    assert equal((1, (2.0, np.array([1, 2]))), (1, (2.0 + 1e-15, np.array([1, 2]))))
    assert not equal((1, 2), (1, 2, 3))
    assert not equal((1, 2), 5)
    assert not equal(5, (1, 2))
    assert equal(1, 1.0 + 1e-13)
    assert equal(1.0 + 1e-13, 1)
    assert not equal((1, np.array([1, 2])), (1, np.array([1, 3])))
    assert equal(float("nan"), float("nan"))
    assert not equal(float("nan"), 1.0)
    assert not equal(1.0, float("nan"))
    assert not equal(1, 2)
    assert equal(0.0, 1e-13)
    assert not equal(0.0, 1e-9)


def asked_about(told):
    return sum(text.startswith("compiled") for text in told)


def test_it_ends_after_enough_positions_or_when_the_time_is_up(monkeypatch):
    assert asked_about(compared(monkeypatch, seconds=0.0)[1]) == 1
    monkeypatch.setattr(compare, "SEARCHES", 1)
    monkeypatch.setattr(compare, "POSITIONS", 10)
    assert asked_about(compared(monkeypatch)[1]) == 10


@pytest.fixture
def verdict(monkeypatch, tmp_path):
    """Sets what a comparison finds; returns the games that were compared."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    compare._verdicts().clear()
    games = []

    def sets(found):
        def find(game, evaluate, compiling):
            games.append(game)
            return found

        monkeypatch.setattr(compare, "find_difference", find)
        return games

    yield sets
    compare._verdicts().clear()


def test_a_verdict_is_kept_for_the_next_process(verdict):
    found = Difference("after 1, place is too large", is_wide=True)
    games = verdict(found)
    for _ in range(2):
        assert compare.known_difference(GAME) == found
        compare._verdicts().clear()
    assert games == [GAME]
    assert compare.known_difference(GAME, evaluate) == found
    assert len(games) == 2, "another evaluation is another comparison"


def test_a_game_that_cannot_be_compared_has_no_verdict(verdict):
    games = verdict(None)
    for _ in range(2):
        assert compare.known_difference(GAME) == Difference("")
        compare._verdicts().clear()
    assert len(games) == 2
