"""Nine Men's Morris against a slow twin."""

from __future__ import annotations

import random

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import opinion
from zermelo.games.nine_mens_morris import PATIENCE

RINGS = ("a7 d7 g7 g4 g1 d1 a1 a4", "b6 d6 f6 f4 f2 d2 b2 b4", "c5 d5 e5 e4 e3 d3 c3 c4")
POINTS = " ".join(RINGS).split()
LINES = [
    tuple(ring.split()[i] for i in side) for ring in RINGS for side in ((0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 7, 0))
]
LINES += [("d7", "d6", "d5"), ("g4", "f4", "e4"), ("d1", "d2", "d3"), ("a4", "b4", "c4")]
NEAR = {
    point: {
        other for line in LINES if point in line for other in line if abs(line.index(other) - line.index(point)) == 1
    }
    for point in POINTS
}


def load(parameters=""):
    return zermelo.load(f"nine-mens-morris:{parameters}" if parameters else "nine-mens-morris")


# --- the slow, obvious twin: a dictionary of men --------------------------------------------------------------------


def in_mill(men, point):
    return any(point in line and all(men.get(one) == men[point] for one in line) for line in LINES)


def moves(men, hands, side, flying=True):
    """{name: men after it}"""
    found, other = {}, "b" if side == "w" else "w"
    mine = [point for point in men if men[point] == side]
    starts = [None] if hands[side] else mine
    for start in starts:
        for end in POINTS:
            if end in men or not (start is None or end in NEAR[start] or (flying and len(mine) == 3)):
                continue
            after = {point: man for point, man in men.items() if point != start} | {end: side}
            name = end if start is None else f"{start}-{end}"
            theirs = [point for point in after if after[point] == other]
            free = [point for point in theirs if not in_mill(after, point)] or theirs
            if not in_mill(after, end) or not theirs:
                found[name] = after
                continue
            for taken in free:
                found[f"{name}x{taken}"] = {point: man for point, man in after.items() if point != taken}
    return found


def read(game, state):
    """The men by their points, the men in hand and the side to move."""
    board, white, black, side, *_ = game.state_text(state).split()
    men = {point: man for point, man in zip(POINTS, board.replace("/", ""), strict=True) if man != "."}
    return men, {"w": int(white), "b": int(black)}, side


@pytest.mark.parametrize("parameters", ["", "flying=false", "men=3", "men=6"])
def test_random_games_go_as_the_twin_says(parameters):
    game, noise = load(parameters), random.Random(parameters)
    taken = ended = 0
    for _ in range(8):
        state = game.initial()
        for _ in range(150):
            men, hands, side = read(game, state)
            assert game.read_state(game.state_text(state)) == state
            after = moves(men, hands, side, game.parameters["flying"])
            own = list(men.values()).count(side) + hands[side]
            lost = own < 3 or not after
            assert game.is_terminal(state) == (lost or state.quiet >= PATIENCE)
            if game.is_terminal(state):
                ended += 1
                loser = "wb".index(side)
                assert game.utility(state, loser) == (-1 if lost else 0) == -game.utility(state, 1 - loser)
                break
            legal = {game.action_text(state, action): action for action in game.legal(state)}
            assert len(legal) == len(game.legal(state))
            assert set(legal) == set(after)
            captures = [name for name in legal if "x" in name]
            assert list(legal)[: len(captures)] == captures, "mills come first"
            name = noise.choice(captures or list(legal))
            taken += "x" in name
            state = game.result(state, legal[name])
            hands[side] -= hands[side] > 0
            assert read(game, state) == (after[name], hands, "b" if side == "w" else "w")
    assert taken > 5
    assert ended > 0


def test_no_position_has_more_actions_than_is_said():
    game = load()
    assert max(len(game.legal(random_position(game, seed, 60))) for seed in range(60)) <= game.max_actions


# --- rules -----------------------------------------------------------------------------------------------------------


