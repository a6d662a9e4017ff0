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
    ACTIONS,
    BYTES,
    CHOOSE,
    CHOSEN,
    CHUNKS,
    CLEAR,
    COUNT,
    COUNTS,
    DONE,
    DONE_SIMS,
    DRAW,
    DROPPED,
    DULL,
    EDGES,
    EVENNESS,
    FINISHED,
    GAME,
    GAMES,
    GIVEN,
    IS_CLEAR,
    MODE,
    MOVES,
    NEW,
    NEXT,
    NODE,
    NODES,
    NUMBERS,
    ON,
    OPENED,
    OPENINGS,
    PHASE,
    PLAYS_ON,
    PLIES,
    PLY,
    PROVED,
    READY,
    ROOM,
    SKIPPED,
    SLACK,
    TRACE,
    UNKNOWN,
    VALUE,
    WAITING,
)
from zermelo.learn.alphazero.search import IMPOSSIBLE, search_for

WITHOUT_NETWORK = 200  # simulations of a game in one call, at most
MOST_TRIES = 50  # to find a random opening that does not end the game
LEAST = 0.5  # how often a position that is not clear is handed out, at least
USUAL = 0.001  # the weight of a new position in the moving average of surprises
MOST_SURPRISE = 7.0  # as a multiple of that average: a position is handed out four times at most
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
        drawn, _, worth, open_root, simulate, answered, sims_of, score_root, chosen_edge, value_of = search_for(
            rules, encode, index
        )

        @rules.jit
        def record(g, chunk, chosen, like, games):
            """Notes the position, the improved policy (softmax of the scores without noise) and the value found."""
            sizes, w = games.sizes, g * GAME
            place, base, most = g * sizes[NODES], g * sizes[EDGES], sizes[ACTIONS]
            past = g * sizes[PLIES] + games.word[w + PLY]
            store(games.past, past, stored(games.states, place, like))
            score_root(g, chunk, False, games)
            count = int(games.node[place * NODE + COUNT])
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
            games.surprise[chunk] += USUAL * (surprise - games.surprise[chunk])
            found = float(games.root[g]) if games.root[g] != UNKNOWN else value_of(g, base + best, games)
            decided = abs(found) if games.root[g] != UNKNOWN else 1.0 - float(games.node[place * NODE + DRAW])
            games.past_draw[past] = 1.0 - max(decided, abs(found))
            games.past_error[past] = found - value_of(g, base + chosen, games)
            games.past_value[past] = found if games.mover[place] == 0 else -found
            games.word[w + PLY] += 1
            games.counts[chunk * COUNTS + MOVES] += 1

        @rules.jit
        def write_sample(g, chunk, past, result, draw, like, games, tables):
            """Writes a position that was searched as a sample, if there is room.

            result: for player 0; draw: its chance; both as they are to be learned.
            """
            sizes, most = games.sizes, games.sizes[ACTIONS]
            if games.out_count[chunk] >= sizes[ROOM]:
                games.counts[chunk * COUNTS + DROPPED] += 1
                return
            moves, numbers = buffer(games.move, g * sizes[EDGES]), buffer(games.numbers, chunk * sizes[NUMBERS])
            out = chunk * sizes[ROOM] + games.out_count[chunk]
            games.out_count[chunk] += 1
            state = stored(games.past, past, like)
            encode(state, tables, numbers, games.out_planes, out * sizes[BYTES])
            count = fill(state, moves)
            for i in range(most):
                games.out_places[out * most + i] = index(state, moves[i], tables, numbers) if i < count else -1
                games.out_policy[out * most + i] = games.past_policy[past * most + i] if i < count else 0.0
            games.out_value[out] = result if to_move(state) == 0 else -result
            games.out_draw[out] = draw

        @rules.jit
        def hand_out(g, chunk, result, like, games, tables):
            """Writes the positions of a finished game as samples; result: for player 0.

            A position's value is its λ-return, which begins anew before a move that seemed a mistake; likewise the
            chance of a draw. Each is written once on average: less often where nothing was surprising, least of all
            where the position was clear besides; up to four times where much was.
            """
            sizes, knobs = games.sizes, games.knobs
            plies, draw = games.word[g * GAME + PLY], 1.0 - abs(result)
            for p in range(plies - 1, -1, -1):
                past = g * sizes[PLIES] + p
                if p < plies - 1:
                    if games.past_error[past] > knobs[SLACK]:
                        result, draw = float(games.past_value[past]), float(games.past_draw[past])
                    else:
                        result += (1.0 - knobs[TRACE]) * (games.past_value[past] - result)
                        draw += (1.0 - knobs[TRACE]) * (games.past_draw[past] - draw)
                share = games.past_surprise[past] / (games.surprise[chunk] + TINY)
                least = knobs[DULL] if abs(games.past_value[past]) > knobs[CLEAR] else LEAST
                for _ in range(int(least + 0.5 * min(share, MOST_SURPRISE) + drawn(g, games))):
                    write_sample(g, chunk, past, result, draw, like, games, tables)
            games.word[g * GAME + PLY] = 0
            games.counts[chunk * COUNTS + FINISHED] += 1

        @rules.jit
        def opening(g, initial, games):
            """The first position of a game: the initial one, or one after some random moves."""
            sizes, knobs = games.sizes, games.knobs
            moves = buffer(games.move, g * sizes[EDGES])
            for _ in range(MOST_TRIES):
                state, plies = initial, 0
                if drawn(g, games) < knobs[OPENED]:
                    plies = 1 + int(drawn(g, games) ** knobs[EVENNESS] * knobs[OPENINGS])
                for _ in range(plies):
                    count = fill(state, moves)
                    state = play_move(state, moves[int(drawn(g, games) * count)])
                    if is_terminal(state):
                        break
                if not is_terminal(state):
                    return state
            return initial

        @rules.jit
        def next_game(g, chunk, initial, games, tables):
            games.word[g * GAME + PLY] = games.word[g * GAME + IS_CLEAR] = 0
            state = opening(g, initial, games)
            games.word[g * GAME + PLAYS_ON] = 1 if drawn(g, games) < games.knobs[ON] else 0
            open_root(g, state, chunk, games, tables)

        @rules.jit
        def conclude(g, chunk, initial, games, tables):
            """Ends a search: chooses, and in self-play makes the move and begins the next search."""
            sizes, w = games.sizes, g * GAME
            chosen = chosen_edge(g, chunk, games)
            if sizes[MODE] == CHOOSE:
                games.word[w + CHOSEN], games.word[w + PHASE] = chosen, DONE
                return
            record(g, chunk, chosen, initial, games)
            place = g * sizes[NODES]
            state = play_move(stored(games.states, place, initial), games.move[g * sizes[EDGES] + chosen])
            over, result = False, 0.0
            if games.root[g] != UNKNOWN and games.word[w + PLAYS_ON] == 0:
                over = True
                result = float(games.root[g]) if games.mover[place] == 0 else -float(games.root[g])
                games.counts[chunk * COUNTS + PROVED] += 1
            elif is_terminal(state):
                over, result = True, worth(state, games)
            elif games.word[w + PLY] >= sizes[PLIES]:
                over = True
            if over:
                hand_out(g, chunk, result, initial, games, tables)
                next_game(g, chunk, initial, games, tables)
            else:
                last = g * sizes[PLIES] + games.word[w + PLY] - 1
                games.word[w + IS_CLEAR] = 1 if abs(games.past_value[last]) > games.knobs[CLEAR] else 0
                open_root(g, state, chunk, games, tables)

        @rules.jit
        def is_skipped(g, games):
            """Is a game not worth playing? Most random openings that the network finds clear are not."""
            w = g * GAME
            if games.sizes[MODE] == CHOOSE or games.word[w + PLY] > 0 or games.word[w + DONE_SIMS] > 0:
                return False
            value = games.node[g * games.sizes[NODES] * NODE + VALUE]
            if games.root[g] == UNKNOWN and abs(value) <= games.knobs[CLEAR]:
                return False
            return drawn(g, games) < games.knobs[SKIPPED]

        @rules.jit
        def advance(g, chunk, initial, games, tables):
            """Takes a game to its next question for the network."""
            sizes, w = games.sizes, g * GAME
            phase = games.word[w + PHASE]
            if phase == DONE:
                return
            if phase == NEW:
                next_game(g, chunk, initial, games, tables)
            elif phase == GIVEN:
                open_root(g, stored(games.states, g * sizes[NODES], initial), chunk, games, tables)
            elif phase == WAITING:
                answered(g, chunk, initial, games)
            for _ in range(WITHOUT_NETWORK):
                if games.word[w + PHASE] != READY:
                    return
                if is_skipped(g, games):
                    next_game(g, chunk, initial, games, tables)
                elif games.word[w + DONE_SIMS] >= sims_of(g, games) or games.root[g] != UNKNOWN:
                    conclude(g, chunk, initial, games, tables)
                else:
                    simulate(g, chunk, initial, games, tables)

        @rules.jit
        def play(state, games, tables):
            sizes = games.sizes
            while True:
                chunk = add(sizes, NEXT, 1)
                if chunk >= sizes[CHUNKS]:
                    return
                for g in range(chunk * sizes[GAMES] // sizes[CHUNKS], (chunk + 1) * sizes[GAMES] // sizes[CHUNKS]):
                    advance(g, chunk, state, games, tables)

        return play

    return kernel
