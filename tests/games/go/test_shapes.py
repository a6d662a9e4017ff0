"""The shapes that Go's rules are argued about, drawn: by our rules, and by GNU Go's, under each rule of ko."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from gtp_client import COLOURS, gnugo, points

import zermelo
from zermelo.records.sgf import position_node, write_sgf

KO_RULES = ("simple", "positional", "situational")
OPTIONS = {"simple": "--simple-ko", "positional": "--positional-superko", "situational": "--situational-superko"}


class Turn(NamedTuple):
    """A move that some rules allow, after other moves from a drawn board."""

    name: str
    board: str
    side: str  # X or O begins
    moves: str
    key: str  # the move in question
    legal: tuple[str, ...] = KO_RULES  # under these rules of ko
    suicide: bool = False
    under: tuple[str, ...] = KO_RULES  # these the moves before it can be played at all


SNAPBACK = """
    ..OX.
    OOX..
    XX...
    .....
    .....
    """
KO = """
    .XO..
    XO.O.
    .XO..
    .....
    .....
    """
SENDING_TWO = """
    .O.O.
    XXO..
    .....
    .....
    .....
    """
TRIPLE_KO = """
    .XO......
    XO.O.....
    .XO......
    .XO......
    XO.O.....
    .XO......
    .XO......
    X.XO.....
    .XO......
    """
SEKI = """
    .OX.XO.
    XOXXXOO
    XOX.XO.
    XOXXXOO
    .OXXXO.
    OOXXXOO
    XXXXXO.
    """
BENT_FOUR = """
    ...OX
    .OOOX
    OOXXX
    XXX..
    .....
    """
DAME = """
    .X.O.
    .X.O.
    .X.O.
    .X.OO
    .XXO.
    """
SUICIDE = """
    X.O.
    OO..
    ...O
    ..O.
    """
TWO_EYES = """
    .X.XO
    XXXXO
    OOOOO
    .O.O.
    OOOOO
    """

TURNS = [
    Turn("snapback", SNAPBACK, "X", "", "A5"),
    Turn("snapback, taken", SNAPBACK, "X", "A5", "B5"),
    Turn("snapback, taken back", SNAPBACK, "X", "A5 B5", "A5"),
    Turn("ko", KO, "X", "", "C4"),
    Turn("ko, at once", KO, "X", "C4", "B4", ()),
    Turn("ko, after a threat", KO, "X", "C4 E1 A1", "B4"),
    Turn("ko, taken and again", KO, "X", "C4 E1 A1 B4", "C4", ()),
    Turn("sending two", SENDING_TWO, "O", "", "A5"),
    Turn("sending two, returning one", SENDING_TWO, "O", "A5 C5", "B5", ("simple", "situational")),
    Turn(
        "sending two once more", SENDING_TWO, "O", "A5 C5 B5 pass", "A5", ("simple",), under=("simple", "situational")
    ),
    Turn("triple ko", TRIPLE_KO, "X", "C8 B2 C5 B8", "C2"),
    Turn("triple ko, the sixth", TRIPLE_KO, "X", "C8 B2 C5 B8 C2", "B5", ("simple",)),
    Turn("seki, above", SEKI, "X", "", "A7"),
    Turn("seki, below", SEKI, "O", "", "A3"),
    Turn("seki, Black is taken", SEKI, "X", "A7", "A3"),
    Turn("seki, White is taken", SEKI, "O", "A7", "A3"),
    Turn("bent four", BENT_FOUR, "X", "B5", "A5"),
    Turn("bent four, no liberty", BENT_FOUR, "X", "B5 A5", "C5", ()),
    Turn("bent four, the ko", BENT_FOUR, "X", "B5 A5", "A4"),
    Turn("bent four, the ko at once", BENT_FOUR, "X", "B5 A5 A4", "A5", ()),
    Turn("bent four, the ko won", BENT_FOUR, "X", "B5 A5 A4 pass", "C5"),
    Turn("dame", DAME, "X", "", "C5"),
    Turn("suicide of two", SUICIDE, "X", "", "B4", ()),
    Turn("suicide of two, allowed", SUICIDE, "X", "", "B4", suicide=True),
    Turn("suicide of one, allowed", SUICIDE, "X", "", "D1", (), suicide=True),
    Turn("an eye", TWO_EYES, "O", "", "A5", ()),
    Turn("an eye, suicide allowed", TWO_EYES, "O", "", "C5", (), suicide=True),
]


class End(NamedTuple):
    """A board where all is settled, and Black's lead without komi."""

    name: str
    board: str
    area: int
    territory: int
    seki: str = ""  # the stones that live without eyes


