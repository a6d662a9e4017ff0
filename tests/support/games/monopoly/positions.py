"""Positions of Monopoly for tests, made of a few changes to the start."""

from __future__ import annotations

import zermelo
from zermelo.games.monopoly.board import LOTS, NAMES
from zermelo.games.monopoly.layout import (
    CASH,
    DOUBLES,
    FREE_CARDS,
    IN_JAIL,
    LOTS_START,
    MOVER,
    PHASE,
    PHASES,
    ROUND,
    SQUARE,
    TURN,
    MonopolyState,
    of_player,
)

LOT = {lot.name: number for number, lot in enumerate(LOTS)}


def position(game, phase="roll", turn=0, owns=(), cash=None, at=None, jail=None, cards=None, doubles=0, rounds=0):
    """owns: (player, lot, level) triples; cash, at (a square's name), jail and cards: by player."""
    row = list(game.initial().row)
    row[PHASE], row[TURN], row[MOVER], row[DOUBLES], row[ROUND] = PHASES.index(phase), turn, turn, doubles, rounds
    for player, name, built in owns:
        row[LOTS_START + LOT[name]] = player + 1 + 8 * built
    for what, given in ((CASH, cash), (IN_JAIL, jail), (FREE_CARDS, cards)):
        for player, number in (given or {}).items():
            row[of_player(player, what)] = number
    for player, name in (at or {}).items():
        row[of_player(player, SQUARE)] = NAMES.index(name)
    return MonopolyState(tuple(row))


def after(game, state, *moves):
    """The state after moves, by their names."""
    for move in moves:
        state = game.result(state, game.read_action(state, move))
    return state


def names(game, state):
    return [game.action_text(state, move) for move in game.moves(state)]


def cash(state, player):
    return state.row[of_player(player, CASH)]


def square(state, player):
    return "jail" if state.row[of_player(player, IN_JAIL)] else NAMES[state.row[of_player(player, SQUARE)]]


def phase(state):
    return PHASES[state.row[PHASE]]


def load(spec="monopoly"):
    return zermelo.load(spec)
