"""The ghosts of Pac-Man."""

from __future__ import annotations

from collections import Counter

import pytest

import zermelo
from zermelo.experts.pacman.ghosts import Ghosts
from zermelo.players.player import SearchPlayer

FORK = "%%%%%%%%%/%_P___G_%/%_%%%%_%%/%__.___%%/%%%%%%%%%"  # the ghost has two ways to Pac-Man


def chosen(style, state, game, times=12, **options):
    counted = Counter()
    for seed in range(times):
        counted[game.action_text(state, Ghosts(style=style, seed=seed, **options).open(game).choose(state))] += 1
    return counted


@pytest.fixture
def game():
    return zermelo.load("pacman", layout=FORK)


def test_they_chase_and_search_on_the_shortest_way(game):
    state = game.result(game.initial(), game.read_action(game.initial(), "stop"))
    assert set(chosen("chase", state, game)) == {"left"}
    assert set(chosen("search", state, game, times=2)) == {"left"}
    assert len(chosen("random", state, game)) == 3
    assert len(chosen("chase", state, game, noise=1.0)) == 3


def test_scared_ones_flee():
    game = zermelo.load("pacman", layout=FORK.replace("__.___", "__.o__"))
    maze = "%%%%%%%%%/%_______%/%_%%%%_%%/%__.___%%/%%%%%%%%%"
    state = game.read_state(f"{maze} P2,5 G2,7-40 score=0 moves=1 turn=1")
    assert "left" not in chosen("chase", state, game)


def test_ties_are_broken_at_random():
    game = zermelo.load("pacman", layout="%%%%%%%/%.___G%/%_%%%_%/%P____%/%%%%%%%")
    state = game.result(game.initial(), game.read_action(game.initial(), "stop"))
    assert set(chosen("chase", state, game)) == {"left", "down"}


def test_they_play_pacman_only():
    assert Ghosts().refusal(zermelo.load("pacman")) is None
    assert (
        Ghosts().refusal(zermelo.load("chess")) == "ghosts play pacman only, not chess: try random, alphabeta or mcts"
    )


def test_a_seed_repeats_a_game(game):
    def moves():
        players = [SearchPlayer(Ghosts(style="random", seed=1)), SearchPlayer(Ghosts(style="random", seed=2))]
        return zermelo.play(game, players).actions

    assert moves() == moves()
