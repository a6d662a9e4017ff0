"""The shortest way on a map: the book's Romania, or one that you type.

A typed map has roads and estimates, with semicolons or lines between them: `a b 3` is a road between two places,
`a > b 3` one that leads one way only, and `a 7` the straight line from a place to the goal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from zermelo.game import brief
from zermelo.picture import Board, Cell
from zermelo.problem import Problem, problem

ROMANIA = """
Arad Sibiu 140; Arad Timisoara 118; Arad Zerind 75; Bucharest Fagaras 211; Bucharest Giurgiu 90; Bucharest Pitesti 101
Bucharest Urziceni 85; Craiova Drobeta 120; Craiova Pitesti 138; Craiova Rimnicu 146; Drobeta Mehadia 75
Eforie Hirsova 86; Fagaras Sibiu 99; Hirsova Urziceni 98; Iasi Neamt 87; Iasi Vaslui 92; Lugoj Mehadia 70
Lugoj Timisoara 111; Oradea Sibiu 151; Oradea Zerind 71; Pitesti Rimnicu 97; Rimnicu Sibiu 80; Urziceni Vaslui 142
"""
STRAIGHT = """
Arad 366; Bucharest 0; Craiova 160; Drobeta 242; Eforie 161; Fagaras 176; Giurgiu 77; Hirsova 151; Iasi 226; Lugoj 244
Mehadia 241; Neamt 234; Oradea 380; Pitesti 100; Rimnicu 193; Sibiu 253; Timisoara 329; Urziceni 80; Vaslui 199
Zerind 374
"""
DRAWN = (  # Romania by initials, as on the map in the book
    "  O            ",
    "           N   ",
    " Z          I  ",
    " A             ",
    "    S  F     V ",
    " T   R         ",
    "   L    P   U H",
    "   M     B     ",
    "   D C        E",
    "         G     ",
)
EXAMPLE = "a b 2; a c 5; b c 1; a 3; b 1; c 0"
MOST = 2000  # places of a map


class RouteState(NamedTuple):
    place: int  # by number, in alphabetical order


@dataclass
class Map:
    """Places, and roads between them with their lengths."""

    roads: dict[str, dict[str, float]] = field(default_factory=dict)
    straight: dict[str, float] = field(default_factory=dict)  # to the goal


def route(start: str = "", goal: str = "", map: str = "romania") -> Problem:
    """Go from place to place along roads, and reach the goal on the shortest way.

    start, goal: by default Arad and Bucharest, or the first and the last place of a map that is typed.
    map: romania, or roads and straight lines to the goal: "a b 2; a c 5; b c 1; a 3; b 1; c 0".
    """
    is_romania = map.strip().lower() == "romania"
    chart = read_map(ROMANIA if is_romania else map)
    names = sorted(chart.roads)
    order = list(chart.roads)
    begin = _place(start or ("Arad" if is_romania else order[0]), names)
    end = _place(goal or ("Bucharest" if is_romania else order[-1]), names)
    known = chart.straight
    if is_romania and names[end] == "Bucharest":
        known = read_map(ROMANIA + STRAIGHT).straight
    ways = [{names.index(to): length for to, length in sorted(chart.roads[name].items())} for name in names]
    straight = [known.get(name, 0.0) for name in names]
    steps = ((here, to, length) for here, roads in enumerate(ways) for to, length in roads.items())
    is_consistent = straight[end] == 0 and all(straight[here] <= length + straight[to] for here, to, length in steps)
    cells = _drawn_places(names) if is_romania else _layers(ways, begin)

    def heuristic(state):
        return straight[state.place]

    def parse_state(text):
        return RouteState(_place(text, names))

    def picture(state):
        rows = 1 + max(row for row, _ in cells)
        columns = 1 + max(column for _, column in cells)
        drawn = [["" for _ in range(columns)] for _ in range(rows)]
        for place, (row, column) in enumerate(cells):
            drawn[row][column] = names[place][:1] if is_romania else names[place][:4]
        lines = [(cells[here], cells[to]) for here, roads in enumerate(ways) for to in roads]
        joined = {(min(line), max(line)) for line in lines}
        return Board(
            tuple(tuple(row) for row in drawn),
            shape="crossing",
            marked=frozenset({cells[state.place]}),
            joined=tuple(sorted(joined)) if rows + columns > 2 else (),
            caption=f"in {names[state.place]}, on the way to {names[end]}",
        )

    return problem(
        lambda: RouteState(begin),
        lambda state: iter(ways[state.place]),
        lambda state, to: RouteState(to),
        lambda state: state.place == end,
        cost=lambda state, to, after: ways[state.place][to],
        heuristic=heuristic if known else None,
        admissible=is_consistent,
        label="Route on a map",
        summary="the shortest way on a map",
        max_actions=max(1, *(len(roads) for roads in ways)),
        compiles=False,
        format_action=lambda state, to: names[to],
        format_state=lambda state: names[state.place],
        parse_state=parse_state,
        picture=picture,
        touches=lambda state, to: (cells[to],),
        ending=lambda state: f"in {names[state.place]}" if state.place == end else f"stuck in {names[state.place]}",
    )


def read_map(text: str) -> Map:
    """The map that a person typed. Raises ValueError with one line."""
    found = Map()
    for line in text.replace("\n", ";").split(";"):
        one_way = ">" in line
        words = line.replace("->", " ").replace(">", " ").replace(":", " ").split()
        if not words:
            continue
        *places, number = words
        try:
            length = float(number)
        except ValueError:
            raise ValueError(f"'{brief(line.strip())}' should end with a number, as in '{EXAMPLE}'") from None
        if not 0 <= length < 1e12:
            raise ValueError(f"'{brief(line.strip())}': a length is 0 or more, not {number}")
        if len(places) == 1 and not one_way:
            found.straight[places[0]] = length
        elif len(places) == 2 and places[0] != places[1]:
            one, other = places
            found.roads.setdefault(one, {})[other] = length
            back = found.roads.setdefault(other, {})
            if not one_way:
                back[one] = length
        else:
            raise ValueError(f"'{brief(line.strip())}' is neither a road, 'a b 3', nor a line to the goal, 'a 7'")
    if not found.roads:
        raise ValueError(f"the map has no roads; write some, such as '{EXAMPLE}'")
    if len(found.roads) > MOST:
        raise ValueError(f"a map has at most {MOST:,} places, not {len(found.roads):,}")
    lost = [name for name in found.straight if name not in found.roads]
    if lost:
        raise ValueError(f"no road leads to {lost[0]}, of which a straight line is given")
    return found


def _place(text: str, names: list[str]) -> int:
    """The number of the place that a person typed. Raises ValueError."""
    wanted = text.strip().lower()
    for number, name in enumerate(names):
        if name.lower() == wanted:
            return number
    raise ValueError(f"'{brief(text)}' is not on the map, which has {brief(', '.join(names), 160)}")


def _drawn_places(names: list[str]) -> list[Cell]:
    """Where the places are drawn."""
    at = {sign: (row, column) for row, line in enumerate(DRAWN) for column, sign in enumerate(line) if sign != " "}
    return [at[name[0]] for name in names]


def _layers(ways: list[dict[int, float]], begin: int) -> list[Cell]:
    """A place for each: as many columns to the right as it takes roads to get there."""
    depth, waiting = {begin: 0}, [begin]
    for here in waiting:
        for to in ways[here]:
            if to not in depth:
                depth[to] = depth[here] + 1
                waiting.append(to)
    last = max(depth.values())
    rows = dict[int, int]()
    cells = []
    for place in range(len(ways)):
        column = depth.get(place, last + 1)
        cells.append((rows.get(column, 0), 2 * column))
        rows[column] = rows.get(column, 0) + 2
    return cells
