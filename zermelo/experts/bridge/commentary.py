"""What the calls of an auction mean by the system of this package."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.evaluate.commentary import Commentary
from zermelo.experts.bridge.bidding.auction import Auction
from zermelo.experts.bridge.bidding.table import NATURAL, read_system
from zermelo.game import Game
from zermelo.games.bridge import BridgeView
from zermelo.games.bridge.calls import PASS, auction_of, call_face
from zermelo.games.bridge.cards import SEATS


def commentary() -> Commentary:
    """What is said beside the value of a position."""
    return Commentary(told=_told)


def _told(game: Game, seen: BridgeView) -> Sequence[str]:
    """A line for each call but passes: "N 1NT: 15-17 points, balanced"."""
    auction = Auction(read_system(NATURAL), seen.dealer, auction_of(seen))
    return [
        f"{SEATS[one.seat]} {call_face(one.call)}: {one.told() or 'the system does not say'}"
        for one in auction.meanings
        if one.call != PASS
    ]
