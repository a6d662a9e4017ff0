"""Whist for two with a short pack: follow suit if you can, and count the tricks.

Each player is dealt some of the cards and sees only its own; the rest of the pack stays face down. A trick is one card
from each. The second to play must follow suit if it can; the higher card of the suit that was led wins, unless the
other card is a trump (clubs are trumps). The winner of a trick leads to the next one.
"""

from itertools import combinations
from typing import NamedTuple

from zermelo import CHANCE, Game


class WhistState(NamedTuple):
    hands: tuple  # the cards of each player; both empty before the deal
    table: int  # the card that was led, -1: none
    last: tuple  # the two cards of the last trick, the one led first
    tricks: tuple  # won by each player
    player: int


class WhistView(NamedTuple):
    hand: tuple
    table: int
    last: tuple
    tricks: tuple
    player: int


def whist(suits: int = 2, ranks: int = 4, hand: int = 3) -> Game:
    """suits, ranks: of the pack; hand: cards that each player is dealt."""
    pack = range(suits * ranks)
    deals = [
        (first, second)
        for first in combinations(pack, hand)
        for second in combinations([card for card in pack if card not in first], hand)
    ]

    def initial():
        return WhistState(((), ()), -1, (-1, -1), (0, 0), CHANCE)

    def to_move(state):
        return state.player

    def chances(state):
        for number in range(len(deals)):
            yield number, 1 / len(deals)

    def actions(state):
        cards = state.hands[state.player]
        if state.table >= 0:
            following = [card for card in cards if card // ranks == state.table // ranks]
            if following:
                return following
        return list(cards)

    def beats(card, led):
        """Does the second card of a trick win it?"""
        if card // ranks == led // ranks:
            return card > led
        return card // ranks == 0

    def result(state, action):
        if state.player == CHANCE:
            return state._replace(hands=deals[action], player=0)
        player = state.player
        hands = list(state.hands)
        hands[player] = tuple(card for card in hands[player] if card != action)
        if state.table < 0:
            return state._replace(hands=tuple(hands), table=action, player=1 - player)
        winner = player if beats(action, state.table) else 1 - player
        tricks = list(state.tricks)
        tricks[winner] += 1
        return WhistState(tuple(hands), -1, (state.table, action), tuple(tricks), winner)

    def is_terminal(state):
        return sum(state.tricks) == hand

    def utility(state, player):
        return float(state.tricks[player] - state.tricks[1 - player])

    def view(state, player):
        return WhistView(state.hands[player], state.table, state.last, state.tricks, state.player)

    def name(card):
        return f"{'CDHS'[card // ranks]}{'AKQJT98765432'[ranks - 1 - card % ranks]}"

    def format_action(state, action):
        if state.player == CHANCE:
            return " ".join(",".join(name(card) for card in cards) for cards in deals[action])
        return name(action)

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view,
        max_actions=len(deals), max_plies=1 + 2 * hand, best_utility=float(hand), points="tricks",
        format_action=format_action, summary="Follow suit, count the tricks.",
    )  # fmt: skip
