"""A game laid out flat: every node of its tree in arrays, once, and the information sets with their actions.

Nodes are in the order of their depth, so that children come after their parents and siblings are neighbours: one pass
forward carries probabilities down, one pass backward carries values up.

A slot is one action at one information set; strategies and regrets are arrays with a number for each slot. Before the
slots of a player's actions comes one that stands for having done nothing yet, its root.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from zermelo.by_value import hashable
from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief
from zermelo.installed import NDArray, np
from zermelo.knowledge import Knowledge, view_of

TERMINAL = -2  # the mover of a node where the game is over
MOST = 1_000_000  # nodes
PROBES, HOPELESS = 32, 4.0  # random games that estimate the size; HOPELESS times the limit is refused at once

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]


class TooLarge(ZermeloError):
    """The game's tree has more nodes than the limit."""


@dataclass(frozen=True, eq=False)
class FlatGame:
    """The arrays of a game's tree and of its information sets, which are sorted by player, a player's earlier first."""

    game: Game

    # nodes
    mover: Indices  # [node] a player, CHANCE or TERMINAL
    set_of: Indices  # [node] the information set; -1: no player is to move
    parent: Indices  # [node] -1 at the root
    first: Indices  # [node] the first child; the others follow it
    count: Indices  # [node] of children
    chance: Numbers  # [node] the probability of the outcome that leads here; 1 after a player's action
    utility: Numbers  # [node, player] 0 where the game goes on
    levels: tuple[int, ...]  # the first node of each depth, and the number of nodes

    # information sets
    keys: Indices  # [set] of what the player knows there
    set_player: Indices  # [set]
    set_first: Indices  # [set] the first slot; those of the other actions follow it
    set_count: Indices  # [set] of actions
    set_parent: Indices  # [set] the slot of what the player did last before, or its root
    known: tuple[Knowledge, ...]  # [set]
    states: tuple[State, ...]  # [set] one of its states
    actions: tuple[tuple[Action, ...], ...]  # [set]

    # slots and leaves
    roots: Indices  # [player + 1] the root of each player, and the number of slots
    leaves: Indices  # [leaf] nodes where the game is over
    leaf_slots: Indices  # [leaf, player] what each player did last before

    @property
    def nodes(self) -> int:
        return len(self.mover)

    @property
    def sets(self) -> int:
        """How many information sets there are."""
        return len(self.keys)

    @property
    def slots(self) -> int:
        return int(self.roots[-1])

    @property
    def depth(self) -> int:
        """Plies of the longest game, moves of chance included."""
        return len(self.levels) - 2

    def slots_of(self, number: int) -> slice:
        """The slots of an information set."""
        return slice(int(self.set_first[number]), int(self.set_first[number] + self.set_count[number]))

    def sets_of(self, player: int) -> range:
        """The information sets of a player."""
        low, high = np.searchsorted(self.set_player, [player, player + 1])
        return range(int(low), int(high))

    def number_of(self, known: Knowledge) -> int:
        """The information set of a player who is to move and knows this."""
        own = self.sets_of(known.player)
        return own.start + int(np.argmax(self.keys[own.start : own.stop] == known.key))

    def action_texts(self, number: int) -> list[str]:
        """The actions of an information set as their players write them."""
        return [self.game.action_text(self.states[number], action) for action in self.actions[number]]

    def uniform(self) -> Numbers:
        """The strategy [slot] that plays every action with the same probability."""
        strategy = np.ones(self.slots)
        strategy[slot_indices(self.set_first, self.set_count)] = np.repeat(1.0 / self.set_count, self.set_count)
        return strategy

    def weights(self, strategy: Numbers) -> Numbers:
        """[node] the probability of the step that leads there, if all play a strategy [slot]; 1 at the root."""
        weights = self.chance.copy()
        parents = self.parent[1:]
        chosen = np.flatnonzero(self.set_of[parents] >= 0) + 1
        before = self.parent[chosen]
        weights[chosen] = strategy[self.set_first[self.set_of[before]] + chosen - self.first[before]]
        return weights

    def likelihoods(self, weights: Numbers) -> Numbers:
        """[node] the product of the weights on the way to it."""
        reached = weights.copy()
        for low, high in pairwise(self.levels[1:]):
            reached[low:high] *= reached[self.parent[low:high]]
        return reached

    def values(self, weights: Numbers) -> Numbers:
        """[node, player] the expected utilities, if each step is made with its weight."""
        values = self.utility.copy()
        for low, high in reversed(list(pairwise(self.levels[1:]))):
            np.add.at(values, self.parent[low:high], weights[low:high, None] * values[low:high])
        return values


