"""Expectimax: the best action against a model of an opponent that need not be perfect."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from zermelo.compile.kernel.memory import EXTRA, LIMIT, LINE, LINES, MOVES, NODES, new_memory
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE, Game, State, Strategy, ZermeloError
from zermelo.search.analysis import Analysis
from zermelo.search.base import needs_no_chance, needs_two_players
from zermelo.search.depth_first.iteration import Root
from zermelo.search.options import thing
from zermelo.search.textbook import minimax
from zermelo.search.textbook.leaf import visitor
from zermelo.search.textbook.lookahead import Lookahead
from zermelo.search.textbook.minimax import Minimax
from zermelo.search.textbook.opponents import RANDOM, Opponent, read_opponent
from zermelo.search.textbook.steps import BACK, UPDATE
from zermelo.search.time.budget import UNLIMITED


@lru_cache(maxsize=64)
def kernel_for(opponent: Opponent, game: Game | None) -> Callable[[Rules], Any]:
    """The kernel's factory for an opponent; `game` is passed to its strategies."""
    adversarial, random, benign = opponent.adversarial, opponent.random, opponent.benign

    def kernel(rules: Rules) -> Any:
        to_move, actions, result, chances = rules.to_move, rules.actions, rules.result, rules.chances
        remember, note, visit = rules.remember, rules.note, visitor(rules)
        weighted = _sum_of([_by_weight(rules, part, weigh) for part, weigh in opponent.weighted], rules)
        followed = _sum_of([_by_strategy(rules, part, who, game) for part, who in opponent.following], rules)

        @rules.jit
        def inside(state, depth, player, memory):
            """The expected value for `player`, who maximises; the others follow the model."""
            mover = to_move(state)
            if mover == CHANCE:
                total = 0.0
                for outcome, probability in chances(state):
                    child = result(state, outcome)
                    leaf, v = visit(child, depth - 1, 0.0, 0.0, player, memory)
                    if not leaf:
                        v = inside(child, depth - 1, player, memory)
                    total += probability * v
                    note(UPDATE, state, depth, 0.0, 0.0, total)
                note(BACK, state, depth, 0.0, 0.0, total)
                return total
            if mover == player:
                best = -math.inf
                for action in actions(state, depth, memory):
                    child = result(state, action)
                    leaf, v = visit(child, depth - 1, 0.0, 0.0, player, memory)
                    if not leaf:
                        v = inside(child, depth - 1, player, memory)
                    if v > best:
                        best = v
                        remember(state, action, depth, memory)
                    note(UPDATE, state, depth, 0.0, 0.0, best)
                note(BACK, state, depth, 0.0, 0.0, best)
                return best
            lowest, highest, total, count = math.inf, -math.inf, 0.0, 0
            expected = 0.0
            for action in actions(state, depth, memory):
                child = result(state, action)
                leaf, v = visit(child, depth - 1, 0.0, 0.0, player, memory)
                if not leaf:
                    v = inside(child, depth - 1, player, memory)
                lowest, highest, total, count = min(lowest, v), max(highest, v), total + v, count + 1
                expected += v * (weighted(state, action, depth, memory) + followed(state, action, depth, memory))
                note(UPDATE, state, depth, 0.0, 0.0, v)
            expected += adversarial * lowest + benign * highest + random * total / count
            note(BACK, state, depth, 0.0, 0.0, expected)
            return expected

        @rules.jit
        def value(state, depth, player, memory):
            leaf, v = visit(state, depth, 0.0, 0.0, player, memory)
            return v if leaf else inside(state, depth, player, memory)

        return value

    return kernel


def _by_weight(rules: Rules, part: float, weigh: Callable[..., Any]) -> Callable[..., Any]:
    """`part` times the probability that an opponent who weighs its actions plays this one."""
    weigh, actions = rules.register(weigh), rules.actions

    def probability(state, action, depth, memory):
        total = 0.0
        for other in actions(state, 0, memory):
            total += weigh(state, other)
        return part * weigh(state, action) / total

    return rules.register(probability)


