"""Card games as people write them, with hands that grow and shrink, for the tests of what compiles."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import CHANCE, Game


class WhistState(NamedTuple):
    hands: tuple[tuple[int, ...], ...]
    trick: tuple[tuple[int, int], ...]  # who played what, the leader first
    won: tuple[int, ...]  # tricks of each player
    deck: tuple[int, ...]  # what is not dealt yet
    player: int


def whist(cards: int = 8, players: int = 2, hidden: bool = True) -> Game:
    """Tricks in two suits, the second is trumps. A card is suit × 10 + rank; suit must be followed.

    hidden: cards are dealt by chance, and each player sees its own; otherwise all are dealt and open.
    """
    every = tuple(suit * 10 + rank for suit in range(2) for rank in range(cards // 2))
    each = cards // players

    def initial():
        if hidden:
            return WhistState(((),) * players, (), (0,) * players, every, 0)
        hands = tuple(tuple(every[seat::players]) for seat in range(players))
        return WhistState(hands, (), (0,) * players, (), 0)

    def to_move(state):
        return CHANCE if state.deck else state.player

    def chances(state):
        return [(card, 1 / len(state.deck)) for card in state.deck]

    def actions(state):
        hand = state.hands[state.player]
        if not state.trick:
            return hand
        led = state.trick[0][1] // 10
        return [card for card in hand if card // 10 == led] or list(hand)

    def beats(card, other):
        return card > other if card // 10 == other // 10 else card // 10 == 1

    def result(state, card):
        if state.deck:
            seat = (cards - len(state.deck)) % players
            hands = list(state.hands)
            hands[seat] = tuple(sorted((*hands[seat], card)))
            return state._replace(hands=tuple(hands), deck=tuple(c for c in state.deck if c != card))
        hand = state.hands[state.player]
        place = hand.index(card)
        hands = list(state.hands)
        hands[state.player] = hand[:place] + hand[place + 1 :]
        trick = state.trick + ((state.player, card),)  # noqa: RUF005
        if len(trick) < players:
            return WhistState(tuple(hands), trick, state.won, (), (state.player + 1) % players)
        winner, best = trick[0]
        for seat, other in trick[1:]:
            if beats(other, best):
                winner, best = seat, other
        won = tuple(count + (seat == winner) for seat, count in enumerate(state.won))
        return WhistState(tuple(hands), (), won, (), winner)

    def is_terminal(state):
        return sum(state.won) == each

    def utility(state, player):
        return float(players * state.won[player] - each)

    def view(state, player):
        return state.hands[player], state.trick, state.won, tuple(len(hand) for hand in state.hands)

    return Game(
        initial,
        to_move,
        actions,
        result,
        is_terminal,
        utility,
        chances=chances if hidden else None,
        view=view if hidden else None,
        players=players,
        max_actions=cards,
        name="whist",
    )


class DrawState(NamedTuple):
    hands: tuple
    pile: tuple
    deck: tuple
    player: int
    draws: bool


def draw(cards: int = 6, each: int = 2, hidden: bool = False) -> Game:
    """Play a card above the pile's top, or draw one; who has none left wins. The pile is cleared by who cannot play."""

    def initial():
        return DrawState(((), ()), (), tuple(range(cards)), 0, True)

    def actions(state):
        top = state.pile[-1] if state.pile else -1
        moves = [card for card in state.hands[state.player] if card > top]
        if state.deck:
            moves.append(-1)
        if not moves:
            moves.append(-2)
        return moves

    def result(state, move):
        hands = list(state.hands)
        mine = hands[state.player]
        if state.draws:
            hands[state.player] = tuple(sorted(mine + (move,)))  # noqa: RUF005
            deck = tuple(card for card in state.deck if card != move)
            still = not state.pile and sum(len(hand) for hand in hands) < 2 * each
            return DrawState(tuple(hands), state.pile, deck, 1 - state.player, still)
        if move == -1:
            return state._replace(draws=True)
        if move == -2:
            return state._replace(pile=(), player=1 - state.player)
        hands[state.player] = tuple(card for card in mine if card != move)
        return DrawState(tuple(hands), (*state.pile, move), state.deck, 1 - state.player, False)

    def is_terminal(state):
        return not state.draws and any(not hand for hand in state.hands)

    def view(state, player):
        return state.hands[player], state.pile, len(state.hands[1 - player]), state.player, state.draws

    return Game(
        initial,
        lambda state: CHANCE if state.draws else state.player,
        actions,
        result,
        is_terminal,
        lambda state, player: 1.0 if not state.hands[player] else -1.0,
        chances=lambda state: [(card, 1 / len(state.deck)) for card in state.deck],
        view=view if hidden else None,
        max_actions=cards + 1,
        name="draw",
    )
