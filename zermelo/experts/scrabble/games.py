"""Whole games between two who choose by what a turn is worth, in compiled code: for learning and for matches."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from zermelo.bits import fraction, mix, step
from zermelo.compile.cache.tables import compiled_kernel, interpreted
from zermelo.compile.kernel.memory import Words, array_of, new_numbers, new_words
from zermelo.experts.scrabble import turns
from zermelo.experts.scrabble.judging import prepared
from zermelo.games.scrabble import moves as at
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.plays import BLANK, DOWN, EXCHANGE, SQUARE_AT, TILE, TILE_BITS
from zermelo.installed import is_installed, np

MOST_BAG, MOST_TURNS = 256, 600
EACH_SAMPLE = 1 + turns.MOST_RACK  # a gain, and the tiles that had been kept for it
# what the caller sets: how the bag begins, the random sequence, turns without a score that end it, how each plays
FULL, SEED, SCORELESS_END, LEAST_BAG, TURNS, SAMPLES = GAME = Words(
    "FULL", "SEED", "SCORELESS_END", "LEAST_BAG", "TURNS", "SAMPLES", after=turns.OWN
)
ROOMS = Words(
    after=GAME, style=2, scores=2, sizes=2, kept_sizes=2, racks=16, kept=16, bag=MOST_BAG, given=turns.MOST_RACK
)
STYLE, SCORES, SIZES, KEPT_SIZES = ROOMS.style, ROOMS.scores, ROOMS.sizes, ROOMS.kept_sizes
RACKS, KEPT_TILES, BAG, GIVEN = ROOMS.racks, ROOMS.kept, ROOMS.bag, ROOMS.given
MOST_SAMPLES = MOST_TURNS


def player(jit: Callable[..., Any]) -> Callable[..., Any]:
    """play(graph, w, model, samples) plays one game; see GAME and ROOMS for what is in w before and after.

    samples: filled with what each turn of a player brought, and what was kept for it; SAMPLES of them.
    """
    choose = turns.chooser(jit)

    @jit
    def draw(w, left, who):
        """Fills a rack from the bag, of which so many tiles are left; returns how many are left then."""
        while left > 0 and w[SIZES + who] < w[at.WHOLE_RACK]:
            w[SEED] = step(w[SEED])
            place = int(fraction(mix(w[SEED])) * left)
            w[RACKS + 8 * who + w[SIZES + who]] = w[BAG + place]
            w[SIZES + who] += 1
            left -= 1
            w[BAG + place] = w[BAG + left]
        return left

    @jit
    def lay(w, action):
        """Puts the tiles of a play on the board."""
        size = w[at.SIZE]
        square, tiles = action >> SQUARE_AT & 511, action & ((1 << SQUARE_AT) - 1)
        stride = size if action & DOWN else 1
        while tiles:
            while w[at.BOARD + square] != 0:
                square += stride
            w[at.BOARD + square] = tiles & TILE
            tiles >>= TILE_BITS

    @jit
    def keep(w, who):
        """Leaves on a rack what the chosen turn keeps, and returns how many tiles of it that is."""
        rest, left = w[turns.KEEPS], 0
        for place in range(w[turns.KINDS]):
            number = rest % (w[turns.NUMBER + place] + 1)
            rest //= w[turns.NUMBER + place] + 1
            for _ in range(number):
                w[RACKS + 8 * who + left] = w[turns.KIND + place]
                left += 1
        w[SIZES + who] = left
        return left

    @jit
    def points_of(w, who):
        """What is on a rack, in points."""
        total = 0
        for place in range(w[SIZES + who]):
            tile = w[RACKS + 8 * who + place]
            total += 0 if tile == BLANK else w[at.VALUE + tile]
        return total

    @jit
    def sample(w, samples, who, gain):
        """Notes what a turn brought to a player who had kept some tiles for it."""
        if w[KEPT_SIZES + who] < 0 or w[SAMPLES] >= MOST_SAMPLES or w[turns.BAG_SIZE] == 0:
            return
        start = EACH_SAMPLE * w[SAMPLES]
        samples[start] = gain
        for place in range(turns.MOST_RACK):
            samples[start + 1 + place] = w[KEPT_TILES + 8 * who + place] if place < w[KEPT_SIZES + who] else 0
        w[SAMPLES] += 1

    @jit
    def play(graph, w, model, samples):
        left, scoreless, who = w[FULL], 0, 0
        w[TURNS], w[SAMPLES] = 0, 0
        for square in range(w[at.SIZE] * w[at.SIZE]):
            w[at.BOARD + square] = 0
        for one in range(2):
            w[SCORES + one], w[SIZES + one], w[KEPT_SIZES + one] = 0, 0, -1
            left = draw(w, left, one)
        while scoreless < w[SCORELESS_END] and w[TURNS] < MOST_TURNS:
            for tile in range(BLANK):
                w[at.HAVE + tile] = 0
            w[at.BLANKS] = 0
            for place in range(w[SIZES + who]):
                tile = w[RACKS + 8 * who + place]
                if tile == BLANK:
                    w[at.BLANKS] += 1
                else:
                    w[at.HAVE + tile] += 1
            w[turns.BAG_SIZE], w[turns.OTHERS] = left, points_of(w, 1 - who)
            w[turns.MAY_EXCHANGE] = left >= max(w[LEAST_BAG], w[at.WHOLE_RACK])
            value = choose(graph, w, model, w[STYLE + who])
            sample(w, samples, who, value)
            w[TURNS] += 1
            action = w[turns.CHOSEN]
            w[SCORES + who] += w[turns.GAIN]
            scoreless = 0 if w[turns.GAIN] > 0 else scoreless + 1
            if action != 0 and action & EXCHANGE == 0:
                lay(w, action)
            kept = keep(w, who)
            given = 0
            if action & EXCHANGE:
                tiles = action & ((1 << SQUARE_AT) - 1)
                while tiles:
                    w[GIVEN + given] = tiles & TILE
                    tiles >>= TILE_BITS
                    given += 1
            w[KEPT_SIZES + who] = kept if left > 0 and kept < w[at.WHOLE_RACK] else -1
            for place in range(kept):
                w[KEPT_TILES + 8 * who + place] = w[RACKS + 8 * who + place]
            left = draw(w, left, who)
            for place in range(given):
                w[BAG + left] = w[GIVEN + place]
                left += 1
            if w[SIZES + who] == 0:
                break
            who = 1 - who
        for one in range(2):
            lost = points_of(w, one)
            w[SCORES + one] -= lost
            if w[SIZES + 1 - one] == 0:
                w[SCORES + 1 - one] += lost
        return w[TURNS]

    return play


class Table:
    """A board at which two players play game after game; `model` is how `turns.STATIC` judges."""

    def __init__(self, finder: Finder, least_bag: int = 7, scoreless: int = 6, compiled: bool = True) -> None:
        compiled = compiled and is_installed("numba")
        self._kernel = kernel() if compiled else interpreted(player)
        self._graph = finder.graph if compiled else array_of(finder.graph).tolist()
        self._words = prepared(finder, ROOMS.end, compiled)
        self.model, self._samples = (
            new_numbers(compiled, turns.LEAVES.end),
            new_numbers(compiled, EACH_SAMPLE * MOST_SAMPLES),
        )
        self._bag = finder.tiles.all
        words = array_of(self._words)
        words[FULL], words[LEAST_BAG], words[SCORELESS_END] = len(self._bag), least_bag, scoreless

    def play(self, seed: int, styles: tuple[int, int] = (turns.STATIC, turns.STATIC)) -> tuple[int, int]:
        """The scores of a game; the same for the same seed."""
        words = array_of(self._words)
        words[SEED] = seed
        words[STYLE : STYLE + 2] = list(styles)
        words[BAG : BAG + len(self._bag)] = list(self._bag)
        self._kernel(self._graph, self._words, self.model, self._samples)
        return int(words[SCORES]), int(words[SCORES + 1])

    @property
    def turns(self) -> int:
        """Turns of the last game."""
        return int(array_of(self._words)[TURNS])

    def samples(self) -> Any:
        """[sample, (gain, tiles kept …)] of the last game."""
        count = int(array_of(self._words)[SAMPLES])
        return np.array(array_of(self._samples)[: EACH_SAMPLE * count]).reshape(-1, EACH_SAMPLE)


@cache
def kernel() -> Callable[..., int]:
    """`player`, compiled."""
    words, numbers = new_words(True, 1), new_numbers(True, 1)
    return compiled_kernel("scrabble", "whole games", player, words, words, numbers, numbers, lone=True)
