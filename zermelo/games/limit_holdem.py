"""Limit hold'em for two: bets of a fixed size, at most four per round."""

from __future__ import annotations

from zermelo.game import Game
from zermelo.games._cards.holdem import MOST_TURNS, NOBODY_IS_ALL_IN, TURN, holdem
from zermelo.games._cards.notation import RAISE


def limit_holdem(
    small_blind: int = 1, big_blind: int = 2, small_bet: int = 2, big_bet: int = 4, most_bets: int = 4
) -> Game:
    """Texas hold'em for two.

    Each player has two cards, and five are laid on the table: three (the flop), then one (the turn) and one more (the
    river). Players bet before and after each of these steps; the best five of the seven cards win the pot, unless one
    folds. The dealer (player 1) pays the small blind and acts first before the flop, second afterwards. Bets have a
    fixed size, and the big blind counts as the first one. Utilities are chips.

    small_blind (1 to 1000): the dealer's first stake.
    big_blind (1 to 1000): the other's first stake, not less.
    small_bet (1 to 1000): a bet before and on the flop.
    big_bet (1 to 1000): a bet on the turn and the river.
    most_bets (1 to 12): in a round.
    """
    sizes = {"small_blind": small_blind, "small_bet": small_bet, "big_bet": big_bet}
    for name, size in sizes.items():
        if not 1 <= size <= 1000:
            raise ValueError(f"{name} must be 1 to 1000, not {size}")
    if not small_blind <= big_blind <= 1000:
        raise ValueError(f"big_blind must be small_blind ({small_blind}) to 1000, not {big_blind}")
    if not 1 <= most_bets <= MOST_TURNS - 3:
        raise ValueError(f"most_bets must be 1 to {MOST_TURNS - 3}, not {most_bets}")

    def is_raise(state, action):
        return state.bets < most_bets

    def target(state, action):
        return max(state.first_paid, state.second_paid) + (small_bet if state.round < TURN else big_bet)

    def turn_name(state, action, before):
        return "raise" if state.bets else "bet"

    most = big_blind + (most_bets - 1) * small_bet + most_bets * (small_bet + 2 * big_bet)
    return holdem(
        small_blind, big_blind, NOBODY_IS_ALL_IN, RAISE + 1, is_raise, target, turn_name,
        max_plies=9 + (most_bets + 1) + 3 * (most_bets + 2), best_utility=float(most),
        label="Limit hold'em",
        summary=f"Texas hold'em for two, bets of {small_bet} and {big_bet}, at most {most_bets} per round",
    )  # fmt: skip
