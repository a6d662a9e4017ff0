"""The contract's laws. Each is a function that says what is wrong at a position, see `Law`."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from zermelo.bits import Wide
from zermelo.by_value import has_no_equality, hashable, same, written
from zermelo.compile.kernel.states import has_compilable_type
from zermelo.compile.plain.records import is_record, values_of
from zermelo.game import CHANCE, Game, ZermeloError, brief
from zermelo.laws import secrets
from zermelo.laws.opinions import has_advice, has_opinion, keeps_to_the_rules, stays_within_a_win
from zermelo.laws.patient import SAMPLE, Law, Patient
from zermelo.laws.relations import has_one_key, is_symmetric

LONGEST = 5000  # plies of a random game where the game does not say
MANY = 1000  # moves of one position, of which only a few are read back: to read one is to write all
FEW = 4
NO_ACTION = "no such action"  # typed


def _returns(p: Patient) -> str | None:
    return ""  # whoever watches from outside sees it: see trial.py


def _states(p: Patient) -> str | None:
    if p.state is None:
        return f"{'result' if p.moves else 'initial'} gives None: does it return the state?"
    return ""


def _types(p: Patient) -> str | None:
    return _changed(p.seen.first, p.state, "the state")


def _changed(first: Any, now: Any, name: str) -> str:
    """How a value is of another type than the first one, in a way that compiled code minds; "": it is not."""
    if isinstance(first, tuple) and isinstance(now, tuple) and len(first) == len(now):
        if hasattr(first, "_fields") and type(first).__name__ != type(now).__name__:
            return f"{name} is a {type(now).__name__}, and a {type(first).__name__} at the start"
        names = getattr(first, "_fields", None) or [f"number {place} of {name}" for place in range(len(first))]
        return next(filter(None, map(_changed, first, now, names)), "")
    if is_record(first) and type(first) is type(now):
        names = [field.name for field in dataclasses.fields(first)]
        return next(filter(None, map(_changed, values_of(first), values_of(now), names)), "")
    if _is_whole(first) and not _is_whole(now) and isinstance(now, float):
        return f"{name} is {now!r}, a float, and {first!r} at the start: begin with {float(first)!r}"
    return ""


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) or (
        hasattr(value, "dtype") and not hasattr(value, "__len__") and value.dtype.kind in "iub"
    )


def _has_types(game: Game) -> bool:
    return game.compiles and has_compilable_type(game.initial())


def _players(p: Patient) -> str | None:
    mover = p.game.to_move(p.state)
    if mover == CHANCE and not p.game.has_chance:
        return "to_move says chance, but the game has no chances(state)"
    if mover != CHANCE and mover not in range(p.game.players):
        return f"to_move is {mover!r}, not one of 0 to {p.game.players - 1}"
    if p.game.to_move(p.state) != mover:
        return "to_move gives something else each time"
    return ""


def _hashable(p: Patient) -> str | None:
    try:
        hashable(p.state)
    except TypeError as error:
        told = f"the state {brief(p.state, 100)} cannot be compared with others"
        return f"{told}: {error}; give its class __eq__ and __hash__"
    key = p.game.state_key(p.state)
    if key != p.game.state_key(p.state):
        return "key(state) gives another number each time"
    return ""


def _actions(p: Patient) -> str | None:
    game = p.game
    is_over = bool(game.is_terminal(p.state))
    if bool(game.is_terminal(p.state)) != is_over:
        return "is_terminal gives something else each time"
    if is_over or game.to_move(p.state) == CHANCE:
        return None
    actions = game.legal(p.state)
    if not actions:
        return "there is no action, but the game is not over"
    if len(set(actions)) != len(actions):
        [(twice, _)] = Counter(actions).most_common(1)
        return f"actions yields {twice!r} twice"
    if len(actions) > game.max_actions:
        return f"{len(actions)} actions are more than max_actions, {game.max_actions}"
    if game.legal(p.state) != actions:
        return f"actions yields something else each time{_unequal(actions)}"
    if game.pick is not None and len(actions) <= MANY:
        drawn = [game.pick(p.state, (i + 0.5) / len(actions)) for i in range(len(actions))]
        if set(drawn) - set(actions):
            return f"pick draws {next(iter(set(drawn) - set(actions)))!r}, which is not legal"
        if len(set(drawn)) != len(drawn):
            return "pick does not draw the actions uniformly"
    if game.fill is not None:
        buffer = [0] * game.max_actions
        listed = buffer[: game.fill(p.state, buffer)]
        if listed != actions:
            return f"fill lists {brief(listed)}, and actions yields {brief(actions)}"
    return ""


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
    if p.game.outcomes(p.state) != outcomes:
        return f"chances yields something else each time{_unequal(outcome for outcome, _ in outcomes)}"
    return ""


def _unequal(things: Iterable[Any]) -> str:
    """Why things that are made anew differ from themselves: their class has no equality; "": that is not why."""
    for thing in things:
        if has_no_equality(type(thing)):
            name = type(thing).__name__
            return f": {name} has no __eq__, so that no two are the same; make it a NamedTuple or a frozen dataclass"
    return ""


def _pure(p: Patient) -> str | None:
    if p.game.is_terminal(p.state):
        return None
    before = written(p.state)
    for action in p.some(p.game.moves(p.state)):
        after = p.game.result(p.state, action)
        if written(p.state) != before:
            return f"result(state, {action!r}) changed the state it was given"
        if not same(after, p.game.result(p.state, action)):
            return f"result(state, {action!r}) gives something else each time"
    return ""


def _ends(p: Patient) -> str | None:
    game = p.game
    if game.max_plies is not None and len(p.moves) > game.max_plies:
        return f"the game goes on after max_plies, {game.max_plies}"
    if game.is_terminal(p.state):
        return ""
    if len(p.moves) >= LONGEST and game.max_plies is None and not game.has_chance:
        return f"a random game is not over after {LONGEST} plies"
    return None


def _adjudicated(p: Patient) -> str | None:
    assert p.game.adjudicated is not None
    is_over, adjudicated = bool(p.game.is_terminal(p.state)), bool(p.game.adjudicated(p.state))
    if adjudicated and not is_over:
        return "adjudicated(state) holds, and the game is not over"
    if is_over and not adjudicated and list(p.game.actions(p.state)):
        return "the game is over and there are actions, so adjudicated(state) should hold"
    return "" if is_over else None


def _utilities(p: Patient) -> str | None:
    if not p.game.is_terminal(p.state):
        return None
    values = [p.game.utility(p.state, player) for player in range(p.game.players)]
    if not all(isinstance(v, int | float) and math.isfinite(v) for v in map(float, values)):
        return f"utility gives {values}"
    if values != [p.game.utility(p.state, player) for player in range(p.game.players)]:
        return "utility gives something else each time"
    total = sum(values)
    if p.game.zero_sum and not math.isclose(total, p.game.total, rel_tol=1e-9, abs_tol=1e-9):
        said = f"the game says total={p.game.total:g}"
        return (
            f"utilities {values} add up to {total:g}, and {said}: give total={total:g} if all games do, "
            "zero_sum=False if not, or mend utility"
        )
    for partners in p.game.teams:
        if len({values[player] for player in partners}) > 1:
            return f"utilities {values} differ between partners, and the game says sides={tuple(p.game.sides)}"
    best = p.game.best_utility
    if best is not None and max(values) > best:
        return f"a utility of {max(values):g} is more than best_utility, {best:g}"
    return ""


def _texts(p: Patient) -> str | None:
    if p.game.is_terminal(p.state):
        return _state_text(p)
    moves = p.game.moves(p.state)
    names = [p.game.action_text(p.state, action) for action in moves]
    for name in names:
        if not isinstance(name, str):
            return f"format_action gives {name!r}, which is no text"
    if len(set(names)) != len(names):
        return f"two actions are written '{max(names, key=names.count)}'"
    for place in p.some(range(len(moves)), SAMPLE if len(moves) < MANY else FEW):
        action, name = moves[place], names[place]
        if p.game.read_action(p.state, name) != action:
            return f"'{name}' is read as another action than it was written for"
    return _typed(p, moves, set(names)) or _state_text(p)


def _typed(p: Patient, moves: list[Any], names: set[str]) -> str:
    """What is wrong with how actions are read that are not legal here: those of other positions, and no action."""
    others = p.some(sorted(p.seen.names - names)[:MANY], FEW)
    if len(p.seen.names) < MANY:
        p.seen.names |= names
    for name in (*others, NO_ACTION) if p.game.parse_action else ():
        action = _parsed(p, name)
        if action is not None and action not in moves:
            return f"parse_action reads '{name}' as {action!r}, which is not legal here"
    return ""


def _parsed(p: Patient, name: str) -> Any:
    try:
        return p.game.parse_action(p.state, name)  # type: ignore[misc]
    except ValueError:  # it says why there is no such action
        return None


def _state_text(p: Patient) -> str | None:
    numbers = hasattr(p.state, "_fields") and all(isinstance(part, int | float | Wide) for part in p.state)
    if not p.game.parse_state and not numbers:
        return ""
    text = p.game.state_text(p.state)
    try:
        back = p.game.read_state(text)
    except ZermeloError as error:
        return f"the position is written '{text}', which cannot be read: {error}"
    if not same(back, p.state):
        return f"the position is written '{text}' and read back as {back!r}"
    return ""


def _drawing(p: Patient) -> str | None:
    p.game.describe(p.state)
    return ""


def _quiet(p: Patient) -> str | None:
    printed, p.seen.printed = p.seen.printed, ""
    return printed


def _has(field: str) -> Callable[[Game], bool]:
    """Applies to games that have a function of this name."""
    return lambda game: getattr(game, field) is not None


def _hears(game: Game) -> bool:
    """Applies to games with hidden information that say what is heard of a move."""
    return game.has_hidden and game.heard is not None


def _deals(game: Game) -> bool:
    """Applies to games with hidden information that deal."""
    return game.has_hidden and game.deal is not None


RETURNS = "every function returns, with little memory, and reads nothing that is typed"
ENDS = "every game ends"
TYPES = "states keep their types"
TEXTS, DRAWING = "actions and positions are read as they are written", "positions can be drawn"
QUIET = "functions print nothing"
ALIKE = "actions are shown alike to a player who knows the same"
HEARD = "heard tells what happened"

LAWS: dict[str, Law] = {
    RETURNS: Law(_returns),
    "initial and result give states": Law(_states),
    "states can be compared, and equal ones have equal keys": Law(_hashable),
    TYPES: Law(_types, _has_types),
    "to_move names a player or chance": Law(_players),
    "actions are there, distinct, and the same each time": Law(_actions),
    "probabilities of chance add up to 1": Law(_chances, _has("chances")),
    "result leaves its state alone and repeats itself": Law(_pure),
    ENDS: Law(_ends),
    "adjudicated is a part of is_terminal": Law(_adjudicated, _has("adjudicated")),
    "utilities are numbers and add up as declared": Law(_utilities),
    "different positions have different keys": Law(has_one_key),
    "symmetric positions are worth the same": Law(is_symmetric, _has("symmetries")),
    "what players see is a value that stays the same": Law(secrets.shows_the_same, secrets.hides),
    "players know what they may play": Law(secrets.knows_what_is_legal, secrets.hides),
    ALIKE: Law(secrets.shows_actions_alike, secrets.hides),
    HEARD: Law(secrets.hears_what_happened, _hears),
    "deal gives states that fit what a player knows": Law(secrets.deals_what_fits, _deals),
    TEXTS: Law(_texts),
    DRAWING: Law(_drawing),
    "the evaluation stays within a won game": Law(stays_within_a_win, has_opinion),
    "advice to searches keeps to the rules": Law(keeps_to_the_rules, has_advice),
    QUIET: Law(_quiet),
}

# Where one is broken, a value may be wrong
OF_VALUES = tuple(law for law in LAWS if law not in (TYPES, TEXTS, DRAWING, QUIET, ALIKE, HEARD))
