"""Opening books: what to play without thinking, and how often.

A book is a text (see text.py) or a Polyglot book (see polyglot.py); files.py reads and writes both.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from zermelo.by_value import same
from zermelo.game import CHANCE, Action, Game, State, ZermeloError

Entries = list[tuple[Action, int]]  # actions with their weights, the heaviest first


class Page(NamedTuple):
    """What a book has on one position."""

    state: State
    path: tuple[Action, ...]  # a way there from the initial state
    weights: dict[Action, int]


class Book(ABC):
    """The moves that are known for positions, each with a weight."""

    game: Game

    @abstractmethod
    def entries(self, state: State) -> Entries:
        """The book's legal actions in a position with their weights, the heaviest first; none where it knows none."""

    @abstractmethod
    def pages(self) -> Iterator[Page]:
        """Every position that the book knows and that can be reached."""

    def choose(self, state: State, noise: random.Random) -> Action | None:
        """One of the book's actions, each as often as its weight says; None where it knows none."""
        playable = [(action, weight) for action, weight in self.entries(state) if weight > 0]
        if not playable:
            return None
        actions, weights = zip(*playable, strict=True)
        return noise.choices(actions, weights)[0]


class LineBook(Book):
    """A book in memory that lines of play were entered into. Positions are found by the game's key."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._pages: dict[int, Page] = {}

    def add(self, state: State, path: Sequence[Action], action: Action, weight: int) -> None:
        """Adds to the weight of an action in a position that the path leads to."""
        page = self._pages.setdefault(self.game.state_key(state), Page(state, tuple(path), {}))
        page.weights[action] = page.weights.get(action, 0) + weight

    def entries(self, state: State) -> Entries:
        page = self._pages.get(self.game.state_key(state))
        if page is None:
            return []
        legal = self.game.legal(state)  # two positions may share a key
        return heaviest_first({action: weight for action, weight in page.weights.items() if action in legal})

    def pages(self) -> Iterator[Page]:
        yield from self._pages.values()


def heaviest_first(weights: dict[Action, int]) -> Entries:
    """The weights as a book's entries."""
    return sorted(weights.items(), key=lambda entry: -entry[1])


# --- books made from played games -----------------------------------------------------------------------------------


class PlayedGame(Protocol):
    """A game that was played: one read from a file, or a record of one played here."""

    @property
    def game(self) -> Game: ...
    @property
    def start(self) -> State: ...
    @property
    def actions(self) -> Sequence[Action]: ...
    @property
    def utilities(self) -> Sequence[float] | None: ...


def make_book(games: Iterable[PlayedGame], plies: int = 20, least: int = 2) -> LineBook:
    """The book of the first plies of games: a move gets 2 for each game that its player won, 1 for a draw.

    A game whose result is not known counts as drawn. Left out are moves that were played in fewer than `least` games
    or never scored, and games that do not begin at the initial position. Raises ZermeloError where nothing is left.
    """
    found: LineBook | None = None
    times: Counter[tuple[int, Action]] = Counter()
    for played in games:
        found = found or LineBook(played.game)
        state = found.game.initial()
        for ply, action in enumerate(played.actions[:plies] if same(played.start, state) else ()):
            mover = found.game.to_move(state)
            if mover != CHANCE:
                found.add(state, played.actions[:ply], action, _worth(played.utilities, mover))
                times[found.game.state_key(state), action] += 1
            state = found.game.result(state, action)
    if found is None:
        raise ZermeloError("there are no games to make a book from")
    book = LineBook(found.game)
    for page in found.pages():
        for action, weight in page.weights.items():
            if weight and times[found.game.state_key(page.state), action] >= least:
                book.add(page.state, page.path, action, weight)
    if not any(book.pages()):
        raise ZermeloError(f"no move was played in {least} games or more: ask for fewer, or give more games")
    return book


def _worth(utilities: Sequence[float] | None, player: int) -> int:
    """2 for a win, 1 for a draw."""
    if utilities is None:
        return 1
    best = max(utilities)
    return 0 if utilities[player] < best else 2 if min(utilities) < best else 1
