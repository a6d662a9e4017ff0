"""Many games in step: a search tree for each, what was played, and what is asked of the network, in flat arrays.

All arrays have one dimension. With g for a game, n for a node of its tree, e for an edge (an action of a node) and p
for a ply, the place of an entry is g × nodes + n, g × edges + e or g × plies + p.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from zermelo.compile.kernel.memory import new_words
from zermelo.compile.kernel.states import numbers_of
from zermelo.compile.plain.columns import Columns, Row
from zermelo.evaluate.encoding.encoding import Encoding, numbers_for
from zermelo.game import Game

SIZES = (  # how long the arrays are, and what the kernel is to do
    "games",
    "nodes",  # of a tree
    "edges",  # of a tree
    "plies",
    "actions",
    "bytes",  # of the planes of a position
    "owned",  # cells of which it is told whose they are at the end: all or none
    "planes",  # of a cell
    "pairs",  # pieces of a player that the other one has, too: planes of mine, then of theirs
    "cache",
    "chunks",
    "room",  # finished positions of a chunk
    "numbers",
    "sims",
    "few",  # simulations where the position is clear
    "considered",
    "ends",  # are the actions that end the game looked for?
    "mode",
    "next",  # the chunk that the next thread takes
)
PLAY, CHOOSE = 0, 1  # the modes: play games on and on, or choose an action in each given position

WORDS_OF_GAME = ("used_nodes", "used_edges", "done_sims", "phase", "length", "ply", "plays_on", "chosen", "is_clear")
READY, WAITING, NEW, GIVEN, DONE = range(5)  # the phases; WAITING: for the network; GIVEN: a root was set from outside

NODE = ("first", "count", "visits", "value", "draw")  # value (of the mover) and draw are the network's
EDGE = ("prior", "total", "visits", "child")  # the total is for the player who moves along it
VERDICT = 2  # what an answer has after the priors: the value for the player to move, and the chance of a draw
MINE, THEIRS, NOBODYS, NOT_KNOWN = 0, 1, 2, -1  # whose a cell is at the end, as the player to move sees it
UNKNOWN = 2.0  # the proof of an edge that is not proved; else its value to the player who moves along it

KNOBS = (  # visit_scale and value_scale stand in files of runs; the kernel takes the constants of sampling.halving
    *("exploration", "reluctance", "visit_scale", "value_scale", "trace", "slack", "noise", "reach"),
    *("opened", "openings", "skipped", "on", "clear", "dull", "evenness", "spare"),
)
COUNTS = ("simulations", "evaluations", "hits", "finished", "moves", "proved", "dropped", "spare")  # a cache line

FEW_ACTIONS = 16  # in games with at most this many per state, each new node is tested for actions that end the game


class GameArrays(NamedTuple):
    """Many games in step, with their trees and histories: an array for each thing that is known of all of them.

    What has names above is read by them: games.sizes.nodes, games.edge.total[e].
    """

    sizes: Any  # SIZES
    knobs: Any  # KNOBS
    next: Any  # [1] the last one of the sizes, which threads count up
    schedule: Any  # [actions considered × sims, then × few] how often the root's next action was tried: see `halving`
    states: Any  # [g, n] as `rules.store` writes them
    past: Any  # [g, p] likewise
    word: Any  # [g] WORDS_OF_GAME
    noise: Any  # [g] the state of its random numbers
    proof: Any  # [g, e]
    root: Any  # [g] the proof of its root, for the player to move there
    node: Any  # [g, n] NODE
    mover: Any  # [g, n]
    edge: Any  # [g, e] EDGE
    move: Any  # [g, e] as `fill` writes it
    path_node: Any  # [g, n]
    path_edge: Any  # [g, n]
    gumbel: Any  # [g × actions] the noise of the root's actions
    logit: Any  # [g × actions] the logarithms of their priors
    score: Any  # [chunk × actions]
    numbers: Any  # [chunk × numbers]
    past_value: Any  # [g, p] what the search found, for player 0
    past_draw: Any  # [g, p] the chance of a draw, as the network told it
    past_error: Any  # [g, p] by how much the move played seemed worse than the best
    past_surprise: Any  # [g, p] how far the search was from the network's policy
    past_policy: Any  # [(g, p) × actions]
    cache_key: Any  # [g × cache]
    cache_value: Any  # [g × cache]
    cache_draw: Any  # [g × cache]
    cache_prior: Any  # [g × cache × actions]
    planes: Any  # [g × bytes] of the leaf that waits for the network
    places: Any  # [g × actions] its actions in the policy; -1 after the last one
    answer: Any  # [g × (actions + VERDICT)] the network's: priors, then what it thinks of the position
    out_planes: Any  # [chunk × room × bytes] finished positions
    out_places: Any  # [chunk × room × actions]
    out_policy: Any  # [chunk × room × actions]
    out_value: Any  # [chunk × room]
    out_draw: Any  # [chunk × room]
    out_owner: Any  # [chunk × room × cells] whose each cell was at the end: MINE, THEIRS, NOBODYS or NOT_KNOWN
    out_end: Any  # [chunk × room] what the end was worth to the player to move; UNKNOWN where the rules did not end it
    final: Any  # [chunk × bytes] the planes of the last position of a game
    out_count: Any  # [chunk]
    surprise: Any  # [chunk] the moving average of past_surprise
    counts: Any  # [chunk] COUNTS


PAST = ("past_value", "past_draw", "past_error", "past_surprise")  # numbers of a ply
ASKED = ("planes", "places", "answer")  # what goes to the network and comes back


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
    ends = int(room.usual <= FEW_ACTIONS)
    pairs = encoding.pairs
    owned = encoding.cells if pairs else 0
    lengths = [g, n, e, room.plies, a, size, owned, encoding.planes, pairs]
    lengths += [k, chunks, c, numbers_for(game), room.sims, 1, 0, ends, PLAY, 0]
    sizes = Row(np.array(lengths, np.int64), SIZES)
    given = asked or new_asked(g, a, size)
    word = Columns(np.zeros(g * len(WORDS_OF_GAME), np.int64), WORDS_OF_GAME)
    word.phase[:] = NEW
    return GameArrays(
        sizes=sizes,
        knobs=Row(np.zeros(len(KNOBS)), KNOBS),
        next=sizes.array[-1:],
        schedule=np.zeros(1, np.int32),
        states=new_words(compiled, g * n * per_state),
        past=new_words(compiled, g * room.plies * per_state),
        word=word,
        noise=np.zeros(g, np.int64),
        proof=np.zeros(g * e, np.float32),
        root=np.zeros(g, np.float32),
        node=Columns(np.zeros(g * n * len(NODE), np.float32), NODE),
        mover=np.zeros(g * n, np.int8),
        edge=Columns(np.zeros(g * e * len(EDGE), np.float32), EDGE),
        move=new_words(compiled, g * e),
        path_node=np.zeros(g * n, np.int32),
        path_edge=np.zeros(g * n, np.int32),
        gumbel=np.zeros(g * a, np.float32),
        logit=np.zeros(g * a, np.float32),
        score=np.zeros(chunks * a, np.float64),
        numbers=np.zeros(chunks * numbers_for(game), np.int64),
        **{name: np.zeros(g * room.plies, np.float32) for name in PAST},
        past_policy=np.zeros(g * room.plies * a, np.float32),
        cache_key=np.zeros(g * k, np.int64),
        cache_value=np.zeros(g * k, np.float32),
        cache_draw=np.zeros(g * k, np.float32),
        cache_prior=np.zeros(g * k * a, np.float32),
        **{name: given[name] for name in ASKED},
        out_planes=np.zeros(chunks * c * size, np.uint8),
        out_places=np.zeros(chunks * c * a, np.int16),
        out_policy=np.zeros(chunks * c * a, np.float32),
        out_value=np.zeros(chunks * c, np.float32),
        out_draw=np.zeros(chunks * c, np.float32),
        out_owner=np.zeros(max(1, chunks * c * owned), np.int8),
        out_end=np.zeros(chunks * c, np.float32),
        final=np.zeros(chunks * size, np.uint8),
        out_count=np.zeros(chunks, np.int64),
        surprise=np.ones(chunks),
        counts=Columns(np.zeros(chunks * len(COUNTS), np.int64), COUNTS),
    )


def new_asked(games: int, actions: int, size: int) -> dict[str, Any]:
    """The arrays of ASKED in ordinary memory."""
    return {
        "planes": np.zeros(games * size, np.uint8),
        "places": np.zeros(games * actions, np.int16),
        "answer": np.zeros(games * (actions + VERDICT), np.float32),
    }
