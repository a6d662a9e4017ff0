"""A position of Monopoly as one row of numbers, and what is read off it.

The functions take a state's tuple or the list that `result` makes of it.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.games.monopoly import board

LISTS_ON_STACK = True  # compiled code changes a list in place (see compile/rewriting)
# Places in the row
(
    PHASE,
    TURN,  # whose turn it is
    MOVER,  # who is to decide
    DOUBLES,  # rolled in a row; not 0: the player rolls again
    ROUND,  # rounds that are over
    DEBT,  # what the mover owes
    CREDITOR,  # to whom: 0 the bank, else a player from 1 on, or beyond the last one everybody
    PENDING,  # squares to go when the debt is paid
    OFFER,  # the lot that may be bought
    BID,  # the highest
    BIDDER,  # who bid it, from 1 on; 0: nobody
    BIDDERS,  # who may still bid, as bits
    CHANCE_DECK,  # the cards left, as bits
    CHEST_DECK,
    LOTS_START,  # the first lot: its owner (0 the bank, else from 1 on) and 8 times its level
) = range(15)
PLAYERS_START = LOTS_START + board.ALL_LOTS  # then for each player: cash (-1: out of the game), square, jail, cards
CASH, SQUARE, IN_JAIL, FREE_CARDS = range(4)  # jail: 0, or 1 more than the turns spent there; cards: a bit per deck
EACH = 4

# Phases
MANAGING, ROLLING, DRAWING_CHANCE, DRAWING_CHEST, THROWING, BUYING, BIDDING, OWING, OVER = range(9)
PHASES = ("manage", "roll", "chance", "chest", "throw", "buy", "bid", "owe", "over")


class MonopolyState(NamedTuple):
    row: tuple[int, ...]


def of_player(player, what):
    """The place of something of a player."""
    return PLAYERS_START + EACH * player + what


def owner(row, lot):
    """0: the bank; else the player, from 1 on."""
    return row[LOTS_START + lot] & 7


def level(row, lot):
    """Houses, HOTEL or MORTGAGED."""
    return row[LOTS_START + lot] >> 3


def is_out(row, player):
    """Is the player bankrupt?"""
    return row[of_player(player, CASH)] < 0


def owned_in_group(row, lot, who):
    """How many lots of this one's group somebody (from 1 on) has."""
    found = 0
    for other in range(board.ALL_LOTS):
        if board.GROUP[other] == board.GROUP[lot] and owner(row, other) == who:
            found += 1
    return found


def rent(row, lot, thrown):
    """What a lot's owner gets; thrown: the sum of the dice."""
    if owner(row, lot) == 0 or level(row, lot) == board.MORTGAGED:
        return 0
    owned = owned_in_group(row, lot, owner(row, lot))
    if board.GROUP[lot] == board.RAILROADS:
        return 25 << (owned - 1)
    if board.GROUP[lot] == board.UTILITIES:
        return thrown * (4 if owned == 1 else 10)
    if level(row, lot) == 0 and owned == board.GROUP_SIZE[lot]:
        return 2 * int(board.RENTS[lot, 0])
    return int(board.RENTS[lot, level(row, lot)])


def buildings(row):
    """The houses and the hotels on the board."""
    houses, hotels = 0, 0
    for lot in range(board.ALL_LOTS):
        if level(row, lot) == board.HOTEL:
            hotels += 1
        elif level(row, lot) < board.HOTEL:
            houses += level(row, lot)
    return houses, hotels


def lowest_and_highest(row, lot):
    """The levels of the least and the most built lots of a group; MORTGAGED counts as the highest."""
    low, high = board.MORTGAGED, 0
    for other in range(board.ALL_LOTS):
        if board.GROUP[other] == board.GROUP[lot]:
            low, high = min(low, level(row, other)), max(high, level(row, other))
    return low, high


def can_raise(row, player):
    """What a player can pay with: cash, all buildings sold for half, and all lots mortgaged."""
    total = row[of_player(player, CASH)]
    for lot in range(board.ALL_LOTS):
        if owner(row, lot) == player + 1 and level(row, lot) != board.MORTGAGED:
            total += int(board.PRICE[lot]) // 2 + level(row, lot) * (int(board.HOUSE_PRICE[lot]) // 2)
    return total


def worth(row, player):
    """Cash, lots at their price (mortgaged ones at half of it) and buildings at theirs; 0 for who is out."""
    total = max(0, row[of_player(player, CASH)])
    for lot in range(board.ALL_LOTS):
        if owner(row, lot) == player + 1:
            if level(row, lot) == board.MORTGAGED:
                total += int(board.PRICE[lot]) // 2
            else:
                total += int(board.PRICE[lot]) + level(row, lot) * int(board.HOUSE_PRICE[lot])
    return total


def price_to_lift(lot):
    """What lifting a mortgage costs: half of the price and a tenth of that, rounded up."""
    return (11 * int(board.PRICE[lot]) + 19) // 20
