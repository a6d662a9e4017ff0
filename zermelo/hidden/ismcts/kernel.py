"""The kernel of information-set MCTS: deal, select, expand, play out, back up.

A node stands for what a player knows. With multiple observers that is the player to move, so every player has a tree of
its own information sets; with a single observer it is the player at the root, who cannot tell the others' information
sets apart. An action that is not legal in every deal is judged by the simulations in which it was (`available`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.bits import mix
from zermelo.compile.kernel.memory import LIMIT, NODES, new_memory
from zermelo.compile.kernel.pointers import as_pointers
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE, Game
from zermelo.hidden.ismcts import tree as at
from zermelo.hidden.ismcts.tree import InformationTree, Table, new_table, new_tree
from zermelo.knowledge import action_word, key_done, key_seen
from zermelo.search.sampling import workspace as work
from zermelo.search.sampling.draw import draw, drawn_among
from zermelo.search.sampling.memory import DEEP
from zermelo.search.sampling.playout import gains, playouts
from zermelo.search.sampling.scale import unit, widen
from zermelo.search.sampling.tree import NOWHERE, credit


@dataclass(frozen=True)
class Parts(work.SimulationParts):
    """What the kernel is compiled for."""

    single: bool = False  # a single observer?
    keeps: bool = (
        True  # are all deals kept as words? Not if states hold arrays: then the kernel is called for each deal
    )


@lru_cache(maxsize=256)
def kernel_for(parts: Parts) -> Callable[[Rules], Any]:
    """The kernel's factory: search(state, tree, memory, workspace, table).

    state: one in which the player to search for is to move: the deal, unless deals are kept.
    """
    players, longest, most = parts.players, parts.longest, parts.most
    has_chance, single, keeps = parts.chance, parts.single, parts.keeps

    def kernel(rules: Rules) -> Any:
        to_move, is_terminal = rules.to_move, rules.is_terminal
        fill_chances, play_chance = rules.fill_chances, rules.play_chance
        view_key: Any = rules.view_key
        stored = rules.stored
        random, outcome = rules.register(draw), rules.register(drawn_among)
        unit_of, widened, credited = rules.register(unit), rules.register(widen), rules.register(credit)
        logarithm, inverse = rules.register(work.logarithm_of), rules.register(work.inverse_of)
        sees, does = rules.register(key_seen), rules.register(key_done)
        list_moves, play_listed, word_of = _listed(rules, most)
        finish, gain = playouts(rules, parts), gains(rules, parts)

        @rules.inner
        def deal(state, memory, table):
            """Step 1: a deal, drawn by the weights, and what everyone knows there."""
            index, left, fraction = 0, memory[at.DEALS], random(memory)
            while left > 1:  # without branches that depend on the fraction, which the processor could not foresee
                half = left >> 1
                index += half * (table.chances[index + half - 1] <= fraction)
                left -= half
            for p in range(players):
                table.keys[p] = table.deal_keys[index * players + p]
                table.words[p] = table.deal_words[index * players + p]
            return stored(table.states, index, state) if keeps else state

        @rules.inner
        def learn(state, mover, move, observer, table):
            """Adds what each player (or the only observer) did and sees in the state after a move to what it knows.

            The game goes on there.
            """
            next_mover = to_move(state)
            for p in range(players):
                if not single or p == observer:
                    if p == mover:
                        table.keys[p] = does(table.keys[p], word_of(move))
                    word = view_key(state, p)
                    if next_mover == p or word != table.words[p]:
                        table.keys[p] = sees(table.keys[p], word, next_mover == p)
                        table.words[p] = word

        @rules.inner
        def key_of(mover, observer, length, table):
            """The key of the information set of the player to move; with a single observer, of the observer's."""
            if single and mover != observer:
                return mix(table.keys[observer] ^ (mover + 1) ^ (length + 1) << 8)
            return table.keys[mover] ^ (mover + 1)

        @rules.inner
        def place_of(tree, key, mask):
            """Its entry in the table, or the free one where it belongs."""
            place = key & mask
            while tree.count[place] > 0 and tree.key[place] != key:
                place = (place + 1) & mask
            return place

        @rules.inner
        def begin(tree, key, place, count, memory, workspace):
            """Step 3: a new information set with these moves. Is there room for it?"""
            first = memory[at.USED]
            if memory[at.SETS] >= memory[at.MOST_SETS] or first + count > memory[at.ROOM]:
                return False
            memory[at.USED], memory[at.SETS] = first + count, memory[at.SETS] + 1
            tree.key[place], tree.first[place] = key, first
            tree.count[place], tree.room[place] = count, count
            for i in range(count):
                tree.move[first + i] = workspace.moves[i]
                tree.visits[first + i], tree.available[first + i], tree.total[first + i] = 0, 0, 0.0
            return True

        @rules.inner
        def add(tree, place, move, memory):
            """Adds a move that was not legal before, if there is room: its index among the actions, or NOWHERE."""
            first, count = tree.first[place], tree.count[place]
            if count == tree.room[place]:
                new, room = memory[at.USED], 2 * count
                if new + room > memory[at.ROOM]:
                    return NOWHERE
                memory[at.USED] = new + room
                for i in range(count):
                    tree.move[new + i], tree.visits[new + i] = tree.move[first + i], tree.visits[first + i]
                    tree.available[new + i], tree.total[new + i] = tree.available[first + i], tree.total[first + i]
                tree.first[place], tree.room[place] = new, room
                first = new
            edge = first + count
            tree.move[edge], tree.visits[edge], tree.available[edge], tree.total[edge] = move, 0, 0, 0.0
            tree.count[place] = count + 1
            return count

        @rules.inner
        def index_of(tree, place, i, move, memory):
            """The index of a move among the actions of an information set: most often that of the legal moves."""
            first, count = tree.first[place], tree.count[place]
            if i < count and tree.move[first + i] == move:
                return i
            for other in range(count):
                if tree.move[first + other] == move:
                    return other
            return add(tree, place, move, memory)

        @rules.inner
        def choose(tree, place, count, memory, workspace):
            """Step 2: the legal action with the highest bound, an unvisited one first; NOWHERE: none has room.

            UCB1's bound is the mean, scaled to 0 … 1, and more the fewer visits the action has among the simulations in
            which it was legal. The loop is not that of `sampling.select`: it adds moves that are new in this deal, and
            counts in how many each was legal.
            """
            low, breadth = unit_of(workspace.scale)
            scale, exploration = 1.0 / breadth, workspace.knobs.exploration
            best, chosen, reach, last = -math.inf, NOWHERE, 0.0, -1
            for i in range(count):
                index = index_of(tree, place, i, workspace.moves[i], memory)
                if index == NOWHERE:
                    continue
                edge = tree.first[place] + index
                available, visits = tree.available[edge] + 1, tree.visits[edge]
                tree.available[edge] = available
                if visits == 0:
                    bound = math.inf
                else:
                    if available != last:
                        _, root = logarithm(workspace, available)
                        reach, last = exploration * root, available
                    part, root = inverse(workspace, visits)
                    bound = (tree.total[edge] * part - low) * scale + reach * root
                chosen += (bound > best) * (index - chosen)
                best = max(best, bound)
            return chosen if chosen == NOWHERE else tree.first[place] + chosen

        @rules.inner
        def descend(state, observer, tree, memory, workspace, table):
            """Steps 2 and 3: down the tree to a new information set; the state there, and how many actions were chosen.

            workspace.path holds the actions, table.movers who chose them.
            """
            length, plies, over, is_new = 0, 0, False, False
            while plies < longest and not is_new and not over:
                plies += 1
                mover = to_move(state)
                if has_chance and mover == CHANCE:
                    count = fill_chances(state, workspace.moves, workspace.weights)
                    state = play_chance(state, workspace.moves[outcome(memory, workspace.weights, 0, count)])
                    over = is_terminal(state)
                    if not over:
                        learn(state, CHANCE, 0, observer, table)
                    continue
                count, key = list_moves(state, memory, workspace), key_of(mover, observer, length, table)
                place = place_of(tree, key, memory[at.MASK])
                if tree.count[place] == 0:
                    is_new = True
                    if count == 0 or not begin(tree, key, place, count, memory, workspace):
                        break
                edge = choose(tree, place, count, memory, workspace)
                if edge == NOWHERE:
                    break
                workspace.path[length], table.movers[length] = edge, mover
                length += 1
                move = tree.move[edge]
                state = play_listed(state, move, count, workspace)
                over = is_terminal(state)
                if not over and not is_new:
                    learn(state, mover, move, observer, table)
            return state, length, plies

        @rules.inner
        def simulate(state, observer, tree, memory, workspace, table):
            state = deal(state, memory, table)
            state, length, plies = descend(state, observer, tree, memory, workspace, table)
            memory[DEEP] = max(memory[DEEP], length)

            # Step 4. To the end of the game, or to where the evaluation is asked
            utilities = workspace.utilities
            end, over, plies = finish(state, memory, workspace, plies)
            gain(end, over, workspace)
            widened(workspace.scale, utilities, players)

            # Step 5. Every action counts the visit, and what it brought the player who chose it
            for i in range(length):
                credited(tree, workspace.path[i], utilities[table.movers[i]])

        @rules.jit
        def search(state, tree, memory, workspace, table):
            observer = to_move(state)
            while memory[NODES] < memory[LIMIT]:
                memory[NODES] += 1
                simulate(state, observer, tree, memory, workspace, table)

        return search

    return kernel


