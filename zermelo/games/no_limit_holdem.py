"""No-limit hold'em for two: any of a few bets, sized by the pot, or everything."""

from __future__ import annotations

from zermelo.game import Game
from zermelo.games._cards.holdem import MOST_TURNS, holdem
from zermelo.games._cards.notation import RAISE

MOST_BETS = MOST_TURNS - 3  # per round
MOST_SIZES = 8


def no_limit_holdem(stack: int = 100, bets: str = "0.5+1", small_blind: int = 1, big_blind: int = 2) -> Game:
    """Texas hold'em for two.

    Each player has two cards, and five are laid on the table: three (the flop), then one (the turn) and one more (the
    river). Players bet before and after each of these steps, a share of the pot or all that they have; the best five of
    the seven cards win the pot, unless one folds. The dealer (player 1) pays the small blind and acts first before the
    flop, second afterwards. A bet is at least the big blind, and a raise at least the last one. Utilities are chips.

    stack (4 to 1,000,000): chips of each player, at least two big blinds.
    bets: the sizes that can be chosen, as multiples of the pot after a call, such as `0.5+1+2`.
    small_blind (1 to 1000): the dealer's first stake.
    big_blind (1 to 1000): the other's first stake, not less.
    """
    if not 1 <= small_blind <= big_blind <= 1000:
        raise ValueError(f"blinds must be 1 ≤ small_blind ≤ big_blind ≤ 1000, not {small_blind} and {big_blind}")
    if not 2 * big_blind <= stack <= 1_000_000:
        raise ValueError(f"stack must be {2 * big_blind} (twice the big blind) to 1000000, not {stack}")
    shares = _read_sizes(str(bets))
    kinds = RAISE + len(shares) + 1
    all_in = kinds - 1

    def target(state, action):
        if action == all_in:
            return stack
        high = max(state.first_paid, state.second_paid)
        return min(stack, high + max(state.step, int(shares[action - RAISE] * (2 * high))))

    def is_raise(state, action):
        high = max(state.first_paid, state.second_paid)
        if high >= stack or state.bets > MOST_BETS:
            return False
        if action == all_in:
            return True
        chips = target(state, action)
        return chips < stack and (action == RAISE or chips > target(state, action - 1))

    def turn_name(state, action, before):
        if action == all_in:
            return "all in"
        return f"{'raise to' if state.bets else 'bet'} {target(state, action) - before}"

    return holdem(
        small_blind, big_blind, stack, kinds, is_raise, target, turn_name,
        max_plies=9 + 4 * MOST_TURNS, best_utility=float(stack),
        label="No-limit hold'em",
        summary=f"Texas hold'em for two, {stack} chips each, bets of {' or '.join(map(_told, shares))} or all in",
    )  # fmt: skip


def _read_sizes(text: str) -> tuple[float, ...]:
    """The sizes of bets in rising order. Raises ValueError."""
    try:
        sizes = sorted({float(word) for word in text.split("+")})
    except ValueError:
        sizes = []
    if not 1 <= len(sizes) <= MOST_SIZES or not all(0.1 <= size <= 100 for size in sizes):
        raise ValueError(
            f"bets are up to {MOST_SIZES} multiples of the pot from 0.1 to 100, such as 0.5+1, not {text[:40]}"
        )
    return tuple(sizes)


def _told(share: float) -> str:
    return "the pot" if share == 1 else "half the pot" if share == 0.5 else f"{share:g} times the pot"
