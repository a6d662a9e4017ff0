"""Malformed UCI lines are ignored with a remark, and no line makes the engine fail."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.protocols.uci.engine import UciEngine

WORDS = re.findall(
    r"\S+",
    """
    uci isready ucinewgame position startpos fen moves e2e4 e7e5 e7e8q 0000 go stop ponderhit setoption name value Hash
    MultiPV UCI_Elo OwnBook true false debug on off register d 1 -1 99999999999999999999 8/8/8/8/8/8/8/K6k w b - KQkq
    depth nodes movetime searchmoves wtime infinite ponder mate x é
    """,
)


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ("hello", "'hello' is not a known command"),
        ("position", "write position startpos or position fen"),
        ("position fen 8/8/8 w", "8 ranks"),
        ("position fen 8/8/8/8/8/8/8/K6k x - - 0 1", "the side to move"),
        ("position startpos moves e2e4 e2e4", "move 2: 'e2e4' is not legal"),
        ("go depth", "go depth needs a whole number"),
        ("go depth -4", "go depth needs a whole number"),
        ("go wtime 1e3", "go wtime needs a whole number"),
        ("go sideways", "go has no 'sideways'"),
        ("setoption name Hash value many", "Hash is a whole number"),
        ("setoption name Hash value 0", "Hash is a whole number from 1"),
        ("setoption name Ponder value 1", "Ponder is true or false"),
        ("setoption name Colour value red", "there is no option 'Colour'"),
        ("setoption Hash 3", "setoption name NAME value VALUE"),
        ("debug perhaps", "is not a known command"),
    ],
)
def test_a_malformed_line_is_ignored_with_a_remark(pipe, line, remark):
    pipe.send("position startpos moves e2e4", line)
    remarks = pipe.rest()
    assert len(remarks) == 1
    assert remarks[0].startswith("info string ")
    assert remark in remarks[0]
    pipe.send("d")
    assert "/4P3/" in pipe.rest()[0]  # the old position stays


class Deaf:
    """Stands in for the search, so that thousands of lines are handled quickly."""

    is_ready = True

    def __init__(self, engine):
        self.game, self.book, self.options = zermelo.load("chess"), None, engine._options

    def forget(self):
        pass

    def choose(self, thinking, legal):
        return legal[:1]


def engine_without_search():
    said: list[str] = []
    engine = UciEngine(said.append)
    engine._made = Deaf(engine)
    return engine, said


@given(st.lists(st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=8).map(" ".join), max_size=20))
def test_no_line_makes_it_fail(lines):
    engine, said = engine_without_search()
    for line in lines:
        assert engine.hear(line) == (line.split()[:1] != ["quit"])
    assert engine.close()
    assert not [line for line in said if "failed" in line]
    assert all(
        re.match(r"info string |info depth 0 |bestmove |readyok$|uciok$|id |option name ", line) for line in said
    )


def test_ten_thousand_random_lines(pipe):
    noise = random.Random(3)
    words = [word for word in WORDS if word not in ("go", "Hash")]
    for _ in range(20):
        pipe.send(*(" ".join(noise.choices(words, k=noise.randint(1, 8))) for _ in range(500)))
        pipe.rest()
    pipe.send("position startpos", "setoption name MultiPV value 1")
    assert pipe.ask("go depth 2")[-1].startswith("bestmove ")


def test_a_failing_search_still_brings_a_move():
    engine, said = engine_without_search()

    def fail(thinking, legal):
        raise RuntimeError("no luck")

    engine._made.choose = fail
    engine.hear("go depth 3")
    assert engine.close()
    assert said[0] == "info string the search failed: no luck"
    assert said[1].startswith("bestmove ")


def test_counters_beyond_any_game_are_refused():
    engine, said = engine_without_search()
    engine.hear(f"position fen 8/8/8/8/8/8/8/K6k w - - {10**30} {10**30}")
    engine.hear("go depth 1")
    assert engine.close()
    assert "the counters are at most 9999" in said[0]
    assert said[1].startswith("bestmove ")
