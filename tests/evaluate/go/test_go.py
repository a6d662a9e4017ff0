"""Go's playouts and first impressions against a slow twin: a dictionary of points, filled by flooding."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from zermelo.bits import fraction, mix, step
from zermelo.compile.prepare import prepare
from zermelo.evaluate import advice
from zermelo.evaluate.go.guide import made
from zermelo.evaluate.go.patterns import EITHER_COLOUR, FOR_X, drawings
from zermelo.evaluate.go.playout import PlayoutOptions
from zermelo.evaluate.go.shapes import HERE, shapes
from zermelo.games.go.boards import boards

SIZES = [(1, 1), (1, 5), (2, 2), (4, 3), (7, 1), (9, 9), (6, 10), (13, 19), (19, 19)]
THROWN = PlayoutOptions().thrown
ORTHOGONAL = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


# --- the slow, obvious twin ------------------------------------------------------------------------------------------


def near(board, cell, steps=ORTHOGONAL):
    """What stands at each step from a cell: X, O, . or # off the board."""
    return [board.get((cell[0] + row, cell[1] + column), "#") for row, column in steps]


def chain_of(board, cell):
    """The stones connected to one, and their liberties."""
    found, free, waiting = {cell}, set(), [cell]
    while waiting:
        row, column = waiting.pop()
        for down, right in ORTHOGONAL:
            other = row + down, column + right
            if board.get(other) == ".":
                free.add(other)
            elif board.get(other) == board[cell] and other not in found:
                found.add(other)
                waiting.append(other)
    return found, free


def is_eye(board, cell, side):
    """Only stones of that side around, and on the diagonals at most one of the other's, none at the edge."""
    if board[cell] != "." or set(near(board, cell)) - {side, "#"}:
        return False
    corners = near(board, cell, DIAGONAL)
    return corners.count("O" if side == "X" else "X") + ("#" in corners) < 2


def is_match(letters, pattern, side):
    """Does a drawn neighbourhood look like a pattern, seen by that side?"""
    other = "O" if side == "X" else "X"
    means = {"X": side, "O": other, "x": f".{other}#", "o": f".{side}#", "?": ".XO#", ".": ".", "#": "#"}
    return all(letter in means[drawn] for letter, drawn in zip(letters, pattern, strict=True))


def turned(letters):
    """A neighbourhood in all its eight views."""
    for _ in range(4):
        letters = [letters[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2)]
        yield letters
        yield [letters[i] for i in (2, 1, 0, 5, 4, 3, 8, 7, 6)]


def is_pattern(board, cell, side):
    other = "O" if side == "X" else "X"
    around = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)]
    for view in turned(near(board, cell, around)):
        if any(is_match(view, pattern, player) for pattern in drawings(EITHER_COLOUR) for player in (side, other)):
            return True
        if any(is_match(view, pattern, side) for pattern in drawings(FOR_X)):
            return True
    return False


class Seen:
    """A position of the game as the twin sees it."""

    def __init__(self, game, state):
        self.game, self.state = game, state
        board = game.state_text(state).split()[0].split("/")
        self.board = {(r, c): point for r, row in enumerate(board) for c, point in enumerate(row)}
        self.side = "XO"[game.to_move(state)]
        self.other = "OX"[game.to_move(state)]

    def cell(self, action):
        touched = self.game.touches(self.state, action)
        return touched[0] if touched else None

    def after(self, cell):
        """What a stone there takes, and its chain and liberties then."""
        board = dict(self.board)
        board[cell] = self.side
        taken = set()
        for down, right in ORTHOGONAL:
            other = cell[0] + down, cell[1] + right
            if board.get(other) == self.other and not chain_of(board, other)[1]:
                taken |= chain_of(board, other)[0]
        board.update(dict.fromkeys(taken, "."))
        return taken, *chain_of(board, cell)

    def is_sane(self, cell):
        """Neither an eye of one's own nor a large chain put in atari for nothing."""
        taken, chain, free = self.after(cell)
        is_alive = taken or len(free) > 1 or (free and len(chain) <= THROWN)
        return bool(is_alive) and not is_eye(self.board, cell, self.side)

    def saves(self, cell):
        """Does a stone there give two liberties to a chain in atari?"""
        beside = [(cell[0] + down, cell[1] + right) for down, right in ORTHOGONAL]
        mine = [other for other in beside if self.board.get(other) == self.side]
        return len(self.after(cell)[2]) > 1 and any(len(chain_of(self.board, other)[1]) == 1 for other in mine)


