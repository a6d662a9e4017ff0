"""Which moves of Go look good before any simulation: what they take, save or throw away, where they lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.experts.go.shapes import HERE, Shapes
from zermelo.games.go.boards import Boards
from zermelo.games.go.rules import NOWHERE


@dataclass(frozen=True)
class PriorOptions:
    """How many simulations each sign is worth; all of them were won, or lost where a sign is bad."""

    even: float = 10.0  # that say nothing, half of them won: every move has these
    take_one: float = 15.0  # or save it from atari
    take_many: float = 30.0
    pattern: float = 10.0
    near: tuple[float, ...] = (20.0, 16.0, 8.0, 4.0)  # the last move: at distance 2, 3, 4, 5 (see `apart`)
    inside: float = 10.0  # the third line or further in, with no stone within three steps
    outside: float = 15.0  # bad: the first or second line, with no stone within two steps
    self_atari: float = 15.0  # bad
    own_eye: float = 60.0  # bad
    early_pass: float = 40.0  # bad
    counted: float = 100.0  # a pass that ends the game, won or lost by the count


def prior_of(
    on: Boards,
    see: Shapes,
    rows: int,
    columns: int,
    utility: Callable[..., float],
    options: PriorOptions,
) -> Callable[..., tuple[float, float]]:
    """prior(state, action) -> (mean, visits) for the player to move; the action is legal."""
    board, spread, both, either, less = on.board, on.spread, on.both, on.either, on.less
    some, several, size, single, has = on.some, on.several, on.size, on.single, on.has
    flood, liberties = on.flood, on.liberties
    eyes, windows, fits = see.eyes, see.windows, see.fits
    stride, passing = on.stride, rows * on.stride
    even, pattern = options.even, options.pattern
    take_one, take_many, self_atari = options.take_one, options.take_many, options.self_atari
    inside, outside, own_eye = options.inside, options.outside, options.own_eye
    early_pass, counted = options.early_pass, options.counted
    near_2, near_3, near_4, near_5 = options.near

    def of_pass(state, empty):
        if state.passes:
            won = utility(state, state.player)
            return (1.0, counted) if won > 0 else (0.0, counted) if won < 0 else (0.5, counted)
        theirs, mine = state.theirs, state.mine
        safe = either(eyes(mine, theirs, empty), eyes(theirs, mine, empty))
        if some(less(both(empty, spread(empty)), safe)) or some(state.atari):
            return 0.0, early_pass
        return 0.5, even

    def apart(row, column, point):
        """Rows and columns between two points, and the larger of both once more: 2 side by side, 3 on a diagonal."""
        down, right = abs(row - point // stride), abs(column - point % stride)
        return down + right + max(down, right)

    def nearness(distance):
        if distance == 2:
            return near_2
        if distance == 3:
            return near_3
        if distance == 4:
            return near_4
        return near_5 if distance == 5 else 0.0

    def is_alone(stone, stones, steps):
        """Is there no other stone within so many steps?"""
        reached = stone
        for _ in range(steps):
            reached = either(reached, spread(reached))
        return not some(both(reached, stones))

    def prior(state, action):
        mine, theirs, atari = state.mine, state.theirs, state.atari
        stones = either(mine, theirs)
        empty = less(board, stones)
        if action == passing:
            return of_pass(state, empty)
        if has(eyes(mine, theirs, empty), action):
            return 0.0, own_eye
        won, visits = even / 2, even
        stone = single(action)
        around = spread(stone)

        # Step 1. What it takes and saves, or puts in atari by itself
        prey, hurt = both(theirs, atari), both(mine, atari)
        taken = both(around, prey)
        if some(taken):
            worth = take_many if several(flood(taken, prey)) else take_one
            won, visits = won + worth, visits + worth
        else:
            chain, free = liberties(stone, either(mine, stone), less(empty, stone))
            saved = both(around, hurt)
            if not several(free):
                visits += self_atari * (2 if size(chain) > 2 else 1)
            elif some(saved):
                worth = take_many if several(flood(saved, hurt)) else take_one
                won, visits = won + worth, visits + worth

        # Step 2. Its shape, and how far it lies from the last move
        my_window, their_window = windows(mine, theirs, action)
        if fits(my_window, their_window, HERE):
            won, visits = won + pattern, visits + pattern
        row, column = action // stride, action % stride
        if state.last != NOWHERE:
            worth = nearness(apart(row, column, state.last))
            won, visits = won + worth, visits + worth

        # Step 3. Away from all stones: its line
        if min(min(row, rows - 1 - row), min(column, columns - 1 - column)) < 2:
            if is_alone(stone, stones, 2):
                visits += outside
        elif is_alone(stone, stones, 3):
            won, visits = won + inside, visits + inside
        return won / visits, visits

    return prior
