"""The doctor: does a game keep the contract's laws, does it compile, is it the same game then, and who can play it?"""

from __future__ import annotations

import time as clock
from dataclasses import asdict, dataclass, replace
from typing import Any

from zermelo.arena.engine_trial import EngineTrial, try_engines
from zermelo.arguments import checked
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.trust.compare import Difference, compared, remember_difference
from zermelo.compile.trust.guarded import Note, run_guarded
from zermelo.compile.trust.users import is_users
from zermelo.game import Game, ZermeloError
from zermelo.hidden.ismcts.search import ISMCTS
from zermelo.laws.court import Verdict
from zermelo.laws.trial import try_laws
from zermelo.players.engines import default_engine

AGREES = "compiled and interpreted agree"
QUICK = 0.5  # seconds to load a kernel that is in the cache
LAWS_SHARE = 0.6  # of the time, for a game that may compile
ENGINES_SHARE = 0.2  # of the time, for the engines
MOST_FOR_ENGINES = 0.5  # as much more, at most, where compiling has taken theirs
LEAST = 10.0  # seconds to compile the rules in, however long the laws took


@dataclass(frozen=True)
class Diagnosis:
    """All findings, how much was played, and whether the game compiles."""

    game: Game
    findings: tuple[Verdict, ...]
    games: int
    positions: int
    compiled: bool
    reason: str  # why it runs interpreted, or why that is not known
    hint: str = ""  # what the game could declare to be served better
    engines: tuple[EngineTrial, ...] = ()  # that its traits allow; none where a law is broken, or if it is one of ours

    @property
    def is_lawful(self) -> bool:
        """Was no law broken?"""
        return all(finding.holds for finding in self.findings)

    @property
    def healthy(self) -> bool:
        """Was no law broken, and did no engine fail?"""
        return self.is_lawful and not any(one.failure for one in self.engines)

    @property
    def unreached(self) -> tuple[str, ...]:
        """The laws about which nothing can be said: no position that they are about was reached."""
        return tuple(finding.law for finding in self.findings if finding.applies and not finding.tried)

    def to_json(self) -> dict[str, Any]:
        """The object that `check --json` prints."""
        return {
            "game": self.game.title,
            "origin": self.game.origin,
            "healthy": self.healthy,
            "games": self.games,
            "positions": self.positions,
            "compiled": self.compiled,
            "reason": self.reason,
            "hint": self.hint,
            "engines": [one.to_json() for one in self.engines],
            "laws": [{"law": f.law, "holds": f.holds, **_example(f)} for f in self.findings if f.applies and f.tried],
            "unreached": list(self.unreached),
        }


def _example(finding: Verdict) -> dict[str, Any]:
    if finding.holds:
        return {}
    return {"broken": finding.broken, "moves": list(finding.moves), "state": finding.state}


@checked
def examine(game: Game, games: int = 100, seed: int = 0, seconds: float = 20.0) -> Diagnosis:
    """Tries every law near the start and in random games; then compiles, and compares both ways to run.

    Then every engine that serves a user's game plays a short one against itself.

    Stops when `seconds` are over, at the latest after the call that is under way. Only compiling the rules may take a
    little longer, if the seconds are few; the engines then have up to half the seconds beside.

    >>> import zermelo
    >>> diagnosis = zermelo.examine(zermelo.load("nim"))
    >>> diagnosis.is_lawful, diagnosis.compiled
    (True, True)
    """
    until = clock.perf_counter() + seconds
    trial = try_laws(game, games, seed, LAWS_SHARE * seconds if game.compiles else seconds)
    lawful = Diagnosis(game, trial.findings, trial.games, trial.positions, False, "the laws come first")
    if not lawful.is_lawful:
        return lawful
    is_own = is_users(game)  # the engines play this package's games in its tests
    finding, compiled, reason = _compile(game, until - (ENGINES_SHARE * seconds if is_own else 0.0))
    most = max(until, clock.perf_counter() + MOST_FOR_ENGINES * seconds)
    return replace(
        lawful,
        findings=(*trial.findings, finding),
        compiled=compiled,
        reason=reason,
        hint=_hint(game, trial.totals),
        engines=try_engines(game, most) if is_own and finding.holds else (),
    )


def _hint(game: Game, totals: frozenset[float]) -> str:
    """Told of a game for two whose utilities seem to have a constant sum, although it says that they do not."""
    if game.zero_sum or game.players != 2 or len(totals) != 1:
        return ""
    total = next(iter(totals))
    declared = f"total={total:g}" if total else "zero_sum=True"
    seen = f"utilities added up to {total:g} in every game"
    return f"{seen}: with {declared} instead of zero_sum=False, alpha-beta serves it"


def _compile(game: Game, until: float) -> tuple[Verdict, bool, str]:
    """Compiles the rules as every kernel has them, and compares them with the interpreted ones.

    Then it compiles the very kernel that `analyse` uses, which stays in the cache, or that of ismcts where `analyse`
    solves a hidden game without one. Both happen in a process that is ended when the time is up. If only the second is,
    the first one tells whether the game compiles.
    """
    unknown, interpreted = Verdict(AGREES, tried=False), Verdict(AGREES, tried=False, applies=False)
    if not game.compiles:
        reason = f"{game.origin} is never compiled" if game.origin else "the game says so (compiles=False)"
        return interpreted, False, reason
    try:
        wanted = default_engine(game).wanted(game)
        if wanted is None and game.has_hidden:  # it is small enough to be solved, which needs no compiled rules
            wanted = ISMCTS().wanted(game)
    except ZermeloError as error:
        return interpreted, False, str(error)
    if wanted is None:
        return interpreted, False, "the engine that plays it compiles none of its functions"
    difference = compared(game, wanted["evaluate"], max(LEAST, until - clock.perf_counter()))
    agrees = difference is not None and not (difference.text or difference.failure)
    left = until - clock.perf_counter()
    known = None if difference is None else asdict(difference)
    outcome = run_guarded(_prepared, wanted, known, seconds=max(left, QUICK if agrees else LEAST))
    if outcome.failure and agrees:
        return Verdict(AGREES), True, ""
    if outcome.failure:
        return unknown, False, f"not known, as compiling {outcome.failure}: give it more --seconds"
    compiled, reason = outcome.value
    if difference is not None and difference.text and not difference.is_wide:
        return Verdict(AGREES, difference.text), compiled, reason
    if not compiled:  # if only a number is too wide, the game is right as it stands
        return interpreted, compiled, reason
    return unknown if difference is None else Verdict(AGREES), compiled, reason


def _prepared(wanted: dict[str, Any], known: dict[str, Any] | None, note: Note) -> list[Any]:
    """Whether a game compiles, and why not, as another process finds out. known: how the compiled game differs."""
    if known is not None:
        remember_difference(wanted["game"], wanted["evaluate"], Difference(**known))
    kernel = prepare(**wanted)
    return [kernel.compiled, kernel.reason]
