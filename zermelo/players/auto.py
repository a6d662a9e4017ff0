"""`auto`, the engine that plays where nobody names one: it solves the position if it can, else chooses a search."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from zermelo.compile.kernel.prepare import is_ready
from zermelo.evaluate import Evaluator, advice, expert_of
from zermelo.evaluate.guide import Guide
from zermelo.game import CHANCE, Game
from zermelo.hidden.equilibrium.cfr import CFR, laid_out_if_small
from zermelo.hidden.ismcts.search import ISMCTS
from zermelo.installed import NO_NUMPY, is_installed
from zermelo.loading import python_name
from zermelo.problem import Problem
from zermelo.search import base
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.analysis import SOLVER, Analysis, Candidate, Variation
from zermelo.search.expectiminimax import Expectiminimax
from zermelo.search.mcts.search import MCTS
from zermelo.search.options import compiling, number, seconds, whole
from zermelo.search.single.names import usual_search
from zermelo.search.solver.listed import ListedSolver, can_list
from zermelo.search.solver.solver import Solver, ValuedRoot, can_solve, wanted
from zermelo.search.task import Ran, Task
from zermelo.search.textbook.maxn import MaxN

USUAL = 1.0  # seconds, if no budget is given
TABLE = 64  # megabytes of the solver's table
STATES = 32  # that one simulation counts as, where the budget is a number of simulations
SOLVED = "every line that matters was searched to the end of the game"
WINS = "a line was found that wins as much as any game seen so far"
LISTED = "all states that the position leads to were listed and valued"


class Choice(NamedTuple):
    """The search for a game, and why it is chosen, to follow "chose …: "."""

    search: base.Algorithm
    why: str


@dataclass(frozen=True)
class Auto(base.Opener):
    """Solves the position if it can, else plays as the search that suits the game; the analysis says which and why.

    Where an evaluation is known, that is a tree search: alphabeta, expectiminimax for games of chance, maxn for more
    than two players. Where none is known, it is mcts. Games with hidden information are solved by cfr where one loses
    what the other wins and the whole tree is small, and played by ismcts elsewhere.
    """

    time: float | None = seconds("seconds to think; 1 if no budget is given")
    nodes: int | None = whole(None, "maximum number of states to visit, or of nodes to add to a tree", 1, visitor=10**8)
    sims: int | None = whole(None, "simulations, where it plays as mcts", 1, visitor=10**7)
    share: float = number(0.25, "share of the budget that an attempt to solve may take; 0: none", 0, 1, visitor=1.0)
    evaluate: Any = base.evaluation()
    lines: int = whole(1, "how many of the best actions get a value and a line of their own, if it can", 1, 256)
    threads: int = whole(1, "threads that search together, where it can use several", 1, 256)
    seed: int | None = whole(None, "makes random choices repeatable", None)
    compiled: bool | None = compiling()

    name: ClassVar[str] = "auto"
    values_chance: ClassVar[bool] = True

    def refusal(self, game: Game) -> str | None:
        return None

    def evaluator(self, game: Game) -> Evaluator | None:
        """The evaluator that the chosen search uses; None: none."""
        return base.chosen_evaluator(self.evaluate, game)

    @property
    def seconds(self) -> float | None:
        """The time limit; None: only nodes or simulations are limited."""
        return self.time if self.time or self.nodes or self.sims else USUAL

    def choice(self, game: Game) -> Choice:
        """The search that plays a game where it cannot be solved, and why."""
        if isinstance(game, Problem):
            return self._of_problems(game)
        if expert_of(game).usual and usual_engine(game).refusal(game) is None:
            options = {name: getattr(self, name) for name in ("sims", "seed")}
            options |= {} if self.compiled is None else {"compiled": self.compiled}
            return Choice(usual_engine(game).with_options(time=self.seconds, **options), "it is made for this game")
        return self._of_secrets(game) if game.has_hidden else self._of_open_games(game)

    def _of_secrets(self, game: Game) -> Choice:
        if self.sims is None and game.is_duel and laid_out_if_small(game) is not None:
            solver = CFR(time=self.seconds, seed=self.seed, compiled=self.compiled is not False)
            return Choice(solver, "the game is small enough to be solved: on average, nobody wins against the solution")
        options = {name: getattr(self, name) for name in ("sims", "evaluate", "seed", "compiled")}
        search = ISMCTS().with_options(time=self.seconds, **options)
        return Choice(search, "players do not see everything, so it searches what they know")

    def _of_problems(self, problem: Problem) -> Choice:
        search = usual_search(problem).with_options(time=self.seconds, nodes=self.nodes, compiled=self.compiled)
        return Choice(search, "it is a problem with a goal, not a game against somebody")

    def _of_open_games(self, game: Game) -> Choice:
        options = {name: getattr(self, name) for name in ("nodes", "sims", "evaluate", "lines", "threads", "seed")}
        options |= {"time": self.seconds, "compiled": self.compiled}
        if self.evaluator(game) is not None:
            if self.time is None and self.nodes is None:
                options["time"] = USUAL  # simulations are no budget of a tree search
            return Choice(tree_search(game, **options), "an evaluation of this game is known")
        if not is_installed("numpy"):
            return Choice(tree_search(game, **options), f"mcts, which would suit the game, cannot play: {NO_NUMPY}")
        more = ", but advice for playouts is" if advice(game) != Guide() else ", so random games judge positions"
        return Choice(MCTS().with_options(**options), f"no evaluation of this game is known{more}")

    def tries(self, game: Game) -> bool:
        """Is it worth an attempt to solve? Alpha-beta with an evaluation, or advice, sees the end by itself."""
        if isinstance(game, Problem):
            return False
        is_plain_duel = game.is_duel and not game.has_chance
        return bool(self.share) and (not is_plain_duel or (self.evaluator(game) is None and advice(game) == Guide()))

    def solves(self, game: Game) -> bool:
        """Is an attempt to solve made depth-first, with a table?"""
        return not game.has_hidden and can_solve(game) and self.tries(game)

    def wanted(self, game: Game) -> dict[str, Any] | None:
        return self.choice(game).search.wanted(game)

    def is_ready(self, game: Game) -> bool:
        return super().is_ready(game) and (not self.solves(game) or is_ready(**wanted(game, self.compiled)))


def usual_engine(game: Game) -> base.Algorithm:
    """The engine that an expert names for its game."""
    module = importlib.import_module(f"zermelo.experts.{python_name(game.name)}.engines")
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, base.Algorithm)]
    return next(kind for kind in kinds if kind.name == expert_of(game).usual)()


def tree_search(game: Game, **options: Any) -> base.Algorithm:
    """The depth-first search that serves a game, with those of the options that it has."""
    kind = MaxN if not game.is_duel else Expectiminimax if game.has_chance else AlphaBeta
    if game.players == 1 and game.has_chance:
        kind = Expectiminimax
    return kind().with_options(**options)


class AutoSession(base.Session, of=Auto):
    """The chosen search's session, and the solver with its table."""

    algorithm: Auto

    def __init__(self, algorithm: Auto, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.choice = algorithm.choice(game)
        self.inner = self.choice.search.open(game, megabytes)
        self.is_parallel = self.inner.is_parallel
        table = TABLE if megabytes is None else min(TABLE, megabytes)
        self.solver = Solver(game, algorithm.compiled, table) if algorithm.solves(game) else None
        self.listed = ListedSolver(game, algorithm.compiled) if can_list(game) and algorithm.tries(game) else None

    def search(self, task: Task) -> Analysis:
        task.allow(self.algorithm.time if task.is_timed else self.algorithm.seconds)
        solved = None if task.limits.endless else self._attempt(task)
        if solved is not None:
            return solved

        def told(found: Analysis) -> Analysis:
            if found.chosen == SOLVER:
                return replace(found, engine=self.text)
            return replace(found, engine=self.text, chosen=self.inner.algorithm.name, why=self.choice.why)

        heard = (lambda found: task.tell(told(found))) if task.watch else None
        return told(self.inner.analyse(task.state, task.past, heard, task.deadline, task.limits))

    def new_game(self) -> None:
        self.inner.new_game()
        if self.solver is not None:
            self.solver.forget()

    def _attempt(self, task: Task) -> Analysis | None:
        """The analysis of a solved position; None if the attempts fail."""
        state, deadline, limits = task.state, task.deadline, task.limits
        if limits.only is not None and self.game.to_move(state) == CHANCE:
            return None
        auto, solver, listed = self.algorithm, self.solver, self.listed
        counts = [auto.nodes, limits.nodes, None if auto.sims is None else STATES * auto.sims]
        given = [count for count in counts if count is not None]
        nodes = max(1, int(auto.share * min(given))) if given else None

        def until() -> float | None:
            """The elapsed time at which an attempt ends that begins now."""
            left = deadline.left
            if left is not None and deadline.soft is not None:
                left = min(left, max(deadline.soft - deadline.elapsed, 0.0))
            return None if left is None else deadline.elapsed + auto.share * left

        solution = None if listed is None else listed.known(state, limits.only)
        if solution is None and solver is not None:
            solution = solver.attempt(state, deadline, until(), nodes, limits.only)
            if solution is not None:
                return self._report(task, solution, SOLVED if solution.exact else WINS, solver.kernel)
        if solution is None and listed is not None:
            solution = listed.attempt(state, deadline, until, nodes, limits.only)
        if solution is None or listed is None:
            return None
        return self._report(task, solution, LISTED, listed)

    def _report(self, task: Task, solution: ValuedRoot, why: str, ran: Ran) -> Analysis:
        """The analysis of a solution, in the game's own units."""
        game, state = self.game, task.state
        mover = game.to_move(state)
        player = max(mover, 0)  # at a chance node, values are for player 0
        shares = dict(game.outcomes(state)) if mover == CHANCE else {}
        best = solution.values[player]
        candidates = []
        for index, (child, line) in enumerate(zip(solution.children, solution.lines, strict=True)):
            is_best = index == solution.choice
            bound = "exact" if child.exact or is_best else "upper" if child.values else "stopped"
            value = best if is_best else child.values[player] if child.values else float("nan")
            is_decided = child.exact or (is_best and solution.exact)
            candidates.append(
                Candidate(
                    child.move,
                    value + game.middle,
                    bound,
                    decided=is_decided,
                    line=line if bound == "exact" else (),
                    probability=shares.get(child.move),
                    distance=solution.distances[index] if solution.distances else None,
                )
            )
        chosen = None if solution.choice is None else candidates[solution.choice]
        several = task.limits.lines or self.algorithm.lines
        shown = [one for one in candidates if one.decided and one is not chosen] if chosen and several > 1 else []
        shown = [chosen, *sorted(shown, key=lambda one: -one.value)][:several] if chosen else []
        return task.found(
            chosen,
            candidates,
            value=best + game.middle,
            exact=solution.exact,
            line=() if chosen is None else chosen.line,
            depth=solution.depth,
            nodes=solution.nodes,
            ran=ran,
            values=() if game.is_duel else tuple(value + game.middle for value in solution.values),
            distance=None if chosen is None else chosen.distance,
            in_utilities=True,
            variations=tuple(Variation(one.value, one.line, one.distance, decided=one.decided) for one in shown),
            chosen=SOLVER,
            why=why,
        )
