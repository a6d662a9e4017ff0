"""A backgammon board as SVG: player 0 has the black checkers and the home at the bottom right."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.picture import Points
from zermelo.show.canvas import Drawing, box, disc, polygon, write
from zermelo.show.words import point_number, point_rows

LABEL, COUNT = 12.0, 14.0  # font sizes
POINT = 38.0  # the width of a point
SPIKE = 5 * POINT - 8  # its height
GAP = 34.0  # between the points above and below, for the dice
RIM = 14.0  # the frame; the numbers stand outside it
BAR = 44.0
TRAY = 48.0  # for the checkers that are off
RADIUS = POINT / 2 - 1.5
MOST = 5  # checkers drawn in a stack; a higher one shows its count
COLOURS = ("black-disc", "white-disc")
ON_DISC = ("on-black", "on-white")
DIE = 26.0
PIPS = {1: "E", 2: "AI", 3: "AEI", 4: "ACGI", 5: "ACEGI", 6: "ACDFGI"}  # on a grid of 3 × 3, A to I


def points(picture: Points) -> Drawing:
    """Draws the points, the bar, the checkers that are off, the dice and the cube."""
    above, below = point_rows(len(picture.points))
    half = len(below) // 2
    numbers = LABEL + 8
    inner_width = max(len(above), len(below)) * POINT + BAR
    inner_height = 2 * SPIKE + GAP
    top, left = numbers + RIM, RIM
    bottom = top + inner_height
    bar_x = left + half * POINT + BAR / 2
    tray_x = left + inner_width + RIM
    parts = [
        box(0, numbers, inner_width + 3 * RIM + TRAY, inner_height + 2 * RIM, "wood", corner=8),
        box(left, top, half * POINT, inner_height, "felt"),
        box(left + half * POINT + BAR, top, inner_width - half * POINT - BAR, inner_height, "felt"),
        box(tray_x, top, TRAY, inner_height, "felt"),
    ]
    for row, (indices, base, up) in enumerate(((above, top, 1), (below, bottom, -1))):
        for place, index in enumerate(indices):
            x = left + (place + 0.5) * POINT + (BAR if place >= half else 0)
            spike = [(x - POINT / 2, base), (x + POINT / 2, base), (x, base + up * SPIKE)]
            parts.append(polygon(spike, "spike dark" if (place + row) % 2 else "spike"))
            parts.append(_stack(x, base, up, picture.points[index]))
            label_at = LABEL / 2 if up > 0 else bottom + RIM + 8 + LABEL / 2
            parts.append(
                write(x, label_at, str(point_number(len(picture.points), index, picture.numbered)), LABEL, "faint")
            )
    middle = top + inner_height / 2
    for player, towards in ((0, -1), (1, 1)):  # on the side where they re-enter
        parts.append(_stack(bar_x, middle + towards * (GAP / 2 - 8), towards, _signed(picture.bar, player)))
        parts.append(_borne_off(tray_x, bottom if player == 0 else top, player, picture.off[player]))
    if picture.cube:  # in the middle of the bar, or at the side of its owner
        at = {0: bottom - DIE / 2 - 4, 1: top + DIE / 2 + 4}.get(picture.owner, middle)
        parts.append(box(bar_x - DIE / 2, at - DIE / 2, DIE, DIE, "die", corner=5))
        parts.append(write(bar_x, at, str(picture.cube), COUNT if picture.cube < 100 else LABEL - 3, "on-die"))
    right_half = (inner_width - half * POINT - BAR) / 2
    parts.append(_dice(left + half * POINT + BAR + right_half, middle, picture.dice))
    return Drawing(
        "".join(parts),
        width=inner_width + 3 * RIM + TRAY,
        height=bottom + RIM + numbers,
        title=picture.caption or "a backgammon board",
        caption=picture.caption,
    )


def _signed(counts: tuple[int, int], player: int) -> int:
    return counts[player] if player == 0 else -counts[player]


def _stack(x: float, base: float, up: int, checkers: int) -> str:
    """Checkers from the base up; the sign says whose. If not all are shown, the last one bears their number."""
    count, player = abs(checkers), 0 if checkers > 0 else 1
    last = min(count, MOST) - 1
    parts = [
        disc(x, base + up * (place * 2 * RADIUS + RADIUS + 1), RADIUS, COLOURS[player]) for place in range(last + 1)
    ]
    if count > MOST:
        parts.append(write(x, base + up * (last * 2 * RADIUS + RADIUS + 1), str(count), COUNT, ON_DISC[player]))
    return "".join(parts)


def _borne_off(x: float, base: float, player: int, count: int) -> str:
    """Checkers on their edges, and how many."""
    up = -1 if player == 0 else 1
    high = min(9.0, (SPIKE - 30) / max(1, count))
    parts = [
        box(
            x + 5, base + up * (4 + (place + 0.5) * high) - high * 0.4, TRAY - 10, high * 0.8, COLOURS[player], corner=2
        )
        for place in range(count)
    ]
    if count:
        parts.append(write(x + TRAY / 2, base + up * (SPIKE - 6), str(count), COUNT, "on-felt"))
    return "".join(parts)


def _dice(x: float, y: float, dice: Sequence[int]) -> str:
    """Dice in a row around (x, y); a number that is on no die is written out."""
    parts = []
    step = DIE + 8
    for place, number in enumerate(dice):
        middle = x + (place - (len(dice) - 1) / 2) * step
        parts.append(box(middle - DIE / 2, y - DIE / 2, DIE, DIE, "die", corner=5))
        if number not in PIPS:
            parts.append(write(middle, y, str(number), COUNT, "on-die"))
            continue
        for pip in PIPS[number]:
            row, column = divmod(ord(pip) - ord("A"), 3)
            parts.append(disc(middle + (column - 1) * 7.5, y + (row - 1) * 7.5, 2.4, "pip"))
    return "".join(parts)