def test_the_image_of_a_position_has_the_images_of_its_moves():
    game = load()
    for seed in range(4):
        state = random_position(game, seed, 30)
        images = list(game.symmetries(state))
        assert len(images) == 16
        if len(read(game, state)[0]) > 5:
            assert len({game.state_text(image) for image in images}) > 4
        counts = {len(game.legal(image)) for image in images}
        assert counts == {len(game.legal(state))}


def test_a_mill_protects_its_men_if_others_can_be_taken():
    game = load()
    state = game.read_state("bbb..b../ww..w.../w....... 0 0 w")
    names = {game.action_text(state, action) for action in game.legal(state)}
    assert {name for name in names if "x" in name} == set()
    state = game.read_state("bbb..b../ww.w..../........ 0 0 w")
    names = {game.action_text(state, action) for action in game.legal(state)}
    assert {name for name in names if "x" in name} == {"f4-f6xd1"}
    state = game.read_state("bbb...../ww.w..../........ 0 0 w")
    names = {game.action_text(state, action) for action in game.legal(state)}
    assert {name for name in names if "x" in name} == {f"f4-f6x{point}" for point in ("a7", "d7", "g7")}


def test_who_has_two_men_has_lost():
    game = load()
    state = game.read_state("b.b.b.../ww.w..../........ 0 0 w")
    state = game.result(state, game.read_action(state, "f4-f6xa7"))
    assert game.ending_text(state) == "White wins by leaving the other two men"


def test_who_cannot_move_has_lost():
    game = load()
    state = game.read_state("wbwbw.wb/.b.b.b.b/........ 0 0 w")
    assert not game.is_terminal(state)
    state = game.read_state("wbwbwbwb/.b.b.b.b/........ 0 0 w")
    assert game.is_terminal(state)
    assert game.ending_text(state) == "Black wins by blocking all men"
    state = game.read_state(f"w...w.w./b.b.b.../........ 0 0 w {PATIENCE}")
    assert game.ending_text(state) == f"draw after {PATIENCE} plies without a mill"


def test_what_is_touched():
    game = load()
    state = game.read_state("b.b.b.../ww.w..../........ 0 0 w")
    assert game.touches(state, game.read_action(state, "f4-f6xa7")) == ((3, 5), (1, 5), (0, 0))
    assert game.touches(game.initial(), game.read_action(game.initial(), "d6")) == ((1, 3),)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "give the outer, middle and inner square"),
        ("......../......../....... 9 9 w", "give the outer"),
        ("w......./......../........ 9 9 b", "white has 10 men; 9 are the most"),
        ("......../......../........ 9 9 b", "men in hand do not fit"),
        ("wwww..../bb....../........ 0 0 w", "ended before"),
        ("wwww..../bbb...../........ 0 0 w 101", "quiet plies are 0 to 100"),
    ],
)
def test_a_bad_position_is_told_in_one_line(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        load().read_state(position)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("parameters", ["men=2", "men=10"])
def test_a_bad_number_of_men_is_refused(parameters):
    with pytest.raises(zermelo.ZermeloError, match="men must be 3 to 9"):
        load(parameters)


@pytest.mark.long
def test_compiled_and_interpreted_agree():
    diagnosis = zermelo.examine(load(), games=3)
    assert diagnosis.healthy
    assert diagnosis.compiled


def test_the_evaluation_adds_up_what_it_names():
    game = load()
    for seed in range(10):
        state = random_position(game, seed, 40)
        white, black = (opinion(game).function(state, player) for player in (0, 1))
        assert white == -black
        assert abs(white) < opinion(game).win
    state = game.read_state("ww....../bbb...../w....... 0 0 w")
    terms = {term.name: term.feature for term in opinion(game).terms(state, 0)}
    assert terms == {"men": 0.0, "room to move": 1.0, "lines that lack a man": 1.0, "men in mills": -3.0}
