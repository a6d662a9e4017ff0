"""The α-μ search: plans that do not depend on what is not seen, where averaging over open cards goes wrong."""

from __future__ import annotations

import json
import random

import pytest
from hidden.endings import averaging_value, card, cards, ending, open_values, random_ending, splits

import zermelo
from zermelo.game import CHANCE, Game, ZermeloError
from zermelo.hidden.alpha_mu.fronts import Fronts, Stopped, pareto


def dealt(game):
    """A first state, and the states that may be."""
    return [game.result(game.initial(), number) for number, _ in game.outcomes(game.initial())]


def best_plans(game, moves=50):
    """[action] what the best plan that begins with it brings on average."""
    states, fronts = dealt(game), Fronts(game, 0, open_values(game))
    found = {
        action: max(sum(plan) / len(states) for plan in fronts.of_action(states, action, moves))
        for action in game.legal(states[0])
    }
    assert moves < 50 or not fronts.was_cut
    return found


def averages(game):
    """[action] what it brings on average with open cards."""
    states, value = dealt(game), open_values(game)
    return {a: sum(value(game.result(s, a)) for s in states) / len(states) for a in game.legal(states[0])}


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.long)])
def test_endings_where_averaging_goes_wrong(truth, number):
    """Every lead: the layouts in which it makes the target with open cards, and those in which the best plan does."""
    one = json.loads(truth("bridge/pimc_errors.json").read_text())["endings"][number]
    game = ending(splits(one["north"], one["south"], one["unseen"]), target=one["target"])
    plans, opened = best_plans(game), averages(game)
    made = {a: round((value + 1) / 2 * one["layouts"]) for a, value in plans.items()}
    seen = {a: round((value + 1) / 2 * one["layouts"]) for a, value in opened.items()}
    assert made == {card(name): counts["best_plan"] for name, counts in one["cards"].items()}
    assert seen == {card(name): counts["open_cards"] for name, counts in one["cards"].items()}


def drawing(outcomes):
    """A card is hidden; one draws, then says whether it was the card. The draw has so many outcomes."""
    return Game(
        initial=lambda: (),
        to_move=lambda state: CHANCE if len(state) in (0, 2) else 0,
        actions=lambda state: (0, 1),
        result=lambda state, move: (*state, move),
        is_terminal=lambda state: len(state) == 4,
        utility=lambda state, player: (1.0 if (state[0] == state[2]) == bool(state[3]) else -1.0) * (1 - 2 * player),
        chances=lambda state: [(one, 1 / outcomes) for one in range(outcomes)] if state else [(0, 0.5), (1, 0.5)],
        view=lambda state, player: ("?", *state[1:]) if state else (),
        compiles=False,
    )


def test_a_plan_goes_through_a_die_but_not_through_a_deck():
    for outcomes, is_cut in ((6, False), (7, True)):
        game = drawing(outcomes)
        fronts = Fronts(game, 0, lambda state: 1.0)
        best = max(map(sum, fronts.of_action(dealt(game), 0, 9)))
        assert fronts.was_cut == is_cut
        # with open cards one always knows; else nothing is known where the draw is one of the two cards
        assert best == pytest.approx(2.0 if is_cut else 2.0 * (outcomes - 2) / outcomes)


def test_a_plan_ends_where_its_nodes_are_used_up():
    game = drawing(6)
    fronts = Fronts(game, 0, lambda state: 1.0)
    fronts.most = 3
    with pytest.raises(Stopped):
        fronts.of_action(dealt(game), 0, 9)
    assert fronts.nodes == 4


THROW_IN = "N:KT3.3.. Q98.A.. AJ2.2.. 765.K.. N none 3NT-S tricks=6-3 lead=S"


@pytest.mark.parametrize(("engine", "lead"), [("alphamu:deals=20,moves=3", "H2"), ("alphamu:deals=20,moves=1", "S2")])
def test_the_heart_is_led_at_bridge_and_with_one_choice_a_spade_as_by_averaging(engine, lead):
    game = zermelo.load("bridge:score_by=made")
    found = zermelo.engine(f"{engine},seed=1").analyse(game, game.read_state(THROW_IN))
    assert game.action_text(found.state, found.action) == lead
    assert (found.value == pytest.approx(1.0)) == (lead == "S2")  # it believes in a sure thing


@pytest.mark.long
def test_gib_leads_a_spade():
    game = zermelo.load("bridge:score_by=made")
    found = zermelo.engine("gib:deals=50,seed=1").analyse(game, game.read_state(THROW_IN))
    assert game.action_text(found.state, found.action) == "S2"


def test_with_one_choice_it_averages():
    game = ending(splits(("SK", "ST", "S3"), ("SA", "SJ", "S2"), ("SQ", "S9", "S8", "S7", "S6", "S5")), target=3)
    assert best_plans(game, moves=0) == averages(game)


def test_two_hands_from_the_book(truth):
    """AIMA, second edition, 6.5: all leads look alike with open cards; a club leads to a guess."""
    two = json.loads(truth("bridge/pimc_errors.json").read_text())["two_hands"]
    layouts = [(cards(two["max"]), cards(hand)) for hand in two["min_hands"]]
    game = ending(layouts)
    for found, name in ((best_plans(game), "best_plan"), (averages(game), "open_cards")):
        for lead, known in two["leads"].items():
            tricks = known[name] if name == "best_plan" else sum(known[name]) / 2
            assert (found[card(lead)] + len(two["max"])) / 2 == tricks, (lead, name)


def compared(noise, size, most):
    """What averaging makes in a random ending, and what the best plan does."""
    layouts, trump, target = random_ending(noise, size, most)
    game = ending(layouts, trump, target)
    states, value = dealt(game), open_values(game)
    fronts = Fronts(game, 0, value)
    front = fronts.best(states, 50)
    assert not fronts.was_cut
    return averaging_value(game, states, value), max(sum(plan) / len(states) for plan in front)


def test_a_plan_is_worth_no_less_than_averaging_and_sometimes_more():
    noise = random.Random(11)
    found = [compared(noise, 3, 20) for _ in range(30)]
    assert all(plan >= averaged - 1e-9 for averaged, plan in found)
    assert any(plan > averaged + 1e-9 for averaged, plan in found)


@pytest.mark.slow
def test_500_random_endings():
    noise, more = random.Random(12), 0
    for number in range(500):
        averaged, plan = compared(noise, 3 + number % 3, (20, 12, 8)[number % 3])
        assert plan >= averaged - 1e-9
        more += plan > averaged + 1e-9
    assert more > 0


def test_plans_that_another_one_beats_everywhere_are_left_out():
    assert sorted(pareto([(1.0, 0.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0)])) == [(0.0, 1.0), (1.0, 0.0)]


def test_what_it_refuses():
    with pytest.raises(ZermeloError, match="alphamu is for games that hide something, nim hides nothing"):
        zermelo.engine("alphamu").analyse(zermelo.load("nim"))


def test_a_search_for_each_deal_in_a_game_without_a_solver():
    """Kuhn poker: the opponent is taken to see everything, so a jack neither bets nor calls."""
    game = zermelo.load("kuhn-poker")
    state, past = game.initial(), []
    while game.to_move(state) == zermelo.CHANCE:
        past.append(state)
        state = game.result(state, game.moves(state)[0])
    found = zermelo.engine("alphamu:moves=5,seed=1,search=(expectiminimax:compiled=false)").analyse(game, state, past)
    assert game.action_text(state, found.action) == "pass"
    assert found.value == -1.0
    assert found.in_utilities
