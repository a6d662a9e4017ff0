"""Connect Four played perfectly: a solver that scores any position, and a table of its openings."""

from __future__ import annotations

from zermelo.experts.connect_four.perfect.building import build_opening_table
from zermelo.experts.connect_four.perfect.openings import OpeningTable, read_opening_table
from zermelo.experts.connect_four.perfect.solver import ConnectFourSolver, is_ready

__all__ = ["ConnectFourSolver", "OpeningTable", "build_opening_table", "is_ready", "read_opening_table"]
