"""The solver as searches use it: with the table of openings, if one was built."""

from __future__ import annotations

from zermelo.compile.kernel.events import tell_once
from zermelo.experts.connect_four.perfect.openings import read_opening_table
from zermelo.experts.connect_four.perfect.solver import ConnectFourSolver
from zermelo.game import Game, ZermeloError


def solver(game: Game, compiled: bool, megabytes: float, insists: bool) -> ConnectFourSolver:
    """A solver with the game's opening table.

    insists: raises ZermeloError if that file is damaged; otherwise this is told once and it is not used.
    """
    openings = None
    try:
        openings = read_opening_table(game)
    except ZermeloError as error:
        if insists:
            raise
        tell_once(f"warning: {error}")
    return ConnectFourSolver(game, compiled, megabytes, openings)
