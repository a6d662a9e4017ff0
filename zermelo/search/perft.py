"""Perft: how many action sequences of exactly N plies a position has; known counts test move generation."""

from __future__ import annotations

import time as clock
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from zermelo.arguments import checked
from zermelo.cluster.address import crew_at
from zermelo.cluster.crew import Crew
from zermelo.cluster.games import compiling, game_of, kept, path_of, told_game, told_path
from zermelo.cluster.tasks import Task
from zermelo.compile.kernel.memory import LIMIT, NODES, new_memory
from zermelo.compile.kernel.prepare import Kernel, prepare
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE, Action, Game, State
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline


def kernel(rules: Rules) -> Any:
    """count(state, depth, memory): the number of sequences of `depth` plies, not counting games that end earlier."""
    to_move, actions, result, chances = rules.to_move, rules.actions, rules.result, rules.chances
    count_actions, counts_on = rules.count_actions, rules.counts_on

    @rules.jit
    def count(state, depth, memory):
        memory[NODES] += 1
        if depth == 0:
            return 1
        if memory[NODES] > memory[LIMIT] or not counts_on(state):
            return 0
        if depth == 1 and to_move(state) != CHANCE:
            return count_actions(state, depth, memory)  # all are legal, so none needs to be played
        total = 0
        if to_move(state) == CHANCE:
            for outcome, _ in chances(state):
                total += count(result(state, outcome), depth - 1, memory)
        else:
            for action in actions(state, depth, memory):
                total += count(result(state, action), depth - 1, memory)
        return total

    return count


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernel after the state."""
    return 1, new_memory(compiled, 1)


@dataclass(frozen=True)
class Perft:
    """The count, in total and by first action."""

    game: Game
    state: State
    depth: int
    leaves: int
    seconds: float
    divided: tuple[tuple[Action, int], ...]


@checked
def perft(
    game: Game,
    state: State | None = None,
    depth: int = 1,
    compiled: bool | None = None,
    cluster: str | Crew | None = None,
) -> Perft:
    """Counts the sequences of `depth` actions (and outcomes of chance) from a state, by default the initial one.

    cluster: "local:4" or the address of a Ray cluster, whose workers count below a first action each, or below two.
    Raises ZermeloError where the game cannot travel there.

    >>> import zermelo
    >>> zermelo.perft(zermelo.load("tic-tac-toe"), depth=3).leaves
    504
    """
    state = game.initial() if state is None else state
    actions = _moves(game, state) if depth else []
    with crew_at(cluster) as crew:
        count = _count_here if crew is None or depth < SPREAD else partial(_count_there, crew)
        parts, seconds = count(game, state, actions, depth, compiled)
    leaves = 1 if depth == 0 else sum(parts)
    return Perft(game, state, depth, leaves, seconds, tuple(zip(actions, parts, strict=True)))


def _moves(game: Game, state: State) -> list[Any]:
    """The actions or outcomes of chance that are counted on from a state; none where counting ends."""
    goes_on = game.counts_on(state) if game.counts_on else not game.is_terminal(state)
    if not goes_on:
        return []
    return [one for one, _ in game.outcomes(state)] if game.to_move(state) == CHANCE else list(game.actions(state))


def _count_here(
    game: Game, state: State, actions: Sequence[Any], depth: int, compiled: bool | None
) -> tuple[list[int], float]:
    """The count below each action, and the seconds that it took."""
    run = prepare(game, kernel, example, label="perft", compiled=compiled)
    memory = new_memory(run.compiled, depth, run.buffer)
    memory[LIMIT] = UNLIMITED
    parts: list[int] = []
    start = clock.perf_counter()

    def work() -> None:
        for action in actions:
            parts.append(int(run.run(run.state(game.result(state, action)), depth - 1, memory)))

    Deadline().run(work, [memory], run.compiled)
    return parts, clock.perf_counter() - start


# --- on a cluster -----------------------------------------------------------------------------------------------------

SPREAD = 2  # plies from which on counting is spread
AGAIN = 4  # plies from which on it is spread by two of them, if the first has too few for all workers
EACH = 8  # tasks of a worker, at least


def _count_there(
    crew: Crew, game: Game, state: State, actions: Sequence[Any], depth: int, compiled: bool | None
) -> tuple[list[int], float]:
    told = told_game(game)
    common = {"game": told.arguments, "start": told_path(game, [state]), "compiled": compiled}
    sources, start = told.sources, clock.perf_counter()
    paths = [[place] for place in range(len(actions))]
    if depth >= AGAIN and len(actions) < EACH * crew.workers:
        replies = [len(_moves(game, game.result(state, action))) for action in actions]
        paths = [[place, reply] for place, count in enumerate(replies) for reply in range(count)]
    tasks = [Task("count", {**common, "path": path, "depth": depth - len(path)}, {}, sources) for path in paths]
    parts = [0] * len(actions)
    for path, answer in zip(paths, crew.map(tasks), strict=True):
        parts[path[0]] += int(answer.result)
    return parts, clock.perf_counter() - start


def counted(arguments: Mapping[str, Any], _: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
    """The task: the count of a position."""
    game, depth = game_of(arguments["game"]), arguments["depth"]

    def make() -> Kernel:
        with compiling(game, "perft"):
            return prepare(game, kernel, example, label="perft", compiled=arguments["compiled"])

    run = kept("perft", [game.title, arguments["compiled"]], make)
    state = path_of(game, arguments["start"])[-1]
    for place in arguments["path"]:
        state = game.result(state, _moves(game, state)[place])
    memory = new_memory(run.compiled, depth, run.buffer)
    memory[LIMIT] = UNLIMITED
    return int(run.run(run.state(state), depth, memory)), {}
