"""A picture as plain text, for a terminal, a docstring or a test."""

from __future__ import annotations

from zermelo.picture import Bar, Bars, Board, Cards, Lines, Node, Picture, Points, Track, Tree
from zermelo.show.text_board import board_rows
from zermelo.show.words import (
    bet_words,
    chips_words,
    filled,
    number,
    one_line,
    player_number,
    point_number,
    point_rows,
    pot_words,
    width,
)

BAR_LENGTH = 20
SYMBOLS = {"max": "▲", "min": "▼", "chance": "●"}
CHECKERS = "●○"  # of player 0 and player 1
HIGH = 5  # checkers drawn in a stack; a higher one shows its count
STATES = {"cut": "✂ cut", "best": "★ best", "current": "◀ current"}
STROKES = {"cut": ("├╌", "└╌"), "best": ("┝━", "┕━")}  # the line to a child, and to the last child


def text(picture: Picture) -> str:
    """Draws the picture in monospaced characters; lines are separated by newlines, with none at the end."""
    match picture:
        case Board():
            dice = [f"dice: {' '.join(map(str, picture.dice))}"] if picture.dice else []
            lines = [*board_rows(picture), *dice, *picture.caption.splitlines()]
        case Bars():
            lines = [*_bars(picture.bars), *picture.caption.splitlines()]
        case Tree():
            lines = [*_tree(picture.root), *picture.caption.splitlines()]
        case Cards():
            lines = [*_hands(picture), *picture.caption.splitlines()]
        case Points():
            lines = [*_points(picture), *picture.details, *picture.caption.splitlines()]
        case Track():
            lines = [*_track(picture), *picture.details, *picture.caption.splitlines()]
        case Lines():
            lines = list(picture.lines)
    return "\n".join(line.rstrip() for line in lines)


def _bars(bars: tuple[Bar, ...]) -> list[str]:
    labels = [one_line(bar.label) for bar in bars]
    values = [number(bar.value) for bar in bars]
    label_width = max(map(width, labels), default=0)
    value_width = max(map(width, values), default=0)
    lines = []
    for bar, label, value in zip(bars, labels, values, strict=True):
        marker = "▸" if bar.active else " "
        lines.append(f"{marker} {label}{' ' * (label_width - width(label))}  {value:>{value_width}}  {_bar(bar)}")
    return lines


def _bar(bar: Bar) -> str:
    """One block per unit where that fits, so that piles can be counted."""
    if bar.most <= 0:
        return ""
    length = int(bar.most) if bar.most <= BAR_LENGTH and float(bar.most).is_integer() else BAR_LENGTH
    full = round(length * filled(bar.value, bar.most))
    return "▇" * full + "·" * (length - full)


def _hands(picture: Cards) -> list[str]:
    """Who holds which cards, with chips, bets and notes, and the pot; an empty place for a card to come is a dot."""
    labels = [one_line(hand.label) for hand in picture.hands]
    label_width = max(map(width, labels), default=0)
    lines = []
    for hand, label in zip(picture.hands, labels, strict=True):
        hidden = "?" if hand.dice else "▒▒"
        shown = [*(one_line(card) or hidden for card in hand.cards), *["··"] * (hand.places - len(hand.cards))]
        told = [part for part in (chips_words(hand), bet_words(hand), one_line(hand.note)) if part]
        marker, cards = "▸" if hand.active else " ", " ".join(shown) or "–"
        line = f"{marker} {label}{' ' * (label_width - width(label))}  {cards}"
        lines.append(f"{line}  ({', '.join(told)})" if told else line)
    return [*lines, pot_words(picture)] if picture.pot is not None else lines


def _points(picture: Points) -> list[str]:
    """Player 0's home is at the bottom right; checkers on the bar stand on the side where they re-enter."""
    above, below = point_rows(len(picture.points))
    half = len(below) // 2
    first, second = picture.bar

    def line(indices: range, bar: int, height: int | None) -> str:
        """The points' numbers, or the checkers at a height."""
        if height is None:
            shown = [str(point_number(len(picture.points), index, picture.numbered)) for index in indices]
        else:
            shown = [_checker(picture.points[index], height) for index in indices]
        cells = [f" {cell:>2}" for cell in shown]
        middle = " " if height is None else _checker(bar, height)
        return f"{''.join(cells[:half])} │{middle:>2} │{''.join(cells[half:])}"

    lines = [line(above, 0, None)]
    lines += [line(above, first, height) for height in range(HIGH)]
    lines.append(" " * 3 * half + " │   │")
    lines += [line(below, -second, height) for height in reversed(range(HIGH))]
    lines.append(line(below, 0, None))
    if any(picture.off):
        lines.append("off: " + ", ".join(f"{CHECKERS[player]} {count}" for player, count in enumerate(picture.off)))
    if picture.dice:
        lines.append(f"dice: {' '.join(map(str, picture.dice))}")
    if picture.cube:
        lines.append(f"cube: {picture.cube}" + (f" of {CHECKERS[picture.owner]}" if picture.owner >= 0 else ""))
    return lines


def _checker(count: int, height: int) -> str:
    """What a stack shows at a height, from 0; the topmost place says how many checkers there are."""
    if abs(count) > HIGH and height == HIGH - 1:
        return str(abs(count))
    return CHECKERS[count < 0] if height < abs(count) else ""


def _track(picture: Track) -> list[str]:
    """A ring of squares, each with what the game writes there and the tokens."""
    size = picture.side + 1
    cells = [[""] * size for _ in range(size)]
    for index, place in enumerate(picture.places):
        row, column = picture.cell(index)
        cells[row][column] = place.short + "".join(_symbol(f"player {player - 1}") for player in place.tokens)
    ring = {picture.cell(index) for index in range(len(picture.places))}
    inside = frozenset((row, column) for row in range(size) for column in range(size) if (row, column) not in ring)
    marked = frozenset(picture.cell(index) for index in picture.marked if 0 <= index < len(picture.places))
    return board_rows(Board(tuple(map(tuple, cells)), absent=inside, marked=marked))


def _tree(root: Node) -> list[str]:
    lines = [_node(root)]
    waiting = _family(root, "")
    while waiting:
        node, indent, last = waiting.pop()
        stroke = STROKES.get(node.state, ("├─", "└─"))[last]
        edge = f"{one_line(node.edge)} → " if node.edge else ""
        lines.append(f"{indent}{stroke} {edge}{_node(node)}")
        waiting += _family(node, indent + ("   " if last else "│  "))
    return lines


def _family(node: Node, indent: str) -> list[tuple[Node, str, bool]]:
    """The children, each with its indent and whether it is the last; reversed, so that the first is popped first."""
    return [(child, indent, place == 0) for place, child in enumerate(reversed(node.children))]


def _node(node: Node) -> str:
    note = f"({one_line(node.note)})" if node.note else ""
    alike = f"⟨{node.alike + 1}⟩" if node.alike >= 0 else ""
    words = (_symbol(node.kind), one_line(node.name), one_line(node.label), note, alike, STATES.get(node.state, ""))
    return " ".join(word for word in words if word)


def _symbol(kind: str) -> str:
    player = player_number(kind)
    if player is None:
        return SYMBOLS.get(kind, "")
    return chr(ord("①") + player - 1) if player <= 20 else f"({player})"
