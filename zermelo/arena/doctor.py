"""The doctor: does a game keep the contract's laws, and does it compile?

It plays random games, and shows for each broken law the shortest game that breaks it.
"""

from __future__ import annotations

import math
import random
import time as clock
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.evaluate import in_utilities, opinion
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.loading import told
from zermelo.search.perft import perft
from zermelo.search.textbook.minimax import Minimax

LONGEST = 5000  # plies of a random game where the game does not say


@dataclass(frozen=True)
class Finding:
    """One law and whether it held."""

    law: str
    broken: str = ""  # what was seen, where it broke
    moves: tuple[str, ...] = ()  # the shortest game that shows it

    @property
    def holds(self) -> bool:
        """Did it hold everywhere?"""
        return not self.broken


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
            "healthy": self.healthy,
            "games": self.games,
            "positions": self.positions,
            "compiled": self.compiled,
            "reason": self.reason,
            "hint": self.hint,
            "laws": [
                {"law": f.law, "holds": f.holds, **({"broken": f.broken, "moves": list(f.moves)} if f.broken else {})}
                for f in self.findings
            ],
        }


@dataclass
class _Patient:
    """The game under examination and where we are in it."""

    game: Game
    noise: random.Random
    state: State = None
    moves: list[str] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)


Law = Callable[[_Patient], str | None]  # what is wrong here, or None


def _states(p: _Patient) -> str | None:
    if p.state is None:
        return f"{'result' if p.moves else 'initial'} gives None: does it return the state?"
    return None


def _players(p: _Patient) -> str | None:
    mover = p.game.to_move(p.state)
    if mover == CHANCE and not p.game.has_chance:
        return "to_move says chance, but the game has no chances(state)"
    if mover != CHANCE and mover not in range(p.game.players):
        return f"to_move is {mover!r}, not one of 0 to {p.game.players - 1}"
    return None


def _hashable(p: _Patient) -> str | None:
    try:
        hash(p.state)
    except TypeError:
        return f"the state {p.state!r} cannot be hashed: use tuples for lists and arrays, frozensets for sets"
    if p.game.state_key(p.state) != p.game.state_key(p.state):
        return "key(state) gives another number each time"
    return None


def _actions(p: _Patient) -> str | None:
    if p.game.is_terminal(p.state) or p.game.to_move(p.state) == CHANCE:
        return None
    actions = p.game.legal(p.state)
    if not actions:
        return "there is no action, but the game is not over"
    if len(set(actions)) != len(actions):
        twice = next(a for a in actions if actions.count(a) > 1)
        return f"actions yields {twice!r} twice"
    if len(actions) > p.game.max_actions:
        return f"{len(actions)} actions are more than max_actions, {p.game.max_actions}"
    if p.game.legal(p.state) != actions:
        return "actions yields something else each time"
    if p.game.pick is not None:
        drawn = [p.game.pick(p.state, (i + 0.5) / len(actions)) for i in range(len(actions))]
        if len(set(drawn)) != len(drawn) or set(drawn) != set(actions):
            return "pick does not draw the actions uniformly"
    return None


def _chances(p: _Patient) -> str | None:
    if p.game.is_terminal(p.state) or p.game.to_move(p.state) != CHANCE or not p.game.has_chance:
        return None
    outcomes = p.game.outcomes(p.state)
    if any(chance <= 0 for _, chance in outcomes):
        return f"an outcome has probability {min(chance for _, chance in outcomes)}"
    total = sum(chance for _, chance in outcomes)
    if not math.isclose(total, 1.0, abs_tol=1e-9):
        return f"the probabilities add up to {total:g}, not to 1"
    if len({outcome for outcome, _ in outcomes}) != len(outcomes):
        return "chances yields an outcome twice"
    return None


def _pure(p: _Patient) -> str | None:
    if p.game.is_terminal(p.state):
        return None
    before = repr(p.state)
    for action in p.game.moves(p.state):
        after = p.game.result(p.state, action)
        if repr(p.state) != before:
            return f"result(state, {action!r}) changed the state it was given"
        if after != p.game.result(p.state, action):
            return f"result(state, {action!r}) gives something else each time"
    return None


