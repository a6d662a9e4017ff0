"""What a player is told of the moves of others, and of chance: what its own views tell, and nothing else.

A game may say what two views, one after the other, tell (`heard`). Where it does not, a move is named if it is the only
one that fits all that the player knows, which is found by following every game that fits, if there are few of them. So
whatever is told is a function of the player's knowledge: nobody can learn more from it, whatever the true state is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from zermelo.by_value import hashable, same
from zermelo.game import Game, State
from zermelo.knowledge import DID, Knowledge

SOMEBODY = -2  # a mover whom the player does not know
HIDDEN = "…"  # a move that a player notices without seeing which it was
LOOKS = 1000  # moves that are tried, at most, to find those that fit


class News(NamedTuple):
    """A move that a player noticed."""

    mover: int  # who made it, CHANCE or SOMEBODY
    text: str  # as it is written, or HIDDEN


def news(game: Game, knowledge: Knowledge, own: Sequence[str]) -> list[News]:
    """The moves that a player has noticed, in order. own: how its own actions are written."""
    chain, texts = knowledge.chain, iter(own)
    fitting = _fitting(game, chain) if game.heard is None else {}
    found: list[News] = []
    for depth in range(2, len(chain)):  # the first view is that of the start
        before, now = chain[depth - 1], chain[depth]
        if now.kind == DID:
            found.append(News(knowledge.player, next(texts)))
            continue
        told = _heard(game, before, now) if game.heard else _common(fitting.get(depth))
        if before.kind != DID:
            found.append(told or News(SOMEBODY, HIDDEN))
        elif told and told.mover not in (SOMEBODY, knowledge.player):  # else it is what the own action led to
            found.append(told)
    return found


def _heard(game: Game, before: Knowledge, now: Knowledge) -> News | None:
    """What the game says that two views tell; None: nothing."""
    assert game.heard is not None
    told = None if same(before.view, now.view) else game.heard(before.view, now.view, now.player)
    return None if told is None else News(int(told[0]), str(told[1]) or HIDDEN)


def _common(moves: set[News] | None) -> News | None:
    """What all moves that fit have in common; None where they are not known."""
    if not moves:
        return None
    movers, texts = ({getattr(one, field) for one in moves} for field in News._fields)
    mover = movers.pop() if len(movers) == 1 else SOMEBODY
    return News(mover, texts.pop() if len(texts) == 1 and mover != SOMEBODY else HIDDEN)


def _fitting(game: Game, chain: Sequence[Knowledge]) -> dict[int, set[News]]:
    """[number of an entry] the moves that can have led to it; those of later entries are missing if there are too many.

    Nothing fits for a player who joined in the middle of the game.
    """
    start = game.initial()
    if chain[-1].joined or len(chain) < 2 or chain[0].seen(game, start) != chain[1]:
        return {}
    found: dict[int, set[News]] = {}
    fits: list[dict[Any, State]] = [{} for _ in chain]  # [entry] the states in which the player may be
    fits[1][hashable(start)] = start
    looks = 0
    for depth in range(1, len(chain) - 1):
        waiting = list(fits[depth].values())
        while waiting:
            state = waiting.pop()
            if game.is_terminal(state):
                continue
            mover = game.to_move(state)
            is_own = mover == chain[-1].player
            if is_own and chain[depth + 1].kind != DID:
                continue
            for action in [chain[depth + 1].what] if is_own else game.moves(state):
                looks += 1
                if looks > LOOKS:
                    return {entry: some for entry, some in found.items() if entry <= depth}
                following = game.result(state, action)
                known = (chain[depth + 1] if is_own else chain[depth]).seen(game, following)
                if known.depth >= len(chain) or known != chain[known.depth]:
                    continue
                key = hashable(following)
                if known.depth == depth:  # it was not noticed
                    waiting += [] if key in fits[depth] else [following]
                elif not (is_own and known.depth == depth + 1):
                    found.setdefault(known.depth, set()).add(News(mover, game.action_text(state, action)))
                fits[known.depth][key] = following
    return found
