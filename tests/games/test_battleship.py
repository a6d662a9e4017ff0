"""Battleship: what is told about shots, and fleets that fit it."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict

import pytest

import zermelo
from zermelo.bits import Wide
from zermelo.game import CHANCE, ZermeloError
from zermelo.games.battleship.evidence import fleets_for
from zermelo.games.battleship.fleets import search_for, survey
from zermelo.games.battleship.layout import APART, ROOMY, Layout, layout_of
from zermelo.hidden.deals import deals
from zermelo.knowledge import known_by
from zermelo.show.text import text

SMALL = "battleship:rows=3,columns=3,ships=22"


def random_states(game, noise, plies):
    """The states of a random game that is not over."""
    states = [game.initial()]
    for _ in range(plies):
        following = game.result(states[-1], noise.choice(game.moves(states[-1])))
        if game.is_terminal(following):
            break
        states.append(following)
    return states


def test_shots_are_told_as_hits_misses_and_sunk_ships():
    game = zermelo.load(SMALL)
    state = game.read_state("aa./bb./... aa./..b/..b")
    for cell, other in (("A1", "C3"), ("C1", "C2"), ("A2", "C1")):
        state = game.result(state, game.read_action(state, cell))
        state = game.result(state, game.read_action(state, other))
    view = game.view(state, 0)
    assert view.hits == 0b11
    assert view.shots == 0b1000011
    assert view.sunk == 1
    assert view.theirs == 0b111000000
    assert game.state_text(state) == "aa./bb./*** AA./..b/*.b"
    shown = text(game.scene(view, 0))
    assert "ships afloat: 2" in shown
    assert shown.count("X") == 2
    assert shown.count("■") == 4  # own ships


def test_the_winner_has_sunk_the_whole_fleet():
    game = zermelo.load("battleship:rows=2,columns=2,ships=2")
    state = game.read_state("aA/*. A./a*")
    assert not game.is_terminal(state)
    state = game.result(state, game.read_action(state, "B1"))
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [1.0, -1.0]
    assert game.ending_text(state) == "Player 1 wins after 3 shots"


def test_the_solitaire_counts_shots():
    game = zermelo.load("battleship:rows=3,columns=3,ships=2,solitaire=true")
    state = game.read_state("A*./a.*/...")
    assert game.to_move(state) == 0
    state = game.result(state, game.read_action(state, "B1"))
    assert game.is_terminal(state)
    assert game.utility(state, 0) == -4.0


@pytest.mark.long
def test_players_place_their_own_ships():
    game = zermelo.load("battleship:rows=3,columns=3,ships=22,placed=players")
    noise = random.Random(1)
    states = random_states(game, noise, 5)
    assert [game.to_move(state) for state in states] == [0, 0, 1, 1, 0, 1]
    assert game.action_text(states[0], 0) == "A1-A2"
    assert game.action_text(states[0], 1) == "A1-B1"
    known = known_by(game, 1, states[2], states[:2])
    drawn = {game.deal(known, noise.random()) for _ in range(100)}
    assert 40 < len(drawn) <= 88  # there are 88 ways to place two ships of 2 on 3×3
    assert all(game.view(state, 1) == game.view(states[2], 1) for state in drawn)


def test_chance_places_ships_anywhere_they_fit():
    game = zermelo.load("battleship")
    outcomes = game.outcomes(game.initial())
    assert len(outcomes) == 2 * 10 * 6
    assert game.to_move(game.initial()) == CHANCE
    across = game.result(game.initial(), game.read_action(game.initial(), "A1-A5"))
    names = [game.action_text(across, place) for place, _ in game.outcomes(across)]
    assert len(names) == 140 - 5 - 5  # in row A only from A6 or A7, and not down from A1 to A5
    assert "A6-A9" in names


@pytest.mark.parametrize(
    "spec",
    [
        "battleship:rows=2,columns=3,ships=21",
        "battleship:rows=2,columns=3,ships=21,placed=players",
        "battleship:rows=3,columns=4,ships=32,solitaire=true",
    ],
)
def test_deals_are_drawn_as_often_as_they_are_likely(spec):
    game, noise = zermelo.load(spec), random.Random(spec)
    for plies in (4, 8, 12):
        states = random_states(game, noise, plies)
        mover = game.to_move(states[-1])
        if mover == CHANCE:
            continue
        known = known_by(game, mover, states[-1], states[:-1])
        expected = Counter()
        for one in deals(game, known):
            expected[one.state] += one.weight
        found = Counter(game.deal(known, noise.random()) for _ in range(500))
        assert set(found) <= set(expected)
        assert all(abs(found[state] / 500 - chance) < 0.1 for state, chance in expected.items())


def test_late_in_a_game_a_fleet_that_fits_is_found():
    game, noise = zermelo.load("battleship:solitaire=true"), random.Random(3)
    states = random_states(game, noise, 95)
    for length in (20, 60, len(states)):
        state = states[length - 1]
        known = known_by(game, 0, state, states[: length - 1])
        drawn = game.deal(known, noise.random())
        assert game.view(drawn, 0) == game.view(state, 0)
        assert game.read_state(game.state_text(drawn)) == drawn


def test_what_a_sunk_ship_tells_about_its_place():
    layout = layout_of(4, 4, "32")
    hits = 0b0111 | 1 << 7  # A1 to A3, and B4
    then = (0b0111, 0b0100)
    search = search_for(layout, hits, hits, (then, None), False)
    found = survey(search, 50, 1, 1000)
    assert set(found.places[:, 0]) == {0}
    last = {tuple(layout.covered(1, int(place))) for place in found.places[:, 1]}
    assert last == {(3, 7), (6, 7), (7, 11)}  # B4, and one of A4, B3 and C4


@pytest.mark.parametrize("touching", [False, True])
@pytest.mark.parametrize("by_chance", [False, True])
def test_compiled_and_interpreted_draw_the_same(by_chance, touching):
    layout = Layout(5, 6, (3, 2, 2), touching)
    search = search_for(layout, 0b1101, 0b0001, (None, None, None), by_chance)
    fast, slow = (survey(search, 20, 7, 1000, compiled) for compiled in (True, False))
    assert fast.places.tolist() == slow.places.tolist()
    assert fast.weights == pytest.approx(slow.weights)
    assert list(fast.picked) == list(slow.picked)


@pytest.mark.parametrize("shots", [(), ("B2", "C4"), ("B2", "C4", "B3", "C2")])
def test_ships_are_as_likely_on_each_cell_as_by_counting_all_fleets(shots):
    game = zermelo.load("battleship:rows=4,columns=4,ships=322,solitaire=true")
    path = [game.initial()]
    for name in ("B1-B3", "A4-B4", "C1-C2", *shots):
        path.append(game.result(path[-1], game.read_action(path[-1], name)))
    known = known_by(game, 0, path[-1], path[:-1])
    layout = layout_of(4, 4, "322")

    def chances(fleets):
        """[cell] how often it is covered. fleets: (places, weight)"""
        found, total = [0.0] * 16, 0.0
        for places, weight in fleets:
            total += weight
            for ship, place in enumerate(places):
                for cell in layout.covered(ship, int(place)):
                    found[cell] += weight
        return [weight / total for weight in found]

    expected = chances((one.state.ships, one.weight) for one in deals(game, known))
    assert chances((places, 1.0) for places in fleets_for(game, known, 4000, 5)) == pytest.approx(expected, abs=0.03)


def around(layout, word):
    """The cells of a ship and those beside them."""
    left, right = layout.inner
    word |= word << 1 & left | word >> 1 & right
    return (word | word << layout.columns | word >> layout.columns) & (1 << layout.cells) - 1


def test_ships_that_may_not_touch_are_as_likely_as_by_counting():
    layout = Layout(4, 5, (3, 2), False)
    hits = 1 << 6  # B2
    counted = {}
    for first, second in itertools.product(layout.places(0), layout.places(1)):
        words = layout.word(0, first), layout.word(1, second)
        if (words[0] | words[1]) & hits and not (words[0] | words[1]) & 1 and not words[1] & around(layout, words[0]):
            room = [place for place in layout.places(1) if not layout.word(1, place) & around(layout, words[0])]
            counted[first, second] = 1 / len(room)
    found = survey(search_for(layout, hits | 1, hits, (None, None), True), 20_000, 3, 10**6)
    drawn = defaultdict(float)
    for places, weight in zip(found.places.tolist(), found.weights, strict=True):
        drawn[tuple(places)] += weight
    assert set(drawn) == set(counted)
    for one in counted:
        share = counted[one] / sum(counted.values())
        assert drawn[one] / sum(drawn.values()) == pytest.approx(share, abs=0.01)


def test_ships_that_may_not_touch_do_not():
    game, noise = zermelo.load("battleship:touching=false"), random.Random(5)
    layout = layout_of(10, 10, "54332", False)
    for _ in range(20):
        state = random_states(game, noise, 10)[-1]
        assert state.placed == 10
        for fleet in (state.ships[:5], state.ships[5:]):
            words = [layout.word(ship, place) for ship, place in enumerate(fleet)]
            assert not any(one & around(layout, two) for one, two in itertools.combinations(words, 2))


@pytest.mark.long
def test_ships_that_may_not_touch_always_find_room():
    """No places of the ships before spoil all those of the next."""
    layout = Layout(ROOMY, ROOMY, APART, False)
    for ship in range(1, len(APART)):
        words = [layout.word(ship, place) for place in layout.places(ship)]
        spoilt = [
            [
                sum(1 << i for i, word in enumerate(words) if word & around(layout, layout.word(before, place)))
                for place in layout.places(before)
            ]
            for before in range(ship)
        ]
        most = [max(one.bit_count() for one in each) for each in spoilt]

        def can_spoil(before, so_far, words=words, spoilt=spoilt, most=most):
            if so_far.bit_count() + sum(most[before:]) < len(words):
                return False
            if before == len(spoilt):
                return True
            return any(can_spoil(before + 1, so_far | one) for one in spoilt[before])

        assert not can_spoil(0, 0)


def test_evidence_that_nothing_fits_is_told():
    game = zermelo.load("battleship:rows=2,columns=2,ships=2,solitaire=true")
    state = game.read_state("*a/*a")._replace(ships=(0,), first=Wide(0b1111))
    strange = known_by(game, 0, state._replace(ships=(-1,)))
    with pytest.raises(ZermeloError, match="no fleet was found that fits"):
        game.deal(strange, 0.1)


@pytest.mark.parametrize(
    ("spec", "position", "error"),
    [
        (SMALL, "aa./bb./...", "give 3 rows of 3 for each fleet"),
        (SMALL, "aab/..b/... .../bb./...", "placed in order"),
        (SMALL, "aa./b../..b aa./bb./...", "ship b must be 2 cells in a row"),
        (SMALL, "A../a../... .../.../...", "shots are fired when all ships are placed"),
        (SMALL, "AA./bb./... aa./bb./...", "0 and 2 shots cannot be"),
        (SMALL, "AA./BB./... AA./BB./...", "ended before"),
    ],
)
def test_positions_that_cannot_be_are_refused(spec, position, error):
    with pytest.raises(ZermeloError, match=error):
        zermelo.load(spec).read_state(position)


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        ("battleship:rows=20,columns=20", "at most 128 cells"),
        ("battleship:ships=50", "1 to 10 lengths"),
        ("battleship:rows=3,columns=3,ships=333", "no room for a ship of 3"),
        ("battleship:placed=me", "chance or players"),
        ("battleship:placed=players,solitaire=true", "placed by chance"),
    ],
)
def test_parameters_out_of_bounds_are_refused(spec, error):
    with pytest.raises(ZermeloError, match=error):
        zermelo.load(spec)
