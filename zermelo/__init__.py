"""Zermelo: write any game the way the textbook does, and get fast, strong and explained play for it.

import zermelo

game = zermelo.load("connect-four")
analysis = zermelo.analyse(game, player=zermelo.AlphaBeta(time=1.0))
print(analysis.action, analysis.value, analysis.line)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from zermelo.cluster.work import WORK, Work
from zermelo.moved import MovedFinder
from zermelo.picture import DRAWINGS

if TYPE_CHECKING:
    from zermelo.adapters import adapt as adapt
    from zermelo.arena.doctor import examine as examine
    from zermelo.arena.match import match as match
    from zermelo.arena.play import play as play
    from zermelo.arena.play_game import play_game as play_game
    from zermelo.arena.rollout import Rollout as Rollout
    from zermelo.arena.rollout import rollout as rollout
    from zermelo.arena.score import Match as Match
    from zermelo.arena.table import Table as Table
    from zermelo.arena.table import table as table
    from zermelo.arena.tournament.running import tournament as tournament
    from zermelo.arena.tournament.standings import Tournament as Tournament
    from zermelo.arena.tuning.result import Tuning as Tuning
    from zermelo.arena.tuning.run import tune as tune
    from zermelo.evaluate import Commentary as Commentary
    from zermelo.evaluate import Expert as Expert
    from zermelo.evaluate import Feature as Feature
    from zermelo.evaluate import Guide as Guide
    from zermelo.evaluate import Linear as Linear
    from zermelo.evaluate import Odds as Odds
    from zermelo.evaluate import Opinion as Opinion
    from zermelo.evaluate import Tactics as Tactics
    from zermelo.evaluate import Vector as Vector
    from zermelo.experiments.complexity import Complexity as Complexity
    from zermelo.experiments.complexity import complexity as complexity
    from zermelo.experiments.policy import Policy as Policy
    from zermelo.experiments.policy import policy as policy
    from zermelo.experiments.static import StaticEvaluation as StaticEvaluation
    from zermelo.experiments.static import static_evaluation as static_evaluation
    from zermelo.experiments.transform import Transformed as Transformed
    from zermelo.experiments.transform import transformation as transformation
    from zermelo.experiments.transform import transformed as transformed
    from zermelo.game import CHANCE as CHANCE
    from zermelo.game import MAX as MAX
    from zermelo.game import MIN as MIN
    from zermelo.game import Game as Game
    from zermelo.game import ZermeloError as ZermeloError
    from zermelo.game import game_from_fill as game_from_fill
    from zermelo.grading.checking import check_search as check_search
    from zermelo.grading.report import SearchReport as SearchReport
    from zermelo.hidden.equilibrium.solution import Solution as Solution
    from zermelo.loading import game_names as game_names
    from zermelo.loading import load as load
    from zermelo.loading import problem_names as problem_names
    from zermelo.players.engines import analyse as analyse
    from zermelo.players.engines import default_engine as default_engine
    from zermelo.players.engines import engine as engine
    from zermelo.players.player import Player as Player
    from zermelo.problem import Problem as Problem
    from zermelo.problem import problem as problem
    from zermelo.records.archive.reading import Record as Record
    from zermelo.records.archive.reading import record as record
    from zermelo.records.game_record import GameRecord as GameRecord
    from zermelo.search.alphabeta import AlphaBeta as AlphaBeta
    from zermelo.search.analysis import Analysis as Analysis
    from zermelo.search.analysis import Candidate as Candidate
    from zermelo.search.base import Algorithm as Algorithm
    from zermelo.search.expectiminimax import Expectiminimax as Expectiminimax
    from zermelo.search.mcts.search import MCTS as MCTS
    from zermelo.search.optimal import Optimal as Optimal
    from zermelo.search.perft import perft as perft
    from zermelo.search.puct.search import PUCT as PUCT
    from zermelo.search.single.best_first import AStar as AStar
    from zermelo.search.single.best_first import BreadthFirst as BreadthFirst
    from zermelo.search.single.best_first import DepthFirst as DepthFirst
    from zermelo.search.single.best_first import Greedy as Greedy
    from zermelo.search.single.best_first import UniformCost as UniformCost
    from zermelo.search.single.comparing import compare as compare
    from zermelo.search.single.deepened import IDAStar as IDAStar
    from zermelo.search.single.deepened import IterativeDeepening as IterativeDeepening
    from zermelo.search.single.genetic import Genetic as Genetic
    from zermelo.search.single.layers import layers as layers
    from zermelo.search.single.local import Annealing as Annealing
    from zermelo.search.single.local import HillClimbing as HillClimbing
    from zermelo.search.single.local import Tabu as Tabu
    from zermelo.search.single.trace import trace_single as trace_single
    from zermelo.search.textbook.expectimax import Expectimax as Expectimax
    from zermelo.search.textbook.maxn import MaxN as MaxN
    from zermelo.search.textbook.minimax import Minimax as Minimax
    from zermelo.search.textbook.opponents import ADVERSARIAL as ADVERSARIAL
    from zermelo.search.textbook.opponents import BENIGN as BENIGN
    from zermelo.search.textbook.opponents import RANDOM as RANDOM
    from zermelo.search.textbook.opponents import Opponent as Opponent
    from zermelo.search.textbook.opponents import following as following
    from zermelo.search.textbook.opponents import weighted as weighted
    from zermelo.search.trace.mcts import trace_mcts as trace_mcts
    from zermelo.search.trace.trace import Trace as Trace
    from zermelo.search.trace.trace import trace as trace
    from zermelo.search.uniform import Random as Random
    from zermelo.show.position import Position as Position
    from zermelo.solving.finding import Finding as Finding
    from zermelo.solving.solve import solve as solve
    from zermelo.solving.solve import solve_all as solve_all

__version__ = "0.1.0"

_NAMES = {  # each is imported from its module when it is first used, so that `import zermelo` stays quick
    "zermelo.adapters": ("adapt",),
    "zermelo.arena.doctor": ("examine",),
    "zermelo.arena.match": ("match",),
    "zermelo.arena.play": ("play",),
    "zermelo.arena.play_game": ("play_game",),
    "zermelo.arena.rollout": ("Rollout", "rollout"),
    "zermelo.arena.score": ("Match",),
    "zermelo.arena.table": ("Table", "table"),
    "zermelo.arena.tournament.running": ("tournament",),
    "zermelo.arena.tournament.standings": ("Tournament",),
    "zermelo.arena.tuning.result": ("Tuning",),
    "zermelo.arena.tuning.run": ("tune",),
    "zermelo.evaluate": ("Commentary", "Expert", "Feature", "Guide", "Linear", "Odds", "Opinion", "Tactics", "Vector"),
    "zermelo.experiments.complexity": ("Complexity", "complexity"),
    "zermelo.experiments.policy": ("Policy", "policy"),
    "zermelo.experiments.static": ("StaticEvaluation", "static_evaluation"),
    "zermelo.experiments.transform": ("Transformed", "transformation", "transformed"),
    "zermelo.game": ("CHANCE", "Game", "MAX", "MIN", "ZermeloError", "game_from_fill"),
    "zermelo.grading.checking": ("check_search",),
    "zermelo.grading.report": ("SearchReport",),
    "zermelo.hidden.equilibrium.solution": ("Solution",),
    "zermelo.loading": ("game_names", "load", "problem_names"),
    "zermelo.players.engines": ("analyse", "default_engine", "engine"),
    "zermelo.players.player": ("Player",),
    "zermelo.records.archive.reading": ("Record", "record"),
    "zermelo.records.game_record": ("GameRecord",),
    "zermelo.search.alphabeta": ("AlphaBeta",),
    "zermelo.search.analysis": ("Analysis", "Candidate"),
    "zermelo.search.base": ("Algorithm",),
    "zermelo.search.textbook.expectimax": ("Expectimax",),
    "zermelo.search.expectiminimax": ("Expectiminimax",),
    "zermelo.search.textbook.maxn": ("MaxN",),
    "zermelo.search.mcts.search": ("MCTS",),
    "zermelo.search.textbook.minimax": ("Minimax",),
    "zermelo.search.textbook.opponents": ("ADVERSARIAL", "BENIGN", "Opponent", "RANDOM", "following", "weighted"),
    "zermelo.search.optimal": ("Optimal",),
    "zermelo.search.perft": ("perft",),
    "zermelo.search.puct.search": ("PUCT",),
    "zermelo.problem": ("Problem", "problem"),
    "zermelo.search.single.best_first": ("AStar", "BreadthFirst", "DepthFirst", "Greedy", "UniformCost"),
    "zermelo.search.single.comparing": ("compare",),
    "zermelo.search.single.deepened": ("IDAStar", "IterativeDeepening"),
    "zermelo.search.single.genetic": ("Genetic",),
    "zermelo.search.single.layers": ("layers",),
    "zermelo.search.single.local": ("Annealing", "HillClimbing", "Tabu"),
    "zermelo.search.single.trace": ("trace_single",),
    "zermelo.search.trace.trace": ("Trace", "trace"),
    "zermelo.search.trace.mcts": ("trace_mcts",),
    "zermelo.search.uniform": ("Random",),
    "zermelo.show.position": ("Position",),
    "zermelo.solving.finding": ("Finding",),
    "zermelo.solving.solve": ("solve", "solve_all"),
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'zermelo' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)


def home_of(name: str) -> str:
    """The module that a public name is imported from."""
    return _HOMES[name]


def __dir__() -> list[str]:
    return sorted([*_HOMES, "__version__"])


class _Package(ModuleType):
    """The package; importing the folder `solve` does not replace the function of that name."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
