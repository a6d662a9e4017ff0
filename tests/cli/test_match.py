"""`zermelo match`."""

from __future__ import annotations

import json
import re
import sys

import pytest
from processes import SUPPORT

KEYS = {"game", "engines", "games", "wins", "draws", "losses", "score", "elo", "elo_low", "elo_high", "seed", "faults"}
KEYS |= {"utilities", "utilities_low", "utilities_high"}
FAKE = SUPPORT / "protocols" / "uci" / "fake_uci.py"


def test_json_has_the_promised_keys(zermelo):
    code, out, _ = zermelo("match", "nim:stones=6", "minimax:compiled=false", "random", "--games", "8", "--json")
    found = json.loads(out)
    assert code == 0
    assert set(found) == KEYS
    assert found["engines"] == ["minimax:compiled=false", "random"]
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 8
    assert found["score"] > 0.5


def test_an_even_match_is_worth_nothing_and_not_minus_nothing(zermelo):
    words = ("match", "[1,1]", "minimax", "minimax", "--games", "2")
    found = json.loads(zermelo(*words, "--json")[1])
    assert (found["wins"], found["losses"]) == (1, 1)
    assert str(found["elo"]) == "0.0"
    assert "Elo +0, 95% between -" in zermelo(*words)[1]


def test_a_clean_sweep_is_null_in_json_and_infinite_in_words(zermelo):
    words = ("match", "[[3,12],[2,4]]", "minimax", "minimax", "--games", "1")
    assert json.loads(zermelo(*words, "--json")[1])["elo"] is None
    assert "Elo +∞" in zermelo(*words)[1]


def test_a_seed_repeats_it(zermelo):
    words = ("match", "pig:goal=12", "random", "mcts:sims=5,compiled=false", "--games", "6", "--json", "--seed")
    assert zermelo(*words, "7")[1] == zermelo(*words, "7")[1]


def test_three_players_take_turns(zermelo):
    words = ("match", "castles", "maxn:compiled=false", "random", "--games", "3", "--json")
    assert json.loads(zermelo(*words)[1])["games"] == 3
    out = zermelo(*words[:-1])[1]
    assert "maxn:compiled=false takes each of the 3 seats in turn, random all the others" in out
    assert "a game is won by getting more than every other player" in out
    interval = r"\S+ \(95% between \S+ and \S+\)"
    assert re.search(rf"mean utility per seat: {interval} for maxn:compiled=false, {interval} for random", out)


def test_points_are_told_with_their_interval(zermelo):
    words = ("match", "pacman:layout=%%%%%%/%P.%G%/%%%%%%", "minimax:depth=1,compiled=false", "random", "--games", "4")
    out = zermelo(*words, "--no-swap")[1]
    assert "+4 =0 -0" in out
    assert "mean points: +509 (95% between +509 and +509) for minimax:depth=1,compiled=false, -509 (95%" in out
    found = json.loads(zermelo(*words, "--no-swap", "--json")[1])
    assert (found["utilities"], found["utilities_low"], found["utilities_high"]) == ([509, -509],) * 3
    assert "mean" not in zermelo("match", "nim:stones=5", "random", "random", "--games", "4")[1]


def test_a_match_that_does_not_swap_cannot_be_saved(zermelo, tmp_path):
    words = ("match", "nim:stones=5", "random", "random", "--no-swap", "--save", str(tmp_path / "games.jsonl"))
    code, _, error = zermelo(*words)
    assert code == 2
    assert "a match that does not swap sides cannot be saved" in error


def test_a_game_may_not_last_for_ever(zermelo):
    out = zermelo("match", "nim:stones=9", "random", "random", "--games", "2", "--longest", "2")[1]
    assert "+0 =2 -0" in out
    assert "game 2: not over after 2 plies" in out
    out = zermelo("play", "nim:stones=9", "random", "random", "--longest", "2")[1]
    assert out.splitlines()[-1].startswith("draw: not over after 2 plies after 2 plies: ")


