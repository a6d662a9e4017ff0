"""`zermelo table`."""

from __future__ import annotations

import json

WORDS = (
    *("table", "pacman:layout=%%%%%%/%P.%G%/%%%%%%", "--first", "minimax:depth=1,compiled=false", "--first", "random"),
    *("--second", "random", "--second", "ghosts:style=random", "--games", "3", "--seed", "4"),
)


def test_every_engine_of_one_side_meets_every_one_of_the_other(zermelo):
    code, out, _ = zermelo(*WORDS)
    assert code == 0
    assert "3 games per cell: won by Pac-Man, and mean points with 95% interval" in " ".join(out.split())
    assert out.count("3/3") >= 2
    assert "+509" in out
    assert "ghosts:style=random" in out


def test_json_holds_the_matches_row_by_row(zermelo):
    found = json.loads(zermelo(*WORDS, "--json")[1])
    assert found["firsts"] == ["minimax:depth=1,compiled=false", "random"]
    assert found["seconds"] == ["random", "ghosts:style=random"]
    assert [[cell["games"] for cell in row] for row in found["matches"]] == [[3, 3], [3, 3]]
    assert found["matches"][0][1]["utilities"] == [509, -509]


def test_an_engine_that_cannot_play_is_refused(zermelo):
    code, _, error = zermelo("table", "nim", "--first", "random", "--second", "ghosts")
    assert code == 2
    assert error == "zermelo: ghosts play pacman only, not nim: try random, alphabeta or mcts\n"


def test_every_engine_against_every_engine(zermelo):
    words = ("--every", "tit-for-tat", "--every", "always-defect", "--games", "1")
    code, out, _ = zermelo("table", "prisoners-dilemma:rounds=10", *words)
    assert code == 0
    assert out.splitlines()[-3:] == [
        "mean utility per game over all matches and both seats:",
        "  1. tit-for-tat  +19.5",
        "  2. always-defect  +12",
    ]
    found = json.loads(zermelo("table", "prisoners-dilemma:rounds=10", *words, "--json")[1])
    assert found["standings"] == [
        {"engine": "tit-for-tat", "utility": 19.5},
        {"engine": "always-defect", "utility": 12},
    ]


def test_engines_must_be_named(zermelo):
    for words in ((), ("--first", "random"), ("--every", "random", "--first", "random")):
        code, _, error = zermelo("table", "nim", *words)
        assert code == 2
        assert "--every" in error
