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
