"""What follows some turns in one deal: the answer of the other and the next turn of one's own, in compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from zermelo.compile.cache.tables import compiled_kernel, interpreted
from zermelo.compile.kernel.memory import Words, array_of, new_numbers, new_words
from zermelo.experts.scrabble.judging import Judge, Turn, prepared
from zermelo.experts.scrabble.turns import (
    BAG_SIZE,
    CHOSEN,
    GAIN,
    LEAVES,
    MAY_EXCHANGE,
    MOST_RACK,
    OTHERS,
    OWN,
    STATIC,
    chooser,
)  # fmt: skip
from zermelo.games.scrabble import moves as at
from zermelo.games.scrabble.laying import laid, with_play
from zermelo.games.scrabble.plays import BLANK, DOWN, EXCHANGE, PASS, SQUARE_AT, TILE, TILE_BITS, is_exchange, tiles_of
from zermelo.games.scrabble.squares import squares_of
from zermelo.installed import is_installed

MOST_TURNS, MOST_ORDER = 200, 264
ROW = MOST_RACK + 1
# tiles in the bag without which none are exchanged; how many tiles are in ORDER and on the other's rack
LEAST_BAG, LEFT, THEIRS = DEAL = Words("LEAST_BAG", "LEFT", "THEIRS", after=OWN)
# of each turn: is it followed, the board after it, how many tiles it keeps and gives back, and which these are
ROOMS = Words(
    after=DEAL, running=MOST_TURNS, boards=MOST_TURNS * at.SQUARES, keeps_tiles=MOST_TURNS, gives=MOST_TURNS,
    keeps_row=ROW * MOST_TURNS, gives_row=ROW * MOST_TURNS, order=MOST_ORDER,
    their_tiles=ROW, own_tiles=ROW, other_tiles=ROW,
)  # fmt: skip
RUNNING, BOARDS, KEEPS, KEPT = ROOMS.running, ROOMS.boards, ROOMS.keeps_tiles, ROOMS.keeps_row
GIVES, GIVEN = ROOMS.gives, ROOMS.gives_row
ORDER, THEIR_TILES, OWN_TILES, OTHER_TILES = ROOMS.order, ROOMS.their_tiles, ROOMS.own_tiles, ROOMS.other_tiles
EACH = 3  # numbers of what follows a turn: what the answer scores and is worth, and what the next turn is worth


class Followed(NamedTuple):
    """What follows a turn in a deal, in points."""

    scored: float  # by the answer
    answer: float  # what it is worth
    reply: float  # what the next turn of one's own is worth; what the end of the game brings, where it is over

    @property
    def worth(self) -> float:
        """What follows brings, beside the turn's own score."""
        return self.reply - self.answer


