"""Levels: every game can be played at each, a stronger one wins, and a win that is seen is taken."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial

import pytest

import zermelo
from zermelo.arena.strength import LEVELS, LimitedPlayer, level_words
from zermelo.web.worker import jobs
from zermelo.web.worker.jobs import move


def chosen(spec, played, level, **parameters):
    answers: list[dict] = []
    move({"spec": spec, "parameters": parameters, "start": None, "played": played, "level": level}, answers.append)
    return answers[-1]["index"]


@pytest.mark.long
@pytest.mark.parametrize("spec", ["tic-tac-toe", "nim", "castles", "pig", "breakthrough"])
@pytest.mark.parametrize("level", ["beginner", pytest.param("medium", marks=pytest.mark.slow)])
def test_every_kind_of_game_is_played(spec, level):
    game = zermelo.load(spec)
    assert 0 <= chosen(spec, [], level) < len(game.legal(game.initial()))


def test_a_win_that_is_seen_is_taken():
    game = zermelo.load("tic-tac-toe")
    state, played = game.initial(), []
    for text in ("b2", "a2", "a3", "c1"):  # X has b2 and a3, but O holds c1: X wins nothing at once
        legal = game.legal(state)
        played.append(legal.index(game.read_action(state, text)))
        state = game.result(state, legal[played[-1]])
    for text in ("b3", "a1"):  # now c3 and b1 both win
        legal = game.legal(state)
        played.append(legal.index(game.read_action(state, text)))
        state = game.result(state, legal[played[-1]])
    wins = {i for i, action in enumerate(game.legal(state)) if game.is_terminal(game.result(state, action))}
    for level in LEVELS:
        assert chosen("tic-tac-toe", played, level) in wins


@pytest.mark.slow
def test_a_higher_level_wins_more(monkeypatch):
    seeds = itertools.count(1)  # what a beginner does is a matter of chance
    seeded = partial(lambda make, *given, **options: make(*given, **options, seed=next(seeds)), jobs.LimitedPlayer)
    monkeypatch.setattr(jobs, "LimitedPlayer", seeded)
    game = zermelo.load("connect-four:columns=5,rows=4,connect=3")
    points = 0.0
    for number in range(8):
        state, played = game.initial(), []
        while not game.is_terminal(state):
            level = "full" if game.to_move(state) == number % 2 else "beginner"
            played.append(chosen("connect-four", played, level, columns=5, rows=4, connect=3))
            state = game.result(state, game.legal(state)[played[-1]])
        points += game.utility(state, number % 2)
    assert points >= 1


def test_medium_never_loses_at_once():
    """However far it strays: where one move of six does not lose to the next one, it is played."""
    game = zermelo.load("tic-tac-toe")
    state = game.initial()
    for text in ("b2", "a1", "b3"):  # O must stop b1
        state = game.result(state, game.read_action(state, text))
    wild = replace(LEVELS["medium"], stray=1000.0, nodes=200)
    careless = replace(wild, careful=False)

    def choices(strength):
        played = (LimitedPlayer(strength, seed=seed, compiled=False).choose(game, state) for seed in range(12))
        return {game.action_text(state, action) for action in played}

    assert choices(wild) == {"b1"}
    assert len(choices(careless)) > 1


def test_medium_plays_on_where_everything_loses_at_once():
    game = zermelo.load("tic-tac-toe")
    state = game.initial()
    for text in ("a1", "b1", "c3", "b3", "a3"):  # O cannot stop a2, b2 and b3 all
        state = game.result(state, game.read_action(state, text))
    player = LimitedPlayer(replace(LEVELS["medium"], stray=1000.0, nodes=200), seed=1, compiled=False)
    assert player.choose(game, state) in game.legal(state)


def test_levels_say_how_strong_they_are():
    words = level_words()
    assert list(words) == list(LEVELS)
    assert "above easy" in words["medium"]
