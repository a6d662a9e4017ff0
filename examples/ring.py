"""Ring: men on a circle of squares; whoever has caught all men of the other wins.

A man steps to a neighbouring square that is empty, or that a man of the other stands on, who is then caught. Positions
may come up again and again; nobody wins then.

The file also has what is known about the game, as `expert`: an evaluation, and numbers for its positions, from which
`zermelo database build ring.py` computes who wins. `ring.py:chaser` is an engine for it.
"""

from typing import NamedTuple

from zermelo import Expert, Feature, Game, Linear
from zermelo.bits import count
from zermelo.picture import Board
from zermelo.solve.indexing import Indexing, Material


class RingState(NamedTuple):
    mine: int  # the men of the player to move, a bit for each square
    theirs: int
    player: int


def ring(size: int = 7, men: int = 2) -> Game:
    """Men on a circle catch each other."""
    if not 1 <= men <= 3 or not 2 * men < size <= 8:
        raise ValueError("men must be 1, 2 or 3, and the size from twice as many and one up to 8")

    def initial():
        block = (1 << men) - 1
        return RingState(block, block << (size // 2), 0)

    def to_move(state):
        return state.player

    def target(action):
        """An action is twice a square, and 1 more for a step backwards."""
        return (action // 2 + (size - 1 if action % 2 else 1)) % size

    def actions(state):
        for action in range(2 * size):
            if state.mine >> (action // 2) & 1 and not state.mine >> target(action) & 1:
                yield action

    def result(state, action):
        step = 1 << (action // 2) | 1 << target(action)
        return RingState(state.theirs & ~(1 << target(action)), state.mine ^ step, 1 - state.player)

    def is_terminal(state):
        return state.mine == 0

    def utility(state, player):
        return -1.0 if state.player == player else 1.0

    def picture(state):
        marks = {1: "X", 2: "O", 0: "."} if state.player == 0 else {1: "O", 2: "X", 0: "."}
        row = tuple(marks[(state.mine >> square & 1) + 2 * (state.theirs >> square & 1)] for square in range(size))
        return Board((row,), caption="the ends are neighbours")

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=2 * men, best_utility=1.0, picture=picture,
        format_action=lambda state, action: f"{action // 2 + 1}-{target(action) + 1}",
        summary="men on a circle catch each other",
    )  # fmt: skip


def expert(size: int = 7, men: int = 2) -> Expert:
    """All that is known about the game, for its parameters."""
    return Expert(evaluator=evaluation, indexing=lambda: numbering(size, men))


def evaluation():
    """In men: how many more a player has."""

    def more(state, player):
        ahead = count(state.mine) - count(state.theirs)
        return float(ahead if player == state.player else -ahead)

    return Linear((Feature("men", 1.0, more),), win=10.0, unit=1.0, units="men")


def numbering(size, men):
    """A number for each position: its two sets of men, as one word. Most words are no positions."""
    full = (1 << size) - 1

    def material_of(more, less):
        after = {(more, less - 1), (max(more - 1, less), min(more - 1, less))}
        return Material(
            name=f"{more}-{less}",
            pieces=more + less,
            key=more << 4 | less,
            mirrored=less << 4 | more,
            parts=(("either side", 1 << 2 * size),),
            words=(more, less),
            leads_to=tuple(sorted(f"{one}-{other}" for one, other in after if other)),
        )

    def materials(pieces):
        pairs = [(more, less) for more in range(1, men + 1) for less in range(1, more + 1) if more + less <= pieces]
        return tuple(material_of(more, less) for more, less in sorted(pairs, key=lambda pair: (sum(pair), pair)))

    def material(state):
        return count(state.mine) << 4 | count(state.theirs) if state.mine and state.theirs else -1

    def rank(words, at, state, key):
        return state.mine << size | state.theirs

    def unrank(words, at, number):
        return RingState(number >> size, number & full, 0)

    def is_legal(words, at, state):
        mine, theirs = count(state.mine), count(state.theirs)
        more, less = words[at], words[at + 1]
        fits = (mine == more and theirs == less) or (mine == less and theirs == more)
        return fits and state.mine & state.theirs == 0

    return Indexing(
        version=1, materials=materials, usual=3, most=2 * men, patience=None,
        material=material, rank=rank, unrank=unrank, is_legal=is_legal,
    )  # fmt: skip


def chaser(game, state):
    """Catches a man if it can, else steps forwards."""
    return min(game.legal(state), key=lambda action: (game.result(state, action).mine.bit_count(), action % 2, action))
