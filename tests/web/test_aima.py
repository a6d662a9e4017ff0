"""Classes of the AIMA notebook on the page, as a visitor meets them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from page_client import serving, visiting

FILES = Path(__file__).parents[1] / "support" / "aima"
SMALL = f"{FILES / 'notebook.py'}:TicTacToe:height=2,width=2,k=2"
RACE = f"{FILES / 'games.py'}:DiceRace:far=1"


@pytest.mark.long
def test_boards_with_attributes_and_dice():
    async def visit(server):
        async with visiting(server) as visitor:
            games = {card["name"] for card in (await visitor.ask("games"))["games"]}
            names = sorted(name for name in games if name.startswith(("TicTacToe", "DiceRace")))
            board = await visitor.ask("new", game=names[1])
            played = await visitor.ask("play", action="0,1")
            analysis = await visitor.ask("analyse", time=8)
            trace = await visitor.ask("trace", algorithm="alphabeta", depth=4)
            race = await visitor.ask("new", game=names[0])
            return names, board, played, analysis, trace, race

    with serving(SMALL, RACE) as server:
        names, board, played, analysis, trace, race = asyncio.run(visit(server))
    assert len(names) == 2
    assert board["actions"][1] == {"text": "0,1", "cells": [[1, 0]]}  # an action is (x, y), a cell (row, column)
    assert played["picture"]["cells"] == [["", ""], ["X", ""]]
    assert (analysis["solved"], trace["value"]) == ("X wins", 1.0)
    assert [(one["text"], one["probability"]) for one in race["outcomes"]] == [("1", 0.25), ("2", 0.75)]
