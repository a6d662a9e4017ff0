"""`zermelo games`."""

from __future__ import annotations

import json
from itertools import pairwise

from zermelo import game_names
from zermelo.loading import problem_names


def test_lists_every_game_within_80_columns(zermelo):
    code, out, _ = zermelo("games")
    assert code == 0
    firsts = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert firsts == ["game", *game_names(), *problem_names()]
    assert max(map(len, out.splitlines())) <= 80


def test_no_game_takes_more_than_a_few_lines(zermelo):
    lines = zermelo("games")[1].splitlines()
    heads = [number for number, line in enumerate(lines) if not line.startswith(" ")] + [len(lines)]
    assert max(b - a for a, b in pairwise(heads)) <= 8  # Go has nine parameters


def test_json_says_the_same(zermelo):
    games = json.loads(zermelo("games", "--json")[1])["games"]
    assert [game["name"] for game in games] == [*game_names(), *problem_names()]
    nim = next(game for game in games if game["name"] == "nim")
    assert nim["parameters"] == {"stones": 21, "most": 3, "misere": False}
    assert (nim["players"], nim["zero_sum"], nim["chance"], nim["hidden"]) == (2, True, False, False)
    assert next(game for game in games if game["name"] == "pig")["chance"] is True
    assert next(game for game in games if game["name"] == "castles")["players"] == 3