def follower(jit: Callable[..., Any]) -> Callable[..., Any]:
    """follow(graph, w, model, out, turns) fills EACH numbers of what follows each of so many turns, if it is RUNNING.

    w: as for the chooser, DEAL and ROOMS.
    """
    choose = chooser(jit)

    @jit
    def points_of(w, tiles, count):
        """What so many tiles from a word on are worth together."""
        total = 0
        for place in range(count):
            tile = w[tiles + place]
            total += 0 if tile == BLANK else w[at.VALUE + tile]
        return total

    @jit
    def chosen(graph, w, model, tiles, count, bag, others):
        """Chooses a turn with so many tiles from a word on; returns its worth."""
        for tile in range(BLANK):
            w[at.HAVE + tile] = 0
        w[at.BLANKS] = 0
        for place in range(count):
            tile = w[tiles + place]
            if tile == BLANK:
                w[at.BLANKS] += 1
            else:
                w[at.HAVE + tile] += 1
        w[BAG_SIZE], w[OTHERS], w[MAY_EXCHANGE] = bag, others, bag >= w[LEAST_BAG]
        return choose(graph, w, model, STATIC)

    @jit
    def lay(w, action):
        """Puts the tiles of a play on the board, and takes them from OTHER_TILES; returns how many they are."""
        square, tiles, count = action >> SQUARE_AT & 511, action & ((1 << SQUARE_AT) - 1), 0
        stride = w[at.SIZE] if action & DOWN else 1
        while tiles:
            while w[at.BOARD + square] != 0:
                square += stride
            tile = tiles & TILE
            w[at.BOARD + square] = tile
            place, held = 0, BLANK if tile & BLANK else tile
            while w[OTHER_TILES + place] != held:
                place += 1
            w[OTHER_TILES + place] = w[OTHER_TILES + w[THEIRS] - count - 1]
            count += 1
            tiles >>= TILE_BITS
        return count

    @jit
    def follow_one(graph, w, model, out, turn):
        cells, result, left_in_bag = w[at.SIZE] * w[at.SIZE], EACH * turn, w[LEFT] + w[GIVES + turn]
        for square in range(cells):
            w[at.BOARD + square] = w[BOARDS + at.SQUARES * turn + square]
        own, drawn = w[KEEPS + turn], 0
        for place in range(own):
            w[OWN_TILES + place] = w[KEPT + ROW * turn + place]
        while drawn < w[LEFT] and own < w[at.WHOLE_RACK]:
            w[OWN_TILES + own] = w[ORDER + drawn]
            own += 1
            drawn += 1
        for place in range(w[GIVES + turn]):  # what is given back is drawn last
            w[ORDER + w[LEFT] + place] = w[GIVEN + ROW * turn + place]
        bag = left_in_bag - drawn
        out[result], out[result + 1] = 0.0, 0.0
        if own == 0:  # the game is over
            out[result + 2] = 2.0 * points_of(w, THEIR_TILES, w[THEIRS])
            return
        held = points_of(w, OWN_TILES, own)
        answer = chosen(graph, w, model, THEIR_TILES, w[THEIRS], bag, held)
        out[result], out[result + 1] = w[GAIN], answer
        action, others, then = w[CHOSEN], points_of(w, THEIR_TILES, w[THEIRS]), bag
        if action != PASS and action & EXCHANGE == 0:
            for place in range(w[THEIRS]):
                w[OTHER_TILES + place] = w[THEIR_TILES + place]
            left = w[THEIRS] - lay(w, action)
            if left == 0 and bag == 0:  # the game is over
                out[result + 1], out[result + 2] = w[GAIN], -2.0 * held
                return
            others = points_of(w, OTHER_TILES, left)
            while left < w[at.WHOLE_RACK] and drawn < left_in_bag:
                tile = w[ORDER + drawn]
                others += 0 if tile == BLANK else w[at.VALUE + tile]
                left += 1
                drawn += 1
                then -= 1
        out[result + 2] = chosen(graph, w, model, OWN_TILES, own, then, others)

    @jit
    def follow(graph, w, model, out, turns):
        for turn in range(turns):
            if w[RUNNING + turn]:
                follow_one(graph, w, model, out, turn)
        return turns

    return follow


class Follower:
    """Follows some turns from one position, deal by deal."""

    def __init__(self, judge: Judge, board: bytes, turns: Sequence[Turn], compiled: bool = True) -> None:
        compiled = compiled and is_installed("numba")
        self._judge, self.count = judge, len(turns)
        self._kernel = kernel() if compiled else interpreted(follower)
        self._graph = judge.finder.graph if compiled else array_of(judge.finder.graph).tolist()
        self._words, self._model = prepared(judge.finder, ROOMS.end, compiled), new_numbers(compiled, LEAVES.end)
        self._out = new_numbers(compiled, EACH * MOST_TURNS)
        array_of(self._model)[: LEAVES.end] = array_of(judge.model)
        words, squares = array_of(self._words), squares_of(judge.finder.size)
        words[LEAST_BAG] = judge.least_bag
        self.boards = [after(squares, board, turn.action) for turn in turns]
        for number, (turn, then) in enumerate(zip(turns, self.boards, strict=True)):
            start = BOARDS + at.SQUARES * number
            words[start : start + len(then)] = list(then)
            words[KEEPS + number] = len(turn.kept)
            given = tiles_of(turn.action) if is_exchange(turn.action) else b""
            words[GIVES + number] = len(given)
            words[GIVEN + ROW * number : GIVEN + ROW * number + len(given)] = list(given)
            words[KEPT + ROW * number : KEPT + ROW * number + len(turn.kept)] = list(turn.kept)

    def follow(self, theirs: bytes, order: Sequence[int], numbers: Sequence[int]) -> list[Followed]:
        """What follows the turns with these numbers, if the other has this rack and tiles are drawn in this order."""
        words = array_of(self._words)
        words[LEFT], words[THEIRS] = len(order), len(theirs)
        words[ORDER : ORDER + len(order)] = list(order)
        words[THEIR_TILES : THEIR_TILES + len(theirs)] = list(theirs)
        words[RUNNING : RUNNING + self.count] = [int(number in numbers) for number in range(self.count)]
        self._kernel(self._graph, self._words, self._model, self._out, self.count)
        out = array_of(self._out)
        return [Followed(*map(float, out[EACH * number : EACH * (number + 1)])) for number in numbers]


def after(squares: Any, board: bytes, action: int) -> bytes:
    """The board after a turn."""
    if action == PASS or is_exchange(action):
        return board
    return with_play(board, laid(squares, board, action))


@cache
def kernel() -> Callable[..., int]:
    """`follower`, compiled."""
    words, numbers = new_words(True, 1), new_numbers(True, 1)
    return compiled_kernel("scrabble", "what follows", follower, words, words, numbers, numbers, 1, lone=True)
