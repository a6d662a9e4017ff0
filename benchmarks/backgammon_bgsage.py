"""The turns of backgammon beside those of bgsage, by what they lead to, along random games.

    pip install bgsage && python benchmarks/backgammon_bgsage.py [positions]

Exits with 1 at the first position where the two differ.
"""

from __future__ import annotations

import random
import sys

import zermelo
from zermelo.games.backgammon.board import BAR, counts_of
from zermelo.games.backgammon.state import PLAY
from zermelo.games.backgammon.turns import played

POSITIONS = 500


def board_of(mine, theirs) -> tuple[int, ...]:
    """A position as bgsage has it: my checkers above 0, theirs below, my bar last and theirs first."""
    ours, others = counts_of(mine), counts_of(theirs)
    points = [ours[point] - others[BAR - point] for point in range(1, BAR)]
    return (others[BAR], *points, ours[BAR])


def main() -> int:
    """Compares positions of random games."""
    import bgsage

    game, noise = zermelo.load("backgammon"), random.Random(1)
    wanted, compared, turns = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS, 0, 0
    state = game.initial()
    while compared < wanted:
        if game.is_terminal(state):
            state = game.initial()
        moves = game.moves(state)
        if state.stage == PLAY:
            before = board_of(state.mine, state.theirs)
            ours = {board_of(*played(state.mine, state.theirs, state.dice, action)) for action in moves}
            found = bgsage.possible_moves(list(before), *divmod(state.dice, 10))
            theirs = {tuple(board) for board in found} or {before}  # none: it cannot move
            if ours != theirs or len(ours) != len(moves):
                print(f"{game.state_text(state)}: {len(ours)} turns of ours, {len(theirs)} of bgsage", file=sys.stderr)
                return 1
            compared, turns = compared + 1, turns + len(moves)
        state = game.result(state, noise.choice(moves))
    print(f"{compared} positions, {turns} turns alike")
    return 0


if __name__ == "__main__":
    sys.exit(main())
