"""Principal-variation search: minimax's value in exact mode, and the effect of each part."""

from __future__ import annotations

import math
import pickle
import threading
import time
from itertools import pairwise

import naive
import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import Tactics, opinion
from zermelo.game import ZermeloError
from zermelo.games.tree.rules import tree_game
from zermelo.players.player import as_player
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.pvs.parts import UNSOUND, PvsParts, suitable
from zermelo.search.task import Limits
from zermelo.search.textbook.minimax import Minimax
from zermelo.search.time.clock import Clock
from zermelo.search.time.deadline import Deadline

# every game here that alpha-beta serves, with how deep minimax is still quick, compiled and interpreted
GAMES = {
    "tic-tac-toe": (9, 3),
    "connect-four": (5, 2),
    "nim": (6, 3),
    "bins": (2, 2),
    "random-tree": (4, 3),
    "othello:size=6": (4, 2),
    "othello": (3, 1),
    "checkers": (5, 2),
    "draughts": (3, 1),
    "chess": (3, 1),
    "breakthrough": (4, 2),
    "gomoku:size=6": (3, 1),
    "gomoku:size=5,swap=true": (3, 1),
    "amazons:size=5": (4, 2),
    "hex:size=4": (3, 1),
    "kalah": (5, 2),
    "dots-and-boxes:rows=2,columns=2": (4, 2),
    "nine-mens-morris": (3, 1),
    "go:size=4": (3, 2),
    "pacman": (5, 3),
    "tree": (4, 4),
}
# the others compile two kernels each, of 4 to 20 CPU seconds
QUICK, LONG = {"tic-tac-toe", "tree"}, {"connect-four", "othello:size=6"}
CHESS = zermelo.load("chess")


def is_served(name):
    return AlphaBeta().refusal(zermelo.load(name)) is None


def test_every_game_is_among_them():
    known = {name.partition(":")[0] for name in GAMES}
    assert {name for name in zermelo.game_names() if is_served(name)} <= known


@pytest.mark.parametrize(
    "name",
    [
        name if name in QUICK else pytest.param(name, marks=pytest.mark.long if name in LONG else pytest.mark.slow)
        for name in GAMES
    ],
)
def test_exact_is_minimax_at_the_same_depth(name):
    game = zermelo.load(name)
    for compiled, depth, positions in ((None, GAMES[name][0], 12), (False, GAMES[name][1], 4)):
        for seed in range(positions):
            state = random_position(game, f"{name} {seed}", 40)
            ours = AlphaBeta(depth=depth, exact=True, compiled=compiled, table=1).analyse(game, state)
            book = Minimax(depth=depth, compiled=compiled).analyse(game, state)
            assert (ours.value, ours.exact) == (book.value, book.exact), game.state_text(state)


@pytest.mark.long
@pytest.mark.parametrize(
    "off", ["table", *(pytest.param(off, marks=pytest.mark.slow) for off in ("learning", "scout", "aspiration"))]
)
def test_each_sound_part_leaves_the_value_alone(off):
    game = zermelo.load("connect-four:columns=5,rows=5")
    options = {"table": 0} if off == "table" else {off: False}
    for seed in range(5):
        state = random_position(game, seed, 8)
        value = AlphaBeta(depth=6, exact=True, **options).analyse(game, state).value
        assert value == Minimax(depth=6).analyse(game, state).value