def test_openings_of_a_file_are_played_twice_each(zermelo, tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("# two of them\nmoves 1 2\n\n7,1\n")
    words = (
        "match",
        "nim:stones=9",
        "random",
        "random",
        "--openings",
        file,
        "--save",
        tmp_path / "games.jsonl",
        "--json",
    )
    assert json.loads(zermelo(*words)[1])["games"] == 4
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert [game["start"] for game in games] == ["6,0", "6,0", "7,1", "7,1"]
    assert [game["seat"] for game in games] == [0, 1, 0, 1]


def test_a_match_goes_on_where_it_stopped(zermelo, tmp_path):
    words = ("match", "nim", "random", "minimax:depth=1,compiled=false", "--json", "--seed", "5")
    whole = json.loads(zermelo(*words, "--games", "6", "--save", tmp_path / "whole.jsonl")[1])
    parts = (*words, "--save", tmp_path / "parts.jsonl")
    zermelo(*parts, "--games", "3")
    assert json.loads(zermelo(*parts, "--games", "6", "--resume")[1]) == whole
    assert (tmp_path / "parts.jsonl").read_text() == (tmp_path / "whole.jsonl").read_text()
    code, _, err = zermelo(*parts, "--games", "6")
    assert (code, "holds games already: go on with --resume" in err) == (2, True)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (["random", "random:seed=4"], "its engines: random:seed=4 and random, not random and random:seed=4"),
        (["random:seed=5", "random"], "its engines: random:seed=4 and random, not random:seed=5 and random"),
        (["--seed", "6"], "its seed: 5, not 6"),
        (["--opening", "2"], "its opening plies: 1, not 2"),
        (["--balance", "2"], "its balance: 4, not 2"),
        (["--clock", "60"], "its clock: 40/60+0.5, not 60"),
        (["--moves", "1"], "its opening: 9,0, not 8,1 after 1 plies ("),
        (["--position", "7,0"], "its opening: 9,0, not 7,0"),
        (["--games", "5"], ""),
    ],
)
def test_a_match_does_not_go_on_under_other_conditions(zermelo, tmp_path, change, told):
    options = {"--seed": "5", "--opening": "1", "--clock": "40/60+0.5", "--save": tmp_path / "games.jsonl"}
    engines, words = ["random:seed=4", "random"], ["--resume"]
    assert zermelo("match", "nim:stones=9", *engines, *sum(options.items(), ()), "--games", "3")[0] == 0
    before = options["--save"].read_text()
    if change[0].startswith("--"):
        options[change[0]] = change[1]
    else:
        engines = change
    options.setdefault("--games", "4")
    code, _, err = zermelo("match", "nim:stones=9", *engines, *sum(options.items(), ()), *words)
    assert code == (2 if told else 0)
    assert told in err
    assert options["--save"].read_text().startswith(before)
    assert (options["--save"].read_text() == before) == bool(told)
    assert err.count("\n") == (1 if told else 0)


def test_a_clock_ends_games(zermelo):
    code, out, _ = zermelo("match", "nim", "random", "random", "--games", "2", "--clock", "0.0000001", "--json")
    found = json.loads(out)
    assert (code, found["wins"], found["losses"]) == (0, 1, 1)
    assert found["faults"] == ["game 1: random ran out of time", "game 2: random ran out of time"]
    assert zermelo("match", "castles", "random", "random", "--clock", "40/60+0.5", "--games", "3")[0] == 0


