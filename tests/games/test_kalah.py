"""Kalah against a slow twin and published values."""

from __future__ import annotations

import csv
import random

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import opinion
from zermelo.show.text import text

NO, EMPTY = "nocapture_if_opposite_empty", "emptycapture"  # the variants of the published table
SIZES = [
    "pits=1,seeds=3",
    "pits=2,seeds=2",
    "pits=3,seeds=21",
    "pits=4,seeds=3,empty_capture=true",
    "",
    "pits=9,seeds=7",
]


def load(parameters):
    return zermelo.load(f"kalah:{parameters}" if parameters else "kalah")


# --- the slow, obvious twin: two lists of pits, seed by seed --------------------------------------------------------


def start(pits, seeds):
    return ([seeds] * pits, [seeds] * pits), (0, 0), 0


def moved(position, pit, takes_empty):
    (mine, theirs), (store, other), player = position
    mine, theirs, pits = list(mine), list(theirs), len(mine)
    places = [(mine, i) for i in range(pits)] + [None] + [(theirs, i) for i in range(pits)]
    hand, mine[pit], place = mine[pit], 0, pit
    for _ in range(hand):
        place = (place + 1) % len(places)
        if places[place] is None:
            store += 1
        else:
            side, i = places[place]
            side[i] += 1
    if place < pits and mine[place] == 1 and (theirs[pits - 1 - place] or takes_empty):
        store += 1 + theirs[pits - 1 - place]
        mine[place] = theirs[pits - 1 - place] = 0
    if not any(mine) or not any(theirs):
        store, other = store + sum(mine), other + sum(theirs)
        mine, theirs = [0] * pits, [0] * pits
    if place == pits:
        return (mine, theirs), (store, other), player
    return (theirs, mine), (other, store), 1 - player


def written(position):
    sides, stores, player = position
    order = (0, 1) if player == 0 else (1, 0)
    parts = [f"{' '.join(map(str, sides[i]))} ({stores[i]})" for i in order]
    return f"{parts[0]} / {parts[1]} {('south', 'north')[player]}"


def value(position, takes_empty, known):
    """Seeds that the player to move ends up ahead."""
    (mine, theirs), (store, other), player = position
    if not any(mine) and not any(theirs):
        return store - other
    place = (tuple(mine), tuple(theirs))
    if place not in known:
        best = -1000
        for pit in range(len(mine)):
            if mine[pit]:
                after = moved(((mine, theirs), (0, 0), player), pit, takes_empty)
                found = value(after, takes_empty, known)
                best = max(best, found if after[2] == player else -found)
        known[place] = best
    return store - other + known[place]


@pytest.mark.parametrize("parameters", SIZES)
def test_random_games_go_as_the_twin_says(parameters):
    game, noise = load(parameters), random.Random(parameters)
    pits, seeds, takes_empty = (game.parameters[name] for name in ("pits", "seeds", "empty_capture"))
    for _ in range(10):
        state, position = game.initial(), start(pits, seeds)
        while True:
            assert game.state_text(state) == written(position)
            assert game.read_state(game.state_text(state)) == state
            (mine, theirs), (store, other), player = position
            assert game.is_terminal(state) == (not any(mine) and not any(theirs))
            if game.is_terminal(state):
                assert game.utility(state, player) == store - other == -game.utility(state, 1 - player)
                break
            assert game.to_move(state) == player
            assert sorted(game.legal(state)) == [pit for pit in range(pits) if mine[pit]]
            pit = noise.choice(game.legal(state))
            state, position = game.result(state, pit), moved(position, pit, takes_empty)


def test_what_earns_another_turn_comes_first():
    game = load("")
    state = game.read_state("3 5 0 3 0 1 (10) / 4 4 4 4 4 4 (2) south")
    assert game.legal(state) == [5, 3, 1, 0]
    assert [game.to_move(game.result(state, pit)) for pit in game.legal(state)] == [0, 0, 0, 1]


# --- published values ------------------------------------------------------------------------------------------------


def table(truth):
    """{(pits, seeds, variant): value}"""
    lines = [line for line in truth("small/kalah_exact.csv").open() if not line.startswith("#")]
    return {(int(m), int(n), variant): float(value) for m, n, variant, value, _ in csv.reader(lines)}


@pytest.mark.parametrize("variant", [NO, EMPTY])
def test_the_twin_knows_the_published_values_of_small_games(truth, variant):
    values = table(truth)
    for pits, seeds in ((1, 3), (2, 1), (2, 4), (3, 1), (3, 2)):
        assert value(start(pits, seeds), variant == EMPTY, {}) == values[pits, seeds, variant]


