"""The court: what it says of laws that it did not reach, how it keeps to the time, and the examples that it gives."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from stones import pile

import zermelo
from zermelo.laws.court import Court
from zermelo.laws.laws import LAWS


def tried(game, seconds=60.0, games=5):
    """The findings by law, of a court in this process."""
    court = Court(game, tuple(LAWS), seconds, lambda text, seconds=0.0: None)
    return {finding.law: finding for finding in court.try_all(games, 0)}, court


def law_of(words):
    [law] = [law for law in LAWS if words in law]
    return law


def test_only_laws_that_were_reached_are_said_to_hold():
    endless = pile(is_terminal=lambda state: False, result=lambda state, n: state)
    found, _ = tried(endless, games=1)
    assert not found[law_of("every game ends")].holds
    assert not found[law_of("utilities")].tried
    assert found[law_of("to_move")].tried
    found, _ = tried(pile())
    assert all(finding.tried for finding in found.values() if finding.applies)


def test_laws_about_what_the_game_does_not_have_do_not_apply():
    found, _ = tried(pile())
    absent = {law for law, finding in found.items() if not finding.applies}
    assert {law_of(words) for words in ("symmetric", "players see", "chance add up", "evaluation", "advice")} <= absent
    found, _ = tried(replace(pile(), evaluate=lambda state, player: 0.0))
    assert found[law_of("evaluation")].applies


def test_no_function_is_called_when_the_time_is_up(monkeypatch):
    """Each call takes half a second by a clock of our own."""
    now, calls = [0.0], []
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    def slow(name, function):
        def call(*given):
            now[0] += 0.5
            calls.append(name)
            return function(*given)

        return call

    game = pile()
    names = ("initial", "to_move", "result", "is_terminal", "utility")
    game = replace(game, **{name: slow(name, getattr(game, name)) for name in names})
    found, court = tried(game, seconds=10.0)
    assert len(calls) <= 10 / 0.5 + 1
    assert court.positions > 0
    assert not all(finding.tried for finding in found.values() if finding.applies)


def test_an_example_from_a_random_game_is_made_smaller():
    """Forty moves lead there at random, and three are enough: a long game, in which the first steps are far apart."""

    def actions(state):
        yield from range(60)

    def result(state, cell):
        return (state[0] + (cell == 59), state[1] + 1)

    game = zermelo.Game(
        lambda: (0, 0),
        lambda state: 7 if state[0] == 3 else state[1] % 2,
        actions,
        result,
        lambda state: state[1] == 400,
        lambda state, player: 0.0,
        compiles=False,
    )
    found, _ = tried(game, games=2)
    finding = found[law_of("to_move")]
    assert finding.broken.startswith("to_move is 7")
    assert finding.moves == ("59", "59", "59")
    assert finding.state == "(3, 3)"


def test_an_example_says_the_moves_and_the_state():
    found, _ = tried(pile(to_move=lambda state: 7 if state.stones == 1 else state.player))
    finding = found[law_of("to_move")]
    assert str(finding) == "to_move is 7, not one of 0 to 1, after 2 2, in the state PileState(stones=1, player=0)"


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"view": lambda state, player: (n for n in ())}, "which cannot be compared with others"),
        ({"view": lambda state, player: object()}, "view(state, 0) gives something else each time"),
        ({"view": lambda state, player: state.stones}, ""),
        ({"key": lambda state: 2 * state.stones + state.player}, ""),
        ({"key": lambda state: 0}, "key(state) is that of"),
        ({"symmetries": lambda state: iter(())}, ""),
    ],
)
def test_views_and_keys(parts, told):
    found, _ = tried(replace(pile(), **parts))
    broken = [finding.broken for finding in found.values() if not finding.holds]
    assert (told in broken[0]) if told else not broken


def test_states_that_hold_arrays_are_compared_by_value():
    import numpy as np

    def result(state, cell):
        board = state[0].copy()
        board[cell] = 1 + state[1]
        return board, 1 - state[1]

    game = zermelo.Game(
        lambda: (np.zeros(3, dtype=np.int8), 0),
        lambda state: state[1],
        lambda state: (cell for cell in range(3) if not state[0][cell]),
        result,
        lambda state: bool(state[0].all()),
        lambda state, player: 0.0,
        compiles=False,
        key=lambda state: int(state[0] @ np.array([1, 3, 9])) * 2 + state[1],
    )
    found, _ = tried(game)
    assert [finding.broken for finding in found.values() if not finding.holds] == []

    def in_place(state, cell):
        state[0][cell] = 1 + state[1]
        return state[0], 1 - state[1]

    found, _ = tried(replace(game, result=in_place))
    assert "changed the state it was given" in found[law_of("result leaves")].broken


def test_the_streams_are_given_back():
    import sys

    streams = sys.stdout, sys.stdin
    tried(pile())
    assert (sys.stdout, sys.stdin) == streams
