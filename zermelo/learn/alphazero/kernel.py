"""The kernel of self-play: each call takes every game to its next question for the network."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.compile.kernel.rules import Rules
from zermelo.compile.plain.atomics import add
from zermelo.evaluate.encoding.tables import encoder, indexer
from zermelo.learn.alphazero.games import (
    CHOOSE,
    DONE,
    GIVEN,
    MINE,
    NEW,
    NOBODYS,
    NOT_KNOWN,
    READY,
    THEIRS,
    UNKNOWN,
    WAITING,
)
from zermelo.learn.alphazero.search import IMPOSSIBLE, search_for
from zermelo.search.sampling.draw import drawn

WITHOUT_NETWORK = 200  # the most simulations of a game in one call
MOST_TRIES = 50  # to find a random opening that does not end the game
LEAST = 0.5  # a position that is not clear is handed out at least this often on average
PACE = 0.001  # the weight of a new surprise in the moving average
MOST_SURPRISE = 7.0  # surprises count up to this multiple of the average: a position is handed out 4 times at most
TINY = 1e-6


@lru_cache(maxsize=64)
def kernel_for(own_planes: Callable[..., Any] | None, own_index: Callable[..., Any] | None) -> Callable[[Rules], Any]:
    """The kernel's factory: play(state, games, tables), called by any number of threads at once.

    state: the initial one. Each thread takes chunks of games until none is left. own_planes, own_index: the game's own
    `encode` and `action_index`.
    """

    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, fill, play_move = rules.to_move, rules.is_terminal, rules.fill, rules.play
        store, stored, buffer = rules.store, rules.stored, rules.buffer
        encode, index = encoder(rules, own_planes), indexer(rules, own_index)
        worth, open_root, simulate, answered, sims_of, score_root, chosen_edge, value_of = search_for(
            rules, encode, index
        )
        random = rules.register(drawn)

        @rules.jit
        def record(g, chunk, chosen, like, games):
            """Notes the position, the improved policy (softmax of the scores without noise) and the value found."""
            sizes = games.sizes
            place, base, most = g * sizes.nodes, g * sizes.edges, sizes.actions
            past = g * sizes.plies + games.word.ply[g]
            store(games.past, past, stored(games.states, place, like))
            score_root(g, chunk, False, games)
            count = int(games.node.count[place])
            top, best, total = IMPOSSIBLE, 0, 0.0
            for i in range(count):
                score = games.score[chunk * most + i]
                if games.root[g] != UNKNOWN and not games.root[g] <= games.proof[base + i] <= 1.0:
                    score = games.score[chunk * most + i] = IMPOSSIBLE  # worse than what is proved
                if score > top:
                    top, best = score, i
            for i in range(count):
                score = games.score[chunk * most + i]
                share = math.exp(score - top) if score > 0.5 * IMPOSSIBLE else 0.0
                games.past_policy[past * most + i] = share
                total += share
            surprise = 0.0
            for i in range(count):
                share = games.past_policy[past * most + i] / total
                games.past_policy[past * most + i] = share
                if share > 0.0:
                    surprise += share * (math.log(share) - games.logit[g * most + i])
            games.past_surprise[past] = surprise
            games.surprise[chunk] += PACE * (surprise - games.surprise[chunk])
            found = float(games.root[g]) if games.root[g] != UNKNOWN else value_of(g, base + best, games)
            decided = abs(found) if games.root[g] != UNKNOWN else 1.0 - float(games.node.draw[place])
            games.past_draw[past] = 1.0 - max(decided, abs(found))
            games.past_error[past] = found - value_of(g, base + chosen, games)
            games.past_value[past] = found if games.mover[place] == 0 else -found
            games.word.ply[g] += 1
            games.counts.moves[chunk] += 1

        @rules.jit
        def write_sample(g, chunk, past, result, draw, end, ender, like, games, tables):
            """Writes a position that was searched as a sample, if there is room.

            result: for player 0; draw: its chance; both as they are to be learned. end: what the end was worth to
            player 0, UNKNOWN where the rules did not end the game; ender: who was to move there.
            """
            sizes, most = games.sizes, games.sizes.actions
            if games.out_count[chunk] >= sizes.room:
                games.counts.dropped[chunk] += 1
                return
            moves, numbers = buffer(games.move, g * sizes.edges), buffer(games.numbers, chunk * sizes.numbers)
            out = chunk * sizes.room + games.out_count[chunk]
            games.out_count[chunk] += 1
            state = stored(games.past, past, like)
            encode(state, tables, numbers, games.out_planes, out * sizes.bytes)
            count = fill(state, moves)
            for i in range(most):
                games.out_places[out * most + i] = index(state, moves[i], tables, numbers) if i < count else -1
                games.out_policy[out * most + i] = games.past_policy[past * most + i] if i < count else 0.0
            mover = to_move(state)
            games.out_value[out] = result if mover == 0 else -result
            games.out_draw[out] = draw
            games.out_end[out] = end if mover == 0 or end == UNKNOWN else -end
            for cell in range(sizes.owned):
                owner = NOT_KNOWN
                if end != UNKNOWN:
                    owner, first = NOBODYS, chunk * sizes.bytes + cell * sizes.planes
                    for plane in range(2 * sizes.pairs):
                        if games.final[first + plane]:
                            owner = MINE if (plane < sizes.pairs) == (ender == mover) else THEIRS
                games.out_owner[out * sizes.owned + cell] = owner

        @rules.jit
        def hand_out(g, chunk, result, end, last, like, games, tables):
            """Writes the positions of a finished game as samples.

            result: for player 0; end: as above; last: its last state.

            A position's value is its λ-return, which begins anew before a move that seemed a mistake; likewise the
            chance of a draw. Each is written once on average: less often where nothing was surprising, least of all
            where the position was clear besides; up to four times where much was.
            """
            sizes, knobs = games.sizes, games.knobs
            plies, draw = games.word.ply[g], 1.0 - abs(result)
            ender = to_move(last)
            if end != UNKNOWN and 0 <= ender <= 1:
                numbers = buffer(games.numbers, chunk * sizes.numbers)
                encode(last, tables, numbers, games.final, chunk * sizes.bytes)
            else:
                end = UNKNOWN
            for p in range(plies - 1, -1, -1):
                past = g * sizes.plies + p
                if p < plies - 1:
                    if games.past_error[past] > knobs.slack:
                        result, draw = float(games.past_value[past]), float(games.past_draw[past])
                    else:
                        result += (1.0 - knobs.trace) * (games.past_value[past] - result)
                        draw += (1.0 - knobs.trace) * (games.past_draw[past] - draw)
                share = games.past_surprise[past] / (games.surprise[chunk] + TINY)
                least = knobs.dull if abs(games.past_value[past]) > knobs.clear else LEAST
                for _ in range(int(least + 0.5 * min(share, MOST_SURPRISE) + random(games.noise, g))):
                    write_sample(g, chunk, past, result, draw, end, ender, like, games, tables)
            games.word.ply[g] = 0
            games.counts.finished[chunk] += 1

        @rules.jit
        def opening(g, initial, games):
            """The first position of a game: the initial one, or one after some random moves."""
            sizes, knobs = games.sizes, games.knobs
            moves = buffer(games.move, g * sizes.edges)
            for _ in range(MOST_TRIES):
                state, plies = initial, 0
                if random(games.noise, g) < knobs.opened:
                    plies = 1 + int(random(games.noise, g) ** knobs.evenness * knobs.openings)
                for _ in range(plies):
                    count = fill(state, moves)
                    state = play_move(state, moves[int(random(games.noise, g) * count)])
                    if is_terminal(state):
                        break
                if not is_terminal(state):
                    return state
            return initial

        @rules.jit
        def next_game(g, chunk, initial, games, tables):
            games.word.ply[g] = games.word.is_clear[g] = 0
            state = opening(g, initial, games)
            games.word.plays_on[g] = 1 if random(games.noise, g) < games.knobs.on else 0
            open_root(g, state, chunk, games, tables)

        @rules.jit
        def conclude(g, chunk, initial, games, tables):
            """Ends a search: chooses, and in self-play makes the move and begins the next search."""
            sizes = games.sizes
            chosen = chosen_edge(g, chunk, games)
            if sizes.mode == CHOOSE:
                games.word.chosen[g], games.word.phase[g] = chosen, DONE
                return
            record(g, chunk, chosen, initial, games)
            place = g * sizes.nodes
            state = play_move(stored(games.states, place, initial), games.move[g * sizes.edges + chosen])
            over, result, end = False, 0.0, UNKNOWN
            if is_terminal(state):
                over, result = True, worth(state, games)
                end = result
            elif games.root[g] != UNKNOWN and games.word.plays_on[g] == 0:
                over = True
                result = float(games.root[g]) if games.mover[place] == 0 else -float(games.root[g])
                games.counts.proved[chunk] += 1
            elif games.word.ply[g] >= sizes.plies:
                over = True
            if over:
                hand_out(g, chunk, result, end, state, initial, games, tables)
                next_game(g, chunk, initial, games, tables)
            else:
                last = g * sizes.plies + games.word.ply[g] - 1
                games.word.is_clear[g] = 1 if abs(games.past_value[last]) > games.knobs.clear else 0
                open_root(g, state, chunk, games, tables)

        @rules.jit
        def is_skipped(g, games):
            """Is a game not worth playing? Most random openings that the network finds clear are not."""
            if games.sizes.mode == CHOOSE or games.word.ply[g] > 0 or games.word.done_sims[g] > 0:
                return False
            value = games.node.value[g * games.sizes.nodes]
            if games.root[g] == UNKNOWN and abs(value) <= games.knobs.clear:
                return False
            return random(games.noise, g) < games.knobs.skipped

        @rules.jit
        def advance(g, chunk, initial, games, tables):
            """Takes a game to its next question for the network."""
            sizes = games.sizes
            phase = games.word.phase[g]
            if phase == DONE:
                return
            if phase == NEW:
                next_game(g, chunk, initial, games, tables)
            elif phase == GIVEN:
                open_root(g, stored(games.states, g * sizes.nodes, initial), chunk, games, tables)
            elif phase == WAITING:
                answered(g, chunk, initial, games)
            for _ in range(WITHOUT_NETWORK):
                if games.word.phase[g] != READY:
                    return
                if is_skipped(g, games):
                    next_game(g, chunk, initial, games, tables)
                elif games.word.done_sims[g] >= sims_of(g, games) or games.root[g] != UNKNOWN:
                    conclude(g, chunk, initial, games, tables)
                else:
                    simulate(g, chunk, initial, games, tables)

        @rules.jit
        def play(state, games, tables):
            sizes = games.sizes
            while True:
                chunk = add(games.next, 0, 1)
                if chunk >= sizes.chunks:
                    return
                for g in range(chunk * sizes.games // sizes.chunks, (chunk + 1) * sizes.games // sizes.chunks):
                    advance(g, chunk, state, games, tables)

        return play

    return kernel
