"""Dots and Boxes: whoever draws the fourth side of a box owns it and draws again."""

from typing import NamedTuple

from zermelo import Game


class BoxesState(NamedTuple):
    lines: int  # a bit for each line: the horizontal ones row by row, then the vertical ones
    lead: int  # boxes of player 0 minus boxes of player 1
    player: int


def dots_and_boxes(rows: int = 2, columns: int = 2) -> Game:
    """rows, columns: of boxes."""
    across = (rows + 1) * columns
    count = across + rows * (columns + 1)
    if not (rows >= 1 and columns >= 1 and count <= 62):
        raise ValueError("at least one box and at most 62 lines")
    boxes = []
    for row in range(rows):
        for column in range(columns):
            top = row * columns + column
            left = across + row * (columns + 1) + column
            boxes.append(1 << top | 1 << top + columns | 1 << left | 1 << left + 1)
    boxes = tuple(boxes)

    def initial():
        return BoxesState(0, 0, 0)

    def to_move(state):
        return state.player

    def actions(state):
        return (line for line in range(count) if not state.lines >> line & 1)

    def result(state, line):
        lines = state.lines | 1 << line
        closed = 0
        for box in boxes:
            if lines & box == box and box >> line & 1:
                closed += 1
        gain = closed if state.player == 0 else -closed
        return BoxesState(lines, state.lead + gain, state.player if closed else 1 - state.player)

    def is_terminal(state):
        return state.lines == (1 << count) - 1

    def utility(state, player):
        return float(state.lead) if player == 0 else float(-state.lead)

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=count, max_plies=count, best_utility=float(rows * columns),
        summary="Draw lines, close boxes, and draw again.",
    )  # fmt: skip
