"""The searches that a student's file holds: which functions and classes they are, and which algorithm each is."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.game import ZermeloError, brief
from zermelo.grading.calling import Calling
from zermelo.grading.variants.bug import ALGORITHMS, ALPHABETA, EXPECTIMAX, EXPECTIMINIMAX, MCTS, MINIMAX

NAMED = [  # what a name says about the algorithm, the first that fits
    (re.compile(r"expecti?_?mini_?max|exp_?mini_?max"), EXPECTIMINIMAX),
    (re.compile(r"expecti?_?max"), EXPECTIMAX),
    (re.compile(r"alpha_?beta|prun|pvs|negascout|mtd|(^|_)ab(_|$)"), ALPHABETA),
    (re.compile(r"mcts|monte_?carlo|uct"), MCTS),
    (re.compile(r"mini_?max|nega_?max"), MINIMAX),
]
MAIN = re.compile(r"search|decision|decide|agent|best|choose|root|player|action|move")
HELPER = re.compile(r"^_|value|max_node|min_node|node$|helper|rec(ursive)?$|evaluation")
ANY = re.compile(r"^(search|solve|decide|choose|best_action|best_move|get_action|choose_action)$")


@dataclass(frozen=True)
class Entry:
    """A search in a file."""

    name: str
    algorithm: str
    calling: Calling


def algorithm_of(name: str) -> str | None:
    """The algorithm that a name speaks of."""
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    return next((algorithm for pattern, algorithm in NAMED if pattern.search(plain)), None)


def guessed_algorithm(calling: Calling) -> str:
    """The algorithm of a search whose name does not tell, by what its code speaks of."""
    names = {name.lower() for name in calling.code_names()}
    if names & {"visits", "ucb", "ucb1", "rollout", "playout", "simulate", "backpropagate", "n_visits"}:
        return MCTS
    if {"alpha", "beta"} <= names:
        return ALPHABETA
    if names & {"chances", "probability"}:
        return EXPECTIMINIMAX
    return MINIMAX


def entries_of(module: ModuleType, wanted: str | None = None, algorithm: str | None = None) -> list[Entry]:
    """The searches of a module, one per algorithm, in the order of `ALGORITHMS`. Raises ZermeloError.

    wanted: the name of a function or class, if it is not to be looked for. algorithm: what it is, if its name does not
    tell; without `wanted`, only that one is looked for.
    """
    path = Path(module.__file__ or module.__name__)
    if wanted:
        thing = getattr(module, wanted, None)
        if not callable(thing):
            there = ", ".join(_own(module)) or "none"
            raise ZermeloError(f"{path.name} has no function or class {brief(wanted)}; it has {there}")
        calling = Calling(thing, wanted, path)
        return [Entry(wanted, algorithm or algorithm_of(wanted) or guessed_algorithm(calling), calling)]
    found: dict[str, list[tuple[Any, ...]]] = {}
    refusals: list[str] = []
    for number, (name, thing) in enumerate(_own(module).items()):
        kind = algorithm_of(name)
        if kind is None and not ANY.match(name):
            continue
        try:
            calling = Calling(thing, name, path)
        except ZermeloError as refusal:
            refusals.append(str(refusal))
            continue
        kind = kind or guessed_algorithm(calling)
        rank = (bool(HELPER.search(name)), not MAIN.search(name.lower()), number)
        found.setdefault(kind, []).append((rank, name, calling))
    if algorithm and algorithm not in found and len(found) == 1:
        found = {algorithm: next(iter(found.values()))}
    chosen = [kind for kind in ALGORITHMS if kind in found and algorithm in (None, kind)]
    if not chosen:
        told = (
            refusals[0]
            if refusals
            else (
                f"{path.name} has no search that can be recognised: call one minimax, alphabeta, expectimax, "
                f"expectiminimax or mcts, or name it, {path.name}:NAME"
            )
        )
        raise ZermeloError(told)
    best = {kind: min(found[kind], key=lambda one: one[0]) for kind in chosen}
    return [Entry(name, kind, calling) for kind, (_, name, calling) in best.items()]


def _own(module: ModuleType) -> dict[str, Any]:
    """The functions and classes that a module defines itself, in their order."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if (inspect.isfunction(thing) or inspect.isclass(thing) or hasattr(thing, "__wrapped__"))
        and getattr(thing, "__module__", None) == module.__name__
    }
