"""Connect Four played perfectly.

solver              the score of any position; kernel, table: its search and what it remembers
openings            a table of openings; building: how it is made
playing             the solver as searches ask it
"""

from __future__ import annotations

from zermelo.experts.connect_four.perfect.building import build_opening_table
from zermelo.experts.connect_four.perfect.openings import OpeningTable, read_opening_table
from zermelo.experts.connect_four.perfect.solver import ConnectFourSolver, is_ready

__all__ = ["ConnectFourSolver", "OpeningTable", "build_opening_table", "is_ready", "read_opening_table"]