def test_exact_needs_no_evaluator_and_no_numbers_as_actions():
    """A game over strings: nothing but the rules, interpreted."""
    tree = tree_game([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    analysis = AlphaBeta(exact=True).analyse(tree)
    assert (analysis.value, analysis.exact) == (3, True)
    assert analysis.parts == ("table", "scout", "aspiration", "learning")


def test_a_player_who_moves_twice_keeps_the_sign():
    """Trees where MAX or MIN move again."""
    again = {
        "player": "max",
        "children": [{"player": "max", "children": [1, 7]}, {"player": "min", "children": [9, 8]}],
    }
    game = tree_game(again)
    analysis = AlphaBeta(exact=True).analyse(game)
    assert analysis.value == naive.minimax(game, game.initial()) == 8


def test_the_book_s_algorithm_is_left_alone_where_it_is_asked_for():
    game = zermelo.load("connect-four")
    assert AlphaBeta(depth=4).is_plain(game)
    assert AlphaBeta(time=1.0, plain=True).is_plain(game)
    assert not AlphaBeta(time=1.0).is_plain(game)
    assert not AlphaBeta(depth=4, table=1).is_plain(game)
    assert not AlphaBeta(depth=4).is_plain(CHESS)
    assert AlphaBeta(depth=4, plain=True).is_plain(CHESS)
    assert AlphaBeta(time=1.0).is_plain(zermelo.load("tic-tac-toe"))


def test_parts_are_off_where_the_game_forbids_them():
    nothing = suitable(zermelo.load("connect-four"), None)
    assert not any(getattr(nothing, name) for name in UNSOUND if name != "deeper")
    othello = suitable(zermelo.load("othello"), opinion(zermelo.load("othello")).tactics)
    assert not othello.null_move, "passing in Othello is a move of its own"
    checkers = suitable(zermelo.load("checkers"), opinion(zermelo.load("checkers")).tactics)
    assert not checkers.null_move, "zugzwang decides checkers"
    chess = suitable(CHESS, opinion(CHESS).tactics)
    assert chess == PvsParts()
    assert not suitable(CHESS, Tactics()).quiescence


@pytest.mark.long
def test_it_says_which_parts_are_on():
    analysis = AlphaBeta(depth=2).analyse(CHESS)
    assert {"quiescence", "null move"} <= set(analysis.parts)
    assert analysis.to_json()["parts"] == list(analysis.parts)
    engine = AlphaBeta(depth=2, exact=True, scout=False)
    assert engine.analyse(zermelo.load("nim")).parts == ("table", "aspiration", "learning")


MATES = [
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, "Rd8#"),
    ("3rrk2/2p2pR1/p4n2/1p1PpP2/2p2q1P/3P1BQ1/PPP5/6RK w - - 1 1", 3, None),
    ("1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1", 5, None),
]


@pytest.mark.long
@pytest.mark.parametrize(("fen", "distance", "move"), MATES)
def test_mates_have_their_distance(fen, distance, move):
    state = CHESS.read_state(fen)
    analysis = AlphaBeta(depth=12).analyse(CHESS, state)
    assert (analysis.value, analysis.distance) == (1.0, distance)
    assert len(analysis.line) == distance
    assert analysis.line_text()[-1].endswith("#")
    assert move in (None, analysis.line_text()[0])
    worse = CHESS.result(state, analysis.line[0])
    if distance > 1:
        lost = AlphaBeta(depth=10).analyse(CHESS, worse)
        assert (lost.value, lost.distance) == (-1.0, distance - 1)


@pytest.mark.parametrize(("file", "distance"), [("mate_in_2.fen", 3), ("mate_in_3.fen", 5)])
def test_every_published_mate_is_announced(truth, file, distance):
    lines = truth(f"chess/{file}").read_text().splitlines()
    for line in lines if distance == 5 else lines[::4]:
        state = CHESS.read_state(line[:-1] + "1" if line.endswith(" 0") else line)
        analysis = AlphaBeta(depth=30, table=16).analyse(CHESS, state, limits=Limits(distance=distance))
        assert (analysis.value, analysis.distance) == (1.0, distance), line


@pytest.mark.slow
def test_every_published_mate_in_two_is_announced(truth):
    for line in truth("chess/mate_in_2.fen").read_text().splitlines():
        state = CHESS.read_state(line[:-1] + "1" if line.endswith(" 0") else line)
        analysis = AlphaBeta(depth=30, table=16).analyse(CHESS, state, limits=Limits(distance=3))
        assert (analysis.value, analysis.distance) == (1.0, 3), line


def test_a_position_that_came_up_twice_before_is_a_draw():
    past, state = [], CHESS.read_state("5rk1/5ppp/8/8/7Q/8/1q4PP/r5BK w - - 0 1")
    for word in ("Qg3", "Qb1", "Qh4", "Qb2", "Qg3", "Qb1", "Qh4"):
        past.append(state)
        state = CHESS.result(state, CHESS.read_action(state, word))
    only = [CHESS.read_action(state, "Qb2")]
    assert AlphaBeta(depth=4).analyse(CHESS, state, past=past, limits=Limits(only=only)).value == 0
    assert AlphaBeta(depth=4).analyse(CHESS, state, limits=Limits(only=only)).value > 5


def test_a_perpetual_check_is_seen_on_the_way():
    """Down a queen and two rooks, White draws by checking on h5 and e8."""
    state = CHESS.read_state("6k1/6p1/8/7Q/8/8/1rr3PP/1q4BK w - - 0 1")
    analysis = AlphaBeta(depth=10).analyse(CHESS, state)
    assert (analysis.value, analysis.line_text()[0]) == (0, "Qe8+")


def test_several_lines_are_the_best_ones_in_order():
    state = CHESS.read_state("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    analysis = AlphaBeta(depth=6, lines=4).analyse(CHESS, state)
    values = [variation.value for variation in analysis.variations]
    firsts = [variation.line[0] for variation in analysis.variations]
    assert len(analysis.variations) == 4
    assert len(set(firsts)) == 4
    assert analysis.texts(analysis.variations[0].line)[0] == "Qxf7#"
    assert analysis.variations[0].distance == 1
    assert all(better >= worse for better, worse in pairwise(values[1:]))
    assert len(analysis.to_json()["variations"]) == 4


def test_only_the_actions_asked_for_are_looked_at():
    only = [CHESS.read_action(CHESS.initial(), "a3"), CHESS.read_action(CHESS.initial(), "h4")]
    analysis = AlphaBeta(depth=5).analyse(CHESS, CHESS.initial(), limits=Limits(only=only))
    assert analysis.action in only
    assert {candidate.action for candidate in analysis.candidates} == set(only)
    with pytest.raises(ZermeloError, match="none of the actions"):
        AlphaBeta(depth=2).analyse(CHESS, CHESS.initial(), limits=Limits(only=[12345]))


@pytest.mark.long
def test_threads_agree_on_what_is_certain():
    state = zermelo.load("connect-four").read_state("112233")
    analysis = AlphaBeta(time=20, threads=2).analyse(zermelo.load("connect-four"), state)
    assert (analysis.value, analysis.distance) == (1.0, 1)
    mate = CHESS.read_state(MATES[2][0])
    analysis = AlphaBeta(depth=12, threads=2).analyse(CHESS, mate, limits=Limits(distance=5))
    assert (analysis.value, analysis.distance) == (1.0, 5)


def test_a_node_limit_is_kept_and_repeats_itself():
    first, second = (AlphaBeta(nodes=5000).analyse(CHESS) for _ in range(2))
    assert first.nodes == second.nodes <= 5000
    assert (first.action, first.value, first.line) == (second.action, second.value, second.line)
    least = AlphaBeta(nodes=1).analyse(CHESS)
    assert least.action in CHESS.legal(CHESS.initial())


def test_the_table_saves_work_and_is_kept():
    engine = as_player(AlphaBeta(depth=8))
    first = engine.analyse(CHESS).nodes
    assert engine.analyse(CHESS).nodes < first / 2
    assert AlphaBeta(depth=8).analyse(CHESS).nodes == first
    forgetful = as_player(AlphaBeta(depth=6, keep=False))
    assert forgetful.analyse(CHESS).nodes == forgetful.analyse(CHESS).nodes


def test_a_deadline_can_be_moved_while_it_thinks():
    """As when the move pondered on is played: it thought without limit, and now the clock runs."""
    deadline = Deadline()
    threading.Timer(0.3, deadline.begin, (0.01, 0.05)).start()
    analysis = AlphaBeta().analyse(CHESS, deadline=deadline, limits=Limits(endless=True))
    assert analysis.depth >= 1
    stopped = Deadline()
    threading.Timer(0.2, stopped.stop).start()
    start = time.perf_counter()
    AlphaBeta().analyse(CHESS, deadline=stopped, limits=Limits(endless=True))
    assert time.perf_counter() - start < 60


def test_clocks_leave_something_for_the_rest():
    for left in (0.05, 1.0, 60.0, 3600.0):
        for increment in (0.0, 0.01, 10.0):
            for to_go in (None, 1, 2, 40):
                soft, hard = Clock((left, left), (increment, increment), to_go).allot(0)
                assert 0 < hard < left
                assert soft <= hard or math.isclose(soft, hard)


def test_it_can_be_sent_to_another_process():
    engine = AlphaBeta(depth=3)
    engine.analyse(CHESS)
    assert pickle.loads(pickle.dumps(engine)) == engine
    assert str(AlphaBeta(depth=3, null_move=False)) == "alphabeta:depth=3,null_move=false"


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"table": -1}, "table"),
        ({"threads": 0}, "threads"),
        ({"lines": 0}, "lines"),
        ({"plain": True, "lines": 2}, "plain"),
    ],
)
def test_options_are_checked(options, word):
    with pytest.raises(ZermeloError, match=word):
        AlphaBeta(**options)


