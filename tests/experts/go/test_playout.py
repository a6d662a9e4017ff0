"""Go's playouts: legal by the slow twin, sensible, and the same compiled and interpreted."""

from __future__ import annotations

from collections import Counter

import pytest
from experts.go.playing import playouts
from experts.go.seen import Seen

import zermelo
from zermelo.evaluate import advice
from zermelo.experts.go.guide import made
from zermelo.experts.go.playout import PlayoutOptions

RULES = [  # and how many playouts
    ("go", 5),
    ("go:size=5,suicide=true", 30),
    ("go:size=4,ko=situational,suicide=true,scoring=territory", 20),
    ("go:rows=3,columns=7", 20),
    ("go:rows=5,columns=1,ko=positional", 20),
    ("go:size=1", 1),
    ("go:size=2", 10),
    ("go:size=13,handicap=4", 1),
    ("go:size=19", 1),
]


@pytest.mark.parametrize(("spec", "games"), RULES)
def test_playouts_keep_the_rules_and_end_by_themselves(spec, games):
    game = zermelo.load(spec)
    interpreted = list(playouts(game, games, compiled=False))
    assert sum(len(actions) < game.max_plies for actions in interpreted) > 0.9 * games
    for actions in interpreted:
        state = game.initial()
        for action in actions:
            legal, seen = game.legal(state), Seen(game, state)
            assert action in legal
            if action == legal[-1]:  # a pass: only eyes, shared liberties and forbidden repetitions are left
                assert not any(seen.is_sane(seen.cell(other)) for other in legal[:-1])
            else:
                assert seen.is_sane(seen.cell(action)) or seen.saves(seen.cell(action))
            state = game.result(state, action)


@pytest.mark.parametrize(
    ("spec", "games"), [RULES[1], *(pytest.param(*rules, marks=pytest.mark.slow) for rules in (RULES[0], *RULES[2:4]))]
)
def test_compiled_playouts_are_the_interpreted_ones(spec, games):
    game = zermelo.load(spec)
    assert list(playouts(game, games, compiled=True)) == list(playouts(game, games, compiled=False))


@pytest.mark.slow
def test_thousands_of_playouts_are_legal():
    game = zermelo.load("go")
    long = 0
    for actions in playouts(game, 4000, compiled=True):
        state = game.initial()
        for action in actions:
            assert action in game.legal(state)
            state = game.result(state, action)
        long += len(actions) == game.max_plies
    assert long < 4


def choices(game, position, samples=400, options=None):
    """How often a playout's policy takes each action there."""
    guide = advice(game) if options is None else made(**game.parameters, playout=options)
    state, policy = game.read_state(position), guide.playout
    found = Counter(game.action_text(state, policy(state, (i + 0.5) / samples)) for i in range(samples))
    return {move: count / samples for move, count in found.items()}


def test_a_stone_put_in_atari_is_saved():
    before = """
        .....
        ..O..
        .OXO.
        .....
        ..... X last=C4"""
    assert choices(zermelo.load("go:size=5"), before)["C2"] > 0.8


def test_a_stone_that_cannot_be_saved_is_left():
    before = """
        XO...
        .....
        O....
        .....
        ..... X last=B5"""
    assert choices(zermelo.load("go:size=5"), before).get("A4", 0) < 0.1


def test_what_holds_a_stone_in_atari_is_taken():
    before = """
        .....
        ..XO.
        .XOXO
        .X...
        ..X.. O last=C4"""
    assert choices(zermelo.load("go:size=5"), before)["D2"] > 0.8


def test_a_chain_in_atari_is_taken_wherever_it_is():
    before = """
        ..O..
        .....
        .....
        .....
        ...XO X last=C5"""
    assert choices(zermelo.load("go:size=5"), before)["E2"] > 0.8


@pytest.mark.parametrize(("last", "is_near"), [("E1", True), ("E3", True), ("D3", False), ("A5", False)])
def test_a_chain_in_atari_near_the_last_move_is_taken(last, is_near):
    """Two steps from it at most; those further away are another step's."""
    before = f"""
        O....
        .....
        ...OO
        .....
        ...XO X last={last}"""
    alone = PlayoutOptions(save=0, pattern=0, take_afar=0)
    found = choices(zermelo.load("go:size=5"), before, options=alone)
    assert found["E2"] > 0.8 if is_near else found["E2"] < 0.3


def test_patterns_are_played_beside_the_last_move():
    before = """
        .........
        .........
        .........
        ....O....
        ....X....
        .........
        .........
        .........
        ......... X last=E6"""
    game = zermelo.load("go:size=9")
    fitting = choices(game, before, options=PlayoutOptions(pattern=1))
    assert set(fitting) == {"D5", "F5", "D6", "F6"}  # along it and around it
    assert len(choices(game, before, options=PlayoutOptions(pattern=0))) > 60


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_a_ko_is_not_taken_back_at_once(ko):
    before = """
        .XO..
        XO.O.
        .XO..
        .....
        ....."""
    game = zermelo.load("go:size=5", ko=ko)
    state = game.read_state(f"{before} X")
    state = game.result(state, game.read_action(state, "C4"))
    policy = advice(game).playout
    assert all(game.action_text(state, policy(state, i / 200)) != "B4" for i in range(200))
