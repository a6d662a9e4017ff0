"""The forty squares of the classic American board, and the twenty-eight of them that can be bought: the lots."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.installed import np

STREETS_OF = ("brown", "light blue", "pink", "orange", "red", "yellow", "green", "dark blue")
RAILROADS, UTILITIES = len(STREETS_OF), len(STREETS_OF) + 1  # groups after those of the colours
SQUARES = 40
JAIL, GO_TO_JAIL = 10, 30
INCOME_TAX, LUXURY_TAX = 4, 38
CHANCE_SQUARES, CHEST_SQUARES = (7, 22, 36), (2, 17, 33)
READING, ST_CHARLES, ILLINOIS, BOARDWALK = 5, 11, 24, 39
HOUSES, HOTELS = 32, 12  # in the bank
HOTEL, MORTGAGED = 5, 6  # levels of a lot; below the hotel, the number of houses


class Lot(NamedTuple):
    square: int
    name: str
    group: int
    price: int
    house: int = 0  # what a house costs
    rents: tuple[int, ...] = (0,) * 6  # by the number of houses, 5 for a hotel


def _street(square: int, name: str, group: int, price: int, *rents: int) -> Lot:
    return Lot(square, name, group, price, 50 * (group // 2 + 1), rents)


LOTS = (
    _street(1, "Mediterranean Avenue", 0, 60, 2, 10, 30, 90, 160, 250),
    _street(3, "Baltic Avenue", 0, 60, 4, 20, 60, 180, 320, 450),
    Lot(5, "Reading Railroad", RAILROADS, 200),
    _street(6, "Oriental Avenue", 1, 100, 6, 30, 90, 270, 400, 550),
    _street(8, "Vermont Avenue", 1, 100, 6, 30, 90, 270, 400, 550),
    _street(9, "Connecticut Avenue", 1, 120, 8, 40, 100, 300, 450, 600),
    _street(11, "St. Charles Place", 2, 140, 10, 50, 150, 450, 625, 750),
    Lot(12, "Electric Company", UTILITIES, 150),
    _street(13, "States Avenue", 2, 140, 10, 50, 150, 450, 625, 750),
    _street(14, "Virginia Avenue", 2, 160, 12, 60, 180, 500, 700, 900),
    Lot(15, "Pennsylvania Railroad", RAILROADS, 200),
    _street(16, "St. James Place", 3, 180, 14, 70, 200, 550, 750, 950),
    _street(18, "Tennessee Avenue", 3, 180, 14, 70, 200, 550, 750, 950),
    _street(19, "New York Avenue", 3, 200, 16, 80, 220, 600, 800, 1000),
    _street(21, "Kentucky Avenue", 4, 220, 18, 90, 250, 700, 875, 1050),
    _street(23, "Indiana Avenue", 4, 220, 18, 90, 250, 700, 875, 1050),
    _street(24, "Illinois Avenue", 4, 240, 20, 100, 300, 750, 925, 1100),
    Lot(25, "B. & O. Railroad", RAILROADS, 200),
    _street(26, "Atlantic Avenue", 5, 260, 22, 110, 330, 800, 975, 1150),
    _street(27, "Ventnor Avenue", 5, 260, 22, 110, 330, 800, 975, 1150),
    Lot(28, "Water Works", UTILITIES, 150),
    _street(29, "Marvin Gardens", 5, 280, 24, 120, 360, 850, 1025, 1200),
    _street(31, "Pacific Avenue", 6, 300, 26, 130, 390, 900, 1100, 1275),
    _street(32, "North Carolina Avenue", 6, 300, 26, 130, 390, 900, 1100, 1275),
    _street(34, "Pennsylvania Avenue", 6, 320, 28, 150, 450, 1000, 1200, 1400),
    Lot(35, "Short Line", RAILROADS, 200),
    _street(37, "Park Place", 7, 350, 35, 175, 500, 1100, 1300, 1500),
    _street(39, "Boardwalk", 7, 400, 50, 200, 600, 1400, 1700, 2000),
)
ALL_LOTS = len(LOTS)

OTHERS = {
    0: "Go",
    **dict.fromkeys(CHEST_SQUARES, "Community Chest"),
    INCOME_TAX: "Income Tax",
    **dict.fromkeys(CHANCE_SQUARES, "Chance"),
    JAIL: "Jail",
    20: "Free Parking",
    GO_TO_JAIL: "Go to Jail",
    LUXURY_TAX: "Luxury Tax",
}
NAMES = tuple({lot.square: lot.name for lot in LOTS}.get(square) or OTHERS[square] for square in range(SQUARES))

# Kinds of squares that are no lots
NOTHING, TAX, CHANCE_CARD, CHEST_CARD, TO_JAIL = range(5)
KIND_AT = np.zeros(SQUARES, np.int64)
KIND_AT[[INCOME_TAX, LUXURY_TAX]] = TAX
KIND_AT[list(CHANCE_SQUARES)], KIND_AT[list(CHEST_SQUARES)] = CHANCE_CARD, CHEST_CARD
KIND_AT[GO_TO_JAIL] = TO_JAIL

LOT_AT = np.full(SQUARES, -1)
LOT_AT[[lot.square for lot in LOTS]] = range(ALL_LOTS)
PRICE = np.array([lot.price for lot in LOTS], np.int64)
HOUSE_PRICE = np.array([lot.house for lot in LOTS], np.int64)
GROUP = np.array([lot.group for lot in LOTS], np.int64)
GROUP_SIZE = np.array([sum(other.group == lot.group for other in LOTS) for lot in LOTS], np.int64)
RENTS = np.array([lot.rents for lot in LOTS], np.int64)  # [lot, level]
