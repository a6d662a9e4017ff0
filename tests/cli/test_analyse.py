"""`zermelo analyse`."""

from __future__ import annotations

import json
import os
import signal
import threading
from xml.etree import ElementTree

import pytest

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
KEYS = {"game", "position", "engine", "action", "value", "exact", "line", "depth", "nodes", "seconds", "candidates"}


def report(out):
    """The one JSON object of an output, read as JSON proper."""

    def refuse(constant):
        raise AssertionError(f"{constant} is no JSON")

    assert out.count("\n") == 1
    return json.loads(out, parse_constant=refuse)


def test_says_what_is_best_and_why(zermelo):
    code, out, err = zermelo("analyse", TREE)
    assert (code, err) == (0, "")
    assert "1 is best for MAX: +3 (exact)" in out
    assert "line: 1 1" in out
    assert "2          +2  2 1" in out  # every action has its own value
    assert "solved: every line that matters was searched to the end of the game" in out


def test_json_has_the_promised_keys(zermelo):
    code, out, _ = zermelo("analyse", TREE, "-e", "minimax", "--json")
    found = report(out)
    assert code == 0
    assert set(found) >= KEYS
    assert (found["action"], found["value"], found["exact"], found["line"]) == ("1", 3.0, True, ["1", "1"])
    assert [(c["action"], c["value"]) for c in found["candidates"]] == [("1", 3.0), ("2", 2.0), ("3", 2.0)]


@pytest.mark.parametrize(
    ("game", "engine"),
    [
        ("nim:stones=5", "alphabeta:compiled=false"),
        ("nim:stones=5", "mcts:sims=20,seed=1,compiled=false"),
        ("nim:stones=5", "mcts:sims=1,compiled=false"),
        ("nim:stones=5", "alphabeta:nodes=2,compiled=false"),
        ("nim:stones=5", "expectimax:opponent=0.5*random+0.5*adversarial,compiled=false"),
        ("castles", "maxn:compiled=false"),
        ("castles", "mcts:sims=20,compiled=false"),
        ("pig:goal=3", "expectiminimax:depth=3,compiled=false"),
        ("tic-tac-toe", "alphabeta:depth=2,compiled=false"),
    ],
)
def test_json_is_json_proper(zermelo, game, engine):
    code, out, _ = zermelo("analyse", game, "-e", engine, "--json")
    assert code == 0
    assert set(report(out)) >= KEYS


def test_position_and_moves(zermelo):
    words = ("analyse", "nim", "-e", "minimax:compiled=false", "--json", "--position", "6,1", "--moves", "1, 2")
    assert report(zermelo(*words)[1])["position"] == "3,1"


def test_moves_may_have_spaces_and_commas_in_them(zermelo, tmp_path):
    (tmp_path / "pairs.py").write_text(
        "from zermelo import Game\n"
        "def game() -> Game:\n"
        "    return Game(lambda: 6, lambda s: s % 2, lambda s: iter([('take', 1), ('take', 2)][:s]),\n"
        "        lambda s, a: s - a[1], lambda s: s == 0, lambda s, p: 1.0 if p else -1.0, compiles=False)\n"
    )
    moves = "('take', 1) ('TAKE', 2), ('take', 1)"
    found = report(zermelo("analyse", tmp_path / "pairs.py", "--moves", moves, "--json")[1])
    assert (found["position"], found["candidates"][1]["action"]) == ("2", "('take', 2)")
    code, _, err = zermelo("analyse", tmp_path / "pairs.py", "--moves", "('take', 1) pass")
    assert code == 2
    assert "--moves, move 2: 'pass' is not legal here; player 2 may play ('take', 1), ('take', 2)" in err


def test_outcomes_of_chance_are_moves_too(zermelo):
    words = ("analyse", "pig", "-e", "expectiminimax:depth=2,compiled=false", "--json", "--moves", "roll 4")
    assert {c["action"] for c in report(zermelo(*words)[1])["candidates"]} == {"roll", "hold"}


@pytest.mark.parametrize("engine", ["expectiminimax:depth=2", "expectiminimax:depth=2,plain=false", "maxn:depth=2"])
def test_where_chance_is_to_move_each_outcome_has_a_probability_and_a_value(zermelo, engine):
    words = ("analyse", "pig:goal=9", "-e", f"{engine},compiled=false", "--moves", "roll")
    found = report(zermelo(*words, "--json")[1])
    assert (found["action"], found["values_for"], found["line"]) == (None, "player 1", [])
    outcomes = found["candidates"]
    assert [one["action"] for one in outcomes] == ["1", "2", "3", "4", "5", "6"]
    assert sum(one["probability"] for one in outcomes) == pytest.approx(1)
    assert sum(one["probability"] * one["value"] for one in outcomes) == pytest.approx(found["value"])
    out = zermelo(*words)[1]
    assert "chance is to move: the position is worth this to player 1" in out
    assert "outcome  probability" in out


