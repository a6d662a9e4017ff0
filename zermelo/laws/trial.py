"""The trial of a game: the contract's laws at the positions near the start, then at those of random games.

It takes place in a child process (compile/apart.py), since a user's rules may never return, or take all memory. Before
a user's game is first analysed a quick trial is made, and its verdict is kept beside the compiled kernels.
"""

from __future__ import annotations

import inspect
import json
import random
import time as clock
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from zermelo.by_value import written
from zermelo.compile.apart import Note, run_apart
from zermelo.compile.events import tell_once
from zermelo.compile.users import game_key, is_users
from zermelo.game import Action, Game, ZermeloError
from zermelo.laws.laws import ENDS, LAWS, LONGEST, OF_VALUES, RETURNS, Law, Patient
from zermelo.user_files import told

NEAR = 60  # positions near the start for each random game
NEAR_SHARE = 0.4  # of the time
ONE_CALL = 2.0  # seconds in which any function of a game must return
OUR_OWN = 60.0  # seconds that we may take between two calls, where a game has a hundred thousand actions
QUICK_GAMES, QUICK_SECONDS = 15, 0.6  # before the first analysis
SHOWN = 40  # moves of an example
KIND = "laws"  # of the notes


@dataclass(frozen=True)
class Finding:
    """One law and whether it held."""

    law: str
    broken: str = ""  # what was seen, where it broke
    moves: tuple[str, ...] = ()  # the shortest game that shows it
    tried: bool = True  # False: the trial had to end before it came to this law
    raised: bool = False  # did the rules raise an exception?

    @property
    def holds(self) -> bool:
        """Did it hold everywhere?"""
        return not self.broken

    @property
    def is_fatal(self) -> bool:
        """Does a function never return, or take all memory? Then nobody should call it."""
        return self.law == RETURNS and not self.holds

    @property
    def place(self) -> str:
        """Where it broke, in words: the moves, of a very long game the first ones, and the position."""
        if not self.moves:
            return "at the start"
        more = f" … ({len(self.moves):,} plies)" if len(self.moves) > SHOWN else ""
        return f"after {' '.join(self.moves[:SHOWN])}{more}"

    def __str__(self) -> str:
        return f"{self.broken}, {self.place}"


@dataclass(frozen=True)
class Trial:
    """What was found about each law, and how much was played."""

    findings: tuple[Finding, ...]
    games: int
    positions: int
    totals: frozenset[float] = frozenset()  # what the utilities of finished games add up to


@lru_cache(maxsize=256)
def broken_law(game: Game) -> Finding | None:
    """A law that a user's game breaks, of those that values depend on; None: none is known, or it is a game of ours.

    Tries them quickly on the first use of the game's content, and looks the verdict up from then on. Raises
    ZermeloError where a function of the game does not return, or takes all memory.
    """
    finding = _known_breach(game)
    if finding and finding.is_fatal:
        raise ZermeloError(f"{game.name} cannot be played: {finding}; see zermelo check")
    return finding


def tell_broken_law(game: Game) -> None:
    """Tells, once, that a user's game breaks a law, unless its rules raise: whoever plays is told what they raise."""
    finding = broken_law(game)
    if finding and not finding.raised:
        tell_once(f"warning: {game.name} breaks a law ({finding.law}): {finding}")


def _known_breach(game: Game) -> Finding | None:
    if not is_users(game):
        return None
    from zermelo.compile.cache import read_note, write_note

    key = game_key(game, _Court, Finding)  # another verdict where the laws are others
    known = read_note(key, KIND)
    if not isinstance(known, dict):
        trial = try_laws(game, QUICK_GAMES, 0, QUICK_SECONDS, OF_VALUES)
        known = next((asdict(finding) for finding in trial.findings if not finding.holds), {})
        write_note(key, KIND, known)
    return Finding(**{**known, "moves": tuple(known["moves"])}) if known else None


def try_laws(game: Game, games: int, seed: int, seconds: float, laws: Collection[str] = tuple(LAWS)) -> Trial:
    """Tries laws for at most so long. A function of the game that does not return breaks the first of them."""
    outcome = run_apart(lambda note: _Court(game, laws, seconds, note).try_all(games, seed), OUR_OWN)
    if not outcome.failure:
        trial: Trial = outcome.value
        return trial
    function, _, where = outcome.noted.partition("\n")
    played, positions, moves = json.loads(where or "[0, 0, []]")
    fatal = Finding(RETURNS, f"{function or 'the game'} {outcome.failure}", tuple(moves))
    findings = tuple(fatal if law == RETURNS else Finding(law, tried=False) for law in laws)
    return Trial(findings, played, positions)