def _listed(rules: Rules, most: int) -> tuple[Any, Any, Any]:
    """How the tree knows moves, which must be the same in every deal in which they are legal.

    list_moves(state, memory, workspace) -> count: writes them into workspace.moves
    play_listed(state, move, count, workspace) -> state
    word_of(move) -> int: see `action_word`

    Interpreted, and where they are integers, moves are actions. Other actions are known to compiled code by their place
    in the list of a state, which may be another one in the next deal; so the tree has their words.
    """
    fill, play, actions = rules.fill, rules.play, rules.actions
    name = rules.register(action_word)

    @rules.inner
    def list_actions(state, memory, workspace):
        return fill(state, workspace.moves)

    @rules.inner
    def play_action(state, move, count, workspace):
        return play(state, move)

    @rules.inner
    def list_words(state, memory, workspace):
        count = 0
        for action in actions(state, 0, memory):
            if count == most:
                raise ValueError("a state has more actions than the game's max_actions")
            workspace.moves[count] = name(action)
            count += 1
        return count

    @rules.inner
    def play_word(state, move, count, workspace):
        for place in range(count):
            if workspace.moves[place] == move:
                return play(state, place)
        return state

    @rules.inner
    def same_word(move):
        return move

    if rules.action_of is not None:
        return list_words, play_word, same_word
    return list_actions, play_action, same_word if rules.compiled else action_word


@lru_cache(maxsize=256)
def example_for(parts: Parts, game: Game) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        tree, workspace = new_tree(compiled, 1, 1), work.new_workspace(compiled, parts, 1)
        return as_arguments(compiled, tree, new_memory(compiled, 1), workspace, new_table(compiled, game, 1, 1))

    return example


def as_arguments(
    compiled: bool, tree: InformationTree, memory: Any, workspace: work.Workspace, table: Table
) -> tuple[Any, ...]:
    """The arguments of the kernel after the state."""
    tree, table = as_pointers(compiled, tree), as_pointers(compiled, table)
    return tree, memory, as_pointers(compiled, workspace, work.ARRAYS), table
