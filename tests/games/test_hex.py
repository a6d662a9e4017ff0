"""Hex against a slow twin, the published maps of openings, and its advice."""

from __future__ import annotations

import random
import re

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import advice
from zermelo.experts.hex import BRIDGES, SAVES
from zermelo.show.text import text

AROUND = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


def load(parameters):
    return zermelo.load(f"hex:{parameters}")


# --- the slow, obvious twin ------------------------------------------------------------------------------------------


def joins(cells, size, axis):
    """Do these (row, column) cells join the two sides of an axis: 0 top and bottom, 1 left and right?"""
    reached = {cell for cell in cells if cell[axis] == 0}
    waiting = list(reached)
    while waiting:
        row, column = waiting.pop()
        for down, right in AROUND:
            cell = row + down, column + right
            if cell in cells and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return any(cell[axis] == size - 1 for cell in reached)


def board_of(game, state):
    """{colour: its cells}"""
    rows = game.state_text(state).split()[0].split("/")
    return {
        colour: {(row, column) for row, line in enumerate(rows) for column, stone in enumerate(line) if stone == colour}
        for colour in "rb"
    }


@pytest.mark.parametrize("parameters", ["size=1", "size=2", "size=4", "size=5,swap=true", "size=11"])
def test_random_games_go_as_the_twin_says(parameters):
    game, noise = load(parameters), random.Random(parameters)
    size = game.parameters["size"]
    everywhere = {(row, column) for row in range(size) for column in range(size)}
    for _ in range(2 if size == 11 else 6):
        state, holder = game.initial(), 0
        while True:
            board = board_of(game, state)
            assert game.read_state(game.state_text(state)) == state
            won = [joins(board["r"], size, 0), joins(board["b"], size, 1)]
            assert game.is_terminal(state) == any(won)
            if any(won):
                winner = holder if won[0] else 1 - holder
                assert [game.utility(state, player) for player in (0, 1)] == [1 - 2 * winner, 2 * winner - 1]
                break
            names = {f"{chr(97 + column)}{row + 1}" for row, column in everywhere - board["r"] - board["b"]}
            stones = len(board["r"] | board["b"])
            if game.parameters["swap"] and stones == 1 and not holder:
                names.add("swap")
            assert {game.action_text(state, action) for action in game.legal(state)} == names
            assert game.to_move(state) == (stones + holder) % 2
            action = noise.choice(game.legal(state))
            holder = 1 if game.action_text(state, action) == "swap" else holder
            state = game.result(state, action)


def solved(size, board, mover):
    """Does the player to move win? By plain recursion."""
    mine, theirs = board[mover], board[1 - mover]
    for row in range(size):
        for column in range(size):
            if (row, column) in mine | theirs:
                continue
            after = mine | {(row, column)}
            both = (after, theirs) if mover == 0 else (theirs, after)
            if joins(after, size, mover) or not solved(size, both, 1 - mover):
                return True
    return False


@pytest.mark.parametrize("size", [1, 2, pytest.param(3, marks=pytest.mark.long)])
def test_the_search_finds_the_value_of_plain_recursion(size):
    game = load(f"size={size}")
    for cell in range(size * size):
        state = game.result(game.initial(), cell)
        if game.is_terminal(state):
            continue
        wins = solved(size, (frozenset({divmod(cell, size)}), frozenset()), 1)
        analysis = zermelo.AlphaBeta(compiled=False).analyse(game, state)
        assert (analysis.value, analysis.exact) == (1.0 if wins else -1.0, True)


# --- published values ------------------------------------------------------------------------------------------------


def published(truth, size):
    """Which openings win, row by row."""
    found = truth("small/hex_opening_maps.txt").read_text()
    lines = re.search(rf"^{size}x{size} .*\n((?:[LW]{{{size}}}\n)+)", found, re.MULTILINE)[1]
    return [letter == "W" for letter in lines.replace("\n", "")]


@pytest.mark.parametrize(("size", "compiled"), [(2, False), (3, False), pytest.param(4, True, marks=pytest.mark.slow)])
def test_the_openings_that_win_are_those_of_the_map(truth, size, compiled):
    game = load(f"size={size}")
    found = []
    for cell in range(size * size):
        analysis = zermelo.AlphaBeta(compiled=compiled).analyse(game, game.result(game.initial(), cell))
        assert analysis.exact
        found.append(analysis.value < 0)
    assert found == published(truth, size)


def test_with_the_swap_rule_the_second_player_wins():
    game = load("size=3,swap=true")
    analysis = zermelo.AlphaBeta(compiled=False).analyse(game)
    assert (analysis.value, analysis.exact) == (-1.0, True)


# --- rules -----------------------------------------------------------------------------------------------------------


def test_a_full_board_has_one_winner():
    for size in (3, 6, 9):
        game = load(f"size={size}")
        for seed in range(10):
            cells = random.Random(seed).sample(range(size * size), size * size)
            red = {divmod(cell, size) for cell in cells[::2]}
            blue = {divmod(cell, size) for cell in cells[1::2]}
            assert joins(red, size, 0) != joins(blue, size, 1)
            state = game.initial()
            for cell in cells:
                if game.is_terminal(state):
                    break
                state = game.result(state, cell)
            assert game.utility(state, 0) == (1.0 if joins(red, size, 0) else -1.0)