def test_a_book_is_used_and_a_corrupt_one_is_told(tmp_path):
    (tmp_path / "book.txt").write_text("a3 h6 : 1\n")
    engine = AlphaBeta(depth=3, book=str(tmp_path / "book.txt"))
    assert CHESS.action_text(CHESS.initial(), engine(CHESS, CHESS.initial())) == "a3"
    (tmp_path / "corrupt.bin").write_bytes(b"0" * 37)
    for file in ("corrupt.bin", "missing.bin"):
        with pytest.raises(ZermeloError, match=file):
            AlphaBeta(depth=1, book=str(tmp_path / file)).analyse(CHESS)


def test_a_seed_repeats_the_choice_among_the_book_s_moves(tmp_path):
    game, file = zermelo.load("tic-tac-toe"), tmp_path / "book.txt"
    start = game.initial()
    file.write_text("".join(f"{game.action_text(start, action)}\n" for action in game.legal(start)))

    def choices(seed):
        session = AlphaBeta(plain=False, book=str(file), seed=seed, compiled=False).open(game)
        return [session.choose(start) for _ in range(12)]

    assert choices(1) == choices(1) != choices(2)
    assert len(set(choices(1))) > 1
    engines = [AlphaBeta(plain=False, depth=1, book=str(file), compiled=False), zermelo.Random()]
    one, two, other = (zermelo.match(game, engines, 4, seed) for seed in (3, 3, 4))
    assert one.records == two.records != other.records


def test_a_seed_does_not_change_the_algorithm():
    game = zermelo.load("tic-tac-toe")
    assert AlphaBeta(seed=3).is_plain(game)
    assert AlphaBeta().is_plain(game)
