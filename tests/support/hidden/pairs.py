"""Pairs of paths that a player cannot tell apart, and whether an engine does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from zermelo.by_value import hashable, same
from zermelo.game import CHANCE, Action, Game, State
from zermelo.knowledge import Knowledge, known_by
from zermelo.search.base import Algorithm, Session

Path = list[State]  # from the start of the game to where the player is to move

LOOKS = 1000  # states that are looked at to find another path


def random_path(game: Game, noise: random.Random) -> Path:
    """The beginning of a random game, to a state where a player has a choice."""
    path, found = [game.initial()], []
    while not game.is_terminal(path[-1]):
        if game.to_move(path[-1]) != CHANCE:
            found.append(list(path))
        path.append(game.result(path[-1], noise.choice(game.moves(path[-1]))))
    return noise.choice(found)


def other_path(game: Game, path: Path, noise: random.Random) -> Path | None:
    """A path to another state, on which the player to move saw and did the same; None: none was found."""
    player = game.to_move(path[-1])
    chain = known_by(game, player, path[-1], path[:-1]).chain
    start = game.initial()

    def moves(state: State, known: Knowledge) -> Iterator[Action]:
        """What may have happened in a state, in random order: the player did what it did."""
        if game.to_move(state) == player:
            return iter([chain[known.depth + 1].what])
        found = game.moves(state)
        return iter(noise.sample(found, len(found)))

    known = Knowledge(player).seen(game, start)
    if known.depth == len(chain) - 1:  # the game has just begun
        return None
    here = [(start, known, moves(start, known))]  # a path, and what is still to be tried on it
    for _ in range(LOOKS):
        while here and (move := next(here[-1][2], None)) is None:
            here.pop()
        if not here:
            break
        state, known, _ = here[-1]
        following = game.result(state, move)
        known = (known.done(move) if game.to_move(state) == player else known).seen(game, following)
        if known.depth >= len(chain) or known != chain[known.depth]:
            continue
        if known.depth == len(chain) - 1:
            if not same(following, path[-1]):
                return [*(state for state, _, _ in here), following]
        elif not game.is_terminal(following):
            here.append((following, chain[known.depth], moves(following, known)))
    return None


def dealt_anew(game: Game, path: Path, noise: random.Random) -> tuple[Path, Path] | None:
    """The last state and another that looks the same, to a player who joins there; None: the game gives no other."""
    player, state = game.to_move(path[-1]), path[-1]
    known = known_by(game, player, state)
    if game.deal is None:
        return None
    for _ in range(10):
        other = game.deal(known, noise.random())
        if not same(other, state) and known_by(game, player, other) == known:
            return [state], [other]
    return None


def pairs(game: Game, count: int, seed: int) -> Iterator[tuple[Path, Path]]:
    """So many pairs of paths that look alike to the player to move, or as many as are found in five times the tries."""
    noise = random.Random(seed)
    for _ in range(5 * count):
        path = random_path(game, noise)
        other = other_path(game, path, noise)
        pair = dealt_anew(game, path, noise) if other is None else (path, other)
        if pair is not None:
            yield pair
            count -= 1
        if not count:
            return


def decision(session: Session, path: Path) -> Any:
    """All that an engine says about the last state of a path, and what it does there."""
    session.new_game()
    if not session.algorithm.explains:
        return session.choose(path[-1], path[:-1])
    found = session.analyse(path[-1], path[:-1])
    said = [(one.action, one.value, one.visits, one.votes, one.share, one.line) for one in found.candidates]
    return found.action, found.value, found.nodes, said


def leaks(engine: Algorithm, game: Game, paths: Sequence[tuple[Path, Path]]) -> list[tuple[Path, Path]]:
    """The pairs that an engine tells apart; each path is asked about once."""
    session, decisions = engine.open(game), dict[Any, Any]()

    def decided(path: Path) -> Any:
        key = tuple(map(hashable, path))
        if key not in decisions:
            decisions[key] = decision(session if deals(session) else engine.open(game), path)
        return decisions[key]

    return [(one, other) for one, other in paths if decided(one) != decided(other)]


def deals(session: Session) -> bool:
    """Does it draw deals? It remembers whether there are too many to list, which is slow to find out for every path.

    Others may draw what they do from one sequence of random numbers, so that only a new session does the same again.
    """
    return any(hasattr(one, "dealer") for one in (session, getattr(session, "inner", None)))
