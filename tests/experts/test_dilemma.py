"""The classic strategies of the repeated prisoner's dilemma."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.arena.table import table
from zermelo.experts.prisoners_dilemma.engines import Generous, rounds_seen, usual_forgiveness
from zermelo.players.engines import engine, engines

NAMES = ["always-cooperate", "always-defect", "tit-for-tat", "tit-for-two-tats", "grim", "pavlov", "generous"]
GAME = zermelo.load("prisoners-dilemma", rounds=8)


def choices(name, others, seed=1):
    """What an engine plays against a list of choices, C and D."""
    replies = iter(others)

    def other(game, state):
        return "CD".index(next(replies))

    record = zermelo.play(GAME, [engine(name).with_options(seed=seed), other])
    return "".join("CD"[action] for action in record.actions[::2])


@pytest.mark.parametrize(
    ("name", "others", "wanted"),
    [
        ("always-cooperate", "CDDDDDDD", "CCCCCCCC"),
        ("always-defect", "CCCCCCCC", "DDDDDDDD"),
        ("tit-for-tat", "CDCDDCCC", "CCDCDDCC"),
        ("tit-for-two-tats", "CDCDDDCC", "CCCCCDDC"),
        ("grim", "CCDCCCCC", "CCCDDDDD"),
        ("pavlov", "CDDCCDCC", "CCDCCCDD"),
        ("generous:forgiveness=0", "CDCDDCCC", "CCDCDDCC"),
        ("generous:forgiveness=1", "CDCDDCCC", "CCCCCCCC"),
    ],
)
def test_what_each_does(name, others, wanted):
    assert choices(name, others) == wanted


def test_the_second_seat_sees_its_own_choices_as_its_own():
    start = GAME.initial()
    path = [start]
    for action in (0, 1, 1, 0):
        path.append(GAME.result(path[-1], action))
    assert list(rounds_seen(GAME, 0, path[-1], path[:-1])) == [(1, 0), (0, 1)]
    assert list(rounds_seen(GAME, 1, path[-1], path[:-1])) == [(0, 1), (1, 0)]
    assert list(rounds_seen(GAME, 1, path[-1])) == [(0, 1)]  # it joined here


def test_none_sees_what_the_other_has_just_chosen():
    path = [GAME.initial()]
    for action in (0, 0, 0, 1):
        path.append(GAME.result(path[-1], action))
    for name in NAMES:
        session = engine(name).with_options(seed=3)
        one, other = (
            [session.open(GAME).choose(GAME.result(path[-1], action), path) for _ in range(20)] for action in (0, 1)
        )
        assert one == other


def test_forgiveness():
    assert usual_forgiveness(GAME) == pytest.approx(1 / 3)
    assert usual_forgiveness(zermelo.load("prisoners-dilemma", temptation=7)) == 0
    assert choices("generous", "DDDDDDDD").count("C") not in (1, 8)
    with pytest.raises(zermelo.ZermeloError, match="forgiveness must be a number from 0"):
        Generous(forgiveness=2.0)


def test_they_are_engines_by_name_for_this_game_only():
    assert set(NAMES) <= set(engines())
    told = "tit-for-tat plays prisoners-dilemma only, not nim: try auto or random"
    assert engine("tit-for-tat").refusal(zermelo.load("nim")) == told
    with pytest.raises(zermelo.ZermeloError, match="plays but does not analyse"):
        zermelo.analyse(GAME, player="grim")


def test_a_round_robin():
    """As in Axelrod's: who is nice and can be provoked does best, though tit for tat beats nobody."""
    names = ["tit-for-tat", "always-defect", "grim", "tit-for-two-tats"]
    found = table(
        zermelo.load("prisoners-dilemma", rounds=20), [engine(n) for n in names], [engine(n) for n in names], 1
    )
    utilities = [[one.utilities[0] for one in row] for row in found.matches]
    assert utilities == [[60, 19, 60, 60], [24, 20, 24, 28], [60, 19, 60, 60], [60, 18, 60, 60]]
    assert found.matches[0][1].losses == 1
    assert [name for name, _ in found.standings] == ["tit-for-tat", "grim", "tit-for-two-tats", "always-defect"]
    assert dict(found.standings)["tit-for-tat"] == (60 + 19 + 60 + 60) / 4
    assert found.to_json()["standings"][0] == {"engine": "tit-for-tat", "utility": 49.75}
    sides = table(zermelo.load("prisoners-dilemma"), [engine("grim")], [engine("pavlov")], 1)
    assert sides.standings == ()
