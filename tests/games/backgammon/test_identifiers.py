"""Positions as identifiers of GNU Backgammon and eXtreme Gammon."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.games.backgammon.board import START, counts_of, side_of
from zermelo.games.backgammon.identifiers import position_id, read_identifier, read_position_id, write_gnubg, write_xgid
from zermelo.games.backgammon.state import (
    ANSWER,
    LARGEST_CUBE,
    NOBODY,
    OFFER,
    OPENING,
    PLAY,
    ROLL,
    BackgammonState,
    Terms,
)

PLAIN, CUBE = zermelo.load("backgammon"), zermelo.load("backgammon", cube=True)
MATCH = zermelo.load("backgammon", cube=True, length=5)


@st.composite
def sides(draw):
    """Two sides that share no point, of whom neither has borne off everything."""
    places = draw(st.lists(st.integers(0, 25), min_size=30, max_size=30))
    mine, theirs = [0] * 26, [0] * 26
    for number, place in enumerate(places):
        own, other = (mine, theirs) if number < 15 else (theirs, mine)
        blocked = 1 <= place <= 24 and other[25 - place]
        own[25 if blocked else place] += 1
    for own in (mine, theirs):
        if own[0] == 15:
            own[0], own[25] = 14, 1
    return side_of(mine), side_of(theirs)


@st.composite
def positions(draw):
    """A state that is not over, and the terms of its game."""
    terms = Terms(draw(st.sampled_from((0, 1, 5, 999))), draw(st.booleans()), draw(st.booleans()), True)
    mine, theirs = draw(sides())
    doublings = draw(st.integers(0, LARGEST_CUBE.bit_length() - 1)) if terms.cube else 0
    owner = draw(st.sampled_from((0, 1))) if doublings else NOBODY
    first, second = (draw(st.integers(0, max(terms.length - 1, 0))) for _ in range(2))
    crawford = int(terms.length > 0 and draw(st.booleans()))
    state = BackgammonState(
        mine, theirs, draw(st.sampled_from((0, 1))), ROLL, 0, 1 << doublings, owner, first, second, crawford
    )
    stage = draw(st.sampled_from((ROLL, PLAY, OFFER, ANSWER, OPENING)))
    if stage == PLAY:
        high = draw(st.integers(1, 6))
        return state._replace(stage=PLAY, dice=10 * high + draw(st.integers(1, high))), terms
    if stage == OPENING:
        return state._replace(mine=START, theirs=START, player=0, stage=OPENING, cube=1, owner=NOBODY), terms
    if stage == OFFER and terms.may_double(state):
        return state._replace(stage=OFFER), terms
    if stage == ANSWER and terms.may_double(state):
        return state._replace(stage=ANSWER, mine=theirs, theirs=mine, player=1 - state.player), terms
    return state, terms


@given(positions(), st.sampled_from((write_gnubg, write_xgid)))
def test_positions_are_read_as_they_are_written(position, write):
    state, terms = position
    assert read_identifier(write(state, terms), terms) == state


@given(sides())
def test_position_ids_tell_both_sides(pair):
    text = position_id(*pair)
    assert len(text) == 14
    assert read_position_id(text) == pair


def test_the_start():
    assert position_id(START, START) == "4HPwATDgc/ABMA"
    state = PLAIN.read_state("4HPwATDgc/ABMA")
    assert (state.mine, state.theirs, state.player, state.stage) == (START, START, 0, ROLL)
    assert CUBE.read_state("4HPwATDgc/ABMA").stage == OFFER
    assert PLAIN.read_state("4HPwATDgc/ABMA 65").dice == 65


def test_known_ids_of_gnu_backgammon():
    """As GNU Backgammon 1.07 shows them after `set board` and `set dice`."""
    state = MATCH.read_state("4HPwAQD4HDwAFg:cAm3AAAAAAAE")
    assert (state.player, state.stage, state.dice, state.cube, state.owner) == (1, PLAY, 65, 1, NOBODY)
    assert {place: count for place, count in enumerate(counts_of(state.mine)) if count} == {
        6: 5, 8: 3, 13: 4, 24: 2, 25: 1,
    }  # fmt: skip
    assert {place: count for place, count in enumerate(counts_of(state.theirs)) if count} == {0: 2, 6: 5, 8: 3, 13: 5}
    assert MATCH.state_text(state) == "4HPwAQD4HDwAFg:cAm3AAAAAAAE"
    later = MATCH.read_state("4HPwATDgc/ABIQ:UQmgAAAACAAE")
    assert (later.player, later.stage, later.cube, later.owner, later.first, later.second) == (1, OFFER, 2, 1, 0, 1)
    crawford = MATCH.read_state("4HPwASHgc/ABMA:sAGvADAAIAAE")
    assert (crawford.crawford, crawford.dice, crawford.first, crawford.second) == (1, 63, 3, 4)


def test_a_known_xgid():
    text = "XGID=-b----E-C---eE---c-eA---A-:1:-1:-1:63:1:0:0:5:10"
    state = MATCH.read_state(text)
    assert (state.player, state.dice, state.cube, state.owner, state.first, state.second) == (1, 63, 2, 1, 1, 0)
    assert counts_of(state.theirs)[24] == counts_of(state.theirs)[20] == 1  # capital letters are player 0's
    assert counts_of(state.mine)[6] == 5
    xg = zermelo.load("backgammon", cube=True, length=5, identifiers="xg")
    assert xg.state_text(state) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4HPwATDgc/ABM", "a position ID has 14 characters, such as 4HPwATDgc/ABMA, not 13"),
        ("4HPwATDgc/ABMAA", "not 15"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA", "a match ID has 12 characters"),
        ("4HPwATDgc/ABM!", "write an identifier like 4HPwATDgc/ABMA"),
        ("", "write an identifier like"),
        ("4HPwATDgc/ABMA 67", "dice are two numbers from 1 to 6"),
        ("//8AAAAAAAAAAA", "a side has 15 checkers, not 16"),
        ("AAAAAAAAAAAAAA", "both sides have borne off all their checkers"),
        ("//////////////", "names 25 places for each side"),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "has 26 characters, not 25"),
        ("XGID=-b----E-C---eF---c-e----B-:0:0:1:00:0:0:0:0:10", "a side has 15 checkers, not 16"),
        ("XGID=-b----E-C---eP---c-e----B-:0:0:1:00:0:0:0:0:10", "16 checkers are too many"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0", "an XGID has nine numbers"),
        ("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10", "name the game backgammon:cube=true"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10", "name the game backgammon:length=7,cube=true"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:2:52:0:0:0:0:10", "the turn is 1 or -1"),
    ],
)  # fmt: skip
def test_bad_identifiers_are_refused_in_one_line(text, words):
    with pytest.raises(zermelo.ZermeloError) as refused:
        PLAIN.read_state(text)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_both_sides_cannot_share_a_point():
    taken = side_of([0, *[0] * 18, 15, *[0] * 6])  # the other's 6
    with pytest.raises(ValueError, match="both sides have checkers on the mover's point 6"):
        read_position_id(position_id(START, taken))