ENDS = [
    End("dame", DAME, 1, 1),
    End("dame filled", DAME.replace(".X.O", ".XXO"), 15 - 10, 5 - 4),
    End("seki", SEKI, 26 - 21, 2 - 4, "A6 A5 A4 B7 B6 B5 B4 B3 B2 A2"),
    End("two eyes", TWO_EYES, 8 - 17, 2 - 3),
]


def drawn(board, side, **parameters):
    """The game for a drawn board, and its position."""
    game = zermelo.load("go", size=len(board.split()[0]), komi=0, margin=True, **parameters)
    return game, game.read_state(f"{board} {side}")


def names(game, state):
    return {game.action_text(state, action) for action in game.legal(state)}


@pytest.mark.parametrize(
    ("turn", "ko"), [pytest.param(turn, ko, id=f"{turn.name}-{ko}") for turn in TURNS for ko in turn.under]
)
def test_the_key_move(turn, ko):
    game, state = drawn(turn.board, turn.side, ko=ko, suicide=turn.suicide)
    for move in turn.moves.split():
        state = game.result(state, game.read_action(state, move))
    assert (turn.key in names(game, state)) == (ko in turn.legal)


@pytest.mark.parametrize("ko", KO_RULES)
def test_gnu_go_allows_the_same(ko, tmp_path):
    for suicide in (False, True):
        with gnugo(OPTIONS[ko], f"--{'allow' if suicide else 'forbid'}-suicide") as other:
            for turn in (turn for turn in TURNS if turn.suicide == suicide and ko in turn.under):
                path = tmp_path / "shape.sgf"
                path.write_text(write_sgf([position_node(*drawn(turn.board, turn.side))]))
                other.ask(f"loadsgf {path}")
                player = "XO".index(turn.side)
                for move in turn.moves.split():
                    other.ask(f"play {COLOURS[player]} {move}")
                    player = 1 - player
                legal = other.ask(f"is_legal {COLOURS[player]} {turn.key}") == "1"
                assert legal == (ko in turn.legal), turn.name


@pytest.mark.parametrize("ko", KO_RULES)
@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.name)
def test_the_score(end, ko):
    for scoring in ("area", "territory"):
        for side in "XO":
            game, state = drawn(end.board, side, ko=ko, scoring=scoring)
            *_, passing = game.legal(state)
            over = game.result(game.result(state, passing), passing)
            assert game.is_terminal(over)
            assert game.utility(over, 0) == getattr(end, scoring)


@pytest.mark.parametrize("scoring", ["area", "territory"])
def test_gnu_go_counts_the_same(scoring, tmp_path):
    with gnugo("--chinese-rules" if scoring == "area" else "--japanese-rules") as other:
        for end in ENDS:
            path = tmp_path / "shape.sgf"
            path.write_text(write_sgf([position_node(*drawn(end.board, "X"))]))
            other.ask(f"loadsgf {path}")
            other.ask("komi 0")
            for player in COLOURS:
                other.ask(f"play {player} pass")
            assert points(other.ask("final_score")) == getattr(end, scoring), end.name
            assert other.ask("final_status_list dead") == "", end.name
            assert set(other.ask("final_status_list seki").split()) == set(end.seki.split()), end.name


def test_what_is_taken():
    """The boards after the last move of a shape."""
    for board, side, moves, after in (
        (SNAPBACK, "X", "A5 B5 A5", "X..X. ..X.. XX... ..... ....."),
        (KO, "X", "C4", ".XO.. X.XO. .XO.. ..... ....."),
        (SENDING_TWO, "O", "A5 C5", "..XO. XXO.. ..... ..... ....."),
        (TRIPLE_KO, "X", "C8 B2 C5 B8 C2 B5", TRIPLE_KO),  # as before
        (SEKI, "X", "A7 A3", ".OX.XO. .OXXXOO .OX.XO. .OXXXOO OOXXXO. OOXXXOO XXXXXO."),
        (SEKI, "O", "A7 A3", "..X.XO. X.XXXOO X.X.XO. X.XXXOO X.XXXO. ..XXXOO XXXXXO."),
        (BENT_FOUR, "X", "B5 A5 A4 pass C5", ".XX.X X...X ..XXX XXX.. ....."),
    ):
        game, state = drawn(board, side, ko="simple")
        for move in moves.split():
            state = game.result(state, game.read_action(state, move))
        assert game.state_text(state).split()[0].split("/") == after.split()
