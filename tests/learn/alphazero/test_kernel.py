"""Self-play and search of many games in step: what they find, and that compiled code does the same as plain Python."""

from __future__ import annotations

import numpy as np
import pytest

import zermelo
from zermelo.evaluate.encoding.encoding import encoding_of
from zermelo.learn.alphazero import games as parts
from zermelo.learn.alphazero.group import Group, choose, room_for
from zermelo.learn.alphazero.rating import contest, elo
from zermelo.learn.alphazero.team import Team


def even(planes, places, out):
    """A network without an opinion: every legal action equally likely, every position even."""
    games = len(out) - len(places)  # one value each
    legal = places.reshape(games, -1) >= 0
    answers = out.reshape(games, -1)
    answers[:, :-1] = legal / np.maximum(1, legal.sum(axis=1, keepdims=True))
    answers[:, -1] = 0.0


def played(game, compiled, threads, rounds=260, games=6, sims=12):
    """What a group hands out: planes, places, policies and values, in order."""
    group = Group(game, encoding_of(game), room_for(game, games, sims), Team(threads), seed=5, compiled=compiled)
    group.games.knobs[parts.OPENINGS] = 3
    samples = []
    for _ in range(rounds):
        group.step()
        even(group.games.planes, group.games.places, group.games.answer)
        samples.append(group.take())
    return group, samples


def all_of(samples):
    return [
        np.concatenate([getattr(one, name) for one in samples]) for name in ("planes", "places", "policy", "values")
    ]


def test_self_play_hands_out_legal_policies_and_values_of_finished_games():
    game = zermelo.load("tic-tac-toe")
    group, samples = played(game, False, 1)
    planes, places, policy, values = all_of(samples)
    counts = group.counts()
    assert counts[parts.FINISHED] > 20
    assert counts[parts.DROPPED] == 0
    assert len(values) > 60
    assert policy.sum(axis=1) == pytest.approx(np.ones(len(policy)), abs=1e-5)
    assert np.all((policy == 0) | (places >= 0))
    assert np.all(np.abs(values) <= 1)
    assert {-1.0, 1.0} <= {float(value) for value in values}
    stones = planes.reshape(-1, 9, 3)[:, :, :2].sum(axis=(1, 2))
    assert np.array_equal((places >= 0).sum(axis=1), 9 - stones)


def test_the_search_takes_a_win_stops_a_loss_and_says_what_is_proved():
    game = zermelo.load("tic-tac-toe")
    states = [game.read_state(text) for text in ("xx./oo./...", "xx./o../...", "xo./ox./...")]
    found = choose(game, encoding_of(game), even, states, 40, Team(1), compiled=False)
    assert [game.action_text(s, game.legal(s)[i]) for s, i in zip(states, found, strict=True)] == ["c3", "c3", "c1"]


def test_the_search_proves_a_small_game():
    game = zermelo.load("nim:stones=5,most=3")
    found = choose(game, encoding_of(game), even, [game.initial()], 40, Team(1), compiled=False)
    assert game.legal(game.initial())[found[0]] == 1  # leaves four, and the other side loses


def test_equal_networks_score_a_half_and_a_score_has_a_rating():
    game = zermelo.load("nim:stones=6,most=3")
    score = contest(game, encoding_of(game), (even, even), 2, 30, Team(1), 1, compiled=False)
    assert 0.0 <= score <= 1.0
    assert elo(0.5) == 0.0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(1.0) == pytest.approx(800.0)


def test_a_team_does_all_work_and_passes_errors_on():
    seen: list[int] = []
    team = Team(3)
    team.do(lambda: seen.append(1))
    assert len(seen) == 3

    def fails():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        team.do(fails)
    team.close()


@pytest.mark.long
def test_compiled_and_with_threads_self_play_is_the_same():
    game = zermelo.load("tic-tac-toe")
    plain, fast = all_of(played(game, False, 1)[1]), all_of(played(game, True, 2)[1])
    for one, other in zip(plain, fast, strict=True):
        assert one.shape == other.shape
        assert np.allclose(one, other, atol=1e-5)
