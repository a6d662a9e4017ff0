"""Goofspiel: prizes are turned up one by one, and both players bid a card of their own for each, at the same time."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, NamedTuple

from zermelo.bits import count, highest, indices, lowest
from zermelo.game import CHANCE, Game
from zermelo.picture import Cards, Hand

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ORDERS = ("random", "descending", "ascending")


class GoofspielState(NamedTuple):
    first: int  # the cards in the first player's hand, bit 0 the lowest
    second: int
    prizes: int  # those that are yet to be turned up
    prize: int  # the prize that is bid for, from 1; 0: the next one is not turned up yet
    won: int  # points of the first player
    lost: int  # points of the second
    bid: int  # of the first player, from 1, still in its hand; 0: none yet


class GoofspielView(NamedTuple):
    mine: int
    yours: int  # the other's hand; -1: the bids stay secret
    prizes: int
    prize: int
    won: int
    lost: int


def goofspiel(cards: int = 13, order: str = "random", hidden: bool = False, margin: bool = False) -> Game:
    """Each player has the cards 1 to 13, and so have the prizes.

    A prize is turned up, and both bid a card for it at the same time; the higher bid takes the prize and its points,
    equal bids nobody. Who has more points in the end wins. The last prize is given at once, since each has one card
    left.

    cards (2 to 30): of each player, and prizes.
    order (random, descending or ascending): in which the prizes are turned up.
    hidden: bids stay secret, and only who took the prize is told.
    margin: the utility is the difference of points, not who has more of them.
    """
    if not 2 <= cards <= 30:
        raise ValueError(f"cards must be 2 to 30, not {cards}")
    if order not in ORDERS:
        raise ValueError(f"order must be {', '.join(ORDERS)}, not '{order}'")
    everything = (1 << cards) - 1
    is_random, is_descending = order == "random", order == "descending"

    def next_prize(prizes):
        """The prize to bid for when these are left, from 1; 0: chance will turn it up."""
        if is_random:
            return 0
        return (highest(prizes) if is_descending else lowest(prizes)) + 1

    def initial():
        prize = next_prize(everything)
        return GoofspielState(everything, everything, without(everything, prize), prize, 0, 0, 0)

    def without(word, card):
        """The cards of a word without one, which is numbered from 1; 0: all of them."""
        return word if card == 0 else word & ~(1 << (card - 1))

    def to_move(state):
        if state.prize == 0:
            return CHANCE
        return 0 if state.bid == 0 else 1

    def chances(state):
        for card in range(cards):
            if state.prizes >> card & 1:
                yield card + 1, 1.0 / count(state.prizes)

    def actions(state):
        hand = state.first if state.bid == 0 else state.second
        for card in range(cards):
            if hand >> card & 1:
                yield card + 1

    def result(state, action):
        if state.prize == 0:
            return GoofspielState(
                state.first, state.second, without(state.prizes, action), action, state.won, state.lost, 0
            )
        if state.bid == 0:
            return GoofspielState(state.first, state.second, state.prizes, state.prize, state.won, state.lost, action)
        first, second = without(state.first, state.bid), without(state.second, action)
        won = state.won + (state.prize if state.bid > action else 0)
        lost = state.lost + (state.prize if state.bid < action else 0)
        if count(state.prizes) > 1:
            prize = next_prize(state.prizes)
            return GoofspielState(first, second, without(state.prizes, prize), prize, won, lost, 0)
        last = lowest(state.prizes) + 1
        won += last if first > second else 0  # each has one card left: the higher bit is the higher card
        lost += last if first < second else 0
        return GoofspielState(0, 0, 0, last, won, lost, 0)

    def is_terminal(state):
        return state.first == 0

    def utility(state, player):
        ahead = state.won - state.lost if player == 0 else state.lost - state.won
        if margin:
            return float(ahead)
        return 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0

    def view(state, player):
        mine, yours = (state.first, state.second) if player == 0 else (state.second, state.first)
        return GoofspielView(mine, -1 if hidden else yours, state.prizes, state.prize, state.won, state.lost)

    def deal(knowledge, fraction):
        """Draws bids of the other that took, tied and lost the prizes as it was seen, not all equally often."""
        noise, seen, player = random.Random(fraction), knowledge.view, knowledge.player
        rounds = _rounds(knowledge)
        while True:
            hand, bids = set(range(1, cards + 1)), list[int]()
            for own, outcome in rounds:
                fitting = [card for card in hand if (card > own) - (card < own) == outcome]
                if not fitting:
                    break
                bids.append(noise.choice(fitting))
                hand.remove(bids[-1])
            if len(bids) == len(rounds):
                break
        while len(hand) > count(seen.mine):  # who joined later has not seen all bids
            hand.remove(noise.choice(sorted(hand)))
        left = sum(1 << card - 1 for card in hand)
        first, second = (seen.mine, left) if player == 0 else (left, seen.mine)
        bid = noise.choice(sorted(hand)) if player == 1 else 0
        return GoofspielState(first, second, seen.prizes, seen.prize, seen.won, seen.lost, bid)

    def _rounds(knowledge: Any) -> list[tuple[int, int]]:
        """The player's bids so far, and who took the prize: 1 the other, -1 the player, 0 nobody."""
        found, own, before = [], 0, None
        for kind, what in knowledge.entries:
            if kind == "did":
                own = what
                continue
            if own and before is not None and what.mine != before.mine:
                sign = 1 if knowledge.player == 0 else -1
                change = sign * ((what.lost - before.lost) - (what.won - before.won))
                found.append((own, (change > 0) - (change < 0)))
                own = 0
            before = what
        return found

    def name(card: int) -> str:
        return RANKS[card - 1] if cards <= len(RANKS) else str(card)

    def numbers(word: int) -> str:
        return ",".join(str(card + 1) for card in indices(word)) or "-"

    def format_state(state):
        hands = f"{numbers(state.first)} {numbers(state.second)} {numbers(state.prizes)}"
        text = f"{hands} {state.prize or '-'} {state.won} {state.lost}"
        return f"{text} {state.bid}" if state.bid else text

    def parse_state(text):
        words = text.split()
        is_written = all(word == "-" or word.replace(",", "").isdecimal() for word in words)
        if len(words) not in (6, 7) or not text.isascii() or not is_written:
            raise ValueError(
                "give both hands, the prizes to come, the prize (-: to be turned up), the points and the first's "
                f"bid if there is one, such as {format_state(initial())}"
            )
        first, second, prizes = (word_of(word) for word in words[:3])
        prize, won, lost, bid = (int(word) if word.isdecimal() else 0 for word in (*words[3:6], *words[6:], "0")[:4])
        left = count(first)
        is_over = not first and not second and not prizes and 1 <= prize <= cards
        shown = 0 if is_over or not prize else 1
        if left != count(second) or (not is_over and (left < 2 or left != count(prizes) + shown)):
            raise ValueError("both hands have as many cards as there are prizes left, at least two, or none at the end")
        if prize > cards or (shown and prizes >> (prize - 1) & 1) or (not prize and not is_random):
            raise ValueError(f"the prize is one of 1 to {cards}, and not among those to come")
        gone = everything & ~prizes & ~(1 << (prize - 1) if shown else 0)
        if won + lost > sum(card + 1 for card in indices(gone)) or (bid and (not shown or not first >> (bid - 1) & 1)):
            raise ValueError("the points are those of the prizes that are gone, and the bid is in the hand")
        return GoofspielState(first, second, prizes, prize, won, lost, bid)

    def word_of(text: str) -> int:
        chosen = [] if text == "-" else [int(word) for word in text.split(",") if word.isdecimal()]
        if not all(1 <= card <= cards for card in chosen) or len(set(chosen)) != len(chosen):
            raise ValueError(f"cards are 1 to {cards}, each once, and not '{text}'")
        return sum(1 << card - 1 for card in chosen)

    def hand(label: str, word: int, suit: str, points: int, active: bool = False) -> Hand:
        cards = tuple(f"{suit}{name(card + 1)}" for card in indices(word))
        return Hand(label, cards, active, note="1 point" if points == 1 else f"{points} points")

    def prizes_of(seen: Any) -> list[Hand]:
        shown = (f"♦{name(seen.prize)}",) if seen.prize else ("",)
        to_come = tuple(f"♦{name(card + 1)}" for card in indices(seen.prizes))
        return [Hand("prize", shown, middle=True), Hand("prizes to come", to_come, middle=True)]

    def picture(state):
        mover = None if is_terminal(state) else to_move(state)
        hands = [
            hand("player 1", state.first, "♠", state.won, mover == 0),
            hand("player 2", state.second, "♥", state.lost, mover == 1),
        ]
        if state.bid:
            hands.append(Hand("bid", (f"♠{name(state.bid)}",), middle=True))
        told = "the game is over" if mover is None else "a prize is turned up" if mover == CHANCE else None
        return Cards((*prizes_of(state), *hands), told or f"player {to_move(state) + 1} bids")

    def scene(seen, player):
        points = (seen.won, seen.lost) if player == 0 else (seen.lost, seen.won)
        mine = hand("you", seen.mine, "♠♥"[player], points[0])
        yours = hand(f"player {2 - player}", max(0, seen.yours), "♥♠"[player], points[1])
        if seen.yours < 0:
            yours = replace(yours, cards=("",) * count(seen.mine))
        told = "the game is over" if not seen.mine else "both bid a card" if seen.prize else "a prize is turned up"
        return Cards((*prizes_of(seen), *((mine, yours) if player == 0 else (yours, mine))), told)

    def touches(state, action):
        """The card in the hand of whoever bids, which is the third or the fourth in the picture."""
        if state.prize == 0:
            return ()
        player = to_move(state)
        return ((2 + player, count((state.first, state.second)[player] & (1 << (action - 1)) - 1)),)

    def heard(before, after, player):
        """The prize that is turned up, or the second player's bid, after which both are seen."""
        if after.mine == before.mine:
            return CHANCE, str(after.prize)
        hands = (before.yours, after.yours) if player == 0 else (before.mine, after.mine)
        gone = hands[0] & ~hands[1]
        return 1, str(lowest(gone) + 1) if hands[0] >= 0 and count(gone) == 1 else ""

    return Game(
        initial, to_move, actions, result, is_terminal, utility, view=view, deal=deal if hidden else None,
        chances=chances if is_random else None, max_actions=cards, max_plies=(3 if is_random else 2) * (cards - 1),
        best_utility=cards * (cards + 1) / 2 if margin else 1.0, points="points" if margin else None,
        label="Goofspiel",
        summary="bid your cards for prizes, at the same time", picture=picture, scene=scene, heard=heard,
        touches=touches, format_action=lambda state, action: str(action),
        format_state=format_state, parse_state=parse_state,
    )  # fmt: skip
