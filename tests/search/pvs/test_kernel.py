"""The kernel of principal-variation search, interpreted, on a game that has something for each of its parts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from naive import Selective, minimax
from search.pvs.descent import WIDTH, DescentState, descent, somewhere

from zermelo.game import MAX
from zermelo.search.depth_first.layout import LINES_AT, ROW
from zermelo.search.pvs.deepening import PvsLimits
from zermelo.search.pvs.layout import layout_for
from zermelo.search.pvs.search import PVS
from zermelo.search.time.deadline import Deadline

UNSOUND = ("null_move", "reductions", "futility", "razoring", "singular_extensions")
BEYOND = ("quiescence", "check_extensions", "repetition")


def searched(seed, state, depth, past=(), **options):
    """The deepening of a search, interpreted, and the result of its last depth."""
    game, opinion = descent(seed)
    search = PVS(compiled=False, evaluate=opinion, **{"table": 1, **options})
    deepening = search.open(game).deepening
    limits = PvsLimits(depth, stops_when_decided=False)
    return deepening, deepening.search(state, past, limits, Deadline(), lambda result: None)


def end_values(deepening, opinion, state, moves):
    """What a line may be worth by its end, for the player who moves at its beginning; 0 if that repeats a position."""
    game, mover, scale = deepening.game, deepening.game.to_move(state), deepening.plan.scale
    for move in moves:
        state = game.result(state, move)
    won = game.utility(state, mover) * (scale.best - len(moves) * scale.step)
    return opinion.function(state, mover), won, 0.0


@pytest.mark.parametrize("table", [0, 1])
@pytest.mark.parametrize("seed", range(8))
def test_exact_is_minimax(seed, table):
    game, opinion = descent(seed)
    state = somewhere(seed)
    for depth in (1, 2, 3, 5):
        _, found = searched(seed, state, depth, exact=True, table=table)
        value = minimax(game, state, depth, lambda *asked: opinion.function(*asked) / opinion.win)
        assert found.lines[0].value == pytest.approx(opinion.win * (value if state.player == MAX else -value))


@pytest.mark.parametrize("off", [(), *((part,) for part in BEYOND), BEYOND], ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_beyond_the_horizon_it_is_what_the_advice_says(seed, off):
    game, opinion = descent(seed)
    state = somewhere(seed)
    parts = {part: part not in off for part in BEYOND}
    for depth in (1, 2, 3):
        deepening, found = searched(seed, state, depth, table=0, **dict.fromkeys(UNSOUND, False), **parts)
        twin = Selective(game, opinion, deepening.plan.scale, depth, *parts.values())
        assert found.lines[0].value == twin.value(state)
        assert found.lines[0].value in end_values(deepening, opinion, state, found.lines[0].moves)


def counted(seed, depth, **options):
    """Nodes, leaves and the longest line of a search from somewhere, and its value."""
    deepening, found = searched(seed, somewhere(seed), depth, **options)
    return deepening.nodes, deepening.leaves, found.selective, found.lines[0].value


PINNED = {  # by the part that is off
    "": [
        (1043, 191, 8, 7999.755859375),
        (705, 153, 12, 179),
        (912, 174, 9, 0),
        (1111, 190, 11, -113),
        (968, 185, 9, -240),
    ],
    "null_move": [
        (1043, 191, 8, 7999.755859375),
        (745, 150, 12, 179),
        (810, 148, 10, 0),
        (1064, 185, 11, -113),
        (918, 169, 9, -240),
    ],
    "reductions": [
        (1273, 189, 8, 7999.755859375),
        (733, 159, 12, 170),
        (908, 175, 9, 0),
        (1102, 193, 11, -113),
        (864, 172, 7, 0),
    ],
    "futility": [
        (1004, 189, 8, 7999.755859375),
        (1361, 249, 11, 0),
        (1777, 300, 12, 63),
        (1401, 239, 11, -288),
        (1526, 277, 9, -192),
    ],
    "razoring": [
        (1043, 191, 8, 7999.755859375),
        (711, 154, 12, 179),
        (682, 120, 10, 0),
        (1371, 204, 11, -113),
        (927, 184, 8, -109),
    ],
    "quiescence": [
        (830, 217, 8, 7999.755859375),
        (934, 259, 9, -229),
        (647, 146, 8, 0),
        (738, 174, 10, -276),
        (468, 131, 7, 0),
    ],
    "check_extensions": [
        (539, 111, 8, 7999.755859375),
        (597, 140, 8, 86),
        (620, 152, 9, 236),
        (756, 149, 8, -64),
        (518, 125, 8, 0),
    ],
    "repetition": [
        (1043, 191, 8, 7999.755859375),
        (705, 153, 12, 179),
        (462, 114, 10, 236),
        (1224, 198, 12, -136),
        (1116, 194, 9, -240),
    ],
    "learning": [
        (1015, 179, 8, 7999.755859375),
        (705, 152, 12, 179),
        (918, 175, 9, 0),
        (1117, 190, 11, -113),
        (867, 182, 9, -109),
    ],
    "table": [
        (2135, 1401, 10, 7999.755859375),
        (5981, 4837, 12, 86),
        (2741, 1849, 10, 63),
        (6701, 4806, 12, -7),
        (2542, 1756, 9, 30),
    ],
}
DEEP = [
    (3144, 249, 8, 7999.755859375),
    (5091, 487, 17, 0),
    (1733, 371, 8, -7999.786376953125),
    (2718, 314, 12, 0),
    (333, 101, 5, 7999.8779296875),
    (2699, 327, 9, 0),
]


@pytest.mark.parametrize("off", PINNED)
def test_what_is_searched_is_pinned(off):
    """As in test_signature.py, and for each part that may change a value: what is searched when it is off."""
    options = {"table": 0} if off == "table" else {off: False} if off else {}
    assert [counted(seed, 7, **options) for seed in (4, 6, 8, 10, 12)] == PINNED[off]


ALONE = {
    "null_move": [(1006, 213), (1053, 240), (1321, 218), (1311, 252)],
    "reductions": [(880, 183), (1036, 241), (944, 201), (1241, 226)],
    "futility": [(460, 120), (416, 107), (751, 169), (756, 167)],
    "razoring": [(933, 190), (1088, 215), (798, 176), (1461, 253)],
}


@pytest.mark.parametrize("part", ALONE)
def test_what_each_part_searches_alone_is_pinned(part):
    """Without the other parts that may change a value by leaving something out."""
    options = {other: other == part for other in UNSOUND}
    assert [counted(seed, 6, **options)[:2] for seed in (6, 8, 10, 12)] == ALONE[part]


def test_room_for_more_actions_changes_nothing():
    """Each ply has its own room in the memory, however large that is."""
    game, opinion = descent(6)
    found = []
    for most in (6, 900):
        session = PVS(compiled=False, evaluate=opinion, table=1, depth=7).open(replace(game, max_actions=most))
        analysis = session.analyse(somewhere(6))
        unused = LINES_AT + (analysis.selective + 3) * ROW
        assert not any(session.deepening.memories[0][unused : layout_for(most).moves]), "lines of plies never reached"
        found.append((analysis.nodes, analysis.value, analysis.line))
    assert found[0] == found[1]
    assert found[0][:2] == (PINNED[""][1][0], PINNED[""][1][3])


def test_deep_searches_are_pinned():
    """Deep enough to look for moves that are the only good ones."""
    assert [counted(seed, 14) for seed in (4, 6, 7, 8, 9, 12)] == DEEP


CERTAIN_AT = {  # by seed
    0: "221323202422320324222253337334350044403",
    1: "3222312230303210012003300430003000000",
    2: "23231322333322222244500333000300003044",
}


@pytest.mark.parametrize("seed", CERTAIN_AT)
def test_a_value_is_certain_only_where_no_part_has_cut_and_nothing_was_evaluated(seed):
    """The depth at which that is so, near the end of the game; 0 where it is not within eight plies."""
    game, _ = descent(seed)
    states = [DescentState(floor, place, player, 4) for floor in (1, 2) for place in range(WIDTH) for player in (0, 1)]
    results = [searched(seed, state, 8)[1] for state in states if len(game.legal(state)) > 3]
    assert "".join(str(found.depth if found.certain else 0) for found in results) == CERTAIN_AT[seed]
    assert "0" in CERTAIN_AT[seed]
