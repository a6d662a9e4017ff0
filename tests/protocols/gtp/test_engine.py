"""`zermelo gtp` in this process: every command, the clock, dead stones, analyses, and lines that make no sense."""

from __future__ import annotations

import random
import re
import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

import zermelo
from zermelo import ZermeloError, engine
from zermelo.evaluate.go import ownership as gtp_playouts
from zermelo.evaluate.go.life import judged, settled_lead
from zermelo.protocols.gtp.analysis import Wish, read_wish
from zermelo.protocols.gtp.clock import GtpClock
from zermelo.protocols.gtp.engine import COMMANDS, GtpEngine
from zermelo.protocols.gtp.table import free_handicap, read_table
from zermelo.protocols.gtp.thinking import Thinker
from zermelo.protocols.gtp.words import BadSyntax, read_line
from zermelo.records.sgf import read_sgf
from zermelo.search.mcts.search import MCTS

PATIENCE = 300.0  # seconds: the first search compiles, perhaps on a busy machine
COLUMNS = "ABCDEFGHJKLMNOPQRST"


class Desk:
    """An engine and what it said."""

    def __init__(self, game="go:size=5", player="random:seed=1", resign=0.0):
        self.said, self.news = [], threading.Condition()
        self.engine = GtpEngine(self.say, zermelo.load(game), engine(player), resign)

    def say(self, text):
        with self.news:
            self.said.append(text)
            self.news.notify_all()

    def raw(self, line):
        """What it says to a line, and whether it goes on."""
        before = len(self.said)
        going = self.engine.hear(line)
        return "\n".join(self.said[before:]), going

    def ask(self, *lines):
        """The answer to the last of some lines, all of which it must obey."""
        for line in lines:
            answer, _ = self.raw(line)
            assert re.fullmatch(r"=(.*)\n", answer, re.DOTALL), (line, answer)
        return answer[1:].strip()

    def refused(self, line):
        answer, going = self.raw(line)
        assert going
        assert re.fullmatch(r"\? [^\n]+\n", answer), (line, answer)
        return answer[2:].strip()

    def draw(self, board, tmp_path):
        """Sets a drawn board up; Black to move."""
        rows = board.split()
        stones = {"X": "", "O": ""}
        for row, points in enumerate(rows):
            for column, point in enumerate(points):
                if point != ".":
                    stones[point] += f"[{'abcdefghijklmnopqrs'[column]}{'abcdefghijklmnopqrs'[row]}]"
        path = tmp_path / "drawn.sgf"
        sets = "".join(f"A{'B' if who == 'X' else 'W'}{list_}" for who, list_ in stones.items() if list_)
        path.write_text(f"(;GM[1]SZ[{len(rows)}]KM[7.5]{sets}PL[B])")
        self.ask(f"loadsgf {path}")

    def board(self):
        return [line.split()[1:-1] for line in self.ask("showboard").splitlines()[1:-2]]


# --- lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", ("", "name", [])),
        ("12 name", ("12", "name", [])),
        ("007\tplay  b\tA1 # my best move", ("007", "play", ["b", "A1"])),
        ("pl\x07ay b\r a1\r\n", ("", "play", ["b", "a1"])),
        ("12name", ("", "12name", [])),
        ("12", ("12", "", [])),
        ("", None),
        (" \t ", None),
        ("# nothing", None),
        ("\x00\x01", None),
    ],
)
def test_lines_are_read_as_the_protocol_says(line, command):
    assert read_line(line) == command


def test_who_it_is():
    desk = Desk()
    assert desk.ask("protocol_version") == "2"
    assert desk.ask("name") == "Zermelo"
    assert desk.ask("version") == zermelo.__version__
    assert desk.ask("list_commands").split() == [*COMMANDS]
    assert desk.ask("known_command genmove") == "true"
    assert desk.ask("known_command moo") == "false"


