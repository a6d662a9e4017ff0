"""Go's priors: which moves look good before any search."""

from __future__ import annotations

import pytest
from experts.go.playing import playouts

import zermelo
from zermelo.evaluate import advice


def impressions(game, position):
    """Every legal action's prior: {name: (mean, visits)}."""
    state = game.read_state(position)
    return {game.action_text(state, action): advice(game).prior(state, action) for action in game.legal(state)}


def test_on_an_empty_board_the_inside_looks_better_than_the_edge():
    seen = impressions(zermelo.load("go"), "pass")
    assert seen["C3"][0] > 0.5 > seen["B5"][0]
    assert seen["pass"][0] in (0.0, 1.0)  # White wins an empty board by the komi


def test_taking_and_saving_look_good_and_throwing_away_bad():
    before = """
        XO.......
        .........
        O...X....
        ...XO....
        ....X....
        .........
        ......O..
        OO....XO.
        .X....O.. X"""
    seen = impressions(zermelo.load("go"), before)
    assert seen["F6"][0] > 0.7  # takes
    assert seen["F2"][0] > 0.7  # saves
    assert seen["A8"][0] < 0.5  # saves nothing
    assert seen["A1"][0] < 0.5  # puts two stones in atari


def test_an_eye_is_never_filled_and_a_pass_comes_last():
    game = zermelo.load("go:size=5,komi=0.5")
    open_board = """
        .XO..
        XXO..
        .XO..
        XXO..
        .XO.."""
    seen = impressions(game, f"{open_board} X")
    assert seen["A5"] == seen["A3"] == seen["A1"] == (0.0, seen["A1"][1])
    assert seen["pass"][0] == 0.0
    assert impressions(game, f"{open_board} X passes=1")["pass"][0] == 0.0
    assert impressions(game, f"{open_board} O passes=1")["pass"][0] == 1.0
    settled = """
        .XO.O
        XXOOO
        .XO.O
        XXOOO
        .XO.O"""
    assert impressions(game, f"{settled} X")["pass"][0] == 0.5


@pytest.mark.parametrize("spec", ["go", "go:rows=3,columns=7,suicide=true", "go:size=5"])
def test_impressions_are_fractions_and_mirror_with_the_board(spec):
    game = zermelo.load(spec)
    prior, height = advice(game).prior, len(game.describe(game.initial()).cells)

    def flipped(name):
        return name if name == "pass" else f"{name[0]}{height + 1 - int(name[1:])}"

    def mirrored(state):
        board, *notes = game.state_text(state).split()
        notes = [f"{n[:-2]}{flipped(n[-2:])}" if n.startswith(("ko=", "last=")) else n for n in notes]
        return game.read_state(" ".join(["/".join(reversed(board.split("/"))), *notes]))

    for actions in playouts(game, 2, compiled=False):
        state = game.initial()
        for action in actions:
            mirror = mirrored(state)
            for other in game.legal(state):
                mean, visits = prior(state, other)
                assert 0 <= mean <= 1
                assert visits > 0
                twin = game.read_action(mirror, flipped(game.action_text(state, other)))
                assert prior(mirror, twin) == (mean, visits)
            state = game.result(state, action)
