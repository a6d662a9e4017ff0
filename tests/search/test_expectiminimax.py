"""`expectiminimax`: which of its two algorithms serves a game, and how it keeps to its budget and its session."""

from __future__ import annotations

from dataclasses import replace

import naive
import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import Opinion, opinion
from zermelo.games.tree.rules import tree_game
from zermelo.search.task import Limits
from zermelo.search.time.deadline import Deadline

Search = zermelo.Expectiminimax


def even(state, player):
    return 0.0


def test_which_algorithm_is_meant():
    pig, coin = zermelo.load("pig"), zermelo.load("coin-flip:turns=1")
    assert Search(depth=4).is_plain(pig)
    assert Search(depth=4, lines=3).is_plain(pig)
    assert not Search(time=1.0).is_plain(pig)
    assert not Search(nodes=1000).is_plain(pig)
    assert Search(time=1.0).is_plain(coin)
    assert Search(time=1.0, plain=True).is_plain(pig)
    for option in ({"cuts": "star1"}, {"samples": 4}, {"table": 0}, {"plain": False}):
        assert not Search(**option).is_plain(coin)
    assert not Search(depth=2, evaluate=Opinion(even, reach=2.0)).is_plain(coin)
    assert not Search(depth=2, evaluate=Opinion(even, tactics=zermelo.Tactics())).is_plain(coin)


@pytest.mark.parametrize("option", ["cuts=star1", "samples=3", "table=1"])
def test_the_book_s_algorithm_has_no_such_options(option):
    with pytest.raises(zermelo.ZermeloError, match=f"which has no {option.split('=')[0]}$"):
        zermelo.engine(f"expectiminimax:plain=true,{option}")


def test_three_players_and_chance_go_through_max_n():
    dice = {"player": "chance", "probabilities": [0.25, 0.75]}
    tree = {"player": 1, "children": [{**dice, "children": [[1, 4, 2], [3, 0, 9]]}, [2, 2, 0]]}
    game = tree_game(tree, players=3)
    found = Search().analyse(game)
    assert found.values == naive.maxn(game, game.initial()) == (2, 2, 0)
    rolled = Search().analyse(game, game.result(game.initial(), 0))
    assert rolled.values == (2.5, 1, 7.25)
    assert [(one.value, one.probability) for one in rolled.candidates] == [(1, 0.25), (3, 0.75)]


def test_one_player_against_chance():
    """The one player may win at most `goal`; nobody knows what is the worst."""
    dice = {"player": "chance", "probabilities": [0.5, 0.5]}
    tree = {"player": "max", "children": [{**dice, "children": [[5, 1], [0, 3]]}, {**dice, "children": [9, -9]}]}
    game = replace(_alone(tree), players=1, zero_sum=False)
    for search in (Search(), Search(plain=False), Search(cuts="star1"), Search(cuts="none")):
        found = search.analyse(game)
        assert (found.value, found.action, found.exact) == (4.0, 0, True)


def _alone(tree):
    """The same tree where MAX chooses at every node that is not of chance."""
    game = tree_game(tree)
    return replace(game, to_move=lambda state: min(game.to_move(state), 0))


def test_it_deepens_within_its_budget_and_tells_each_depth():
    game, heard = zermelo.load("pig"), []
    found = Search(nodes=3000, compiled=False).analyse(game, watch=heard.append)
    assert [one.depth for one in heard] == list(range(1, found.depth + 1))
    assert found.nodes <= 3000
    assert found.depth > 3
    assert found.parts == ("star2", "table", "learning")
    assert (found.line[0], found.candidates[0].bound) == (found.action, "exact")


def test_an_interrupted_depth_counts_for_what_was_searched_to_the_end():
    game = zermelo.load("random-tree:depth=9,branching=5,outcomes=3")
    for nodes in range(1, 400, 13):
        found = Search(nodes=nodes, compiled=False).analyse(game)
        assert found.nodes <= nodes
        assert found.action in game.legal(found.state)
        seen = [one for one in found.candidates if one.bound == "exact"]
        assert found.value == max((one.value for one in seen), default=0.0)


def test_a_deadline_that_is_over_still_gives_an_action():
    game = zermelo.load("pig")
    deadline = Deadline()
    deadline.stop()
    found = Search(plain=False, compiled=False).open(game).analyse(deadline=deadline)
    assert found.action in game.legal(game.initial())


def test_the_session_keeps_its_table_until_a_new_game():
    game = zermelo.load("pig:goal=30")
    session = Search(depth=5, plain=False, compiled=False).open(game)
    first, second = session.analyse().nodes, session.analyse().nodes
    session.new_game()
    assert second < first == session.analyse().nodes
    forgetful = Search(depth=5, plain=False, keep=False, compiled=False).open(game)
    assert forgetful.analyse().nodes == forgetful.analyse().nodes == first


def test_several_lines_and_only_some_actions():
    game = zermelo.load("random-tree:depth=7,branching=5,outcomes=2")
    session = Search(depth=2, plain=False, compiled=False).open(game)
    whole = session.analyse(limits=Limits(lines=5))
    by_action = {one.action: one.value for one in whole.candidates}
    assert all(one.bound == "exact" for one in whole.candidates)
    for action, value in by_action.items():
        after = naive.expectiminimax(game, game.result(whole.state, action), 1, even, throws=False)
        assert value == pytest.approx(after)
    best = sorted(by_action, key=lambda action: -by_action[action])
    assert [line.line[0] for line in whole.variations] == best
    some = session.analyse(limits=Limits(only=best[1:3]))
    assert some.action == best[1]
    assert {one.action for one in some.candidates} == set(best[1:3])


def test_the_value_of_a_throw_is_the_average_of_its_outcomes():
    game = zermelo.load("pig:goal=20")
    for seed in range(4):
        state = game.result(random_position(game, seed, most=10), 0)
        assert game.to_move(state) == zermelo.CHANCE
        found = Search(depth=2, plain=False, compiled=False).analyse(game, state)
        twin = naive.expectiminimax(game, state, 2, opinion(game).function, throws=False)
        assert found.value == pytest.approx(twin)
        assert [one.probability for one in found.candidates] == [share for _, share in game.outcomes(state)]
        assert sum(one.probability * one.value for one in found.candidates) == pytest.approx(twin)
        assert (found.action, found.line) == (None, ())


def test_total_is_kept_in_the_game_s_own_units():
    """A game that pays 1, ½ and 0 has the same values, half as far from ½."""
    game = zermelo.load("coin-flip:turns=2")
    halves = replace(game, utility=lambda s, p: 0.5 + game.utility(s, p) / 2, total=1.0, best_utility=1.0)
    value = Search(plain=False, compiled=False).analyse(game).value
    assert Search(plain=False, compiled=False).analyse(halves).value == pytest.approx(0.5 + value / 2)
