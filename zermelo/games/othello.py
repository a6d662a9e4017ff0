"""Othello on bitboards: discs caught between two of yours turn over; the most discs win."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from zermelo.bits import count, fold, lowest, without_lowest
from zermelo.game import Game
from zermelo.games._named import named
from zermelo.installed import np
from zermelo.picture import Arranging, Board, written_rows

NONE, ONE = np.uint64(0), np.uint64(1)
SALTS = tuple(np.uint64(salt) for salt in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9))


class OthelloState(NamedTuple):
    mine: np.uint64  # the discs of the player to move: one bit per square, row by row from the top left
    theirs: np.uint64
    player: int  # to move: 0 is Black


def othello(size: int = 8) -> Game:
    """Black begins.

    A new disc must catch discs of the other colour, in a row between it and another disc of yours; these turn over. Who
    has no such move must pass. When nobody can move, the most discs win, and the game is worth the difference; squares
    left empty go to nobody. Squares are a1, b1, … with row 1 on top, as Othello players write.

    size (4, 6 or 8): of the board.
    """
    if size not in (4, 6, 8):
        raise ValueError(f"size must be 4, 6 or 8, not {size}")
    cells = size * size
    passing = cells  # the action after the last square
    everywhere = _word(range(cells))
    moves, caught_by = finders(size)
    middle = [row * size + column for row in (size // 2 - 1, size // 2) for column in (size // 2 - 1, size // 2)]
    corners = _word((0, size - 1, cells - size, cells - 1))
    near_corners = _word(c for c in range(cells) if {c % size, c // size} <= {0, 1, size - 2, size - 1})
    best_looking_first = (corners, everywhere ^ near_corners, near_corners ^ corners)

    def initial():
        return OthelloState(_word((middle[1], middle[2])), _word((middle[0], middle[3])), 0)

    def to_move(state):
        return state.player

    def actions(state):
        legal = moves(state.mine, state.theirs)
        if not legal:
            yield passing
        for group in best_looking_first:
            waiting = legal & group
            while waiting:
                yield lowest(waiting)
                waiting = without_lowest(waiting)

    def result(state, action):
        if action == passing:
            return OthelloState(state.theirs, state.mine, 1 - state.player)
        disc = ONE << np.uint64(action)
        caught = caught_by(disc, state.mine, state.theirs)
        return OthelloState(state.theirs ^ caught, state.mine | caught | disc, 1 - state.player)

    def is_terminal(state):
        return not moves(state.mine, state.theirs) and not moves(state.theirs, state.mine)

    def utility(state, player):
        difference = float(count(state.mine) - count(state.theirs))
        return difference if player == state.player else -difference

    def key(state):
        return fold(fold(state.mine ^ SALTS[0], SALTS[1]) ^ state.theirs, SALTS[2] + np.uint64(2 * state.player))

    def name(action):
        return "pass" if action == passing else f"{chr(ord('a') + action % size)}{action // size + 1}"

    def discs(state):
        """All squares from the top left: X for Black, O for White, - for none."""
        mover, other = "XO" if state.player == 0 else "OX"
        mine, theirs = int(state.mine), int(state.theirs)
        return "".join(mover if mine >> c & 1 else other if theirs >> c & 1 else "-" for c in range(cells))

    def format_state(state):
        return f"{discs(state)} {'XO'[state.player]}"

    def parse_state(text):
        letters = "".join(text.upper().replace(".", "-").split())
        board, side = letters[:cells], letters[cells:]
        if len(board) != cells or set(board) - set("XO-"):
            raise ValueError(
                f"give {cells} squares from the top left as X, O or - and the side to move, such as "
                f"{format_state(initial())}"
            )
        if side not in ("X", "O"):
            raise ValueError(f"after the {cells} squares comes the side to move, X or O, not '{side}'")
        if any(board[c] == "-" for c in middle):
            raise ValueError("the four squares in the middle are never empty")
        other = "O" if side == "X" else "X"
        mine, theirs = (_word(c for c in range(cells) if board[c] == who) for who in (side, other))
        return OthelloState(mine, theirs, "XO".index(side))

    def picture(state):
        drawn = [{"X": "●", "O": "○", "-": ""}[disc] for disc in discs(state)]
        black, white = drawn.count("●"), drawn.count("○")
        turn = "" if is_terminal(state) else f", {('black', 'white')[state.player]} to move"
        return Board(
            cells=tuple(tuple(drawn[row * size : (row + 1) * size]) for row in range(size)),
            rows=tuple(str(row + 1) for row in range(size)),
            columns=tuple(chr(ord("a") + column) for column in range(size)),
            caption=f"● {black} ○ {white}{turn}",
            ground="felt",
        )

    def written(state, cells, mover):
        return f"{written_rows(cells, {'●': 'X', '○': 'O'}, '-', '')} {'XO'[mover]}"

    return Game(
        key_is_whole=True,
        counts_on=lambda state: True,  # published counts go on with passes after the end
        arranging=Arranging(("●", "○"), written),
        label="Othello",
        summary="catch discs between two of yours to turn them over",
        max_actions=cells,
        max_plies=2 * (cells - 4),  # no two passes in a row
        best_utility=float(cells),
        points="discs",
        player_names=("black", "white"),
        format_action=lambda state, action: name(action),
        **named(initial, to_move, actions, result, is_terminal, utility, key),
        **named(format_state, parse_state, picture),
    )


def finders(size: int) -> tuple[Callable[..., np.uint64], Callable[..., np.uint64]]:
    """What can be played on a board of this size, as words of squares.

    Returns moves(mine, theirs), the squares where a disc of mine would catch others, and
    caught_by(disc, mine, theirs), what a new disc turns over.
    """
    everywhere = _word(range(size * size))
    off_the_sides = _word(c for c in range(size * size) if 0 < c % size < size - 1)
    # A line of discs runs along →, ↓, ↘ or ↙: the step from square to square, and the squares where a disc of the
    # other side can be caught on it. (A disc in the first or last column is caught from above and below only.)
    lines = (
        (np.uint64(1), off_the_sides),
        (np.uint64(size), everywhere),
        (np.uint64(size + 1), off_the_sides),
        (np.uint64(size - 1), off_the_sides),
    )

    def rows(discs, caught, step):
        """The rows of caught discs that begin beside one of the discs: those along the step, and against it."""
        onward, back = caught & (discs << step), caught & (discs >> step)
        onward |= caught & (onward << step)
        back |= caught & (back >> step)
        # Up to two discs are found now; two strides over pairs find the up to six that a row can have.
        stride, onward_pairs, back_pairs = step + step, caught & (caught << step), caught & (caught >> step)
        onward |= onward_pairs & (onward << stride)
        back |= back_pairs & (back >> stride)
        onward |= onward_pairs & (onward << stride)
        back |= back_pairs & (back >> stride)
        return onward, back

    def moves(mine, theirs):
        """The squares where a disc of mine would catch others: the empty ones at the far end of a row of theirs."""
        found = NONE
        for step, catchable in lines:
            onward, back = rows(mine, theirs & catchable, step)
            found |= (onward << step) | (back >> step)
        return found & everywhere & ~(mine | theirs)

    def caught_by(disc, mine, theirs):
        """The discs of theirs that a disc of mine turns over: the rows between it and another one of mine."""
        found = NONE
        for step, catchable in lines:
            onward, back = rows(disc, theirs & catchable, step)
            if mine & (onward << step):
                found |= onward
            if mine & (back >> step):
                found |= back
        return found

    return moves, caught_by


def _word(squares: Iterable[int]) -> np.uint64:
    """The word with these bits set."""
    return np.uint64(sum(1 << square for square in squares))
