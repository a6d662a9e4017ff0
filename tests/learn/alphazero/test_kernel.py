"""Self-play and search of many games in step: what they find, and that compiled code does the same as plain Python."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

import zermelo
from zermelo.evaluate.encoding.encoding import encoding_of
from zermelo.learn.alphazero.games import FEW_ACTIONS, VERDICT, new_games
from zermelo.learn.alphazero.group import Group, choose, room_for
from zermelo.learn.alphazero.rating import contest
from zermelo.learn.curve import elo
from zermelo.learn.team import Team

VALUE = -VERDICT  # in an answer; the chance of a draw comes after it


def even(planes, places, out):
    """A network without an opinion: every legal action equally likely, every position even."""
    legal = places.reshape(games_in(places, out), -1) >= 0
    answers = out.reshape(len(legal), -1)
    answers[:, :VALUE] = legal / np.maximum(1, legal.sum(axis=1, keepdims=True))
    answers[:, VALUE:] = 0.0, 0.4


def games_in(places, out):
    return (len(out) - len(places)) // VERDICT


def played(game, compiled, threads, rounds=260, games=6, sims=12, network=even, encoding=None, **knobs):
    """What a group hands out: planes, places, policies and values, in order."""
    encoding = encoding or encoding_of(game)
    group = Group(game, encoding, room_for(game, games, sims), Team(threads), seed=5, compiled=compiled)
    group.games.knobs.openings = 3
    group.games.knobs.update(**knobs)
    samples = []
    for _ in range(rounds):
        group.step()
        network(group.games.planes, group.games.places, group.games.answer)
        samples.append(group.take())
    return group, samples


def stones_in(planes):
    """The board of each position of tic-tac-toe: 1 where the player to move has a stone, 2 where the other one has."""
    cells = planes.reshape(-1, 9, 3).astype(int)
    return cells[:, :, 0] + 2 * cells[:, :, 1]


def sure_of_x(planes, places, out):
    """A network that finds every position of tic-tac-toe won for X."""
    even(planes, places, out)
    answers = out.reshape(games_in(places, out), -1)
    answers[:, VALUE] = np.where((stones_in(planes) > 0).sum(axis=1) % 2 == 0, 0.95, -0.95)
    answers[:, VALUE + 1] = 0.0


def all_of(samples):
    return [
        np.concatenate([getattr(one, name) for one in samples])
        for name in ("planes", "places", "policy", "values", "draws", "owners", "ends")
    ]


def test_self_play_hands_out_legal_policies_and_values_of_finished_games():
    game = zermelo.load("tic-tac-toe")
    group, samples = played(game, False, 1)
    planes, places, policy, values, draws, *_ = all_of(samples)
    counts = group.counts()
    assert counts.finished > 20
    assert counts.dropped == 0
    assert len(values) > 60
    assert policy.sum(axis=1) == pytest.approx(np.ones(len(policy)), abs=1e-5)
    assert np.all((policy == 0) | (places >= 0))
    assert np.all(np.abs(values) <= 1)
    assert {-1.0, 1.0} <= {float(value) for value in values}
    assert np.all((draws >= 0) & (draws + np.abs(values) <= 1 + 1e-6))
    assert {0.0, 1.0} <= {float(draw) for draw in draws}
    stones = planes.reshape(-1, 9, 3)[:, :, :2].sum(axis=(1, 2))
    assert np.array_equal((places >= 0).sum(axis=1), 9 - stones)


def test_the_search_takes_a_win_stops_a_loss_and_says_what_is_proved():
    game = zermelo.load("tic-tac-toe")
    states = [game.read_state(text) for text in ("xx./oo./...", "xx./o../...", "xo./ox./...")]
    found = choose(game, encoding_of(game), even, states, 40, Team(1), compiled=False)
    assert [game.action_text(s, game.legal(s)[i]) for s, i in zip(states, found, strict=True)] == ["c3", "c3", "c1"]


def test_actions_that_end_the_game_need_no_simulations():
    """O must stop X; with a simulation per action that is seen only by what X could play next."""
    game = zermelo.load("tic-tac-toe")
    state = game.read_state("xx./o../...")
    stop = [game.action_text(state, action) for action in game.legal(state)].index("c3")
    for ends in (1, 0):
        group = Group(game, encoding_of(game), room_for(game, 1, 7), Team(1), compiled=False)
        group.games.sizes.ends = ends
        group.set_roots([state])
        while not group.are_done:
            group.step()
            even(group.games.planes, group.games.places, group.games.answer)
        proved = group.games.proof[:6] == -1.0
        assert [bool(one) for one in proved] == [bool(ends) and action != stop for action in range(6)]
    assert group.room.usual <= FEW_ACTIONS
    many = replace(group.room, usual=FEW_ACTIONS + 1)
    assert new_games(game, encoding_of(game), many, False).sizes.ends == 0  # it would cost too much


@pytest.mark.parametrize("value", [0.95, -0.95])
def test_clear_openings_are_skipped(value):
    """All of them here, not three quarters."""
    game = zermelo.load("tic-tac-toe")

    def knows_corner(planes, places, out):
        even(planes, places, out)
        corner = stones_in(planes)[:, 0] > 0
        out.reshape(len(corner), -1)[corner, VALUE] = value

    group, samples = played(game, False, 1, rounds=150, network=knows_corner, opened=1.0, openings=1, skipped=1.0)
    boards = stones_in(all_of(samples)[0])
    first = boards[(boards > 0).sum(axis=1) == 1]
    assert len(first) > 10
    assert not first[:, 0].any()
    assert (boards[:, 0] > 0).any()  # later in a game it is searched on
    assert group.counts().finished > 10


def test_clear_positions_get_a_quarter_of_the_simulations():
    game = zermelo.load("tic-tac-toe")
    spent = []
    for clear in (0.9, 1.0):
        group, _ = played(game, False, 1, sims=16, rounds=100, network=sure_of_x, skipped=0.0, clear=clear)
        counts = group.counts()
        spent.append(counts.simulations / counts.moves)
    assert spent[0] < 0.7 * spent[1]


def test_few_simulations_are_shared_out_by_a_schedule_of_their_own():
    """Four simulations for three actions or more: the first three try three of them."""
    game, most = zermelo.load("tic-tac-toe"), 0
    group = Group(game, encoding_of(game), room_for(game, 6, 16), Team(1), seed=5, compiled=False)
    group.games.knobs.opened = group.games.knobs.skipped = 0.0
    for _ in range(80):
        group.step()
        sure_of_x(group.games.planes, group.games.places, group.games.answer)
        tried = group.games.edge.visits.reshape(6, -1)
        counts = group.games.node.count.reshape(6, -1)[:, 0].astype(int)
        for g, count in enumerate(counts):
            if group.games.word.is_clear[g] and count >= 3:
                most = max(most, tried[g, :count].sum())
                assert tried[g, :count].max() <= 1
    assert most == 3  # and the fourth was waiting for the network


def test_surprising_positions_are_handed_out_more_often():
    """How far a policy is from an even one tells how surprised that network is."""
    group, samples = played(zermelo.load("tic-tac-toe"), False, 1, rounds=300)
    planes, places, policy, *_ = all_of(samples)
    logs = np.log(np.where(policy > 0, policy, 1.0))
    surprise = (policy * logs).sum(axis=1) + np.log((places >= 0).sum(axis=1))
    rows = [(position.tobytes(), shares.tobytes()) for position, shares in zip(planes, policy, strict=True)]
    runs = [[*run] for _, run in itertools.groupby(range(len(rows)), key=rows.__getitem__)]  # copies follow each other
    usual = group.games.surprise
    much = [len(run) for run in runs if surprise[run[0]] > usual.max()]
    little = [len(run) for run in runs if surprise[run[0]] < usual.min()]
    assert set(little) == {1}  # or none at all
    assert max(much) <= 4
    assert np.mean(much) > 1.2


def test_the_chance_of_a_draw_is_that_of_the_result_or_of_the_network():
    """λ = 1: drawn or not; λ = 0: as the network says, 0.4, unless the value leaves less or the result is proved."""
    game = zermelo.load("tic-tac-toe")
    _, _, _, values, draws, *_ = all_of(played(game, False, 1, rounds=150, trace=1.0, slack=2.0)[1])
    assert np.array_equal(draws, 1.0 - np.abs(values))
    assert {0.0, 1.0} == {float(draw) for draw in draws}
    _, _, _, values, draws, *_ = all_of(played(game, False, 1, rounds=150, trace=0.0, slack=2.0, on=1.0)[1])
    told = (draws > 0.0) & (draws < 1.0)
    assert told.any()
    assert draws[told] == pytest.approx(np.minimum(0.4, 1.0 - np.abs(values[told])), abs=1e-6)


def test_clear_positions_are_handed_out_less_often():
    game, shares = zermelo.load("tic-tac-toe"), []
    for dull in (0.5, 0.0):
        group, samples = played(game, False, 1, network=sure_of_x, skipped=0.0, dull=dull)
        shares.append(sum(map(len, samples)) / group.counts().moves)
    assert shares[1] < 0.8 * shares[0]


def test_openings_are_rather_long_where_they_are_not_even():
    game, stones = zermelo.load("tic-tac-toe"), []
    for evenness in (1.0, 0.25):
        group = Group(game, encoding_of(game), room_for(game, 300, 4), Team(1), seed=5, compiled=False)
        group.games.knobs.update(opened=1.0, openings=4.0, evenness=evenness)
        group.step()
        stones.append(np.bincount((stones_in(group.games.planes) > 0).sum(axis=1), minlength=5) / 300)
    assert stones[0][1:] == pytest.approx([0.25] * 4, abs=0.1)
    assert stones[1][1:] == pytest.approx([1 / 256, 15 / 256, 65 / 256, 175 / 256], abs=0.1)


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
