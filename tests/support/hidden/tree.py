"""Slow, obvious solutions of small games with hidden information, by walking the whole tree with what players know."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from zermelo.game import CHANCE
from zermelo.knowledge import after, at_start


def walk(game):
    """Every history: (state, what each player knows, its probability by chance alone, the choices of each player)."""
    start = game.initial()
    waiting = [(start, at_start(game, start), 1.0, ((),) * game.players)]
    while waiting:
        state, known, chance, choices = waiting.pop()
        yield state, known, chance, choices
        if game.is_terminal(state):
            continue
        mover = game.to_move(state)
        for action, p in game.outcomes(state) if mover == CHANCE else [(a, 1.0) for a in game.actions(state)]:
            after_it = game.result(state, action)
            made = choices
            if mover != CHANCE:
                made = tuple((known[mover], action) if player == mover else own for player, own in enumerate(choices))
            waiting.append((after_it, after(game, known, state, action, after_it), chance * p, made))


def sizes(game):
    """How many histories, finished games and information sets of each player there are."""
    histories, ends, sets = 0, 0, [set() for _ in range(game.players)]
    for state, known, _, _ in walk(game):
        histories += 1
        if game.is_terminal(state):
            ends += 1
        elif game.to_move(state) != CHANCE:
            sets[game.to_move(state)].add(known[game.to_move(state)])
    return histories, ends, [len(found) for found in sets]


def value(game):
    """The value of a zero-sum game for two to the first player, by the sequence form.

    A plan is a probability for each of a player's sequences of choices; the first player's is found that is best
    against the best reply, whose value is the dual variable of the second player's first choice.
    """
    sequences, parents, payoffs = [{(): 0}, {(): 0}], [{}, {}], defaultdict(float)
    for state, known, chance, choices in walk(game):
        if game.is_terminal(state):
            payoffs[choices] += chance * game.utility(state, 0)
            continue
        mover = game.to_move(state)
        if mover != CHANCE:
            parents[mover][known[mover]] = choices[mover]
            for action in game.actions(state):
                sequences[mover].setdefault((known[mover], action), len(sequences[mover]))
    mine, yours = map(len, sequences)
    sets = [{known: place for place, known in enumerate(parents[player], 1)} for player in range(2)]

    def flow(player):
        """Rows that say: the choices of a set add up to the sequence before it."""
        cells = [(0, 0, 1.0)]
        cells += [(sets[player][known], sequences[player][before], -1.0) for known, before in parents[player].items()]
        cells += [(sets[player][s[0]], place, 1.0) for s, place in sequences[player].items() if s != ()]
        rows, columns, numbers = zip(*cells, strict=True)
        return coo_matrix((numbers, (rows, columns)), (len(sets[player]) + 1, len(sequences[player])))

    rows = [sequences[0][one] for one, _ in payoffs]
    columns = [sequences[1][other] for _, other in payoffs]
    worth = coo_matrix((list(payoffs.values()), (rows, columns)), (mine, yours))
    duals = len(sets[1]) + 1
    # maximise the dual of the root: flow(1)ᵀ v ≤ worthᵀ x, flow(0) x = (1, 0, …)
    at_most = coo_matrix(np.hstack([-worth.T.toarray(), flow(1).T.toarray()]))
    equal = coo_matrix(np.hstack([flow(0).toarray(), np.zeros((len(sets[0]) + 1, duals))]))
    goal = np.zeros(mine + duals)
    goal[mine] = -1.0
    bounds = [(0, None)] * mine + [(None, None)] * duals
    found = linprog(goal, at_most, np.zeros(yours), equal, np.eye(len(sets[0]) + 1)[0], bounds, method="highs")
    return -found.fun


def uniform_nash_conv(game):
    """What both players gain in all by replying as well as they can to an opponent who plays uniformly."""
    return sum(_reply(game, player) for player in range(game.players)) - game.total


def _reply(game, player):
    """What a player gets at most when the others play uniformly."""

    def worth(states):
        """The states, with their probabilities, are in one information set of the player, or in none."""
        total, sets = 0.0, defaultdict(list)
        for state, known, p in _until_turn(game, states, player):
            if game.is_terminal(state):
                total += p * game.utility(state, player)
            else:
                sets[known[player]].append((state, known, p))
        for here in sets.values():
            total += max(
                worth([_played(game, state, known, p, action) for state, known, p in here])
                for action in game.actions(here[0][0])
            )
        return total

    start = game.initial()
    return worth([(start, at_start(game, start), 1.0)])


def _played(game, state, known, p, action):
    following = game.result(state, action)
    return following, after(game, known, state, action, following), p


def _until_turn(game, states, player):
    waiting = list(states)
    while waiting:
        state, known, p = waiting.pop()
        mover = None if game.is_terminal(state) else game.to_move(state)
        if mover in (None, player):
            yield state, known, p
            continue
        moves = game.outcomes(state) if mover == CHANCE else [(action, None) for action in game.actions(state)]
        for action, chance in moves:
            waiting.append(_played(game, state, known, p * (chance or 1 / len(moves)), action))