def _by_strategy(rules: Rules, part: float, strategy: Strategy, game: Game | None) -> Callable[..., Any]:
    """`part` for the action that the strategy plays, else 0. A minimax of fixed depth is compiled into the kernel."""
    if not rules.compiled:
        assert game is not None

        def follow(state, action, depth, memory):
            return part if strategy(game, state) == action else 0.0

        return follow

    assert isinstance(strategy, Minimax)
    assert strategy.depth is not None
    from zermelo.compile.numba.intrinsics import offset

    look, to_move, actions, result = minimax.kernel(rules), rules.to_move, rules.actions, rules.result
    plies = strategy.depth

    @rules.jit
    def foresee(state, action, depth, memory):
        """Compares with the choice of minimax at that depth: the first action with the best value for the mover."""
        own = offset(memory, memory[EXTRA])  # the strategy's search uses a part of this memory
        own[NODES], own[LIMIT], own[MOVES] = 0, UNLIMITED, LINES + (plies + 1) * LINE
        best, chosen = -math.inf, action
        for other in actions(state, 0, memory):
            v = look(result(state, other), plies - 1, own)
            if to_move(state) != 0:
                v = -v
            if v > best:
                best, chosen = v, other
            if memory[LIMIT] == 0:  # the time is up
                break
        return part if chosen == action else 0.0

    return foresee


def _sum_of(parts: list[Callable[..., Any]], rules: Rules) -> Callable[..., Any]:
    """The sum of all parts; 0 if there are none."""

    def nothing(state, action, depth, memory):
        return 0.0

    total = rules.register(nothing)
    for part in parts:
        total = rules.register(_plus(part, total))
    return total


def _plus(first, rest):
    def both(state, action, depth, memory):
        return first(state, action, depth, memory) + rest(state, action, depth, memory)

    return both


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernel after the state."""
    return 1, 0, new_memory(compiled, 1)


@dataclass(frozen=True)
class Expectimax(Lookahead):
    """Maximises against a model of the opponents, with chance nodes; all opponents share the model.

    >>> import zermelo
    >>> zermelo.Expectimax(opponent=zermelo.RANDOM).analyse(zermelo.load("bins")).value
    5.0
    """

    opponent: Opponent = thing(
        RANDOM,
        "what the others do: random, adversarial, benign, or a mixture such as 0.8*minimax2+0.2*random",
        read=read_opponent,
        accepts=lambda value: isinstance(value, Opponent),
        allowed="a model of the opponent, such as 0.8*minimax2+0.2*random",
    )

    name: ClassVar[str] = "expectimax"
    values_chance: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if abs(self.opponent.total - 1.0) > 1e-9:
            raise ZermeloError(f"the parts of opponent {self.opponent} add up to {self.opponent.total:g}, not to 1")

    def factory(self, game: Game) -> Callable[[Rules], Any]:
        return kernel_for(self.opponent, game if self.opponent.following else None)

    def arguments(self) -> Callable[[bool], tuple[Any, ...]]:
        return example

    def extra_words(self, game: Game) -> int:
        depths = [who.depth or 0 for _, who in self.opponent.following if isinstance(who, Minimax)]
        return LINES + (max(depths) + 1) * (LINE + game.max_actions) if depths else 0

    def wanted(self, game: Game) -> dict[str, Any]:
        wanted = super().wanted(game)
        if self.compiled is not False and not all(self._compiles(who, game) for _, who in self.opponent.following):
            if self.compiled:
                raise ZermeloError(
                    f"opponent {self.opponent} does not compile: only minimax with the same evaluation does"
                )
            wanted["compiled"] = False
        return wanted

    def _compiles(self, strategy: Strategy, game: Game) -> bool:
        """Can the strategy be compiled into the kernel? Only a minimax of fixed depth with the same evaluation can."""
        return (
            isinstance(strategy, Minimax)
            and strategy.depth is not None
            and strategy.time is None
            and strategy.nodes is None
            and strategy.evaluator(game) == self.evaluator(game)
            and not needs_two_players(game, "")
            and not needs_no_chance(game, "")
        )

    def shows_wins(self, game: Game) -> bool:
        averages = 1.0 not in (self.opponent.adversarial, self.opponent.benign)
        return super().shows_wins(game) and not averages

    def finish(self, analysis: Analysis) -> Analysis:
        return replace(analysis, model=str(self.opponent))

    def child_value(self, root: Root, child: State, depth: int, best: float) -> float:
        return float(root.kernel.run(child, depth, root.player, root.memory))
