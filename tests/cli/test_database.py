"""`zermelo database`."""

from __future__ import annotations

import json

import pytest

from zermelo.solve.databases.folder import Folder
from zermelo.solve.databases.table import Count, Header


@pytest.fixture
def built(zermelo, tmp_path):
    """A folder with the ending of checkers with a king on each side, and what it leads to."""
    code, out, err = zermelo("database", "build", "checkers", "M0K1-M0K1", "--folder", tmp_path)
    assert code == 0, err
    return tmp_path, out


def test_build_says_what_it_takes_and_what_it_found(built, zermelo):
    folder, out = built
    first, *lines = out.splitlines()
    assert first == (f"2 of 2 materials to build, 1,088 positions, in {folder}/checkers; takes at most 1 MB of memory")
    assert "M0K1-M0K1: M0K1 against M0K1 230 won, 654 drawn, 108 lost" in lines
    assert len(lines) == 2
    code, out, _ = zermelo("database", "build", "checkers", "M1K0-M0K0", "--folder", folder, "--json")
    report = json.loads(out)
    assert (code, report["built"]) == (0, ["M1K0-M0K0"])
    assert report["materials"] == ["M0K1-M0K0", "M1K0-M0K0"]


def test_list(built, zermelo):
    _, out, _ = zermelo("database", "list", "checkers", "--folder", built[0])
    assert "M0K1-M0K0" in out
    code, out, _ = zermelo("database", "list", "checkers", "M0K1-M0K1", "--folder", built[0], "--json")
    report = json.loads(out)
    assert code == 0
    found = {material["material"]: material for material in report["materials"]}
    assert found["M0K1-M0K1"]["parts"] == [
        {
            "part": "M0K1 against M0K1",
            "wins": 230,
            "draws": 654,
            "losses": 108,
            "longest_win": 11,
            "longest_loss": 10,
        }
    ]


def test_probe(built, zermelo):
    where = ("--folder", built[0], "--position", "B:WK18:BK26")
    code, out, _ = zermelo("database", "probe", "checkers", *where)
    assert code == 0
    assert out.splitlines()[0] == "loss in 4 plies"
    _, out, _ = zermelo("database", "probe", "checkers", *where, "--json")
    report = json.loads(out)
    assert (report["value"], report["distance"]) == ("loss", 4)
    assert report["actions"][0] == {"action": report["actions"][0]["action"], "value": "loss", "distance": 4}
    code, _, err = zermelo("database", "probe", "checkers", "--folder", built[0])
    assert code == 2
    assert "no database has B:W21" in err


def test_verify_finds_what_is_damaged(built, zermelo):
    assert zermelo("database", "verify", "checkers", "--folder", built[0], "--whole")[:2] == (
        0,
        "2 of 2 files are right\n",
    )
    file = built[0] / "checkers" / "M0K1-M0K0.zdb"
    content = bytearray(file.read_bytes())
    content[-9] ^= 4
    file.write_bytes(content)
    code, out, _ = zermelo("database", "verify", "checkers", "--folder", built[0])
    assert code == 1
    assert "M0K1-M0K0.zdb is truncated or damaged" in out.replace("\n", " ")
    assert out.endswith("1 of 2 files are right\n")
    code, _, err = zermelo("database", "probe", "checkers", "--folder", built[0], "--position", "B:WK18:BK26")
    assert code == 2
    assert "M0K1-M0K0.zdb is truncated or damaged: its digest is wrong; delete it and build it again" in err


def test_large_numbers_are_listed_whole(built, zermelo, monkeypatch):
    count = Count("5 against 4", wins=9_889, draws=10_300_599, losses=12_345_678, longest_win=29, longest_loss=4)
    monkeypatch.setattr(Folder, "header", lambda folder, material: Header("checkers", 1, material.name, 1, (count,)))
    _, out, _ = zermelo("database", "list", "checkers", "M0K1-M0K1", "--folder", built[0])
    rows = [line.split()[:-1] for line in out.splitlines()]
    assert ["M0K1-M0K1", "5", "against", "4", "9,889", "10,300,599", "12,345,678", "29", "4"] in rows


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["build", "othello"], "there are no endgame databases of othello"),
        (["build", "chess", "KXK"], "there is no material 'KXK'"),
        (["build", "chess", "--pieces", "6"], "databases have at most 5 pieces, not 6"),
        (["build", "checkers", "--pieces", "6", "--memory", "100"], "MB of memory to build, and 100 MB are allowed"),
        (["list", "chess"], "nothing is built in"),
        (["probe", "chess", "KQK"], "probe takes a position, not materials"),
    ],
)
def test_mistakes_are_told_in_one_line(words, told, zermelo, tmp_path):
    code, _, err = zermelo("database", *words, "--folder", tmp_path)
    assert code == 2
    assert told in err
    assert err.count("\n") == 1


def test_openings_of_connect_four(zermelo, tmp_path):
    board = "connect-four:columns=3,rows=3,connect=3"
    code, _, err = zermelo("database", "list", board, "--folder", tmp_path)
    assert (code, err) == (2, f"zermelo: nothing is built in {tmp_path}: zermelo database build {board}\n")
    code, out, err = zermelo("database", "build", board, "--plies", "2", "--folder", tmp_path)
    told = f"8 positions of up to 2 plies of {board} are in {tmp_path}/connect-four-3x3-3.openings\n"
    assert (code, out) == (0, told), err
    code, out, _ = zermelo("database", "verify", board, "--folder", tmp_path, "--json")
    assert (code, json.loads(out)["positions"]) == (0, 8)
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    code, _, err = zermelo("database", "verify", board, "--folder", tmp_path)
    assert code == 2
    assert err == f"zermelo: {file} is truncated or damaged: its digest is wrong; delete it and build it again\n"
    code, _, err = zermelo("database", "build", "checkers", "--plies", "2", "--folder", tmp_path)
    assert (code, err.startswith("zermelo: --plies is for openings of connect-four")) == (2, True)
