"""Nine Men's Morris on bits: place your men, then move them; three in a line are a mill and take one of the other's."""

from __future__ import annotations

import re
from typing import NamedTuple

from zermelo.bits import count, lowest, mix, reverse, without_lowest
from zermelo.game import Game, game_from_fill
from zermelo.games._named import named
from zermelo.picture import Arranging, Board

# The 24 points, eight in each of three squares, clockwise from the top left; the outer square has the lowest bits.
#
#      0 ───────── 1 ───────── 2
#      │   8 ───── 9 ──── 10   │
#      │   │  16  17  18   │   │
#      7  15  23      19  11   3
#      │   │  22  21  20   │   │
#      │  14 ──── 13 ──── 12   │
#      6 ───────── 5 ───────── 4
POINTS = 24
BOARD = (1 << POINTS) - 1
MIDDLES, CORNERS = 0xAAAAAA, 0x555555  # of the sides; the squares are joined at the middles
RING = 8  # from a point to the one in the next square

NAMES = ("white", "black")
LEAST = 3  # men; who has fewer has lost, and who has so many may fly
MOST_MEN = 9
PATIENCE = 100  # plies without a mill in which nothing was placed, that make a draw
HAND = NOTHING = 31  # instead of a point: a man comes from the hand; nothing is taken
MOST = 288  # actions: there are 32 lines between points to move along, and nine men to take

PLACES = tuple(
    (3 + (3 - ring) * down, 3 + (3 - ring) * right)
    for ring in range(3)
    for down, right in ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
)  # [point] row and column of a board of seven


class NineMensMorrisState(NamedTuple):
    white: int  # men on the board, one bit per point
    black: int
    white_hand: int  # men to be placed
    black_hand: int
    player: int  # to move: 0 white, 1 black
    quiet: int  # plies since a man was placed or taken


# --- the board ------------------------------------------------------------------------------------------------------


def ahead(men):
    """All men one point further clockwise."""
    return (men << 1) & 0xFEFEFE | (men >> 7) & 0x010101


def back(men):
    """All men one point further counterclockwise."""
    return (men >> 1) & 0x7F7F7F | (men << 7) & 0x808080


def near(men):
    """The points that a line joins with one of these."""
    middles = men & MIDDLES
    return ahead(men) | back(men) | (middles << RING) & BOARD | middles >> RING


def in_mills(men):
    """The men that stand in a mill."""
    sides = men & ahead(men) & back(men) & MIDDLES
    across = men & men >> RING & men >> 2 * RING & MIDDLES
    return sides | ahead(sides) | back(sides) | across | across << RING | across << 2 * RING


def completing(men):
    """The points where one more man makes a mill; men may stand there already."""
    once, twice = ahead(men), ahead(ahead(men))
    before, earlier = back(men), back(back(men))
    corners = (once & twice | before & earlier) & CORNERS
    inward, outward = men >> RING, (men << RING) & BOARD
    across = inward & men >> 2 * RING & 0xAA | inward & outward & 0xAA00 | outward & men << 2 * RING & 0xAA0000
    return corners | once & before & MIDDLES | across & MIDDLES


def quarter_turned(men):
    """The board turned by a quarter."""
    return (men << 2) & 0xFCFCFC | (men >> 6) & 0x030303


def turned_inside_out(men):
    """The outer and the inner square exchanged."""
    return men >> 2 * RING | men & 0xFF00 | (men & 0xFF) << 2 * RING


def mirrored(men):
    """The board mirrored at a diagonal, and inside out."""
    return ahead(reverse(men << (63 - POINTS)) >> 1)


def next_image(men, turn):
    """From one of the 16 images of a board, counted from 0, to the next one."""
    men = quarter_turned(men)
    if turn & 3 != 3:
        return men
    return mirrored(men) if turn == 7 else turned_inside_out(men)


# --- the game -------------------------------------------------------------------------------------------------------


