"""The Othello endgame solver against plain minimax, and against published scores."""

from __future__ import annotations

import random
from functools import cache

import pytest

import zermelo
from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.experts.othello.endgames import OthelloSolver


def empties(game, state):
    return game.parameters["size"] ** 2 - int(state.mine | state.theirs).bit_count()


def endgames(size, left, how_many):
    """Positions of random games with so many empty squares, in which the game is not over."""
    game, noise, found = zermelo.load("othello", size=size), random.Random(left), []
    while len(found) < how_many:
        state = game.initial()
        while not game.is_terminal(state) and empties(game, state) > left:
            state = game.result(state, noise.choice(game.legal(state)))
        if not game.is_terminal(state):
            found.append(state)
    return found


def plain_valuer(game, to_winner):
    """value(state) for the player to move, by minimax."""

    @cache
    def value(state):
        if not game.is_terminal(state):
            return max(-value(game.result(state, action)) for action in game.actions(state))
        difference = int(game.utility(state, state.player))
        sign = (difference > 0) - (difference < 0)
        return difference + sign * empties(game, state) * to_winner

    return value


def check_like_minimax(size, left, how_many, compiled, to_winner=False, **options):
    game = zermelo.load("othello", size=size)
    value = plain_valuer(game, to_winner)
    solver = OthelloSolver(game, compiled, to_winner=to_winner, **options)
    for state in endgames(size, left, how_many):
        expected = value(state)
        assert solver.score(state) == expected, game.state_text(state)
        assert solver.outcome(state) == (expected > 0) - (expected < 0)
        assert solver.scores(state) == {a: -value(game.result(state, a)) for a in game.legal(state)}
        solved, end = solver.solve(state), state
        for action in solved.line:
            end = game.result(end, action)
        assert game.is_terminal(end)
        assert solved.value == expected
        if not to_winner:
            assert game.utility(end, state.player) == expected


@pytest.mark.parametrize("to_winner", [False, True])
@pytest.mark.parametrize(("size", "left", "how_many"), [(4, 10, 1), (4, 8, 3), (6, 5, 2), (8, 4, 2)])
def test_values_as_minimax_does(size, left, how_many, to_winner):
    check_like_minimax(size, left, how_many, compiled=False, to_winner=to_winner)


def test_the_outcome_first():
    check_like_minimax(6, 5, 2, compiled=False, outcome_first=True)


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
def test_compiled_it_values_as_minimax_does(threads):
    for left, how_many in ((1, 20), (2, 20), (4, 20), (6, 5), (7, 2)):
        check_like_minimax(8, left, how_many, compiled=True, to_winner=True, threads=threads)


def read_scores(path):
    """(position, the best move's score) from a published file, in which squares left empty count for the winner."""
    for line in path.read_text().splitlines():
        board, *moves = line.split(";")
        if board.strip() and not board.startswith(("%", "#")):
            yield board, max(int(move.split(":")[1]) for move in moves if ":" in move)


def check_published(truth, most_empty, threads=1):
    game = zermelo.load("othello")
    solver, checked = OthelloSolver(game, threads=threads, to_winner=True), 0
    for name in ("1-19", "20-39", "40-49"):
        for board, score in read_scores(truth(f"othello/fforum-{name}.obf")):
            state = game.read_state(board)
            if empties(game, state) <= most_empty:
                assert solver.score(state) == score, board
                checked += 1
    return checked


@pytest.mark.long
def test_published_endgames(truth):
    assert check_published(truth, 15) > 10


@pytest.mark.slow
def test_all_published_endgames_of_up_to_22_empty_squares(truth):
    assert check_published(truth, 22) > 30


def test_a_stopped_search_has_no_value():
    game = zermelo.load("othello", size=6)
    solver = OthelloSolver(game, compiled=False)
    solver.memories[0][LIMIT] = 20
    assert solver.score(game.initial()) is None
    assert solver.outcome(game.initial()) is None
    assert solver.scores(game.initial()) is None
    assert solver.solve(game.initial()) is None
    solver.memories[0][NODES] = 0
    assert solver.score(endgames(6, 2, 1)[0]) is not None


def test_other_games_are_refused():
    with pytest.raises(zermelo.ZermeloError, match="this solver is for othello, not for tic-tac-toe"):
        OthelloSolver(zermelo.load("tic-tac-toe"))
