"""Self-play by PUCT: noise, temperature, and games played to their ends."""

from __future__ import annotations

from dataclasses import replace

from search.puct.networks import SMALL_FOUR, visits

import zermelo
from zermelo.evaluate.network import uniform
from zermelo.search.puct.search import PUCT


def test_noise_and_temperature_are_seeded():
    game = zermelo.load("connect-four")
    plain = PUCT(uniform(game), sims=60, keep=False)
    noisy = replace(plain, noise=0.5, seed=1)
    assert visits(noisy.analyse(game)) == visits(noisy.analyse(game))
    assert visits(noisy.analyse(game)) != visits(plain.analyse(game))
    assert visits(noisy.analyse(game)) != visits(replace(noisy, seed=2).analyse(game))
    assert {c.prior for c in noisy.analyse(game).candidates} == {1 / 7}
    warm = replace(plain, temperature=1.0)
    chosen = [found.action for found in warm.open(game).analyse_many([game.initial()] * 40, seeds=range(40))]
    assert len(set(chosen)) > 3
    assert chosen == [found.action for found in warm.open(game).analyse_many([game.initial()] * 40, seeds=range(40))]


def test_self_play_ends_with_the_games():
    """The loop that a trainer would write."""
    game = zermelo.load(SMALL_FOUR)
    player = PUCT(uniform(game), sims=25, batch=4, noise=0.25, temperature=1.0, seed=5)
    states, examples = [game.initial()] * 6, []
    for _ in range(16):
        states = [state for state in states if not game.is_terminal(state)]
        if not states:
            break
        found = player.open(game).analyse_many(states, seeds=range(len(states)))
        examples += [(a.state, [c.visits for c in a.candidates]) for a in found]
        states = [game.result(a.state, a.action) for a in found]
    assert all(game.is_terminal(state) for state in states)
    assert len(examples) > 6 * 6
