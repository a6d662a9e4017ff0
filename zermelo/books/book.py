"""Opening books: what to play without thinking, and how often.

A book of any game is a text that a person writes by hand, one line of play a line:

    # my openings                  from # on it is a remark
    e4 e5 Nf3 Nc6 Bb5 : 12         every move of the line gets the weight 12
    e4 c5 Nf3                      the weight is 1 where none is given
    d4 d5 | c4 : 5                 moves before a bar only lead there: c4 gets 5, d4 and d5 nothing

Moves are written as the game writes them, outcomes of chance among them. Weights add up, whichever way a position was
reached: above, e4 has 13 in all, and is played 13 times as often as a move that has 1. A move of weight 0 is known but
never played. A file whose name ends in .bin is a Polyglot book of chess instead (see polyglot.py).
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from zermelo.game import CHANCE, Action, Game, State, ZermeloError

POLYGLOT = ".bin"
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
        return _heaviest_first({action: weight for action, weight in page.weights.items() if action in legal})

    def pages(self) -> Iterator[Page]:
        yield from self._pages.values()


def _heaviest_first(weights: dict[Action, int]) -> Entries:
    return sorted(weights.items(), key=lambda entry: -entry[1])


def read_book(game: Game, path: str | Path) -> Book:
    """The book in a file: Polyglot's where the name ends in .bin, else a text. Raises ZermeloError."""
    if Path(path).suffix.lower() == POLYGLOT:
        from zermelo.books.polyglot import PolyglotBook

        return PolyglotBook(game, path)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ZermeloError(f"the book {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ZermeloError(f"{path} is no text: a book is a text, or a Polyglot book whose name ends in .bin") from None
    return _read_text(game, text, str(path))


def write_book(book: Book, path: str | Path) -> None:
    """Writes a book: Polyglot's where the name ends in .bin, else a text. Raises ZermeloError."""
    if Path(path).suffix.lower() == POLYGLOT:
        from zermelo.books.polyglot import polyglot_bytes

        data = polyglot_bytes(book)
    else:
        data = "\n".join([f"# an opening book of {book.game.title}", *_lines(book), ""]).encode()
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise ZermeloError(f"the book {path} cannot be written: {error.strerror}") from None


# --- the text -------------------------------------------------------------------------------------------------------


def _read_text(game: Game, text: str, path: str) -> LineBook:
    book, names = LineBook(game), _Names(game)
    for number, line in enumerate(text.splitlines(), 1):
        words = re.sub(r"(^|\s)#.*", "", line).strip()  # Qh4# is no remark
        try:
            if words:
                _add_line(book, names, words)
        except ZermeloError as error:
            raise ZermeloError(f"{path}, line {number}: {error}") from None
    if not any(book.pages()):
        raise ZermeloError(f"{path} has no moves: write a line of play a line, and its weight, as in 'e4 e5 Nf3 : 3'")
    return book


def _add_line(book: LineBook, names: _Names, line: str) -> None:
    game, weight = book.game, 1
    weighted = re.search(r"(?:\s+:\s*|:\s+)(\S+)$", line)
    if weighted:
        if not weighted[1].isdecimal():
            raise ZermeloError(f"the weight '{weighted[1]}' is not a whole number, 0 or more")
        line, weight = line[: weighted.start()], int(weighted[1])
    state = game.initial()
    path: tuple[Action, ...] = ()
    *leads, last = re.split(r"(?:^|\s)\|(?=\s|$)", line)
    for part, counts in [*((lead, False) for lead in leads), (last, True)]:
        rest = part.strip()
        while rest:
            action, rest = names.read(state, rest)
            if counts and game.to_move(state) != CHANCE:
                book.add(state, path, action, weight)
            state, path = game.result(state, action), (*path, action)


class _Names:
    """Reads moves off a line. A game that has to name all its actions to read one does so once a position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[State, dict[str, Action]] = {}

    def read(self, state: State, text: str) -> tuple[Action, str]:
        """The move that the text begins with, the longest where names have spaces in them, and the text after it."""
        game, word = self.game, text.split()[0]
        if game.is_terminal(state):
            raise ZermeloError(f"'{word}' cannot be played: the game is over")
        chance = game.to_move(state) == CHANCE
        quick = game.parse_action(state, word) if game.parse_action and not chance else None
        if quick is not None and game.action_text(state, quick) == word:
            return quick, text[len(word) :].lstrip()
        if state not in self.known:
            moves = [outcome for outcome, _ in game.outcomes(state)] if chance else game.legal(state)
            self.known[state] = {game.action_text(state, move): move for move in moves}
        for name, action in sorted(self.known[state].items(), key=lambda named: -len(named[0])):
            if name and text.startswith(name) and not text[len(name) :][:1].strip():
                return action, text[len(name) :].lstrip()
        return game.read_action(state, word), text[len(word) :].lstrip()


def _lines(book: Book) -> Iterator[str]:
    """The text of a book: a line for every move of every position."""
    game = book.game
    leads = []
    for page in book.pages():
        texts, state = [], game.initial()
        for action in page.path:
            texts.append(game.action_text(state, action))
            state = game.result(state, action)
        leads.append((" ".join([*texts, "|"]) if texts else "", page))
    for lead, page in sorted(leads, key=lambda entry: entry[0]):
        for action, weight in _heaviest_first(page.weights):
            yield f"{lead} {game.action_text(page.state, action)} : {weight}".strip()


# --- from games that were played ------------------------------------------------------------------------------------


class Played(Protocol):
    """A game on paper or a record of one."""

    @property
    def game(self) -> Game: ...
    @property
    def start(self) -> State: ...
    @property
    def actions(self) -> Sequence[Action]: ...
    @property
    def utilities(self) -> Sequence[float] | None: ...


def make_book(games: Iterable[Played], plies: int = 20, least: int = 2) -> LineBook:
    """The book of the first plies of games: a move gets 2 for each game that its player won, 1 for a draw.

    A game whose result is not known counts as drawn. Left out are moves that were played in fewer than `least` games
    or never brought anything, and games that do not begin at the initial position. Raises ZermeloError where nothing
    is left.
    """
    found: LineBook | None = None
    times: Counter[tuple[int, Action]] = Counter()
    for played in games:
        found = found or LineBook(played.game)
        state = found.game.initial()
        for ply, action in enumerate(played.actions[:plies] if played.start == state else ()):
            mover = found.game.to_move(state)
            if mover != CHANCE:
                found.add(state, played.actions[:ply], action, _worth(played.utilities, mover))
                times[found.game.state_key(state), action] += 1
            state = found.game.result(state, action)
    if found is None:
        raise ZermeloError("there is no game to make a book of")
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
