"""Go against its slow twin, interpreted and compiled."""

from __future__ import annotations

import itertools
import random

import pytest
from games.go.boards import board_of, both, cell_of
from games.go.twin import leaves

import zermelo
from zermelo.games.go.text import taken_by

OPTIONS = list(itertools.product(("simple", "positional", "situational"), (False, True), ("area", "territory")))


@pytest.mark.parametrize(
    ("ko", "suicide", "scoring"),
    [
        pytest.param(*options, marks=[pytest.mark.slow] if i % 4 else [pytest.mark.long] if i % 8 else [])
        for i, options in enumerate(OPTIONS)
    ],
)
def test_random_games_go_as_the_twin_says(ko, suicide, scoring):
    noise = random.Random(f"{ko} {suicide} {scoring}")
    captures = 0
    for rows, columns, games in ((1, 1, 1), (1, 6, 4), (2, 2, 6), (3, 3, 6), (4, 2, 4), (5, 5, 2), (6, 19, 1)):
        for _ in range(games):
            game, twin = both(rows, columns, ko, suicide, scoring)
            state = game.initial()
            while True:
                assert "".join(board_of(game, state)) == "".join(twin.board.values())
                assert game.to_move(state) == "XO".index(twin.side)
                assert game.is_terminal(state) == twin.is_over()
                assert taken_by(state.prisoners) == (twin.prisoners["X"], twin.prisoners["O"])
                if noise.random() < 0.1:
                    assert game.read_state(game.state_text(state)) == state
                if twin.is_over():
                    assert [game.utility(state, player) for player in (0, 1)] == [twin.lead(), -twin.lead()]
                    break
                legal = game.legal(state)
                moves = {cell_of(game, state, action): action for action in legal}
                assert list(moves) == twin.moves()
                move = noise.choice(twin.moves()[:-1] * 4 + ["pass"])
                state = game.result(state, moves[move])
                twin.play(move)
            captures += sum(twin.prisoners.values())
    assert captures > 50


@pytest.mark.parametrize(
    ("rows", "columns", "ko", "suicide", "scoring"),
    [
        (3, 3, "simple", False, "area"),
        pytest.param(2, 4, "positional", True, "territory", marks=pytest.mark.long),
        pytest.param(8, 8, "situational", True, "area", marks=pytest.mark.long),
    ],
)
def test_counts_from_random_positions_are_the_twins(rows, columns, ko, suicide, scoring):
    """Compiled; the random games above are interpreted."""
    noise = random.Random(rows)
    game, start = both(rows, columns, ko, suicide, scoring)
    for _ in range(8):
        state, twin = game.initial(), start.copy()
        for _ in range(noise.randrange(3 * rows * columns)):
            moves = {cell_of(game, state, action): action for action in game.legal(state)}
            move = noise.choice([*moves][:-1] or ["pass"])
            following = game.result(state, moves[move])
            if game.is_terminal(following):
                break
            state = following
            twin.play(move)
        depth = 3 if rows < 8 else 2
        assert zermelo.perft(game, state, depth=depth, compiled=True).leaves == leaves(twin, depth)


@pytest.mark.long
@pytest.mark.parametrize(
    "spec",
    [
        "go:size=5,ko=positional,suicide=true",
        *(pytest.param(spec, marks=pytest.mark.slow) for spec in ("go", "go:size=7,scoring=territory")),
    ],
)
def test_compiled_and_interpreted_agree(spec):
    diagnosis = zermelo.examine(zermelo.load(spec), games=3)
    assert diagnosis.healthy
    assert diagnosis.compiled


@pytest.mark.slow
def test_the_largest_board_compiles():
    game = zermelo.load("go:size=19,handicap=9")
    assert zermelo.perft(game, depth=1, compiled=True).leaves == 361 - 9 + 1