def test_ids_come_back():
    desk = Desk()
    assert desk.raw("17 name") == ("=17 Zermelo\n", True)
    assert desk.raw("18 moo") == ("?18 unknown command\n", True)
    assert desk.raw("19 boardsize") == ("?19 syntax error: boardsize SIZE\n", True)
    assert desk.raw("20 clear_board") == ("=20\n", True)
    assert desk.raw("21 quit") == ("=21\n", False)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("moo", "unknown command"),
        ("12x", "unknown command"),
        ("name please", "syntax error: name"),
        ("boardsize 20", "unacceptable size"),
        ("boardsize 0", "unacceptable size"),
        ("boardsize nine", "syntax error: boardsize SIZE"),
        ("boardsize -3", "syntax error: boardsize SIZE"),
        ("komi much", "syntax error: komi POINTS"),
        ("komi nan", "syntax error: komi POINTS"),
        ("komi 0.3", "half points"),
        ("play black", "syntax error: play COLOUR VERTEX"),
        ("play green A1", "syntax error"),
        ("play black I3", "syntax error"),
        ("play black A6", "illegal move"),
        ("play black resign", "syntax error"),
        ("genmove", "syntax error: genmove COLOUR"),
        ("undo", "cannot undo"),
        ("fixed_handicap 2", "invalid number of stones"),
        ("place_free_handicap 1", "invalid number of stones"),
        ("set_free_handicap A1", "bad vertex list"),
        ("set_free_handicap A1 pass", "bad vertex list"),
        ("set_free_handicap A1 A1", "bad vertex list"),
        ("loadsgf", "syntax error: loadsgf"),
        ("loadsgf /no/such/file.sgf", "cannot load file: No such file"),
        ("time_settings 1 2", "syntax error"),
        ("time_settings 1 2 -3", "syntax error"),
        ("kgs-time_settings moon 3", "syntax error"),
        ("time_left black inf 0", "syntax error"),
        ("final_status_list asleep", "syntax error: final_status_list alive | dead | seki"),
        ("lz-analyze 10", "does not analyse"),
    ],
)
def test_mistakes_are_told_in_one_line(line, told):
    assert told in Desk().refused(line)


GRAMMAR = some.tuples(
    some.sampled_from([*COMMANDS, "moo", "7", ""]),
    some.lists(
        some.one_of(
            some.sampled_from(
                ["b", "W", "black", "A1", "b2", "T19", "pass", "5", "2", "19", "alive", "dead", "0", "-1"]
            ),
            some.text(max_size=4),
        ),
        max_size=4,
    ),
).map(lambda parts: " ".join([parts[0], *parts[1]]))
ANY = some.one_of(some.text(max_size=60), some.binary(max_size=60).map(lambda b: b.decode(errors="replace")), GRAMMAR)
SHARED = Desk("go:size=3")


@given(some.lists(ANY, min_size=1, max_size=12))
def test_any_line_gets_one_answer(lines):
    for line in lines:
        answer, _ = SHARED.raw(line)
        if read_line(line) is None:
            assert answer == ""
        else:
            assert re.fullmatch(r"[=?]\d*([ \n][^\n]+(\n[^\n]+)*)?\n", answer), (line, answer)


def test_another_game_or_board_is_refused():
    for game, told in (
        ("othello", "gtp plays Go, such as go:size=9, not othello"),
        ("go:rows=3,columns=5", "squares, not 3 rows and 5 columns"),
        ("go:handicap=2", "fixed_handicap"),
    ):
        with pytest.raises(ZermeloError, match=told):
            Desk(game)
    assert len(Desk("go:rows=4,columns=4").board()) == 4


# --- the board -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 9, 19])
def test_every_size(size):
    desk = Desk()
    desk.ask(f"boardsize {size}", "clear_board")
    assert len(desk.board()) == size
    assert desk.ask("showboard").splitlines()[0].split() == [*COLUMNS[:size]]
    assert desk.ask("genmove black") in {f"{c}{r}" for c in COLUMNS[:size] for r in range(1, size + 1)} | {"pass"}


def test_showboard():
    desk = Desk("go:size=3")
    desk.ask("play b A1", "play w A2", "play b C3", "play w B1")
    assert desk.raw("showboard")[0] == (
        "=\n   A B C\n 3 . . X 3\n 2 O . . 2\n 1 . O . 1\n   A B C\nBlack (X) has taken 0, White (O) 1; Black to move\n"
    )


