"""Par: what both sides score if they bid as well as they can, all cards open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from zermelo.experts.bridge.double_dummy.deal import NO_TRUMPS, STRAINS
from zermelo.experts.bridge.double_dummy.words import SEATS
from zermelo.games.bridge.score import score

BOOK, LEVELS = 6, 7
LETTERS, SEAT_LETTERS = "SHDCN", "NESW"
ORDER = (3, 2, 1, 0, NO_TRUMPS)  # strains as they rank in the auction, the lowest first
Table = tuple[tuple[int, ...], ...]  # [strain][declarer] tricks


@dataclass(frozen=True)
class ParContract:
    """A contract in which the auction may end.

    >>> str(ParContract(5, 0, (0, 2), -2))
    '5Sx:NS:-2'
    """

    level: int
    strain: int
    seats: tuple[int, ...]  # who of the side may be declarer
    over: int  # tricks above the contract, negative if it is beaten: then it was doubled

    def __str__(self) -> str:
        seats = "".join(SEAT_LETTERS[seat] for seat in self.seats)
        result = "=" if self.over == 0 else f"{self.over:+d}"
        return f"{self.level}{LETTERS[self.strain]}{'x' if self.over < 0 else ''}:{seats}:{result}"


@dataclass(frozen=True)
class Par:
    """What North and South score if all bid as well as they can, and the contracts that lead to it; none: all pass."""

    score: int
    contracts: tuple[ParContract, ...]


def par(table: Table, dealer: int, vulnerable: tuple[bool, bool]) -> Par:
    """The par of a deal from its double-dummy table ([strain][declarer] tricks).

    vulnerable: North and South, East and West. Each side may outbid the other as long as it pays; contracts that fail
    are doubled. Of one strain, the lowest contract is named that gives the other side no reason to bid on.
    """
    bids = [(level, strain) for level in range(1, LEVELS + 1) for strain in ORDER]
    most = [[max(row[side], row[side + 2]) for row in table] for side in range(2)]

    def points(bid: int, side: int) -> int:
        level, strain = bids[bid]
        over = most[side][strain] - BOOK - level
        return int(score(level, strain, 1 if over < 0 else 0, vulnerable[side], over))

    @cache
    def worth(bid: int, side: int) -> int:
        """What a side gets that has bid this, if the other may go on."""
        return min([points(bid, side), *(-worth(higher, 1 - side) for higher in range(bid + 1, len(bids)))])

    first = dealer & 1
    passed = -max([0, *(worth(bid, 1 - first) for bid in range(len(bids)))])
    value = max([passed, *(worth(bid, first) for bid in range(len(bids)))])
    total = value if first == 0 else -value
    found = list[ParContract]()
    for strain in range(STRAINS):
        for side in range(2):
            wanted = total if side == 0 else -total
            good = [
                bid for bid in range(len(bids))
                if bids[bid][1] == strain
                and points(bid, side) == wanted
                and all(points(higher, 1 - side) <= -wanted for higher in range(bid + 1, len(bids)))
            ]  # fmt: skip
            if good and total:
                level, tricks = bids[good[0]][0], most[side][strain]
                seats = tuple(seat for seat in range(side, SEATS, 2) if table[strain][seat] == tricks)
                found.append(ParContract(level, strain, seats, tricks - BOOK - level))
    return Par(total, tuple(found))