# --- eyes and patterns -----------------------------------------------------------------------------------------------


@st.composite
def filled_boards(draw):
    """A board of any size, as a dictionary of X, O and dots; chains without liberties are no matter here."""
    rows, columns = draw(st.sampled_from(SIZES))
    density = draw(st.sampled_from([".XO", ".......XO", ".XXXXXXXXXO"]))
    noise = random.Random(draw(st.integers(0, 2**32)))
    board = {(row, column): noise.choice(density) for row in range(rows) for column in range(columns)}
    return rows, columns, board


@settings(max_examples=60, deadline=None)
@given(filled_boards())
def test_eyes_are_what_the_twin_sees_and_points_are_counted_in_order(drawn):
    rows, columns, board = drawn
    on = boards(rows, columns)
    see = shapes(rows, columns, on)

    def points(wanted):
        return on.as_points(row * on.stride + column for (row, column) in board if wanted((row, column)))

    mine, theirs, empty = (points(lambda cell, kind=kind: board[cell] == kind) for kind in "XO.")
    assert see.eyes(mine, theirs, empty) == points(lambda cell: is_eye(board, cell, "X"))
    assert see.eyes(theirs, mine, empty) == points(lambda cell: is_eye(board, cell, "O"))
    listed = [row * on.stride + column for (row, column) in board if board[row, column] == "X"]
    assert [on.nth(mine, n) for n in range(len(listed))] == listed


@settings(max_examples=60, deadline=None)
@given(filled_boards(), st.integers(0, 10**6))
def test_patterns_are_those_drawn(drawn, number):
    rows, columns, board = drawn
    on = boards(rows, columns)
    see = shapes(rows, columns, on)
    places = {cell: cell[0] * on.stride + cell[1] for cell in board}
    mine, theirs = (on.as_points(place for cell, place in places.items() if board[cell] == kind) for kind in "XO")
    middle = list(board)[number % len(board)]
    my_window, their_window = see.windows(mine, theirs, places[middle])
    steps = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0)]
    for i, (row, column) in enumerate([*steps, (0, 0)]):
        cell = middle[0] + row, middle[1] + column
        assert bool(see.fits(my_window, their_window, i)) == (cell in board and is_pattern(board, cell, "X"))
        assert bool(see.fits(their_window, my_window, i)) == (cell in board and is_pattern(board, cell, "O"))
        if cell in board and i != HERE:
            assert places[middle] + see.steps[i] == places[cell]


# --- playouts --------------------------------------------------------------------------------------------------------

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


def playout_kernel(policy):
    """A kernel that plays to the end by a policy, and writes down the actions."""

    def factory(rules):
        is_terminal, play, choose = rules.is_terminal, rules.result, rules.register(policy)

        @rules.jit
        def run(state, actions, noise):
            count = 0
            while not is_terminal(state):
                noise = step(noise)
                action = choose(state, fraction(mix(noise)))
                actions[count] = action
                count += 1
                state = play(state, action)
            return count

        return run

    return factory


def room_for_actions(compiled):
    return np.zeros(3 * 361, np.int64), 1


def playouts(game, games, compiled):
    """The actions of so many playouts."""
    kernel = prepare(game, playout_kernel(advice(game).playout), room_for_actions, label="playouts", compiled=compiled)
    assert kernel.compiled == compiled
    start = kernel.state(game.initial())
    for seed in range(games):
        actions, _ = room_for_actions(compiled)
        count = kernel.run(start, actions, mix(seed))
        yield [int(action) for action in actions[:count]]


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


@pytest.mark.parametrize(("spec", "games"), RULES[:4])
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


# --- first impressions -----------------------------------------------------------------------------------------------


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
