"""Alpha-beta on Connect Four beside a hand-written C++ twin that visits the very same nodes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from measure import Mismatch, Row, best_rates
from ours import analyse_rate

from zermelo.games.connect_four import connect_four
from zermelo.search.alphabeta import AlphaBeta

HERE = Path(__file__).parent
DEPTH = 13
FLAGS = ("-std=c++20", "-O3", "-march=native")


def compare(repeats: int) -> list[Row]:
    """The twin that keeps the principal line does our job; the plain one does less."""
    whats = (
        "alpha-beta, connect four, whole analyse: C++ keeping the line (same job)",
        "alpha-beta, connect four, whole analyse: C++ keeping no line (less work)",
    )
    if shutil.which("g++") is None:
        return [Row(what, "nodes/s", skipped="skipped: install g++") for what in whats]
    twins = [build(("-DLINE",)), build(())]

    search, game = AlphaBeta(DEPTH, evaluate="none"), connect_four()
    ours = search.analyse(game)
    for twin in twins:
        theirs = run(twin)
        if (ours.nodes, ours.leaves, ours.value) != (theirs["nodes"], theirs["leaves"], theirs["value"]):
            raise Mismatch(f"the C++ twin does other work: {theirs}; ours: {ours.nodes} nodes, {ours.leaves} leaves")

    rate, *peers = best_rates(
        repeats,
        analyse_rate(search, game),
        *(lambda twin=twin: run(twin)["nodes_per_second"] for twin in twins),
    )
    return [Row(what, "nodes/s", rate, peer, at_least=0.8) for what, peer in zip(whats, peers, strict=True)]


def build(flags: tuple[str, ...]) -> Path:
    """Compiles the twin."""
    program = HERE / "build" / "-".join(("connect_four", *(flag.strip("-") for flag in flags)))
    program.parent.mkdir(exist_ok=True)
    subprocess.run(["g++", *FLAGS, *flags, str(HERE / "connect_four.cpp"), "-o", str(program)], check=True)
    return program


def run(program: Path) -> dict[str, Any]:
    """What the twin prints."""
    output = subprocess.run([str(program), str(DEPTH)], check=True, capture_output=True, text=True)
    return json.loads(output.stdout)
