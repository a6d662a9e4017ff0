"""Tries laws at a game's positions, for a process of its own: what it finds, and the smallest example of each."""

from __future__ import annotations

import inspect
import json
import random
import sys
import time as clock
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from zermelo.by_value import written
from zermelo.compile.kernel.events import Compilation, listen
from zermelo.compile.trust.guarded import Note
from zermelo.evaluate import Opinion
from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.laws.laws import ENDS, LAWS, LONGEST, RETURNS
from zermelo.laws.patient import Patient, Seen
from zermelo.user_files import told

NEAR = 60  # positions near the start for each random game
NEAR_SHARE, GAMES_SHARE = 0.4, 0.85  # of the time; the rest is for smaller examples, if one is needed
ONE_CALL = 2.0  # seconds in which any function of a game must return
OUR_OWN = 60.0  # seconds that we may take between two calls, where a game has a hundred thousand actions
SHOWN = 40  # moves of an example
LONG = 400  # moves of an example that is not made smaller
NOWHERE = '[0, 0, [], ""]'  # where we are before anything is known: games, positions, moves and the state

RULES = (
    *("initial", "to_move", "actions", "result", "is_terminal", "utility", "fill", "chances", "key", "symmetries"),
    *("pick", "view", "deal", "adjudicated", "reversible", "counts_on"),
    *("format_action", "parse_action", "format_state", "parse_state", "picture", "ending"),
)
ITERATED = ("actions", "chances", "symmetries")


@dataclass(frozen=True)
class Verdict:
    """One law and whether it held."""

    law: str
    broken: str = ""  # what was seen, where it broke
    moves: tuple[str, ...] = ()  # the shortest game that shows it
    state: str = ""  # the position after them
    tried: bool = True  # False: the trial never came to what this law is about
    raised: bool = False  # did the rules raise an exception?
    applies: bool = True  # False: the game has nothing that this law is about

    @property
    def holds(self) -> bool:
        """Was it never broken?"""
        return not self.broken

    @property
    def is_fatal(self) -> bool:
        """Did a function fail to return, or take all memory? Then it must not be called again."""
        return self.law == RETURNS and not self.holds

    @property
    def place(self) -> str:
        """Where it broke, in words: the moves, of a very long game the first ones."""
        if not self.moves:
            return "at the start"
        more = f" … ({len(self.moves):,} plies)" if len(self.moves) > SHOWN else ""
        return f"after {' '.join(self.moves[:SHOWN])}{more}"

    def __str__(self) -> str:
        return f"{self.broken}, {self.place}" + (f", in the state {self.state}" if self.state and self.moves else "")


class _Late(BaseException):
    """The time is up. Not an Exception, so that no rules catch it."""


class _Reads(BaseException):
    """A function of the game waits for what a person types."""


@dataclass(frozen=True)
class _Breach:
    """A law that is broken at a position."""

    law: str
    complaint: str
    raised: bool = False