def test_faults_are_shown(zermelo):
    spec = f'uci:"{sys.executable}" "{FAKE}" illegal'
    code, out, _ = zermelo("match", "chess", spec, "random", "--games", "2", "--moves", "e4 e5")
    assert code == 0
    assert "+0 =0 -2" in out
    assert "game 1: illegal move by uci:" in out
    assert "e2e5 at rnbqkbnr/pppp1ppp/" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nim", "random"], "a match is between two engines, not 1"),
        (["nim", "random", "random", "random"], "a match is between two engines, not 3"),
        (["castles", *["random"] * 4], "between two engines, or between 3, one in each seat of castles, not 4"),
        (["nim", "random", "humn"], "no engine is called 'humn'"),
        (["nim", "random", "human"], "no engine is called 'human'; people play in `zermelo play`"),
        (["nim", "random", "random", "--games", "0"], "'--games'"),
        (["nim", "random", "random", "--opening", "500"], "nim is over within 500 random plies: take a shorter"),
        (["nim", "random", "random", "--position", "0,0"], "the game is over at 0,0"),
        (["nim", "random", "random", "--seed", "x"], "'--seed'"),
        (["castles", "alphabeta", "random"], "alphabeta needs two players"),
        (["nim", "random", "uci:sh"], "UCI engines play chess, not nim"),
        (["chess", "random", "uci:no-such-engine"], "no program 'no-such-engine' on the PATH or in /usr/games"),
        (["nim", "random", "random", "--clock", "10+"], "--clock reads SECONDS, SECONDS+INCREMENT or MOVES/SECONDS"),
        (["nim", "random", "random", "--clock", "0"], "such as 10+0.1, not '0'"),
        (["nim", "random", "random", "--clock", "0/60"], "such as 10+0.1, not '0/60'"),
        (["nim", "random", "random", "--resume"], "name it with --save FILE.jsonl"),
        (["nim", "random", "random", "--save", "games.txt"], "a .jsonl or .pgn file, not to games.txt"),
        (["nim", "random", "random", "--save", "games.pgn"], "PGN is for chess: save games of nim to a .jsonl file"),
        (
            ["nim", "random", "random", "--save", "/no/such/folder/x.jsonl"],
            "x.jsonl cannot be written: there is no folder",
        ),
        (["nim", "random", "random", "--openings", "/no/such/file"], "/no/such/file cannot be read: No such file"),
        (["nim", "random", "random", "--openings", "x", "--moves", "1"], "leave --position and --moves out"),
    ],
)
def test_mistakes(zermelo, words, told):
    code, out, err = zermelo("match", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


def test_winnings_are_told_with_their_interval_over_deals(zermelo):
    out = zermelo("match", "kuhn-poker", "random", "random", "--games", "40", "--duplicate", "--seed", "1")[1]
    assert "each of 20 deals was played from all 2 seats, and counts once" in out
    interval = r"\S+ \(95% between \S+ and \S+\)"
    assert re.search(rf"mean utility: {interval} for random, {interval} for random", out)


def test_a_rating_follows_from_that_of_the_other(zermelo):
    words = ("match", "nim:stones=5", "random", "random:seed=1", "--games", 8, "--seed", 3)
    code, out, _ = zermelo(*words, "--rated", 2000)
    difference = int(re.search(r"Elo ([+-]?\d+)", out)[1])
    assert code == 0
    assert f"is rated {2000 + difference} if" in out
    code, _, err = zermelo("match", "nim", "random", "--rated", 2000)
    assert (code, err) == (2, "zermelo: --rated is the rating of the second of two engines: name two\n")


def test_a_test_ends_the_match(zermelo):
    words = ("match", "nim:stones=7", "minimax:compiled=false", "random", "--opening", "1", "--sprt", "elo0=0,elo1=100")
    code, out, _ = zermelo(*words)
    assert code == 0
    assert "SPRT, normalized Elo 0 or +100: accepted: +100 (that it is 0 is rejected)" in out
    assert "bounds -2.94 and +2.94; pairs by points 0, ½, 1, 1½, 2: " in out
    found = json.loads(zermelo(*words, "--json")[1])
    assert found["sprt"]["accepted"] == "elo1"
    assert sum(found["sprt"]["counts"]) * 2 == found["games"] < 200
    assert zermelo(*words[:-1], "elo0=7")[0] == 2
