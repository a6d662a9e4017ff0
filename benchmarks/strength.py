"""Matches against other people's engines: python benchmarks/strength.py [NAME …] [--games 100] [--folder FOLDER]

Every game is saved as it ends, and a match that was interrupted goes on where it was. The openings are random plies,
the most even of four, and each is played twice with the sides swapped. The table goes into benchmarks/strength.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
OURS = "alphabeta:time=0.1"
STOCKFISH = "uci:stockfish,UCI_LimitStrength=true,UCI_Elo={},time=0.1"

BY_NODES, STOCKFISH_NODES = "alphabeta:nodes=200000", "uci:stockfish,nodes={}"
GROWN, PLAIN = "mcts:time=0.1", "mcts:time=0.1,plain=true"

# name: game, our engine, the other, random plies to begin with, the score that is wanted
MATCHES = {
    "stockfish-2200": ("chess", OURS, STOCKFISH.format(2200), 8, 0.5),
    "stockfish-2400": ("chess", OURS, STOCKFISH.format(2400), 8, None),
    "stockfish-2600": ("chess", OURS, STOCKFISH.format(2600), 8, None),
    "stockfish-2850": ("chess", OURS, STOCKFISH.format(2850), 8, None),
    "stockfish-4000-nodes": ("chess", BY_NODES, STOCKFISH_NODES.format(4000), 8, 0.7),
    "stockfish-15000-nodes": ("chess", BY_NODES, STOCKFISH_NODES.format(15000), 8, 0.3),
    "sunfish": ("chess", OURS, "uci:sunfish-uci,time=0.1", 8, 0.95),
    "toga2": ("chess", OURS, "uci:toga2,time=0.1", 8, None),
    "gnugo": ("go:size=9", "mcts:time=1", "gtp:gnugo --mode gtp --chinese-rules --capture-all-dead --level 10", 0, 0.8),
    "plain-breakthrough": ("breakthrough", GROWN, PLAIN, 4, 0.65),
    "plain-othello": ("othello", GROWN, PLAIN, 8, 0.65),
    "plain-gomoku": ("gomoku", GROWN, PLAIN, 2, 0.65),
    "plain-go": ("go:size=9", GROWN, PLAIN, 2, 0.65),
    "grhino": ("othello", OURS, "gtp:gtp-rhino -l 5 -b 0,grace=3000", 8, 0.5),
}


def play(name: str, games: int, folder: Path) -> dict[str, object]:
    """Plays a match, or the rest of it, and returns what `match --json` says."""
    game, ours, other, opening, _ = MATCHES[name]
    file = folder / f"{name}.jsonl"
    words = ["match", game, ours, other, "--games", str(games), "--opening", str(opening), "--seed", "1", "--json"]
    words += ["--save", str(file)] + (["--resume"] if file.exists() else [])
    done = subprocess.run([sys.executable, "-m", "zermelo", *words], stdout=subprocess.PIPE, text=True, check=True)
    report: dict[str, object] = json.loads(done.stdout)
    return report


def row(name: str, report: dict[str, object]) -> str:
    game, ours, other, _, wanted = MATCHES[name]
    low, high = (f"{report[key]:+.0f}" if report[key] is not None else "∞" for key in ("elo_low", "elo_high"))
    elo = f"{report['elo']:+.0f}" if report["elo"] is not None else "∞"
    target = f"≥ {wanted:.0%}" if wanted else ""
    return (
        f"| {game} | `{ours}` | `{other}` | {report['games']} | +{report['wins']} ={report['draws']}"
        f" -{report['losses']} | {report['score']:.1%} | {elo} ({low} … {high}) | {target} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MATCHES)}; all where none is given")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--folder", type=Path, default=HERE / "build" / "strength")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.names or MATCHES:
        report = play(name, options.games, options.folder)
        print(row(name, report), flush=True)
        for fault in report.get("faults", []):  # type: ignore[attr-defined]
            print(f"  fault: {fault}", flush=True)


if __name__ == "__main__":
    main()
