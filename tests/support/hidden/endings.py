"""Endings of trick-taking games: who leads sees its own cards and its partner's, the opponents see everything.

Two hands or four, no trumps or one suit of trumps; the highest card of the suit led wins, the winner leads. Layouts of
the hidden cards are equally likely. Of equal cards in one of four hands only the lowest is
played.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from zermelo.game import CHANCE, Game

SUITS, RANKS = "SHDC", "23456789TJQKA"


class EndingState(NamedTuple):
    hands: tuple[tuple[int, ...], ...]  # [seat] cards; empty before the layout is known
    leader: int
    trick: tuple[int, ...]
    won: int  # by the declarer
    gone: tuple[int, ...]  # cards of earlier tricks, in their order


class EndingView(NamedTuple):
    hands: tuple[tuple[int, ...], ...]
    leader: int
    trick: tuple[int, ...]
    won: int
    gone: tuple[int, ...]


def card(text: str) -> int:
    return 13 * SUITS.index(text[0]) + RANKS.index(text[1])


def cards(texts: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted(map(card, texts)))


def winner(trick: Sequence[int], trump: int) -> int:
    best = 0
    for place in range(1, len(trick)):
        if trick[place] // 13 == trick[best] // 13:
            best = place if trick[place] > trick[best] else best
        elif trick[place] // 13 == trump:
            best = place
    return best


def ending(layouts: Sequence[tuple[tuple[int, ...], ...]], trump: int = -1, target: int = 0, leader: int = 0) -> Game:
    """The game. target: 1 is won if the declarer makes so many tricks; 0: as many as it makes more than it loses."""
    seats, size = len(layouts[0]), len(layouts[0][0])
    layouts = tuple(layouts)

    def initial():
        return EndingState((), leader, (), 0, ())

    def seat_of(state):
        return (state.leader + len(state.trick)) % seats

    def to_move(state):
        return seat_of(state) % 2 if state.hands else CHANCE

    def chances(state):
        for number in range(len(layouts)):
            yield number, 1.0 / len(layouts)

    def actions(state):
        seat = seat_of(state)
        held = state.hands[seat]
        if state.trick:
            held = tuple(one for one in held if one // 13 == state.trick[0] // 13) or held
        others = {one for other, hand in enumerate(state.hands) if other != seat for one in hand} | set(state.trick)
        last = -2
        for one in held:
            between = any(last < other < one for other in others) or one // 13 != last // 13
            if between or seats == 2:
                yield one
            last = one

    def result(state, action):
        if not state.hands:
            return EndingState(layouts[action], state.leader, (), 0, ())
        seat, trick = seat_of(state), (*state.trick, action)
        hands = tuple(
            tuple(one for one in hand if one != action) if place == seat else hand
            for place, hand in enumerate(state.hands)
        )
        if len(trick) < seats:
            return EndingState(hands, state.leader, trick, state.won, state.gone)
        first = (state.leader + winner(trick, trump)) % seats
        gone = tuple(sorted((*state.gone, *trick)))
        return EndingState(hands, first, (), state.won + 1 - first % 2, gone)

    def is_terminal(state):
        return len(state.hands) > 0 and not any(state.hands)

    def utility(state, player):
        if target:
            value = 1.0 if state.won >= target else -1.0
        else:
            value = float(2 * state.won - size)
        return value if player == 0 else -value

    def view(state, player):
        hands = tuple(hand if player == 1 or seat % 2 == 0 else () for seat, hand in enumerate(state.hands))
        return EndingView(hands, state.leader, state.trick, state.won, state.gone)

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view, players=2,
        max_actions=max(13, len(layouts)), max_plies=1 + seats * size, best_utility=1.0 if target else float(size),
        name="ending", compiles=False,
        format_action=lambda state, action: (
            str(action) if not state.hands else SUITS[action // 13] + RANKS[action % 13]
        ),
    )  # fmt: skip


def splits(north: Sequence[str], south: Sequence[str], unseen: Sequence[str]) -> list[tuple[tuple[int, ...], ...]]:
    """South, West, North, East for every even way to share the unseen cards: South, who leads, is seat 0."""
    hidden = cards(unseen)
    return [
        (cards(south), west, cards(north), tuple(one for one in hidden if one not in west))
        for west in combinations(hidden, len(hidden) // 2)
    ]


def random_ending(noise: random.Random, size: int, most: int) -> tuple[list[tuple[tuple[int, ...], ...]], int, int]:
    """Layouts, trumps and a target of a random ending with so many cards each and at most so many layouts."""
    suits = noise.choice((1, 2)) if size == 3 else 2
    deck = [13 * suit + rank for suit in range(suits) for rank in range(13 - (4 * size + suits - 1) // suits, 13)]
    deck = noise.sample(deck, 4 * size)
    south, north, rest = deck[:size], deck[size : 2 * size], sorted(deck[2 * size :])
    wests = list(combinations(rest, size))
    chosen = wests if len(wests) <= most else noise.sample(wests, most)
    layouts = [
        (tuple(sorted(south)), west, tuple(sorted(north)), tuple(one for one in rest if one not in west))
        for west in chosen
    ]
    return layouts, noise.choice((-1, 0)), noise.randint(1, size)


def open_values(game: Game):
    """open_value(state): what a state is worth to player 0 if all see everything, by plain minimax."""
    best = game.best_utility

    @cache
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, 0)
        sign, found = 1 if game.to_move(state) == 0 else -1, -best
        for action in game.legal(state):
            found = max(found, sign * value(game.result(state, action)))
            if found == best:  # nothing is better
                break
        return sign * found

    return value


def averaging_value(game: Game, states: Sequence[EndingState], open_value) -> float:
    """What is made on average by who always plays the card that is best on average with open cards.

    The opponents see everything, know how it plays, and do their best in each layout.
    """

    def worth(alike):
        """[place] the utility of each of the states, which look alike to the declarer."""
        if game.is_terminal(alike[0]):
            return [game.utility(state, 0) for state in alike]
        if game.to_move(alike[0]) == 0:
            means = {
                action: sum(open_value(game.result(state, action)) for state in alike)
                for action in game.legal(alike[0])
            }
            steps = [(place, max(means, key=means.__getitem__)) for place in range(len(alike))]
        else:
            steps = [(place, action) for place, state in enumerate(alike) for action in game.legal(state)]
        groups = {}
        for place, action in steps:
            after = game.result(alike[place], action)
            groups.setdefault(game.view(after, 0), []).append((place, after))
        found = [float("inf")] * len(alike)
        for group in groups.values():
            for (place, _), value in zip(group, worth([after for _, after in group]), strict=True):
                found[place] = min(found[place], value)
        return found

    return sum(worth(list(states))) / len(states)