def test_colours_may_come_in_any_order():
    desk = Desk()
    desk.ask("play w C3", "play W D3", "play black A1", "play BLACK pass", "play b B1")
    assert sum(row.count("O") for row in desk.board()) == 2
    assert sum(row.count("X") for row in desk.board()) == 2
    for _ in range(5):
        desk.ask("undo")
    assert not any(set(row) - {"."} for row in desk.board())
    desk.refused("undo")


def test_a_game_may_go_on_after_two_passes():
    desk = Desk()
    desk.ask("play b pass", "play w pass", "play b pass", "play w C3")
    assert sum(row.count("O") for row in desk.board()) == 1
    assert desk.ask("genmove b")


def test_a_game_may_be_longer_than_ours():
    desk, noise = Desk("go:size=2"), random.Random(1)
    for ply in range(300):
        colour = "bw"[ply % 2]
        for vertex in noise.sample(["A1", "A2", "B1", "B2"], 4):
            if desk.raw(f"play {colour} {vertex}")[0].startswith("="):
                break
        else:
            desk.ask(f"play {colour} pass")


KO = ("B2", "C2", "A1", "D1", "C1", "B1")  # Black takes back at C1 under no rule


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_ko(ko):
    desk = Desk(f"go:size=4,ko={ko}")
    for ply, vertex in enumerate(KO):
        desk.ask(f"play {'bw'[ply % 2]} {vertex}")
    assert desk.refused("play b C1") == "illegal move"
    desk.ask("play b A4", "play w D4", "play b C1")


@pytest.mark.parametrize("suicide", ["true", "false"])
def test_suicide(suicide):
    desk = Desk(f"go:size=4,suicide={suicide}")
    desk.ask("play b A1", "play w A2", "play w B2", "play w C1")
    assert desk.raw("play b B1")[0].startswith("=" if suicide == "true" else "? illegal move")


def test_handicap():
    desk = Desk()
    desk.ask("boardsize 9")
    assert desk.ask("fixed_handicap 5") == "C3 G7 C7 G3 E5"
    assert desk.refused("fixed_handicap 5") == "board not empty"
    assert desk.refused("undo") == "cannot undo"
    desk.ask("clear_board", "set_free_handicap A1 J9 E5")
    assert sum(row.count("X") for row in desk.board()) == 3
    desk.ask("clear_board")
    assert len(desk.ask("place_free_handicap 6").split()) == 6
    for number in ("0", "1", "10"):
        desk.ask("clear_board")
        assert desk.refused(f"fixed_handicap {number}") == "invalid number of stones"


@given(some.integers(2, 19), some.integers(2, 30))
def test_free_handicap_is_as_many_points_as_asked_for(size, stones):
    cells = free_handicap(size, min(stones, size**2 - 1))
    assert len(set(cells)) == len(cells) == min(stones, size**2 - 1)
    assert all(0 <= row < size and 0 <= column < size for row, column in cells)


def test_loadsgf(tmp_path):
    desk, path = Desk("go:ko=positional"), tmp_path / "a game.sgf"
    path.write_text("(;GM[1]SZ[5]KM[6.5]AB[aa][bb]AW[cc]PL[W];W[dd];B[ee]C[hm];W[tt];B[];W[ab];W[ba])")
    desk.ask(f"loadsgf {path}")
    assert ["".join(row) for row in desk.board()] == [".O...", "OX...", "..O..", "...O.", "....X"]
    desk.ask(f"loadsgf {path} 2")
    assert ["".join(row) for row in desk.board()] == ["X....", ".X...", "..O..", "...O.", "....."]
    assert "White" not in desk.ask("showboard").splitlines()[-1].split(";")[1]
    path.write_text("(;SZ[9]HA[2];W[ee])")
    desk.ask(f"loadsgf {path}")
    assert sum(row.count("X") for row in desk.board()) == 2


@pytest.mark.parametrize(
    ("sgf", "told"),
    [
        ("hello", "no SGF"),
        ("(;SZ[5];B[aa];W[aa])", "move 2, White A5, is not legal"),
        ("(;SZ[5:7])", "squares"),
        ("(;SZ[5];B[aa:bb])", "a move one point"),
        ("(;SZ[5]HA[2])", "handicap must be 0"),
        ("(;SZ[9]HA[two])", "HA"),
        ("(;SZ[2]AB[aa:bb])", "no liberty"),
    ],
)
def test_a_bad_file_leaves_the_board_as_it_was(tmp_path, sgf, told):
    desk, path = Desk(), tmp_path / "bad.sgf"
    desk.ask("play b C3")
    path.write_text(sgf)
    answer = desk.refused(f"loadsgf {path}")
    assert answer.startswith("cannot load file: ")
    assert told in answer
    assert sum(row.count("X") for row in desk.board()) == 1


