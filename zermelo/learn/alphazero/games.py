"""Many games in step: a search tree for each, what was played, and what is asked of the network, in flat arrays.

All arrays have one dimension. With g for a game, n for a node of its tree, e for an edge (an action of a node) and p
for a ply, the place of an entry is g × NODES + n, g × EDGES + e or g × PLIES + p.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from zermelo.compile.kernel.memory import new_words
from zermelo.compile.kernel.states import numbers_of
from zermelo.evaluate.encoding.encoding import Encoding, numbers_for, pointer
from zermelo.game import Game

# words of `sizes`: how long the arrays are, and what the kernel is to do
GAMES, NODES, EDGES, PLIES, ACTIONS, BYTES, CACHE, CHUNKS, ROOM, NUMBERS = range(10)
SIMS, FEW, CONSIDERED, ENDS, MODE, NEXT = range(10, 16)
SIZES = 16
PLAY, CHOOSE = 0, 1  # the modes: play games on and on, or choose an action in each given position

# words of a game
USED_NODES, USED_EDGES, DONE_SIMS, PHASE, LENGTH, PLY, PLAYS_ON, CHOSEN, IS_CLEAR = range(9)
GAME = 9
READY, WAITING, NEW, GIVEN, DONE = range(5)  # the phases; WAITING: for the network; GIVEN: a root was set from outside

FIRST, COUNT, VISITS, VALUE, DRAW = range(5)  # numbers of a node; value (of the mover) and draw are the network's
NODE = 5
PRIOR, TOTAL, TIMES, CHILD = range(4)  # numbers of an edge; the total is for the player who moves along it
EDGE = 4
VERDICT = 2  # what an answer has after the priors: the value for the player to move, and the chance of a draw
UNKNOWN = 2.0  # the proof of an edge that is not proved; else its value to the player who moves along it

# numbers of `knobs`
EXPLORATION, RELUCTANCE, VISIT_SCALE, VALUE_SCALE, TRACE, SLACK, NOISE, REACH = range(8)
OPENED, OPENINGS, SKIPPED, ON, CLEAR, DULL, EVENNESS = range(8, 15)
KNOBS = 16

SIMULATIONS, EVALUATIONS, HITS, FINISHED, MOVES, PROVED, DROPPED = range(7)  # what is counted, by chunk
COUNTS = 8

FEW_ACTIONS = 16  # in games with at most this many per state, each new node is tested for actions that end the game


class GameArrays(NamedTuple):
    """Many games in step, with their trees and histories: an array for each thing that is known of all of them."""

    sizes: Any  # see above
    knobs: Any
    schedule: Any  # [actions considered × SIMS, then × FEW] how often the root's next action was tried: see `halving`
    states: Any  # [g, n] as `rules.store` writes them
    past: Any  # [g, p] likewise
    word: Any  # [g × GAME]
    noise: Any  # [g] the state of its random numbers
    proof: Any  # [g, e]
    root: Any  # [g] the proof of its root, for the player to move there
    node: Any  # [(g, n) × NODE]
    mover: Any  # [g, n]
    edge: Any  # [(g, e) × EDGE]
    move: Any  # [g, e] as `fill` writes it
    path_node: Any  # [g, n]
    path_edge: Any  # [g, n]
    gumbel: Any  # [g × ACTIONS] the noise of the root's actions
    logit: Any  # [g × ACTIONS] the logarithms of their priors
    score: Any  # [chunk × ACTIONS]
    numbers: Any  # [chunk × NUMBERS]
    past_value: Any  # [g, p] what the search found, for player 0
    past_draw: Any  # [g, p] the chance of a draw, as the network told it
    past_error: Any  # [g, p] by how much the move played seemed worse than the best
    past_surprise: Any  # [g, p] how far the search was from the network's policy
    past_policy: Any  # [(g, p) × ACTIONS]
    cache_key: Any  # [g × CACHE]
    cache_value: Any  # [g × CACHE]
    cache_draw: Any  # [g × CACHE]
    cache_prior: Any  # [g × CACHE × ACTIONS]
    planes: Any  # [g × BYTES] of the leaf that waits for the network
    places: Any  # [g × ACTIONS] its actions in the policy; -1 after the last one
    answer: Any  # [g × (ACTIONS + VERDICT)] the network's: priors, then what it thinks of the position
    out_planes: Any  # [chunk × ROOM × BYTES] finished positions
    out_places: Any  # [chunk × ROOM × ACTIONS]
    out_policy: Any  # [chunk × ROOM × ACTIONS]
    out_value: Any  # [chunk × ROOM]
    out_draw: Any  # [chunk × ROOM]
    out_count: Any  # [chunk]
    surprise: Any  # [chunk] its moving average
    counts: Any  # [chunk × COUNTS]


ASKED = ("planes", "places", "answer")  # what goes to the network and comes back
WORDS = ("states", "past", "move")  # arrays of the game's own values: lists, where a kernel is interpreted


@dataclass(frozen=True)
class Room:
    """How much room there is for games."""

    games: int
    sims: int
    actions: int  # of any state
    usual: int  # actions per state for which edges have room; few states have more
    plies: int
    cache: int = 512  # evaluations kept per game; a power of two
    chunks: int = 16  # parts into which the games are divided among threads
    positions: int = 2048  # room for finished positions per chunk


def new_games(
    game: Game, encoding: Encoding, room: Room, compiled: bool, asked: dict[str, Any] | None = None
) -> GameArrays:
    """Games that have not begun; asked: the arrays of ASKED, where they lie in memory that a device can reach."""
    g, a, n = room.games, room.actions, room.sims + 2
    e = room.actions + (n - 1) * min(room.actions, room.usual)
    size = encoding.cells * encoding.planes
    per_state = 1 if not compiled else 2 * numbers_of(game) + 2  # words of 64 bits, aligned
    chunks, c, k = min(room.chunks, g), room.positions, room.cache
    sizes = np.zeros(SIZES, np.int64)
    sizes[:NEXT] = [g, n, e, room.plies, a, size, k, chunks, c, numbers_for(game), room.sims, 1, 0, 0, PLAY]
    sizes[ENDS] = room.usual <= FEW_ACTIONS
    given = asked or new_asked(g, a, size)
    word = np.zeros(g * GAME, np.int64)
    word[PHASE::GAME] = NEW
    return GameArrays(
        sizes=sizes,
        knobs=np.zeros(KNOBS),
        schedule=np.zeros(1, np.int32),
        states=new_words(compiled, g * n * per_state),
        past=new_words(compiled, g * room.plies * per_state),
        word=word,
        noise=np.zeros(g, np.int64),
        proof=np.zeros(g * e, np.float32),
        root=np.zeros(g, np.float32),
        node=np.zeros(g * n * NODE, np.float32),
        mover=np.zeros(g * n, np.int8),
        edge=np.zeros(g * e * EDGE, np.float32),
        move=new_words(compiled, g * e),
        path_node=np.zeros(g * n, np.int32),
        path_edge=np.zeros(g * n, np.int32),
        gumbel=np.zeros(g * a, np.float32),
        logit=np.zeros(g * a, np.float32),
        score=np.zeros(chunks * a, np.float64),
        numbers=np.zeros(chunks * numbers_for(game), np.int64),
        past_value=np.zeros(g * room.plies, np.float32),
        past_draw=np.zeros(g * room.plies, np.float32),
        past_error=np.zeros(g * room.plies, np.float32),
        past_surprise=np.zeros(g * room.plies, np.float32),
        past_policy=np.zeros(g * room.plies * a, np.float32),
        cache_key=np.zeros(g * k, np.int64),
        cache_value=np.zeros(g * k, np.float32),
        cache_draw=np.zeros(g * k, np.float32),
        cache_prior=np.zeros(g * k * a, np.float32),
        planes=given["planes"],
        places=given["places"],
        answer=given["answer"],
        out_planes=np.zeros(chunks * c * size, np.uint8),
        out_places=np.zeros(chunks * c * a, np.int16),
        out_policy=np.zeros(chunks * c * a, np.float32),
        out_value=np.zeros(chunks * c, np.float32),
        out_draw=np.zeros(chunks * c, np.float32),
        out_count=np.zeros(chunks, np.int64),
        surprise=np.ones(chunks),
        counts=np.zeros(chunks * COUNTS, np.int64),
    )


def new_asked(games: int, actions: int, size: int) -> dict[str, Any]:
    """The arrays of ASKED in ordinary memory."""
    return {
        "planes": np.zeros(games * size, np.uint8),
        "places": np.zeros(games * actions, np.int16),
        "answer": np.zeros(games * (actions + VERDICT), np.float32),
    }


def as_arguments(compiled: bool, games: GameArrays) -> GameArrays:
    """The arrays as the kernel takes them."""
    return GameArrays(
        *(array if name in WORDS else pointer(compiled, array) for name, array in games._asdict().items())
    )
