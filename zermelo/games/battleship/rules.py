"""The rules of Battleship."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.bits import Wide, count, lowest, without_lowest
from zermelo.game import CHANCE, Game
from zermelo.games.battleship.evidence import dealer
from zermelo.games.battleship.layout import NOWHERE, layout_of
from zermelo.games.battleship.text import notation

LISTS_ON_STACK = True  # compiled code changes a list in place (see compile/rewriting)
PLACED = ("chance", "players")


class BattleshipView(NamedTuple):
    ships: tuple[int, ...]  # the places of the player's own
    shots: Wide  # the player's own
    hits: Wide  # those of them that hit
    sunk: int  # one bit for each ship of the other
    theirs: Wide  # shots of the other


class BattleshipState(NamedTuple):
    ships: tuple[int, ...]  # the places of the first fleet, then those of the second; NOWHERE: not placed yet
    first: Wide  # shots of the first player, a bit for each cell
    second: Wide
    placed: int  # ships
    taken: int  # shots of both


def battleship(
    rows: int = 10,
    columns: int = 10,
    ships: str = "54332",
    placed: str = "chance",
    solitaire: bool = False,
    touching: bool = True,
) -> Game:
    """Players shoot in turn at a cell of the other's board, and are told whether they hit and which ship that sank.

    Ships lie across or down and do not overlap. Whoever sinks all of the other's ships first wins.

    rows, columns (1 to 26): of each board, at most 128 cells.
    ships: their lengths, a digit each.
    placed (chance or players): who places the ships; chance takes any place where a ship fits with the same
        probability.
    solitaire: one player shoots at one fleet, and wants to sink it with as few shots as possible.
    touching: ships may touch; if not, not even at a corner, as the game is often played on paper.
    """
    layout = layout_of(rows, columns, ships, touching)
    if placed not in PLACED:
        raise ValueError(f"placed must be {' or '.join(PLACED)}, not '{placed}'")
    if solitaire and placed != "chance":
        raise ValueError("in solitaire the fleet is placed by chance")
    cells, lengths, fleet = layout.cells, layout.lengths, len(layout.lengths)
    boards = 1 if solitaire else 2
    one, none = Wide(1), Wide(0)
    board = Wide((1 << cells) - 1)
    has_left, has_right = map(Wide, layout.inner)
    by_chance = placed == "chance"

    def initial():
        return BattleshipState((NOWHERE,) * (boards * fleet), none, none, 0, 0)

    def to_move(state):
        if state.placed < boards * fleet:
            return CHANCE if by_chance else state.placed // fleet
        return 0 if solitaire else state.taken & 1

    def covered(length, place):
        """The cells of a ship at a place; none if it is nowhere."""
        if place < 0:
            return none
        step = columns if place & 1 else 1
        word = one
        for _ in range(length - 1):
            word |= word << step
        return word << (place >> 1)

    def fleet_word(state, which):
        """The cells of all ships of a fleet."""
        word = none
        for ship in range(fleet):
            word |= covered(lengths[ship], state.ships[which * fleet + ship])
        return word

    def starts(state, down):
        """The first cells of the places where the next ship fits."""
        length = lengths[state.placed % fleet]
        if down and length == 1:
            return none
        taken = fleet_word(state, state.placed // fleet)
        if not touching:
            taken |= (taken << 1) & has_left | (taken >> 1) & has_right
            taken |= taken << columns | taken >> columns
        free = board & ~taken
        step = columns if down else 1
        word = free
        for i in range(1, length):
            word &= free >> (i * step)
        if not down:
            for row in range(rows):  # a ship does not go on in the next row
                for column in range(columns - length + 1, columns):
                    word &= ~(one << (row * columns + column))
        return word

    def chances(state):
        across, down = starts(state, False), starts(state, True)
        chance = 1.0 / (count(across) + count(down))
        for place in range(2 * cells):
            if (down if place & 1 else across) >> (place >> 1) & 1:
                yield place, chance

    def shots_of(state, player):
        return state.first if player == 0 else state.second

    def actions(state):
        if state.placed < boards * fleet:
            across, down = starts(state, False), starts(state, True)
            for place in range(2 * cells):
                if (down if place & 1 else across) >> (place >> 1) & 1:
                    yield place
        else:
            shots = shots_of(state, to_move(state))
            for cell in range(cells):
                if not shots >> cell & 1:
                    yield cell

    def pick(state, fraction):
        if state.placed < boards * fleet:
            across, down = starts(state, False), starts(state, True)
            number = int(fraction * (count(across) + count(down)))
            turned = number >= count(across)
            waiting = down if turned else across
            for _ in range(number - count(across) if turned else number):
                waiting = without_lowest(waiting)
            return 2 * lowest(waiting) + turned
        free = board & ~shots_of(state, to_move(state))
        for _ in range(int(fraction * count(free))):
            free = without_lowest(free)
        return lowest(free)

    def result(state, action):
        if state.placed < boards * fleet:
            places = list(state.ships)
            places[state.placed] = action
            return BattleshipState(tuple(places), state.first, state.second, state.placed + 1, 0)
        shot = one << action
        if to_move(state) == 0:
            return BattleshipState(state.ships, state.first | shot, state.second, state.placed, state.taken + 1)
        return BattleshipState(state.ships, state.first, state.second | shot, state.placed, state.taken + 1)

    def is_sunk(state, player):
        """Has the player sunk the whole fleet that it shoots at?"""
        target = 0 if solitaire else 1 - player
        return not fleet_word(state, target) & ~shots_of(state, player)

    def is_terminal(state):
        if state.taken == 0:
            return False
        return is_sunk(state, 0 if solitaire else 1 - (state.taken & 1))

    def utility(state, player):
        if solitaire:
            return -float(state.taken)
        return 1.0 if is_sunk(state, player) else -1.0

    def view(state, player):
        shots, target = shots_of(state, player), 0 if solitaire else 1 - player
        hits, sunk = none, 0
        for ship in range(fleet):
            word = covered(lengths[ship], state.ships[target * fleet + ship])
            hits |= word & shots
            if word and not word & ~shots:
                sunk |= 1 << ship
        if solitaire:
            return BattleshipView((NOWHERE,) * fleet, shots, hits, sunk, none)
        own = state.ships[:fleet] if player == 0 else state.ships[fleet:]
        return BattleshipView(own, shots, hits, sunk, shots_of(state, 1 - player))

    deal = dealer(layout, boards, by_chance, BattleshipState)

    def ending(state: Any) -> str:
        return f"after {state.taken if solitaire else (state.taken + 1) // 2} shots"

    return Game(
        initial, to_move, actions, result, is_terminal, utility, pick=pick, view=view, deal=deal,
        chances=chances if by_chance else None, players=boards, zero_sum=not solitaire,
        max_actions=2 * cells, max_plies=boards * (fleet + cells),
        best_utility=-float(sum(lengths)) if solitaire else 1.0, points="shots" if solitaire else None,
        label="Battleship",
        summary="sink a hidden fleet before your own is sunk", player_names=("gunner",) if solitaire else (),
        ending=ending, **notation(layout, boards, by_chance, BattleshipState),
    )  # fmt: skip
