"""All plays of a position, with what each scores, in code that is compiled.

Line by line, across and then down, a play is found at its first anchor: an empty square beside a tile. From there a
word is spelled backwards as far as the line is free, and then forwards (gaddag.py). What the other direction allows on
a square, and what it scores there, is found for all squares first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.bits import count, lowest
from zermelo.compile.kernel.memory import Words
from zermelo.games.scrabble.gaddag import NODE, ROOT
from zermelo.games.scrabble.plays import BLANK, DOWN, LETTER, MOST_TILES, SQUARE_AT, TILE_BITS

MOST_SIZE = 15  # squares of a side
SQUARES = MOST_SIZE * MOST_SIZE
EACH = 3  # words of a play that was found: the play, its score, and what is kept (see WEIGHT)
MOST_PLAYS = 1 << 18  # a rack with two blanks has 85,000 on an empty board, and more on an open one

# what the caller sets: the board's size, how many tiles earn a bonus and how large it is, the rack, the letters' values
SIZE, WHOLE_RACK, BONUS, BLANKS, KEPT = GIVEN = Words("SIZE", "WHOLE_RACK", "BONUS", "BLANKS", "KEPT")
ROWS = Words(after=GIVEN, value=64, have=64, weight=65, times_letter=SQUARES, times_word=SQUARES, board=SQUARES)
VALUE, HAVE, WEIGHT = ROWS.value, ROWS.have, ROWS.weight  # WEIGHT: of a tile, which are added to tell what is kept
TIMES_LETTER, TIMES_WORD, BOARD = ROWS.times_letter, ROWS.times_word, ROWS.board
# what the kernel works on: the line, from 1, with -1 at both ends; letters, points and what the other direction says
FOUND, MASK, ANCHOR, BEFORE, BASE, STEP, IS_DOWN, EMPTY = WORKING = Words(
    "FOUND", "MASK", "ANCHOR", "BEFORE", "BASE", "STEP", "IS_DOWN", "EMPTY", after=ROWS
)
LINES = Words(
    after=WORKING,
    allowed=2 * SQUARES,
    sums=2 * SQUARES,
    **{f"line_{name}": MOST_SIZE + 2 for name in ("tile", "points", "allowed", "sum", "letter", "word")},
)
ALLOWED, SUMS, TILE, POINTS = LINES.allowed, LINES.sums, LINES.line_tile, LINES.line_points
MAY, SUM, BY_LETTER, BY_WORD = LINES.line_allowed, LINES.line_sum, LINES.line_letter, LINES.line_word
PLAYS = LINES.end
ALL_WORDS = PLAYS + EACH * MOST_PLAYS
ANY = (1 << 63) - 1


def pieces(jit: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """What searches for plays are made of; see GIVEN and ROWS for what is in w before.

    begin(graph, w) must be called first: it finds what the words in the other direction say. take(w, down, number)
    makes one line that which is worked on. anchors(w, number, place): does a play begin here at its first anchor?
    spell(graph, w, place, before) adds the plays of an anchor to those found, FOUND of them, from word PLAYS on, EACH
    words each; before: the anchor before it, or 0.
    """

    @jit
    def child(graph, node, letter):
        """The node that a letter leads to, -1 where none does; 0 is a node without a letter."""
        letters, bit = graph[node * NODE], 1 << letter
        if letters & bit == 0:
            return -1
        return graph[graph[node * NODE + 2] + count(letters & (bit - 1))]

    @jit
    def cross(graph, w, base, step, place):
        """The letters that a word across this empty square may have there, and the points of its other letters.

        base, step: of the line that crosses; place: of the square on it. Every letter and -1: no word crosses there.
        """
        size, total = w[SIZE], 0
        start, end = place, place + 1
        while start > 0 and w[BOARD + base + (start - 1) * step] != 0:
            start -= 1
            tile = w[BOARD + base + start * step]
            total += 0 if tile & BLANK else w[VALUE + tile]
        while end < size and w[BOARD + base + end * step] != 0:
            tile = w[BOARD + base + end * step]
            total += 0 if tile & BLANK else w[VALUE + tile]
            end += 1
        if end - start == 1:
            return ANY, -1
        node, at = ROOT + 0 * total, place - 1
        if start == place:  # nothing before it: the word backwards, from its last letter
            at = end - 1
            while at > place and node > 0:
                node = child(graph, node, w[BOARD + base + at * step] & LETTER)
                at -= 1
            return (graph[node * NODE + 1] if node > 0 else 0), total
        while at >= start and node > 0:
            node = child(graph, node, w[BOARD + base + at * step] & LETTER)
            at -= 1
        if node > 0:
            node = child(graph, node, 0)
        if node <= 0:
            return 0, total
        if end == place + 1:
            return graph[node * NODE + 1], total
        letters, allowed = graph[node * NODE], 0
        while letters != 0:
            letter = lowest(letters)
            letters &= letters - 1
            below, at = child(graph, node, letter), place + 1
            while at < end - 1 and below > 0:
                below = child(graph, below, w[BOARD + base + at * step] & LETTER)
                at += 1
            if below > 0 and graph[below * NODE + 1] >> (w[BOARD + base + at * step] & LETTER) & 1:
                allowed |= 1 << letter
        return allowed, total

    @jit
    def crosses(graph, w):
        """What the words in the other direction say about each square, for plays across and down."""
        size = w[SIZE]
        empty = 1
        for row in range(size):
            for column in range(size):
                square = row * size + column
                if w[BOARD + square] != 0:
                    empty = 0
                    continue
                w[ALLOWED + square], w[SUMS + square] = cross(graph, w, column, size, row)
                w[ALLOWED + SQUARES + square], w[SUMS + SQUARES + square] = cross(graph, w, row * size, 1, column)
        w[EMPTY] = empty

    @jit
    def note(w, code, tiles, left, score, kept):
        """Writes a play down. left: the place of its first tile on the line."""
        found = w[FOUND]
        if found >= MOST_PLAYS or (tiles == 1 and w[IS_DOWN] and w[SUM + left] >= 0):
            return
        square = w[BASE] + (left - 1) * w[STEP]
        at = PLAYS + EACH * found
        w[at] = code | square << SQUARE_AT | (DOWN if w[IS_DOWN] else 0)
        w[at + 1] = score + (w[BONUS] if tiles == w[WHOLE_RACK] else 0)
        w[at + 2] = kept
        w[FOUND] = found + 1

    @jit
    def forward(graph, w, node, place, code, tiles, left, main, times, side, kept):
        """Spells on from a place of the line; all before it is laid. main, times, side: what is scored so far."""
        while w[TILE + place] > 0:  # what lies there already
            letter = w[TILE + place] & LETTER
            bit, letters = 1 << letter, graph[node * NODE]
            if letters & bit == 0:
                return 0
            main += w[POINTS + place]
            place += 1
            if graph[node * NODE + 1] & bit and w[TILE + place] <= 0:
                note(w, code, tiles, left, main * times + side, kept)
            node = graph[graph[node * NODE + 2] + count(letters & (bit - 1))]
            if node == 0:
                return 0
        if w[TILE + place] < 0 or tiles == MOST_TILES:
            return 0
        letters, first = graph[node * NODE], graph[node * NODE + 2]
        ends = graph[node * NODE + 1] if w[TILE + place + 1] <= 0 else 0
        options = letters & w[MAY + place]
        if w[BLANKS] == 0:
            options &= w[MASK]
        following, crossing, by_word = place + 1, w[SUM + place], w[BY_WORD + place]
        so_many, more = times * by_word, tiles + 1
        while options != 0:
            letter = lowest(options)
            options &= options - 1
            bit = 1 << letter
            below = graph[first + count(letters & (bit - 1))]
            if w[HAVE + letter] > 0:
                points = w[VALUE + letter] * w[BY_LETTER + place]
                here = side + (crossing + points) * by_word if crossing >= 0 else side
                longer, rest = code | letter << TILE_BITS * tiles, kept - w[WEIGHT + letter]
                if ends & bit:
                    note(w, longer, more, left, (main + points) * so_many + here, rest)
                if below != 0:
                    w[HAVE + letter] -= 1
                    if w[HAVE + letter] == 0:
                        w[MASK] ^= bit
                    forward(graph, w, below, following, longer, more, left, main + points, so_many, here, rest)
                    if w[HAVE + letter] == 0:
                        w[MASK] ^= bit
                    w[HAVE + letter] += 1
            if w[BLANKS] > 0:
                here = side + crossing * by_word if crossing >= 0 else side
                longer, rest = code | (letter | BLANK) << TILE_BITS * tiles, kept - w[WEIGHT + BLANK]
                if ends & bit:
                    note(w, longer, more, left, main * so_many + here, rest)
                if below != 0:
                    w[BLANKS] -= 1
                    forward(graph, w, below, following, longer, more, left, main, so_many, here, rest)
                    w[BLANKS] += 1
        return 0

    @jit
    def turned(graph, w, node, place, code, tiles, left, main, times, side, kept):
        """Spells on behind the anchor, if the word may begin at this place of the line."""
        if w[TILE + place - 1] <= 0 and graph[node * NODE] & 1:
            after = graph[graph[node * NODE + 2]]
            forward(graph, w, after, w[ANCHOR] + 1, code, tiles, left, main, times, side, kept)

    @jit
    def backward(graph, w, node, place, code, tiles, left, main, times, side, kept):
        """Spells back from a place of the line; all between it and the anchor is laid."""
        whole = w[TILE + w[ANCHOR] + 1] <= 0  # may a word end at the anchor?
        while w[TILE + place] > 0:
            letter = w[TILE + place] & LETTER
            bit, letters = 1 << letter, graph[node * NODE]
            if letters & bit == 0:
                return 0
            main += w[POINTS + place]
            if whole and graph[node * NODE + 1] & bit and w[TILE + place - 1] <= 0:
                note(w, code, tiles, left, main * times + side, kept)
            node = graph[graph[node * NODE + 2] + count(letters & (bit - 1))]
            if node == 0:
                return 0
            turned(graph, w, node, place, code, tiles, left, main, times, side, kept)
            place -= 1
        if place <= w[BEFORE] or tiles == MOST_TILES:
            return 0
        letters, first = graph[node * NODE], graph[node * NODE + 2]
        ends = graph[node * NODE + 1] if whole and w[TILE + place - 1] <= 0 else 0
        options = letters & w[MAY + place] & ~1
        if w[BLANKS] == 0:
            options &= w[MASK]
        following, crossing, by_word = place - 1, w[SUM + place], w[BY_WORD + place]
        so_many, more = times * by_word, tiles + 1
        while options != 0:
            letter = lowest(options)
            options &= options - 1
            bit = 1 << letter
            below = graph[first + count(letters & (bit - 1))]
            if w[HAVE + letter] > 0:
                points = w[VALUE + letter] * w[BY_LETTER + place]
                here = side + (crossing + points) * by_word if crossing >= 0 else side
                longer, rest, sum = code << TILE_BITS | letter, kept - w[WEIGHT + letter], main + points
                if ends & bit:
                    note(w, longer, more, place, sum * so_many + here, rest)
                if below != 0:
                    w[HAVE + letter] -= 1
                    if w[HAVE + letter] == 0:
                        w[MASK] ^= bit
                    turned(graph, w, below, place, longer, more, place, sum, so_many, here, rest)
                    backward(graph, w, below, following, longer, more, place, sum, so_many, here, rest)
                    if w[HAVE + letter] == 0:
                        w[MASK] ^= bit
                    w[HAVE + letter] += 1
            if w[BLANKS] > 0:
                here = side + crossing * by_word if crossing >= 0 else side
                longer, rest = code << TILE_BITS | letter | BLANK, kept - w[WEIGHT + BLANK]
                if ends & bit:
                    note(w, longer, more, place, main * so_many + here, rest)
                if below != 0:
                    w[BLANKS] -= 1
                    turned(graph, w, below, place, longer, more, place, main, so_many, here, rest)
                    backward(graph, w, below, following, longer, more, place, main, so_many, here, rest)
                    w[BLANKS] += 1
        return 0

    @jit
    def take(w, down, number):
        size = w[SIZE]
        base, step = (number, size) if down else (number * size, 1)
        w[BASE], w[STEP], w[IS_DOWN] = base, step, down
        for at in range(size):
            square, place = base + at * step, at + 1
            tile = w[BOARD + square]
            w[TILE + place] = tile
            w[POINTS + place] = 0 if tile & BLANK else w[VALUE + tile]
            w[MAY + place] = w[ALLOWED + SQUARES * down + square]
            w[SUM + place] = w[SUMS + SQUARES * down + square]
            w[BY_LETTER + place], w[BY_WORD + place] = w[TIMES_LETTER + square], w[TIMES_WORD + square]
        w[TILE], w[TILE + size + 1] = -1, -1

    @jit
    def anchors(w, number, place):
        if w[TILE + place] != 0:
            return False
        if w[EMPTY]:
            return number == w[SIZE] // 2 and place == w[SIZE] // 2 + 1
        return w[SUM + place] >= 0 or w[TILE + place - 1] > 0 or w[TILE + place + 1] > 0

    @jit
    def spell(graph, w, place, before):
        w[ANCHOR], w[BEFORE] = place, before
        none = 0 * place
        backward(graph, w, ROOT + none, place, none, none, none, none, none + 1, none, w[KEPT])

    @jit
    def begin(graph, w):
        w[FOUND], w[MASK] = 0, 0
        for letter in range(64):
            if w[HAVE + letter] > 0:
                w[MASK] |= 1 << letter
        crosses(graph, w)

    return begin, take, anchors, spell


def generator(jit: Callable[..., Any]) -> Callable[..., Any]:
    """generate(graph, w) finds all plays and returns how many; see `pieces` for where they are."""
    begin, take, anchors, spell = pieces(jit)

    @jit
    def generate(graph, w):
        begin(graph, w)
        for down in range(2):
            for number in range(w[SIZE]):
                take(w, down, number)
                before = 0
                for place in range(1, w[SIZE] + 1):
                    if anchors(w, number, place):
                        spell(graph, w, place, before)
                        before = place
        return w[FOUND]

    return generate
