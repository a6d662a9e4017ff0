"""What can be built, sold, mortgaged and redeemed. The functions take a state's tuple or a list of its numbers."""

from __future__ import annotations

from zermelo.games.monopoly.board import (
    ALL_LOTS,
    GROUP,
    GROUP_SIZE,
    HOTEL,
    HOTELS,
    HOUSE_PRICE,
    HOUSES,
    MORTGAGED,
    RAILROADS,
)
from zermelo.games.monopoly.layout import (
    CASH,
    LOTS_START,
    buildings,
    level,
    lowest_and_highest,
    of_player,
    owned_in_group,
    owner,
    price_to_lift,
)

LISTS_ON_STACK = True  # compiled code changes a list in place (see compile/rewriting)


def can_build(row, lot, player):
    """Evenly, on a whole group without mortgages, with money, while the bank has houses or hotels."""
    if GROUP[lot] >= RAILROADS or owner(row, lot) != player + 1 or level(row, lot) >= HOTEL:
        return False
    if row[of_player(player, CASH)] < HOUSE_PRICE[lot] or owned_in_group(row, lot, player + 1) != GROUP_SIZE[lot]:
        return False
    low, high = lowest_and_highest(row, lot)
    if high == MORTGAGED or level(row, lot) != low:
        return False
    houses, hotels = buildings(row)
    return hotels < HOTELS if level(row, lot) == HOTEL - 1 else houses < HOUSES


def can_lift(row, lot, player):
    """Is it mortgaged, and is there money for it?"""
    is_mortgaged = owner(row, lot) == player + 1 and level(row, lot) == MORTGAGED
    return is_mortgaged and row[of_player(player, CASH)] >= price_to_lift(lot)


def can_sell(row, lot, player):
    """Evenly too."""
    if owner(row, lot) != player + 1 or not 0 < level(row, lot) <= HOTEL:
        return False
    _, high = lowest_and_highest(row, lot)
    return level(row, lot) == high


def can_mortgage(row, lot, player):
    """While no lot of the group has buildings."""
    if owner(row, lot) != player + 1 or level(row, lot) != 0:
        return False
    for other in range(ALL_LOTS):
        if GROUP[other] == GROUP[lot] and 0 < level(row, other) <= HOTEL:
            return False
    return True


def sell(row, lot, player):
    """Sells a building of a lot for half of its price; a hotel becomes as many houses as the bank has, up to four."""
    built = level(row, lot)
    after = built - 1
    if built == HOTEL:
        houses, _ = buildings(row)
        after = min(4, HOUSES - houses)
    row[LOTS_START + lot] -= 8 * (built - after)
    row[of_player(player, CASH)] += (built - after) * (int(HOUSE_PRICE[lot]) // 2)
