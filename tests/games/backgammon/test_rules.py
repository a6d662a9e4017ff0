"""The course of a game of backgammon: opening, cube, the value of a win, matches."""

from __future__ import annotations

import itertools

import pytest

import zermelo
from zermelo.game import CHANCE
from zermelo.games.backgammon.board import START, counts_of, side_of
from zermelo.games.backgammon.state import ANSWER, NOBODY, OFFER, OPENING, OVER, PLAY, ROLL

PLAIN = zermelo.load("backgammon")
CUBE = zermelo.load("backgammon", cube=True)


def played(game, state, *texts):
    """The state after these moves."""
    for text in texts:
        state = game.result(state, game.read_action(state, text))
    return state


def about_to_win(game, loser, **fields):
    """Player 0 has one checker on the ace point and 6-5 to play; loser: the other's counts."""
    winner = side_of([14, 1, *[0] * 24])
    return game.initial()._replace(mine=winner, theirs=side_of(loser), stage=PLAY, dice=65, **fields)


def counts(**places):
    """Counts by place, p0 is off and p25 the bar."""
    return [places.get(f"p{place}", 0) for place in range(26)]


LOSERS = {1: counts(p0=1, p6=14), 2: counts(p6=14, p18=1), 3: counts(p6=14, p19=1)}
ON_THE_BAR = counts(p6=14, p25=1)


def test_each_rolls_a_die_to_begin():
    state = PLAIN.initial()
    assert PLAIN.to_move(state) == CHANCE
    assert len(PLAIN.outcomes(state)) == 30
    for text, player in (("6-2", 0), ("2-6", 1)):
        after = played(PLAIN, state, text)
        assert (after.player, after.stage, after.dice) == (player, PLAY, 62)


def test_later_rolls_have_21_outcomes():
    state = played(PLAIN, PLAIN.initial(), "3-1", "8/5 6/5")
    assert PLAIN.to_move(state) == CHANCE
    chances = dict(PLAIN.outcomes(state))
    assert len(chances) == 21
    assert chances[66] == pytest.approx(1 / 36)
    assert chances[65] == pytest.approx(1 / 18)


def test_a_hit_checker_comes_to_the_bar():
    state = played(PLAIN, PLAIN.initial(), "6-2", "24/18 13/11", "4-3", "24/20 13/10")
    state = played(PLAIN, state, "6-4")
    after = played(PLAIN, state, "11/5* 8/4")
    assert counts_of(after.mine)[25] == 1


@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_gammon_counts_double_and_a_backgammon_three_times(points):
    end = played(PLAIN, about_to_win(PLAIN, LOSERS[points]), "1/off")
    assert end.stage == OVER
    assert [PLAIN.utility(end, player) for player in (0, 1)] == [points, -points]
    assert PLAIN.best_utility == 3


def test_a_checker_on_the_bar_makes_a_backgammon():
    end = played(PLAIN, about_to_win(PLAIN, ON_THE_BAR), "1/off")
    assert PLAIN.utility(end, 0) == 3
    assert PLAIN.ending_text(end) == "Black wins by a backgammon, 3 points"


def test_the_cube_is_offered_taken_and_owned():
    state = played(CUBE, CUBE.initial(), "3-1", "8/5 6/5")
    assert state.stage == OFFER
    assert [CUBE.action_text(state, action) for action in CUBE.legal(state)] == ["roll", "double"]
    offered = played(CUBE, state, "double")
    assert (offered.stage, CUBE.to_move(offered), offered.cube) == (ANSWER, 0, 1)
    taken = played(CUBE, offered, "take")
    assert (taken.stage, taken.player, taken.cube, taken.owner) == (ROLL, 1, 2, 0)
    assert (taken.mine, taken.theirs) == (state.mine, state.theirs)
    later = played(CUBE, taken, "6-4", "24/14")
    assert later.stage == OFFER  # the owner may double again
    assert played(CUBE, later, "roll", "2-1", "13/11 6/5").stage == ROLL  # the other may not


def test_a_double_that_is_dropped_ends_the_game_at_the_old_value():
    state = played(CUBE, CUBE.initial(), "3-1", "8/5 6/5", "double", "take", "6-4", "24/14", "double", "drop")
    assert CUBE.is_terminal(state)
    assert [CUBE.utility(state, player) for player in (0, 1)] == [2, -2]
    assert CUBE.ending_text(state) == "Black wins because the double was dropped, 2 points"


def test_the_cube_multiplies_a_gammon():
    end = played(CUBE, about_to_win(CUBE, LOSERS[2], cube=4, owner=1), "1/off")
    assert CUBE.utility(end, 0) == 8