def lay_out(game: Game, most: int = MOST) -> FlatGame:
    """The game as arrays.

    Raises TooLarge if the tree has more nodes than `most`, and ZermeloError where states that look alike to the mover
    have different actions, or where two things to know share a key.
    """
    _check_size(game, most)
    known, players = _Recorder(game.players), range(game.players)
    mover: list[int] = []
    set_of: list[int] = []
    parent, first, count, chance = [-1], [], [], [1.0]
    ends: list[list[float]] = []  # utilities of the leaves
    leaf_known: list[tuple[int, ...]] = []
    levels = [0]
    waiting = deque([(game.initial(), tuple(players))])
    while waiting:
        node = len(mover)
        if node == levels[-1]:
            levels.append(node + len(waiting))
        state, knows = waiting.popleft()
        first.append(node + len(waiting) + 1)
        if game.is_terminal(state):
            mover.append(TERMINAL)
            set_of.append(-1)
            count.append(0)
            ends.append([float(game.utility(state, player)) for player in players])
            leaf_known.append(knows)
            continue
        who = int(game.to_move(state))
        knows = tuple([known.seen(knows[one], view_of(game, state, one), one == who) for one in players])
        mover.append(who)
        if who == CHANCE:
            set_of.append(-1)
            outcomes = game.outcomes(state)
            count.append(len(outcomes))
            waiting.extend([(game.result(state, outcome), knows) for outcome, _ in outcomes])
            chance.extend([probability for _, probability in outcomes])
        else:
            actions = list(game.actions(state))
            number = known.set_of(knows[who], who, game, state, actions)
            set_of.append(number)
            count.append(len(actions))
            before, after = knows[:who], knows[who + 1 :]
            for action, then in zip(actions, known.afters[number], strict=True):
                waiting.append((game.result(state, action), (*before, then, *after)))
            chance.extend([1.0] * len(actions))
        parent.extend([node] * count[-1])
        if node + len(waiting) >= most:
            raise TooLarge(_too_large(game, most))
    return _assembled(game, known, mover, set_of, parent, first, count, chance, ends, leaf_known, levels)


def slot_indices(first: Indices, count: Indices) -> Indices:
    """The indices first, first + 1, … of all ranges, one after another."""
    ends = np.cumsum(count)
    return np.repeat(first - (ends - count), count) + np.arange(ends[-1] if len(ends) else 0)


class _Recorder:
    """All that players can know in a game, each thing once: equal knowledge is an equal number.

    What is known is recorded, and its key mixed, once for each thing that can be known and not at every node.
    """

    def __init__(self, players: int) -> None:
        self._found: dict[tuple[int, Any, Any], int] = {}
        self._keys: dict[tuple[int, int], int] = {}  # by player and key
        self.known = [Knowledge(player) for player in range(players)]
        self.last: list[tuple[int, int] | None] = [None] * players  # [known] the set and index of the last action
        self.set_numbers: dict[int, int] = {}  # of what is known at the sets
        self.set_known: list[int] = []
        self.states: list[State] = []  # [set]
        self.actions: list[list[Action]] = []
        self.afters: list[list[int]] = []  # what is known after each action

    def seen(self, known: int, shown: Any, is_turn: bool) -> int:
        """What is known after seeing something."""
        place = (known, is_turn, hashable(shown))
        found = self._found.get(place)
        if found is None:
            found = self._found[place] = self._add_seen(known, shown, is_turn)
        return found

    def set_of(self, known: int, player: int, game: Game, state: State, actions: list[Action]) -> int:
        """The information set of a player who is to move and knows this."""
        number = self.set_numbers.get(known)
        if number is None:
            number = self.set_numbers[known] = len(self.set_known)
            self.set_known.append(known)
            self.states.append(state)
            self.actions.append(actions)
            self.afters.append(
                [self._add(self.known[known].done(action), (number, i)) for i, action in enumerate(actions)]
            )
        elif self.actions[number] != actions:
            one, other = (brief(game.state_text(where)) for where in (self.states[number], state))
            raise ZermeloError(
                f"{game.name}: {one} and {other} look the same to {game.player_name(player)}, who is to move, and have "
                "different actions (see zermelo check)"
            )
        return number

    def _add_seen(self, known: int, shown: Any, is_turn: bool) -> int:
        before = self.known[known]
        entry = before.saw(shown, is_turn)
        return known if entry is before else self._add(entry, self.last[known])

    def _add(self, entry: Knowledge, last: tuple[int, int] | None) -> int:
        number = len(self.known)
        other = self._keys.setdefault((entry.player, entry.key), number)
        if other != number:
            raise ZermeloError(
                f"two things that player {entry.player + 1} can know share the key {entry.key}: change what is seen, "
                "for example by a counter of moves"
            )
        self.known.append(entry)
        self.last.append(last)
        return number


