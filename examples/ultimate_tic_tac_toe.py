"""Ultimate tic-tac-toe over tuples of strings: easy to read, too free for the compiler, and played all the same."""

from typing import NamedTuple

from zermelo import Game

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


class UltimateState(NamedTuple):
    boards: tuple  # nine strings of nine letters: x, o or .
    won: str  # who won each board: x, o, - for a full one, . for one that is open
    target: int  # the board to play on; -1: any
    player: str


def winner(cells: str) -> str:
    """Who has three in a row: x, o, - when the cells are full, . when the game is still open."""
    for line in LINES:
        three = {cells[int(place)] for place in line}
        if three in ({"x"}, {"o"}):
            return three.pop()
    return "." if "." in cells else "-"


def ultimate_tic_tac_toe() -> Game:
    """Your cell says on which board the other player goes on; win three boards in a row."""

    def initial():
        return UltimateState((".........",) * 9, ".........", -1, "x")

    def to_move(state):
        return "xo".index(state.player)

    def actions(state):
        boards = [state.target] if state.target >= 0 else [b for b in range(9) if state.won[b] == "."]
        return [(board, cell) for board in boards for cell in range(9) if state.boards[board][cell] == "."]

    def result(state, action):
        board, cell = action
        boards = list(state.boards)
        boards[board] = boards[board][:cell] + state.player + boards[board][cell + 1 :]
        won = state.won[:board] + winner(boards[board]) + state.won[board + 1 :]
        return UltimateState(tuple(boards), won, cell if won[cell] == "." else -1, "o" if state.player == "x" else "x")

    def is_terminal(state):
        return winner(state.won) != "."

    def utility(state, player):
        best = winner(state.won)
        return 0.0 if best == "-" else 1.0 if best == "xo"[player] else -1.0

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=81, max_plies=81, player_names=("x", "o"), summary="Nine boards of tic-tac-toe.",
    )  # fmt: skip
