"""`zermelo book`: shows opening books, and makes them from games."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from zermelo.books.book import Book, make_book
from zermelo.books.files import read_book, write_book
from zermelo.cli import common
from zermelo.files.locks import locked
from zermelo.files.writing import check_writable
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.records.pgn import PgnGame, read_file


class Use(StrEnum):
    """What to do with a book."""

    show = "show"
    make = "make"


def run(
    use: Annotated[
        Use, typer.Argument(metavar="show|make", help="show lists the book's moves in a position, make writes a book.")
    ],
    game: common.GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="show: the book. make: chess games in PGN.")],
    out: Annotated[
        Path | None,
        typer.Argument(metavar="OUT", help="make: the book to write; Polyglot's format if .bin, else text."),
    ] = None,
    position: common.Position = None,
    moves: common.Moves = None,
    plies: Annotated[int, typer.Option(min=1, help="make: plies to take from each game.")] = 20,
    least: Annotated[int, typer.Option(min=1, help="make: leave out moves played in fewer games than this.")] = 2,
    json: common.Json = False,
) -> None:
    """List an opening book's moves in a position, or make a book from games. Exit code 1: the book has no move."""
    rules = common.read_game(game)
    if use == Use.make:
        if out is None:
            raise ZermeloError("name the book to write: zermelo book make chess GAMES.pgn OUT.bin")
        _make(rules, file, out, plies, least, json)
        return
    if out is not None:
        raise ZermeloError(f"show takes one file, not '{brief(out)}' as well: zermelo book show GAME BOOK")
    _show(read_book(rules, file), file, common.read_position(rules, position, moves), json)


def _show(book: Book, file: Path, state: State, json: bool) -> None:
    game, entries = book.game, book.entries(state)
    total = sum(weight for _, weight in entries)
    rows = [(game.action_text(state, action), weight, weight / total if total else 0.0) for action, weight in entries]
    if json:
        moves = [{"action": name, "weight": weight, "share": round(share, 6)} for name, weight, share in rows]
        common.print_json({"game": game.title, "position": game.state_text(state), "book": str(file), "moves": moves})
    elif rows:
        cells = [[name, f"{weight:,}", f"{share:.1%}"] for name, weight, share in rows]
        common.say_table(["move", "weight", "share"], cells, texts=["move"])
    else:
        common.say(f"{file} has no move here")
    if not rows:
        raise typer.Exit(1)


def _make(game: Game, file: Path, out: Path, plies: int, least: int, json: bool) -> None:
    if game.name != "chess":
        raise ZermeloError(f"books are made from chess games in PGN: write the book of {game.name} as text")
    read = 0

    def games() -> Iterator[PgnGame]:
        nonlocal read
        for played in read_file(file, plies):
            read += 1
            bar.advance()
            yield played

    check_writable(out)
    about = file.read_bytes().count(b"[Event ") if file.is_file() else 0
    with locked(out):
        with common.progress(f"reading {file.name}", about) as bar:
            book = make_book(games(), plies, least)
        write_book(book, out)
    pages = [page.weights for page in book.pages()]
    counts = {"games": read, "positions": len(pages), "moves": sum(map(len, pages))}
    if json:
        common.print_json({"game": game.title, "book": str(out), **counts})
        return
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    common.say(f"{out}: {told}")
