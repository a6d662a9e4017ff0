"""The search of self-play: Gumbel noise and sequential halving at the root (Danihelka et al. 2022), PUCT below it.

A value that the rules prove is backed up as such, and ends the search where it reaches the root. Values are between -1
and 1; what is passed up a tree is the value for player 0.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from zermelo.compile.kernel.rules import Rules
from zermelo.learn.alphazero.games import READY, UNKNOWN, VERDICT, WAITING
from zermelo.search.sampling.draw import drawn
from zermelo.search.sampling.halving import LEAST_PRIOR, rated
from zermelo.search.sampling.select import puct_bound, selector
from zermelo.search.sampling.tree import NOWHERE, credit

IMPOSSIBLE, EXCLUDED, DECIDED = -1e38, 1e6, 1e9


class Search(NamedTuple):
    """The functions of the search that self-play calls; see there."""

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

    random, credited = rules.register(drawn), rules.register(credit)
    bound, score_of = rules.register(puct_bound), rules.register(rated)

    @rules.jit
    def mark_of(state):
        """What the cache knows a state by; 0 is an empty place there."""
        key = key_of(state)
        return key if key != 0 else 1

    @rules.jit
    def worth(state, games):
        """The value of a terminal state for player 0."""
        return min(1.0, max(-1.0, utility(state, 0) / games.knobs.reach))

    @rules.jit
    def new_node(g, state, games):
        """Adds a node with its edges to a tree; returns its index, -1 if there is no room."""
        sizes = games.sizes
        n, first = games.word.used_nodes[g], games.word.used_edges[g]
        if n >= sizes.nodes or first + sizes.actions > sizes.edges:
            return -1
        place, base = g * sizes.nodes + n, g * sizes.edges + first
        store(games.states, place, state)
        count = fill(state, buffer(games.move, base))
        if count == 0:
            raise ValueError("a state has no actions, but the game is not over there")
        games.word.used_nodes[g], games.word.used_edges[g] = n + 1, first + count
        games.mover[place] = to_move(state)
        games.node.first[place] = first
        games.node.count[place] = count
        games.node.visits[place] = 0.0
        games.node.value[place] = games.node.draw[place] = 0.0
        sign = 1.0 if games.mover[place] == 0 else -1.0
        for e in range(base, base + count):
            games.proof[e] = UNKNOWN
            games.edge.total[e] = 0.0
            games.edge.visits[e] = 0.0
            games.edge.child[e] = -1.0
            if sizes.ends:
                after = play_move(state, games.move[e])
                if is_terminal(after):
                    games.proof[e] = sign * worth(after, games)
        return n

    @rules.jit
    def proof_of(g, n, games):
        """What is proved of a node, for the player to move there: if one action wins, or all are proved."""
        place, base = g * games.sizes.nodes + n, g * games.sizes.edges
        first = base + int(games.node.first[place])
        best, all_known = -1.0, True
        for e in range(first, first + int(games.node.count[place])):
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
        slot = g * sizes.cache + (key & (sizes.cache - 1))
        if games.cache_key[slot] != key:
            return False
        place = g * sizes.nodes + n
        e = g * sizes.edges + int(games.node.first[place])
        for i in range(int(games.node.count[place])):
            games.edge.prior[e + i] = games.cache_prior[slot * sizes.actions + i]
        games.node.value[place] = games.cache_value[slot]
        games.node.draw[place] = games.cache_draw[slot]
        return True

    @rules.jit
    def ask(g, n, state, chunk, games, tables):
        """Writes the question for the network."""
        sizes = games.sizes
        most = sizes.actions
        numbers = buffer(games.numbers, chunk * sizes.numbers)
        encode(state, tables, numbers, games.planes, g * sizes.bytes)
        place = g * sizes.nodes + n
        base, count = g * sizes.edges + int(games.node.first[place]), int(games.node.count[place])
        for i in range(count):
            games.places[g * most + i] = index(state, games.move[base + i], tables, numbers)
        for i in range(count, most):
            games.places[g * most + i] = -1
        games.word.phase[g] = WAITING

    @rules.jit
    def absorb(g, n, key, games):
        """Puts the network's answer into the cache."""
        sizes = games.sizes
        most = sizes.actions
        slot, answer = g * sizes.cache + (key & (sizes.cache - 1)), g * (most + VERDICT)
        games.cache_key[slot] = key
        for i in range(int(games.node.count[g * sizes.nodes + n])):
            games.cache_prior[slot * most + i] = max(games.answer[answer + i], LEAST_PRIOR)
        games.cache_value[slot] = games.answer[answer + most]
        games.cache_draw[slot] = games.answer[answer + most + 1]

    @rules.jit
    def take_logits(g, games):
        """Notes the logarithms of the root's priors."""
        sizes = games.sizes
        e = g * sizes.edges
        for i in range(int(games.node.count[g * sizes.nodes])):
            games.logit[g * sizes.actions + i] = math.log(games.edge.prior[e + i])

    @rules.jit
    def open_root(g, state, chunk, games, tables):
        """Begins a search."""
        sizes = games.sizes
        games.word.used_nodes[g] = games.word.used_edges[g] = 0
        games.word.done_sims[g] = games.word.length[g] = 0
        games.word.phase[g] = READY
        n = new_node(g, state, games)
        games.root[g] = proof_of(g, n, games)
        count = int(games.node.count[g * sizes.nodes])
        for i in range(count):
            unit = random(games.noise, g) * 0.999998 + 1e-6
            games.gumbel[g * sizes.actions + i] = -games.knobs.noise * math.log(-math.log(unit))
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
            n, e = games.path_node[g * sizes.nodes + i], games.path_edge[g * sizes.nodes + i]
            place, base = g * sizes.nodes + n, g * sizes.edges
            sign = 1.0 if games.mover[place] == 0 else -1.0
            credited(games.edge, base + e, sign * value)
            games.node.visits[place] += 1.0
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
        games.word.done_sims[g] += 1

    @rules.inner
    def bound_of(games, e, _, terms):
        """PUCT's bound of an edge; an action that is proved counts as its value, and one that loses is excluded."""
        untried, rate = terms
        known, visits = games.proof[e], games.edge.visits[e]
        if known <= -1.0:
            return -math.inf
        mean = untried
        if known != UNKNOWN:
            mean = float(known)
        elif visits > 0.0:
            mean = games.edge.total[e] / visits
        return bound(mean, games.edge.prior[e], visits, rate)

    best_of = selector(rules, bound_of)

    @rules.jit
    def best_edge(g, n, games):
        """PUCT: the edge with the greatest bound, without those that are proved to lose."""
        sizes, knobs = games.sizes, games.knobs
        place, base = g * sizes.nodes + n, g * sizes.edges
        first, count = base + int(games.node.first[place]), int(games.node.count[place])
        total = float(games.node.value[place])
        for e in range(first, first + count):
            total += games.edge.total[e]
        visits = games.node.visits[place]
        untried = total / (1.0 + visits) - knobs.reluctance
        rate = knobs.exploration * math.sqrt(visits + 1.0)
        chosen = best_of(games, first, count, 0, (untried, rate))
        return (first if chosen == NOWHERE else chosen) - base

    @rules.jit
    def score_root(g, chunk, with_noise, games):
        """Scores the root's actions: noise + logit + a multiple of their value; returns the most visits of one.

        An action that was not tried counts as the mean of what is known.
        """
        sizes = games.sizes
        place, base = g * sizes.nodes, g * sizes.edges
        count = int(games.node.count[place])
        total, most = float(games.node.value[place]), 0.0
        for e in range(base, base + count):
            total += games.edge.total[e]
            most = max(most, float(games.edge.visits[e]))
        mean = float(total / (1.0 + games.node.visits[place]))
        for i in range(count):
            e, a = base + i, g * sizes.actions + i
            value = mean
            if games.proof[e] != UNKNOWN:
                value = float(games.proof[e])
            elif games.edge.visits[e] > 0.0:
                value = float(games.edge.total[e] / games.edge.visits[e])
            noise = games.gumbel[a] if with_noise else 0.0
            games.score[chunk * sizes.actions + i] = score_of(float(noise + games.logit[a]), value, most, 1.0)
        return most

    @rules.jit
    def sims_of(g, games):
        """The simulations of the search in a game: few, where the position is clear."""
        return games.sizes.few if games.word.is_clear[g] else games.sizes.sims

    @rules.jit
    def scheduled_edge(g, chunk, games):
        """The root's action to try next, by sequential halving."""
        sizes = games.sizes
        score_root(g, chunk, True, games)
        count = int(games.node.count[g * sizes.nodes])
        row, sims = min(count, sizes.considered), sims_of(g, games)
        table = (sizes.considered + 1) * sizes.sims if games.word.is_clear[g] else 0
        wanted = games.schedule[table + row * sims + min(games.word.done_sims[g], sims - 1)]
        best, chosen = IMPOSSIBLE, 0
        for i in range(count):
            score = games.score[chunk * sizes.actions + i]
            if games.edge.visits[g * sizes.edges + i] != wanted:
                score -= DECIDED
            if score > best:
                best, chosen = score, i
        return chosen

    @rules.jit
    def simulate(g, chunk, like, games, tables):
        """One simulation, to its end or to a question for the network."""
        sizes = games.sizes
        base = g * sizes.edges
        n, length, value, proof = 0, 0, 0.0, UNKNOWN
        while True:
            place = g * sizes.nodes + n
            e = scheduled_edge(g, chunk, games) if n == 0 else best_edge(g, n, games)
            games.path_node[g * sizes.nodes + length] = n
            games.path_edge[g * sizes.nodes + length] = e
            length += 1
            if games.proof[base + e] != UNKNOWN:
                known = float(games.proof[base + e])
                value = known if games.mover[place] == 0 else -known
                break
            child = int(games.edge.child[base + e])
            if child >= 0:
                n = child
                continue
            state = play_move(stored(games.states, place, like), games.move[base + e])
            if is_terminal(state):
                value = proof = worth(state, games)
                break
            child = new_node(g, state, games)
            if child < 0:  # no room: the search ends here
                games.word.done_sims[g] = sizes.sims
                return
            games.edge.child[base + e] = child
            known = proof_of(g, child, games)
            if known != UNKNOWN:
                value = proof = known if games.mover[g * sizes.nodes + child] == 0 else -known
                break
            if not recalled(g, child, mark_of(state), games):
                games.word.length[g] = length
                ask(g, child, state, chunk, games, tables)
                return
            games.counts.hits[chunk] += 1
            own = float(games.node.value[g * sizes.nodes + child])
            value = own if games.mover[g * sizes.nodes + child] == 0 else -own
            break
        back_up(g, length, value, proof, games)
        games.counts.simulations[chunk] += 1

    @rules.jit
    def chosen_edge(g, chunk, games):
        """The action to play: of those tried most, the one with the greatest score, unless something is proved."""
        sizes = games.sizes
        most = score_root(g, chunk, True, games)
        best, chosen = 2.0 * IMPOSSIBLE, 0
        for i in range(int(games.node.count[g * sizes.nodes])):
            e = g * sizes.edges + i
            score, known = games.score[chunk * sizes.actions + i], games.proof[e]
            if known == UNKNOWN:
                if games.edge.visits[e] < most:
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
        times = games.edge.visits[e]
        if games.proof[e] != UNKNOWN:
            return float(games.proof[e])
        if times > 0.0:
            return games.edge.total[e] / times
        return float(games.node.value[g * games.sizes.nodes])

    @rules.jit
    def answered(g, chunk, like, games):
        """Takes the network's answer in: for the root, or for the leaf of a simulation, which ends with it."""
        sizes = games.sizes
        games.word.phase[g] = READY
        games.counts.evaluations[chunk] += 1
        n, length = games.word.used_nodes[g] - 1, games.word.length[g]
        place = g * sizes.nodes + n
        key = mark_of(stored(games.states, place, like))
        absorb(g, n, key, games)
        recalled(g, n, key, games)
        if length == 0:
            take_logits(g, games)
            return
        own = float(games.node.value[place])
        back_up(g, length, own if games.mover[place] == 0 else -own, UNKNOWN, games)
        games.counts.simulations[chunk] += 1

    return Search(worth, open_root, simulate, answered, sims_of, score_root, chosen_edge, value_of)
