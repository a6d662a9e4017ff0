"""The doctor: does a game keep the contract's laws, does it compile, and is it the same game then?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.compile.compare import find_difference
from zermelo.compile.users import is_users
from zermelo.evaluate import opinion
from zermelo.game import Game
from zermelo.laws.trial import Finding, try_laws

AGREES = "compiled and interpreted agree"


@dataclass(frozen=True)
class Diagnosis:
    """All findings, how much was played, and whether the game compiles."""

    game: Game
    findings: tuple[Finding, ...]
    games: int
    positions: int
    compiled: bool
    reason: str  # why it runs interpreted
    hint: str = ""  # what the game could declare to be served better

    @property
    def healthy(self) -> bool:
        """Did every law hold?"""
        return all(finding.holds for finding in self.findings)

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
            "laws": [
                {"law": f.law, "holds": f.holds, **({"broken": f.broken, "moves": list(f.moves)} if f.broken else {})}
                for f in self.findings
                if f.tried
            ],
        }


def examine(game: Game, games: int = 100, seed: int = 0, seconds: float = 10.0) -> Diagnosis:
    """Tries every law near the start and in random games; then compiles, and compares both ways to run.

    Stops playing early when `seconds` are over.
    """
    trial = try_laws(game, games, seed, seconds)
    findings, compiled, reason, hint = trial.findings, False, "the laws come first", ""
    if all(finding.holds for finding in findings):
        finding, compiled, reason = _compile(game)
        findings, hint = (*findings, finding), _hint(game, trial.totals)
    return Diagnosis(game, findings, trial.games, trial.positions, compiled, reason, hint)


def _hint(game: Game, totals: frozenset[float]) -> str:
    """Told of a game for two whose utilities seem to have a constant sum, although it says that they do not."""
    if game.zero_sum or game.players != 2 or len(totals) != 1:
        return ""
    total = next(iter(totals))
    declared = f"total={total:g}" if total else "zero_sum=True"
    seen = f"utilities added up to {total:g} in every game"
    return f"{seen}: with {declared} instead of zero_sum=False, alpha-beta serves it"


def _compile(game: Game) -> tuple[Finding, bool, str]:
    """Compiles perft, and compares the compiled game with the interpreted one."""
    if not game.compiles:
        reason = f"{game.origin} is never compiled" if game.origin else "the game says so (compiles=False)"
        return Finding(AGREES), False, reason
    from zermelo.compile.prepare import prepare
    from zermelo.search import perft as counting

    evaluator = opinion(game)
    evaluate = evaluator.function if evaluator else None
    kernel = prepare(game, counting.kernel, counting.example, label="perft", evaluate=evaluate)
    difference = kernel.difference
    if kernel.compiled and not is_users(game):
        difference = find_difference(game, evaluate)
    if difference is None or not difference.text or difference.is_wide:  # if only that, the game is right as it stands
        return Finding(AGREES), kernel.compiled, kernel.reason
    return Finding(AGREES, difference.text), kernel.compiled, kernel.reason
