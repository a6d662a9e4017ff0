"""How much a play can score at most at each anchor, so that the best one is found without looking at all of them.

At an anchor a play lays some tiles to its left and some to its right. For each such stretch the tiles of the rack that
are worth most are put where they count most, and squares that words cross take the best tile that may lie there. No
play scores more. Where the whole rack would be laid, its letters and those between them must make a word in some order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.bits import lowest, mix
from zermelo.compile.kernel.memory import Words
from zermelo.games.scrabble import moves as at
from zermelo.games.scrabble.anagrams import asker
from zermelo.games.scrabble.gaddag import NODE, ROOT
from zermelo.games.scrabble.moves import pieces
from zermelo.games.scrabble.plays import BLANK, LETTER, MOST_TILES

MOST_ANCHORS = 2 * at.SQUARES
STRETCH = MOST_TILES + 1
# a place where plays may be: of each, which line (those down after those across), the anchor, and the anchor before it;
# `scores` has the most that a play of 0, 1, … tiles scores there, -1: there is none
# RACK: the sum of the rack's letters (see anagrams.py); may they all make a word by themselves?
ANCHORS, RACK, MAKES_WORD = COUNT = Words("ANCHORS", "RACK", "MAKES_WORD", at=at.ALL_WORDS)
ROOMS = Words(
    after=COUNT,
    **{f"anchor_{name}": MOST_ANCHORS for name in ("line", "place", "before")},
    anchor_scores=STRETCH * MOST_ANCHORS,
    values=STRETCH,
    **{f"right_{name}": STRETCH for name in ("fixed", "side", "times", "free", "double", "triple", "through")},
    most=at.MOST_SIZE + 2,
)
LINE, PLACE, BEFORE, SCORES = ROOMS.anchor_line, ROOMS.anchor_place, ROOMS.anchor_before, ROOMS.anchor_scores
VALUES = ROOMS.values  # what the best 0, 1, … tiles of the rack are worth together
# of the stretch from the anchor to the right, by its tiles: what counts with the word whatever lies there; what the
# words across it score; the word's multiplier; squares that no word crosses; those of them that count twice and thrice;
# the sum of the letters that lie there
FIXED, SIDE, TIMES, FREE = ROOMS.right_fixed, ROOMS.right_side, ROOMS.right_times, ROOMS.right_free
DOUBLE, TRIPLE, THROUGH = ROOMS.right_double, ROOMS.right_triple, ROOMS.right_through
MOST = ROOMS.most  # of a place of the line: the best tile that may lie there; -1: none may


def bounder(jit: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """bound(graph, w) finds the anchors with the most that plays score there, and spell(graph, w, anchor) its plays.

    w: as for `moves.pieces`; ANCHORS and ROOMS are filled.
    """
    begin, take, anchors, spell_at = pieces(jit)
    makes_word = asker(jit)

    @jit
    def makes_all(graph, w, more):
        """May the whole rack make a word with letters of this sum?"""
        if w[at.BLANKS] == 0:
            return makes_word(graph, w[RACK] + more)
        if w[at.BLANKS] > 1:
            return True
        letters = graph[ROOT * NODE]
        while letters != 0:
            if makes_word(graph, w[RACK] + more + mix(lowest(letters))):
                return True
            letters &= letters - 1
        return False

    @jit
    def value_tiles(graph, w):
        """Fills VALUES, RACK and MAKES_WORD; returns how many tiles are on the rack."""
        tiles, w[RACK] = w[at.BLANKS], 0
        for number in range(STRETCH):
            w[VALUES + number] = 0
        for letter in range(BLANK):
            for _ in range(w[at.HAVE + letter]):
                value, place = w[at.VALUE + letter], 1
                while place < STRETCH and w[VALUES + place] > value:
                    place += 1
                while place < STRETCH:
                    value, w[VALUES + place] = w[VALUES + place], value
                    place += 1
                tiles += 1
                w[RACK] += mix(letter)
        for number in range(1, STRETCH):
            w[VALUES + number] += w[VALUES + number - 1]
        w[MAKES_WORD] = makes_all(graph, w, 0)
        return min(tiles, MOST_TILES)

    @jit
    def most_there(w, place):
        """The best tile that may lie on an empty place of the line; -1: none may."""
        options, best = w[at.MAY + place] & w[at.MASK], -1
        if w[at.BLANKS] > 0 and w[at.MAY + place] != 0:
            best = 0
        while options != 0:
            best = max(best, w[at.VALUE + lowest(options)])
            options &= options - 1
        return best

    @jit
    def bound_at(graph, w, anchor, place, before, tiles):
        """Fills the most that plays of an anchor score. tiles: on the rack."""
        scores = SCORES + STRETCH * anchor
        for number in range(STRETCH):
            w[scores + number] = -1
        if w[MOST + place] < 0:
            return
        # Step 1. To the right, the anchor first
        fixed, side, times, free, double, triple, right, through = 0, 0, 1, 0, 0, 0, 0, 0
        this = place
        while right < tiles and w[at.TILE + this] == 0 and w[MOST + this] >= 0:
            by_letter, by_word = w[at.BY_LETTER + this], w[at.BY_WORD + this]
            if w[at.SUM + this] >= 0:
                points = w[MOST + this] * by_letter
                fixed += points
                side += (w[at.SUM + this] + points) * by_word
            else:
                free += 1
                double += by_letter == 2
                triple += by_letter >= 3
            times *= by_word
            right += 1
            this += 1
            while w[at.TILE + this] > 0:
                fixed += w[at.POINTS + this]
                through += mix(w[at.TILE + this] & LETTER)
                this += 1
            w[THROUGH + right] = through
            w[FIXED + right], w[SIDE + right], w[TIMES + right] = fixed, side, times
            w[FREE + right], w[DOUBLE + right], w[TRIPLE + right] = free, double, triple
        # Step 2. With none, one, two … tiles to the left; no word crosses there, or they would be anchors
        fixed, times, free, double, triple, through = 0, 1, 0, 0, 0, 0
        this = place - 1
        while True:
            while w[at.TILE + this] > 0:
                fixed += w[at.POINTS + this]
                through += mix(w[at.TILE + this] & LETTER)
                this -= 1
            for number in range(1, min(right, tiles - free) + 1):
                if free + number == tiles:
                    more = through + w[THROUGH + number]
                    if (w[MAKES_WORD] == 0) if more == 0 else not makes_all(graph, w, more):
                        continue
                twice, thrice = double + w[DOUBLE + number], triple + w[TRIPLE + number]
                points = w[VALUES + free + w[FREE + number]] + w[VALUES + twice + thrice] + w[VALUES + thrice]
                total = (fixed + w[FIXED + number] + points) * times * w[TIMES + number] + w[SIDE + number]
                w[scores + free + number] = max(w[scores + free + number], total)
            if free + 1 >= tiles or this <= before or w[at.TILE + this] != 0:
                break
            free += 1
            double += w[at.BY_LETTER + this] == 2
            triple += w[at.BY_LETTER + this] >= 3
            times *= w[at.BY_WORD + this]
            this -= 1
        if w[scores + w[at.WHOLE_RACK]] >= 0:
            w[scores + w[at.WHOLE_RACK]] += w[at.BONUS]

    @jit
    def bound(graph, w):
        begin(graph, w)
        tiles, found, size = value_tiles(graph, w), 0, w[at.SIZE]
        for down in range(2):
            for number in range(size):
                take(w, down, number)
                for place in range(1, size + 1):
                    w[MOST + place] = most_there(w, place) if w[at.TILE + place] == 0 else -1
                before = 0
                for place in range(1, size + 1):
                    if anchors(w, number, place):
                        w[LINE + found], w[PLACE + found], w[BEFORE + found] = down * size + number, place, before
                        bound_at(graph, w, found, place, before, tiles)
                        before = place
                        found += 1
        w[ANCHORS] = found

    @jit
    def spell(graph, w, anchor):
        size, line = w[at.SIZE], w[LINE + anchor]
        take(w, int(line >= size), line - size if line >= size else line)
        w[at.FOUND] = 0
        spell_at(graph, w, w[PLACE + anchor], w[BEFORE + anchor])
        return w[at.FOUND]

    return bound, spell
