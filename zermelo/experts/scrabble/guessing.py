"""What the last play of the other tells about its rack: deals are drawn among those in which it was a good play."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import NamedTuple

from zermelo.experts.scrabble.judging import Judge
from zermelo.games.scrabble.laying import score_of
from zermelo.games.scrabble.plays import on_rack, tiles_of
from zermelo.games.scrabble.squares import squares_of
from zermelo.games.scrabble.text import between
from zermelo.knowledge import SAW, Knowledge

TRIES = 6  # racks that are drawn until one fits
FORGIVEN = 8.0  # points: a rack with which the play was so much worse than the best one is drawn 1/e as often


class Play(NamedTuple):
    """A play of the other, as it was seen."""

    board: bytes  # before it
    action: int
    kept: int  # tiles that stayed on the rack
    bag: int  # tiles in the bag, before it


def last_play(judge: Judge, known: Knowledge) -> Play | None:
    """The play that the other has just made; None: it laid nothing, or kept nothing, or it was not seen."""
    views = [what for kind, what in known.entries if kind == SAW]
    for before, after in reversed(list(pairwise(views))):
        if before.board == after.board:
            if before.player != after.player:  # a turn without a play
                return None
            continue
        if before.player == known.player or before.board.count(0) < after.board.count(0):
            return None
        action = between(squares_of(judge.finder.size), before.board, after.board)
        kept = before.sizes[before.player] - len(tiles_of(action))
        return Play(before.board, action, kept, before.bag) if kept > 0 and before.bag else None
    return None


class Guess:
    """Draws racks of the other, and the order in which tiles will be drawn."""

    def __init__(self, judge: Judge, unseen: bytes, size: int, play: Play | None, noise: random.Random) -> None:
        """unseen: all tiles that the player does not see. size: of the other's rack."""
        self._judge, self._unseen, self._size, self._play, self._noise = judge, list(unseen), size, play, noise
        self._known: dict[bytes, float] = {}  # what was kept -> the chance that it is taken
        self._score = 0
        if play is not None:
            finder = judge.finder
            squares = squares_of(finder.size)
            self._score = score_of(squares, finder.tiles, play.board, play.action, finder.rack, finder.bonus)

    def draw(self) -> tuple[bytes, list[int]]:
        """A rack, in ascending order, and the bag, in the order in which it is drawn."""
        kept = self._kept()
        tiles = list(self._unseen)
        for tile in kept:
            tiles.remove(tile)
        self._noise.shuffle(tiles)
        more = self._size - len(kept)
        return bytes(sorted((*kept, *tiles[:more]))), tiles[more:]

    def chance(self, kept: bytes) -> float:
        """How readily the play was made by somebody who kept these tiles for it, 1 if it was the best one."""
        play, judge = self._play, self._judge
        if play is None:
            return 1.0
        if kept not in self._known:
            rack = bytes(sorted((*kept, *map(on_rack, tiles_of(play.action)))))
            _, _, best = judge.best(play.board, rack, play.bag, 0)
            gap = max(0.0, best - self._score - judge.leave(kept, play.bag, 0))
            self._known[kept] = math.exp(-gap / FORGIVEN)
        return self._known[kept]

    def _kept(self) -> bytes:
        """Tiles that the other may have kept: those that were likely kept more often."""
        if self._play is None or self._play.kept > self._size:
            return b""
        kept = b""
        for _ in range(TRIES):
            kept = bytes(sorted(self._noise.sample(self._unseen, self._play.kept)))
            if self._noise.random() < self.chance(kept):
                break
        return kept
