"""A book of any game as a text that a person can write by hand, one line of play per line.

    # my openings                  what follows a # is a remark
    e4 e5 Nf3 Nc6 Bb5 : 12         every move of the line gets the weight 12
    e4 c5 Nf3                      without a weight it is 1
    d4 d5 | c4 : 5                 moves before a bar only lead there: c4 gets 5, d4 and d5 nothing

Moves are written as the game writes them, outcomes of chance included. Weights add up over all lines that reach a
position: above, e4 has 13 in all and is played 13 times as often as a move of weight 1. A move of weight 0 is known but
never played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from zermelo.books.book import Book, LineBook, heaviest_first
from zermelo.by_value import hashable
from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief


def read_text(game: Game, text: str, path: str) -> LineBook:
    """The book that a text holds. Raises ZermeloError naming the file and the line."""
    book, names = LineBook(game), _Names(game)
    for number, line in enumerate(text.splitlines(), 1):
        words = re.sub(r"(^|\s)#.*", "", line).strip()  # Qh4# is a move, not a remark
        try:
            if words:
                _add_line(book, names, words)
        except ZermeloError as error:
            raise ZermeloError(f"{path}, line {number}: {error}") from None
    if not any(book.pages()):
        raise ZermeloError(
            f"{path} has no moves: write one line of play per line, with its weight, as in 'e4 e5 Nf3 : 3'"
        )
    return book


def _add_line(book: LineBook, names: _Names, line: str) -> None:
    game, weight = book.game, 1
    weighted = re.search(r"(?:\s+:\s*|:\s+)(\S+)$", line)
    if weighted:
        if not weighted[1].isdecimal():
            raise ZermeloError(f"the weight '{brief(weighted[1])}' is not a whole number, 0 or more")
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
    """Reads moves from a line. Names every action of a position at most once, for games that cannot parse a name."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[Any, dict[str, Action]] = {}

    def read(self, state: State, text: str) -> tuple[Action, str]:
        """The move that the text begins with, the longest where names have spaces in them, and the text after it."""
        game, word = self.game, text.split()[0]
        if game.is_terminal(state):
            raise ZermeloError(f"'{brief(word)}' cannot be played: the game is over")
        chance = game.to_move(state) == CHANCE
        quick = game.parse_action(state, word) if game.parse_action and not chance else None
        if quick is not None and game.action_text(state, quick) == word:
            return quick, text[len(word) :].lstrip()
        key = hashable(state)
        if key not in self.known:
            self.known[key] = {game.action_text(state, move): move for move in game.moves(state)}
        for name, action in sorted(self.known[key].items(), key=lambda named: -len(named[0])):
            if name and text.startswith(name) and not text[len(name) :][:1].strip():
                return action, text[len(name) :].lstrip()
        return game.read_action(state, word), text[len(word) :].lstrip()


def book_lines(book: Book) -> Iterator[str]:
    """The text of a book: one line per move of each position."""
    game = book.game
    leads = []
    for page in book.pages():
        texts, state = [], game.initial()
        for action in page.path:
            texts.append(game.action_text(state, action))
            state = game.result(state, action)
        leads.append((" ".join([*texts, "|"]) if texts else "", page))
    for lead, page in sorted(leads, key=lambda entry: entry[0]):
        for action, weight in heaviest_first(page.weights):
            yield f"{lead} {game.action_text(page.state, action)} : {weight}".strip()
