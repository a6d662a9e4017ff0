"""`zermelo check`: the doctor for a user's game."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.arena.doctor import Diagnosis, examine
from zermelo.cli.common import MOST_SECONDS, GameName, Json, Seed, console, print_json, say
from zermelo.game import Game
from zermelo.loading import load
from zermelo.players.engines import engine as read_engine
from zermelo.players.engines import player_of
from zermelo.show.words import title_of


def run(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="Random games to play.")] = 100,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=MOST_SECONDS, help="Stop after about this long, compiling included.")
    ] = 20.0,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine", "-e", metavar="ENGINE", help="Check the tables that this engine plays by, not the game."
        ),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Check the contract's laws on random games, whether the game compiles, and whether engines can play it.

    Exit code 1: a law is broken, or an engine failed.
    """
    if engine is not None:
        _check_tables(engine, load(game), json)
        return
    diagnosis = examine(load(game), games, seed, seconds)
    if json:
        print_json(diagnosis.to_json())
    else:
        _print(diagnosis)
    if not diagnosis.healthy:
        raise typer.Exit(1)


def _check_tables(name: str, game: Game, json: bool) -> None:
    """What is wrong with the tables of an engine. Exits with 1 if anything is."""
    player = player_of(name)
    player.check_served(game)
    found = list(getattr(read_engine(name), "faults", list)())
    if json:
        print_json({"engine": name, "faults": found})
    else:
        for fault in found:
            say(f"  ✗ {fault}")
        say(f"{name}: {len(found) or 'no'} {'fault' if len(found) == 1 else 'faults'}")
    if found:
        raise typer.Exit(1)


def _print(diagnosis: Diagnosis) -> None:
    out = console()
    game = diagnosis.game
    named = f"{title_of(game)}, {game.origin}" if game.origin else title_of(game)
    out.print(f"{named}: {diagnosis.games} random games, {diagnosis.positions:,} positions", markup=False)
    for finding in diagnosis.findings:
        if not finding.applies or not finding.tried:
            continue
        out.print(f"  {'✓' if finding.holds else '✗'} {finding.law}", markup=False)
        if not finding.holds:
            out.print(f"      {finding.broken}\n      {finding.place}", markup=False, soft_wrap=True)
            if finding.state:
                out.print(f"      in the state {finding.state}", markup=False, soft_wrap=True)
    if any(finding.is_fatal for finding in diagnosis.findings):
        out.print("  · the other laws were not tried", markup=False)
    else:
        for law in diagnosis.unreached:
            out.print(f"  · not reached: {law}", markup=False)
    if diagnosis.compiled:
        out.print("  ✓ it compiles: searches run at full speed", markup=False)
    elif diagnosis.healthy:
        out.print(f"  · it runs interpreted: {diagnosis.reason}", markup=False, soft_wrap=True)
    failed = [one for one in diagnosis.engines if one.failure]
    for one in failed:
        out.print(f"  ✗ {one.engine} does not play it: {one.failure}", markup=False, soft_wrap=True)
    for words, names in _engine_words(diagnosis):
        out.print(f"  {words}: {', '.join(names)}", markup=False, soft_wrap=True)
    if diagnosis.hint:
        out.print(f"  · {diagnosis.hint}", markup=False, soft_wrap=True)
    count = len(diagnosis.unreached)
    reached = f", as far as was reached ({count} {'law was' if count == 1 else 'laws were'} not)" if count else ""
    if diagnosis.is_lawful and failed:
        out.print(f"the laws hold{reached}, but {' and '.join(one.engine for one in failed)} failed", markup=False)
        return
    out.print(f"healthy{reached}" if diagnosis.healthy else "a law is broken", markup=False)


def _engine_words(diagnosis: Diagnosis) -> list[tuple[str, list[str]]]:
    """The engines that played a game, and those for which there was no time."""
    played = [one.engine for one in diagnosis.engines if one.is_tried and not one.failure]
    waiting = [one.engine for one in diagnosis.engines if not one.is_tried]
    told = [("✓ a short game was played by", played), ("· not tried within the time", waiting)]
    return [(words, names) for words, names in told if names]
