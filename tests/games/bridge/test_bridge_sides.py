"""Partners: the law of their utilities, how results are told, and duplicate matches of two sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from zermelo import load
from zermelo.arena.doctor import examine
from zermelo.arena.match import match
from zermelo.game import ZermeloError
from zermelo.show.reports.match import match_text
from zermelo.show.reports.traits import traits

PLAY = load("bridge:cards=2,contract=1NT")


def test_results_name_the_side():
    game = load("bridge")
    assert game.teams == ((0, 2), (1, 3))
    assert game.result_text([400.0, -400.0, 400.0, -400.0]) == "North and South win by 400 points"
    assert game.result_text([0.0] * 4) == "draw"
    assert traits(game)[0] == "4 players on 2 sides"


@pytest.mark.parametrize("sides", [(0, 1), (0, 0, 0, 0), (1, 0, 1, 0), (0, 2, 0, 2)])
def test_sides_that_make_no_sense(sides):
    with pytest.raises(ZermeloError, match="should name the side of each of 4 players"):
        replace(PLAY, sides=sides)


def test_the_law_of_partners():
    """A game that pays partners differently breaks it."""
    pays = replace(PLAY, utility=lambda state, player: (1.0, -1.0, 2.0, -2.0)[player], compiles=False)
    findings = examine(pays, games=3, seconds=20).findings
    (broken,) = (finding for finding in findings if not finding.holds)
    assert "differ between partners" in broken.broken


def test_a_duplicate_match():
    """Both engines play each deal with the same cards, once on each side: equal strategies win nothing."""
    played = match(PLAY, [first, first], games=8, seed=3, duplicate=True)
    assert played.swing is not None
    assert (played.swing.value, played.utilities) == (0.0, (0.0, 0.0))
    starts = [record.start for record in played.records]
    assert [start.dealer for start in starts] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [start.vulnerable for start in starts] == [0, 0, 1, 1, 2, 2, 3, 3]
    hands = [record.actions[:8] for record in played.records]
    assert hands[0::2] == hands[1::2]
    assert len(set(hands)) == 4
    assert "IMPs per deal for first: " in match_text(played)
    assert played.to_json()["swing"]["counts"] == "IMPs"


def first(game, state):
    return game.legal(state)[0]


def test_boards_are_two_games_each(zermelo):
    code, out, _ = zermelo("match", PLAY.title, "random", "random", "--boards", "2", "--json")
    assert (code, '"games": 4' in out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nim", "random", "random", "--boards", "2"], "two sides with partners"),
        ([PLAY.title, "random", "random", "--boards", "2", "--games", "4"], "leave --games"),
    ],
)
def test_where_boards_make_no_sense(arguments, told, zermelo):
    code, _, err = zermelo("match", *arguments)
    assert (code, told in err) == (2, True)