class Court:
    """Tries laws, and keeps the shortest game that breaks each."""

    def __init__(self, game: Game, laws: Collection[str], seconds: float, note: Note) -> None:
        self._start = self._until = clock.perf_counter()
        self._seconds, self._note, self._laws = seconds, note, tuple(laws)
        self._file = Path(getattr(getattr(inspect.unwrap(game.result), "__code__", None), "co_filename", "?"))
        self._broken: dict[str, Verdict] = {}
        self._examples: dict[str, tuple[Action, ...]] = {}  # the actions of those that random games found
        self._reached: set[str] = set()
        self._chosen: Collection[str] = self._laws  # those that apply to the game
        self._where, self._calling = NOWHERE, ""
        self._ears = _Ears()
        self._seen = Seen()
        self._game = self._watched(game)
        self.played = self.positions = 0
        self.totals: set[float] = set()  # what the utilities of finished games add up to

    def try_all(self, games: int, seed: int) -> tuple[Verdict, ...]:
        """Tries the laws near the start and in so many random games, until the time is up."""
        streams: Any = sys
        usual = streams.stdout, streams.stdin
        streams.stdout, streams.stdin = self._ears, _NoHands()
        try:
            with listen(self._heed):
                return self._try_all(games, seed)
        finally:
            streams.stdout, streams.stdin = usual

    def _try_all(self, games: int, seed: int) -> tuple[Verdict, ...]:
        self._within(1.0, self._choose_laws)
        self._within(NEAR_SHARE, lambda: self._try_near(NEAR * games, random.Random(seed)))
        for number in range(games):
            noise = random.Random(f"{seed} {number}")
            if not self._within(GAMES_SHARE if self._broken else 1.0, partial(self._try_random, noise)):
                break
            self.played += 1
        self._within(1.0, self._shorten)
        return tuple(
            self._broken.get(law) or Verdict(law, tried=law in self._reached, applies=law in self._chosen)
            for law in self._laws
        )

    def _within(self, share: float, work: Callable[[], None]) -> bool:
        """Does some work, for at most this share of all the time. Returns whether time is left."""
        self._until = self._start + share * self._seconds
        try:
            work()
        except _Late:
            return False
        return clock.perf_counter() < self._until

    def _choose_laws(self) -> None:
        """Those that apply to the game. One that cannot tell is tried, and then tells why."""

        def applies(law: str) -> bool:
            try:
                return LAWS[law].applies(self._game)
            except Exception:
                return True

        self._chosen = [law for law in self._laws if applies(law)]

    # --- where to look ---

    def _try_near(self, most: int, noise: random.Random) -> None:
        """Breadth first, so that the first example of a broken law is the shortest."""
        waiting = deque(self._begun(noise))
        seen: set[str] = set()
        while waiting and len(seen) < most:
            here = waiting.popleft()
            text = written(here.state)
            if text in seen:
                continue
            seen.add(text)
            if self._holds(here):
                waiting.extend(after for action in here.some(self._moves(here)) for after in self._after(here, action))

    def _try_random(self, noise: random.Random) -> None:
        begun = self._begun(noise)
        while begun and self._holds(begun[0]):
            here = begun[0]
            moves = self._moves(here)
            if not moves or len(here.path) >= (LONGEST if ENDS not in self._broken else SHOWN):
                return
            begun = self._after(here, here.noise.choice(moves))

    def _shorten(self) -> None:
        """Leaves moves out of the examples that random games found, as long as they break the same law."""
        for law, path in list(self._examples.items()):
            size = len(path) // 2 if len(path) <= LONG else 0
            while size:
                start = 0
                while start + size <= len(path):
                    shorter = self._broken_on(path[:start] + path[start + size :], law)
                    if shorter is None:
                        start += size
                    else:
                        path = shorter
                size //= 2

    def _broken_on(self, path: Sequence[Action], law: str) -> tuple[Action, ...] | None:
        """Keeps the first position on a path where a law is broken, and returns the path there; None: there is none."""
        begun = self._begun(random.Random(0))
        for place in range(len(path) + 1):
            if not begun:
                return None
            here = begun[0]
            breach = self._breach(here, [law])
            if breach:
                self._keep(here, breach)
                return here.path
            if place == len(path) or path[place] not in self._moves(here):
                return None
            begun = self._after(here, path[place])
        return None

    # --- one position ---

    def _begun(self, noise: random.Random) -> list[Patient]:
        """The patient at the start; nothing where the rules raise there."""
        patient = Patient(self._game, noise, self._seen)
        self._look_at(patient)
        first = next(iter(law for law in self._laws if law != RETURNS))

        def begin() -> list[Patient]:
            self._seen.first = self._game.initial()
            return [replace(patient, state=self._game.initial())]

        return self._asked(patient, first, begin) or []

    def _moves(self, here: Patient) -> list[Action]:
        return self._asked(here, ENDS, lambda: here.game.moves(here.state)) or []

    def _after(self, here: Patient, action: Action) -> list[Patient]:
        def step() -> list[Patient]:
            moves = (*here.moves, here.game.action_text(here.state, action))
            return [replace(here, state=here.game.result(here.state, action), path=(*here.path, action), moves=moves)]

        return self._asked(here, ENDS, step) or []

    def _asked(self, here: Patient, law: str, ask: Callable[[], Any]) -> Any:
        """What the rules answer; None where they raise, which breaks the law."""
        try:
            return ask()
        except (_Reads, Exception) as error:
            self._keep(here, self._raised(law, error))
            return None

    def _raised(self, law: str, error: BaseException) -> _Breach:
        if isinstance(error, MemoryError):
            raise error
        if isinstance(error, _Reads):
            self._ears.heard = ""  # the question
            return _Breach(RETURNS, f"{error} waits for what is typed")
        return _Breach(law, told(error, self._file), raised=True)

    def _holds(self, here: Patient) -> bool:
        """Does every law hold at this position?"""
        self.positions += 1
        self._look_at(here)
        breach = self._breach(here, self._chosen)
        if breach:
            self._keep(here, breach)
            return False
        self._asked(here, ENDS, partial(self._add_total, here))
        return True

    def _look_at(self, here: Patient) -> None:
        """Has whoever watches from outside know where we are."""
        state = "" if here.state is None else _shown(here.state)
        self._where = json.dumps([self.played, self.positions, here.moves[: 2 * SHOWN], state])

    def _breach(self, here: Patient, laws: Collection[str]) -> _Breach | None:
        """The first of the laws that is broken here."""
        for law in laws:
            try:
                complaint = LAWS[law].test(here)
            except (_Reads, Exception) as error:
                return self._raised(law, error)
            if complaint:
                return _Breach(law, complaint)
            if complaint is not None:
                self._reached.add(law)
        return None

    def _add_total(self, here: Patient) -> None:
        game = here.game
        if game.is_terminal(here.state):
            utilities = (float(game.utility(here.state, player)) for player in range(game.players))
            self.totals.add(round(sum(utilities), 9))

    def _keep(self, here: Patient, breach: _Breach) -> None:
        known = self._broken.get(breach.law)
        if known is None or len(here.moves) < len(known.moves):
            shown = "" if here.state is None else _shown(here.state)
            self._broken[breach.law] = Verdict(breach.law, breach.complaint, here.moves, shown, raised=breach.raised)
            self._examples[breach.law] = here.path

    # --- the functions, watched ---

    def _watched(self, game: Game) -> Game:
        """The game with functions that note which of them was called last."""
        functions = {name: getattr(game, name) for name in RULES}
        watched: dict[str, Any] = {name: self._noted(name, f) for name, f in functions.items() if f is not None}
        if game.guide is not None:
            watched["guide"] = self._watched_parts(game.guide, ("playout", "prior"))
        function = getattr(game.evaluate, "function", game.evaluate)
        if function is not None:
            watched["evaluate"] = self._noted("evaluate", function)
        if hasattr(game.evaluate, "function"):
            given = game.evaluate
            tactics = given.tactics and self._watched_parts(
                given.tactics, ("rank", "order", "noisy", "forced", "passed", "may_pass")
            )
            watched["evaluate"] = Opinion(watched["evaluate"], given.win, tactics, given.unit, given.units)
        return replace(game, **watched)

    def _watched_parts(self, record: Any, names: Sequence[str]) -> Any:
        """A copy of a record of functions, such as a guide, in which the functions of the given names are watched."""
        try:
            functions = {name: getattr(record, name) for name in names}
            return replace(record, **{name: self._noted(name, f) for name, f in functions.items() if callable(f)})
        except (AttributeError, TypeError, ZermeloError):  # it is no such record, which the laws tell
            return record

    def _heed(self, event: Compilation) -> None:
        """A game's function that has code of its own compiled may take longer, once."""
        if event.kind == "begin":
            self._note(self._calling, OUR_OWN)
        elif event.kind == "end":
            self._until += event.seconds
            self._note(self._calling, ONE_CALL)

    def _noted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with notes before and after each call."""

        def begin(given: tuple[Any, ...]) -> str:
            if clock.perf_counter() > self._until:
                raise _Late
            called = f"result(state, {given[1]!r})" if name == "result" else name
            self._calling = f"{called}\n{self._where}"
            self._note(self._calling, ONE_CALL)
            return called

        def end(called: str) -> None:
            self._note("", OUR_OWN)
            heard, self._ears.heard = self._ears.heard, ""
            if heard and not self._seen.printed:
                self._seen.printed = f"{called} prints '{brief(heard)}'"

        def call(*given: Any) -> Any:
            called = begin(given)
            try:
                answer = function(*given)
            except EOFError:
                raise _Reads(called) from None
            end(called)
            return answer

        def iterate(*given: Any) -> Iterator[Any]:
            called = begin(given)
            try:
                yield from function(*given)
            except EOFError:
                raise _Reads(called) from None
            end(called)

        return iterate if name in ITERATED else call


class _Ears:
    """Hears what is printed."""

    def __init__(self) -> None:
        self.heard = ""

    def write(self, text: str) -> int:
        self.heard = (self.heard + text)[:200]
        return len(text)

    def flush(self) -> None:
        """There is nothing to send on."""


class _NoHands:
    """Types nothing."""

    def readline(self, *_: Any) -> str:
        raise EOFError

    read = readline
    __iter__ = readline


def _shown(state: State) -> str:
    """A state in an example."""
    try:
        return brief(repr(state), 200)
    except Exception:
        return f"a {type(state).__name__}"
