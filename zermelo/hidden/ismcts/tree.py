"""The arrays of information-set MCTS: information sets in a hash table, their actions, the deals, what players know."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.compile.kernel.memory import Words, new_words
from zermelo.compile.kernel.states import numbers_of
from zermelo.game import Game
from zermelo.hidden.deals import Deal
from zermelo.installed import np
from zermelo.search.sampling.memory import SAMPLING
from zermelo.search.sampling.tree import new_arrays

# words of the kernel's memory
DEALS, USED, ROOM, SETS, MOST_SETS, MASK = Words("DEALS", "USED", "ROOM", "SETS", "MOST_SETS", "MASK", after=SAMPLING)

SET_BYTES, ACTION_BYTES = 80, 24  # of an information set, in a table that is at least a quarter full; of an action


class InformationTree(NamedTuple):
    """What the search knows of each information set, and of each action there."""

    key: Any  # [entry] of what the player to move (or the observer) knows
    first: Any  # [entry] index of its first action
    count: Any  # [entry] number of actions; 0: the entry is free
    room: Any  # [entry] the number of actions that there is room for
    move: Any  # [action] as `fill` writes it
    visits: Any  # [action]
    available: Any  # [action] simulations in which it was legal when its information set was visited
    total: Any  # [action] sum of the utilities of the player who chose it


OF_SETS = {"key": np.int64, "first": np.int32, "count": np.int32, "room": np.int32}
OF_ACTIONS = {"move": np.int64, "visits": np.int32, "available": np.int32, "total": np.float64}


class Table(NamedTuple):
    """The deals, and what each player knows during a simulation."""

    chances: Any  # [deal] probability of this deal and those before it
    deal_keys: Any  # [deal × player] what each player knows there
    deal_words: Any  # [deal × player] what each one sees there, hashed
    states: Any  # [deal] as `rules.store` writes them
    keys: Any  # [player] what each player knows now
    words: Any  # [player] what each one saw last, hashed
    movers: Any  # [ply] who chose


def new_tree(compiled: bool, sets: int, actions: int) -> InformationTree:
    """An empty tree with room for this many information sets and actions. Only `count` is read before it is written."""
    sizes = dict.fromkeys(OF_SETS, entries_for(sets)) | dict.fromkeys(OF_ACTIONS, actions)
    tree = new_arrays(InformationTree, OF_SETS | OF_ACTIONS, sizes, compiled, is_cleared=False)
    tree.count[:] = 0
    return tree


def entries_for(sets: int) -> int:
    """The entries of a hash table that this many information sets fill by half at most: a power of two."""
    return 1 << (2 * sets - 1).bit_length()


def new_table(compiled: bool, game: Game, deals: int, plies: int) -> Table:
    """Room for this many deals, and for simulations of this many plies."""
    words = deals if not compiled else (2 * numbers_of(game) + 2) * deals  # of 64 bits, aligned
    players = game.players
    return Table(
        chances=np.zeros(deals),
        deal_keys=np.zeros(deals * players, np.int64),
        deal_words=np.zeros(deals * players, np.int64),
        states=new_words(compiled, words),
        keys=np.zeros(players, np.int64),
        words=np.zeros(players, np.int64),
        movers=np.zeros(plies, np.int64),
    )


def lay_out(table: Table, game: Game, deals: list[Deal]) -> None:
    """Writes the chances of the deals and what players know in them; their states are stored by the kernel."""
    table.chances[: len(deals)] = np.cumsum([one.weight for one in deals])
    for index, one in enumerate(deals):
        for player, known in enumerate(one.known):
            place = index * game.players + player
            table.deal_keys[place] = known.key
            table.deal_words[place] = known.word
