"""The trial of a game: the contract's laws at the positions near the start, then at those of random games.

It takes place in a process of its own (compile/trust/guarded), since a user's rules may never return, or take all
memory.
Before a user's game is first analysed a quick trial is made, and its verdict is kept beside the compiled kernels.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from zermelo.compile.cache.folder import last_note
from zermelo.compile.kernel.events import tell_once
from zermelo.compile.trust.guarded import Note, run_guarded, start_process
from zermelo.compile.trust.users import game_key, is_users
from zermelo.game import Game, ZermeloError
from zermelo.laws.court import NOWHERE, OUR_OWN, Court, Verdict
from zermelo.laws.laws import LAWS, OF_VALUES, RETURNS
from zermelo.loading import loaded_from

QUICK_GAMES, QUICK_SECONDS = 15, 0.6  # before the first analysis
KIND = "laws"  # of the notes


@dataclass(frozen=True)
class Trial:
    """What was found about each law, and how much was played."""

    findings: tuple[Verdict, ...]
    games: int
    positions: int
    totals: frozenset[float] = frozenset()  # what the utilities of finished games add up to


@lru_cache(maxsize=256)
def broken_law(game: Game) -> Verdict | None:
    """A law that a user's game breaks, of those that values depend on; None: none is known, or it is a game of ours.

    Tries them quickly on the first use of the game's content, and looks the verdict up from then on. Raises
    ZermeloError where a function of the game does not return, or takes all memory.
    """
    finding = _known_breach(game)
    if finding and finding.is_fatal:
        raise ZermeloError(f"{game.name} cannot be played: {finding}; see zermelo check")
    return finding


def require_laws(game: Game) -> None:
    """Raises ZermeloError if a game is known to break a law that values depend on: nothing is proved about it then."""
    finding = broken_law(game)
    if finding is not None:
        raise ZermeloError(
            f"{game.name} breaks a law ({finding.law}), so it has no value: {finding}; see zermelo check"
        )


def tell_broken_law(game: Game) -> None:
    """Tells, once, that a user's game breaks a law, unless its rules raise: whoever plays is told what they raise."""
    finding = broken_law(game)
    if finding and not finding.raised:
        tell_once(f"warning: {game.name} breaks a law ({finding.law}): {finding}")


def _known_breach(game: Game) -> Verdict | None:
    if not is_users(game):
        return None
    if _is_new(game):
        start_process()  # while this one imports the compiler
    from zermelo.compile.cache.disk import read_note, write_note

    key = game_key(game, Court, Verdict)  # another verdict where the laws are others
    known = read_note(key, KIND)
    if not isinstance(known, dict):
        trial = try_laws(game, QUICK_GAMES, 0, QUICK_SECONDS, OF_VALUES)
        known = next((asdict(finding) for finding in trial.findings if not finding.holds), {})
        write_note(key, KIND, known)
    return _verdict(known) if known else None


def _is_new(game: Game) -> bool:
    """Was the file of a game changed after the last verdict on any game? Then there is none on this one."""
    source = loaded_from(game)
    try:
        return source is not None and os.path.getmtime(source.file) > last_note(KIND)
    except OSError:  # it was loaded from a library, or is gone
        return False


def _verdict(plain: dict[str, Any]) -> Verdict:
    """A finding of what `asdict` made of it, and JSON of that."""
    return Verdict(**{**plain, "moves": tuple(plain["moves"])})


def try_laws(game: Game, games: int, seed: int, seconds: float, laws: Collection[str] = tuple(LAWS)) -> Trial:
    """Tries laws for at most so long. A function of the game that does not return breaks the first of them."""
    outcome = run_guarded(_tried, game, games, seed, seconds, tuple(laws), seconds=OUR_OWN, same_compiler=False)
    if not outcome.failure:
        findings, played, positions, totals = outcome.value
        return Trial(tuple(map(_verdict, findings)), played, positions, frozenset(totals))
    function, _, where = outcome.noted.partition("\n")
    played, positions, moves, state = json.loads(where or NOWHERE)
    fatal = Verdict(RETURNS, f"{function or 'the game'} {outcome.failure}", tuple(moves), state)
    found = tuple(fatal if law == RETURNS else Verdict(law, tried=False) for law in laws)
    return Trial(found, played, positions)


def _tried(game: Game, games: int, seed: int, seconds: float, laws: tuple[str, ...], note: Note) -> list[Any]:
    """What is found, for another process: the findings, the games, the positions, and the totals."""
    court = Court(game, laws, seconds, note)
    findings = court.try_all(games, seed)
    return [list(map(asdict, findings)), court.played, court.positions, list(court.totals)]
