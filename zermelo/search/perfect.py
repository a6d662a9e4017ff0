"""Perfect play in games that have an exact solver of their own: what it proves within a time, as an analysis."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.evaluate import expert_of
from zermelo.game import Action, Game, State
from zermelo.search.analysis import SOLVER, Analysis, Candidate, Variation
from zermelo.search.task import Task
from zermelo.search.time.budget import UNLIMITED

WHY = "an exact solver of this game reached the end of every line that matters"


def has_solver(game: Game) -> bool:
    """Is there an exact solver for any position of this game?"""
    return expert_of(game).is_ready is not None


def solver_is_ready(game: Game) -> bool:
    """Can the game's solver be opened without compiling anything?"""
    is_ready = expert_of(game).is_ready
    return is_ready is not None and is_ready(game)


@dataclass
class _Found:
    """What is known about the root so far."""

    best: int | None = None  # the score of the best action
    line: tuple[Action, ...] = ()
    scores: dict[Action, int] = field(default_factory=dict)


class PerfectPlay:
    """The solver of a game, with what it keeps from one move to the next."""

    def __init__(self, game: Game, compiled: bool, megabytes: float, insists: bool) -> None:
        """insists: raises ZermeloError if a file of the solver is damaged: see `Expert.solver`."""
        make = expert_of(game).solver
        assert make is not None
        self.game, self.solver = game, make(game, compiled, megabytes, insists)

    def analyse(self, task: Task, until: float | None, lines: int) -> Analysis | None:
        """The analysis of a position that could be solved; None if it could not.

        until: the deadline's elapsed seconds at which the attempt ends; None: the deadline's own.
        lines: how many of the best actions get a line in the analysis.
        """
        solver, found, state = self.solver, _Found(), task.state
        actions = task.actions()
        for memory in solver.memories:
            memory[NODES], memory[LIMIT] = 0, UNLIMITED

        def work() -> None:
            if task.limits.only is None:
                solved = solver.solve(state)
                score = solver.score(state)
                if solved is None or score is None:
                    return
                found.line, found.best, found.scores = solved.line, score, {solved.line[0]: score}
            for action in actions:
                if action not in found.scores:
                    score = solver.score_of(state, action)
                    if score is None:
                        return
                    found.scores[action] = score

        task.deadline.run(work, solver.memories, solver.compiled, until=until)
        if found.best is None:
            if len(found.scores) < len(actions):
                return None
            action = max(actions, key=lambda one: found.scores[one])
            found.best, found.line = found.scores[action], (action,)
        return self._analysis(task, found, actions, lines)

    def _analysis(self, task: Task, found: _Found, actions: list[Action], lines: int) -> Analysis:
        assert found.best is not None
        candidates = [self._candidate(task.state, action, found) for action in actions]
        best = next(one for one in candidates if one.action == found.line[0])
        others = sorted((one for one in candidates if one is not best and one.bound == "exact"), key=self._rank)
        shown = [best, *others][:lines]
        return task.found(
            best,
            candidates,
            exact=True,
            depth=len(best.line),
            nodes=sum(memory[NODES] for memory in self.solver.memories),
            compiled=self.solver.compiled,
            reason="" if self.solver.compiled else "asked to interpret",
            distance=best.distance,
            in_utilities=True,
            variations=tuple(Variation(one.value, one.line, one.distance, decided=True) for one in shown),
            chosen=SOLVER,
            why=WHY,
        )

    def _candidate(self, state: State, action: Action, found: _Found) -> Candidate:
        """An action with its value, or the best action's as a bound if its own was not found out in time."""
        assert found.best is not None
        is_known = action in found.scores
        score = found.scores.get(action, found.best)
        return Candidate(
            action,
            float((score > 0) - (score < 0)),
            "exact" if is_known or score < 0 else "upper",
            decided=is_known or score < 0,
            line=found.line if action == found.line[0] else (action,) if is_known else (),
            distance=self.solver.distance(state, score) if is_known and score else None,
        )

    @staticmethod
    def _rank(candidate: Candidate) -> tuple[float, int]:
        """Sorts the better first: wins by how soon, losses by how late."""
        plies = candidate.distance or 0
        return -candidate.value, plies if candidate.value > 0 else -plies
