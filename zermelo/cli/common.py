"""What the verbs share: options, positions and output."""

from __future__ import annotations

import json
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from zermelo.files.writing import write_whole
from zermelo.game import Game, State, ZermeloError
from zermelo.loading import load
from zermelo.search.base import LONGEST

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name with parameters (nim:stones=9), your own file (mygame.py, mygame.py:name), another "
        "library's (openspiel:pig), a figure (figure:two-ply), or a tree such as [[3,12,8],[2,4,6]].",
    ),
]


def file_option(help: str) -> Any:
    """Declares an option that names a file."""
    return typer.Option(metavar="FILE", help=help)


EngineOption: Any = typer.Option(
    "--engine", "-e", metavar="ENGINE", help="NAME[:option=value,…], such as alphabeta:depth=6."
)
EngineName = Annotated[str | None, EngineOption]
Position = Annotated[str | None, typer.Option(metavar="TEXT", help="The position, in the game's own notation.")]
Moves = Annotated[str | None, typer.Option(metavar="TEXT", help="Moves to play from there, separated by spaces.")]
Utility = Annotated[
    str | None,
    typer.Option(
        metavar="FORMULA", help="Turn each utility x into this first: 2*x+1, square, sqrt(x+1), or 3=9, 12=1."
    ),
]
Openings = Annotated[Path | None, file_option("Openings: positions or moves, one per line; EPD; or .pgn.")]
Balance = Annotated[
    int,
    typer.Option(min=1, max=1000, help="Draw this many random openings and play the most even one; 1 plays the first."),
]
GameClock = Annotated[
    str | None,
    typer.Option(
        metavar="TIME", help="Each player's time in seconds: 10+0.1 adds 0.1 per move, 40/60 is 60 s per 40 moves."
    ),
]
Concurrency = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        help="Games to play at once, each on its own core; by default as many as the cores and engines allow.",
    ),
]
Longest = Annotated[int, typer.Option(min=1, help="Plies after which a game is a draw.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Have Ray workers do it: local:N of this machine, or a cluster's HOST:PORT."),
]
MOST_SECONDS = LONGEST
OFTEN, REDRAWN = 4, 10  # drawings per second of what stands above a bar, and of the bar
INTERRUPTED = 130  # the exit code after Ctrl-C
Seed = Annotated[int, typer.Option(help="Seed that makes random choices repeatable.")]


@contextmanager
def interruptible(stop: Callable[[], bool]) -> Iterator[list[int]]:
    """The first Ctrl-C calls stop(), after which the work ends by itself; the second one, or False, ends the program.

    The list has a number for each Ctrl-C so far.
    """
    interrupts: list[int] = []

    def interrupt(number: int, _: Any) -> None:
        interrupts.append(number)
        if len(interrupts) > 1 or not stop():
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


def name_engines() -> None:
    """Adds the engines' names to the help; only on demand, since finding them is slow."""
    from zermelo.players.engines import engines

    EngineOption.help = f"{EngineOption.help} Engines: {', '.join(engines())}; `zermelo engines` lists their options."


def read_game(spec: str, utility: str | None = None) -> Game:
    """The game that was named, with other utilities if a formula is given.

    How the text of a tree was understood, where that could be doubted, is told on stderr. Raises ZermeloError if its
    functions do not return, or take all memory.
    """
    game = load(spec)
    for remark in game.annotations.remarks if game.annotations else ():
        typer.echo(f"note: {remark}", err=True)
    from zermelo.laws.trial import broken_law  # here, since `serve` needs neither it nor the searches at once

    broken_law(game)
    if utility is None:
        return game
    from zermelo.experiments.transform import transformed

    return transformed(game, utility)


def read_position(game: Game, position: str | None, moves: str | None) -> State:
    """The position that --position and --moves describe. Raises ZermeloError."""
    return read_path(game, position, moves)[-1]


def read_path(game: Game, position: str | None, moves: str | None) -> list[State]:
    """The states from --position along --moves; the last is the position asked for. Raises ZermeloError."""
    state = game.initial() if position is None else game.read_state(position)
    try:
        from zermelo.arena.openings import read_moves

        return read_moves(game, state, moves or "")
    except ZermeloError as error:
        raise ZermeloError(f"--moves, {error}") from None


def read_beginnings(game: Game, openings: Path | None, position: str | None, moves: str | None) -> list[list[State]]:
    """The paths that games begin with: those of --openings, or that of --position and --moves. Raises ZermeloError."""
    if openings is None:
        return [read_path(game, position, moves)]
    if position is not None or moves is not None:
        raise ZermeloError("--openings says where the games begin: leave --position and --moves out")
    from zermelo.arena.openings import read_openings

    return read_openings(game, openings)