sys.meta_path.insert(0, MovedFinder())


def _drawing(function: str, module: str) -> Callable[[Any], str]:
    """A function of `show/` that is imported when it is first called."""

    def draw(thing: Any) -> str:
        drawn: str = getattr(import_module(module), function)(thing)
        return drawn

    return draw


_DRAWN = {  # each is imported from its module when it is first called
    "zermelo.show.text": ("text",),
    "zermelo.show.svg": ("svg",),
    "zermelo.show.figures.report": ("figure_text", "figure_svg"),
    "zermelo.show.html": ("game_html",),
    "zermelo.show.reports.analysis": ("analysis_svg", "analysis_html"),
    "zermelo.show.reports.report": ("analysis_text",),
    "zermelo.show.worth": ("value_words",),
    "zermelo.show.reports.match": ("match_text", "match_line", "match_svg", "match_html"),
    "zermelo.show.reports.finding": ("finding_text", "finding_words"),
    "zermelo.show.reports.solution": ("solution_text",),
    "zermelo.show.reports.trace": ("trace_text", "mcts_text"),
    "zermelo.show.reports.moment": ("moment_text", "moment_html", "walk_html"),
    "zermelo.show.reports.ways": ("way_text", "comparison_text", "single_text"),
    "zermelo.show.reports.rollout": ("rollout_text",),
    "zermelo.show.measured.complexity": ("complexity_text",),
    "zermelo.show.measured.static": ("static_text",),
    "zermelo.show.measured.transform": ("transform_text",),
    "zermelo.show.measured.policy": ("policy_text",),
    "zermelo.show.reports.table": ("table_text",),
    "zermelo.show.contests.standings": ("tournament_text",),
    "zermelo.show.contests.ratings": ("tournament_svg",),
    "zermelo.show.contests.tuning": ("tuning_text", "tuning_svg"),
}
DRAWINGS.update({name: _drawing(name, module) for module, names in _DRAWN.items() for name in names})


def _work(function: str, module: str) -> Work:
    """What a worker of a cluster does, imported when it is first asked for."""

    def work(arguments: Mapping[str, Any], arrays: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
        done: tuple[Any, Mapping[str, Any]] = getattr(import_module(module), function)(arguments, arrays)
        return done

    return work


WORK.update(
    count=_work("counted", "zermelo.search.perft"),
    game=_work("played", "zermelo.arena.distant.playing"),
    lane=_work("played", "zermelo.learn.distant"),
    material=_work("computed", "zermelo.solve.retrograde.distant"),
    position=_work("solved", "zermelo.solving.distant"),
    rounds=_work("played", "zermelo.learn.alphazero.distant"),
    samples=_work("sampled", "zermelo.hidden.equilibrium.distant"),
)
