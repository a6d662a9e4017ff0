"""Perft: how many action sequences of exactly N plies a position has; known counts test move generation."""

from __future__ import annotations

import time as clock
from dataclasses import dataclass
from typing import Any

from zermelo.arguments import checked
from zermelo.compile.kernel.memory import LIMIT, NODES, new_memory
from zermelo.compile.kernel.prepare import prepare
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
def perft(game: Game, state: State | None = None, depth: int = 1, compiled: bool | None = None) -> Perft:
    """Counts the sequences of `depth` actions (and outcomes of chance) from a state, by default the initial one.

    >>> import zermelo
    >>> zermelo.perft(zermelo.load("tic-tac-toe"), depth=3).leaves
    504
    """
    state = game.initial() if state is None else state
    run = prepare(game, kernel, example, label="perft", compiled=compiled)
    memory = new_memory(run.compiled, depth, run.buffer)
    memory[LIMIT] = UNLIMITED
    parts: list[tuple[Action, int]] = []
    start = clock.perf_counter()

    def work() -> None:
        goes_on = game.counts_on(state) if game.counts_on else not game.is_terminal(state)
        if depth == 0 or not goes_on:
            return
        chance = game.to_move(state) == CHANCE
        for action in [outcome for outcome, _ in game.outcomes(state)] if chance else game.actions(state):
            parts.append((action, int(run.run(run.state(game.result(state, action)), depth - 1, memory))))

    Deadline().run(work, [memory], run.compiled)
    leaves = 1 if depth == 0 else sum(count for _, count in parts)
    return Perft(game, state, depth, leaves, clock.perf_counter() - start, tuple(parts))