def test_stones_that_are_set_up_in_the_middle_of_a_file():
    root = read_sgf("(;SZ[5]KM[0];B[aa];AE[aa]AW[cc];B[bb])")[0]
    parameters = {"ko": "simple", "suicide": False, "scoring": "area"}
    assert read_table(root, parameters).board == [".....", ".X...", "..O..", ".....", "....."]


# --- time ------------------------------------------------------------------------------------------------------------


@given(some.floats(0.01, 10_000), some.floats(0, 600), some.integers(0, 30), some.integers(1, 400))
def test_the_time_lasts(main, period, stones, moves):
    """Who uses what is allotted is never late, whether the controller tells the time or not."""
    clock = GtpClock(main, period if stones else 0.0, stones)
    left, to_go = main, 0
    for _ in range(moves):
        seconds = clock.allot(0)
        assert seconds is not None
        left -= seconds
        if to_go == 0 and left < 0 and period and stones:
            left, to_go = left + period, stones
        assert left >= 0 or seconds <= 0.001
        if to_go:
            to_go -= 1
            if to_go == 0:
                left, to_go = period, stones
        clock.spend(0, seconds)


def test_what_the_controller_tells_counts():
    clock = GtpClock(600.0)
    generous = clock.allot(0)
    clock.tell(0, 10.0, 0)
    assert clock.allot(0) < 0.1 * generous
    assert clock.allot(1) == generous
    clock.tell(0, 10.0, 1)
    assert 3.0 < clock.allot(0) < 10.0
    clock.tell(0, 0.0, 0)
    assert 0 < clock.allot(0) <= 0.001


def test_no_limit_is_no_limit():
    for line in ("time_settings 0 1 0", "time_settings 0 0 0", "kgs-time_settings none"):
        desk = Desk()
        desk.ask("time_settings 10 0 0")
        assert desk.engine._clock.allot(0) is not None
        desk.ask(line)
        assert desk.engine._clock.allot(0) is None


def test_japanese_periods_are_for_one_move_each():
    desk = Desk()
    desk.ask("kgs-time_settings byoyomi 0 30 5", "time_left b 30 5")
    assert 10 < desk.engine._clock.allot(0) < 30
    desk.ask("kgs-time_settings canadian 0 300 25", "time_left b 300 25")
    assert 5 < desk.engine._clock.allot(0) < 12.5
    desk.ask("kgs-time_settings absolute 1000")
    assert desk.engine._clock.allot(0) < 100


def test_a_clock_is_heard_by_the_search():
    desk = Desk("go:size=5", "mcts")
    desk.ask("time_settings 60 0 0")
    generous = desk.engine._clock.allot(0)
    desk.ask("time_left b 1 0")
    assert desk.engine._clock.allot(0) < 0.1 * generous == 0.1 * desk.engine._clock.allot(1)
    assert desk.ask("genmove b")


@pytest.mark.parametrize("command", ["genmove", "kgs-genmove_cleanup"])
def test_a_move_takes_time_off_its_player_s_clock(command):
    desk = Desk("go:size=5", "random:seed=1")
    desk.ask("time_settings 60 0 0")
    before = [desk.engine._clock.allot(player) for player in (0, 1)]
    desk.ask(f"{command} b")
    after = [desk.engine._clock.allot(player) for player in (0, 1)]
    assert after[0] < before[0]
    assert after[1] == before[1]


# --- moves of its own ------------------------------------------------------------------------------------------------


def test_it_passes_when_the_other_did_and_the_board_is_won(tmp_path):
    desk = Desk("go:size=5", "random:seed=1")
    desk.draw(".X.O. .X.O. .X.O. .X.O. .X.O.", tmp_path)
    desk.ask("play b pass")
    assert desk.ask("genmove w") == "pass"  # seven and a half points to the good


