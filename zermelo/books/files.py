"""Books as files: a Polyglot book of chess where the name ends in .bin, else a text."""

from __future__ import annotations

from pathlib import Path

from zermelo.books.book import Book
from zermelo.books.text import book_lines, read_text
from zermelo.files.writing import write_whole
from zermelo.game import Game, ZermeloError

POLYGLOT = ".bin"


def read_book(game: Game, path: str | Path) -> Book:
    """The book in a file. Raises ZermeloError where it cannot be read or is not a book of this game."""
    if Path(path).suffix.lower() == POLYGLOT:
        from zermelo.books.polyglot import PolyglotBook  # the rules of chess: only where they are needed

        return PolyglotBook(game, path)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ZermeloError(f"the book {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ZermeloError(
            f"{path} is not a text: a book is a text, or a Polyglot book whose name ends in .bin"
        ) from None
    return read_text(game, text, str(path))


def write_book(book: Book, path: str | Path) -> None:
    """Writes a book, in the format that the name asks for. Raises ZermeloError where that is not possible."""
    if Path(path).suffix.lower() == POLYGLOT:
        from zermelo.books.polyglot import polyglot_bytes

        data = polyglot_bytes(book)
    else:
        data = "\n".join([f"# an opening book of {book.game.title}", *book_lines(book), ""]).encode()
    write_whole(Path(path), [data])