def _ends(p: _Patient) -> str | None:
    if p.game.max_plies is not None and len(p.moves) > p.game.max_plies:
        return f"the game goes on after max_plies, {p.game.max_plies}"
    if (
        len(p.moves) >= LONGEST
        and not p.game.is_terminal(p.state)
        and p.game.max_plies is None
        and not p.game.has_chance
    ):
        return f"a random game is not over after {LONGEST} plies"
    return None


def _utilities(p: _Patient) -> str | None:
    if not p.game.is_terminal(p.state):
        return None
    values = [p.game.utility(p.state, player) for player in range(p.game.players)]
    if not all(isinstance(v, int | float) and math.isfinite(v) for v in map(float, values)):
        return f"utility gives {values}"
    total = sum(values)
    if p.game.zero_sum and not math.isclose(total, p.game.total, rel_tol=1e-9, abs_tol=1e-9):
        said = f"the game says total={p.game.total:g}"
        return (
            f"utilities {values} add up to {total:g}, and {said}: give total={total:g} if all games do, "
            "zero_sum=False if not, or mend utility"
        )
    best = p.game.best_utility
    if best is not None and max(values) > best:
        return f"a utility of {max(values):g} is more than best_utility, {best:g}"
    return None


def _texts(p: _Patient) -> str | None:
    if not p.game.is_terminal(p.state):
        moves = p.game.moves(p.state)
        names = [p.game.action_text(p.state, action) for action in moves]
        if len(set(names)) != len(names):
            return f"two actions are written '{max(names, key=names.count)}'"
        for action, name in zip(moves, names, strict=True):
            if p.game.read_action(p.state, name) != action:
                return f"'{name}' is read as another action than it was written for"
    if p.game.parse_state or (hasattr(p.state, "_fields") and all(isinstance(part, int | float) for part in p.state)):
        text = p.game.state_text(p.state)
        try:
            back = p.game.read_state(text)
        except ZermeloError as error:
            return f"the position is written '{text}', which cannot be read: {error}"
        if back != p.state:
            return f"the position is written '{text}' and read back as {back!r}"
    return None


def _drawing(p: _Patient) -> str | None:
    p.game.describe(p.state)
    return None


def _evaluation(p: _Patient) -> str | None:
    evaluator = opinion(p.game)
    if evaluator is None or p.game.is_terminal(p.state):
        return None
    values = [float(evaluator.function(p.state, player)) for player in range(p.game.players)]
    if not all(math.isfinite(v) for v in values):
        return f"evaluate gives {values}"
    total = p.game.total if in_utilities(evaluator) else 0.0
    if p.game.is_duel and abs(sum(values) - total) > 1e-6:
        return f"evaluate gives {values[0]:g} for one and {values[1]:g} for the other: they should add up to {total:g}"
    middle = total / 2 if p.game.is_duel else 0.0
    best = (p.game.reach or math.inf) * evaluator.win
    if max(abs(value - middle) for value in values) > best:
        return f"evaluate gives {max(values):g}, more than a won game's {best + middle:g}"
    return None


LAWS: dict[str, Law] = {
    "initial and result give states": _states,
    "states can be hashed, and equal states have equal keys": _hashable,
    "to_move names a player or chance": _players,
    "actions are there, distinct, and the same each time": _actions,
    "probabilities of chance add up to 1": _chances,
    "result leaves its state alone and repeats itself": _pure,
    "every game ends": _ends,
    "utilities are numbers and add up as declared": _utilities,
    "actions and positions are read as they are written": _texts,
    "positions can be drawn": _drawing,
    "the evaluation stays within a won game": _evaluation,
}