IN_ATARI = """
    .XOOO
    XXOOO
    .XOO.
    XXOOO
    .XOOO
    """
LOST = """
    .XO.O
    XXOO.
    .XO.O
    XXOOO
    .XO.O
    """


def test_it_plays_on_where_that_wins(tmp_path):
    """White has passed; a second pass would lose, and E3 takes all of White."""
    desk = Desk("go:size=5", "mcts:sims=300,seed=1")
    desk.draw(IN_ATARI, tmp_path)
    desk.ask("play w pass")
    assert desk.ask("genmove b") == "E3"


def test_it_passes_where_all_is_lost_and_settled(tmp_path):
    desk = Desk("go:size=5", "mcts:sims=300,seed=1")
    desk.draw(LOST, tmp_path)
    desk.ask("play w pass")
    assert desk.ask("genmove b") == "pass"


def test_it_passes_where_the_search_would_play_on_for_nothing(tmp_path):
    desk = Desk("go:size=5", "mcts:sims=300,seed=1")
    desk.draw(LOST, tmp_path)
    desk.ask("play w pass")
    game, state = desk.engine._table.game, desk.engine._table.turn(0)
    *others, passing = game.legal(state)

    class Stubborn(MCTS):
        def analyse(self, game, state=None, watch=None):
            return replace(super().analyse(game, state, watch), action=others[0])

    assert Thinker(Stubborn(sims=300, seed=1, compiled=False)).choose(game, state, None) == passing


@pytest.mark.parametrize(("resign", "answers"), [(0.0, []), (0.2, ["resign"])])
def test_it_resigns_only_if_told_to(tmp_path, resign, answers):
    desk, moves = Desk("go:size=5", "mcts:sims=300,seed=1", resign), []
    desk.draw(LOST, tmp_path)
    for _ in range(3):
        moves.append(desk.ask("genmove b"))
        if moves[-1] != "resign":
            desk.ask("undo")
    assert [move for move in moves if move == "resign"] == answers


def test_reg_genmove_is_steady_and_plays_nothing():
    desk = Desk("go:size=5", "mcts:sims=100")
    assert len({desk.ask("reg_genmove b") for _ in range(3)}) == 1
    assert not any(set(row) - {"."} for row in desk.board())


DEAD = """
    .X.XO.O
    XXXXOOO
    ..XXO.O
    .OXXOOO
    ..XXOO.
    XXXXO.O
    .X.XOOO
    """


def test_the_dead_are_taken_before_a_pass(tmp_path):
    desk = Desk("go:size=7", "random:seed=1")
    desk.draw(DEAD, tmp_path)
    moves = []
    while desk.ask("final_status_list dead"):
        moves.append(desk.ask("kgs-genmove_cleanup b"))
        desk.ask("play w pass")
        assert len(moves) <= 4
    assert set(moves) <= {"B5", "B3", "A4"}
    assert desk.ask("kgs-genmove_cleanup b") == "pass"


# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scoring", "score"), [("area", "W+0.5"), ("territory", "W+0.5")])
def test_final_score_takes_the_dead_off(tmp_path, scoring, score):
    """Black has 28 points of the board, White 21; of territory 10 and a prisoner against 4."""
    desk = Desk(f"go:scoring={scoring}")
    desk.draw(DEAD, tmp_path)
    assert desk.ask("final_status_list dead") == "B4"
    assert desk.ask("final_score") == score
    assert sorted(map(len, map(str.split, desk.ask("final_status_list alive").splitlines()))) == [17, 18]
    assert desk.ask("final_status_list seki") == ""


def test_an_empty_board():
    desk = Desk("go:size=9,komi=0")
    assert desk.ask("final_score") == "0"
    desk.ask("komi 0.5")
    assert desk.ask("final_score") == "W+0.5"


SETTLED = [
    ".X.O. .X.O. .X.O. .X.OO .XXO.",
    "..XO. .XXO. X.XOO .XXO. ..XO.",
    "..XO... ..XO... XXXOOO. ..XXXO. ...XOO. .XXXO.. ..XOO..",
    ".X.XX XXXX. .XXXX X.X.X .XXXX",
]


