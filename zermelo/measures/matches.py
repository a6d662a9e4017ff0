"""Games won, and mean results, of one engine against another."""

from __future__ import annotations

from zermelo.arena.match import match
from zermelo.arena.score import Match
from zermelo.measures.subject import Answer, Subject
from zermelo.players.engines import players_of


def wins(subject: Subject, first: str, second: str, games: str, opening: str, seed: str) -> Answer:
    """The games that the first engine wins."""
    return _played(subject, first, second, games, opening, seed).wins


def mean(subject: Subject, first: str, second: str, games: str, opening: str, seed: str) -> Answer:
    """What the first engine gets per game, on average."""
    return _played(subject, first, second, games, opening, seed).means[0].value


def _played(subject: Subject, first: str, second: str, games: str, opening: str, seed: str) -> Match:
    """Games without changing sides, after random plies that are the same for every pair of engines."""

    def play() -> Match:
        players = players_of([first, second])
        return match(subject.game, players, int(games), int(seed), int(opening), balance=1, swap=False)

    return subject.once((first, second, games, opening, seed), play)
