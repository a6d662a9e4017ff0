"""The search of self-play: Gumbel noise and sequential halving at the root (Danihelka et al. 2022), PUCT below it.

A value that the rules prove is backed up as such, and ends the search where it reaches the root. Values are between -1
and 1; what is passed up a tree is the value for player 0.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from zermelo.bits import fraction, mix, step
from zermelo.compile.kernel.rules import Rules
from zermelo.learn.alphazero.games import (
    ACTIONS,
    BYTES,
    CACHE,
    CHILD,
    CONSIDERED,
    COUNT,
    COUNTS,
    DONE_SIMS,
    DRAW,
    EDGE,
    EDGES,
    ENDS,
    EVALUATIONS,
    EXPLORATION,
    FEW,
    FIRST,
    GAME,
    HITS,
    IS_CLEAR,
    LENGTH,
    NODE,
    NODES,
    NOISE,
    NUMBERS,
    PHASE,
    PRIOR,
    REACH,
    READY,
    RELUCTANCE,
    SIMS,
    SIMULATIONS,
    TIMES,
    TOTAL,
    UNKNOWN,
    USED_EDGES,
    USED_NODES,
    VALUE,
    VALUE_SCALE,
    VERDICT,
    VISIT_SCALE,
    VISITS,
    WAITING,
)
from zermelo.search.puct.halving import LEAST_PRIOR

IMPOSSIBLE, EXCLUDED, DECIDED = -1e38, 1e6, 1e9


class Search(NamedTuple):
    """The functions of the search that self-play calls; see there."""

    drawn: Any
    mark_of: Any
    worth: Any
    open_root: Any
    simulate: Any
    answered: Any
    sims_of: Any
    score_root: Any
    chosen_edge: Any
    value_of: Any


def search_for(rules: Rules, encode: Any, index: Any) -> Search:
    """The functions for a game; encode, index: see zermelo.evaluate.encoding.tables."""
    to_move, is_terminal, utility, key_of = rules.to_move, rules.is_terminal, rules.utility, rules.key
    fill, play_move, store, stored, buffer = rules.fill, rules.play, rules.store, rules.stored, rules.buffer

    @rules.jit
    def drawn(g, games):
        """A random fraction."""
        games.noise[g] = step(games.noise[g])
        return fraction(mix(games.noise[g]))

    @rules.jit
    def mark_of(state):
        """What the cache knows a state by; 0 is an empty place there."""
        key = key_of(state)
        return key if key != 0 else 1

    @rules.jit
    def worth(state, games):
        """The value of a terminal state for player 0."""
        return min(1.0, max(-1.0, utility(state, 0) / games.knobs[REACH]))

    @rules.jit
    def new_node(g, state, games):
        """Adds a node with its edges to a tree; returns its index, -1 if there is no room."""
        sizes, w = games.sizes, g * GAME
        n, first = games.word[w + USED_NODES], games.word[w + USED_EDGES]
        if n >= sizes[NODES] or first + sizes[ACTIONS] > sizes[EDGES]:
            return -1
        place, base = g * sizes[NODES] + n, g * sizes[EDGES] + first
        store(games.states, place, state)
        count = fill(state, buffer(games.move, base))
        if count == 0:
            raise ValueError("a state has no actions, but the game is not over there")
        games.word[w + USED_NODES], games.word[w + USED_EDGES] = n + 1, first + count
        games.mover[place] = to_move(state)
        games.node[place * NODE + FIRST] = first
        games.node[place * NODE + COUNT] = count
        games.node[place * NODE + VISITS] = 0.0
        games.node[place * NODE + VALUE] = games.node[place * NODE + DRAW] = 0.0
        sign = 1.0 if games.mover[place] == 0 else -1.0
        for e in range(base, base + count):
            games.proof[e] = UNKNOWN
            games.edge[e * EDGE + TOTAL] = 0.0
            games.edge[e * EDGE + TIMES] = 0.0
            games.edge[e * EDGE + CHILD] = -1.0
            if sizes[ENDS]:
                after = play_move(state, games.move[e])
                if is_terminal(after):
                    games.proof[e] = sign * worth(after, games)
        return n

    @rules.jit
    def proof_of(g, n, games):
        """What is proved of a node, for the player to move there: if one action wins, or all are proved."""
        place, base = (g * games.sizes[NODES] + n) * NODE, g * games.sizes[EDGES]
        first = base + int(games.node[place + FIRST])
        best, all_known = -1.0, True
        for e in range(first, first + int(games.node[place + COUNT])):
            known = games.proof[e]
            if known == UNKNOWN:
                all_known = False
            elif known > best:
                best = known
        return best if best >= 1.0 or all_known else UNKNOWN

    @rules.jit
    def recalled(g, n, key, games):
        """Gives a node its priors and its value from the cache; returns whether they were there."""
        sizes = games.sizes
        slot = g * sizes[CACHE] + (key & (sizes[CACHE] - 1))
        if games.cache_key[slot] != key:
            return False
        place = (g * sizes[NODES] + n) * NODE
        e = (g * sizes[EDGES] + int(games.node[place + FIRST])) * EDGE
        for i in range(int(games.node[place + COUNT])):
            games.edge[e + i * EDGE + PRIOR] = games.cache_prior[slot * sizes[ACTIONS] + i]
        games.node[place + VALUE] = games.cache_value[slot]
        games.node[place + DRAW] = games.cache_draw[slot]
        return True

    @rules.jit
    def ask(g, n, state, chunk, games, tables):
        """Writes the question for the network."""
        sizes = games.sizes
        most = sizes[ACTIONS]
        numbers = buffer(games.numbers, chunk * sizes[NUMBERS])
        encode(state, tables, numbers, games.planes, g * sizes[BYTES])
        place = (g * sizes[NODES] + n) * NODE
        base, count = g * sizes[EDGES] + int(games.node[place + FIRST]), int(games.node[place + COUNT])
        for i in range(count):
            games.places[g * most + i] = index(state, games.move[base + i], tables, numbers)
        for i in range(count, most):
            games.places[g * most + i] = -1
        games.word[g * GAME + PHASE] = WAITING

    @rules.jit
    def absorb(g, n, key, games):
        """Puts the network's answer into the cache."""
        sizes = games.sizes
        most = sizes[ACTIONS]
        slot, answer = g * sizes[CACHE] + (key & (sizes[CACHE] - 1)), g * (most + VERDICT)
        games.cache_key[slot] = key
        for i in range(int(games.node[(g * sizes[NODES] + n) * NODE + COUNT])):
            games.cache_prior[slot * most + i] = max(games.answer[answer + i], LEAST_PRIOR)
        games.cache_value[slot] = games.answer[answer + most]
        games.cache_draw[slot] = games.answer[answer + most + 1]

    @rules.jit
    def take_logits(g, games):
        """Notes the logarithms of the root's priors."""
        sizes = games.sizes
        e = (g * sizes[EDGES]) * EDGE
        for i in range(int(games.node[g * sizes[NODES] * NODE + COUNT])):
            games.logit[g * sizes[ACTIONS] + i] = math.log(games.edge[e + i * EDGE + PRIOR])

    @rules.jit
    def open_root(g, state, chunk, games, tables):
        """Begins a search."""
        sizes, w = games.sizes, g * GAME
        games.word[w + USED_NODES] = games.word[w + USED_EDGES] = 0
        games.word[w + DONE_SIMS] = games.word[w + LENGTH] = 0
        games.word[w + PHASE] = READY
        n = new_node(g, state, games)
        games.root[g] = proof_of(g, n, games)
        count = int(games.node[g * sizes[NODES] * NODE + COUNT])
        for i in range(count):
            unit = drawn(g, games) * 0.999998 + 1e-6
            games.gumbel[g * sizes[ACTIONS] + i] = -games.knobs[NOISE] * math.log(-math.log(unit))
        if recalled(g, n, mark_of(state), games):
            take_logits(g, games)
        else:
            ask(g, n, state, chunk, games, tables)

    @rules.jit
    def back_up(g, length, value, proof, games):
        """Adds a simulation along its path. value, proof: for player 0; UNKNOWN: nothing is proved.

        The root's proof is noted.
        """
        sizes = games.sizes
        for i in range(length - 1, -1, -1):
            n, e = games.path_node[g * sizes[NODES] + i], games.path_edge[g * sizes[NODES] + i]
            place, base = g * sizes[NODES] + n, g * sizes[EDGES]
            sign = 1.0 if games.mover[place] == 0 else -1.0
            games.edge[(base + e) * EDGE + TOTAL] += sign * value
            games.edge[(base + e) * EDGE + TIMES] += 1.0
            games.node[place * NODE + VISITS] += 1.0
            if proof == UNKNOWN:
                continue
            games.proof[base + e] = sign * proof
            best = proof_of(g, n, games)
            if best == UNKNOWN:
                proof = UNKNOWN
                continue
            value = proof = sign * best
            if n == 0:
                games.root[g] = best
        games.word[g * GAME + DONE_SIMS] += 1

    @rules.jit
    def best_edge(g, n, games):
        """PUCT: the edge with the greatest mean + c P √N / (1 + n), without those that are proved to lose."""
        sizes, knobs = games.sizes, games.knobs
        place, base = (g * sizes[NODES] + n) * NODE, g * sizes[EDGES]
        first, count = int(games.node[place + FIRST]), int(games.node[place + COUNT])
        total = float(games.node[place + VALUE])
        for e in range(base + first, base + first + count):
            total += games.edge[e * EDGE + TOTAL]
        visits = games.node[place + VISITS]
        untried = total / (1.0 + visits) - knobs[RELUCTANCE]
        rate = knobs[EXPLORATION] * math.sqrt(visits + 1.0)
        best, chosen = IMPOSSIBLE, first
        for i in range(first, first + count):
            e = base + i
            known = games.proof[e]
            if known <= -1.0:
                continue
            times = games.edge[e * EDGE + TIMES]
            mean = untried
            if known != UNKNOWN:
                mean = float(known)
            elif times > 0.0:
                mean = games.edge[e * EDGE + TOTAL] / times
            bound = mean + rate * games.edge[e * EDGE + PRIOR] / (1.0 + times)
            if bound > best:
                best, chosen = bound, i
        return chosen

    @rules.jit
    def score_root(g, chunk, with_noise, games):
        """Scores the root's actions: noise + logit + a multiple of their value; returns the most visits of one.

        An action that was not tried counts as the mean of what is known.
        """
        sizes, knobs = games.sizes, games.knobs
        place, base = g * sizes[NODES] * NODE, g * sizes[EDGES]
        count = int(games.node[place + COUNT])
        total, most = float(games.node[place + VALUE]), 0.0
        for e in range(base, base + count):
            total += games.edge[e * EDGE + TOTAL]
            most = max(most, games.edge[e * EDGE + TIMES])
        mean = total / (1.0 + games.node[place + VISITS])
        rate = (knobs[VISIT_SCALE] + most) * knobs[VALUE_SCALE]
        for i in range(count):
            e, a = base + i, g * sizes[ACTIONS] + i
            value = mean
            if games.proof[e] != UNKNOWN:
                value = float(games.proof[e])
            elif games.edge[e * EDGE + TIMES] > 0.0:
                value = games.edge[e * EDGE + TOTAL] / games.edge[e * EDGE + TIMES]
            noise = games.gumbel[a] if with_noise else 0.0
            games.score[chunk * sizes[ACTIONS] + i] = noise + games.logit[a] + rate * value
        return most

    @rules.jit
    def sims_of(g, games):
        """The simulations of the search in a game: few, where the position is clear."""
        return games.sizes[FEW] if games.word[g * GAME + IS_CLEAR] else games.sizes[SIMS]

    @rules.jit
    def scheduled_edge(g, chunk, games):
        """The root's action to try next, by sequential halving."""
        sizes = games.sizes
        score_root(g, chunk, True, games)
        count = int(games.node[g * sizes[NODES] * NODE + COUNT])
        row, sims = min(count, sizes[CONSIDERED]), sims_of(g, games)
        table = (sizes[CONSIDERED] + 1) * sizes[SIMS] if games.word[g * GAME + IS_CLEAR] else 0
        wanted = games.schedule[table + row * sims + min(games.word[g * GAME + DONE_SIMS], sims - 1)]
        best, chosen = IMPOSSIBLE, 0
        for i in range(count):
            score = games.score[chunk * sizes[ACTIONS] + i]
            if games.edge[(g * sizes[EDGES] + i) * EDGE + TIMES] != wanted:
                score -= DECIDED
            if score > best:
                best, chosen = score, i
        return chosen

    @rules.jit
    def simulate(g, chunk, like, games, tables):
        """One simulation, to its end or to a question for the network."""
        sizes, w, counts = games.sizes, g * GAME, chunk * COUNTS
        base = g * sizes[EDGES]
        n, length, value, proof = 0, 0, 0.0, UNKNOWN
        while True:
            place = g * sizes[NODES] + n
            e = scheduled_edge(g, chunk, games) if n == 0 else best_edge(g, n, games)
            games.path_node[g * sizes[NODES] + length] = n
            games.path_edge[g * sizes[NODES] + length] = e
            length += 1
            if games.proof[base + e] != UNKNOWN:
                known = float(games.proof[base + e])
                value = known if games.mover[place] == 0 else -known
                break
            child = int(games.edge[(base + e) * EDGE + CHILD])
            if child >= 0:
                n = child
                continue
            state = play_move(stored(games.states, place, like), games.move[base + e])
            if is_terminal(state):
                value = proof = worth(state, games)
                break
            child = new_node(g, state, games)
            if child < 0:  # no room: the search ends here
                games.word[w + DONE_SIMS] = sizes[SIMS]
                return
            games.edge[(base + e) * EDGE + CHILD] = child
            known = proof_of(g, child, games)
            if known != UNKNOWN:
                value = proof = known if games.mover[g * sizes[NODES] + child] == 0 else -known
                break
            if not recalled(g, child, mark_of(state), games):
                games.word[w + LENGTH] = length
                ask(g, child, state, chunk, games, tables)
                return
            games.counts[counts + HITS] += 1
            own = float(games.node[(g * sizes[NODES] + child) * NODE + VALUE])
            value = own if games.mover[g * sizes[NODES] + child] == 0 else -own
            break
        back_up(g, length, value, proof, games)
        games.counts[counts + SIMULATIONS] += 1

    @rules.jit
    def chosen_edge(g, chunk, games):
        """The action to play: of those tried most, the one with the greatest score, unless something is proved."""
        sizes = games.sizes
        most = score_root(g, chunk, True, games)
        best, chosen = 2.0 * IMPOSSIBLE, 0
        for i in range(int(games.node[g * sizes[NODES] * NODE + COUNT])):
            e = g * sizes[EDGES] + i
            score, known = games.score[chunk * sizes[ACTIONS] + i], games.proof[e]
            if known == UNKNOWN:
                if games.edge[e * EDGE + TIMES] < most:
                    score -= EXCLUDED
            elif games.root[g] != UNKNOWN and known >= games.root[g]:
                score += DECIDED
            elif known <= -1.0:
                score -= DECIDED
            if score > best:
                best, chosen = score, i
        return chosen

    @rules.jit
    def value_of(g, e, games):
        """What the search thinks of an action at the root."""
        times = games.edge[e * EDGE + TIMES]
        if games.proof[e] != UNKNOWN:
            return float(games.proof[e])
        if times > 0.0:
            return games.edge[e * EDGE + TOTAL] / times
        return float(games.node[g * games.sizes[NODES] * NODE + VALUE])

    @rules.jit
    def answered(g, chunk, like, games):
        """Takes the network's answer in: for the root, or for the leaf of a simulation, which ends with it."""
        sizes, w = games.sizes, g * GAME
        games.word[w + PHASE] = READY
        games.counts[chunk * COUNTS + EVALUATIONS] += 1
        n, length = games.word[w + USED_NODES] - 1, games.word[w + LENGTH]
        place = g * sizes[NODES] + n
        key = mark_of(stored(games.states, place, like))
        absorb(g, n, key, games)
        recalled(g, n, key, games)
        if length == 0:
            take_logits(g, games)
            return
        own = float(games.node[place * NODE + VALUE])
        back_up(g, length, own if games.mover[place] == 0 else -own, UNKNOWN, games)
        games.counts[chunk * COUNTS + SIMULATIONS] += 1

    return Search(drawn, mark_of, worth, open_root, simulate, answered, sims_of, score_root, chosen_edge, value_of)