@pytest.mark.parametrize("board", SETTLED)
@pytest.mark.parametrize("scoring", ["area", "territory"])
def test_where_nothing_is_dead_the_score_is_the_plain_count(board, scoring):
    game = zermelo.load("go", size=len(board.split()[0]), scoring=scoring, margin=True)
    state = game.read_state(f"{board} X")
    assert all(chain.status == "alive" for chain in judged(board.split()))
    assert settled_lead(game, state) == game.utility(state, 0)


SEKI = """
    .OX.XO.
    XOXXXOO
    XOX.XO.
    XOXXXOO
    .OXXXO.
    OOXXXOO
    XXXXXO.
    """


def test_seki(tmp_path):
    """At the left two chains without eyes share two liberties; who plays there first is taken."""
    desk = Desk("go:size=7")
    desk.draw(SEKI, tmp_path)
    assert desk.ask("final_status_list dead") == ""
    assert {*desk.ask("final_status_list seki").splitlines()} == {"A6 A5 A4", "B7 B6 B5 B4 B3 A2 B2"}
    assert desk.ask("final_score") == "W+2.5"  # 26 against 21 and komi, and two points for nobody


@pytest.mark.parametrize("board", ["..... .XO.. .XO.. ..... .....", ".X. XXO .O.", "....", "."])
def test_playouts_are_the_same_compiled_and_interpreted(board):
    rows = board.split()
    fast, slow = (gtp_playouts.owners(rows, 20, seed=3, compiled=compiled) for compiled in (True, False))
    assert [share.tolist() for share in fast] == [share.tolist() for share in slow]


# --- analysis --------------------------------------------------------------------------------------------------------

INFO = r"info move (\w+) visits (\d+) winrate ([\d.]+) prior ([\d.]+) lcb ([\d.]+) order (\d+) pv((?: (?!info)\w+)+)"


@pytest.mark.parametrize(("command", "whole"), [("lz-analyze b 1", 10_000), ("kata-analyze 1 maxmoves 3", 1)])
def test_an_analysis_goes_on_until_the_next_line(command, whole):
    desk = Desk("go:size=5", "mcts:time=1,seed=1")
    assert desk.engine.hear(f"5 {command}")
    with desk.news:
        assert desk.news.wait_for(lambda: len(desk.said) >= 4, PATIENCE)
    assert desk.engine.hear("6 name")
    first, *infos, end, last = desk.said
    assert (first, end, last) == ("=5", "", "=6 Zermelo\n")
    for line in infos:
        found = re.findall(INFO, line)
        assert " ".join(re.sub(r" +", " ", match[0]) for match in re.finditer(INFO, line)) == line
        assert [int(order) for *_, order, _ in found] == list(range(len(found)))
        assert all(0 <= float(x) <= whole for match in found for x in match[2:5])
        assert all(move == line.split()[0] for move, *_, line in found)
        assert len(found) <= 3 or whole == 10_000
    visits = [sum(int(match[1]) for match in re.findall(INFO, line)) for line in infos]
    assert visits[-1] > visits[0]


def test_an_empty_line_ends_an_analysis_too():
    desk = Desk("go:size=5", "mcts:time=1,seed=1")
    desk.engine.hear("lz-analyze 1")
    assert desk.engine.hear("\n")
    assert desk.said[-1] == ""
    assert desk.engine.close()


def test_a_move_with_its_analysis():
    for player in ("mcts:sims=100,seed=1", "mcts:time=0.01,seed=1"):
        desk = Desk("go:size=5", player)
        first, *infos, last = desk.raw("9 kata-genmove_analyze w 10")[0].split("\n")[:-1]
        assert first == "=9"
        assert infos
        assert all(line.startswith("info move ") for line in infos)
        assert re.fullmatch(r"play \w+", last)
        assert sum(row.count("O") for row in desk.board()) == 1


def test_how_an_analysis_is_asked_for():
    assert read_wish([], 1) == Wish(1, 1.0, None)
    assert read_wish(["W", "50"], 0) == Wish(1, 0.5, None)
    assert read_wish(["interval", "25", "maxmoves", "4", "ownership", "true"], 0) == Wish(0, 0.25, 4)
    for words in (["black", "white"], ["1", "moon", "3"], ["1", "maxmoves"], ["1", "maxmoves", "x"]):
        with pytest.raises(BadSyntax):
            read_wish(words, 0)
