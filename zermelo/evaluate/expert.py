"""What is known about one game beyond its rules: the record that its file in `zermelo/experts`, or a user's, gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.evaluate.commentary import Commentary
from zermelo.evaluate.guide import Guide
from zermelo.evaluate.learned.features import Features
from zermelo.evaluate.linear import Evaluator
from zermelo.evaluate.odds import Odds
from zermelo.evaluate.sparse.places import Places
from zermelo.game import Game, State
from zermelo.solve.indexing import Indexing
from zermelo.solve.known import Known
from zermelo.solve.solver import PositionSolver

Values = Callable[[State, int], float]


@dataclass(frozen=True)
class Expert:
    """All that is known about a game, for its parameters. What is left out is not known.

    Most of it is given by functions, which are called when it is first asked for: a table may take time to fill, and
    a solver to compile.

    A file or folder of `zermelo/experts`, named after its game, has a function `expert(**parameters) -> Expert`. A
    user's file has one too, which may take fewer parameters, or just `expert = Expert(…)`. Engines that play one game
    only are in `engines.py` of its folder; users name theirs by file, `FILE.py:NAME`.

    solver(game, compiled, megabytes, insists): insists: it raises ZermeloError if a file that it reads is damaged;
    otherwise that is told once, and the file is not used.

    >>> import zermelo
    >>> expert = zermelo.Expert(guide=zermelo.Guide(rave=500.0))
    >>> expert.guide.rave, expert.evaluator is None
    (500.0, True)
    """

    # opinions
    evaluator: Callable[[], Evaluator] | None = None  # how good positions look
    fitted: Callable[[], Evaluator] | None = None  # another one, `evaluate=fitted`: by weights, where that is a network
    odds: Odds | None = None  # how often the game is won from positions of a value; None: by the evaluation's unit
    commentary: Callable[[], Commentary] | None = None  # what is said beside the value of a position
    guide: Callable[[], Guide] | None = None  # advice to Monte Carlo searches

    # play
    usual: str = ""  # the name of the engine, in `engines` of the game's folder, that `auto` plays as
    levels: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # its options at the page's levels, by name

    # learning
    plain: Callable[[], Evaluator] | None = None  # a count by rule of thumb, without fitted weights, to learn from
    inputs: Callable[[], Features] | None = None  # what a small network sees of a state
    judge: Callable[..., Evaluator] | None = None  # (shape, weights): the evaluator of a learned network, if special
    trained_as: Mapping[str, Any] = field(default_factory=dict)  # parameters for training, if they do not matter
    network: Path | None = None  # a learned file that ships: `puct:network=shipped`
    places: Callable[..., Places] | None = None  # (**options): what a sparse network sees; None: as the game is drawn
    # tempered(value, state): what is left of a sparse network's value, to the player to move, in endings, by rules
    tempered: Callable[[], Callable[[float, State], float]] | None = None
    learned: Path | None = None  # a sparse network that ships: where the file is, it is the game's evaluation

    # the truth
    solved: str = ""  # what perfect play from the start leads to, where that is known: "a draw"
    exact: Callable[[bool], Values] | None = None  # (compiled): what any state is worth to a player
    solver: Callable[[Game, bool, float, bool], PositionSolver] | None = None  # (game, compiled, megabytes, insists)
    is_ready: Callable[[Game], bool] | None = None  # needs the solver no compiling? None: it is not asked during play
    indexing: Callable[[], Indexing] | None = None  # how positions of endings are numbered, for databases
    tables: Callable[[Path], Known] | None = None  # (folder): tables of endings that others have computed
