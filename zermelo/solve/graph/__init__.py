"""All states that a position leads to, and what each is worth: small games of any kind, with loops or without.

`graph.py` has the states as arrays. `listing.py` lists them, in plain Python (`plain.py`) or in compiled code
(`kernel.py`). `values.py` goes back from the ends, and `iteration.py` closes in on the values where chance moves.
"""

from zermelo.solve.graph.base import Listing
from zermelo.solve.graph.graph import OVER, StateGraph
from zermelo.solve.graph.listing import list_states, looks_small, new_listing
from zermelo.solve.graph.values import GraphValues, can_value, value_states

__all__ = [
    "OVER", "GraphValues", "Listing", "StateGraph", "can_value", "list_states", "looks_small", "new_listing",
    "value_states",
]  # fmt: skip
