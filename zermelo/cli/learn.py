"""`zermelo learn`: an evaluation or a network, from nothing, by playing against itself."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.arena.recorded.played import played_games
from zermelo.cli.common import Cluster, Json, Seed, file_option, print_json, progress, read_game, write_text
from zermelo.evaluate.learned import Learned, read_learned
from zermelo.files.writing import check_writable
from zermelo.game import Game, ZermeloError
from zermelo.learn.course import GAMES, SAVE_EVERY, Budget, Learning, Method, Watch, begin, learn, resume
from zermelo.learn.curve import series_of
from zermelo.learn.methods import METHODS, method_named
from zermelo.loading import read_parameters
from zermelo.search.options import options_of
from zermelo.show.reports.curve import curve_svg, curve_text

ENDING = ".learned"


def run(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's name with parameters, or your own file.")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            help=f"How: {', '.join(METHODS)}, or a method of one game; samuel by default, or that of the file resumed."
        ),
    ] = None,
    save: Annotated[Path | None, file_option(f"The file; by default the game's name, with {ENDING}.")] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games to play against itself.")] = None,
    time: Annotated[float | None, typer.Option(min=0.001, help="Seconds to learn; 60 if no budget is given.")] = None,
    options: Annotated[
        str,
        typer.Option(metavar="OPTIONS", help="The method's own, such as hidden=40,rate=0.002; see docs/learning.md."),
    ] = "",
    begins: Annotated[
        list[Path] | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="What it begins with: games that others have played (imitation; any number), a network (alphazero).",
        ),
    ] = None,
    resumes: Annotated[bool, typer.Option("--resume", help="Go on with the run in the file.")] = False,
    every: Annotated[float, typer.Option(min=0.0, help="Seconds after which the file is saved again.")] = SAVE_EVERY,
    show: Annotated[Path | None, file_option("Show a learned file: its curve, what it is.")] = None,
    svg: Annotated[Path | None, file_option("Write the learning curve of --show as a drawing.")] = None,
    cluster: Cluster = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Learn an evaluation or a network by self-play; the file it writes is a player: alphabeta:evaluate=FILE.

    With --method imitation it learns from games that others have played.
    """
    if show is not None:
        return show_file(read_learned(show), svg, json)
    if game is None:
        raise ZermeloError("name a game to learn, or a file to look at with --show FILE")
    if svg is not None:
        raise ZermeloError("--svg draws the curve of a file: name it with --show FILE")
    rules = read_game(game)
    path = Path(f"{rules.name}{ENDING}") if save is None else save
    check_writable(path)
    budget = Budget(games, time if time is not None or games is not None else 60.0)
    taken_up = 0  # the games that the run has when it is begun or resumed

    def opened() -> Learning:
        nonlocal taken_up
        if resumes:
            run = resumed(rules, method, path, options, begins or [])
        else:
            run = begun(rules, method, path, options, seed, begins or [])
        taken_up = run.games
        return run

    with progress("", budget.games or round(budget.seconds or 0)) as bar:
        learning = learn(opened, path, budget, teller(bar, budget, lambda: taken_up), every, cluster)
    if json:
        print_json(described(read_learned(path)))
    else:
        report(learning, path)


def begun(game: Game, method: str | None, path: Path, options: str, seed: int, begins: list[Path]) -> Learning:
    """A new run. Raises ZermeloError where the file exists, or the options are wrong."""
    if path.exists():
        raise ZermeloError(f"{path} exists: go on with it with --resume, or name another file with --save")
    kind = method_named("samuel" if method is None else method)
    known = options_of(kind)
    chosen = read_parameters(options, options)
    unknown = [name for name in chosen if name not in known]
    if unknown:
        raise ZermeloError(f"{kind.name} has no option '{unknown[0]}'; it has {', '.join(known)}")
    return begin(game, kind(**chosen), seed, source_of(kind, game, begins))


def source_of(kind: type[Method], game: Game, files: list[Path]) -> Any:
    """What the method begins with, from files; None where there are none. Raises ZermeloError."""
    if not files:
        return None
    if not kind.source:
        raise ZermeloError(f"{kind.name} begins with nothing: leave --from out, or say --method imitation")
    if kind.source == GAMES:
        found, left = played_games(files, game)
        for why, count in left.items():
            typer.echo(f"left out: {count:,} {'game' if count == 1 else 'games'} {why}", err=True)
        return found
    if len(files) > 1:
        raise ZermeloError(f"{kind.name} begins with one network: name one file with --from")
    return read_learned(files[0])


def resumed(game: Game, method: str | None, path: Path, options: str, begins: list[Path]) -> Learning:
    """The run in a file. Raises ZermeloError."""
    if begins:
        raise ZermeloError("--resume goes on with what the run began with: leave --from out")
    if options:
        raise ZermeloError("--resume goes on with the options that the run began with: leave --options out")
    if not path.exists():
        raise ZermeloError(f"there is no {path} to go on with: name the run's file with --save, or leave --resume out")
    return resume(game, method_named(read_learned(path).method if method is None else method), path)


def teller(bar: Any, budget: Budget, begun_with: Callable[[], int]) -> Watch:
    """Moves the progress bar after each block, over games or seconds, with what is known of the run.

    begun_with: how many games the run had when it was taken up.
    """

    def tell(learning: Learning, seconds: float) -> None:
        newest = "".join(f"; {name} {value:.3g}" for name, value in learning.newest().items())
        speed = (learning.games - begun_with()) / max(seconds, 1e-9)
        bar.say(f"{learning.games:,} games, {speed:,.0f} a second{newest}")
        bar.reach(learning.games if budget.games else int(seconds))

    return tell


def report(learning: Learning, path: Path) -> None:
    """What was learned, and how to play with it."""
    text = learning.told()
    if text:
        typer.echo(text)
    for line in scores(learning.header["strength"]):
        typer.echo(line)
    typer.echo(f"{path}: {learning.header['trained_on']}")


def show_file(learned: Learned, svg: Path | None, json: bool) -> None:
    """Shows a learned file."""
    if json:
        return print_json(described(learned))
    series = series_of(learned.header["curve"])
    if svg is not None:
        write_text(svg, curve_svg(series, f"{learned.title}, {learned.method}"))
        return
    how = learned.header["trained_on"] or "not finished"
    for line in (f"{learned.title}, learned by {learned.method}: {how}", *scores(learned.header["strength"])):
        typer.echo(line)
    if series:
        typer.echo(curve_text(series, unicode=(sys.stdout.encoding or "").lower().startswith("utf")))


def scores(strength: list[Any]) -> list[str]:
    """A header's `strength` in words. Raises ZermeloError."""
    try:
        return [f"scores {one['score']:.1%} of {one['games']} games against {one['against']}" for one in strength]
    except (KeyError, TypeError, ValueError):
        raise ZermeloError("the file does not tell its strength as zermelo learn does") from None


def described(learned: Learned) -> dict[str, Any]:
    """What --json prints: the header, and the sizes of the arrays."""
    sizes = {name: list(array.shape) for name, array in learned.arrays.items()}
    return {**learned.header, "digest": learned.digest, "arrays": sizes}
