"""Rollouts: means without luck, truncated games, and how they are told."""

from __future__ import annotations

import json
import random
from typing import NamedTuple

import pytest

import zermelo
from zermelo.arena.rollout import FEWEST, RolledOut, _without_luck, check_rollout, rollout
from zermelo.game import CHANCE, Game


class Walk(NamedTuple):
    total: int
    left: int
    is_throw: bool


def walk(throws: int = 4, known: bool = True) -> Game:
    """Stop, or throw a die for 0 or 4 points so many times: 2 a throw, which the evaluation knows exactly."""

    def result(state, action):
        if state.is_throw:
            return Walk(state.total + action, state.left - 1, False)
        return Walk(state.total, state.left, True) if action else Walk(state.total, 0, False)

    def evaluate(state, player):
        return float(state.total + 2 * state.left) * (1 - 2 * player)

    return Game(
        lambda: Walk(0, throws, False),
        lambda state: CHANCE if state.is_throw else 0,
        lambda state: iter([0, 1]),
        result,
        lambda state: state.left == 0,
        lambda state, player: float(state.total) * (1 - 2 * player),
        chances=lambda state: iter([(0, 0.5), (4, 0.5)]),
        evaluate=evaluate if known else None,
        name="walk",
        compiles=False,
    )


def goes_on(game, state):
    return 1


def test_where_the_evaluation_knows_the_truth_nothing_but_luck_is_left():
    rolled = rollout(walk(), goes_on, games=20, seed=1)
    throw, stop = rolled.actions
    assert (throw.action, stop.action) == (1, 0)
    assert throw.mean == pytest.approx((8.0, 8.0, 8.0))
    assert throw.plain.low < throw.plain.high
    assert set(stop.results) == {0.0}


def test_without_an_evaluation_the_games_count_as_they_were_played():
    rolled = rollout(walk(known=False), goes_on, games=20, seed=1)
    assert rolled.actions[0].luck == ()
    assert rolled.actions[0].mean == rolled.actions[0].plain


def test_subtracting_luck_changes_no_mean_but_narrows_the_interval():
    """A thousand small samples: on average they give the truth, with luck or without."""
    noise = random.Random(3)
    means, plain = [], []
    for _ in range(1000):
        luck = [noise.gauss(0, 1) for _ in range(40)]
        one = RolledOut(0, tuple(0.5 + 2 * x + noise.gauss(0, 0.3) for x in luck), tuple(luck))
        assert one.mean.high - one.mean.low < 0.5 * (one.plain.high - one.plain.low)
        means.append(one.mean.value)
        plain.append(one.plain.value)
    assert sum(means) / 1000 == pytest.approx(0.5, abs=0.01)
    assert sum(plain) / 1000 == pytest.approx(0.5, abs=0.05)


def test_few_games_and_games_without_luck_stay_as_they_are():
    few = [1.0] * (FEWEST - 2) + [0.0]
    assert _without_luck(few, [0.1 * i for i in range(len(few))]) == few
    assert _without_luck([0.0, 1.0] * FEWEST, [0.0] * 2 * FEWEST) == [0.0, 1.0] * FEWEST


def test_a_game_can_be_ended_by_the_evaluation():
    rolled = rollout(walk(), goes_on, games=5, plies=1, actions=[1], seed=2)
    # one throw is known, the others count 2 each
    assert set(rolled.actions[0].results) <= {6.0, 10.0}
    assert rolled.plies == 1


def test_the_same_seed_gives_the_same_games_and_actions_share_their_throws():
    game = walk()
    search = zermelo.MCTS(sims=20, compiled=False)
    one, other = (rollout(game, search, games=12, seed=5) for _ in range(2))
    assert one.to_json() == other.to_json()
    other = rollout(game, search, games=12, seed=6)
    assert [rolled.results for rolled in other.actions] != [rolled.results for rolled in one.actions]
    twice = rollout(game, goes_on, games=12, seed=5, actions=[1, 1]).actions
    assert twice[0].results == twice[1].results
    assert len(set(twice[0].results)) > 1


def test_the_result_is_that_of_who_chooses():
    """Who takes the last stone wins: three stones are won by taking all, for either player."""
    game = zermelo.load("nim:stones=7")
    for text in ("3,0", "3,1"):
        rolled = rollout(game, zermelo.Minimax(compiled=False), game.read_state(text), games=2)
        best = rolled.actions[0]
        assert (best.action, best.mean.value) == (3, 1.0)
        assert rolled.actions[-1].mean.value == -1.0


def test_every_round_is_watched():
    seen = []
    rollout(walk(), goes_on, games=4, seed=1, watch=lambda so_far: seen.append(so_far.games))
    assert seen == [1, 2, 3, 4]


def test_ctrl_c_keeps_the_rounds_that_are_whole():
    def interrupt(so_far):
        if so_far.games == 3:
            raise KeyboardInterrupt

    assert rollout(walk(), goes_on, games=50, seed=1, watch=interrupt).games == 3


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"games": 1}, "at least 2 games"),
        ({"plies": 0}, "at least 1 ply"),
    ],
)
def test_bad_options_are_refused(options, told):
    with pytest.raises(zermelo.ZermeloError, match=told):
        rollout(walk(), goes_on, **options)


def test_a_game_without_an_evaluation_is_not_ended_before_its_end():
    with pytest.raises(zermelo.ZermeloError, match="no evaluation of walk is known"):
        rollout(walk(known=False), goes_on, plies=2)


def test_there_must_be_something_to_choose():
    with pytest.raises(zermelo.ZermeloError, match="chance is to move"):
        rollout(walk(), goes_on, Walk(0, 2, True))


@pytest.mark.long
def test_the_verb_shows_it(zermelo):
    words = ("analyse", "pig:goal=20", "-e", "mcts:sims=30,compiled=false", "--rollout", "12", "--seed", "1")
    code, out, err = zermelo(*words)
    assert (code, "Error" in err) == (0, False)
    assert "rollout: 12 games of each action by mcts:sims=30" in out
    assert "luck is subtracted" in out
    code, out, err = zermelo(*words, "--json", "--candidates", "1", "--plies", "4")
    report = json.loads(out)["rollout"]
    assert (report["games"], report["plies"], report["seed"]) == (12, 4, 1)
    (best,) = report["actions"]
    assert best["low"] <= best["equity"] <= best["high"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--plies", "3"), "--rollout"),
        (("--rollout", "1"), "--rollout"),
        (("--rollout", "many"), "--rollout"),
        (("--rollout", "5", "--moves", "roll"), "chance is to move, so there are no actions to roll out"),
    ],
)
def test_the_verb_refuses_in_one_line(zermelo, words, told):
    code, out, err = zermelo("analyse", "pig", *words)
    assert code == 2
    assert told in err
    assert out == ""


def test_what_cannot_be_rolled_out_is_refused_before_any_search():
    pig, nim = zermelo.load("pig"), zermelo.load("nim")
    thrown = pig.result(pig.initial(), pig.read_action(pig.initial(), "roll"))
    with pytest.raises(zermelo.ZermeloError, match="chance is to move, so there are no actions to roll out"):
        check_rollout(pig, thrown, 2)
    with pytest.raises(zermelo.ZermeloError, match="the game is over"):
        check_rollout(nim, nim.read_state("0,1"), 2)
    with pytest.raises(zermelo.ZermeloError, match="at least 2 games"):
        check_rollout(nim, nim.initial(), 1)
    check_rollout(nim, nim.initial(), 2)
