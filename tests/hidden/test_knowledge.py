"""What a player knows, and which states fit it."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.deals import TooManyDeals, deals
from zermelo.knowledge import DID, SAW, after, at_start, known_by

KUHN = zermelo.load("kuhn-poker")


def path_of(game, actions):
    states, known = [game.initial()], [at_start(game)]
    for action in actions:
        known.append(after(game, known[-1], states[-1], action))
        states.append(game.result(states[-1], action))
    return states, known


def test_a_player_remembers_what_it_saw_and_did():
    states, known = path_of(KUHN, [2, 0, 0, 1])  # a king, a jack, pass, bet
    assert [kind for kind, _ in known[-1][0].entries] == [
        SAW,
        SAW,
        SAW,
        DID,
        SAW,
        SAW,
    ]  # the third says that it is its turn
    assert [what for kind, what in known[-1][0].entries if kind == DID] == [0]
    assert known[-1][0].is_turn
    assert not known[-1][1].is_turn
    assert known[-1][0] == known_by(KUHN, 0, states[-1], states[:-1])
    assert known[-1][1] == known_by(KUHN, 1, states[-1], states[:-1])


def test_cards_of_others_are_not_known():
    one, other = path_of(KUHN, [2, 0, 0, 1])[1][-1], path_of(KUHN, [2, 1, 0, 1])[1][-1]
    assert one[0] == other[0]
    assert hash(one[0]) == hash(other[0])
    assert one[1] != other[1]
    assert one[0] != path_of(KUHN, [2, 0, 0])[1][-1][0]


def test_deals_are_the_states_that_fit():
    states, known = path_of(KUHN, [2, 0, 0, 1])
    found = deals(KUHN, known[-1][0])
    assert {KUHN.state_text(one.state): round(one.weight, 6) for one in found} == {"KJ pb": 0.5, "KQ pb": 0.5}
    assert {one.known[0] for one in found} == {known[-1][0]}
    assert states[-1] in [one.state for one in found]
    loose = deals(KUHN, known[-1][0], lambda game, state, knows: [(1, 1.0)] if state.cards[1] == 1 else [(0, 1.0)])
    assert {KUHN.state_text(one.state): one.weight for one in loose} == {"KQ pb": 1.0}
    wrong = deals(KUHN, known[-1][0], lambda game, state, knows: [(0, 1.0), (1, 0.0)])
    assert {one.weight for one in wrong} == {0.5}


def test_who_joins_later_knows_what_it_sees():
    state = KUHN.read_state("QJ pb")
    known = known_by(KUHN, 0, state)
    assert known.joined
    assert sorted(KUHN.state_text(one.state) for one in deals(KUHN, known)) == ["QJ pb", "QK pb"]
    assert known != path_of(KUHN, [1, 0, 0, 1])[1][-1][0]


@pytest.mark.parametrize("spec", ["kuhn-poker", "kuhn-poker:players=3"])
def test_on_random_paths_the_deals_are_those_of_a_plain_search(spec):
    game, noise = zermelo.load(spec), random.Random(1)
    everywhere = {}

    def visit(state, known, weight):
        if game.is_terminal(state):
            return
        mover, moves = game.to_move(state), game.moves(state)
        if mover >= 0:
            everywhere.setdefault(known[mover], {})[state] = weight
        for action in moves:
            visit(game.result(state, action), after(game, known, state, action), weight / len(moves))

    visit(game.initial(), at_start(game), 1.0)
    for knowledge in noise.sample(sorted(everywhere, key=hash), 10):
        fit = everywhere[knowledge]
        found = {one.state: one.weight for one in deals(game, knowledge)}
        # the player's own choices do not count: each of these states has as many of them
        total = sum(fit.values())
        assert found == pytest.approx({state: weight / total for state, weight in fit.items()})


def test_mistakes_are_told():
    state = KUHN.read_state("KJ pb")
    with pytest.raises(TooManyDeals, match="more than 5 states"):
        deals(KUHN, known_by(KUHN, 0, state), most=5)
    with pytest.raises(ZermeloError, match="no action of kuhn-poker leads from KJ to KJ pb"):
        known_by(KUHN, 0, state, [KUHN.read_state("KJ")])
