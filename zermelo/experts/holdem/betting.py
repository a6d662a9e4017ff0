"""The betting of a game of hold'em, laid out flat: what players can do, whatever the cards are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.compile.kernel.memory import Words
from zermelo.game import Game, ZermeloError
from zermelo.games._cards.holdem import ALL_CARDS, NO_MORE_BETS, HoldemState
from zermelo.installed import np

FOLDED, SHOWDOWN = -2, -3  # `mover` of a node where the game is over
MOST_NODES = 200_000


# The columns of an array of nodes
MOVER, ROUND, FIRST, COUNT, STAKE, SLOT = Words("MOVER", "ROUND", "FIRST", "COUNT", "STAKE", "SLOT")
# MOVER: whose turn it is; FOLDED, SHOWDOWN      ROUND: PREFLOP to RIVER      COUNT: of actions
# FIRST: the first child; the others follow in the order of the actions
# STAKE: what player 0 wins (FOLDED), or what the better hand wins (SHOWDOWN)
# SLOT: the first slot of its table, which has COUNT slots for each hand of the round


@dataclass(frozen=True, eq=False)
class Betting:
    """All ways to bet in a game, and how its tables are laid out."""

    nodes: Any  # [node, column], parents before their children
    slots: int  # of all tables
    node_of: dict[tuple[int, ...], int]  # by the record of turns, see HoldemState.turns


def is_holdem(game: Game) -> bool:
    """Is it one of our games of hold'em?"""
    return isinstance(game.initial(), HoldemState)


def betting_of(game: Game, hands: tuple[int, ...]) -> Betting:
    """Lays the betting out. hands: [round] how many hands the buckets tell apart.

    Raises ZermeloError if there are too many nodes.
    """
    # Where all cards are dealt from the start, chance never moves
    states, rounds = [game.initial()._replace(dealt=ALL_CARDS)], [0]
    rows: list[tuple[int, ...]] = []
    slots, node_of = 0, {}
    for node, state in enumerate(states):  # which grows meanwhile
        legal, stage = game.legal(state), rounds[node]
        mover = FOLDED if state.folded else SHOWDOWN if state.round == NO_MORE_BETS else game.to_move(state)
        stake = min(state.first_paid, state.second_paid)
        if mover == FOLDED and game.to_move(state) == 1:
            stake = -stake
        rows.append((mover, stage, len(states), len(legal), stake, slots))
        slots += len(legal) * hands[stage]
        node_of[state.turns] = node
        following = [game.result(state, action) for action in legal]
        states += following
        rounds += [stage if one.round == NO_MORE_BETS else one.round for one in following]
        if len(states) > MOST_NODES:
            raise ZermeloError(f"{game.title} has more than {MOST_NODES:,} ways to bet: give it fewer sizes or chips")
    return Betting(np.array(rows, np.int64), slots, node_of)
