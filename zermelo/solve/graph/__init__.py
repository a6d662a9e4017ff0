"""All states that a position leads to, and what each is worth: small games of any kind, with loops or without.

graph       the states as arrays
listing     lists them; plain, kernel: in plain Python and in compiled code; base: what both are
values      goes back from the ends; iteration: closes in on the values where chance moves
"""

from zermelo.solve.graph.base import Listing
from zermelo.solve.graph.graph import OVER, StateGraph
from zermelo.solve.graph.listing import list_states, looks_small, new_listing
from zermelo.solve.graph.values import GraphValues, can_value, value_states

__all__ = [
    "OVER", "GraphValues", "Listing", "StateGraph", "can_value", "list_states", "looks_small", "new_listing",
    "value_states",
]  # fmt: skip