class _Court:
    """Tries laws, and keeps the shortest game that breaks each."""

    def __init__(self, game: Game, laws: Collection[str], seconds: float, note: Note) -> None:
        self._start = clock.perf_counter()
        self._seconds, self._note = seconds, note
        self._laws = {law: LAWS[law] for law in laws}
        self._file = Path(getattr(getattr(inspect.unwrap(game.result), "__code__", None), "co_filename", "?"))
        self._broken: dict[str, Finding] = {}
        self._played = self._positions = 0
        self._totals: set[float] = set()
        self._where = "[0, 0, []]"
        self._game = self._watched(game)

    def try_all(self, games: int, seed: int) -> Trial:
        """Tries the laws near the start and in so many random games."""
        self._try_near(NEAR * games, self._patient(random.Random(seed), NEAR_SHARE * self._seconds))
        for number in range(games):
            self._try_random(self._patient(random.Random(f"{seed} {number}"), self._seconds))
            self._played += 1
            if clock.perf_counter() > self._start + self._seconds:
                break
        findings = tuple(self._broken.get(law, Finding(law)) for law in self._laws)
        return Trial(findings, self._played, self._positions, frozenset(self._totals))

    def _patient(self, noise: random.Random, seconds: float) -> Patient:
        return Patient(self._game, noise, self._start + seconds)

    def _try_near(self, most: int, patient: Patient) -> None:
        """Breadth first, so that the first example of a broken law is the shortest."""
        waiting = deque(self._begun(patient))
        seen: set[str] = set()
        while waiting and len(seen) < most and not patient.is_late:
            here = waiting.popleft()
            text = written(here.state)
            if text in seen:
                continue
            seen.add(text)
            if self._holds(here):
                waiting.extend(after for action in here.some(self._moves(here)) for after in self._after(here, action))

    def _try_random(self, patient: Patient) -> None:
        begun = self._begun(patient)
        while begun and self._holds(begun[0]):
            here = begun[0]
            moves = self._moves(here)
            if not moves or here.is_late or len(here.moves) >= LONGEST:
                return
            begun = self._after(here, here.noise.choice(moves))

    def _begun(self, patient: Patient) -> list[Patient]:
        """The patient at the start; nothing where the rules raise there."""
        first = next(iter(law for law in self._laws if law != RETURNS))
        return self._guarded(patient, first, lambda: [replace(patient, state=self._game.initial())]) or []

    def _moves(self, here: Patient) -> list[Action]:
        return self._guarded(here, ENDS, lambda: here.game.moves(here.state)) or []

    def _after(self, here: Patient, action: Action) -> list[Patient]:
        def step() -> list[Patient]:
            text = here.game.action_text(here.state, action)
            return [replace(here, state=here.game.result(here.state, action), moves=[*here.moves, text])]

        return self._guarded(here, ENDS, step) or []

    def _guarded(self, here: Patient, law: str, ask: Callable[[], Any]) -> Any:
        """What the rules answer; None where they raise, which breaks the law."""
        try:
            return ask()
        except MemoryError:
            raise
        except Exception as error:
            self._keep(here, law, told(error, self._file), raised=True)
            return None

    def _holds(self, here: Patient) -> bool:
        """Does every law hold at this position?"""
        self._positions += 1
        self._where = json.dumps([self._played, self._positions, here.moves[: 2 * SHOWN]])
        for law, test in self._laws.items():
            complaint = self._guarded(here, law, partial(_told, test, here))
            if complaint:
                self._keep(here, law, complaint)
            if complaint is None or complaint:
                return False
        self._guarded(here, ENDS, partial(self._add_total, here))
        return True

    def _add_total(self, here: Patient) -> None:
        game = here.game
        if game.is_terminal(here.state):
            utilities = (float(game.utility(here.state, player)) for player in range(game.players))
            self._totals.add(round(sum(utilities), 9))

    def _keep(self, here: Patient, law: str, complaint: str, raised: bool = False) -> None:
        known = self._broken.get(law)
        if known is None or len(here.moves) < len(known.moves):
            self._broken[law] = Finding(law, complaint, tuple(here.moves), raised=raised)

    def _watched(self, game: Game) -> Game:
        """The game with functions that note which of them was called last."""
        names = ("initial", "to_move", "actions", "result", "is_terminal", "utility", "chances", "key", "pick", "view")
        texts = ("format_action", "parse_action", "format_state", "parse_state", "picture", "evaluate")
        functions: dict[str, Any] = {name: getattr(game, name) for name in (*names, *texts)}
        watched: dict[str, Any] = {name: self._noted(name, f) for name, f in functions.items() if f is not None}
        return replace(game, **watched)

    def _noted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def begin(given: tuple[Any, ...]) -> None:
            called = f"result(state, {given[1]!r})" if name == "result" else name
            self._note(f"{called}\n{self._where}", ONE_CALL)

        def call(*given: Any) -> Any:
            begin(given)
            answer = function(*given)
            self._note("", OUR_OWN)
            return answer

        def iterate(*given: Any) -> Iterator[Any]:
            begin(given)
            yield from function(*given)
            self._note("", OUR_OWN)

        return iterate if name in ("actions", "chances") else call


def _told(law: Law, here: Patient) -> str:
    """What is wrong here; "": nothing."""
    return law(here) or ""
