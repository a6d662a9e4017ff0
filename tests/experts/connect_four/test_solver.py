"""The Connect Four solver against plain minimax, and against published scores."""

from __future__ import annotations

import random

import pytest
from experts.connect_four.twin import connect_four, plain_scorer

import zermelo
from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.experts.connect_four.perfect import ConnectFourSolver


def positions(game, games, seed):
    """The positions of random games."""
    noise = random.Random(seed)
    for _ in range(games):
        state = game.initial()
        while not game.is_terminal(state):
            yield state
            state = game.result(state, noise.choice(game.legal(state)))


def check_like_minimax(game, solver, games):
    score = plain_scorer(game)
    for state in positions(game, games, seed=1):
        expected = score(state)
        assert solver.score(state) == expected, game.state_text(state)
        assert solver.scores(state) == {a: -score(game.result(state, a)) for a in game.legal(state)}
        solved, end = solver.solve(state), state
        for action in solved.line:
            end = game.result(end, action)
        assert game.is_terminal(end)
        assert game.utility(end, game.to_move(state)) == solved.value == (expected > 0) - (expected < 0)
        assert solved.distance == len(solved.line) == solver.distance(state, expected)
        known = solver.known_actions(state)
        assert [(one.action, one.merit) for one in known] == list(solver.scores(state).items())
        assert max(known, key=lambda one: one.merit).line == solved.line == solver.line(state)
        assert all(one.decided and one.outcome == (one.merit > 0) - (one.merit < 0) for one in known)


@pytest.mark.parametrize(
    ("columns", "rows", "connect"), [(3, 3, 3), (4, 3, 3), (3, 4, 4), (4, 3, 4), (2, 2, 2), (5, 2, 3), (1, 4, 3)]
)
def test_scores_as_minimax_does(columns, rows, connect):
    game = connect_four(columns, rows, connect)
    check_like_minimax(game, ConnectFourSolver(game, compiled=False), games=4)


@pytest.mark.slow
def test_compiled_it_scores_as_minimax_does():
    game = connect_four(4, 4)
    check_like_minimax(game, ConnectFourSolver(game), games=10)


def test_a_row_in_reach_and_one_that_cannot_be_stopped():
    game = zermelo.load("connect-four")
    solver = ConnectFourSolver(game, compiled=False)
    assert solver.score(game.read_state("121212")) == 18  # 1 wins at once, with 18 discs of its own left
    assert solver.score(game.read_state("4455")) == 18  # 3 threatens 2 and 6
    assert solver.score(game.read_state("44553")) == -18


def read_scores(path, most=None):
    """(columns played, score) from a published file."""
    lines = path.read_text().splitlines()[:most]
    return [(columns, int(score)) for columns, score in map(str.split, lines)]


def check_published(truth, name, solver, most=None):
    game = solver.game
    for columns, score in read_scores(truth(f"connect4/{name}"), most):
        assert solver.score(game.read_state(columns)) == score, columns


def test_published_endgames_interpreted(truth):
    check_published(truth, "Test_L3_R1", ConnectFourSolver(zermelo.load("connect-four"), compiled=False), most=40)


@pytest.mark.long
def test_published_scores(truth):
    solver = ConnectFourSolver(zermelo.load("connect-four"))
    check_published(truth, "Test_L3_R1", solver)
    check_published(truth, "Test_L2_R1", solver)
    check_published(truth, "Test_L2_R2", solver, most=100)
    check_published(truth, "Test_L1_R1", solver, most=100)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Test_L2_R2", "Test_L1_R1"])
def test_all_published_scores(truth, name):
    check_published(truth, name, ConnectFourSolver(zermelo.load("connect-four")))


def small_boards(truth, most_cells):
    rows = [line.split(",") for line in truth("connect4/small_board_values.csv").read_text().splitlines()]
    boards = [(int(row[0]), int(row[1]), int(row[2])) for row in rows if not row[0].startswith("#")]
    return [board for board in boards if board[0] * board[1] <= most_cells]


def test_the_smallest_board_interpreted(truth):
    for columns, rows, score in small_boards(truth, 16):
        game = connect_four(columns, rows)
        assert ConnectFourSolver(game, compiled=False).score(game.initial()) == score


@pytest.mark.slow
def test_small_boards(truth):
    for columns, rows, score in small_boards(truth, 35):
        game = connect_four(columns, rows)
        assert ConnectFourSolver(game).score(game.initial()) == score, (columns, rows)


def test_a_stopped_search_has_no_score():
    game = zermelo.load("connect-four")
    solver = ConnectFourSolver(game, compiled=False)
    solver.memory[LIMIT] = 200
    assert solver.score(game.initial()) is None
    assert solver.scores(game.initial()) is None
    assert solver.solve(game.initial()) is None
    assert solver.known_actions(game.initial()) is None
    assert solver.is_stopped
    solver.memory[NODES] = 0
    assert solver.score(game.read_state("121212")) == 18


def test_solvers_of_one_table():
    game = connect_four(4, 4)
    solver = ConnectFourSolver(game, compiled=False)
    assert solver.score(game.initial()) == 0
    other = solver.beside()
    assert other.score(game.initial()) == 0
    assert other.memory[NODES] < solver.memory[NODES] / 10


def test_other_games_are_refused():
    with pytest.raises(zermelo.ZermeloError, match="this solver is for connect-four, not for tic-tac-toe"):
        ConnectFourSolver(zermelo.load("tic-tac-toe"))


def test_what_a_stopped_solver_did_not_find_out_is_bounded_by_the_best():
    game = connect_four(5, 4)
    state = game.read_state("1212345")
    solver, stopped = ConnectFourSolver(game, compiled=False), ConnectFourSolver(game, compiled=False)
    line, best = solver.solve(state).line, solver.score(state)
    stopped.memory[LIMIT] = solver.nodes
    outcomes = {action: (score > 0) - (score < 0) for action, score in solver.scores(state).items()}
    found = stopped.known_actions(state)
    assert max(found, key=lambda one: one.merit).line == line
    assert [one.action for one in found] == game.legal(state)
    assert any(one.is_bound for one in found)
    for one in found:
        assert one.outcome == (outcomes[line[0]] if one.is_bound else outcomes[one.action]) >= outcomes[one.action]
    assert outcomes[line[0]] == (best > 0) - (best < 0)