class Hearer(Protocol):
    """An engine that is controlled by lines of text, as in UCI and GTP."""

    def hear(self, line: str) -> bool:
        """Executes one line; returns False after the last one."""

    def close(self) -> bool:
        """Stops all work; returns False if some of it cannot be stopped."""


def converse(new_engine: Callable[[Callable[[str], None]], Hearer]) -> None:
    """Feeds an engine the lines of the input until they end; prints what it says, from any thread."""
    lock = threading.Lock()

    def say(text: str) -> None:
        with lock:
            try:
                sys.stdout.write(f"{text}\n")
                sys.stdout.flush()
            except OSError:  # the other side is gone: the end of the input comes next
                return

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    engine = new_engine(say)
    for line in iter(sys.stdin.readline, ""):
        if not engine.hear(line):
            break
    if not engine.close():  # the compiler cannot be interrupted
        os._exit(0)


def print_json(report: dict[str, Any]) -> None:
    """Prints one object on one line. Raises ZermeloError at NaN and infinity, which JSON does not have."""
    try:
        typer.echo(json.dumps(report, ensure_ascii=False, allow_nan=False))
    except ValueError:
        raise ZermeloError(
            "a value is infinite or not a number, which JSON cannot express: see zermelo check"
        ) from None


def tell(json: bool, report: Callable[[], dict[str, Any]], words: Callable[[], str]) -> None:
    """Prints one JSON object, or the words for a person; makes only what it prints."""
    if json:
        print_json(report())
    else:
        say(words())


def say_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], texts: Collection[str], whole: Collection[str] = ()
) -> None:
    """Prints a table that fits the terminal.

    texts: headings of the columns that hold no numbers. whole: of those whose cells are never broken.
    """
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in headings:
        table.add_column(
            heading, justify="left" if heading in texts else "right", overflow="fold", no_wrap=heading in whole
        )
    for row in rows:
        table.add_row(*map(escape, row))
    console().print(table)


def say(text: str) -> None:
    """Prints text as it is, however long its lines."""
    console().print(text, markup=False, soft_wrap=True)


def console() -> Any:
    """Where tables and boards are printed."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=False)


def progress(text: str, total: int | None) -> AbstractContextManager[Any]:
    """A progress bar on stderr, only on a terminal.

    `advance(n)` moves it by so much, `reach(n, total)` to there, `say(text)` changes its label, and `show(words)` what
    stands above it.

    total: None where nobody knows it.
    """
    if not sys.stderr.isatty():
        return nullcontext(_NoBar())
    return _Bar(text, total)


class _NoBar:
    def advance(self, steps: int = 1) -> None:
        """Does nothing: there is no terminal."""

    def reach(self, steps: int, total: int | None = None) -> None:
        """Does nothing: there is no terminal."""

    def say(self, text: str) -> None:
        """Does nothing: there is no terminal."""

    def show(self, words: Callable[[], str]) -> None:
        """Does nothing: there is no terminal."""


class _Bar:
    def __init__(self, text: str, total: int | None) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._progress = Progress(*columns)
        self._task = self._progress.add_task(text, total=total)
        self._live = Live(self._progress, console=Console(stderr=True), transient=True, refresh_per_second=REDRAWN)
        self._shown = -math.inf

    def __enter__(self) -> _Bar:
        self._live.__enter__()
        return self

    def __exit__(self, *details: Any) -> None:
        self._live.__exit__(*details)

    def advance(self, steps: int = 1) -> None:
        self._progress.advance(self._task, steps)

    def reach(self, steps: int, total: int | None = None) -> None:
        self._progress.update(self._task, completed=steps, total=total)

    def say(self, text: str) -> None:
        self._progress.update(self._task, description=text)

    def show(self, words: Callable[[], str]) -> None:
        if time.monotonic() - self._shown < 1 / OFTEN:
            return
        from rich.console import Group
        from rich.text import Text

        self._shown = time.monotonic()
        self._live.update(Group(Text(words(), no_wrap=True, overflow="crop"), self._progress))


def open_page(address: str, port: int, browser: bool) -> None:
    """Serves the page, and shows this part of it. Raises ZermeloError where the page's libraries are missing."""
    try:
        from zermelo.web.server.serving import serve
    except ModuleNotFoundError as missing:
        raise ZermeloError(f"the page needs {missing.name}: pip install starlette uvicorn websockets") from None
    serve((), None, port, browser, False, lambda line: typer.echo(line), page=address)


def write_text(path: Path, text: str) -> None:
    """Writes a file that the user named. Raises ZermeloError where it cannot be written."""
    write_whole(path, [text.encode()])
