"""How Battleship is written and drawn: rows A, B, … from the top, columns 1, 2, … from the left."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from zermelo.bits import Wide, count, lowest
from zermelo.game import CHANCE
from zermelo.games._named import named
from zermelo.games.battleship.layout import NOWHERE, Layout
from zermelo.picture import Board

HIT, MISS = "X", "o"


def notation(layout: Layout, boards: int, by_chance: bool, make: Callable[..., Any]) -> dict[str, Any]:
    """The functions of `Game` for text and drawing. by_chance: are ships placed so? make: the class of its states."""
    rows, columns, lengths = layout.rows, layout.columns, layout.lengths
    fleet = len(lengths)

    def cell_name(cell: int) -> str:
        row, column = divmod(cell, columns)
        return f"{chr(ord('A') + row)}{column + 1}"

    def is_placing(state: Any) -> bool:
        return bool(state.placed < boards * fleet)

    def format_action(state: Any, action: int) -> str:
        if not is_placing(state):
            return cell_name(action)
        return ship_name(state.placed % fleet, action)

    def ship_name(ship: int, place: int) -> str:
        covered = layout.covered(ship, place)
        return f"{cell_name(covered[0])}-{cell_name(covered[-1])}"

    def ship_cells(places: Any) -> dict[int, int]:
        """cell -> ship, of the ships that are placed."""
        return {cell: ship for ship, place in enumerate(places) if place >= 0 for cell in layout.covered(ship, place)}

    def shots_at(state: Any, which: int) -> int:
        return int(state.second if which == 0 and boards == 2 else state.first)

    def written(state: Any, which: int) -> str:
        """A ship is a, b, …, a hit on it A, B, …; a shot into the water is *."""
        ships, shots = ship_cells(state.ships[which * fleet : (which + 1) * fleet]), shots_at(state, which)

        def letter(cell: int) -> str:
            mark = chr(ord("a") + ships[cell]) if cell in ships else "."
            return mark if not shots >> cell & 1 else "*" if mark == "." else mark.upper()

        return "/".join("".join(letter(row * columns + c) for c in range(columns)) for row in range(rows))

    def format_state(state: Any) -> str:
        return " ".join(written(state, which) for which in range(boards))

    def parse_state(text: str) -> Any:
        letters = "".join(chr(ord("a") + ship) for ship in range(fleet))
        lines = text.replace("/", " ").split()
        if len(lines) != boards * rows or any(
            len(line) != columns or set(line.lower()) - {*letters, *".*"} for line in lines
        ):
            example = "/".join(["." * columns] * rows)
            each = "the fleet" if boards == 1 else "each fleet"
            raise ValueError(
                f"give {rows} rows of {columns} for {each} as . (water), * (a miss), {letters} (ships) "
                f"and {letters.upper()} (hits), such as {example}"
            )
        places: list[int] = []
        shots: list[int] = []
        for which in range(boards):
            drawn = "".join(lines[which * rows : (which + 1) * rows])
            places += [_place(layout, ship, drawn.lower(), letter) for ship, letter in enumerate(letters)]
            shots.append(sum(1 << cell for cell, mark in enumerate(drawn) if mark == "*" or mark.isupper()))
        placed = sum(place != NOWHERE for place in places)
        if NOWHERE in places[:placed]:
            raise ValueError("ships are placed in order, those of the first fleet first")
        first, second = (shots[0], 0) if boards == 1 else (shots[1], shots[0])
        if placed < len(places) and (first or second):
            raise ValueError("shots are fired when all ships are placed")
        ahead = count(first) - count(second)
        if boards == 2 and ahead not in (0, 1):
            raise ValueError(f"the first player begins: {count(first)} and {count(second)} shots cannot be")
        state = make(tuple(places), Wide(first), Wide(second), placed, count(first) + count(second))
        over = [is_sunk(state, which) for which in range(boards)]
        if boards == 2 and placed == len(places) and (all(over) or over[0] and ahead or over[1] and not ahead):
            raise ValueError("the game would have ended before")
        return state

    def is_sunk(state: Any, which: int) -> bool:
        return not set(ship_cells(state.ships[which * fleet : (which + 1) * fleet])) - {
            cell for cell in range(layout.cells) if shots_at(state, which) >> cell & 1
        }

    def drawn(symbols: list[Callable[[int], str]], fleets: list[Any], caption: str) -> Board:
        """The boards side by side, the first fleet's on the left. symbols: [board](cell); fleets: [board][ship]."""
        gap = ((),) if boards == 1 else ((), ("",))
        cells = tuple(
            tuple(
                mark
                for which in range(boards)
                for mark in (*gap[which], *(symbols[which](row * columns + c) for c in range(columns)))
            )
            for row in range(rows)
        )
        numbers = tuple(str(column + 1) for column in range(columns))
        return Board(
            cells,
            rows=tuple(chr(ord("A") + row) for row in range(rows)),
            columns=numbers if boards == 1 else (*numbers, "", *numbers),
            absent=frozenset((row, columns) for row in range(rows)) if boards == 2 else frozenset(),
            caption=caption,
            ground="sea",
            ships=tuple(
                (place_of(covered[0], which), place_of(covered[-1], which))
                for which, places in enumerate(fleets)
                for ship, place in enumerate(places)
                if place >= 0
                for covered in (layout.covered(ship, place),)
            ),
        )

    def place_of(cell: int, which: int) -> tuple[int, int]:
        return cell // columns, cell % columns + which * (columns + 1)

    def symbol(ships: Collection[int], shots: int) -> Callable[[int], str]:
        """Shots at a board; ships: the cells with one."""

        def mark(cell: int) -> str:
            return "" if not shots >> cell & 1 else HIT if cell in ships else MISS

        return mark

    def picture(state: Any) -> Board:
        fleets = [state.ships[which * fleet : (which + 1) * fleet] for which in range(boards)]
        symbols = [symbol(ship_cells(fleets[which]), shots_at(state, which)) for which in range(boards)]
        if is_placing(state):
            return drawn(symbols, fleets, f"a ship of {lengths[state.placed % fleet]} is placed")
        over = [is_sunk(state, which) for which in range(boards)]
        turn = "" if any(over) else "" if boards == 1 else f"player {(state.taken & 1) + 1} to shoot"
        return drawn(symbols, fleets, "; ".join(filter(None, [f"shots: {state.taken}", turn])))

    def scene(seen: Any, player: int) -> Board:
        shots, hits = int(seen.shots), int(seen.hits)
        target = symbol({cell for cell in range(layout.cells) if hits >> cell & 1}, shots)
        afloat = [str(length) for ship, length in enumerate(lengths) if not seen.sunk >> ship & 1]
        caption = f"shots: {count(shots)}; ships afloat: {' '.join(afloat) or 'none'}"
        if boards == 1:
            return drawn([target], [()], caption)
        own, sides = symbol(ship_cells(seen.ships), int(seen.theirs)), 1 if player == 0 else -1
        missing = [length for length, place in zip(lengths, seen.ships, strict=True) if place == NOWHERE]
        if missing and not by_chance:
            caption = f"place a ship of {missing[0]}: touch both of its ends"
        return drawn(
            [own, target][::sides],
            [seen.ships, ()][::sides],
            f"your board is on the {('left', 'right')[player]}; {caption}",
        )

    def heard(before: Any, after: Any, player: int) -> tuple[int, str] | None:
        if after.ships != before.ships:
            ship = next(ship for ship in range(fleet) if after.ships[ship] != before.ships[ship])
            return CHANCE if by_chance else player, ship_name(ship, after.ships[ship])
        shot = int(after.theirs) ^ int(before.theirs)
        return (1 - player, cell_name(lowest(shot))) if shot else None

    def touches(state: Any, action: int) -> list[tuple[int, int]]:
        if not is_placing(state):
            return [place_of(action, 0 if boards == 1 else 1 - (state.taken & 1))]
        covered = layout.covered(state.placed % fleet, action)
        return [place_of(cell, state.placed // fleet) for cell in (covered[0], covered[-1])]

    return named(format_action, format_state, parse_state, picture, scene, heard, touches)


def _place(layout: Layout, ship: int, drawn: str, letter: str) -> int:
    """Where a ship is drawn. Raises ValueError where it is not in one piece."""
    cells = [cell for cell, mark in enumerate(drawn) if mark == letter]
    if not cells:
        return NOWHERE
    for place in layout.places(ship):
        if layout.covered(ship, place) == cells:
            return place
    raise ValueError(f"ship {letter} must be {layout.lengths[ship]} cells in a row, across or down")
