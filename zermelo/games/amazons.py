"""The game of the Amazons: move a queen, let her shoot an arrow; who cannot move has lost."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.bits import lowest, without_lowest
from zermelo.game import Game, game_from_fill
from zermelo.games._board_text import drawn, read_rows, read_square, square, write_rows
from zermelo.games._named import named
from zermelo.games._words import SALT, has, hashed, toggler, words_of
from zermelo.installed import np
from zermelo.picture import Arranging, written_rows

EACH = 4  # amazons of a side
NOBODY = -1
WAYS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))  # (row, column) steps of a queen


class AmazonsState(NamedTuple):
    white: Any  # words of amazons: one bit per square, row by row from a1
    black: Any
    taken: Any  # words of all squares that are not empty: amazons and arrows
    player: int  # to move: 0 is white
    shooter: int  # the square of the amazon that has moved and must shoot; NOBODY: one is to move


def amazons(size: int = 10) -> Game:
    """White begins.

    An amazon moves as a chess queen, then shoots an arrow, which flies likewise and blocks its square for good. Nobody
    moves or shoots over an arrow or an amazon. Who cannot move has lost.

    Moving and shooting are two actions of one player, "d1-d7" and "/g7". The amazons stand a third of the way along the
    sides, as on the board of ten: a4 d1 g1 j4 and a7 d10 g10 j7.

    size (4 to 10): of the board, which is a square.
    """
    if not 4 <= size <= 10:
        raise ValueError(f"size must be 4 to 10, not {size}")
    cells = size * size
    count = (cells + 63) // 64
    toggled = toggler(count)
    third = (size - 1) // 3
    low = [third * size, third, size - 1 - third, third * size + size - 1]
    # [way, square] how many squares there are up to the edge, and the step to the next of them
    room = np.array([[_room(cell, way, size) for cell in range(cells)] for way in WAYS], dtype=np.int64)
    steps = tuple(row * size + column for row, column in WAYS)

    def initial():
        white, black = words_of(low, count), words_of([cells - 1 - cell for cell in low], count)
        return AmazonsState(white, black, words_of([*low, *(cells - 1 - cell for cell in low)], count), 0, NOBODY)

    def to_move(state):
        return state.player

    def write(taken, origin, buffer, total):
        """Writes all squares that a queen on `origin` reaches, with the origin."""
        for way in range(8):
            cell = origin
            for _ in range(room[way, origin]):
                cell += steps[way]
                if has(taken, cell):
                    break
                buffer[total] = origin | cell << 7
                total += 1
        return total

    def fill(state, buffer):
        if state.shooter != NOBODY:
            return write(state.taken, state.shooter, buffer, 0)
        total = 0
        for which in range(count):
            waiting = state.white[which] if state.player == 0 else state.black[which]
            while waiting:
                total = write(state.taken, 64 * which + lowest(waiting), buffer, total)
                waiting = without_lowest(waiting)
        return total

    def result(state, action):
        origin, target = action & 127, action >> 7
        taken = toggled(state.taken, target)
        if state.shooter != NOBODY:
            return AmazonsState(state.white, state.black, taken, 1 - state.player, NOBODY)
        taken = toggled(taken, origin)
        if state.player == 0:
            return AmazonsState(toggled(toggled(state.white, origin), target), state.black, taken, 0, target)
        return AmazonsState(state.white, toggled(toggled(state.black, origin), target), taken, 1, target)

    def can_leave(taken, cell):
        way = 0
        while way < 8 and (room[way, cell] == 0 or has(taken, cell + steps[way])):
            way += 1
        return way < 8

    def is_terminal(state):
        if state.shooter != NOBODY:
            return False
        for which in range(count):
            waiting = state.white[which] if state.player == 0 else state.black[which]
            while waiting:
                if can_leave(state.taken, 64 * which + lowest(waiting)):
                    return False
                waiting = without_lowest(waiting)
        return True

    def utility(state, player):
        return -1.0 if state.player == player else 1.0

    def ending(state):
        return "because the other side cannot move"

    def key(state):
        turn = SALT + np.uint64(2 * (state.shooter + 1) + state.player)
        return hashed(state.taken, hashed(state.black, hashed(state.white, turn)))

    def name(cell):
        return square(cell // size, cell % size)

    def format_action(state, action):
        origin, target = action & 127, action >> 7
        return f"{name(origin)}-{name(target)}" if state.shooter == NOBODY else f"/{name(target)}"

    def parse_action(state, text):
        """Also d1d7 and d1 d7 for a move, g7 for a shot."""
        wanted = text.lower().replace("-", "").replace(" ", "").removeprefix("/")
        buffer = [0] * most
        for action in buffer[: fill(state, buffer)]:
            if format_action(state, action).replace("-", "").removeprefix("/") == wanted:
                return action
        return None

    def piece_at(state, row, column):
        cell = row * size + column
        if not has(state.taken, cell):
            return "."
        return "W" if has(state.white, cell) else "B" if has(state.black, cell) else "x"

    def format_state(state):
        board = write_rows(lambda row, column: piece_at(state, row, column), size, size)
        shooting = "" if state.shooter == NOBODY else f" {name(state.shooter)}"
        return f"{board} {'wb'[state.player]}{shooting}"

    def parse_state(text):
        words = text.replace("w", "W").replace("b", "B").replace("X", "x")
        found, rest = read_rows(words, size, size, "WBx", format_state(initial()))
        if not rest or rest[0] not in ("W", "B") or len(rest) > 2:
            raise ValueError(
                "after the rows comes the side to move, w or b, and where its amazon must shoot, its square, "
                f"not '{' '.join(rest)}'"
            )
        for side, who in (("white", "W"), ("black", "B")):
            if len(found[who]) != EACH:
                raise ValueError(f"{side} has {EACH} amazons, not {len(found[who])}")
        shooter = NOBODY
        if len(rest) == 2:
            place = read_square(rest[1], size, size)
            if place is None or place not in found[rest[0]]:
                raise ValueError(f"'{rest[1].lower()}' is not the square of an amazon of the side to move")
            shooter = place[0] * size + place[1]
        white, black, arrows = ([row * size + column for row, column in found[who]] for who in "WBx")
        taken = words_of([*white, *black, *arrows], count)
        if shooter != NOBODY and not can_leave(taken, shooter):
            raise ValueError(f"the amazon on {name(shooter)} has no square that it can have come from")
        return AmazonsState(words_of(white, count), words_of(black, count), taken, "WB".index(rest[0]), shooter)

    def picture(state):
        doing = "to move" if state.shooter == NOBODY else "to shoot"
        return drawn(
            lambda row, column: piece_at(state, row, column),
            size,
            size,
            {"W": "♕", "B": "♛", "x": "■"},
            "" if is_terminal(state) else f"{('white', 'black')[state.player]} {doing}",
            [] if state.shooter == NOBODY else [divmod(state.shooter, size)],
        )

    def touches(state, action):
        """From and to; a shot is where the arrow lands."""
        ends = (action & 127, action >> 7) if state.shooter == NOBODY else (action >> 7,)
        return tuple((size - 1 - cell // size, cell % size) for cell in ends)

    most = EACH * 4 * (size - 1)  # a queen stands on four lines and reaches fewer squares than each has

    def written(state, cells, mover):
        return f"{written_rows(cells, {'♕': 'W', '♛': 'B', '■': 'x'})} {'wb'[mover]}"

    return game_from_fill(
        fill,
        arranging=Arranging(("♕", "♛", "■"), written),
        max_actions=most,
        key_is_whole=True,
        label="Amazons",
        summary="move a queen, shoot an arrow; who cannot move has lost",
        max_plies=2 * (cells - 2 * EACH),  # every arrow takes a square
        best_utility=1.0,
        player_names=("white", "black"),
        **named(initial, to_move, result, is_terminal, utility, key),
        **named(format_action, parse_action, format_state, parse_state, picture, ending, touches),
    )


def _room(cell: int, way: tuple[int, int], size: int) -> int:
    """How many squares there are in this direction, up to the edge."""
    row, column = cell // size + way[0], cell % size + way[1]
    found = 0
    while 0 <= row < size and 0 <= column < size:
        row, column, found = row + way[0], column + way[1], found + 1
    return found
