"""Whole trees of small games with hidden information, beside OpenSpiel's."""

from __future__ import annotations

from collections import Counter

import pytest

import zermelo
from zermelo.game import CHANCE

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

PAIRS = {
    "liars-dice:sides=3": "liars_dice(numdice=1,dice_sides=3)",
    "liars-dice:dice=2,sides=2": "liars_dice(numdice=2,dice_sides=2)",
    "liars-dice:sides=3,rule=reset-quantity": "liars_dice(numdice=1,dice_sides=3,bidding_rule=reset-quantity)",
    "goofspiel:cards=3,order=descending": "goofspiel(num_cards=3,points_order=descending)",
    "goofspiel:cards=3,hidden=true": "goofspiel(num_cards=3,points_order=random,imp_info=True)",
    "goofspiel:cards=4,order=ascending": "goofspiel(num_cards=4,points_order=ascending)",
    "oshi-zumo:coins=4,size=1": "oshi_zumo(coins=4,size=1,min_bid=1)",
    "oshi-zumo:coins=3,size=2,minimum=0,horizon=3": "oshi_zumo(coins=3,size=2,horizon=3)",
    "oshi-zumo:coins=5,size=1,minimum=2": "oshi_zumo(coins=5,size=1,min_bid=2)",
}


def ours(game):
    """The probability of each utility of the first player, and the number of ends, if all choices are uniform."""
    found, ends, waiting = Counter(), 0, [(game.initial(), 1.0)]
    while waiting:
        state, p = waiting.pop()
        if game.is_terminal(state):
            found[game.utility(state, 0)] += p
            ends += 1
            continue
        if game.to_move(state) == CHANCE:
            moves = game.outcomes(state)
        else:
            moves = [(action, 1 / len(game.legal(state))) for action in game.legal(state)]
        waiting += [(game.result(state, move), p * chance) for move, chance in moves]
    return found, ends


def theirs(text):
    game = pyspiel.load_game(text)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    found, ends, waiting = Counter(), 0, [(game.new_initial_state(), 1.0)]
    while waiting:
        state, p = waiting.pop()
        if state.is_terminal():
            found[state.returns()[0]] += p
            ends += 1
            continue
        if state.is_chance_node():
            moves = state.chance_outcomes()
        else:
            moves = [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]
        waiting += [(state.child(move), p * chance) for move, chance in moves]
    return found, ends


@pytest.mark.parametrize("spec", PAIRS)
def test_the_same_games_end_in_the_same_way(spec):
    (found, ends), (wanted, known) = ours(zermelo.load(spec)), theirs(PAIRS[spec])
    assert found == pytest.approx(wanted)
    assert ends == known