def found(pits, seeds, variant, compiled=True):
    game = load(f"pits={pits},seeds={seeds},empty_capture={'true' if variant == EMPTY else 'false'}")
    analysis = zermelo.AlphaBeta(compiled=compiled).analyse(game)
    assert analysis.exact
    return analysis.value


@pytest.mark.parametrize("variant", [NO, EMPTY])
def test_small_games_have_the_published_values(truth, variant):
    values = table(truth)
    for pits, seeds in ((1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (2, 3)):
        assert found(pits, seeds, variant, compiled=False) == values[pits, seeds, variant]


@pytest.mark.long
def test_kalah_with_four_pits_and_three_seeds(truth):
    values = table(truth)
    assert found(4, 3, EMPTY) == values[4, 3, EMPTY]
    assert found(4, 3, NO) == values[4, 3, NO]


@pytest.mark.slow
def test_every_published_value_is_found(truth):
    for (pits, seeds, variant), value in table(truth).items():
        assert found(pits, seeds, variant) == value, (pits, seeds, variant)


@pytest.mark.slow
def test_kalah_with_six_pits_and_four_seeds_is_won_by_ten():
    assert found(6, 4, EMPTY) == 10


# --- rules -----------------------------------------------------------------------------------------------------------


def test_a_lone_seed_is_taken_where_the_variant_says_so():
    position = "0 1 0 0 (3) / 0 0 1 2 (1) south"
    without, taking = (load(f"pits=4,seeds=1,empty_capture={word}") for word in ("false", "true"))
    after = [game.result(game.read_state(position), 1) for game in (without, taking)]
    assert [game.state_text(state) for game, state in zip((without, taking), after, strict=True)] == [
        "0 0 1 0 (3) / 0 0 1 2 (1) north",
        "0 0 0 0 (4) / 0 0 0 0 (4) north",
    ]


def test_a_long_way_round_ends_where_it_began():
    game = load("pits=6,seeds=4")
    state = game.read_state("13 1 0 0 0 0 (10) / 1 1 1 1 1 1 (18) south")
    after = game.state_text(game.result(state, 0))
    assert after == "0 2 1 1 1 1 (14) / 2 2 2 2 2 0 (18) north"


def test_what_is_drawn_and_touched():
    game = load("")
    state = game.result(game.initial(), 2)
    assert text(game.describe(state)).splitlines() == [
        "north  0 4 4 4 4 4 4",
        "south    4 4 0 5 5 5 1",
        "         1 2 3 4 5 6",
        "south to move",
    ]
    assert game.touches(state, 0) == ((1, 1),)
    state = game.result(state, 0)
    assert game.touches(state, 0) == ((0, 6),)
    end = load("pits=2,seeds=1").read_state("0 0 (3) / 0 0 (1) north")
    assert load("pits=2,seeds=1").ending_text(end) == "South wins with 3 seeds to 1"


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "give 2 pits and the store of south"),
        ("1 1 (0) / 1 1 (0)", "give 2 pits"),
        ("1 1 (0) / 1 1 (0) east", "give 2 pits"),
        ("1 1 (0) / 1 1 (1) south", "there are 4 seeds in this game, not 5"),
        ("1 1 (0) / 0 0 (2) south", "ends when one side is empty"),
    ],
)
def test_a_bad_position_is_told_in_one_line(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        load("pits=2,seeds=1").read_state(position)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("parameters", ["pits=0", "pits=10", "seeds=0", "seeds=11"])
def test_a_bad_size_is_refused(parameters):
    with pytest.raises(zermelo.ZermeloError, match="must be 1 to"):
        load(parameters)


@pytest.mark.long
def test_compiled_and_interpreted_agree():
    diagnosis = zermelo.examine(load(""), games=3)
    assert diagnosis.healthy
    assert diagnosis.compiled


# --- evaluation ------------------------------------------------------------------------------------------------------


def test_the_evaluation_adds_up_what_it_names():
    game = load("")
    for seed in range(10):
        state = random_position(game, seed, 20)
        south, north = (opinion(game).function(state, player) for player in (0, 1))
        assert south == -north
    state = game.read_state("3 5 0 3 0 1 (10) / 4 4 4 4 4 4 (2) south")
    assert [(term.name, term.feature) for term in opinion(game).terms(state, 0)] == [
        ("lead in the stores", 8.0),
        ("seeds on the own side", -12.0),
        ("pits that earn a turn", 2.0),
    ]
