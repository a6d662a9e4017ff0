"""Dots and Boxes against a slow twin and published values."""

from __future__ import annotations

import csv
import random

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import opinion
from zermelo.show.text import text


def load(rows, columns):
    return zermelo.load(f"dots-and-boxes:rows={rows},columns={columns}")


# --- the slow, obvious twin: sets of lines, a line is a pair of dots ------------------------------------------------


def all_lines(rows, columns):
    across = {((row, column), (row, column + 1)) for row in range(rows + 1) for column in range(columns)}
    return across | {((row, column), (row + 1, column)) for row in range(rows) for column in range(columns + 1)}


def around(row, column):
    """The four lines of a box."""
    corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
    return {tuple(sorted((corners[i], corners[(i + 1) % 4]))) for i in range(4)}


def drawn_after(position, line, rows, columns):
    """(lines, {box: owner}, player) after a line."""
    lines, owners, player = position
    lines, owners = lines | {line}, dict(owners)
    fresh = [(r, c) for r in range(rows) for c in range(columns) if line in around(r, c) and around(r, c) <= lines]
    for box in fresh:
        owners[box] = player
    return lines, owners, player if fresh else 1 - player


def name(line):
    return "-".join(f"{chr(97 + column)}{row + 1}" for row, column in line)


def value(lines, rows, columns, known):
    """Boxes that the player to move will get more than the other."""
    if lines not in known:
        found = []
        for line in all_lines(rows, columns) - lines:
            after, owners, player = drawn_after((lines, {}, 0), line, rows, columns)
            rest = value(frozenset(after), rows, columns, known)
            found.append(len(owners) + (rest if player == 0 else -rest))
        known[lines] = max(found, default=0)
    return known[lines]


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (2, 2), (3, 2), (4, 4), (7, 7)])
def test_random_games_go_as_the_twin_says(rows, columns):
    game, noise = load(rows, columns), random.Random(rows)
    for _ in range(1 if rows == 7 else 2):
        state, position = game.initial(), (frozenset(), {}, 0)
        while True:
            lines, owners, player = position
            assert game.read_state(game.state_text(state)) == state
            owned = [sum(owner == who for owner in owners.values()) for who in (0, 1)]
            assert state.lead == owned[0] - owned[1]
            picture = game.describe(state)
            for (row, column), owner in owners.items():
                assert picture.cells[2 * row + 1][2 * column + 1] == ("red", "blue")[owner]
            free = all_lines(rows, columns) - lines
            assert game.is_terminal(state) == (not free)
            if not free:
                assert game.utility(state, 0) == owned[0] - owned[1] == -game.utility(state, 1)
                break
            assert game.to_move(state) == player
            names = {name(line): line for line in free}
            assert {game.action_text(state, action) for action in game.legal(state)} == set(names)
            action = noise.choice(game.legal(state))
            position = drawn_after(position, names[game.action_text(state, action)], rows, columns)
            state = game.result(state, action)


def test_closing_lines_come_first_and_gifts_last():
    game = load(2, 3)
    for seed in range(20):
        state = random_position(game, seed, 12)
        drawn = frozenset(line for line in all_lines(2, 3) if not _is_free(game, state, line))
        order = []
        for action in game.legal(state):
            (line,) = (line for line in all_lines(2, 3) if name(line) == game.action_text(state, action))
            boxes = [around(r, c) for r in range(2) for c in range(3) if line in around(r, c)]
            most = max(len(box & drawn) for box in boxes)
            order.append({3: 0, 2: 2}.get(most, 1))
        assert order == sorted(order)


def _is_free(game, state, line):
    return name(line) in {game.action_text(state, action) for action in game.legal(state)}


# --- published values ------------------------------------------------------------------------------------------------


def table(truth):
    """{(rows, columns): (value, {value of a first line: how many first lines have it})}"""
    lines = [line for line in truth("small/dots_and_boxes_exact.csv").open() if not line.startswith("#")]
    return {
        (int(rows), int(columns)): (
            float(value),
            {float(worth): int(n) for worth, n in (pair.split(":") for pair in first.split())},
        )
        for rows, columns, _, value, first in csv.reader(lines)
    }


def test_the_twin_knows_the_published_values(truth):
    values = table(truth)
    for rows, columns in ((1, 1), (1, 2), (1, 3)):
        assert value(frozenset(), rows, columns, {}) == values[rows, columns][0]


