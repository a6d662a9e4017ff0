"""Openings for a match: random but even positions, or those in a file.

An opening is a path of states; the players take over at the last one.
"""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from zermelo.arena.play import draw
from zermelo.evaluate import opinion
from zermelo.game import CHANCE, LONGEST_ERROR, Action, Game, State, ZermeloError, brief
from zermelo.records.epd import position_in
from zermelo.search.alphabeta import AlphaBeta

BALANCE = 4  # random openings, of which the most even one is played
# It must give the same answer on every machine, whatever was searched before, within milliseconds
JUDGE = AlphaBeta(nodes=5000, table=1, keep=False)
SEPARATORS = ", \t\n"  # between moves
MOST_WORDS = 4  # of one move: four checkers of backgammon


class NoRoom(ZermeloError):
    """No opening of the wanted length was found: the game was over before, every time."""


def random_opening(
    game: Game, before: Sequence[State], plies: int, noise: random.Random, balance: int = BALANCE
) -> list[State]:
    """A path that continues `before` with random plies, and at whose end the game is not over.

    Random moves often lose a piece at once, and a lost position tells nothing about the players. So `balance` openings
    are drawn, and the one that a short search finds the most even is taken, if the game has an evaluation and
    alpha-beta serves it. Otherwise, and with balance=1, the first one is taken.
    Raises ZermeloError if the game is already over, and NoRoom if it is always over within so many plies.
    """
    if game.is_terminal(before[-1]):
        raise ZermeloError(f"the game is over at {game.state_text(before[-1])}: there is nothing to play")
    if plies == 0:
        return list(before)
    judged = balance > 1 and opinion(game) is not None and JUDGE.refusal(game) is None
    paths = [_wander(game, before, plies, noise) for _ in range(balance if judged else 1)]
    return min(paths, key=lambda path: unevenness(game, path[-1])) if judged else paths[0]


def unevenness(game: Game, state: State) -> float:
    """How far ahead a short search finds one side, in the evaluation's units; infinite if one side has a forced win."""
    found = JUDGE.analyse(game, state)
    even = game.middle if found.is_utility() else 0.0
    ahead = abs(found.value - even)
    return math.inf if found.best.decided and ahead else ahead


def _wander(game: Game, before: Sequence[State], plies: int, noise: random.Random) -> list[State]:
    for _ in range(100):
        path = list(before)
        for _ in range(plies):
            state = path[-1]
            if game.is_terminal(state):
                break
            is_chance = game.to_move(state) == CHANCE
            path.append(game.result(state, draw(game, state, noise) if is_chance else noise.choice(game.legal(state))))
        if not game.is_terminal(path[-1]):
            return path
    raise NoRoom(f"{game.name} is over within {plies} random plies: take a shorter opening")


# --- openings and moves as text -------------------------------------------------------------------------------------


def read_openings(game: Game, file: Path) -> list[list[State]]:
    """The openings in a file: one per line, or, for chess, one per game of a .pgn file.

    A line is a position, moves from the initial position, or `POSITION moves MOVES`; for chess, a position may also be
    EPD with operations. Move numbers, blank lines and lines that begin with # are skipped. Raises ZermeloError.
    """
    if file.suffix.lower() == ".pgn":
        from zermelo.records.pgn import games_in  # this imports chess

        openings = [_played(game, record.start, record.actions) for record in games_in(file, game)]
    else:
        openings = _read_lines(game, file)
    for number, path in enumerate(openings, 1):
        if game.is_terminal(path[-1]):
            raise ZermeloError(f"{file}, opening {number}: the game is over at {game.state_text(path[-1])}")
    if not openings:
        raise ZermeloError(f"{file} has no openings: write a position, or moves, on each line")
    return openings


def _played(game: Game, state: State, actions: Sequence[Action]) -> list[State]:
    """The path of states along these actions."""
    path = [state]
    for action in actions:
        path.append(game.result(path[-1], action))
    return path


def _read_lines(game: Game, file: Path) -> list[list[State]]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ZermeloError(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ZermeloError(f"{file} is not a text file") from None
    openings = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                openings.append(_read_opening(game, line.strip()))
            except ZermeloError as error:
                raise ZermeloError(f"{file}, line {number}: {brief(error, LONGEST_ERROR)}") from None
    return openings


def _read_opening(game: Game, line: str) -> list[State]:
    marked = re.fullmatch(r"(?P<position>.*?)\s*\bmoves\b(?P<moves>.*)", line)
    if marked:
        start = game.read_state(marked["position"]) if marked["position"] else game.initial()
        return read_moves(game, start, _without_numbers(marked["moves"]))
    try:
        return [game.read_state(position_in(line, game))]
    except ZermeloError as no_position:
        try:
            return read_moves(game, game.initial(), _without_numbers(line))
        except ZermeloError as no_moves:
            raise ZermeloError(f"{no_position}; nor are these moves from the start: {no_moves}") from None


def _without_numbers(moves: str) -> str:
    """Moves without their numbers: `1. e4 e5 2.Nf3`, `1... e5`."""
    return re.sub(r"(?<!\S)\d+\.+\s*", "", moves)


def read_moves(game: Game, state: State, text: str) -> list[State]:
    """The path from a state, which comes first, along moves (and outcomes of chance) given as text.

    Raises ZermeloError that names the move that cannot be played.
    """
    path, rest = [state], text.strip(SEPARATORS)
    while rest:
        move = _first_move(game, path[-1], rest)
        try:
            path.append(game.result(path[-1], game.read_action(path[-1], move)))
        except ZermeloError as error:
            raise ZermeloError(f"move {len(path)}: {error}") from None
        rest = rest[len(move) :].strip(SEPARATORS)
    return path


def _first_move(game: Game, state: State, text: str) -> str:
    """The move at the start of a text: the longest legal one, which may contain spaces, or else the first word.

    A move that is written otherwise may contain spaces too where the game's own names do.
    """
    names = sorted((game.action_text(state, move) for move in game.moves(state)), key=len, reverse=True)
    for name in names:
        if text.lower().startswith(name.lower()) and text[len(name) : len(name) + 1].strip(SEPARATORS) == "" != name:
            return text[: len(name)]
    if game.parse_action and any(" " in name for name in names):
        ends = [word.end() for word in re.finditer(r"[^\s,]+", text)][:MOST_WORDS]
        for end in reversed(ends):
            with suppress(ValueError):
                if game.parse_action(state, text[:end]) is not None:
                    return text[:end]
    return text.replace(",", " ").split()[0]


def opening_texts(game: Game, path: Sequence[State]) -> list[str]:
    """The moves and outcomes of chance that lead from each position of a path to the next, as they are written."""
    return [_between(game, before, after) for before, after in itertools.pairwise(path)]


def _between(game: Game, before: State, after: State) -> str:
    key = game.state_key(after)
    moves = [move for move in game.moves(before) if game.state_key(game.result(before, move)) == key]
    return game.action_text(before, moves[0])
