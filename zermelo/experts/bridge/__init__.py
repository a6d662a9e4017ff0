"""What is known about bridge.

double_dummy    all cards open: the tricks of every card, tables of deals, par
"""

from __future__ import annotations
