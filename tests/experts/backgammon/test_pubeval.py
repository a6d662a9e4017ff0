"""Pubeval: its score as the encoding says, by hand; and as a player."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.experts.backgammon import pubeval
from zermelo.game import ZermeloError
from zermelo.games.backgammon.board import START, counts_of, side_of
from zermelo.games.backgammon.turns import played
from zermelo.players.engines import engine


def plain_score(mine, theirs, weights):
    """The inputs one by one, as the weights' file describes them: pos[p] is mine above 0, the other's below."""
    own, other = counts_of(mine), counts_of(theirs)
    pos = [-other[25], *(own[p] - other[25 - p] for p in range(1, 25)), own[25], own[0], -other[0]]
    x = [0.0] * 122
    for j in range(1, 25):
        n = pos[25 - j]
        x[5 * (j - 1) : 5 * j] = [n == -1, n == 1, n >= 2, n == 3, (n - 3) / 2 if n >= 4 else 0.0]
    x[120], x[121] = -pos[0] / 2, pos[26] / 15
    return sum(w * value for w, value in zip(weights, x, strict=True))


def weights_file(folder):
    noise = random.Random(1)
    path = folder / "weights.txt"
    path.write_text("# a comment\n" + " ".join(f"{noise.uniform(-2, 2):.5f}" for _ in range(244)), encoding="utf-8")
    return path


def test_scores_are_sums_of_the_inputs(tmp_path):
    weights = pubeval.read_weights(weights_file(tmp_path))
    table = pubeval.tabulated(weights)
    noise, game = random.Random(2), zermelo.load("backgammon")
    state = game.initial()
    for _ in range(150):
        if game.is_terminal(state):
            break
        for is_race in (False, True):
            wanted = plain_score(state.mine, state.theirs, weights[int(is_race)])
            assert pubeval.score(state.mine, state.theirs, is_race, table) == pytest.approx(wanted)
        state = game.result(state, noise.choice(game.moves(state)))


def test_the_start_with_the_published_weights(truth):
    weights = pubeval.read_weights(truth("backgammon/pubeval_weights.txt"))
    # mine: 5 on 6, 3 on 8, 5 on 13, 2 on 24; theirs stand where I call it 19, 17, 12 and 1, none alone
    contact = weights[0]

    def point(p, n):
        start = 5 * (24 - p)
        return contact[start + 2] + (contact[start + 3] if n == 3 else contact[start + 4] * (n - 3) / 2 if n > 3 else 0)

    wanted = point(6, 5) + point(8, 3) + point(13, 5) + point(24, 2)
    assert pubeval.score(START, START, False, pubeval.tabulated(weights)) == pytest.approx(wanted)


def test_it_plays_the_highest_score(truth):
    path = truth("backgammon/pubeval_weights.txt")
    player, game = engine(f"pubeval:weights={path}"), zermelo.load("backgammon")
    weights = pubeval.read_weights(path)
    state = game.result(game.initial(), 31)
    chosen = player.choose(game, state)
    scores = [plain_score(*played(state.mine, state.theirs, 31, a), weights[0]) for a in game.legal(state)]
    assert plain_score(*played(state.mine, state.theirs, 31, chosen), weights[0]) == max(scores)
    assert game.action_text(state, chosen) == "8/5 6/5"


def test_it_bears_off_the_last_checker(truth):
    player, game = engine(f"pubeval:weights={truth('backgammon/pubeval_weights.txt')}"), zermelo.load("backgammon")
    mine, theirs = side_of([14, 0, 0, 0, 1]), side_of([10, 5])
    state = game.initial()._replace(mine=mine, theirs=theirs, stage=4, dice=31)
    assert game.is_terminal(game.result(state, player.choose(game, state)))


def test_what_it_says_of_wrong_files(tmp_path):
    with pytest.raises(ZermeloError, match="pubeval needs the file with its weights, pubeval:weights=FILE"):
        engine("pubeval")
    with pytest.raises(ZermeloError, match="cannot read the weights"):
        engine(f"pubeval:weights={tmp_path / 'none'}")
    (tmp_path / "few").write_text("1 2 3", encoding="utf-8")
    with pytest.raises(ZermeloError, match="has 3 weights, not 122 for contact and 122 for races"):
        engine(f"pubeval:weights={tmp_path / 'few'}")
    player = engine(f"pubeval:weights={weights_file(tmp_path)}")
    assert player.refusal(zermelo.load("nim")) == "pubeval plays backgammon, not nim: try auto"
