"""The part of `zermelo solve` that solves the positions of a file, each for itself."""

from __future__ import annotations

from pathlib import Path

import typer

from zermelo.arena.openings import read_openings
from zermelo.cli.common import console, print_json, progress
from zermelo.cluster.address import crew_at
from zermelo.game import Game
from zermelo.show.reports.finding import finding_json, finding_words
from zermelo.solving.choice import AUTO
from zermelo.solving.distant import findings_of
from zermelo.solving.finding import Finding
from zermelo.solving.position import MEGABYTES
from zermelo.solving.solve import OPEN_SECONDS


def solve_positions(
    game: Game,
    path: Path,
    method: str | None,
    seconds: float | None,
    megabytes: int | None,
    cluster: str | None,
    json: bool,
) -> None:
    """Prints what was found of each position; exits with 1 if one was not solved. Raises ZermeloError."""
    states = [opening[-1] for opening in read_openings(game, path)]
    spent = OPEN_SECONDS if seconds is None else seconds
    findings: list[Finding] = []
    with progress(f"solving positions of {game.title}", len(states)) as bar, crew_at(cluster) as crew:
        for found in findings_of(game, states, method or AUTO, spent, megabytes or MEGABYTES, crew):
            findings.append(found)
            bar.advance()
            if not json:
                text = f"{game.state_text(found.state)}: {finding_words(found)}"
                console().print(text, markup=False, soft_wrap=True)
    if json:
        print_json({"game": game.title, "findings": [finding_json(found) for found in findings]})
    if not all(found.is_solved for found in findings):
        raise typer.Exit(1)
