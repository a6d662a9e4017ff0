"""The games in examples/ that are solved here: what is told as exact is what a slow search, written here, finds."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import naive
import numpy as np
import pytest
from scipy.optimize import linprog
from test_examples import example, winner_of_connect6

import zermelo
from zermelo.by_value import hashable
from zermelo.evaluate.learned.features import default_features
from zermelo.game import CHANCE
from zermelo.games.chess.text import uci
from zermelo.knowledge import known_by


def solved(game):
    """What `solve` finds without compiling anything."""
    return zermelo.solve(replace(game, compiles=False))


def reached(game):
    """All states that can be reached, by their content."""
    start = game.initial()
    found, waiting = {hashable(start): start}, [start]
    for state in waiting:
        for move in game.moves(state):
            after = game.result(state, move)
            if hashable(after) not in found:
                found[hashable(after)] = after
                waiting.append(after)
    return found


def by_distance(game):
    """Of the initial state of a game with loops: its value to player 0, and the plies to the end; draws have none.

    Wins and losses spread from the ends, one ply at a time.
    """
    states = reached(game)
    after = {
        one: [hashable(game.result(state, move)) for move in game.moves(state)]
        for one, state in states.items()
        if not game.is_terminal(state)
    }
    known = {one: (game.utility(state, 0), 0) for one, state in states.items() if one not in after}
    for plies in range(1, len(states)):
        new = {}
        for one, moves in after.items():
            if one in known:
                continue
            wish = 1.0 if game.to_move(states[one]) == 0 else -1.0
            values = [known[move][0] if move in known else None for move in moves]
            if wish in values:
                new[one] = (wish, plies)
            elif all(value == -wish for value in values):
                new[one] = (-wish, plies)
        if not new:
            break
        known |= new
    return known.get(hashable(game.initial()), (0.0, None))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("hare_and_hounds.py", {}),
        ("dodgem.py", {"size": 2}),
        ("minichess.py", {"start": "k2/3/K1R", "quiet": 3}),
        ("minichess.py", {"start": "1k1/p1P/1K1", "quiet": 2}),
        pytest.param("dodgem.py", {}, marks=pytest.mark.long),
    ],
)
def test_games_with_loops_are_worth_what_spreads_from_their_ends(name, parameters):
    game = example(name, **parameters)
    found = solved(game)
    assert (found.value, found.distance) == by_distance(game)


@pytest.mark.parametrize("shortest", [3, 4, 5])
def test_ghost_by_brute_force(shortest):
    game = example("ghost.py", shortest=shortest)
    value = naive.minimax(game, game.initial())
    assert zermelo.solve(game).value == value
    analysis = zermelo.AlphaBeta().analyse(game)
    assert (analysis.value, analysis.exact) == (value, True)


@pytest.mark.parametrize("board", ["cross", "small"])
def test_peg_solitaire_by_brute_force(board):
    game = example("peg_solitaire.py", board=board)

    @cache
    def best(state):
        return max((best(game.result(state, jump)) for jump in game.legal(state)), default=-sum(state.pegs))

    assert solved(game).value == best(game.initial()) == -1  # all but one


@pytest.mark.parametrize(("length", "sides"), [(5, 2), (4, 3), (2, 2)])
def test_the_dice_race_by_brute_force(length, sides):
    game = example("dice_race.py", length=length, sides=sides)
    value = cache_of_chance(game)(game.initial())
    assert solved(game).value == pytest.approx(value)
    if length == 2:
        assert zermelo.Expectiminimax(compiled=False).analyse(game).value == pytest.approx(value)


def cache_of_chance(game):
    """Expectiminimax with a table."""

    @cache
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, 0)
        if game.to_move(state) == CHANCE:
            return sum(share * value(game.result(state, outcome)) for outcome, share in game.outcomes(state))
        values = [value(game.result(state, action)) for action in game.legal(state)]
        return max(values) if game.to_move(state) == 0 else min(values)

    return value


def test_ludo_for_two_by_rounds():
    """Pieces are sent back, so that a position may come up again: its value is what rounds of the equations come to."""
    game = example("ludo.py", players=2, pieces=1, side=2, lane=1, die=2)
    states = reached(game)
    values = {one: game.utility(state, 0) if game.is_terminal(state) else 0.5 for one, state in states.items()}
    for _ in range(300):
        for one, state in states.items():
            if game.is_terminal(state):
                continue
            below = [values[hashable(game.result(state, move))] for move in game.moves(state)]
            mover = game.to_move(state)
            values[one] = sum(below) / len(below) if mover == CHANCE else max(below) if mover == 0 else min(below)
    assert solved(game).value == pytest.approx(values[hashable(game.initial())], abs=1e-6)


def test_ludo_for_four_a_few_plies_deep():
    game, noise = example("ludo.py", pieces=2, side=2, lane=1, die=2), random.Random(2)
    for _ in range(4):
        state = game.initial()
        for _ in range(60):
            if not game.is_terminal(state):
                state = game.result(state, noise.choice(game.moves(state)))
        if not game.is_terminal(state):
            found = zermelo.MaxN(depth=5, compiled=False).analyse(game, state)
            assert found.values == pytest.approx(naive.maxn(game, state, 5))


def matrix_value(matrix):
    """What the player of the rows makes sure of."""
    rows, columns = matrix.shape
    found = linprog(
        [0.0] * rows + [-1.0], np.hstack([-matrix.T, np.ones((columns, 1))]), np.zeros(columns),
        [[1.0] * rows + [0.0]], [1.0], [(0, None)] * rows + [(None, None)],
    )  # fmt: skip
    return found.x[-1]


@pytest.mark.parametrize(
    ("rounds", "first", "second", "sign"), [(1, 1, 0, 0), (2, 1, 0, 1), (3, 0, 1, -1), (4, 0, 0, 0), (3, 2, 1, 0)]
)
def test_the_duel_is_worth_what_its_rounds_are(rounds, first, second, sign):
    """From the last round back: each is a table of what both choose."""
    game = example("duel.py", rounds=rounds, first=first, second=second)

    @cache
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, 0)
        table = [
            [value(game.result(game.result(state, one), other)) for other in game.legal(game.result(state, one))]
            for one in game.legal(state)
        ]
        return matrix_value(np.array(table))

    solution = zermelo.solve(game, method="lp")
    assert solution.value == pytest.approx(value(game.initial()), abs=1e-7)
    assert np.sign(round(value(game.initial()), 9)) == sign


def best_response(game, player, strategy):
    """What a player gets on average who plays best against the strategy of the other one.

    Worlds that look the same to the player go on together, one ply at a time; a world: (path of states, weight).
    """

    def value(worlds):
        total, choosing, following = 0.0, [], {}
        for path, weight in worlds:
            state = path[-1]
            if game.is_terminal(state):
                total += weight * game.utility(state, player)
                continue
            mover = game.to_move(state)
            if mover == player:
                choosing.append((path, weight))
                continue
            if mover == CHANCE:
                shares = game.outcomes(state)
            else:
                shares = zip(game.legal(state), strategy.at(known_by(game, mover, state, path[:-1])), strict=True)
            for move, share in shares:
                add(following, path, move, weight * share)
        if choosing:
            total += max(after(choosing, action) for action in game.legal(choosing[0][0][-1]))
        return total + sum(map(value, following.values()))

    def add(groups, path, move, weight):
        state = game.result(path[-1], move)
        groups.setdefault(game.view(state, player), []).append(((*path, state), weight))

    def after(worlds, action):
        groups = {}
        for path, weight in worlds:
            add(groups, path, action, weight)
        return sum(map(value, groups.values()))

    return value([((game.initial(),), 1.0)])


@pytest.mark.parametrize(("suits", "ranks", "hand"), [(1, 5, 2), (2, 3, 2)])
def test_nobody_gains_against_the_solution_of_whist(suits, ranks, hand):
    """So what it gives is the value of the game."""
    game = example("whist.py", suits=suits, ranks=ranks, hand=hand)
    solution = zermelo.solve(game, method="lp")
    responses = [best_response(game, player, solution.mixed) for player in range(2)]
    assert responses == pytest.approx([solution.value, -solution.value], abs=1e-7)


def test_whist_with_the_whole_pack_dealt_hides_nothing():
    game = example("whist.py", suits=2, ranks=2, hand=2)
    assert zermelo.solve(game, method="lp").value == pytest.approx(cache_of_chance(game)(game.initial()), abs=1e-7)


@pytest.mark.parametrize(("size", "row"), [(3, 3), (4, 3)])
def test_gomoku_by_brute_force(size, row):
    game, noise = example("gomoku.py", size=size, row=row), random.Random(3)
    for _ in range(6):
        state = game.initial()
        for _ in range(size * size - 6):
            state = state if game.is_terminal(state) else game.result(state, noise.choice(game.legal(state)))
        if game.is_terminal(state):
            continue
        analysis = zermelo.AlphaBeta(compiled=False).analyse(game, state)
        mine = naive.for_mover(game, state, naive.minimax(game, state))
        assert (analysis.value, analysis.exact) == (mine, True)


def test_gomoku_on_the_large_board_by_hand():
    """Rows at the edges too: columns of few cells make many."""
    game, noise = example("gomoku.py"), random.Random(5)
    for _ in range(3):
        state, stones = game.initial(), ({}, {})
        columns = [noise.randrange(15) for _ in range(3)]
        while not game.is_terminal(state):
            near = [cell for cell in game.legal(state) if cell % 15 in columns]
            cell = noise.choice(near or game.legal(state))
            stones[game.to_move(state)][cell] = True
            state = game.result(state, cell)
            won = winner_of_connect6(dict(enumerate(stones)), 15, 5)
            assert (won is not None) == (game.is_terminal(state) and game.utility(state, 0) != 0)
        assert game.utility(state, 0) == (0 if won is None else 1 if won == 0 else -1)


@pytest.mark.parametrize(
    "board",
    ["r3k3/8/2n2p2/1b1P4/3q4/2P2N2/8/R3K2R", "7k/3P4/8/8/2B5/8/3p4/K7", "k7/8/8/3pP3/8/8/8/K6Q"],
)
def test_small_chess_on_a_large_board_is_chess(board):
    """Where no pawn stands at home, nobody may castle, and of promotions only queens are counted."""
    ours, chess = example("minichess.py", start=board), zermelo.load("chess")

    def moves(state):
        return {uci(move): chess.result(state, move) for move in chess.legal(state) if uci(move)[4:] in ("", "q")}

    def named(state):
        return {ours.action_text(state, action): ours.result(state, action) for action in ours.legal(state)}

    theirs, mine = moves(chess.read_state(f"{board} w - - 0 1")), named(ours.initial())
    assert sorted(mine) == sorted(move[:4] for move in theirs)
    for move, state in theirs.items():
        assert sorted(named(mine[move[:4]])) == sorted(reply[:4] for reply in moves(state))


def test_what_cannot_learn_is_told_in_the_users_words():
    with pytest.raises(zermelo.ZermeloError, match="Dodgem has objects as states, which no network can look at"):
        default_features(example("dodgem.py"))


def test_a_game_for_one_has_one_player():
    with pytest.raises(zermelo.ZermeloError, match="peg-solitaire has 1 player, not 2"):
        zermelo.play(example("peg_solitaire.py"), ["random", "random"])
