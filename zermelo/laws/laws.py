"""The contract's laws. Each is a function that says what is wrong at a position, or None."""

from __future__ import annotations

import math
import random
import time as clock
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.bits import Wide
from zermelo.by_value import hashable, same, written
from zermelo.evaluate import in_utilities, opinion
from zermelo.game import CHANCE, Game, State, ZermeloError

LONGEST = 5000  # plies of a random game where the game does not say
SAMPLE = 50  # moves of one position that the laws about single moves try
MANY = 1000  # moves of one position, of which only a few are read back: to read one is to write all
FEW = 4


@dataclass
class Patient:
    """The game under examination and where we are in it."""

    game: Game
    noise: random.Random
    deadline: float
    state: State = None
    moves: list[str] = field(default_factory=list)

    @property
    def is_late(self) -> bool:
        """Is the time up?"""
        return clock.perf_counter() > self.deadline

    def some(self, moves: Sequence[Any], most: int = SAMPLE) -> Sequence[Any]:
        """The moves, or some of them where there are many, the first and the last among them."""
        if len(moves) <= most:
            return moves
        places = {0, len(moves) - 1, *self.noise.sample(range(len(moves)), most - 2)}
        return [moves[place] for place in sorted(places)]


Law = Callable[[Patient], str | None]  # what is wrong here, or None


def _returns(p: Patient) -> str | None:
    return None  # whoever watches from outside sees it: see trial.py


def _states(p: Patient) -> str | None:
    if p.state is None:
        return f"{'result' if p.moves else 'initial'} gives None: does it return the state?"
    return None


def _players(p: Patient) -> str | None:
    mover = p.game.to_move(p.state)
    if mover == CHANCE and not p.game.has_chance:
        return "to_move says chance, but the game has no chances(state)"
    if mover != CHANCE and mover not in range(p.game.players):
        return f"to_move is {mover!r}, not one of 0 to {p.game.players - 1}"
    return None


def _hashable(p: Patient) -> str | None:
    try:
        hashable(p.state)
    except TypeError:
        return f"the state {p.state!r} cannot be hashed: use tuples for lists, frozensets for sets, arrays of numbers"
    if p.game.state_key(p.state) != p.game.state_key(p.state):
        return "key(state) gives another number each time"
    return None


def _actions(p: Patient) -> str | None:
    if p.game.is_terminal(p.state) or p.game.to_move(p.state) == CHANCE:
        return None
    actions = p.game.legal(p.state)
    if not actions:
        return "there is no action, but the game is not over"
    if len(set(actions)) != len(actions):
        [(twice, _)] = Counter(actions).most_common(1)
        return f"actions yields {twice!r} twice"
    if len(actions) > p.game.max_actions:
        return f"{len(actions)} actions are more than max_actions, {p.game.max_actions}"
    if p.game.legal(p.state) != actions:
        return "actions yields something else each time"
    if p.game.pick is not None and len(actions) <= MANY:
        drawn = [p.game.pick(p.state, (i + 0.5) / len(actions)) for i in range(len(actions))]
        if len(set(drawn)) != len(drawn) or set(drawn) != set(actions):
            return "pick does not draw the actions uniformly"
    return None


def _chances(p: Patient) -> str | None:
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


def _pure(p: Patient) -> str | None:
    if p.game.is_terminal(p.state):
        return None
    before = written(p.state)
    for action in p.some(p.game.moves(p.state)):
        if p.is_late:
            return None
        after = p.game.result(p.state, action)
        if written(p.state) != before:
            return f"result(state, {action!r}) changed the state it was given"
        if not same(after, p.game.result(p.state, action)):
            return f"result(state, {action!r}) gives something else each time"
    return None


def _ends(p: Patient) -> str | None:
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


def _utilities(p: Patient) -> str | None:
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


def _texts(p: Patient) -> str | None:
    if not p.game.is_terminal(p.state):
        moves = p.game.moves(p.state)
        names = [p.game.action_text(p.state, action) for action in moves]
        if len(set(names)) != len(names):
            return f"two actions are written '{max(names, key=names.count)}'"
        for place in p.some(range(len(moves)), SAMPLE if len(moves) < MANY else FEW):
            action, name = moves[place], names[place]
            if p.is_late:
                return None
            if p.game.read_action(p.state, name) != action:
                return f"'{name}' is read as another action than it was written for"
    numbers = hasattr(p.state, "_fields") and all(isinstance(part, int | float | Wide) for part in p.state)
    if p.game.parse_state or numbers:
        text = p.game.state_text(p.state)
        try:
            back = p.game.read_state(text)
        except ZermeloError as error:
            return f"the position is written '{text}', which cannot be read: {error}"
        if not same(back, p.state):
            return f"the position is written '{text}' and read back as {back!r}"
    return None


def _drawing(p: Patient) -> str | None:
    p.game.describe(p.state)
    return None


def _evaluation(p: Patient) -> str | None:
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


RETURNS = "every function returns, with little memory"
ENDS = "every game ends"
TEXTS, DRAWING = "actions and positions are read as they are written", "positions can be drawn"

LAWS: dict[str, Law] = {
    RETURNS: _returns,
    "initial and result give states": _states,
    "states can be hashed, and equal states have equal keys": _hashable,
    "to_move names a player or chance": _players,
    "actions are there, distinct, and the same each time": _actions,
    "probabilities of chance add up to 1": _chances,
    "result leaves its state alone and repeats itself": _pure,
    ENDS: _ends,
    "utilities are numbers and add up as declared": _utilities,
    TEXTS: _texts,
    DRAWING: _drawing,
    "the evaluation stays within a won game": _evaluation,
}

OF_VALUES = tuple(law for law in LAWS if law not in (TEXTS, DRAWING))  # where one is broken, a value may be wrong