def test_without_the_cube_nobody_is_asked():
    state = played(PLAIN, PLAIN.initial(), "3-1", "8/5 6/5")
    assert state.stage == ROLL


def test_jacoby_counts_gammons_only_after_the_cube_was_turned():
    game = zermelo.load("backgammon", cube=True, jacoby=True)
    assert game.utility(played(game, about_to_win(game, LOSERS[3]), "1/off"), 0) == 1
    assert game.utility(played(game, about_to_win(game, LOSERS[3], cube=2, owner=1), "1/off"), 0) == 6


def test_a_match_goes_on_until_its_length_is_reached():
    game = zermelo.load("backgammon", length=5, cube=True)
    after = played(game, about_to_win(game, LOSERS[2], first=1, second=2), "1/off")
    assert (after.stage, after.first, after.second, after.mine) == (OPENING, 3, 2, START)
    assert (after.cube, after.owner, after.crawford) == (1, NOBODY, 0)
    end = played(game, about_to_win(game, LOSERS[3], first=3, second=4), "1/off")
    assert game.is_terminal(end)
    assert [game.utility(end, player) for player in (0, 1)] == [1, -1]
    assert game.ending_text(end) == "Black wins 6–4"


def test_positions_that_differ_in_anything_have_different_keys():
    """Scores as high as a match can end with: 999 points, and a backgammon with the cube at 1024."""
    game = zermelo.load("backgammon:length=1000,cube=true")
    start, scores = game.initial(), (0, 1, 2, 3, 4, 999, 1024, 2048, 999 + 3 * 1024)
    cubes = [1 << power for power in range(11)]
    states = [
        start._replace(first=first, second=second, cube=cube, owner=owner)
        for first, second in itertools.product(scores, repeat=2)
        for cube in cubes
        for owner in (NOBODY, 0, 1)
    ]
    dice = [0, *(10 * high + low for high in range(1, 7) for low in range(1, high + 1))]
    states += [
        start._replace(player=player, stage=stage, dice=rolled, crawford=crawford)
        for player, crawford in itertools.product((0, 1), repeat=2)
        for stage in (OPENING, OFFER, ANSWER, ROLL, PLAY, OVER)
        for rolled in dice
    ]
    sides = [side_of(counts(p0=14, **{f"p{place}": 1})) for place in range(1, 26)]
    states += [start._replace(mine=mine, theirs=theirs) for mine in (START, *sides) for theirs in (START, *sides)]
    different = set(states)
    assert len({game.key(state) for state in different}) == len(different)


def test_nobody_doubles_in_the_crawford_game():
    game = zermelo.load("backgammon", length=3, cube=True)
    crawford = played(game, about_to_win(game, LOSERS[2]), "1/off")
    assert (crawford.first, crawford.crawford) == (2, 1)
    assert played(game, crawford, "3-1", "8/5 6/5").stage == ROLL
    last = about_to_win(game, LOSERS[1], first=0, second=2, crawford=1)
    after = played(game, last, "1/off")
    assert (after.first, after.second, after.crawford) == (1, 2, 0)
    assert played(game, after, "3-1", "8/5 6/5").stage == OFFER
    free = zermelo.load("backgammon", length=3, cube=True, crawford=False)
    assert played(free, about_to_win(free, LOSERS[2]), "1/off").crawford == 0


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"length": -1}, "length must be 0"),
        ({"length": 1001}, "length must be 0"),
        ({"jacoby": True}, "jacoby=true is a rule of money play"),
        ({"jacoby": True, "cube": True, "length": 3}, "jacoby=true is a rule of money play"),
        ({"identifiers": "fen"}, "identifiers must be gnubg or xg"),
    ],
)
def test_bad_parameters_are_refused_in_one_line(parameters, words):
    with pytest.raises(zermelo.ZermeloError, match=words):
        zermelo.load("backgammon", **parameters)


def test_the_board_is_drawn_with_pips_cube_and_score():
    game = zermelo.load("backgammon", length=3, cube=True)
    state = played(game, game.initial(), "3-1", "8/5 6/5")
    picture = game.describe(state)
    assert picture.points[4] == 2
    assert picture.points[:1] == (-2,)
    assert picture.details == ("pips: black 163, white 167", "match to 3: black 0, white 0")
    assert (picture.cube, picture.score, picture.length, picture.caption) == (1, (0, 0), 3, "white may double")
    offered = game.describe(played(game, state, "double"))
    assert (offered.offered, offered.caption) == (2, "black may take or drop a cube of 2")
    crawford = game.describe(state._replace(crawford=1))
    assert crawford.caption == "Crawford game, white may double"
    assert game.describe(played(game, state, "roll", "5-5")).dice == (5,) * 4
