"""What principal-variation search found, as an analysis; and what its kernel is compiled for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from zermelo.compile.kernel.rules import has_integer_actions
from zermelo.evaluate import Evaluator, Tactics, Term, in_utilities
from zermelo.game import CHANCE, Action, Game, ZermeloError
from zermelo.search.analysis import Analysis, Candidate, Variation
from zermelo.search.depth_first.leaf import scale_for
from zermelo.search.pvs.deepening import Deepening, DepthResult, FoundLine, PvsLimits
from zermelo.search.pvs.kernel import KernelPlan
from zermelo.search.pvs.parts import UNSOUND, PvsParts, suitable
from zermelo.search.task import Task
from zermelo.solve.indexing import Indexing


def planned(
    game: Game, evaluator: Evaluator | None, exact: bool, asked: dict[str, bool | None], indexing: Indexing | None
) -> KernelPlan:
    """The parts that serve the game, without those switched off; with `exact`, only those that never change a value.

    asked: by name; True: it must be on. indexing: of the endgame databases to use; None: none.
    Raises ZermeloError if a part that must be on cannot serve the game.
    """
    tactics = evaluator.tactics if evaluator else None
    if tactics and tactics.noisy and not (game.fill or has_integer_actions(game)):
        raise ZermeloError(f"{game.name}: tactics with `noisy` need actions that are integers: leave it out")
    able = suitable(game, tactics)
    if exact:
        able = replace(able, **dict.fromkeys(UNSOUND, False))
    names = {field.name for field in fields(PvsParts)}
    for name, wanted in asked.items():
        if wanted and name in names and not getattr(able, name):
            why = (
                "exact=true leaves it out"
                if exact
                else f"{game.name} gives no advice for it (zermelo.evaluate.Tactics)"
            )
            raise ZermeloError(f"alphabeta: {name}=true has no effect, since {why}: leave it out")
    off = {name: False for name, wanted in asked.items() if wanted is False and name in names}
    parts = replace(able, **off)
    scale = scale_for(game, evaluator.win if evaluator else 1.0, distances=not exact)
    return KernelPlan(parts, tactics or Tactics(), scale, game.max_actions, indexing)


@dataclass(frozen=True)
class Reporter:
    """Turns the results of a search into analyses."""

    deepening: Deepening
    evaluator: Evaluator | None
    task: Task
    actions: tuple[Action, ...]  # at the root, in the order of their indices
    limits: PvsLimits

    def analysis(self, result: DepthResult | None) -> Analysis:
        """A result in the game's own units: a utility if the value is decided, else the evaluation's units."""
        session, scale, limits = self.deepening, self.deepening.plan.scale, self.limits
        first = next((i for i in range(len(self.actions)) if limits.only is None or i in limits.only), 0)
        if result is None:  # not even one action was searched to the end
            result = DepthResult(0, 0, (FoundLine(0.0, (session.memories[0][0],), first),), False, False)
            lines: list[tuple[Action, ...]] = [(self.actions[first],)]
        else:
            lines = [self._line(line) for line in result.lines]
        best = result.lines[0]
        known = result.depth > 0
        variations = tuple(
            Variation(
                self._units(line.value, result),
                moves,
                scale.distance(line.value),
                self._decided(line.value, result),
                known and self._known(line.value, result),
            )
            for line, moves in zip(result.lines, lines, strict=True)
        )
        return self.task.found(
            Candidate(lines[0][0], variations[0].value, line=lines[0]),
            self._candidates(result, first),
            exact=result.certain or self._is_proved(best.value),
            depth=result.depth,
            nodes=min(session.nodes, limits.nodes * session.threads) if limits.nodes else session.nodes,
            leaves=session.leaves,
            terms=self._terms(lines[0]),
            ran=session.kernel,
            distance=scale.distance(best.value),
            variations=variations,
            parts=session.plan.parts.words(),
            selective=result.selective,
            full=session.full if session.kernel.compiled else None,
            in_utilities=in_utilities(self.evaluator),
            units=self.evaluator.units if self.evaluator else "",
        )

    def _decided(self, value: float, result: DepthResult) -> bool:
        """Is the value a utility that the rules force, not an evaluation?"""
        return result.certain or self._is_proved(value)

    def _is_proved(self, value: float) -> bool:
        """Is it the value of a won or lost game?

        No evaluation has such a value, and the parts that leave actions out keep it sound: the loser's actions are
        left out only once one of them is not lost, and a pass never counts as a win.
        """
        scale = self.deepening.plan.scale
        return scale.distance(value) is not None or 0.0 < scale.best <= abs(value)

    def _known(self, value: float, result: DepthResult) -> bool:
        return self.evaluator is not None or self._decided(value, result)

    def _units(self, value: float, result: DepthResult) -> float:
        """A value as the analysis has it: a utility if it is decided, else in the evaluation's units."""
        if not self._decided(value, result) and not in_utilities(self.evaluator):
            return value
        win = self.evaluator.win if self.evaluator else 1.0
        return self.deepening.plan.scale.strip(value) / win + self.deepening.game.middle

    def _line(self, line: FoundLine) -> tuple[Action, ...]:
        return self.deepening.actions(self.task.state, line.moves)

    def _candidates(self, result: DepthResult, first: int) -> tuple[Candidate, ...]:
        """Every action at the root, in the game's order. first: the one that is chosen if nothing was searched."""
        limits, scale = self.limits, self.deepening.plan.scale
        leading = {line.index: line.value for line in result.lines}
        found = []
        for index, action in enumerate(self.actions):
            if index in leading and result.depth:
                value, bound = leading[index], "exact"
            elif limits.only is not None and index not in limits.only:
                continue
            else:
                value, seen = self.deepening.root_value(index)
                is_lost = self._is_proved(value) and value < 0  # an upper bound, but it cannot be worse
                bound = "stopped" if not seen else "exact" if is_lost else "upper"
            if bound == "stopped":
                found.append(Candidate(action, float("nan"), bound, known=bool(result.depth) or index != first))
                continue
            found.append(
                Candidate(
                    action,
                    self._units(value, result),
                    bound,
                    decided=self._decided(value, result),
                    distance=scale.distance(value) if bound == "exact" else None,
                    known=self._known(value, result),
                )
            )
        return tuple(found)

    def _terms(self, line: Sequence[Action]) -> tuple[Term, ...]:
        """The evaluation's terms at the end of the line."""
        if not self.evaluator:
            return ()
        game, end = self.deepening.game, self.task.state
        for action in line:
            end = game.result(end, action)
        if game.is_terminal(end) or game.to_move(end) == CHANCE:
            return ()
        return self.evaluator.terms(end, game.to_move(self.task.state))
