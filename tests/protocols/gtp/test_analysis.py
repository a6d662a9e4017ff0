"""Analyses over GTP, as Leela Zero and KataGo give them."""

from __future__ import annotations

import re

import pytest
from patience import PATIENCE
from protocols.gtp.desk import Desk

from zermelo.protocols.gtp.analysis import Wish, read_wish
from zermelo.protocols.gtp.words import BadSyntax

INFO = r"info move (\w+) visits (\d+) winrate ([\d.]+) prior ([\d.]+) lcb ([\d.]+) order (\d+) pv((?: (?!info)\w+)+)"


@pytest.mark.long
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


@pytest.mark.long
def test_an_empty_line_ends_an_analysis_too():
    desk = Desk("go:size=5", "mcts:time=1,seed=1")
    desk.engine.hear("lz-analyze 1")
    assert desk.engine.hear("\n")
    assert desk.said[-1] == ""
    assert desk.engine.close()


@pytest.mark.long
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