def check(truth, rows, columns, compiled):
    """The value of the start and of every first line."""
    game, (worth, firsts) = load(rows, columns), table(truth)[rows, columns]
    found = {}
    for action in game.legal(game.initial()):
        after = game.result(game.initial(), action)
        analysis = zermelo.AlphaBeta(compiled=compiled).analyse(game, after)
        assert analysis.exact
        value = analysis.value if game.to_move(after) == 0 else -analysis.value
        found[value] = found.get(value, 0) + 1
    assert found == firsts
    assert max(found) == worth


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 3)])
def test_small_boards_have_the_published_values(truth, rows, columns):
    check(truth, rows, columns, compiled=False)


@pytest.mark.long
def test_two_rows_have_the_published_values(truth):
    check(truth, 2, 2, compiled=True)


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(1, 6), (1, 8), (2, 3), (2, 4), (3, 3), (2, 5)])
def test_larger_boards_have_the_published_values(truth, rows, columns):
    check(truth, rows, columns, compiled=True)


# --- rules -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "columns", "images"), [(1, 1, 8), (3, 3, 8), (2, 4, 4), (6, 7, 4)])
def test_symmetries_are_the_board_turned_and_mirrored(rows, columns, images):
    game = load(rows, columns)
    down, right = 2 * rows, 2 * columns
    turns = [
        lambda r, c: (r, c),
        lambda r, c: (down - r, c),
        lambda r, c: (r, right - c),
        lambda r, c: (down - r, right - c),
    ]
    if rows == columns:
        turns += [lambda r, c, turn=turn: turn(c, r) for turn in turns]
    for seed in range(4):
        state = random_position(game, seed, 30)
        found = {game.state_text(other) for other in game.symmetries(state)}
        assert len(list(game.symmetries(state))) == images
        drawn = {(r, c): cell for r, line in enumerate(game.describe(state).cells) for c, cell in enumerate(line)}
        wanted = [{turn(*place): cell for place, cell in drawn.items()} for turn in turns]
        flip = {"─": "│", "│": "─"}
        for other in map(game.read_state, found):
            cells = {(r, c): cell for r, line in enumerate(game.describe(other).cells) for c, cell in enumerate(line)}
            assert cells in wanted or {place: flip.get(cell, cell) for place, cell in cells.items()} in wanted
            assert other.lead == state.lead


def test_what_is_drawn_typed_and_touched():
    game = load(1, 2)
    state = game.initial()
    for line in ("a1-b1", "b1a1", "a1-a2", "b2 b1", "A2-B2"):
        if line == "b1a1":
            with pytest.raises(zermelo.ZermeloError, match="not legal"):
                game.read_action(state, line)
            continue
        state = game.result(state, game.read_action(state, line))
    assert text(game.describe(state)).splitlines() == [
        "1  · ─ · . ·",
        "   │ B │   .",
        "2  · ─ · . ·",
        "   a   b   c",
        "red 0, blue 1; blue to move",
    ]
    assert game.touches(state, game.read_action(state, "c1-c2")) == ((1, 4),)
    for line in ("b1-c1", "b2-c2", "c1-c2"):
        state = game.result(state, game.read_action(state, line))
    assert game.ending_text(state) == "Blue wins with 2 boxes to 0"


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "give the lines and boxes"),
        ("./..../. red", "give the lines and boxes"),
        ("./.../. green", "give the lines and boxes"),
        ("|/.../. red", "a line is . or -"),
        ("-/|.|/- red", "a box has an owner"),
        ("-/|r./- red", "a box has an owner"),
    ],
)
def test_a_bad_position_is_told_in_one_line(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        load(1, 1).read_state(position)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("rows", "columns"), [(0, 1), (1, 0), (8, 8), (1, 30)])
def test_a_bad_size_is_refused(rows, columns):
    with pytest.raises(zermelo.ZermeloError, match="do not fit"):
        load(rows, columns)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [pytest.param(4, 4, marks=pytest.mark.slow), pytest.param(5, 6, marks=pytest.mark.slow)],
)
def test_compiled_and_interpreted_agree(rows, columns):
    diagnosis = zermelo.examine(load(rows, columns), games=3)
    assert diagnosis.healthy
    assert diagnosis.compiled


# --- evaluation ------------------------------------------------------------------------------------------------------


def test_the_evaluation_adds_up_what_it_names():
    game = load(3, 3)
    for seed in range(10):
        state = random_position(game, seed, 20)
        red, blue = (opinion(game).function(state, player) for player in (0, 1))
        assert red == -blue
    state = load(1, 2).read_state("-./|..../.. blue")
    assert [(term.name, term.feature) for term in opinion(load(1, 2)).terms(state, 1)] == [
        ("lead in boxes", 0.0),
        ("boxes to close", 0.0),
        ("the last free line", 1.0),
    ]
