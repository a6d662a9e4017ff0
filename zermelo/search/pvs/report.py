"""What the strong alpha-beta found, as an analysis; and what its kernel is compiled for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from zermelo.compile.rules import has_integer_actions
from zermelo.evaluate import Evaluator, Tactics, Term
from zermelo.game import CHANCE, Action, Game, State
from zermelo.search.analysis import Analysis, Candidate, Variation
from zermelo.search.pvs.deepening import Deepening, Depth, Line, Reach
from zermelo.search.pvs.kernel import KernelPlan
from zermelo.search.pvs.parts import UNSOUND, PvsParts, suitable
from zermelo.search.pvs.scores import scale_for
from zermelo.search.time.deadline import Deadline


def planned(game: Game, evaluator: Evaluator | None, exact: bool, asked: dict[str, bool | None]) -> KernelPlan:
    """The parts that serve the game, less those that were asked off; with `exact`, only what never changes a value."""
    tactics = evaluator.tactics if evaluator else None
    able = suitable(game, tactics)
    if exact:
        able = replace(able, **dict.fromkeys(UNSOUND, False))
    names = {field.name for field in fields(PvsParts)}
    off = {name: False for name, wanted in asked.items() if wanted is False and name in names}
    parts = replace(able, **off)
    scale = scale_for(game, evaluator.win if evaluator else 1.0, distances=not exact)
    return KernelPlan(parts, tactics or Tactics(), scale, game.max_actions)


@dataclass(frozen=True)
class Reporter:
    """Turns what a session found into analyses."""

    deepening: Deepening
    evaluator: Evaluator | None
    state: State
    engine: str
    actions: tuple[Action, ...]  # at the root, in the order of their indices
    deadline: Deadline
    reach: Reach

    def analysis(self, depth: Depth | None) -> Analysis:
        """A depth in the game's own units: utilities where the game is decided, else the evaluation's."""
        session, game, scale, reach = self.deepening, self.deepening.game, self.deepening.plan.scale, self.reach
        first = next((i for i in range(len(self.actions)) if reach.only is None or i in reach.only), 0)
        if depth is None:  # not even one action was seen to the end
            depth = Depth(0, 0, (Line(0.0, (session.memories[0][0],), first),), False, False)
            lines: list[tuple[Action, ...]] = [(self.actions[first],)]
        else:
            lines = [self._line(line) for line in depth.lines]
        best = depth.lines[0]
        variations = tuple(
            Variation(self._units(line.value, depth), moves, scale.distance(line.value))
            for line, moves in zip(depth.lines, lines, strict=True)
        )
        proves = session.plan.parts.proves
        decided = self._decided(best.value, depth) and abs(best.value) > 0
        return Analysis(
            game=game,
            state=self.state,
            engine=self.engine,
            action=lines[0][0],
            value=variations[0].value,
            exact=depth.certain or (proves and depth.complete and decided),
            line=lines[0],
            depth=depth.depth,
            nodes=min(session.nodes, reach.nodes * session.threads) if reach.nodes else session.nodes,
            seconds=self.deadline.elapsed,
            candidates=self._candidates(depth),
            leaves=session.leaves,
            terms=self._terms(lines[0]),
            compiled=session.kernel.compiled,
            reason=session.kernel.reason,
            distance=scale.distance(best.value),
            variations=variations,
            parts=session.plan.parts.words(),
            selective=depth.selective,
            full=session.full if session.kernel.compiled else None,
        )

    def _decided(self, value: float, depth: Depth) -> bool:
        """Is the value a utility, forced by the rules, and no opinion?"""
        win = self.evaluator.win if self.evaluator else 1.0
        best = self.deepening.game.best_utility
        top = win if best is None else best * win
        return depth.certain or self.deepening.plan.scale.distance(value) is not None or abs(value) >= top

    def _units(self, value: float, depth: Depth) -> float:
        win = self.evaluator.win if self.evaluator else 1.0
        return self.deepening.plan.scale.strip(value) / win if self._decided(value, depth) else value

    def _line(self, line: Line) -> tuple[Action, ...]:
        """The line's actions: moves of a game with other actions than integers are indices where it is compiled."""
        game, state = self.deepening.game, self.state
        by_index = self.deepening.kernel.compiled and not game.fill and not has_integer_actions(game)
        actions: list[Action] = []
        for move in line.moves:
            if game.is_terminal(state) or game.to_move(state) == CHANCE:
                break
            action = game.legal(state)[move] if by_index else move
            actions.append(action)
            state = game.result(state, action)
        return tuple(actions)

    def _candidates(self, depth: Depth) -> tuple[Candidate, ...]:
        """Every action at the root, in the game's order."""
        reach = self.reach
        leading = {line.index: line.value for line in depth.lines}
        found = []
        for index, action in enumerate(self.actions):
            if index in leading and depth.depth:
                value, bound = leading[index], "exact"
            elif reach.only is not None and index not in reach.only:
                continue
            else:
                value, seen = self.deepening.root_value(index)
                bound = "upper" if seen else "stopped"
            if bound == "stopped":
                found.append(Candidate(action, float("nan"), bound))
            else:
                found.append(Candidate(action, self._units(value, depth), bound, decided=self._decided(value, depth)))
        return tuple(found)

    def _terms(self, line: Sequence[Action]) -> tuple[Term, ...]:
        """The evaluation's parts at the end of the line."""
        if not self.evaluator:
            return ()
        game, end = self.deepening.game, self.state
        for action in line:
            end = game.result(end, action)
        if game.is_terminal(end) or game.to_move(end) == CHANCE:
            return ()
        return self.evaluator.terms(end, game.to_move(self.state))