def _assembled(
    game: Game,
    known: _Recorder,
    mover: list[int],
    set_of: list[int],
    parent: list[int],
    first: list[int],
    count: list[int],
    chance: list[float],
    ends: list[list[float]],
    leaf_known: list[tuple[int, ...]],
    levels: list[int],
) -> FlatGame:
    """The arrays, with the information sets sorted by player and by how often the player acted before."""
    depths: list[int] = []
    for seen in known.set_known:
        last = known.last[seen]
        depths.append(0 if last is None else depths[last[0]] + 1)
    owners = np.array([known.known[seen].player for seen in known.set_known], dtype=np.int64)
    order = np.lexsort((np.array(depths), owners))
    new = np.empty_like(order)
    new[order] = np.arange(len(order))
    set_player = owners[order]
    set_count = np.array([len(known.actions[old]) for old in order], dtype=np.int64)
    sizes = np.bincount(set_player, weights=set_count, minlength=game.players).astype(np.int64) + 1  # with the roots
    roots = np.concatenate(([0], np.cumsum(sizes)))
    set_first = np.cumsum(set_count) - set_count + set_player + 1

    def slot(seen: int) -> int:
        """Of what a player who knows this did last."""
        last = known.last[seen]
        return int(roots[known.known[seen].player] if last is None else set_first[new[last[0]]] + last[1])

    utility = np.zeros((len(mover), game.players))
    movers = np.array(mover, dtype=np.int64)
    leaves = np.flatnonzero(movers == TERMINAL)
    utility[leaves] = ends
    slots = {seen: slot(seen) for knows in leaf_known for seen in knows}
    set_numbers = np.array(set_of, dtype=np.int64)
    set_numbers[set_numbers >= 0] = new[set_numbers[set_numbers >= 0]]
    return FlatGame(
        game=game,
        mover=movers,
        set_of=set_numbers,
        parent=np.array(parent, dtype=np.int64),
        first=np.array(first, dtype=np.int64),
        count=np.array(count, dtype=np.int64),
        chance=np.array(chance),
        utility=utility,
        levels=tuple(levels),
        keys=np.array([known.known[known.set_known[old]].key for old in order], dtype=np.int64),
        set_player=set_player,
        set_first=set_first,
        set_count=set_count,
        set_parent=np.array([slot(known.set_known[old]) for old in order], dtype=np.int64),
        known=tuple(known.known[known.set_known[old]] for old in order),
        states=tuple(known.states[old] for old in order),
        actions=tuple(tuple(known.actions[old]) for old in order),
        roots=roots,
        leaves=leaves,
        leaf_slots=np.array([[slots[seen] for seen in knows] for knows in leaf_known], dtype=np.int64),
    )


def _check_size(game: Game, most: int) -> None:
    """Refuses a game that is far too large before laying it out: random games tell how large the tree is.

    Knuth's estimate: the product of the numbers of children on the way of a random game, its partial products added.
    """
    noise, total = random.Random(0), 0.0
    for _ in range(PROBES):
        state, width, nodes, plies = game.initial(), 1.0, 1.0, 0
        while not game.is_terminal(state) and plies < most:
            moves = game.moves(state)
            width *= len(moves)
            nodes += width
            plies += 1
            if nodes > HOPELESS * PROBES * most:
                raise TooLarge(_too_large(game, most))
            state = game.result(state, noise.choice(moves))
        total += nodes
    if total / PROBES > HOPELESS * most:
        raise TooLarge(_too_large(game, most))


def _too_large(game: Game, most: int) -> str:
    return f"{game.title} has more than {most:,} nodes, too many to lay out: try a smaller size"


def path_to(flat: FlatGame, node: int) -> Sequence[int]:
    """The indices of the children from the root to a node."""
    path = []
    while node:
        before = int(flat.parent[node])
        path.append(node - int(flat.first[before]))
        node = before
    return path[::-1]
