"""Contract bridge: an auction, thirteen tricks and the duplicate score, for two sides of two.

rules     the game; state: what a state and a view hold
cards     cards, hands and seats as numbers and as text; calls: the auction; score: duplicate scores and IMPs
splits    the ways to share out cards that are not seen; dealing: what a player knows, and deals that fit it
text      how positions are written; drawing: how they are drawn
"""

from zermelo.games.bridge.rules import bridge
from zermelo.games.bridge.state import BridgeState, BridgeView

__all__ = ["BridgeState", "BridgeView", "bridge"]
