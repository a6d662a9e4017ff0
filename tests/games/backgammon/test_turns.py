"""The turns of backgammon against their slow twin, against published counts and by the book's rules."""

from __future__ import annotations

import csv
import random

import numpy as np
import pytest
from games.backgammon import twin
from games.backgammon.positions import random_sides, side

import zermelo
from zermelo.bits import fraction, mix, step
from zermelo.compile.kernel.memory import new_words
from zermelo.compile.kernel.prepare import prepare
from zermelo.game import CHANCE
from zermelo.games.backgammon.board import START, counts_of, side_of
from zermelo.games.backgammon.state import OPENING
from zermelo.games.backgammon.turns import MOST_TURNS, fill_turns, played
from zermelo.search.perft import perft

GAME = zermelo.load("backgammon")


def turns(mine, theirs, dice):
    """What the turns lead to; mine, theirs: counts as the twin has them."""
    sides, buffer = (side_of(mine), side_of(theirs)), [0] * MOST_TURNS
    actions = buffer[: fill_turns(*sides, dice, buffer)]
    return [tuple(tuple(counts_of(side)) for side in played(*sides, dice, action)) for action in actions]


@pytest.mark.parametrize("seed", range(4))
def test_random_positions_have_the_turns_of_the_twin(seed):
    noise = random.Random(seed)
    for _ in range(150):
        mine, theirs = random_sides(noise)
        high, low = sorted((noise.randint(1, 6), noise.randint(1, 6)), reverse=True)
        found = turns(mine, theirs, 10 * high + low)
        assert len(set(found)) == len(found)
        assert set(found) == twin.results(mine, theirs, high, low), (mine, theirs, high, low)


def test_the_start_has_the_published_number_of_turns_for_each_roll(truth):
    lines = truth("backgammon/gnubg_startpos_legal_play_counts.csv").read_text().splitlines()
    counts = {row["roll"]: int(row["count"]) for row in csv.DictReader(line for line in lines if line[0] != "#")}
    start = counts_of(START)
    assert len(counts) == 21
    for roll, count in counts.items():
        dice = int("".join(sorted(roll, reverse=True)))
        assert len(turns(start, start, dice)) == count


def test_the_position_of_russell_and_norvig_has_four_turns_on_six_five():
    """White moves up towards 25: two wait on 5, the rest is home; Black has a single checker on 10.

    1 ········ 5W W ···· 10b ··································· 19W … 24W
    """
    up = side(p20=2, p6=4, p5=3, p4=3, p3=2, p1=1)  # as the mover counts: the book's 5, 19, 20, 21, 22 and 24
    down = side(p10=1, p8=2, p6=4, p4=3, p3=3, p2=2)  # the book's numbers are those of the side that moves down
    game = zermelo.load("backgammon")
    state = game.initial()._replace(mine=side_of(up), theirs=side_of(down), stage=4, dice=65)

    def in_the_books_numbers(text):
        return sorted("-".join(str(25 - int(place.rstrip("*"))) for place in part.split("/")) for part in text.split())

    assert sorted(in_the_books_numbers(game.action_text(state, action)) for action in game.legal(state)) == [
        ["19-24", "5-11"],
        ["5-10", "5-11"],
        ["5-10-16"],
        ["5-16"],
    ]


def test_both_dice_are_played_if_possible():
    # the six alone, from 13, would leave no five; the five first, from 24, leaves a six
    mine, theirs = side(p24=1, p13=1), side(p12=2, p17=2, p23=2)  # closed to me: 13, 8 and 2
    found = turns(mine, theirs, 65)
    assert found == [(tuple(side(p19=1, p7=1)), tuple(theirs))]


def test_the_larger_die_is_played_if_only_one_can_be():
    mine, theirs = side(p20=1, p1=14), side(p16=2)  # closed to me: 9
    assert turns(mine, theirs, 65) == [(tuple(side(p14=1, p1=14)), tuple(theirs))]


def test_the_smaller_die_is_played_if_the_larger_cannot_be():
    mine, theirs = side(p20=1, p1=14), side(p11=2, p16=2)  # closed to me: 14 and 9
    assert turns(mine, theirs, 65) == [(tuple(side(p15=1, p1=14)), tuple(theirs))]


def test_nothing_moves_while_a_checker_waits_on_the_bar():
    mine, theirs = side(bar=1, p6=14), side(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2)
    assert turns(mine, theirs, 66) == [(tuple(mine), tuple(theirs))]
    assert turns(mine, theirs, 43) == [(tuple(mine), tuple(theirs))]


def test_a_larger_die_bears_off_the_farthest_checker_only():
    mine, theirs = side(p4=1, p2=1), side(p1=2)
    assert turns(mine, theirs, 65) == [(tuple(side()), tuple(theirs))]
    ends = [tuple(side(p1=1)), tuple(side(p2=1))]  # 4/off 2/1, or 4/3/off
    assert sorted(mine for mine, _ in turns(mine, theirs, 61)) == sorted(ends)


def test_perft_counts():
    """The opening has 30 rolls, each with the turns of the start."""
    assert perft(GAME, depth=1, compiled=False).leaves == 30
    assert perft(GAME, depth=2, compiled=False).leaves == 2 * 190
    assert perft(GAME, depth=3, compiled=False).leaves == 21 * 2 * 190


@pytest.mark.long
def test_compiled_perft_counts():
    """As the interpreter counts them in a quarter of a minute."""
    assert perft(GAME, depth=4, compiled=True).leaves == 178_306


def invariants(rules):
    """checked(state, games, seed, moves, weights): plies of random games, -1 where a side has not 15 checkers."""
    to_move, is_terminal, fill, play = rules.to_move, rules.is_terminal, rules.fill, rules.play
    fill_chances, play_chance = rules.fill_chances, rules.play_chance

    @rules.jit
    def checked(state, games, seed, moves, weights):
        noise, plies = seed, 0
        for _ in range(games):
            here = state
            while not is_terminal(here):
                noise = step(noise)
                if to_move(here) == CHANCE:
                    count = fill_chances(here, moves, weights)
                    here = play_chance(here, moves[int(fraction(mix(noise)) * count)])
                else:
                    here = play(here, moves[int(fraction(mix(noise)) * fill(here, moves))])
                plies += 1
                mine = theirs = 0
                for place in range(26):
                    mine += int(here.mine >> 4 * place & 15)
                    theirs += int(here.theirs >> 4 * place & 15)
                if mine != 15 or theirs != 15:
                    return -1
        return plies

    return checked


def play_and_check(compiled, games):
    def arguments(compiled):
        return 1, 1, new_words(compiled, MOST_TURNS), np.zeros(MOST_TURNS)

    run = prepare(GAME, invariants, arguments, label="a test", compiled=compiled)
    _, _, moves, weights = arguments(run.compiled)
    assert run.compiled == compiled
    return run.run(run.state(GAME.initial()), games, 1, moves, weights)


@pytest.mark.long
def test_thirty_checkers_stay_thirty_in_ten_thousand_games():
    assert play_and_check(True, 10_000) > 1_000_000
    assert play_and_check(True, 3) == play_and_check(False, 3)


def test_a_few_random_games_keep_their_checkers():
    assert play_and_check(False, 2) > 100
    assert GAME.initial().stage == OPENING
