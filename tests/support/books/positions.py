"""Positions to look up in books, and what books hold."""

from __future__ import annotations

import zermelo

CHESS = zermelo.load("chess")


def after(moves, game=CHESS, state=None):
    state = game.initial() if state is None else state
    for move in moves.split():
        state = game.result(state, game.read_action(state, move))
    return state


def shown(book, state):
    """The entries as a person reads them."""
    return {book.game.action_text(state, action): weight for action, weight in book.entries(state)}


def contents(book):
    """Everything in a book, by position without its clocks."""
    return {
        " ".join(book.game.state_text(page.state).split()[:4]): {
            book.game.action_text(page.state, action): weight for action, weight in page.weights.items() if weight
        }
        for page in book.pages()
    }
