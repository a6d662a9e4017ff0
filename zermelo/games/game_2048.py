"""2048: push all tiles to one side; equal ones that meet merge, and after each push a new tile appears.

A board is one 64-bit word, four bits per cell: the exponent of its tile, 0 for none. Cell (row, column) is number
4 * row + column on boards of every size, so that a row is 16 bits, which a table pushes at once.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from zermelo.bits import count, fold, lowest, without_lowest
from zermelo.game import CHANCE, Game
from zermelo.games._named import named
from zermelo.installed import np
from zermelo.picture import Board

LEFT, UP, RIGHT, DOWN = range(4)
WAYS = ("left", "up", "right", "down")
TWO, FOUR = 0.9, 0.1  # how often a new tile is a 2, and a 4
LARGEST = 15  # exponent of the largest tile, 32768: it has only four bits, and two of them do not merge

NONE, ONE, NIBBLE, SIXTEEN, THIRTY_TWO, FORTY_EIGHT = (np.uint64(number) for number in (0, 1, 4, 16, 32, 48))
ROW = np.uint64(0xFFFF)
EVERYWHERE = np.uint64(0x1111111111111111)  # the lowest bit of each cell
SALTS = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


class Game2048State(NamedTuple):
    board: np.uint64
    fours: int  # tiles that appeared as a 4, from which the score follows; not counted in a game to a goal
    waiting: int  # tiles that are still to appear before the next push: 2 at the start


def game_2048(rows: int = 4, columns: int = 4, goal: int = 0, placer: str = "chance") -> Game:
    """Each push slides all tiles to one side, and two equal tiles that meet merge into their sum.

    After each push a new tile appears in an empty cell: a 2, or in one of ten cases a 4. The game ends when no push
    changes anything, and is worth its score, the sum of all merged tiles.

    rows, columns (2 to 4): of the board.
    goal: the tile, such as 2048, that wins the game at once, else it is lost; 0: there is none, and the score counts.
    placer (chance or player): who puts the new tiles, with the usual probabilities or as an opponent.
    """
    if not (2 <= rows <= 4 and 2 <= columns <= 4):
        raise ValueError(f"rows and columns must be 2 to 4, not {rows} and {columns}")
    if goal and (goal < 8 or goal > 2**LARGEST or goal & (goal - 1)):
        raise ValueError(f"goal must be 8, 16, … or {2**LARGEST}, or 0 for none, not {goal}")
    if placer not in ("chance", "player"):
        raise ValueError(f"placer must be chance or player, not '{placer}'")
    cells = _word([(row, column) for row in range(rows) for column in range(columns)])
    left_of_another = _word([(row, column) for row in range(rows) for column in range(columns - 1)])
    above_another = _word([(row, column) for row in range(rows - 1) for column in range(columns)])
    to_low, to_last_column, to_last_row = pushed_to_low(), pushed_to_high(columns), pushed_to_high(rows)
    points_of = line_points()
    has_goal, target = goal > 0, goal.bit_length() - 1
    by_chance = placer == "chance"
    mover_after_push = CHANCE if by_chance else 1

    def filled(board):
        """The cells with a tile, as their lowest bits."""
        pairs = board | board >> ONE
        return (pairs | pairs >> np.uint64(2)) & EVERYWHERE

    def full(board):
        """The cells with the largest tile."""
        pairs = board & board >> ONE
        return pairs & pairs >> np.uint64(2) & EVERYWHERE

    def merging(board, tiles, step, beside):
        """The tiles, of those beside another cell one step on, whose neighbour there is equal."""
        return tiles & beside & ~filled(board ^ board >> step) & ~full(board)

    def ways(board):
        """The legal pushes, as bits."""
        tiles = filled(board)
        empty = cells & ~tiles
        across = merging(board, tiles, NIBBLE, left_of_another) != NONE
        along = merging(board, tiles, SIXTEEN, above_another) != NONE
        found = 0
        if across or (tiles >> NIBBLE & empty & left_of_another) != NONE:
            found |= 1 << LEFT
        if along or (tiles >> SIXTEEN & empty & above_another) != NONE:
            found |= 1 << UP
        if across or (tiles & empty >> NIBBLE & left_of_another) != NONE:
            found |= 1 << RIGHT
        if along or (tiles & empty >> SIXTEEN & above_another) != NONE:
            found |= 1 << DOWN
        return found

    def rows_pushed(board, table):
        low = np.uint64(table[board & ROW]) | np.uint64(table[board >> SIXTEEN & ROW]) << SIXTEEN
        high = np.uint64(table[board >> THIRTY_TWO & ROW]) | np.uint64(table[board >> FORTY_EIGHT]) << SIXTEEN
        return low | high << THIRTY_TWO

    def pushed(board, way):
        if way == LEFT:
            return rows_pushed(board, to_low)
        if way == RIGHT:
            return rows_pushed(board, to_last_column)
        if way == UP:
            return transposed(rows_pushed(transposed(board), to_low))
        return transposed(rows_pushed(transposed(board), to_last_row))

    def score(state):
        board = state.board
        points = points_of[board & ROW] + points_of[board >> SIXTEEN & ROW]
        points += points_of[board >> THIRTY_TWO & ROW] + points_of[board >> FORTY_EIGHT]
        return points - 4 * state.fours

    def reached(board):
        """Is there the goal's tile?"""
        if not has_goal:
            return False
        return (cells & ~filled(board ^ EVERYWHERE * np.uint64(target))) != NONE

    def initial():
        return Game2048State(NONE, 0, 2)

    def to_move(state):
        return mover_after_push if state.waiting else 0

    def actions(state):
        if state.waiting:
            empty = cells & ~filled(state.board)
            while empty:
                yield 2 * (lowest(empty) >> 2)
                yield 2 * (lowest(empty) >> 2) + 1
                empty = without_lowest(empty)
        legal = 0 if state.waiting else ways(state.board)
        while legal:
            yield lowest(legal)
            legal = without_lowest(legal)

    def chances(state):
        empty = cells & ~filled(state.board)
        share = 1.0 / count(empty)
        while empty:
            yield 2 * (lowest(empty) >> 2), TWO * share
            yield 2 * (lowest(empty) >> 2) + 1, FOUR * share
            empty = without_lowest(empty)

    def result(state, action):
        if state.waiting:
            tile = np.uint64(1 + (action & 1)) << np.uint64(4 * (action >> 1))
            fours = 0 if has_goal else state.fours + (action & 1)
            return Game2048State(state.board | tile, fours, state.waiting - 1)
        return Game2048State(pushed(state.board, action), state.fours, 1)

    def is_terminal(state):
        if has_goal and reached(state.board):
            return True
        if state.waiting:
            return False
        tiles = filled(state.board)
        if tiles != cells:
            return tiles == NONE
        across = merging(state.board, tiles, NIBBLE, left_of_another)
        return (across | merging(state.board, tiles, SIXTEEN, above_another)) == NONE

    def utility(state, player):
        worth = float(score(state)) if not has_goal else 1.0 if reached(state.board) else 0.0
        return worth if player == 0 else -worth

    def key(state):
        return fold(state.board ^ SALTS[0], SALTS[1] + np.uint64(4 * state.fours + state.waiting))

    def name(cell):
        return f"{'abcd'[cell % 4]}{cell // 4 + 1}"

    def format_action(state, action):
        return f"{2 << (action & 1)} at {name(action >> 1)}" if state.waiting else WAYS[action]

    def exponents(state):
        board = int(state.board)
        return [[board >> 4 * (4 * row + column) & 15 for column in range(columns)] for row in range(rows)]

    def format_state(state):
        lines = ["/".join(str(2**tile if tile else 0) for tile in row) for row in exponents(state)]
        score_text = "" if has_goal else f" {int(score(state))}"
        return f"{' '.join(lines)}{score_text}{f' +{state.waiting}' if state.waiting else ''}"

    def parse_state(text):
        words = text.split()
        waiting = int(words.pop()[1:]) if words and words[-1] in ("+1", "+2") else 0
        tiles = [word.split("/") for word in words[:rows]]
        rest = words[rows:]
        if [len(row) for row in tiles] != [columns] * rows or len(rest) != (0 if has_goal else 1):
            example = format_state(initial())[: -len(" +2")]
            after = "" if has_goal else ", then the score"
            raise ValueError(f"give {rows} rows of {columns} tiles with / between{after}, such as {example}")
        numbers = [word for row in tiles for word in row] + rest
        if not all(number.isdecimal() and len(number) < 12 for number in numbers):
            raise ValueError("tiles and the score are whole numbers")
        board = 0
        for row, line in enumerate(tiles):
            for column, tile in enumerate(map(int, line)):
                if tile and (tile < 2 or tile > 2**LARGEST or tile & (tile - 1)):
                    raise ValueError(f"a tile is 2, 4, … or {2**LARGEST}, or 0 for an empty cell, not {tile}")
                board |= (tile.bit_length() - 1 if tile else 0) << 4 * (4 * row + column)
        state = Game2048State(np.uint64(board), 0, waiting)
        missing = 0 if has_goal else int(score(state)) - int(rest[0])
        most = sum(int(tile) for line in tiles for tile in line)
        if missing < 0 or missing % 4 or missing > most:
            raise ValueError(
                f"these tiles score {int(score(state))}, less 4 for each that appeared as a 4, not {rest[0]}"
            )
        if waiting and count(cells & ~filled(state.board)) < waiting:
            raise ValueError(f"there is no room for {waiting} more tile{'s' if waiting > 1 else ''}")
        return Game2048State(np.uint64(board), missing // 4, waiting)

    def picture(state):
        drawn = tuple(tuple(str(2**tile) if tile else "" for tile in row) for row in exponents(state))
        told = [] if has_goal else [f"score {int(score(state))}"]
        if is_terminal(state):
            told.append("the goal is reached" if has_goal and reached(state.board) else "no push is left")
        elif state.waiting:
            told.append("a tile appears" if by_chance else "the placer puts a tile")
        return Board(
            cells=drawn,
            rows=tuple(str(row + 1) for row in range(rows)),
            columns=tuple("abcd"[:columns]),
            shape="tile",
            caption=", ".join(told),
        )

    return Game(
        chances=chances if by_chance else None,
        key_is_whole=True,
        label="2048",
        summary=f"merge equal tiles{f' until there is a {goal}' if goal else ''}",
        players=1 if by_chance else 2,
        zero_sum=not by_chance,
        max_actions=2 * rows * columns,
        best_utility=1.0 if has_goal else float(rows * columns * (LARGEST - 1) * 2**LARGEST),
        points=None if has_goal else "points",
        player_names=("player",) if by_chance else ("pusher", "placer"),
        touches=lambda state, action: [divmod(action >> 1, 4)] if state.waiting else [],
        **named(initial, to_move, actions, result, is_terminal, utility, key),
        **named(format_action, format_state, parse_state, picture),
    )


def transposed(board):
    """The board with its rows as columns."""
    # First within each block of 2×2 cells, then the blocks
    swapped = (board ^ board >> np.uint64(12)) & np.uint64(0x0000F0F00000F0F0)
    board = board ^ swapped ^ swapped << np.uint64(12)
    swapped = (board ^ board >> np.uint64(24)) & np.uint64(0x00000000FF00FF00)
    return board ^ swapped ^ swapped << np.uint64(24)


@cache
def pushed_to_low() -> Any:
    """Each line of four cells, pushed towards its first, [65536]."""
    return np.array([_packed(_pushed(_unpacked(line))) for line in range(1 << 16)], np.uint16)


@cache
def pushed_to_high(length: int) -> Any:
    """[65536]: every line of `length` cells, pushed towards its last cell."""
    table = pushed_to_low()
    turned = np.array([_packed(_unpacked(line)[:length][::-1]) for line in range(1 << 16)], np.uint16)
    return turned[table[turned]]


@cache
def line_points() -> Any:
    """What merging up to each line of four cells scores, if every tile begins as a 2, [65536]."""
    scored = [0] + [(tile - 1) << tile for tile in range(1, LARGEST + 1)]
    return np.array([sum(scored[tile] for tile in _unpacked(line)) for line in range(1 << 16)], np.int32)


def _pushed(tiles: list[int]) -> list[int]:
    """A line after a push towards its first cell: each tile merges at most once, the first ones first."""
    after: list[int] = []
    may_merge = False
    for tile in filter(None, tiles):
        if may_merge and after[-1] == tile < LARGEST:
            after[-1] += 1
            may_merge = False
        else:
            after.append(tile)
            may_merge = True
    return after + [0] * (len(tiles) - len(after))


def _unpacked(line: int) -> list[int]:
    return [line >> 4 * cell & 15 for cell in range(4)]


def _packed(tiles: list[int]) -> int:
    return sum(tile << 4 * cell for cell, tile in enumerate(tiles))


def _word(cells: list[tuple[int, int]]) -> np.uint64:
    """The lowest bits of these cells."""
    return np.uint64(sum(1 << 4 * (4 * row + column) for row, column in cells))
