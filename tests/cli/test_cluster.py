"""--cluster of the verbs that do not play games: the same is printed, and what cannot be done there is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from crews import lossy

GAMES = Path(__file__).parents[1] / "support/learn/games.py"
THERE = ("--cluster", "local:2")


@pytest.fixture
def crew(monkeypatch):
    """What --cluster opens."""
    found = lossy()
    monkeypatch.setattr("zermelo.cluster.address._opened", lambda address: found)
    return found


def test_perft(zermelo, crew):
    words = ("perft", "nim:stones=9", "--depth", "5", "--divide")
    here = zermelo(*words)[1]  # first: it tells that the kernel is compiled, where it is
    code, out, err = zermelo(*words, *THERE)
    assert (code, err) == (0, "")
    assert out.splitlines()[:3] == here.splitlines()[:3]
    assert crew.done > 3


def test_databases(zermelo, crew, tmp_path):
    told = {}
    for name, words in (("here", ()), ("there", THERE)):
        words = ("database", "build", "checkers", "M0K1-M0K1", "--folder", tmp_path / name, "--json", *words)
        code, out, err = zermelo(*words)
        assert (code, err) == (0, "")
        told[name] = json.loads(out)["built"]
    assert told["there"] == told["here"] == ["M0K1-M0K0", "M0K1-M0K1"]
    files = [sorted(tmp_path.glob(f"{name}/*/*.zdb")) for name in told]
    assert [one.read_bytes() for one in files[1]] == [one.read_bytes() for one in files[0]]
    assert crew.done >= 2


def test_learning(zermelo, crew, tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    for name, words in (("here", ()), ("there", THERE)):
        options = ("--method", "samuel", "--options", "depth=1,lanes=2,batch=5", "--games", "10")
        code, _, err = zermelo("learn", f"{GAMES}:race", *options, "--save", tmp_path / name, *words)
        assert (code, err) == (0, "")
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()
    assert crew.done >= 2


def test_positions_of_a_file(zermelo, crew, tmp_path):
    file = tmp_path / "positions.txt"
    file.write_text("4,0\n\n5,0\n7,1\n")
    zermelo("solve", "nim", "--positions", file)  # tells once what it compiles
    here, there = (zermelo("solve", "nim", "--positions", file, *words) for words in ((), THERE))
    assert here == there
    assert here[:2] == (
        0,
        "4,0: Player 2 wins in 2 plies\n5,0: Player 1 wins in 3 plies\n7,1: Player 2 wins in 3 plies\n",
    )
    assert crew.done >= 3
    found = json.loads(zermelo("solve", "nim", "--positions", file, "--json", *THERE)[1])
    assert [one["value"] for one in found["findings"]] == [-1.0, 1.0, 1.0]
    assert zermelo("solve", "nim:stones=900", "--positions", file, "--seconds", "0", "--method", "retrograde")[0] == 1


def test_sampled_equilibria(zermelo, crew):
    words = ("solve", "kuhn-poker", "--method", "external", "--iterations", "200", "--json", *THERE)
    one, other = (json.loads(zermelo(*words)[1]) for _ in range(2))
    assert one["iterations"] == 200
    assert one["exploitability"] == other["exploitability"]
    assert crew.done > 8


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("solve", "nim"), "one position is solved on one machine; a cluster solves many: --positions FILE"),
        (("solve", "kuhn-poker"), "plus runs on one machine: on a cluster, --method external or outcome"),
        (("solve", "kuhn-poker", "--method", "lp"), "lp runs on one machine"),
        (("solve", "nim", "--positions", "missing.txt"), "missing.txt"),
        (("solve", "nim", "--positions", "x", "--svg", "y"), "--positions takes --method, --seconds, --memory"),
        (("database", "list", "checkers"), "--cluster is for building databases of endings"),
        (("database", "build", "checkers", "--threads", "2"), "each of its workers has one thread"),
        (("perft", "nim", "--depth", "3", "--cluster", "here"), "--cluster is local:N or the address"),
    ],
)
def test_what_is_not_done_there_is_told(zermelo, words, told):
    code, out, err = zermelo(*words, *(() if "--cluster" in words else THERE))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


def test_without_ray_the_extra_is_named(zermelo, monkeypatch, tmp_path):
    monkeypatch.setattr("zermelo.cluster.rays.is_installed", lambda name: False)
    save = ("--save", tmp_path / "x")
    for words in (("perft", "nim", "--depth", "3"), ("learn", f"{GAMES}:race", *save)):
        code, _, err = zermelo(*words, *THERE)
        assert (code, err) == (2, "zermelo: a cluster needs an extra: pip install 'zermelo[cluster]'\n")
