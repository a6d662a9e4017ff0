"""Small Go boards: counts and values that are known from elsewhere."""

from __future__ import annotations

import itertools
import json

import pytest
from games.go.boards import both

import zermelo


@pytest.mark.parametrize(("size", "legal"), [(1, 1), (2, 57), (3, 12675)])
def test_legal_positions_are_as_many_as_tromp_counted(size, legal):
    game, found = zermelo.load("go", size=size), 0
    for board in itertools.product(".XO", repeat=size * size):
        try:
            game.parse_state("".join(board) + " X")
            found += 1
        except ValueError:
            continue
    assert found == legal


@pytest.mark.parametrize(("columns", "games"), [(1, 1), (2, 9), (3, 907)])
def test_games_without_repetition_are_as_many_as_tromp_counted(columns, games):
    """Either player may move at any time, for the other may pass."""
    game = zermelo.load("go", rows=1, columns=columns, ko="positional", suicide=True)
    pass_action = game.legal(game.initial())[-1]

    def paths(state):
        total = 1
        for turn in (state, game.result(state, pass_action)):
            buffer = [0] * game.max_actions
            for action in buffer[: game.fill(turn, buffer) - 1]:
                total += paths(game.result(turn, action))
        return total

    assert paths(game.initial()) == games


@pytest.mark.parametrize("board", ["1x1", "1x2", "1x3", "1x4", pytest.param("2x2", marks=pytest.mark.long)])
def test_small_boards_have_the_known_value(truth, board):
    """Black's lead under Tromp-Taylor rules, by searching all there is."""
    known = json.loads(truth("go/small_board_facts.json").read_text())
    rows, columns = map(int, board.split("x"))
    game, _ = both(rows, columns, "positional", True, "area")
    engine = zermelo.AlphaBeta(evaluate="none", plain=False, exact=True, compiled=board == "2x2")
    analysis = engine.analyse(game)
    assert analysis.exact
    assert analysis.value == known["tromp_taylor_area_score_black_first_psk_exact_helper"][board]
