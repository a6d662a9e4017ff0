"""From states of bridge to what the solver is asked, and from tricks to utilities."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.experts.bridge.double_dummy import Play
from zermelo.game import Game
from zermelo.games.bridge import BridgeState
from zermelo.games.bridge.score import score
from zermelo.games.bridge.state import card_played, strain_of_bid


def play_of(state: BridgeState) -> Play:
    """The position of play of a state in which a card is to be played."""
    start = state.laid & ~3
    trick = tuple(card_played(state.played, place) for place in range(start, state.laid))
    return Play(state.hands, strain_of_bid(state.bid), state.leader, trick)


@dataclass(frozen=True)
class Scores:
    """What tricks are worth in a game of bridge, as its utilities say."""

    cards: int
    kind: str  # points, tricks or made

    def of(self, bid: int, doubled: int, declarer: int, vulnerable: int, tricks: int, side: int) -> float:
        """What a side gets if declarer takes so many tricks."""
        level, over = bid // 5 + 1, tricks - (self.cards - 1) // 2 - bid // 5 - 1
        sign = 1.0 if declarer & 1 == side else -1.0
        if self.kind == "tricks":
            return sign * (2 * tricks - self.cards)
        if self.kind == "made":
            return sign if over >= 0 else -sign
        is_vulnerable = bool(vulnerable >> (declarer & 1) & 1)
        return sign * float(score(level, strain_of_bid(bid), doubled, is_vulnerable, over))

    def after(self, state: BridgeState, side: int, more: int) -> float:
        """What a side gets in the end if it takes so many of the tricks that are left."""
        won = state.won if side == 0 else state.laid // 4 - state.won
        tricks = won + more if side == state.declarer & 1 else self.cards - won - more
        return self.of(state.bid, state.doubled, state.declarer, state.vulnerable, tricks, side)


def scores_of(game: Game) -> Scores:
    """What tricks are worth in this game."""
    return Scores(int(game.parameters.get("cards", 13)), str(game.parameters.get("score_by", "points")))
