"""Chances of the outcomes: they add up, follow the position, and are what compiled code gives."""

from __future__ import annotations

import random

import pytest
from games.backgammon import twin

import zermelo
from zermelo.evaluate import opinion
from zermelo.experts.backgammon import contact, race
from zermelo.experts.backgammon.hits import hits
from zermelo.experts.backgammon.outcomes import Outcomes, equity, exchanged, of_shares, winning
from zermelo.games.backgammon.board import START, counts_of, side_of
from zermelo.games.backgammon.state import PLAY

SPECS = ("backgammon", "backgammon:cube=true", "backgammon:length=5,cube=true")


def positions(spec, seed, plies=200, every=1):
    """Those of a random game, so many plies apart: interpreted, the network takes a tenth of a second."""
    game, noise = zermelo.load(spec), random.Random(seed)
    state = game.initial()
    for ply in range(plies):
        if game.is_terminal(state):
            return
        if ply % every == 0:
            yield game, state
        state = game.result(state, noise.choice(game.moves(state)))


def test_chances_add_up_to_one():
    outcomes = opinion(zermelo.load("backgammon")).outcomes
    for _, state in positions("backgammon", 1, every=5):
        found = outcomes(state.mine, state.theirs)
        assert sum(found) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in found)
        if state.theirs & 15:
            assert found.win_gammon == found.win_backgammon == 0
        if state.mine & 15:
            assert found.loss_gammon == found.loss_backgammon == 0


def test_what_they_are_worth():
    o = of_shares(0.6, 0.5, 0.1, 0.25, 0.2)
    assert o == pytest.approx(Outcomes(0.3, 0.27, 0.03, 0.3, 0.08, 0.02))
    assert winning(o) == pytest.approx(0.6)
    assert equity(o) == pytest.approx(0.3 + 0.54 + 0.09 - 0.3 - 0.16 - 0.06)
    assert equity(exchanged(o)) == pytest.approx(-equity(o))


def test_to_be_on_roll_in_an_equal_position_is_an_advantage():
    outcomes = opinion(zermelo.load("backgammon")).outcomes
    race_of_two = side_of([0, 3, 3, 3, 3, 2, 1])
    for side in (START, race_of_two, side_of([0, *[0] * 5, 5, 0, 5, 0, 5])):
        assert winning(outcomes(side, side)) > 0.5


def test_fewer_pips_win_more_races():
    outcomes = opinion(zermelo.load("backgammon")).outcomes
    theirs = side_of([0, 2, 2, 2, 3, 3, 3])
    chances = []
    for far in (7, 9, 11):
        mine = [0, 0, 1, 2, 3, 4, 4, *[0] * 6]
        mine[far] += 1
        chances.append(winning(outcomes(side_of(mine), theirs)))
    assert chances == sorted(chances, reverse=True)


def test_a_gammon_is_sure_where_nobody_can_bear_off_in_time():
    outcomes = opinion(zermelo.load("backgammon")).outcomes
    far = side_of([0, *[0] * 11, 15])
    assert outcomes(side_of([14, 1]), far).win_gammon == pytest.approx(1, abs=0.01)
    back = side_of([0, *[0] * 5, 14, *[0] * 17, 1])
    found = outcomes(side_of([14, 1]), back)
    assert found.win_backgammon == pytest.approx(1, abs=0.02)


def test_contact_ends_where_no_checkers_face_each_other():
    assert race.has_contact(START, START)
    assert not race.has_contact(side_of([14, 0, 0, 0, 0, 0, 1]), side_of([14, *[0] * 18, 1][:18]))
    ahead = side_of([14, *[0] * 11, 1])
    assert not race.has_contact(ahead, ahead)  # each is on its own 12
    assert race.has_contact(ahead, side_of([14, *[0] * 13, 1]))  # 12 and 25 - 14 = 11


def test_shots_are_counted_as_plain_play_counts_them():
    checked = 0
    for _, state in positions("backgammon", 5):
        if state.stage != PLAY or checked >= 12:
            continue
        mine, theirs = counts_of(state.mine), counts_of(state.theirs)
        if mine[25] > 1 or not any(n == 1 for n in theirs[1:25]):
            continue
        wanted = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                after = twin.results(mine, theirs, high, low)
                wanted += (any(other[25] > theirs[25] for _, other in after)) * (1 if high == low else 2)
        found = hits(state.mine, state.theirs).rolls
        assert abs(found - wanted) <= 2, (found, wanted)  # forced turns may hit by other ways
        checked += 1
    assert checked == 12


def test_the_table_of_weights_is_read_as_it_is_written():
    table = contact.load_table()
    assert (contact.read_table(contact.write_table(table)) == table).all()
    assert abs(table).max() > 0.1


@pytest.mark.parametrize("spec", SPECS)
def test_values_of_both_players_are_opposite_and_terms_add_up(spec):
    for game, state in positions(spec, 3, 60, every=5):
        evaluator = opinion(game)
        value = evaluator.function(state, 0)
        assert value == pytest.approx(-evaluator.function(state, 1))
        if game.to_move(state) >= 0:
            assert sum(term.share for term in evaluator.terms(state, 0)) == pytest.approx(value)


@pytest.mark.long
@pytest.mark.parametrize("spec", [SPECS[0], *(pytest.param(spec, marks=pytest.mark.slow) for spec in SPECS[1:])])
def test_compiled_code_gives_the_same(spec):
    """By a search of one ply: its values are evaluations."""
    compared = 0
    seeds, every = ((4,), 13) if spec == SPECS[0] else (range(4, 12), 3)  # with the cube most games are over soon
    for game, state in (found for seed in seeds for found in positions(spec, seed, 120, every=every)):
        if game.to_move(state) < 0:
            continue
        compared += 1
        one, other = (zermelo.Expectiminimax(depth=1, compiled=how).analyse(game, state) for how in (True, False))
        assert one.value == pytest.approx(other.value, rel=1e-6, abs=1e-6)
    assert compared >= 4


@pytest.mark.long
def test_opening_turns_are_close_to_the_best(truth):
    """By GNU Backgammon's equities of the five best turns of each roll; doubles are no opening rolls, but rolls."""
    game = zermelo.load("backgammon")
    greedy, lost, seen = zermelo.Expectiminimax(depth=1), [], 0
    with open(truth("backgammon/gnubg_opening_equities_2ply.csv"), encoding="utf-8") as file:
        rows = [line.split(",") for line in file if not line.startswith("#")]
    for dice in sorted({row[0] for row in rows}):
        state = game.initial()._replace(stage=PLAY, dice=int(dice[::-1]) if dice[1] > dice[0] else int(dice))
        known = {game.parse_action(state, row[3]): float(row[4]) for row in rows if row[0] == dice}
        chosen = greedy.analyse(game, state).action
        seen += chosen in known
        lost.append(max(known.values()) - known.get(chosen, min(known.values())))
    assert len(lost) == 21
    assert seen >= 19
    assert sum(lost) / 21 < 0.02
