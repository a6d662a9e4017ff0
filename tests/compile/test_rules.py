"""A game's functions as kernels call them."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.bits import blended
from zermelo.compile.kernel.memory import new_memory
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.kernel.rules import interpreted_rules


def view_keys(rules):
    """A kernel that asks what a player sees."""
    view_key = rules.view_key

    @rules.jit
    def ask(state, memory, player):
        return view_key(state, player)

    return ask


SIMULTANEOUS = [
    "prisoners-dilemma:rounds=3",
    "goofspiel:cards=4,hidden=true",
    "oshi-zumo:coins=6,size=1",
    "liars-dice:dice=2,sides=3",
]


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("spec", ["kuhn-poker", *(pytest.param(spec, marks=pytest.mark.long) for spec in SIMULTANEOUS)])
def test_the_key_of_a_view_is_its_hash(spec, compiled):
    game, noise = zermelo.load(spec), random.Random(1)
    memory = new_memory(compiled, 1)
    kernel = prepare(game, view_keys, lambda compiled: (new_memory(compiled, 1), 0), label="a test", compiled=compiled)
    assert kernel.compiled == compiled
    for _ in range(10):
        state = game.initial()
        while not game.is_terminal(state):
            for player in range(2):
                assert kernel.run(kernel.state(state), memory, player) == blended(game.view(state, player))
            state = game.result(state, noise.choice(game.moves(state)))


def test_a_game_without_secrets_has_no_view():
    assert interpreted_rules(zermelo.load("nim")).view_key is None


@pytest.mark.long
@pytest.mark.parametrize("spec", SIMULTANEOUS)
def test_simultaneous_choices_and_dice_compile(spec):
    game = zermelo.load(spec)
    assert zermelo.perft(game, depth=5, compiled=True).leaves == zermelo.perft(game, depth=5, compiled=False).leaves > 0
