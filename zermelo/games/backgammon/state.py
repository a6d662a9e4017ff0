"""What a position of backgammon is: the checkers, whose turn, the dice, the cube, the score."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.bits import Wide

OPENING, OFFER, ANSWER, ROLL, PLAY, OVER = range(6)  # stages
ROLL_DICE, DOUBLE = 0, 1  # actions of OFFER
TAKE, DROP = 0, 1  # actions of ANSWER
NOBODY = -1
LARGEST_CUBE = 1024
LONGEST_MATCH = 1000  # points
NAMES = ("black", "white")


class BackgammonState(NamedTuple):
    mine: Wide  # the checkers of `player`, see board.py
    theirs: Wide  # those of the other, in the other's own numbering
    player: int  # who is to act, or whose dice are rolled; after the game, who has not won it
    stage: int  # OPENING (who begins?), OFFER (double or roll?), ANSWER (take or drop?), ROLL, PLAY or OVER
    dice: int  # 65 is a 6 and a 5, the larger first; 0: not rolled
    cube: int  # 1, 2, 4, …
    owner: int  # who may double: a player, or NOBODY where both may
    first: int  # the score of player 0: points of the match; for money, what this game brought
    second: int
    crawford: int  # 1: in this game of the match nobody may double


def on_roll(state: BackgammonState) -> tuple[Wide, Wide, int]:
    """The checkers of the side whose dice are or will be rolled, those of the other, and who it is."""
    if state.stage == ANSWER:
        return state.theirs, state.mine, 1 - state.player
    return state.mine, state.theirs, state.player


def may_double(player: int, cube: int, owner: int, crawford: int) -> bool:
    """May the player double before rolling, in a game with a cube?"""
    return not crawford and owner != 1 - player and cube < LARGEST_CUBE


class Terms(NamedTuple):
    """What a game is played for, as its parameters say: see `rules.backgammon`."""

    length: int
    cube: bool
    jacoby: bool
    crawford: bool

    def may_double(self, state: BackgammonState) -> bool:
        """May the player who is about to roll double first?"""
        return self.cube and may_double(state.player, state.cube, state.owner, state.crawford)
