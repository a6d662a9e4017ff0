"""Textbook alpha-beta: minimax without the branches that cannot change its decision."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from zermelo.compile.kernel.memory import new_memory
from zermelo.compile.kernel.rules import Rules
from zermelo.game import MAX, Game, State
from zermelo.search.analysis import Analysis
from zermelo.search.base import needs_no_chance, needs_no_secrets, needs_two_players
from zermelo.search.depth_first.iteration import Root
from zermelo.search.options import switch
from zermelo.search.textbook.leaf import visitor
from zermelo.search.textbook.lookahead import Lookahead
from zermelo.search.textbook.minimax import Minimax
from zermelo.search.textbook.steps import BACK, PRUNE, UPDATE


@lru_cache(maxsize=2)
def kernel_for(strict: bool) -> Callable[[Rules], Any]:
    """The kernel's factory: value(state, depth, alpha, beta, memory), for MAX; outside the window it is a bound.

    strict: cut only at v > β, as some courses do, instead of at v ≥ β.
    MAX and MIN have a loop each: a single loop that checks whose turn it is searches 5% fewer nodes per second.
    """

    def kernel(rules: Rules) -> Any:
        to_move, actions, result = rules.to_move, rules.actions, rules.result
        remember, note, visit = rules.remember, rules.note, visitor(rules)

        @rules.jit
        def inside(state, depth, alpha, beta, memory):
            """v for MAX: exact inside (alpha, beta), a lower bound at v ≥ beta, an upper bound at v ≤ alpha.

            alpha is what MAX can already force on the path to this state, beta what MIN can. The state is not a leaf.
            """
            if to_move(state) == MAX:
                best = -math.inf
                for action in actions(state, depth, memory):
                    child = result(state, action)
                    leaf, v = visit(child, depth - 1, alpha, beta, MAX, memory)
                    if not leaf:
                        v = inside(child, depth - 1, alpha, beta, memory)
                    best = max(best, v)
                    if best > beta or (best == beta and not strict):
                        note(PRUNE, state, depth, alpha, beta, best)
                        return best
                    if best > alpha:
                        alpha = best
                        remember(state, action, depth, memory)
                    note(UPDATE, state, depth, alpha, beta, best)
            else:
                best = math.inf
                for action in actions(state, depth, memory):
                    child = result(state, action)
                    leaf, v = visit(child, depth - 1, alpha, beta, MAX, memory)
                    if not leaf:
                        v = inside(child, depth - 1, alpha, beta, memory)
                    best = min(best, v)
                    if best < alpha or (best == alpha and not strict):
                        note(PRUNE, state, depth, alpha, beta, best)
                        return best
                    if best < beta:
                        beta = best
                        remember(state, action, depth, memory)
                    note(UPDATE, state, depth, alpha, beta, best)
            note(BACK, state, depth, alpha, beta, best)
            return best

        @rules.jit
        def value(state, depth, alpha, beta, memory):
            leaf, v = visit(state, depth, alpha, beta, MAX, memory)
            return v if leaf else inside(state, depth, alpha, beta, memory)

        return value

    return kernel


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernel after the state."""
    return 1, -math.inf, math.inf, new_memory(compiled, 1)


@dataclass(frozen=True)
class TextbookAlphaBeta(Lookahead):
    """Searches every action in the game's order to a fixed depth, without the branches that cannot matter.

    Values of actions other than the best may be upper bounds, which is all the search needs.
    """

    strict: bool = switch(False, "the book's algorithm, cutting at v > β only", visitor=True)
    count_skipped: bool = switch(False, "the book's algorithm, counting also the leaves not visited (runs minimax)")

    def refusal(self, game: Game) -> str | None:
        return (
            needs_no_secrets(game, self.name) or needs_two_players(game, self.name) or needs_no_chance(game, self.name)
        )

    def factory(self, game: Game) -> Callable[[Rules], Any]:
        return kernel_for(self.strict)

    def arguments(self) -> Callable[[bool], tuple[Any, ...]]:
        return example

    def child_value(self, root: Root, child: State, depth: int, best: float) -> float:
        if root.player == MAX:
            return float(root.kernel.run(child, depth, best, math.inf, root.memory))
        return -float(root.kernel.run(child, depth, -math.inf, -best, root.memory))

    def is_bound(self, value: float, best: float) -> bool:
        return value <= best and not math.isinf(best)

    def finish(self, analysis: Analysis) -> Analysis:
        if not self.count_skipped:
            return analysis
        minimax = Minimax(analysis.depth, evaluate=self.evaluate, compiled=self.compiled)
        whole = minimax.analyse(analysis.game, analysis.state)
        return replace(analysis, skipped=(whole.leaves or 0) - (analysis.leaves or 0))
