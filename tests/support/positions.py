"""Positions that a person may type, and what must hold wherever one is accepted: every function of the game works."""

from __future__ import annotations

import random
import re
from functools import cache

from fuzzed import mutated

import zermelo
from zermelo.laws.laws import LAWS
from zermelo.laws.patient import Patient, Seen
from zermelo.records.endings import utilities_of
from zermelo.show.described import described
from zermelo.show.svg import svg
from zermelo.show.text import text
from zermelo.show.touch import touches

KEPT = (  # the laws that are about one position, and quick
    "states can be compared, and equal ones have equal keys",
    "states keep their types",
    "to_move names a player or chance",
    "actions are there, distinct, and the same each time",
    "probabilities of chance add up to 1",
    "result leaves its state alone and repeats itself",
    "adjudicated is a part of is_terminal",
    "utilities are numbers and add up as declared",
    "what players see is a value that stays the same",
)
DEAR = ("symmetric positions are worth the same", "the evaluation stays within a won game")
FEW = 30  # actions, all of which are tried; of more, some are
LARGEST = 1 << 62  # a number that compiled code holds


@cache
def written_positions(spec: str, many: bool = True) -> tuple[str, ...]:
    """Positions of one random game, or of several to their end, as the game writes them."""
    game, found, most = zermelo.load(spec), list[str](), 200 if many else 40
    for seed in range(3 if many else 1):
        noise, state = random.Random(seed), game.initial()
        for _ in range(most):
            found.append(game.state_text(state))
            if game.is_terminal(state):
                break
            state = game.result(state, noise.choice(game.moves(state)))
    return tuple(found)


def typed(spec: str, noise: random.Random, many: bool = True) -> str:
    """A position with a few changes: mostly numbers, letters and words of other positions."""
    samples = list(written_positions(spec, many))
    if noise.random() < 0.3:
        return mutated(samples, noise)
    found = noise.choice(samples)
    for _ in range(noise.choice((1, 1, 1, 2, 2, 3, 5))):
        found = noise.choice((_letter, _word, _digit, _number, _swap))(found, samples, noise)
    return found


def _letter(found: str, samples: list[str], noise: random.Random) -> str:
    place, other = noise.randrange(len(found) or 1), noise.choice(samples)
    return found[:place] + noise.choice(other or "0") + found[place + 1 :]


def _word(found: str, samples: list[str], noise: random.Random) -> str:
    words, others = (re.split(r"([^0-9A-Za-z.]+)", one) for one in (found, noise.choice(samples)))
    place = noise.randrange(len(words))
    words[place] = others[place] if place < len(others) else words[place]
    return "".join(words)


def _digit(found: str, samples: list[str], noise: random.Random) -> str:
    places = [place for place, letter in enumerate(found) if letter in "0123456789"]
    if not places:
        return _letter(found, samples, noise)
    place = noise.choice(places)
    return f"{found[:place]}{noise.randrange(10)}{found[place + 1 :]}"


def _number(found: str, samples: list[str], noise: random.Random) -> str:
    numbers = list(re.finditer(r"\d+", found))
    if not numbers:
        return _letter(found, samples, noise)
    number = noise.choice(numbers)
    drawn = noise.choice(
        (0, 1, 2, 3, int(number[0]) + 1, abs(int(number[0]) - 1), noise.randrange(100), 10**6, 1 << 40)
    )
    return f"{found[: number.start()]}{drawn}{found[number.end() :]}"


def _swap(found: str, samples: list[str], noise: random.Random) -> str:
    one, other = sorted(noise.randrange(len(found) or 1) for _ in range(2))
    if one == other:
        return found
    return found[:one] + found[other] + found[one + 1 : other] + found[one] + found[other + 1 :]


def fault_at(game: zermelo.Game, state: object, noise: random.Random, plies: int, dear: bool = False) -> str:
    """What is wrong at a position that was read, and on the way of a random game from there; "": nothing."""
    patient = Patient(game, noise, Seen(first=game.initial()), state)
    for _ in range(plies):
        for name in (*KEPT, *(DEAR if dear else ())):
            law = LAWS[name]
            wrong = law.test(patient) if law.applies(game) else None
            if wrong:
                return f"{name}: {wrong}"
        wrong = _shown(game, patient.state, noise) or _numbers(patient.state)
        if wrong or game.is_terminal(patient.state):
            return wrong
        patient.state = game.result(patient.state, noise.choice(game.moves(patient.state)))
    return ""


def too_long_after(game: zermelo.Game, state: object, noise: random.Random) -> bool:
    """Does a random game from a position last longer than any game does?"""
    plies = 0
    while game.max_plies is not None and not game.is_terminal(state):
        if plies > game.max_plies:
            return True
        state, plies = game.result(state, noise.choice(game.moves(state))), plies + 1
    return False


def _shown(game: zermelo.Game, state: object, noise: random.Random) -> str:
    """Draws and writes a position."""
    picture = game.describe(state)
    text(picture), svg(picture), described(picture)
    if game.view is not None:
        for player in range(game.players):
            seen = game.view(state, player)
            if game.scene is not None:
                text(game.scene(seen, player))
    if game.reversible is not None and not int(game.reversible(state)) >= 0:
        return "reversible is negative"
    written = game.state_text(state)
    if game.read_state(written) != state:
        return f"written as {written}, it is read as another position"
    if game.is_terminal(state):
        game.result_text(utilities_of(game, state))
        return "" if game.ending_text(state).strip() else "it has no words for its end"
    moves = game.moves(state)
    action = noise.choice(moves)
    names = [game.action_text(state, move) for move in (moves if len(moves) <= FEW else noise.sample(moves, FEW))]
    if len(set(names)) < len(names):
        return f"two actions are written {max(names, key=names.count)}"
    if len(moves) <= FEW:
        touches(game, state)
        if game.read_action(state, game.action_text(state, action)) != action:
            return f"{action!r} is read as another action"
    return ""


def _numbers(value: object) -> str:
    """Are all numbers of a state such that compiled code holds them?"""
    if isinstance(value, tuple):
        return next(filter(None, map(_numbers, value)), "")
    return f"{value} is too large" if isinstance(value, int) and abs(value) > LARGEST << 2 else ""