def examine(game: Game, games: int = 100, seed: int = 0, seconds: float = 10.0) -> Diagnosis:
    """Plays random games and tries every law at every position; then compiles, and compares both ways to run.

    Stops early when `seconds` are over.
    """
    broken: dict[str, Finding] = {}
    deadline = clock.perf_counter() + seconds
    played = positions = 0
    totals: set[float] = set()  # of the utilities in finished games
    for number in range(games):
        patient = _Patient(game, random.Random(f"{seed} {number}"))
        for law, complaint in _one_game(patient, deadline):
            positions += law is None
            if law and (law not in broken or len(patient.moves) < len(broken[law].moves)):
                broken[law] = Finding(law, complaint, tuple(patient.moves))
        played += 1
        if not broken and game.is_terminal(patient.state):
            totals.add(round(sum(float(game.utility(patient.state, player)) for player in range(game.players)), 9))
        if clock.perf_counter() > deadline:
            break
    findings = [broken.get(law, Finding(law)) for law in LAWS]
    compiled, reason = False, "the laws come first"
    if not broken:
        finding, compiled, reason = _compile(game, seed)
        findings.append(finding)
    hint = "" if broken else _hint(game, totals)
    return Diagnosis(game, tuple(findings), played, positions, compiled, reason, hint)


def _hint(game: Game, totals: set[float]) -> str:
    """Told of a game for two whose utilities seem to have a constant sum, although it says that they do not."""
    if game.zero_sum or game.players != 2 or len(totals) != 1:
        return ""
    total = next(iter(totals))
    declared = f"total={total:g}" if total else "zero_sum=True"
    seen = f"utilities added up to {total:g} in every game"
    return f"{seen}: with {declared} instead of zero_sum=False, alpha-beta serves it"


def _one_game(patient: _Patient, deadline: float) -> Iterator[tuple[str | None, str]]:
    """Plays one random game; yields (None, "") for each position and (law, complaint) for each breach."""
    game, law = patient.game, next(iter(LAWS))
    try:
        patient.state = game.initial()
        while True:
            yield None, ""
            for law, test in LAWS.items():
                complaint = test(patient)
                if complaint:
                    yield law, complaint
                    return
            law = "every game ends"
            if game.is_terminal(patient.state) or len(patient.moves) >= LONGEST or clock.perf_counter() > deadline:
                return
            action = patient.noise.choice(game.moves(patient.state))
            patient.moves.append(game.action_text(patient.state, action))
            patient.state = game.result(patient.state, action)
    except Exception as error:
        file = Path(getattr(getattr(game.result, "__code__", None), "co_filename", "?"))
        yield law, told(error, file)


def _compile(game: Game, seed: int) -> tuple[Finding, bool, str]:
    """Compiles perft (and minimax where it serves) and compares the answers with the interpreted ones."""
    law = "compiled and interpreted agree"
    if not game.compiles:
        return Finding(law), False, "the game says so (compiles=False)"
    from zermelo.compile.prepare import prepare
    from zermelo.search import perft as counting

    kernel = prepare(game, counting.kernel, counting.example, label="perft")
    if not kernel.compiled:
        return Finding(law), False, kernel.reason
    noise = random.Random(seed)
    search = Minimax(depth=2)
    for _ in range(20):
        state, moves = game.initial(), []
        for _ in range(noise.randrange(12)):
            if game.is_terminal(state):
                break
            action = noise.choice(game.moves(state))
            moves.append(game.action_text(state, action))
            state = game.result(state, action)
        fast, slow = (perft(game, state, 2, compiled=way).leaves for way in (True, False))
        if fast != slow:
            return Finding(law, f"perft 2 is {fast} compiled and {slow} interpreted", tuple(moves)), True, ""
        if search.refusal(game) or game.is_terminal(state):
            continue
        values = [
            {c.action: c.value for c in Minimax(depth=2, compiled=way).analyse(game, state).candidates}
            for way in (None, False)
        ]
        if values[0] != values[1]:
            return Finding(law, f"values are {values[0]} compiled and {values[1]} interpreted", tuple(moves)), True, ""
    return Finding(law), True, ""
