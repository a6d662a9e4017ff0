"""The hunter of Battleship."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.experts.battleship.hunter import Hunter
from zermelo.game import CHANCE, ZermeloError
from zermelo.knowledge import known_by

SMALL = "battleship:rows=5,columns=5,ships=32,solitaire=true"


def sunk_by(game, choose, seed):
    """How many shots it takes, asked with the whole path."""
    noise, path = random.Random(seed), [game.initial()]
    while not game.is_terminal(path[-1]):
        is_chance = game.to_move(path[-1]) == CHANCE
        move = noise.choice(game.moves(path[-1])) if is_chance else choose(path[-1], path[:-1])
        path.append(game.result(path[-1], move))
    return -game.utility(path[-1], 0)


@pytest.mark.long
def test_the_hunter_needs_fewer_shots_than_chance():
    game, noise = zermelo.load(SMALL), random.Random(1)
    hunter = Hunter(fleets=50, seed=1).open(game)
    assert sum(sunk_by(game, hunter.choose, seed) for seed in range(10)) < 150
    assert sum(sunk_by(game, lambda state, past: noise.choice(game.legal(state)), seed) for seed in range(10)) > 190


@pytest.mark.slow
@pytest.mark.parametrize(("touching", "shots"), [("true", 44.1), ("false", 37.4)])
def test_how_many_shots_the_hunter_needs_on_average(touching, shots):
    """The mean of 200 boards is within 3 standard errors of what was measured (see benchmarks)."""
    game = zermelo.load(f"battleship:solitaire=true,touching={touching}")
    hunter = Hunter(seed=1).open(game)
    assert sum(sunk_by(game, hunter.choose, seed) for seed in range(200)) / 200 == pytest.approx(shots, abs=2.0)


def test_a_shot_that_tells_more_is_preferred_to_one_that_is_as_likely_to_hit():
    """A ship of 3 in a row of 9 is as likely on each of A3 to A7, but a miss in the middle tells less."""
    game = zermelo.load("battleship:rows=1,columns=9,ships=3,solitaire=true")
    state = game.read_state("......aaa")
    shots = {Hunter(fleets=1000, seed=seed).open(game).choose(state) for seed in range(5)}
    assert shots <= {2, 3, 5, 6}
    likeliest = {Hunter(fleets=1000, shots=1, seed=seed).open(game).choose(state) for seed in range(40)}
    assert 4 in likeliest


def test_the_hunter_goes_by_what_it_knows():
    """Two boards that look alike get the same shot, whether the hunter followed the game or not."""
    game = zermelo.load(SMALL)
    states = [game.initial()]
    for name in ("A1-A3", "C1-C2", "E5", "C1"):
        states.append(game.result(states[-1], game.read_action(states[-1], name)))
    other = [game.initial()]
    for name in ("C1-E1", "A4-A5", "E5", "C1"):
        other.append(game.result(other[-1], game.read_action(other[-1], name)))
    assert known_by(game, 0, states[-1], states[:-1]) == known_by(game, 0, other[-1], other[:-1])
    following = Hunter(fleets=50, seed=3).open(game)
    following.choose(states[-2], states[:-2])
    shots = {
        Hunter(fleets=50, seed=3).open(game).choose(states[-1], states[:-1]),
        Hunter(fleets=50, seed=3).open(game).choose(other[-1], other[:-1]),
        following.choose(states[-1], states[:-1]),
    }
    assert len(shots) == 1
    assert game.action_text(states[-1], shots.pop()) in ("B1", "C2", "D1")


def test_the_hunter_places_its_ships():
    game = zermelo.load("battleship:rows=5,columns=5,ships=32,placed=players")
    hunter = Hunter(fleets=10, seed=1).open(game)
    assert hunter.choose(game.initial()) in game.legal(game.initial())


def test_the_hunter_plays_nothing_else():
    with pytest.raises(ZermeloError, match="hunter plays battleship only, not nim"):
        Hunter().open(zermelo.load("nim"))
    with pytest.raises(ZermeloError, match="plays but does not analyse"):
        Hunter().open(zermelo.load(SMALL)).analyse()
