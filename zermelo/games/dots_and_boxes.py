"""Dots and Boxes on a word of lines: whoever draws the fourth side of a box owns it and draws again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.bits import count, lowest, mix, without_lowest
from zermelo.game import Game, game_from_fill
from zermelo.games._board_text import read_square, square
from zermelo.games._named import named
from zermelo.games._words import WIDE_BITS, reverser, word_for
from zermelo.picture import Board

NAMES = ("red", "blue")


class DotsAndBoxesState(NamedTuple):
    lines: Any  # one bit per line, see `Paper`
    boxes: Any  # those of the first player, at the bit of their top line
    lead: int  # boxes of the first player minus those of the second
    player: int


class Paper(NamedTuple):
    """How lines and boxes lie in words, for the rules and for evaluations.

    A row of horizontal lines is followed by the row of vertical lines below it: of two rows of two boxes

        ·0·1·
        2 3 4
        ·5·6·
        7 8 9
        ·10·11·

    the boxes have their top lines' bits 0, 1, 5 and 6, and all boxes have their other lines at the same distances.
    """

    word: type
    stride: int  # from a line to the one below it
    lines: int
    boxes: Any  # the bits of all boxes
    sides: Callable[..., Any]  # (lines) the boxes with exactly two lines, with exactly three, and with four
    missing: Callable[..., Any]  # (lines, boxes) the lines that these boxes lack


def paper(rows: int, columns: int) -> Paper:
    """The lines of so many rows and columns of boxes."""
    stride = 2 * columns + 1
    lines = rows * stride + columns
    word = word_for(lines)
    boxes = word(sum(1 << row * stride + column for row in range(rows) for column in range(columns)))
    left, right = columns, columns + 1  # from a box's top line to those at its sides

    def sides(drawn):
        """Adds up four bits for all boxes at a time."""
        top, bottom, west, east = drawn, drawn >> stride, drawn >> left, drawn >> right
        upright, flat = west & east, top & bottom
        one_upright, one_flat = west ^ east, top ^ bottom
        two = (upright & ~(top | bottom)) | (flat & ~(west | east)) | (one_upright & one_flat)
        three = (upright & one_flat) | (flat & one_upright)
        return two & boxes, three & boxes, upright & flat & boxes

    def missing(drawn, wanted):
        found = wanted | wanted << stride | wanted << left | wanted << right
        return found & ~drawn

    return Paper(word, stride, lines, boxes, sides, missing)


def dots_and_boxes(rows: int = 4, columns: int = 4) -> Game:
    """Red begins.

    Players draw a line between two dots in turn. Who closes one or two boxes with a line owns them and must draw
    another one. The result is the difference of boxes. A line is written as the dots that it joins, a1-b1 or a1-a2.

    rows (1 to 42): of boxes.
    columns (1 to 25): of boxes.
    """
    if rows < 1 or columns < 1 or columns > 25 or rows * (2 * columns + 1) + columns > WIDE_BITS:
        raise ValueError(
            f"{rows} rows of {columns} boxes do not fit: at least one of each, and at most {WIDE_BITS} lines"
        )
    word, stride, lines, all_boxes, sides, missing = paper(rows, columns)
    none, one = word(0), word(1)
    all_lines = word((1 << lines) - 1)
    is_square = rows == columns
    turned, boxes_turned = reverser(lines, word), reverser((rows - 1) * stride + columns, word)  # by half
    flat, upright = word((1 << columns) - 1), word((1 << columns + 1) - 1)

    def initial():
        return DotsAndBoxesState(none, none, 0, 0)

    def to_move(state):
        return state.player

    def write(waiting, buffer, total):
        while waiting != none:
            buffer[total] = lowest(waiting)
            waiting = without_lowest(waiting)
            total += 1
        return total

    def fill(state, buffer):
        """First the lines that close a box, then those that give none away."""
        two, three, _ = sides(state.lines)
        closing = missing(state.lines, three)
        giving = missing(state.lines, two) & ~closing
        total = write(closing, buffer, 0)
        total = write(all_lines & ~(state.lines | closing | giving), buffer, total)
        return write(giving, buffer, total)

    def closed_by(drawn, line):
        """The boxes that have the line, which is drawn, as their last."""
        bit = one << line
        beside = bit | bit >> stride | bit >> columns | bit >> columns + 1
        _, _, four = sides(drawn)
        return beside & four & all_boxes

    def result(state, line):
        drawn = state.lines | one << line
        fresh = closed_by(drawn, line)
        gain = count(fresh)
        if gain == 0:
            return DotsAndBoxesState(drawn, state.boxes, state.lead, 1 - state.player)
        if state.player == 0:
            return DotsAndBoxesState(drawn, state.boxes | fresh, state.lead + gain, 0)
        return DotsAndBoxesState(drawn, state.boxes, state.lead - gain, 1)

    def is_terminal(state):
        return state.lines == all_lines

    def utility(state, player):
        return float(state.lead if player == 0 else -state.lead)

    def key(state):
        return mix(mix(state.lines) ^ (2 * (state.lead + rows * columns) + state.player))

    # --- symmetries: what a key needs is done with the whole word, or row by row

    def upside_down(bits):
        """Each row of lines in the place of its mirror image."""
        found = none
        for _ in range(rows):
            found = (found << stride) | (bits & flat) << columns + 1 | (bits >> columns & upright)
            bits >>= stride
        return (found << columns) | bits & flat

    def transposed(bits):
        """Rows and columns exchanged."""
        found = none
        for row in range(rows):
            for column in range(columns + 1):
                found |= (bits >> (row * stride + columns + column) & one) << column * stride + row
                found |= (bits >> (column * stride + row) & one) << row * stride + columns + column
        return found

    def boxes_upside_down(bits):
        found = none
        for _ in range(rows):
            found = (found << stride) | bits & flat
            bits >>= stride
        return found

    def boxes_transposed(bits):
        found = none
        for row in range(rows):
            for column in range(columns):
                found |= (bits >> (row * stride + column) & one) << column * stride + row
        return found

    def symmetries(state):
        drawn, boxes = state.lines, state.boxes
        for turn in range(8 if is_square else 4):
            yield DotsAndBoxesState(drawn, boxes, state.lead, state.player)
            if turn == 3:
                drawn, boxes = transposed(drawn), boxes_transposed(boxes)
            elif turn & 1 == 0:
                drawn, boxes = turned(drawn), boxes_turned(boxes)
            else:
                drawn, boxes = upside_down(drawn), boxes_upside_down(boxes)

    # --- text and picture

    def dots_of(line):
        """The two dots of a line, as (row, column)."""
        row, place = divmod(line, stride)
        if place < columns:
            return (row, place), (row, place + 1)
        return (row, place - columns), (row + 1, place - columns)

    def format_action(state, line):
        return "-".join(square(*dot) for dot in dots_of(line))

    def parse_action(state, text):
        """Also b1-a1, a1b1 and "a1 b1"."""
        names = text.lower().replace("-", " ").split()
        if len(names) == 1:
            cut = next((i for i in range(1, len(text)) if text[i].isalpha()), 0)
            names = [text[:cut], text[cut:]]
        dots = [read_square(name, rows + 1, columns + 1) for name in names]
        if len(dots) != 2 or None in dots:
            return None
        wanted = sorted(dot for dot in dots if dot)
        found = (line for line in range(lines) if list(dots_of(line)) == wanted and not state.lines & (one << line))
        return next(found, None)

    def owner_of(state, row, column):
        bit = one << (row * stride + column)
        if sides(state.lines)[2] & bit == none:
            return "."
        return "r" if state.boxes & bit != none else "b"

    def format_state(state):
        """The rows of lines from the top, - and | where one is drawn, with the owners of boxes between."""
        text = []
        for row in range(2 * rows + 1):
            start = row // 2 * stride
            marks = [
                ("|" if row % 2 else "-") if state.lines & (one << place) != none else "."
                for place in range(start + columns * (row % 2), start + columns + (columns + 1) * (row % 2))
            ]
            if row % 2:
                owners = [owner_of(state, row // 2, column) for column in range(columns)]
                marks = [*(mark for pair in zip(marks, owners, strict=False) for mark in pair), marks[-1]]
            text.append("".join(marks))
        return f"{'/'.join(text)} {NAMES[state.player]}"

    def parse_state(text):
        words = text.lower().replace("/", " ").split()
        marks, rest = words[:-1], words[-1:]
        lengths = [2 * columns + 1 if row % 2 else columns for row in range(2 * rows + 1)]
        if [len(line) for line in marks] != lengths or rest[0] not in NAMES:
            raise ValueError(f"give the lines and boxes, row by row, and who is to move: {format_state(initial())}")
        drawn, mine, lead = 0, 0, 0
        for row, line in enumerate(marks):
            start = row // 2 * stride
            if row % 2 == 0:
                places = [start + column for column in range(columns)]
                found = line
            else:
                places = [start + columns + column for column in range(columns + 1)]
                found = line[::2]
            if set(found) - set(".|" if row % 2 else ".-"):
                raise ValueError(f"a line is . or {'|' if row % 2 else '-'}, not as in '{line}'")
            drawn |= sum(1 << place for place, mark in zip(places, found, strict=True) if mark != ".")
        state = DotsAndBoxesState(word(drawn), none, 0, NAMES.index(rest[0]))
        closed = sides(state.lines)[2]
        for row in range(rows):
            for column in range(columns):
                owner, place = marks[2 * row + 1][2 * column + 1], row * stride + column
                if (owner in "rb") != (closed & (one << place) != none) or owner not in "rb.":
                    raise ValueError(f"a box has an owner, r or b, if its four lines are drawn, else .; not '{owner}'")
                mine |= int(owner == "r") << place
                lead += {"r": 1, "b": -1, ".": 0}[owner]
        return DotsAndBoxesState(state.lines, word(mine), lead, state.player)

    def picture(state):
        """Dots in every second row and column, with lines and boxes between."""
        cells = [["" for _ in range(2 * columns + 1)] for _ in range(2 * rows + 1)]
        for row in range(rows + 1):
            for column in range(columns + 1):
                cells[2 * row][2 * column] = "·"
        for line in range(lines):
            if state.lines & (one << line) != none:
                row, column = middle_of(line)
                cells[row][column] = "─" if column % 2 else "│"
        for row in range(rows):
            for column in range(columns):
                owner = owner_of(state, row, column)
                cells[2 * row + 1][2 * column + 1] = {"r": "red", "b": "blue", ".": " "}[owner]
        closed = count(sides(state.lines)[2])
        score = f"red {(closed + state.lead) // 2}, blue {(closed - state.lead) // 2}"
        turn = "" if is_terminal(state) else f"; {NAMES[state.player]} to move"
        return Board(
            cells=tuple(map(tuple, cells)),
            rows=tuple(str(row // 2 + 1) if row % 2 == 0 else "" for row in range(2 * rows + 1)),
            columns=tuple(chr(ord("a") + column // 2) if column % 2 == 0 else "" for column in range(2 * columns + 1)),
            shape="dots",
            caption=f"{score}{turn}",
        )

    def middle_of(line):
        (row, column), (lower, further) = dots_of(line)
        return row + lower, column + further

    def touches(state, line):
        return (middle_of(line),)

    def ending(state):
        boxes = rows * columns
        more, less = (boxes + abs(state.lead)) // 2, (boxes - abs(state.lead)) // 2
        return f"with {more} boxes to {less}" if more > less else f"with {more} boxes each"

    return game_from_fill(
        fill,
        max_actions=lines,
        label="Dots and Boxes",
        summary="draw lines; who closes a box owns it and draws again",
        max_plies=lines,
        best_utility=float(rows * columns),
        points="boxes",
        player_names=NAMES,
        **named(initial, to_move, result, is_terminal, utility, key, symmetries),
        **named(format_action, parse_action, format_state, parse_state, picture, ending, touches),
    )
