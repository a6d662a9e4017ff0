"""`zermelo new`, and a stranger's way from there to a tournament."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from page_client import serving, visiting

from zermelo.arena.doctor import examine
from zermelo.loading import load

KINDS = ("board", "numbers", "dice")


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_a_healthy_game_that_compiles(zermelo, kind):
    code, out, err = zermelo("new", "tower.py", "--kind", kind, "--json")
    assert code == 0, err
    assert json.loads(out) == {"file": "tower.py", "function": "tower", "kind": kind}
    text = Path("tower.py").read_text()
    assert "MY GAME" not in text
    assert "FILE" not in text
    assert text.startswith('"""Tower: ')
    assert "class TowerState(NamedTuple)" in text
    diagnosis = examine(load("tower.py"), games=10, seed=1, seconds=2.0)
    assert diagnosis.healthy, [finding.broken for finding in diagnosis.findings if not finding.holds]
    assert diagnosis.compiled, diagnosis.reason


@pytest.mark.parametrize("kind", KINDS)
def test_bad_parameters_of_each_kind_are_told(zermelo, kind):
    zermelo("new", "tower.py", "--kind", kind)
    parameter = {"board": "rows", "numbers": "stones", "dice": "goal"}[kind]
    code, _, err = zermelo("analyse", f"tower.py:{parameter}=0")
    assert code == 2
    assert "1" in err


def test_the_file_names_the_function(zermelo):
    assert json.loads(zermelo("new", "My-Own_game2.py", "--json")[1])["function"] == "my_own_game2"
    assert "class MyOwnGame2State" in Path("My-Own_game2.py").read_text()


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("tower.txt", "no Python file"),
        ("tower", "no Python file"),
        ("3d.py", "cannot name a Python function"),
        ("class.py", "cannot name a Python function"),
        ("__.py", "cannot name a Python function"),
        ("nowhere/tower.py", "No such file or directory"),
    ],
)
def test_mistakes_are_told_in_one_line(zermelo, file, told):
    code, _, err = zermelo("new", file)
    assert code == 2
    assert told in err
    assert len(err.strip().splitlines()) == 1


def test_a_file_that_exists_is_left_alone(zermelo):
    Path("tower.py").write_text("precious = 1\n")
    code, _, err = zermelo("new", "tower.py")
    assert code == 2
    assert "exists already" in err
    assert Path("tower.py").read_text() == "precious = 1\n"


EDITS = (  # ten lines of the board skeleton: on a board of two rows, three in a row lose
    ("tower(rows: int = 3, columns: int = 3,", "tower(rows: int = 2, columns: int = 4,"),
    ("three in a row win. Change", "three in a row lose. Change"),
    ('summary="put stones, three in a row win"', 'summary="put stones, three in a row lose"'),
    ('player_names=("X", "O")', 'player_names=("cross", "nought")'),
    ("((0, 1), (1, 0), (1, 1), (1, -1))", "((0, 1), (1, 0))"),
    ("-1.0 if player == state.player else 1.0  # *", "1.0 if player == state.player else -1.0  # *"),
    ("middle = state.board[rows // 2 * columns + columns // 2]", "middle = state.board[0]"),
    ("else 0.1 if middle == player + 1 else -0.1", "else -0.1 if middle == player + 1 else 0.1"),
    ('signs = ("", "X", "O")', 'signs = ("", "×", "○")'),
    ('length are 1 to 9")', 'length are 1 to 9, please")'),
)  # fmt: skip


def by_hand(board, player):
    """The value of the edited game to the player to move, by brute force with rules of its own."""
    rows = [[(r, c) for c in range(start, start + 3)] for r in range(2) for start in range(2)]
    if any(all(board.get(cell) == 1 - player for cell in row) for row in rows):
        return 1.0
    if len(board) == 8:
        return 0.0
    empty = [(r, c) for r in range(2) for c in range(4) if (r, c) not in board]
    return max(-by_hand({**board, cell: player}, 1 - player) for cell in empty)


@pytest.mark.long
def test_a_strangers_way_from_nothing_to_a_tournament(zermelo):
    assert zermelo("new", "tower.py")[0] == 0
    text = Path("tower.py").read_text()
    for old, new in EDITS:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    Path("tower.py").write_text(text)

    code, out, err = zermelo("check", "tower.py", "--games", "20", "--seconds", "2")
    assert code == 0, out + err
    assert "healthy" in out
    assert "it compiles" in out

    code, out, err = zermelo("analyse", "tower.py", "--json")
    analysis = json.loads(out)
    assert code == 0, err
    assert analysis["exact"]
    assert analysis["value"] == by_hand({}, 0)

    code, out, err = zermelo("match", "tower.py", "alphabeta:depth=8", "random", "--games", "6", "--seed", "1")
    assert code == 0, err
    assert "alphabeta" in out

    async def visit(server):
        async with visiting(server) as visitor:
            games = await visitor.ask("games")
            opened = await visitor.ask("new", game="tower")
            return games["first"], opened, await visitor.ask("play", action=opened["actions"][0]["text"])

    with serving("tower.py", folder=Path.cwd()) as server:
        first, opened, played = asyncio.run(visit(server))
    assert first == "tower"
    assert len(opened["actions"]) == 8
    assert len(played["actions"]) == 7