def test_svg(zermelo, tmp_path):
    assert zermelo("analyse", TREE, "--svg", tmp_path / "tree.svg")[0] == 0
    drawn = (tmp_path / "tree.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert "1 is best for MAX: +3 (exact)" in drawn


def test_svg_shows_the_best_move_on_the_board_and_the_candidates(zermelo, tmp_path):
    words = ("analyse", "tic-tac-toe", "-e", "mcts:sims=30,seed=1,compiled=false", "--svg", tmp_path / "board.svg")
    assert zermelo(*words)[0] == 0
    root = ElementTree.fromstring((tmp_path / "board.svg").read_text(encoding="utf-8"))
    assert [element for element in root.iter() if element.get("class") == "arrow-ring"]
    assert {"X to move", "action", "value", "visits", "b2", "mcts:sims=30,seed=1,compiled=false"} <= {
        element.text for element in root.iter()
    }


def test_a_game_without_a_picture_still_looks_good(zermelo, tmp_path):
    (tmp_path / "row.py").write_text(
        "from zermelo import Game\n"
        "def game() -> Game:\n"
        "    return Game(lambda: '....', lambda s: s.count('.') % 2, lambda s: (i for i in range(4) if s[i] == '.'),\n"
        "        lambda s, a: s[:a] + 'XO'[s.count('.') % 2] + s[a + 1:], lambda s: '.' not in s,\n"
        "        lambda s, p: 1.0 if (s[0] == 'X') == (p == 0) else -1.0, compiles=False)\n"
    )
    out = zermelo("analyse", tmp_path / "row.py", "--moves", "3", "--svg", tmp_path / "row.svg")[1]
    assert out.startswith(" . .\n . X\nplayer 2 to move\n\n0 is best for player 2: wins\n")
    assert "arrow-ring" in (tmp_path / "row.svg").read_text(encoding="utf-8")


def test_a_wide_picture_is_not_folded(zermelo):
    wide = "[" + ",".join(f'{{"name": "a rather long name for leaf {n}", "value": {n}}}' for n in range(3)) + "]"
    out = zermelo("analyse", f'{{"name": "{"long " * 30}", "children": {wide}}}')[1]
    assert any("long " * 30 in line + " " for line in out.splitlines())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nim:stones=5", "-e", ""], "no engine is called ''; there are auto, random, minimax"),
        (["nim:stones=5", "-e", "random"], "random plays but does not analyse"),
        (["castles", "-e", "alphabeta"], "alphabeta needs two players, castles has 3: try maxn or mcts"),
        (["pig", "-e", "minimax"], "try expectiminimax or mcts"),
        (["nim", "--position", "x"], "'x' is not a position of nim: give the stones left"),
        (["nim", "--position", ""], "'' is not a position of nim"),
        (["nim", "--position", "0,0"], "the game is over at 0,0"),
        (["nim", "--moves", "1 9"], "--moves, move 2: '9' is not legal here; player 2 may play 1, 2, 3"),
        (["nim:stones=2", "--moves", "2 1"], "--moves, move 2: '1' cannot be played: the game is over"),
        (["pig", "--moves", "roll", "-e", "mcts:open_loop=true,compiled=false"], "chance is to move"),
        (["nim", "--time", "-1"], "time must be a number of seconds above 0"),
        (["nim", "--time", "nan"], "Invalid value for '--time'"),
        (["nim", "--time", "1e300"], "'--time': Input should be less than or equal to"),
        (["[1,2]", "--svg", "/nonexistent/x.svg"], "/nonexistent/x.svg cannot be written: No such file or directory"),
    ],
)
def test_mistakes(zermelo, words, told):
    code, out, err = zermelo("analyse", *words)
    assert (code, out) == (2, "")
    assert err.startswith("zermelo: ")
    assert err.count("\n") == 1
    assert told in err


@pytest.mark.long
def test_ctrl_c_stops_a_compiled_search_and_keeps_what_it_found():
    from zermelo.cli.analyse import _analysed
    from zermelo.loading import load
    from zermelo.players.engines import engine
    from zermelo.players.player import SearchPlayer

    game, player = load("connect-four"), SearchPlayer(engine("alphabeta:time=1000"))
    seen = threading.Event()
    analyse = player.analyse

    def watched(game, state, past):
        return analyse(game, state, past, watch=lambda so_far: so_far.depth > 3 and seen.set())

    def interrupt():
        assert seen.wait(120)
        os.kill(os.getpid(), signal.SIGINT)

    player.analyse = watched
    threading.Thread(target=interrupt, daemon=True).start()
    found, is_interrupted = _analysed(player, game, [game.initial()])
    assert is_interrupted
    assert (found.stopped, found.best.known, found.compiled) == ("interrupted", True, True)
    assert found.depth > 3


def test_a_seed_repeats_it(zermelo):
    words = ("analyse", "connect-four", "-e", "mcts:sims=100,compiled=false", "--json", "--seed")
    first, second, other = (json.loads(zermelo(*words, seed)[1]) for seed in ("3", "3", "4"))
    assert first["candidates"] == second["candidates"] != other["candidates"]
    assert first["engine"] == "mcts:sims=100,seed=3,compiled=false"


def test_the_value_of_a_roll_that_is_still_to_come(zermelo):
    tree = '{"player": "chance", "probabilities": [0.25, 0.75], "children": [[4, 1], 8]}'
    code, out, err = zermelo("analyse", tree)
    assert (code, err) == (0, "")
    assert "chance is to move: the position is worth this to MAX: +7 (exact)" in out
    found = json.loads(zermelo("analyse", tree, "--json")[1])
    assert (found["action"], found["value"]) == (None, 7.0)
    assert [(one["probability"], one["value"]) for one in found["candidates"]] == [(0.25, 4.0), (0.75, 8.0)]
