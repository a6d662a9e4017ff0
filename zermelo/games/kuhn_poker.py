"""Kuhn poker: one card each, one bet at most. The smallest game in which bluffing is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.game import CHANCE, Game
from zermelo.games._cards.deck import UNKNOWN, held_by
from zermelo.picture import Cards

PASS, BET = 0, 1
NAMES = "23456789TJQKA"
LISTS_ON_STACK = True  # compiled code changes a list in place (see compile/rewriting)


class KuhnView(NamedTuple):
    card: int  # the player's own; -1: not dealt yet
    taken: int  # how many have passed or bet
    bets: int  # one bit for each turn: who bet


class KuhnState(NamedTuple):
    cards: tuple[int, ...]  # of each player, 0 the lowest; -1: not dealt yet
    dealt: int
    taken: int  # turns
    bets: int  # one bit for each turn: 1 where the player bet or called


def kuhn_poker(players: int = 2) -> Game:
    """Each player pays an ante of 1 and gets one card; the deck has one card more than there are players.

    In turn, players pass or bet 1; after the first bet each of the others passes (and is out) or bets (calls). The
    highest card of those who are still in takes the pot.

    players (2 to 10): at the table.
    """
    if not 2 <= players <= 10:
        raise ValueError(f"players must be 2 to 10, not {players}")
    deck = players + 1

    def initial() -> KuhnState:
        return KuhnState((-1,) * players, 0, 0, 0)

    def to_move(state):
        return CHANCE if state.dealt < players else state.taken % players

    def chances(state):
        used = 0
        for card in state.cards:
            if card >= 0:
                used |= 1 << card
        for card in range(deck):
            if not used >> card & 1:
                yield card, 1.0 / (deck - state.dealt)

    def actions(state):
        yield PASS
        yield BET

    def result(state, action):
        if state.dealt < players:
            cards = list(state.cards)
            cards[state.dealt] = action
            return KuhnState(tuple(cards), state.dealt + 1, 0, 0)
        return KuhnState(state.cards, state.dealt, state.taken + 1, state.bets | action << state.taken)

    def opened(state):
        """The turn of the first bet; -1: nobody has bet."""
        for turn in range(state.taken):
            if state.bets >> turn & 1:
                return turn
        return -1

    def is_terminal(state):
        first = opened(state)
        return state.taken == players if first < 0 else state.taken == first + players

    def is_in(state, player, first):
        """Did the player not give up? Those who pass before the bet answer it in a second round."""
        if first < 0:
            return True
        turn = player if player >= first else player + players
        return state.bets >> turn & 1 == 1

    def utility(state, player):
        first = opened(state)
        pot, winner = 0.0, -1
        for other in range(players):
            inside = is_in(state, other, first)
            pot += 2.0 if inside and first >= 0 else 1.0
            if inside and (winner < 0 or state.cards[other] > state.cards[winner]):
                winner = other
        paid = 2.0 if first >= 0 and is_in(state, player, first) else 1.0
        return pot - paid if winner == player else -paid

    def view(state, player):
        return KuhnView(state.cards[player], state.taken, state.bets)

    def name(card: int) -> str:
        return "?" if card < 0 else NAMES[-1 - (deck - 1 - card)] if deck > 3 else "JQK"[card]

    def history(taken: int, bets: int) -> str:
        return "".join("pb"[bets >> turn & 1] for turn in range(taken))

    def format_action(state, action):
        return name(action) if state.dealt < players else ("pass", "bet")[action]

    def format_state(state):
        cards = "".join(name(card) for card in state.cards)
        return f"{cards} {history(state.taken, state.bets)}".strip()

    def parse_state(text):
        cards, _, played = text.strip().partition(" ")
        found = [{name(card): card for card in range(-1, deck)}.get(letter) for letter in cards.upper()]
        if len(found) != players or None in found:
            raise ValueError(f"give {players} cards of {''.join(map(name, range(deck)))} and the turns, such as KJ pb")
        numbers = [card for card in found if card is not None]
        dealt = sum(card >= 0 for card in numbers)
        if len(set(numbers[:dealt])) != dealt or any(card >= 0 for card in numbers[dealt:]):
            raise ValueError("every card is there once, and they are dealt in order")
        state = KuhnState(tuple(numbers), dealt, 0, 0)
        for letter in played.strip().lower():
            if letter not in "pb" or dealt < players or is_terminal(state):
                raise ValueError("the turns are p (pass) and b (bet), and there are no more after the last one")
            state = result(state, "pb".index(letter))
        return state

    def drawn(cards: Sequence[int], taken: int, bets: int, mover: int) -> Cards:
        """The cards, those that are not known face down, the bets, the pot and the turns."""
        turns = [("pass", "bet")[bets >> turn & 1] for turn in range(taken)]
        first = turns.index("bet") if "bet" in turns else taken
        paid = [bets >> player & 1 | bets >> player + players & 1 for player in range(players)]
        out = {turn % players for turn in range(first + 1, taken) if turns[turn] == "pass"}
        hands = [
            held_by(
                f"player {player + 1}",
                ["?"] if card < 0 or player in out else [name(card) + "s"],
                active=player == mover,
                bet=paid[player],
                note="folded" if player in out else "",
            )
            for player, card in enumerate(cards)
        ]
        return Cards(tuple(hands), ", ".join(turns), players + sum(paid))

    def picture(state):
        return drawn(state.cards, state.taken, state.bets, CHANCE if is_terminal(state) else to_move(state))

    def scene(seen, player):
        cards = [seen.card if other == player else UNKNOWN for other in range(players)]
        is_on = seen.card >= 0 and not is_terminal(KuhnState((), players, seen.taken, seen.bets))
        return drawn(cards, seen.taken, seen.bets, seen.taken % players if is_on else CHANCE)

    def heard(before, after, player):
        if after.taken > before.taken:
            return before.taken % players, ("pass", "bet")[after.bets >> before.taken & 1]
        return CHANCE, name(after.card)

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view,
        players=players, max_actions=max(2, deck), max_plies=3 * players - 1, best_utility=2.0 * (players - 1),
        points="",
        label="Kuhn poker",
        summary="one card each and one bet: pass or bet, call or give up", picture=picture, scene=scene,
        heard=heard, format_action=format_action, format_state=format_state, parse_state=parse_state,
        again="next hand",
    )  # fmt: skip
