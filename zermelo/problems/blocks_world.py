"""Blocks world: towers of blocks are rebuilt, one block at a time, until they stand as they should.

The lecture's example for hill climbing is the default: A must get from the top of a tower to its foot. Counted block by
block (`points=local`), every way on looks worse after one move; counted by what stands under each block
(`points=global`), it does not.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import Game
from zermelo.games._named import named
from zermelo.picture import Board
from zermelo.problem import problem

TABLE = 0
BITS, BLOCK = 4, 15  # bits of the word that say what a block stands on
MOST = 15  # blocks
POINTS = ("local", "global")


class BlocksWorldState(NamedTuple):
    below: int  # four bits per block, the first lowest: what it stands on, TABLE or a block's number from 1


def blocks_world(start: str = "BCDEFGHA", goal: str = "ABCDEFGH", points: str = "local") -> Game:
    """Blocks stand in towers; the one on top of a tower is put on another or on the table, until they stand as wanted.

    Towers are written from the bottom up, with / between them: BCDEFGH/A.

    start: the towers at first.
    goal: the towers in the end.
    points (local or global): what hill climbing climbs: 1 for each block on what it should stand on and -1 for each
        other; or for each block the number of blocks below it, counted up if all of those are right and down if not.
    """
    if points not in POINTS:
        raise ValueError(f"points must be {' or '.join(POINTS)}, not '{points}'")
    names = "".join(sorted(set(goal.upper()) - set(" /,")))
    if not 1 <= len(names) <= MOST or not names.isalnum():
        raise ValueError(f"give up to {MOST} blocks, each a letter or digit, not '{goal}'")
    count = len(names)
    is_global = points == "global"

    def parse_state(text):
        towers = [tower for tower in text.upper().replace(",", " ").replace("/", " ").split() if tower]
        if sorted("".join(towers)) != list(names):
            raise ValueError(f"give each of {names} once, towers from the bottom up with / between them: {goal}")
        word = 0
        for tower in towers:
            for upper, lower in zip(tower[1:], tower, strict=False):
                word |= (names.index(lower) + 1) << BITS * names.index(upper)
        return BlocksWorldState(word)

    begin, wanted = parse_state(start), parse_state(goal)
    target = wanted.below

    def initial():
        return begin

    def covered(state):
        """The blocks that have another on them, and the table, as bits."""
        word, found = state.below, 1
        for _ in range(count):
            found |= 1 << (word & BLOCK)
            word >>= BITS
        return found

    def actions(state):
        under = covered(state)
        for block in range(1, count + 1):
            if under >> block & 1 == 0:
                on = state.below >> BITS * (block - 1) & BLOCK
                for place in range(1, count + 1):
                    if place != block and under >> place & 1 == 0:
                        yield block << BITS | place
                if on != TABLE:
                    yield block << BITS

    def result(state, action):
        shift = BITS * ((action >> BITS) - 1)
        return BlocksWorldState((state.below & ~(BLOCK << shift)) | (action & BLOCK) << shift)

    def is_goal(state):
        return state.below == target

    def is_settled(state, block):
        """Is the block, and everything below it, where it should be?"""
        for _ in range(count):
            on = state.below >> BITS * (block - 1) & BLOCK
            if on != target >> BITS * (block - 1) & BLOCK:
                return False
            if on == TABLE:
                return True
            block = on
        return False

    def heuristic(state):
        """Blocks that must still be moved, each at least once."""
        wrong = 0
        for block in range(1, count + 1):
            if not is_settled(state, block):
                wrong += 1
        return float(wrong)

    def height(state, block):
        """How many blocks are below a block."""
        on = state.below >> BITS * (block - 1) & BLOCK
        below = 0
        while on != TABLE and below < count:
            below += 1
            on = state.below >> BITS * (on - 1) & BLOCK
        return below

    def value(state):
        total = 0
        for block in range(1, count + 1):
            shift = BITS * (block - 1)
            if is_global:
                support = height(state, block)
                total += support if is_settled(state, block) else -support
            else:
                total += 1 if state.below >> shift & BLOCK == target >> shift & BLOCK else -1
        return float(total)

    def towers(state):
        """The towers from the bottom up, in the order of the blocks at their feet."""
        on = [state.below >> BITS * block & BLOCK for block in range(count)]
        found = []
        for foot in range(count):
            if on[foot] == TABLE:
                tower = [foot]
                while tower[-1] + 1 in on:
                    tower.append(on.index(tower[-1] + 1))
                found.append(tower)
        return found

    def format_action(state, action):
        block, place = action >> BITS, action & BLOCK
        return f"{names[block - 1]} to {'table' if place == TABLE else names[place - 1]}"

    def parse_action(state, text):
        words = text.upper().replace(" TO ", " ").replace(">", " ").split()
        if len(words) == 1 and len(words[0]) == 2:
            words = list(words[0])
        if len(words) != 2 or words[0] not in names or len(words[0]) != 1:
            return None
        place = TABLE if words[1] in ("TABLE", "-") else names.find(words[1]) + 1
        meant = (names.index(words[0]) + 1) << BITS | place
        return meant if meant in actions(state) else None

    def picture(state):
        there = towers(state)
        tallest = max(map(len, there))
        cells = [["" for _ in range(len(there) + 1)] for _ in range(tallest)]
        for column, tower in enumerate(there):
            for level, block in enumerate(tower):
                cells[tallest - 1 - level][column] = names[block]
        caption = f"value {value(state):g}, goal {goal.upper()}"
        return Board(tuple(map(tuple, cells)), caption=caption)

    def touches(state, action):
        there = towers(state)
        tallest, places = max(map(len, there)), {}
        for column, tower in enumerate(there):
            for level, block in enumerate(tower):
                places[block + 1] = (tallest - 1 - level, column)
        return places[action >> BITS], places.get(action & BLOCK, (tallest - 1, len(there)))

    return problem(
        admissible=True,
        label="Blocks world",
        summary="rebuild towers of blocks, one block at a time",
        max_actions=count * count,
        format_state=lambda state: "/".join("".join(names[block] for block in tower) for tower in towers(state)),
        ending=lambda state: "the towers stand as they should",
        **named(initial, actions, result, is_goal, heuristic, value),
        **named(format_action, parse_action, parse_state, picture, touches),
    )
