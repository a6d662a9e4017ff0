"""What an algorithm is: a record of options, and sessions that hold what a search keeps from one move to the next.

An algorithm is a frozen dataclass derived from `Algorithm`; its fields are declared with the functions of
`search.options`. If its file is in `search/`, it is found by name.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, final

from zermelo.adapters import served
from zermelo.arguments import checked
from zermelo.compile.kernel.events import tell_once
from zermelo.compile.kernel.prepare import is_ready, with_room
from zermelo.compile.trust.borders import BREACHES
from zermelo.compile.trust.users import is_users
from zermelo.evaluate import Evaluator, centred, fitted_opinion, opinion
from zermelo.evaluate.learned import Learned
from zermelo.evaluate.linear import as_evaluator
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.laws.trial import broken_law
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.options import LONGEST as LONGEST
from zermelo.search.options import check_options, compiling, options_of, options_text, seconds, thing, whole
from zermelo.search.task import Limits, Task, Watch
from zermelo.search.time.clock import Clock
from zermelo.search.time.deadline import Deadline

PACKAGE = "zermelo."  # begins the names of this package's modules


class Session:
    """One algorithm at work on one game, with what it keeps from one move to the next."""

    is_parallel = True  # does it release the GIL, so that searches in other threads run too?
    instead = ": try alphabeta or mcts"  # what a person is told of an algorithm that only chooses

    def __init_subclass__(cls, of: type[Opener] | None = None) -> None:
        """of: the algorithm that opens such sessions."""
        if of is not None:
            of.session = cls

    def __init__(self, algorithm: Algorithm, game: Game, megabytes: int | None = None) -> None:
        self.algorithm, self.game, self.text = algorithm, game, str(algorithm)
        self.takes_chance = algorithm.values_chance  # may chance be to move where it is asked?
        self.worth: float | None = None  # what it thought of the position where it last chose; None: it does not tell
        self._running: Deadline | None = None  # of the last search

    @final
    def analyse(
        self,
        state: State | None = None,
        past: Sequence[State] = (),
        watch: Watch | None = None,
        deadline: Deadline | None = None,
        limits: Limits | None = None,
    ) -> Analysis:
        """Searches a position (by default the initial one).

        past: the states before this one, oldest first. watch: is called repeatedly with what was found so far.
        deadline: may be moved or stopped by another thread; the algorithm's own `time` applies too.
        Raises ZermeloError if there is nothing to choose, or if the algorithm only chooses.
        """
        game = self.game
        if not self.algorithm.explains:
            raise self._silent()
        state = game.initial() if state is None else state
        check_choice(game, state, or_chance=self.takes_chance)
        is_timed = deadline is not None and (deadline.soft, deadline.hard) != (None, None)
        is_anytime, begun = deadline is not None, self.begin(deadline)
        name, limits = self.algorithm.name, limits or Limits()
        return self.search(Task(game, name, self.text, state, past, watch, begun, limits, is_anytime, is_timed))

    def search(self, task: Task) -> Analysis:
        """What it finds, or has found when the deadline is over."""
        raise self._silent()

    def _silent(self) -> ZermeloError:
        return ZermeloError(f"{self.text} plays but does not analyse{self.instead}")

    def choose(self, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        """The action to play, given the path and the time left on the clock."""
        deadline = Deadline(*clock.allot(self.game.to_move(state))) if clock else None
        found = self.analyse(state, past, deadline=deadline)
        self.worth = found.value
        return found.action

    def new_game(self) -> None:
        """Forgets the last game."""

    def begin(self, deadline: Deadline | None) -> Deadline:
        """The deadline of a search that starts now: the one given, or one without a limit."""
        self._running = deadline or Deadline()
        return self._running

    def stop(self) -> bool:
        """Ends a search in another thread, which returns what it has found. Has any search begun?"""
        if self._running is None:
            return False
        self._running.stop()
        return True


@dataclass(frozen=True)
class Algorithm(ABC):
    """A way to choose: a record of options that holds no state. Equal options make equal records.

    >>> import zermelo
    >>> search = zermelo.MCTS(sims=200)
    >>> isinstance(search, zermelo.Algorithm), str(search.with_options(seed=4))
    (True, 'mcts:sims=200,seed=4')
    """

    name: ClassVar[str] = ""  # as a person types it; "": not available by name
    explains: ClassVar[bool] = True  # can it analyse, or only choose?
    game: ClassVar[str] = ""  # the only game that it plays; "": it plays any
    peeks: ClassVar[bool] = False  # is it shown what other players hide? A measure for others, and no fair player
    values_chance: ClassVar[bool] = False  # can it analyse a position where chance is to move?

    def __init_subclass__(cls) -> None:
        if "name" not in vars(cls) and not cls.__module__.startswith(PACKAGE):
            cls.name = cls.__name__  # of a user's algorithm that has not been given one

    def __post_init__(self) -> None:
        check_options(self.name, self)

    @abstractmethod
    def open(self, game: Game, megabytes: int | None = None) -> Session:
        """A session for a game; compiles what is needed.

        megabytes: a limit on its memory, below that of its options.
        Raises ZermeloError if the algorithm cannot play the game.
        """

    def refusal(self, game: Game) -> str | None:
        """Why this algorithm cannot play the game, in one sentence that names one that can; None: it can."""
        return needs_no_secrets(game, self.name)

    def faults(self) -> Sequence[str]:
        """What is wrong with the tables that it plays by, a line each: `zermelo check --engine` tells it."""
        return ()

    @checked
    def analyse(
        self,
        game: Game,
        state: State | None = None,
        past: Sequence[State] = (),
        watch: Watch | None = None,
        deadline: Deadline | None = None,
        limits: Limits | None = None,
    ) -> Analysis:
        """The analysis of a new session: see `Session.analyse`."""
        return lawful_analysis(self.open, self, game, state, past, watch, deadline, limits)

    def __call__(self, game: Game, state: State) -> Action:
        """The action that a new session chooses, so that an algorithm is a strategy, the AIMA notebooks' included.

        game: may be an object of a class in AIMA's style, and state one of its states.
        """
        rules, here = served(game, state)
        return self.open(rules).choose(here)

    def __str__(self) -> str:
        typed = options_text(self)
        return f"{self.name}:{typed}" if typed else self.name

    def with_options(self, **options: Any) -> Self:
        """The same algorithm with other options; those it does not have are ignored."""
        known = options_of(type(self))
        return replace(self, **{name: value for name, value in options.items() if name in known})

    def with_lines(self, lines: int) -> Self:
        """The same algorithm, giving that many of the best actions their own value and line, if it has `lines`."""
        return self.with_options(lines=lines)

    def wanted(self, game: Game) -> dict[str, Any] | None:
        """The kernel for a game, as arguments of `prepare`; None: it needs none."""
        return None

    def is_ready(self, game: Game) -> bool:
        """Can a session be opened without compiling anything?"""
        wanted = self.wanted(game)
        return wanted is None or is_ready(**wanted)

    def check_served(self, game: Game) -> None:
        """Raises ZermeloError if the algorithm cannot play the game."""
        refusal = self.refusal(game)
        if refusal:
            raise ZermeloError(refusal)


class Opener(Algorithm):
    """An algorithm of which one kind of session is declared: `class MySession(Session, of=Mine)`."""

    session: ClassVar[type[Session]]

    def open(self, game: Game, megabytes: int | None = None) -> Session:
        self.check_served(game)
        return self.session(self, game, megabytes)


OF_POSITIONS = (  # the help of the option `evaluate`
    "evaluation of positions: the game's own by default, a learned file, 'fitted' for fitted weights where the game's "
    "own is a network, 'none' for none"
)
EVALUATIONS = "a learned file, fitted or none; given in Python"  # what the option `evaluate` accepts

NAMED = ("none", "fitted")


def read_evaluate(typed: str, engine: Callable[[str], Any]) -> Any:
    """The evaluation that a person typed: none, fitted, or a file that `zermelo learn` wrote. Raises ValueError."""
    from zermelo.evaluate.learned.opinion import read_evaluation  # which needs NumPy

    return typed if typed in NAMED else read_evaluation(typed)


def evaluation(help: str = OF_POSITIONS) -> Any:
    """Declares the option `evaluate`: an evaluator or a function in Python, typed as `read_evaluate` reads it."""
    return thing(None, help, read=read_evaluate, allowed=EVALUATIONS)


@dataclass(frozen=True)
class TreeSearch(Algorithm):
    """The options of every depth-first tree search: budget, evaluation, compilation."""

    depth: int | None = whole(
        None,
        "plies to look ahead; by default to the end of the game, or as far as the budget allows",
        1,
        1000,
        visitor=60,
    )
    time: float | None = seconds("seconds to think, deepening step by step")
    nodes: int | None = whole(None, "maximum number of states to visit", 1, visitor=10**8)
    evaluate: Any = evaluation()
    compiled: bool | None = compiling()

    def evaluator(self, game: Game) -> Evaluator | None:
        """The evaluator that this search uses; None: none."""
        return chosen_evaluator(self.evaluate, game)

    def wanted_kernel(self, game: Game, factory: Any, arguments: Any) -> dict[str, Any]:
        """The kernel that a factory makes for a game, as arguments of `prepare`. arguments: see there."""
        evaluator = self.evaluator(game)
        return {
            "game": game,
            "factory": factory,
            "arguments": arguments,
            "label": self.name,
            "evaluate": centred(evaluator, game.middle) if evaluator else None,
            "win": evaluator.win if evaluator else 1.0,
            "compiled": self.compiled,
        }


def chosen_evaluator(evaluate: Any, game: Game) -> Evaluator | None:
    """The evaluator that an option `evaluate` stands for; None: none. Raises ZermeloError where it does not fit."""
    if evaluate is None:
        return opinion(game)
    if isinstance(evaluate, Learned):
        from zermelo.evaluate.learned.opinion import learned_evaluator

        return learned_evaluator(evaluate, game)
    if evaluate == "fitted":
        return fitted_opinion(game)
    return None if evaluate == "none" else as_evaluator(evaluate)


def lawful_analysis(
    open_session: Callable[[Game], Session],
    algorithm: Algorithm,
    game: Game,
    state: State | None,
    past: Sequence[State] = (),
    watch: Watch | None = None,
    deadline: Deadline | None = None,
    limits: Limits | None = None,
) -> Analysis:
    """The analysis of a session that is opened here, which says so if the game breaks a law, and then is never exact.

    What can be refused is refused before anything is compiled. Raises ZermeloError.
    """
    algorithm.check_served(game)
    breach = broken_law(game)  # before any rule is asked here: it may not return
    state = game.initial() if state is None else state
    check_choice(game, state, or_chance=algorithm.values_chance and not game.has_hidden)

    def honest(analysis: Analysis) -> Analysis:
        if breach is None:
            return analysis
        return replace(
            analysis,
            exact=False,
            distance=None,
            candidates=tuple(replace(one, decided=False, distance=None) for one in analysis.candidates),
            variations=tuple(replace(one, decided=False, distance=None) for one in analysis.variations),
            breach=str(breach),
        )

    def watched(analysis: Analysis) -> None:
        if watch:
            watch(honest(analysis))

    try:
        told = watched if watch else None
        analysis = with_room(game, lambda: open_session(game).analyse(state, past, told, deadline, limits))
        analysis = honest(analysis)
    except ZermeloError as error:
        if breach is not None and str(error) in BREACHES:
            raise ZermeloError(f"{game.name} breaks a law: {breach}") from None
        raise
    if breach is None:
        return with_checked_sum(analysis)
    tell_once(f"warning: {game.name} breaks a law ({breach.law}): {breach}")
    return analysis


def analyse_only(session: Session, task: Task) -> Analysis:
    """The value of one action from a search that cannot leave out actions: it searches the state after it.

    Raises ZermeloError if several actions are asked for.
    """
    game, state, deadline = task.game, task.state, task.deadline if task.is_anytime else None
    action, *others = task.actions()
    if others:
        raise ZermeloError(f"{task.name} searches all actions or one of them, not several")
    after, mover = game.result(state, action), game.to_move(state)
    if game.is_terminal(after):
        only_one = Candidate(action, float(game.utility(after, mover)), decided=True, distance=1)
        return task.found(only_one, (only_one,), exact=True, depth=1, nodes=1, distance=1)
    if game.to_move(after) == CHANCE or not game.is_duel:
        whole = session.analyse(state, task.past, deadline=deadline)
        known = next(candidate for candidate in whole.candidates if candidate.action == action)
        line = known.line or (action,)
        return replace(whole, action=action, value=known.value, exact=False, line=line, candidates=(known,), terms=())
    reply = session.analyse(after, [*task.past, state], deadline=deadline)
    sign = 1 if game.to_move(after) == mover else -1
    even = game.middle if reply.is_utility() else 0.0
    value = even + sign * (reply.value - even)
    known, line = reply.best, (action, *reply.line)
    distance = None if reply.distance is None else reply.distance + 1
    return replace(
        reply,
        state=state,
        action=action,
        value=value,
        line=line,
        distance=distance,
        candidates=(Candidate(action, value, decided=reply.exact, line=line, distance=distance, known=known.known),),
        terms=tuple(replace(term, feature=sign * term.feature) for term in reply.terms),
        variations=(),
    )


def with_checked_sum(analysis: Analysis) -> Analysis:
    """The analysis.

    Raises ZermeloError if its line ends, in a user's game, with utilities that do not add up as the game declares.
    """
    game, end = analysis.game, analysis.state
    if not game.is_duel or not is_users(game):
        return analysis
    for action in analysis.line:
        end = game.result(end, action)
    if game.is_terminal(end):
        utilities = [float(game.utility(end, player)) for player in range(2)]
        if not math.isclose(sum(utilities), game.total, rel_tol=1e-9, abs_tol=1e-9):
            raise ZermeloError(
                f"{game.name}: utilities {utilities} at {game.state_text(end)} add up to {sum(utilities):g}, and the "
                f"game says total={game.total:g}: give total={sum(utilities):g} or zero_sum=False (see zermelo check)"
            )
    return analysis


def check_choice(game: Game, state: State, or_chance: bool = False, other: str = "try auto") -> None:
    """Raises ZermeloError unless a player is to choose here. or_chance: or chance is to move.

    other: what else a person could do.
    """
    if game.is_terminal(state):
        raise ZermeloError(f"the game is over at {game.state_text(state)}: there is nothing to choose")
    if game.to_move(state) == CHANCE and not or_chance:
        instead = "" if game.has_hidden or not other else f", or {other}"
        raise ZermeloError(f"chance is to move at {game.state_text(state)}: play an outcome first{instead}")


def needs_two_players(game: Game, name: str) -> str | None:
    """The refusal of an algorithm that needs two players, of whom one loses what the other wins."""
    if game.players == 1:
        return f"{name} needs two players, {game.name} is a game for one: try {served_by(game)}"
    if game.players != 2:
        return f"{name} needs two players, {game.name} has {game.players}: try {served_by(game)}"
    if not game.zero_sum:
        return (
            f"{name} needs a game of constant sum, {game.name} says zero_sum=False: try {served_by(game)}, "
            "or zermelo check if its utilities always add up to the same"
        )
    return None


def served_by(game: Game) -> str:
    """The searches that serve a game, whatever its traits, to follow "try"."""
    if game.has_hidden:
        return "auto or ismcts"
    return "expectiminimax or mcts" if game.players == 1 and game.has_chance else "maxn or mcts"


def needs_no_secrets(game: Game, name: str) -> str | None:
    """The refusal of an algorithm that needs perfect information."""
    if game.has_hidden:
        return f"{name} needs perfect information, {game.name} hides some: try ismcts"
    return None


def needs_secrets(game: Game, name: str) -> str | None:
    """The refusal of an algorithm that is for games with hidden information only."""
    return None if game.has_hidden else f"{name} is for games that hide something, {game.name} hides nothing: try auto"


def needs_no_chance(game: Game, name: str) -> str | None:
    """The refusal of an algorithm without chance nodes."""
    return f"{name} handles no chance, {game.name} has some: try expectiminimax or mcts" if game.has_chance else None
