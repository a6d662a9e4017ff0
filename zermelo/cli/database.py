"""`zermelo database`: builds, verifies, probes and lists endgame databases, and the openings of Connect Four."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.arena.lanes import available_cores
from zermelo.cli import common
from zermelo.game import Game, State, ZermeloError
from zermelo.solve.databases.endgames import Endgames, merit
from zermelo.solve.databases.folder import Folder, named_materials, open_folder
from zermelo.solve.databases.table import Count, Header
from zermelo.solve.databases.values import Value
from zermelo.solve.indexing import Material

OPENINGS_OF = "connect-four"  # solved from its beginning, so that it needs no endings
OPENING = 8  # plies
SMALL_BOARD = 16  # cells: solved before its kernel would be compiled


class Use(StrEnum):
    """What to do with databases."""

    build = "build"
    verify = "verify"
    probe = "probe"
    list = "list"


def run(
    use: Annotated[
        Use,
        typer.Argument(
            metavar="build|verify|probe|list",
            help="build computes and writes files, verify checks them, probe tells what a position is worth, list "
            "shows what there is.",
        ),
    ],
    game: common.GameName,
    materials: Annotated[
        list[str] | None,
        typer.Argument(metavar="[MATERIAL]...", help="Such as KQKR (with all it leads to); by default all."),
    ] = None,
    pieces: Annotated[
        int | None,
        typer.Option(min=1, help="build: all materials with at most so many pieces; by default the usual ones."),
    ] = None,
    folder: Annotated[Path | None, typer.Option(help="Where the files are; by default in your data folder.")] = None,
    position: common.Position = None,
    moves: common.Moves = None,
    threads: Annotated[int | None, typer.Option(min=1, max=256, help="build, verify: by default all cores.")] = None,
    syzygy: Annotated[Path | None, typer.Option(help="probe: a folder of Syzygy tables to ask instead.")] = None,
    memory: Annotated[
        int | None, typer.Option(min=1, help="build: megabytes that it may take; by default what is free.")
    ] = None,
    plies: Annotated[
        int | None, typer.Option(min=0, help="build: openings of Connect Four of up to so many plies; by default 8.")
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="verify: also whether each value follows from those of the moves.")
    ] = False,
    cluster: common.Cluster = None,
    json: common.Json = False,
) -> None:
    """Compute the value of every position with few pieces, and ask for it. verify exits with 1 if a file is wrong."""
    rules = common.read_game(game)
    if cluster is not None and (use != Use.build or rules.name == OPENINGS_OF or threads is not None):
        raise ZermeloError("--cluster is for building databases of endings, and each of its workers has one thread")
    if rules.name == OPENINGS_OF:
        _openings(use, rules, folder, plies, threads or available_cores(), json)
        return
    if plies is not None:
        raise ZermeloError(f"--plies is for openings of {OPENINGS_OF}; {rules.title} has databases of endings")
    found = open_folder(rules, folder)
    if use == Use.probe:
        if materials:
            raise ZermeloError("probe takes a position, not materials: zermelo database probe GAME --position TEXT")
        if syzygy is not None:
            _probe_syzygy(rules, syzygy, common.read_position(rules, position, moves), json)
            return
        _probe(Endgames(found), common.read_position(rules, position, moves), json)
        return
    if use == Use.build:
        _build(found, named_materials(found.indexing, materials or (), pieces), threads, memory, cluster, json)
        return
    names = {material.name for material in named_materials(found.indexing, materials or (), found.indexing.most)}
    built = [material for material in found.built() if material.name in names]
    if not built:
        raise ZermeloError(f"nothing is built in {found.path}: zermelo database build {rules.title}")
    if use == Use.verify:
        _verify(found, built, whole, threads or available_cores(), json)
    else:
        _list(found, built, json)


def _build(
    folder: Folder,
    materials: Sequence[Material],
    threads: int | None,
    memory: int | None,
    cluster: str | None,
    json: bool,
) -> None:
    from zermelo.solve.retrograde.build import build, plan_build

    plan = plan_build(folder, materials)
    say = _say(json)
    say(
        f"{len(plan.waiting)} of {len(plan.materials)} materials to build, {plan.positions:,} positions, in "
        f"{folder.path}; takes at most {plan.megabytes:,} MB of memory{'' if cluster is None else ' in a worker'}"
    )
    headers: list[Header] = []
    with common.progress("building", plan.positions) as bar:

        def report(material: Material, distance: int, horizon: int) -> None:
            bar.say(f"{material.name}, ply {distance} of {horizon}")

        def done(material: Material, header: Header) -> None:
            headers.append(header)
            bar.advance(material.size)
            say(f"{header.material}: {'; '.join(_told(count) for count in header.counts)}")

        build(plan, threads or available_cores(), memory, report=report, done=done, cluster=cluster)
    if json:
        common.print_json(
            {
                "game": folder.game.title,
                "folder": str(folder.path),
                "megabytes": plan.megabytes,
                "built": [header.material for header in headers],
                "materials": [material.name for material in plan.materials],
            }
        )


def _openings(use: Use, game: Game, folder: Path | None, plies: int | None, threads: int, json: bool) -> None:
    """The opening table of Connect Four: built, or read and told."""
    from zermelo.experts.connect_four.perfect import build_opening_table, read_opening_table
    from zermelo.experts.connect_four.perfect.openings import opening_table_path

    path = opening_table_path(game) if folder is None else folder / opening_table_path(game).name
    if use == Use.probe:
        raise ZermeloError(f"zermelo solve {game.title} --position TEXT tells what a position is worth")
    if use == Use.build:
        wanted = OPENING if plies is None else plies
        compiled = game.parameters["columns"] * game.parameters["rows"] > SMALL_BOARD
        with common.progress(f"scoring openings of {wanted} plies, percent", 100) as bar:

            def report(done: int, total: int) -> None:
                bar.reach(100 * done // total)

            build_opening_table(game, wanted, path, report, threads, compiled)
    table = read_opening_table(game, path)
    if table is None:
        raise ZermeloError(f"nothing is built in {path.parent}: zermelo database build {game.title}")
    if json:
        common.print_json({"game": game.title, "file": str(path), "plies": table.plies, "positions": len(table.keys)})
        return
    told = f"{len(table.keys):,} positions of up to {table.plies} plies of {game.title} are in {path}"
    common.say(told)


def _verify(folder: Folder, materials: Sequence[Material], whole: bool, threads: int, json: bool) -> None:
    """Opens every file; a damaged one is told and the others are still looked at."""
    faults: dict[str, str] = {}
    builder = None
    if whole:
        from zermelo.solve.retrograde.builder import new_builder

        positions = sum(material.size for material in materials)
        builder = new_builder(folder.game, folder.indexing, threads, positions=positions)
    by_name = {material.name: material for material in folder.built()}
    for material in materials:
        try:
            table = folder.table(material)
            if builder:
                known = {by_name[name]: folder.table(by_name[name]).words for name in material.leads_to}
                wrong = builder.wrong(material, known, table.values())
                if wrong:
                    faults[material.name] = f"{wrong:,} values do not follow from those of the moves"
        except ZermeloError as error:
            faults[material.name] = str(error)
    if json:
        common.print_json({"game": folder.game.title, "verified": [each.name for each in materials], "faults": faults})
    else:
        for name, fault in faults.items():
            common.say(f"{name}: {fault}")
        common.console().print(f"{len(materials) - len(faults)} of {len(materials)} files are right", markup=False)
    if faults:
        raise typer.Exit(1)


def _probe(endgames: Endgames, state: State, json: bool) -> None:
    game = endgames.game
    value = endgames.value(state)
    if value is None:
        raise ZermeloError(f"no database has {game.state_text(state)}: zermelo database list {game.title}")
    actions = {} if game.is_terminal(state) else endgames.actions(state)
    rows = sorted(actions.items(), key=lambda row: merit(row[1]), reverse=True)
    named = [(game.action_text(state, action), worth) for action, worth in rows]
    if json:
        known = [{"action": name, **_described(worth)} for name, worth in named if worth]
        common.print_json(
            {"game": game.title, "position": game.state_text(state), **_described(value), "actions": known}
        )
        return
    common.console().print(str(value), markup=False)
    for name, worth in named:
        common.console().print(f"  {name}  {worth or 'not known'}", markup=False)


def _probe_syzygy(game: Game, path: Path, state: State, json: bool) -> None:
    from zermelo.search.known import open_tables

    tables: Any = open_tables(game, str(path))
    if tables is None:
        raise ZermeloError(f"there are no Syzygy tables of {game.title}")
    result, plies = tables.result(state), tables.distance(state)
    if result is None:
        raise ZermeloError(f"{path} has no table for {game.state_text(state)}")
    words = {
        2: "win",
        1: "win, but for the fifty-move rule",
        0: "draw",
        -1: "loss, but for the fifty-move rule",
        -2: "loss",
    }
    if json:
        common.print_json({"game": game.title, "position": game.state_text(state), "wdl": result, "dtz": plies})
        return
    until = f", {abs(plies)} plies to a capture or pawn move" if plies else ""
    common.console().print(f"{words[result]}{until}", markup=False)


def _list(folder: Folder, materials: Sequence[Material], json: bool) -> None:
    headers = [(folder.header(material), folder.file(material).stat().st_size) for material in materials]
    if json:
        found = [
            {"material": header.material, "bytes": size, "parts": [asdict(count) for count in header.counts]}
            for header, size in headers
        ]
        common.print_json({"game": folder.game.title, "folder": str(folder.path), "materials": found})
        return
    rows = []
    for header, size in headers:
        for place, count in enumerate(header.counts):
            numbers = (count.wins, count.draws, count.losses, count.longest_win, count.longest_loss)
            first = (header.material, f"{-(-size // 1000):,}") if place == 0 else ("", "")
            rows.append([first[0], count.part, *(f"{number:,}" for number in numbers), first[1]])
    headings = ["material", "to move", "wins", "draws", "losses", "longest\nwin", "longest\nloss", "kB"]
    common.say_table(headings, rows, texts=["material", "to move"], whole=headings)


def _say(json: bool) -> Any:
    """Prints a line, unless only JSON is to be printed."""
    return (lambda text: None) if json else common.say


def _told(count: Count) -> str:
    return f"{count.part} {count.wins:,} won, {count.draws:,} drawn, {count.losses:,} lost"


def _described(value: Value) -> dict[str, Any]:
    return {"value": value.word, "distance": value.distance}
