"""The policies of all sides."""

from __future__ import annotations

import naive
import pytest

from zermelo import ZermeloError, load, policy
from zermelo.search.textbook import minimax

TWO_PLY = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_the_two_ply_tree():
    found = policy(load(TWO_PLY))
    assert found.values == (3, -3)
    actions = [[(choice.ply, choice.action, choice.value) for choice in found.of(player)] for player in (0, 1)]
    assert actions == [[(0, 0, 3)], [(1, 0, -3), (1, 0, -2), (1, 2, -2)]]


@pytest.mark.parametrize(
    "spec", ["nim:stones=9", "tic-tac-toe:rows=2,columns=3,k=2", "random-tree:branching=3,depth=4"]
)
def test_each_choice_is_the_minimax_decision(spec):
    game = load(spec)
    found = policy(game)
    assert {choice.player for choice in found.choices} == {0, 1}
    for choice in found.choices:
        worth = naive.for_mover(game, choice.state, naive.minimax(game, choice.state))
        assert choice.value == worth
        best = [a for a in game.legal(choice.state) if _worth(game, choice, a) == worth]
        assert [choice.action, *choice.others] == best


def _worth(game, choice, action):
    after = naive.minimax(game, game.result(choice.state, action))
    return after if choice.player == 0 else -after


def test_a_policy_answers_every_reply_and_only_what_can_arise():
    game = load("nim:stones=9")
    chosen = minimax.policy(game, 0)
    assert chosen == {choice.state: choice.action for choice in policy(game).of(0)}
    state = game.result(game.initial(), chosen[game.initial()])
    for reply in game.legal(state):
        assert game.is_terminal(game.result(state, reply)) or game.result(state, reply) in chosen


def test_chance_and_three_players():
    throw = load("random-tree:branching=2,depth=4,outcomes=2")
    assert policy(throw).values[0] == pytest.approx(naive.expectiminimax(throw, throw.initial()))
    three = load("tree:players=3,text=[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]]")
    found = policy(three)
    assert found.values == naive.maxn(three, three.initial())
    assert len(found.of(0)) == 1


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("pig:goal=4", "pig:goal=4 can return to a position, and minimax never ends: try solve"),
        ("kuhn-poker", "kuhn-poker hides information, and minimax needs all of it: try zermelo solve"),
        ("connect-four", "connect-four has more than 50 states from here: begin later, or allow more states"),
    ],
)
def test_what_it_cannot_do_is_told(spec, told):
    with pytest.raises(ZermeloError) as error:
        policy(load(spec), states=50)
    assert str(error.value) == told


def test_in_words():
    text = str(policy(load(TWO_PLY)))
    assert text.splitlines()[0] == "tree: if all play their policies it is worth MAX +3, MIN -3"
    assert "MIN, 3 states that can arise while it follows this policy:" in text


def test_the_verb(zermelo):
    code, out, _ = zermelo("policy", "nim:stones=9", "--rows", 1)
    assert code == 0
    assert "more: --rows N shows N, --json all of them" in out
    code, out, err = zermelo("policy", "nim:stones=9", "--states", 3)
    assert (code, out) == (2, "")
    assert err.startswith("zermelo: nim:stones=9 has more than 3 states")
