"""From states of bridge to what the solver is asked, and from tricks to utilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.experts.bridge.double_dummy import Play
from zermelo.game import Action, Game
from zermelo.games.bridge import BridgeState
from zermelo.games.bridge.score import score
from zermelo.games.bridge.state import best_of, card_played, strain_of_bid


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


def simple_card(state: BridgeState, legal: Sequence[Action]) -> Action:
    """A card by simple rules, which look at the trick alone: high when leading, else to win as cheaply as possible."""
    strain, start = strain_of_bid(state.bid), state.laid & ~3
    trick = [card_played(state.played, place) for place in range(start, state.laid)]
    lowest = min(legal, key=lambda card: (card // 13 == strain, card % 13))
    if not trick:
        return max(legal, key=lambda card: (card // 13 != strain, card % 13))
    if len(trick) > 1 and (len(trick) - best_of(trick, strain)) == 2:
        return lowest  # partner has it
    winning = [card for card in legal if best_of([*trick, card], strain) == len(trick)]
    return min(winning, key=lambda card: (card // 13 == strain, card % 13)) if winning else lowest
