"""The laws that compare positions with one another: keys and symmetries."""

from __future__ import annotations

from collections import Counter
from typing import Any

from zermelo.by_value import hashable, same
from zermelo.evaluate import opinion
from zermelo.game import CHANCE, Game, State, brief
from zermelo.laws.patient import Patient

MANY = 60  # actions of one position: if there are more, the states after them are not compared
MOST = 16  # symmetric positions that are looked at
KEPT = 20_000  # positions that are kept to compare others with
LEADS = "the actions lead to other positions"
CLOSE = 1e-9  # two evaluations that are the same


def has_one_key(p: Patient) -> str | None:
    """Two positions with the same key are the same.

    Of a key that the game gives, that is: they have the same player to move and actions, which lead to the same keys
    again, since it may leave out what does not matter.
    """
    key = p.game.state_key(p.state)
    other = p.seen.keys.get(key)
    if other is None:
        if len(p.seen.keys) < KEPT:
            p.seen.keys[key] = p
        return ""
    if same(other.state, p.state):
        return ""
    if p.game.key is None:
        return (
            f"the states {brief(other.state, 100)} and {brief(p.state, 100)} have one key: give the game a key(state)"
        )
    difference = _difference(p.game, other.state, p.state)
    if not difference:
        return ""
    hint = "" if p.game.symmetries else "; mirror images belong in symmetries(state)"
    return f"key(state) is that of {brief(other.state, 100)}, {brief(other.place)}, and {difference}{hint}"


def _difference(game: Game, one: State, other: State) -> str:
    """How two states are not one position; "": they may be."""
    over = bool(game.is_terminal(one)), bool(game.is_terminal(other))
    if over[0] != over[1]:
        return "" if game.reversible else "only one of them is the end of a game"  # a path may be drawn
    if over[0]:
        return "" if _utilities(game, one) == _utilities(game, other) else "their utilities differ"
    if game.to_move(one) != game.to_move(other):
        return "another player is to move"
    moves = game.moves(one)
    if set(moves) != set(game.moves(other)):
        return "other actions are legal"
    for move in moves[:MANY]:
        if game.state_key(game.result(one, move)) != game.state_key(game.result(other, move)):
            return f"{move!r} leads to another position"
    return ""


def _utilities(game: Game, state: State) -> list[float]:
    return [float(game.utility(state, player)) for player in range(game.players)]


def is_symmetric(p: Patient) -> str | None:
    """Symmetric positions are worth the same, have as many actions, lead to symmetric ones, and name one another."""
    game, here = p.game, _orbit(p.game, p.state)
    if len(here) == 1:
        return None
    expected = _worth(game, p.state)
    for image in p.some(list(here.values()), MOST):
        shown = f"symmetries(state) has {brief(image, 120)}"
        if _orbit(game, image).keys() != here.keys():
            return f"{shown}, which does not name the same states in turn"
        found = _worth(game, image)
        for what, value in expected.items():
            if found[what] != value:
                return f"{shown}, where {what}" + ("" if what == LEADS else f" {found[what]} and not {value}")
        wrong = _evaluated(game, p.state, image)
        if wrong:
            return f"{shown}, where {wrong}"
    return ""


def _orbit(game: Game, state: State) -> dict[Any, State]:
    """The state and all that are symmetric to it, by value."""
    assert game.symmetries is not None
    return {hashable(one): one for one in (state, *game.symmetries(state))}


def _worth(game: Game, state: State) -> dict[str, Any]:
    """All in which symmetric states must agree."""
    if game.is_terminal(state):
        return {"the game's end is": True, "the utilities are": _utilities(game, state)}
    mover = game.to_move(state)
    chances = dict(game.outcomes(state)) if mover == CHANCE else {}
    moves = game.moves(state)
    found: dict[str, Any] = {
        "the game's end is": False,
        "the player to move is": mover,
        "the number of actions is": len(moves),
    }
    if len(moves) <= MANY:
        found[LEADS] = Counter((frozenset(_orbit(game, game.result(state, move))), chances.get(move)) for move in moves)
    return found


def _evaluated(game: Game, state: State, image: State) -> str:
    """How two symmetric states are evaluated differently; "": they are not."""
    evaluator = opinion(game)
    if evaluator is None or game.is_terminal(state):
        return ""
    for player in range(game.players):
        one, other = evaluator.function(state, player), evaluator.function(image, player)
        if abs(one - other) > CLOSE * max(1.0, abs(one)):
            return f"evaluate gives {other:g} and not {one:g}"
    return ""