def test_turned_by_half_nothing_changes():
    for spec in ("size=4", "size=9"):
        game = load(spec)
        for seed in range(5):
            state = random_position(game, seed, 40)
            (other,) = game.symmetries(state)
            board, rows = (game.state_text(one) for one in (state, other))
            assert rows == board[::-1]
            assert game.read_state(rows) == other
            assert game.is_terminal(other) == game.is_terminal(state)


def test_what_is_drawn_and_touched():
    game = load("size=3,swap=true")
    state = game.result(game.initial(), game.read_action(game.initial(), "b1"))
    assert game.action_text(state, game.legal(state)[-1]) == "swap"
    assert game.touches(state, game.legal(state)[-1]) == ()
    assert game.touches(state, game.read_action(state, "C2")) == ((1, 2),)
    swapped = game.result(state, game.read_action(state, "swap"))
    assert (game.to_move(state), game.to_move(swapped)) == (1, 0)
    assert text(game.describe(state)).endswith("; second player to move as blue, or swap")
    assert text(game.describe(swapped)).endswith("; first player to move as blue")
    end = game.read_state(".r./.rb/br. swapped")
    assert game.ending_text(end) == "Second wins by joining top and bottom"
    assert game.describe(end).marked == {(0, 1), (1, 1), (2, 1)}


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "give 3 rows of 3"),
        (".../.x./...", "give 3 rows of 3"),
        ("bb./.../...", "red begins: 0 red and 2 blue"),
        ("r../r../r.. swapped", "nothing comes, not 'swapped'"),
        ("r../rbb/rb.", "ended before"),
        ("rrr/rrb/bbb", "ended before"),
    ],
)
def test_a_bad_position_is_told_in_one_line(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        load("size=3").read_state(position)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("parameters", ["size=0", "size=12"])
def test_a_bad_size_is_refused(parameters):
    with pytest.raises(zermelo.ZermeloError, match="size must be 1 to 11"):
        load(parameters)


@pytest.mark.parametrize(
    "parameters",
    [pytest.param("size=11", marks=pytest.mark.slow), pytest.param("size=6,swap=true", marks=pytest.mark.slow)],
)
def test_compiled_and_interpreted_agree(parameters):
    diagnosis = zermelo.examine(load(parameters), games=3)
    assert diagnosis.healthy
    assert diagnosis.compiled


# --- advice ----------------------------------------------------------------------------------------------------------


def cells_of(game, state, guide):
    """{name: what the guide expects of it}"""
    return {game.action_text(state, action): guide.prior(state, action) for action in game.legal(state)}


def twin_bridges(board, size, colour):
    """The cells with a bridge to a stone of this colour, and the cells that save one which is attacked."""
    mine, theirs = board[colour], board["b" if colour == "r" else "r"]
    everywhere = {(row, column) for row in range(size) for column in range(size)}
    empty = everywhere - mine - theirs
    turning = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    bridges, saves = set(), set()
    for row, column in everywhere:
        for place in range(6):
            (down, right), (lower, further) = turning[place], turning[(place + 1) % 6]
            one, other = (row + down, column + right), (row + lower, column + further)
            far = row + down + lower, column + right + further
            axis = 0 if colour == "r" else 1
            is_edge = far[axis] in (-1, size) and 0 <= one[axis] < size and 0 <= other[axis] < size
            if (row, column) in empty and far in mine and one in empty and other in empty:
                bridges.add((row, column))
            if (row, column) in mine and (far in mine or is_edge):
                saves |= {b for a, b in ((one, other), (other, one)) if a in theirs and b in empty}
    return bridges, saves


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_bridges_are_those_that_the_twin_finds(size):
    game = load(f"size={size}")
    guide = advice(game)
    for seed in range(8 if size == 9 else 25):
        state = random_position(game, seed, size * size // 2)
        if game.is_terminal(state):
            continue
        bridges, saves = twin_bridges(board_of(game, state), size, "rb"[state.stones % 2])
        for action in game.legal(state):
            told, cell = guide.prior(state, action), divmod(action, size)
            assert (told == SAVES) == (cell in saves), (game.state_text(state), cell)
            assert cell in saves or (told == BRIDGES) == (cell in bridges), (game.state_text(state), cell)
        drawn = {divmod(guide.playout(state, (i + 0.5) / 100), size) for i in range(100)}
        assert drawn == saves if saves else drawn <= {divmod(action, size) for action in game.legal(state)}


@pytest.mark.long
def test_compiled_and_interpreted_advice_agree():
    game = load("size=5,swap=true")
    fast, slow = (zermelo.MCTS(sims=200, seed=2, compiled=compiled).analyse(game) for compiled in (True, False))
    assert fast.candidates == slow.candidates
    assert {"playout policy", "priors"} <= set(fast.parts)
