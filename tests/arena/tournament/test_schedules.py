"""Who meets whom."""

from __future__ import annotations

from collections import Counter

import pytest

import zermelo
from zermelo.arena.tournament.schedules import REPLAYS, Bout, byes_of, schedule


def played_out(plan, points):
    """All meetings of a schedule, whose games give the first engine points(one, other, round, number)."""
    bouts, meetings = [], []
    while batch := plan.coming(bouts):
        for meeting in batch:
            meetings.append(meeting)
            for number in range(meeting.first, meeting.first + meeting.games):
                one, other = meeting.engines
                got = points(one, other, meeting.round, number)
                bouts.append(
                    Bout(meeting.round, (one, other), number, (one, other), (got - 0.5, 0.5 - got), "over", "", 1, 0.0)
                )
    return bouts, meetings


def first_wins(one, other, round_, number):
    return float(one < other)


NIM = zermelo.load("nim")


def test_round_robin_and_gauntlet():
    _, meetings = played_out(schedule("round-robin", NIM, 5, 4, None), first_wins)
    assert Counter(meeting.engines for meeting in meetings) == Counter(
        {(one, other): 1 for one in range(5) for other in range(one + 1, 5)}
    )
    assert {meeting.games for meeting in meetings} == {4}
    _, meetings = played_out(schedule("gauntlet", NIM, 5, None, None), first_wins)
    assert [meeting.engines for meeting in meetings] == [(0, 1), (0, 2), (0, 3), (0, 4)]
    three = zermelo.load("castles")
    assert len(schedule("round-robin", three, 5, None, None).coming([])) == 10
    assert schedule("round-robin", three, 5, None, None).total == 30


@pytest.mark.parametrize("engines", [2, 7, 8, 40])
def test_a_swiss_tournament(engines):
    plan = schedule("swiss", NIM, engines, 2, None)
    bouts, meetings = played_out(plan, first_wins)
    met = [frozenset(meeting.engines) for meeting in meetings]
    assert len(set(met)) == len(met)
    assert len(bouts) == plan.total
    byes = byes_of(bouts, engines)
    assert len(set(byes)) == len(byes) == (plan.rounds if engines % 2 else 0)
    for round_ in range(1, plan.rounds + 1):
        busy = [one for meeting in meetings if meeting.round == round_ for one in meeting.engines]
        assert len(set(busy)) == len(busy) == engines - engines % 2
    points = Counter(byes * 2)
    for bout in bouts:
        points.update({one: bout.points(one) for one in bout.engines})
    assert points.most_common(1)[0][0] == 0


def test_a_swiss_tournament_in_which_all_meet():
    _, meetings = played_out(schedule("swiss", NIM, 6, 2, 5), first_wins)
    assert len({frozenset(meeting.engines) for meeting in meetings}) == 15


@pytest.mark.parametrize("engines", [2, 3, 6, 8, 13])
def test_a_knock_out(engines):
    plan = schedule("knock-out", NIM, engines, 2, None)
    bouts, meetings = played_out(plan, first_wins)
    assert len(meetings) == engines - 1
    assert len(bouts) == plan.total
    last = max(meetings, key=lambda meeting: meeting.round)
    assert last.engines == (0, 1)  # they can meet only there


def test_level_ties_are_replayed():
    def level_first(one, other, round_, number):
        return 0.5 if round_ == 1 and number < 4 else float(one > other)

    plan = schedule("knock-out", NIM, 4, 2, None)
    bouts, meetings = played_out(plan, level_first)
    assert [(one.round, one.engines, one.first) for one in meetings] == [
        *((1, (0, 3), 0), (1, (1, 2), 0), (1, (0, 3), 2), (1, (1, 2), 2), (1, (0, 3), 4), (1, (1, 2), 4)),
        (2, (2, 3), 0),
    ]
    bouts, _ = played_out(plan, lambda *_: 0.5)
    assert len(bouts) == 3 * (2 + 2 * REPLAYS)
    assert [ties[0][2] for ties in plan.ties(bouts)] == [0, 0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("league", NIM, 4, 2, None), "round-robin, gauntlet, swiss or knock-out, not 'league'"),
        (("swiss", NIM, 4, 2, 4), "1 to 3 rounds, not 4"),
        (("knock-out", NIM, 4, 2, 4), "rounds are for a Swiss tournament"),
        (("round-robin", NIM, 1, 2, None), "2 engines or more"),
        (("swiss", zermelo.load("castles"), 4, 3, None), "its tournaments are round-robin"),
        (("round-robin", zermelo.load("2048"), 4, 1, None), "a game for one"),
    ],
)
def test_what_is_refused(words, told):
    with pytest.raises(zermelo.ZermeloError, match=told):
        schedule(*words)
