"""Pac-Man's rules: against their twin, and by hand."""

from __future__ import annotations

import random

import pytest
from games.pacman.twin import Twin

import zermelo
from zermelo.arena.doctor import examine
from zermelo.games.pacman.ghosts import cell_of, scared_of
from zermelo.games.pacman.layout import read_layout

MANY_GHOSTS = "%%%%%%%%%/%GGGG___%/%_%_%_%_%/%..o.P..%/%%%%%%%%%"


def pacman(*rows, moves=500):
    return zermelo.load("pacman", layout="/".join(rows), moves=moves)


def played(game, *names):
    state = game.initial()
    for name in names:
        state = game.result(state, game.read_action(state, name))
    return state


def names(game, state):
    return [game.action_text(state, way) for way in game.legal(state)]


@pytest.mark.parametrize("layout", ["small", "rooms", "trapped", "halls", MANY_GHOSTS])
def test_random_games_go_as_those_of_the_twin(layout):
    game = zermelo.load("pacman", layout=layout, moves=60)
    maze = read_layout(layout)
    for seed in range(12):
        noise, state, twin = random.Random(seed), game.initial(), Twin(maze.rows, 60)
        while not game.is_terminal(state):
            assert not twin.ending
            assert names(game, state) == twin.actions()
            way = noise.choice(game.legal(state))
            twin.play(game.action_text(state, way))
            state = game.result(state, way)
            assert maze.cells[state.place] == twin.pacman
            assert [maze.cells[cell_of(ghost)] for ghost in state.ghosts] == [ghost["at"] for ghost in twin.ghosts]
            assert [scared_of(ghost) for ghost in state.ghosts] == [ghost["scared"] for ghost in twin.ghosts]
            assert (state.score, state.left, state.moves) == (twin.score, len(twin.food), twin.moves)
            assert game.read_state(game.state_text(state)) == state
        assert twin.ending
        assert game.utility(state, 0) == twin.score == -game.utility(state, 1)


def test_food_is_worth_10_a_step_costs_1_and_the_last_food_wins_500():
    game = pacman("%%%%%%%", "%P..%G%", "%%%%%%%")
    assert game.legal(game.initial()) == [1, 4]
    state = played(game, "right")
    assert (state.score, state.left) == (9, 1)
    state = played(game, "right", "stop", "right")  # the ghost is walled in
    assert state.score == 2 * 10 - 2 + 500
    assert game.ending_text(state) == "Pac-Man wins with a score of 518, all food eaten"


def test_a_ghost_that_catches_costs_500():
    game = pacman("%%%%%%", "%.P_G%", "%%%%%%")
    state = played(game, "right", "left")
    assert state.caught
    assert state.score == -501
    assert game.ending_text(state) == "Ghost team wins with a score of -501, Pac-Man caught"
    assert played(pacman("%%%%%", "%.PG%", "%%%%%"), "right").score == -501  # he may run into it himself


def test_the_last_food_wins_even_where_a_ghost_is():
    game = pacman("%%%%%%", "%P.G_%", "%%%%%%")
    state = played(game, "stop", "left", "right")
    assert state.left == 0
    assert not state.caught
    assert state.score == 10 - 2 + 500


def test_a_capsule_scares_ghosts_who_are_slow_then_and_worth_200():
    game = pacman("%%%%%%%%%", "%.Po__G_%", "%%%%%%%%%")
    state = played(game, "right")
    assert [scared_of(ghost) for ghost in state.ghosts] == [40]
    assert state.score == -1
    state = played(game, "right", "left", "stop")
    assert game.legal(state) == [4]  # every second move
    state = played(game, "right", "left", "stop", "stop", "right", "left")  # it comes to him
    assert state.score == -3 + 200
    assert [(cell_of(ghost), scared_of(ghost)) for ghost in state.ghosts] == [(5, 0)]  # back where it began


def test_a_ghost_turns_back_only_in_a_blind_alley():
    game = pacman("%%%%%%%", "%.P%__%", "%_%%G_%", "%_%%%%%", "%%%%%%%")
    assert names(game, played(game, "stop")) == ["up", "right"]
    assert names(game, played(game, "stop", "up", "stop")) == ["right"]  # and not down again
    game = pacman("%%%%%%%", "%.P%_G%", "%%%%%%%")
    assert names(game, played(game, "stop", "left", "stop")) == ["right"]


def test_food_that_is_left_when_time_is_up_loses():
    game = pacman("%%%%%%%", "%P..%G%", "%%%%%%%", moves=2)
    state = played(game, "stop", "stop", "stop")
    assert game.is_terminal(state)
    assert state.score == -502
    assert game.ending_text(state).endswith("with a score of -502, food left when time was up")


def test_best_utility_bounds_both_sides():
    game = zermelo.load("pacman")
    assert game.best_utility == max(500 + 10 * game.initial().left + 2 * 2 * 200, 500 + 500)


@pytest.mark.long
def test_it_compiles_to_the_same_game():
    diagnosis = examine(zermelo.load("pacman", layout=MANY_GHOSTS, moves=40), games=3)
    assert diagnosis.healthy
    assert diagnosis.compiled


@pytest.mark.parametrize("moves", [0, 10_001])
def test_a_limit_of_moves_has_bounds(moves):
    with pytest.raises(zermelo.ZermeloError, match=r"pacman: moves must be 1 to 10,000, not \d+"):
        zermelo.load("pacman", moves=moves)
