"""The laws of games with hidden information, each broken by a game."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

import zermelo
from zermelo.game import CHANCE, Game
from zermelo.laws.court import Court
from zermelo.laws.laws import LAWS

CARDS = 3


class Guess(NamedTuple):
    card: int  # -1: not drawn yet
    said: int  # -1: nothing yet
    turn: int


def guess(**parts) -> Game:
    """Chance draws a card, the first player says anything, the second one guesses the card without having seen it."""

    def result(state, action):
        if state.card < 0:
            return Guess(action, -1, 0)
        return Guess(state.card, action, state.turn + 1)

    def deal(knowledge, fraction):
        return (
            Guess(int(fraction * CARDS), knowledge.view[0], 1)
            if knowledge.player == 1
            else Guess(knowledge.view[0], -1, 0)
        )

    rules = Game(
        lambda: Guess(-1, -1, 0),
        lambda state: CHANCE if state.card < 0 else min(state.turn, 1),
        lambda state: iter(range(CARDS)),
        result,
        lambda state: state.turn == 2,
        lambda state, player: 1.0 if (state.said == state.card) == (player == 1) else -1.0,
        chances=lambda state: ((card, 1.0 / CARDS) for card in range(CARDS)),
        view=lambda state, player: (state.card,) if player == 0 else (state.said, state.turn),
        deal=deal,
        max_actions=CARDS,
        name="guess",
    )
    return replace(rules, **parts)


class Mutable(list):
    """A state that can be changed."""

    def __hash__(self):
        return hash(tuple(self))


def peeping(state, player):
    """Looks at a card by taking it."""
    state[1] = 1 - state[1]
    return state[0]


def coin() -> Game:
    """A game over states that can be changed, and whose view does so."""
    return Game(
        lambda: Mutable([3, 0]),
        lambda state: state[1],
        lambda state: iter((1,)),
        lambda state, action: Mutable([state[0] - 1, 1 - state[1]]),
        lambda state: state[0] == 0,
        lambda state, player: 1.0 if state[1] == player else -1.0,
        view=peeping,
        name="coin",
    )


def broken(game: Game) -> dict[str, str]:
    """The laws that a game breaks, and the examples."""
    findings = Court(game, tuple(LAWS), 5.0, lambda function, where: None).try_all(5, 0)
    return {finding.law: str(finding) for finding in findings if not finding.holds}


def test_the_game_keeps_the_laws():
    assert broken(guess()) == {}
    assert broken(guess(heard=lambda before, after, player: None)) == {}
    assert broken(zermelo.load("kuhn-poker")) == {}


@pytest.mark.parametrize(
    ("game", "law", "told"),
    [
        (coin(), "what players see", "view(state, 0) changed the state it was given, at the start"),
        (
            guess(view=lambda state, player: (n for n in ())),
            "what players see",
            "which cannot be compared with others: use",
        ),
        (guess(view=lambda state, player: object()), "what players see", "gives something else each time"),
        (
            guess(actions=lambda state: iter((state.card,) if state.turn == 1 else (0,)), deal=None),
            "players know",
            "player 2 knows what it knows after 0 0, but only one of them allows 1, after 1 0",
        ),
        (
            guess(actions=lambda state: iter(range(CARDS) if state.card else range(CARDS - 1, -1, -1)), deal=None),
            "players know",
            "actions are listed in another order, which tells more, after 1 0",
        ),
        (
            guess(format_action=lambda state, action: f"{action}{'!' * state.turn * state.card}"),
            "actions are shown alike",
            "player 2 knows what it knows after 0 0, but 0 is written '0!' here and '0' there",
        ),
        (
            guess(touches=lambda state, action: [(action, state.card)] * state.turn),
            "actions are shown alike",
            "player 2 knows what it knows after 0 0, but touches other cells there for '0'",
        ),
        (
            guess(heard=lambda before, after, player: (0, "1")),
            "heard tells",
            "heard tells player 1 (0, '1'), and the move is (-1, '0'), at the start",
        ),
        (
            guess(heard=lambda before, after, player: "what?"),
            "heard tells",
            "heard tells player 1 'what?', and the move is (-1, '0'), at the start",
        ),
        (
            guess(deal=lambda knowledge, fraction: Guess(0, 1, knowledge.player)),
            "deal gives states",
            "which looks different to player 1, after 1",
        ),
        (
            guess(deal=lambda knowledge, fraction: Guess(0, 0, 2)),
            "deal gives states",
            "where player 1 is not to move, after 0",
        ),
    ],
)
def test_a_broken_law_is_named_with_the_smallest_example(game, law, told):
    found = broken(game)
    [name] = [name for name in found if name.startswith(law)]
    assert told in found[name]


def test_a_player_who_remembers_what_it_did_may_know_more_than_it_sees():
    """The second action repeats the first, which the view no longer shows: the player remembers it."""

    def actions(state):
        return iter(range(CARDS) if state.turn == 0 else (state.said,))

    game = guess(
        to_move=lambda state: CHANCE if state.card < 0 else 0,
        actions=actions,
        view=lambda state, player: (state.turn,),
        deal=None,
    )
    assert broken(game) == {}
