"""Alpha-beta on tic-tac-toe beside easyAI's Negamax on the tic-tac-toe that it comes with."""

from __future__ import annotations

from measure import INSTALL, Row, best_rates, seconds_of
from ours import analyse_rate, kernel_rate

from zermelo.games.tic_tac_toe import tic_tac_toe
from zermelo.search.alphabeta import AlphaBeta

SOLVES = 500  # of the empty board; one takes less than a millisecond


def compare(repeats: int) -> list[Row]:
    """Both solve the empty board, depth 9, without a transposition table; a node is a move made, and the root."""
    whats = (
        "alpha-beta, tic-tac-toe, kernel: easyAI's Negamax",
        "alpha-beta, tic-tac-toe, whole analyse: easyAI's Negamax",
    )
    try:
        from easyAI import AI_Player, Negamax
        from easyAI.games.TicTacToe import TicTacToe
    except ImportError:
        return [Row(what, "nodes/s", skipped=INSTALL) for what in whats]

    class Counted(TicTacToe):
        moves = 0

        def make_move(self, move: int) -> None:
            Counted.moves += 1
            super().make_move(move)

    think = Negamax(9)

    def solve(board: type[TicTacToe] = TicTacToe) -> None:
        think(board([AI_Player(think), AI_Player(think)]))

    solve(Counted)
    nodes = Counted.moves + 1
    search, game = AlphaBeta(9, evaluate="none"), tic_tac_toe()
    kernel, whole, peer = best_rates(
        repeats,
        kernel_rate(search, game, SOLVES),
        analyse_rate(search, game, SOLVES),
        lambda: nodes / seconds_of(solve),
    )
    return [Row(what, "nodes/s", ours, peer, at_least=100) for what, ours in zip(whats, (kernel, whole), strict=True)]
