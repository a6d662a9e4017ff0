"""Bridge with all cards open: how many tricks each side makes, and what both should bid.

solver          how many tricks a position is worth, each of its cards, and a whole deal in all strains
par             what both sides score if they bid as well as they can
deal            positions as the solver is asked about them
kernel          the search; words: the memory that it works on, and switches of its devices
table           what the search remembers; sure: tricks that need no search; ordering: which cards it tries first
"""

from __future__ import annotations

from zermelo.experts.bridge.double_dummy.deal import Play
from zermelo.experts.bridge.double_dummy.par import Par, ParContract, par
from zermelo.experts.bridge.double_dummy.solver import DoubleDummy

__all__ = ["DoubleDummy", "Par", "ParContract", "Play", "par"]