def nine_mens_morris(men: int = 9, flying: bool = True) -> Game:
    """White begins.

    All men are placed first, then they move to a neighbouring point. Who makes a mill, three men in a line, takes a man
    that stands in none, or any if all do. Who has fewer than three men, or cannot move, has lost. A hundred plies
    without a man placed or taken, or a position for the third time, are a draw.

    men (3 to 9): of each player.
    flying: who has three men left moves them to any point.
    """
    if not LEAST <= men <= MOST_MEN:
        raise ValueError(f"men must be {LEAST} to {MOST_MEN}, not {men}")

    def initial():
        return NineMensMorrisState(0, 0, men, men, 0, 0)

    def to_move(state):
        return state.player

    def sides(state):
        """Own men, the other's, and own men in hand."""
        if state.player == 0:
            return state.white, state.black, state.white_hand
        return state.black, state.white, state.black_hand

    def may_fly(mine):
        return flying and count(mine) == LEAST

    def write(start, targets, takeable, buffer, total):
        """Writes the actions of one man: those to targets, each with every man that can be taken."""
        while targets:
            target = lowest(targets)
            targets = without_lowest(targets)
            waiting = takeable
            if waiting == 0:
                buffer[total] = NOTHING << 10 | start << 5 | target
                total += 1
            while waiting:
                buffer[total] = lowest(waiting) << 10 | start << 5 | target
                waiting = without_lowest(waiting)
                total += 1
        return total

    def fill(state, buffer):
        """First the mills, then the other moves."""
        mine, theirs, hand = sides(state)
        empty = BOARD & ~(mine | theirs)
        takeable = theirs & ~in_mills(theirs)
        if takeable == 0:
            takeable = theirs
        if hand:
            mills = completing(mine) & empty
            total = write(HAND, mills, takeable, buffer, 0)
            return write(HAND, empty & ~mills, 0, buffer, total)
        flies = may_fly(mine)
        total = 0
        for makes_mill in (True, False):
            waiting = mine
            while waiting:
                start = lowest(waiting)
                waiting = without_lowest(waiting)
                targets = empty if flies else near(1 << start) & empty
                mills = completing(mine ^ 1 << start) & targets
                if makes_mill:
                    total = write(start, mills, takeable, buffer, total)
                else:
                    total = write(start, targets & ~mills, 0, buffer, total)
        return total

    def result(state, action):
        target, start, taken = action & 31, action >> 5 & 31, action >> 10
        mine, theirs, hand = sides(state)
        mine |= 1 << target
        quiet = state.quiet + 1
        if start == HAND:
            hand -= 1
            quiet = 0
        else:
            mine ^= 1 << start
        if taken != NOTHING:
            theirs ^= 1 << taken
            quiet = 0
        if state.player == 0:
            return NineMensMorrisState(mine, theirs, hand, state.black_hand, 1, quiet)
        return NineMensMorrisState(theirs, mine, state.white_hand, hand, 0, quiet)

    def has_few(state):
        mine, _, hand = sides(state)
        return count(mine) + hand < LEAST

    def is_blocked(state):
        mine, theirs, hand = sides(state)
        empty = BOARD & ~(mine | theirs)
        return hand == 0 and near(mine) & empty == 0 and not (may_fly(mine) and empty)

    def adjudicated(state):
        return state.quiet >= PATIENCE or has_few(state)

    def is_terminal(state):
        return adjudicated(state) or is_blocked(state)

    def utility(state, player):
        if not has_few(state) and not is_blocked(state):
            return 0.0
        return -1.0 if player == state.player else 1.0

    def ending(state):
        if has_few(state):
            return "by leaving the other two men"
        return "by blocking all men" if is_blocked(state) else f"after {PATIENCE} plies without a mill"

    def reversible(state):
        return state.quiet

    def key(state):
        hands = (state.white_hand << 4 | state.black_hand) << 1 | state.player
        return mix((hands << POINTS | state.white) << POINTS | state.black)

    def symmetries(state):
        white, black = state.white, state.black
        for turn in range(16):
            yield NineMensMorrisState(white, black, state.white_hand, state.black_hand, state.player, state.quiet)
            white, black = next_image(white, turn), next_image(black, turn)

    def name(point):
        row, column = PLACES[point]
        return f"{'abcdefg'[column]}{7 - row}"

    def format_action(state, action):
        target, start, taken = action & 31, action >> 5 & 31, action >> 10
        moved = name(target) if start == HAND else f"{name(start)}-{name(target)}"
        return moved if taken == NOTHING else f"{moved}x{name(taken)}"

    def man_at(state, point):
        return "w" if state.white >> point & 1 else "b" if state.black >> point & 1 else "."

    def format_state(state):
        """The three squares clockwise from the top left, the men in hand, who is to move, and quiet plies."""
        rings = "/".join(
            "".join(man_at(state, point) for point in range(ring, ring + RING)) for ring in range(0, POINTS, RING)
        )
        quiet = f" {state.quiet}" if state.quiet else ""
        return f"{rings} {state.white_hand} {state.black_hand} {NAMES[state.player][0]}{quiet}"

    def parse_state(text):
        found = re.fullmatch(
            r"((?:[wb.]{8}[/\s]){2}[wb.]{8})\s+(\d)\s+(\d)\s+([wb])(?:\s+(\d{1,3}))?", text.strip().lower()
        )
        if not found:
            raise ValueError(
                f"give the outer, middle and inner square clockwise from the top left, men in hand and who is to move: "
                f"{format_state(initial())}"
            )
        board = re.sub(r"[/\s]", "", found[1])
        white, black = (sum(1 << point for point in range(POINTS) if board[point] == who) for who in "wb")
        hands = int(found[2]), int(found[3])
        for side, on_board, hand in zip(NAMES, (white, black), hands, strict=True):
            if count(on_board) + hand > men:
                raise ValueError(f"{side} has {count(on_board) + hand} men; {men} are the most")
        player = "wb".index(found[4])
        if any(hands) and hands[1] - hands[0] != player:
            raise ValueError("white places first, and then both in turn: the men in hand do not fit who is to move")
        if count(black if player == 0 else white) + hands[1 - player] < LEAST:
            raise ValueError("the game would have ended before")
        quiet = int(found[5] or 0)
        if quiet > PATIENCE or (quiet and any(hands)):
            raise ValueError(f"quiet plies are 0 to {PATIENCE}, and 0 while men are placed")
        return NineMensMorrisState(white, black, *hands, player, quiet)

    def picture(state):
        cells = [[""] * 7 for _ in range(7)]
        for point, (row, column) in enumerate(PLACES):
            cells[row][column] = {"w": "○", "b": "●", ".": ""}[man_at(state, point)]
        in_hand = f"men in hand: white {state.white_hand}, black {state.black_hand}"
        told = [in_hand] if state.white_hand + state.black_hand else []
        told += [] if is_terminal(state) else [f"{NAMES[state.player]} to move"]
        return Board(
            cells=tuple(map(tuple, cells)),
            rows=tuple("7654321"),
            columns=tuple("abcdefg"),
            shape="crossing",
            joined=tuple(
                (PLACES[point], PLACES[other])
                for point in range(POINTS)
                for other in range(point + 1, POINTS)
                if near(1 << point) >> other & 1
            ),
            caption="; ".join(told),
        )

    def touches(state, action):
        points = action >> 5 & 31, action & 31, action >> 10
        return tuple(PLACES[point] for point in points if point < POINTS)

    def written(state, cells, mover):
        """The men in hand are those of the state as long as they fit what is on the board."""
        points = "".join({"○": "w", "●": "b", "": "."}[cells[row][column]] for row, column in PLACES)
        hands = state.white_hand, state.black_hand
        fits = all(points.count(who) + hand <= men for who, hand in zip("wb", hands, strict=True))
        if not fits or hands[1] - hands[0] != mover:
            hands = (0, 0)
        return f"{points[:8]}/{points[8:16]}/{points[16:]} {hands[0]} {hands[1]} {'wb'[mover]}"

    return game_from_fill(
        fill,
        arranging=Arranging(("○", "●"), written),
        max_actions=MOST,
        label="Nine Men's Morris",
        summary="three in a line take a man; two men left, or no move, lose",
        best_utility=1.0,
        player_names=NAMES,
        **named(initial, to_move, result, is_terminal, utility, key, symmetries, adjudicated, reversible),
        **named(format_action, format_state, parse_state, picture, ending, touches),
    )
