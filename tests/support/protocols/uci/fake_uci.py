"""A chess engine for the tests: python fake_uci.py MODE [LOG]. It plays fool's mate, or misbehaves as MODE says."""

import os
import sys
import time

MODE = sys.argv[1]
LOG = open(sys.argv[2], "a") if len(sys.argv) > 2 else None  # noqa: SIM115 (it is written to until the end)
MOVES = ["f2f3", "e7e5", "g2g4", "d8h4"]


def say(*lines):
    print(*lines, sep="\n", flush=True)


def go(ply):
    if MODE == "crash":
        print("out of memory", file=sys.stderr, flush=True)
        sys.exit(3)
    if MODE == "hang" or (MODE == "hang later" and ply > 1):
        time.sleep(60)
    if MODE == "illegal":
        say("bestmove e2e5")
    elif MODE == "none":
        say("bestmove (none)")
    elif MODE == "bare":
        say("bestmove")
    else:
        if MODE == "garbage":
            say(
                "",
                "bestmov e2e5",
                "info depth",
                "info depth x score cp y pv e2e4",
                "info string bestmove e2e5",
                "?" * 99,
            )
            sys.stdout.buffer.write(b"\xff\xfe\x00 nonsense\r\n" + b"x" * 100_000 + b"\n")
            sys.stdout.flush()
        say(
            "info depth 1 score cp 500 lowerbound pv a2a3",
            f"info depth 7 seldepth 9 multipv 1 score cp -31 nodes 1234 pv {MOVES[ply]} a1a1",
            "info depth 7 multipv 2 score mate -2 nodes 1234 pv h7h6" if ply % 2 else "info currmove a2a3",
            f"bestmove {MOVES[ply]} ponder a7a6",
        )
        if MODE == "twice":
            say("bestmove a2a3")
        if MODE == "leave":
            sys.exit(0)


def main():
    if LOG:
        LOG.write(f"pid {os.getpid()}\n")
        LOG.flush()
    if MODE == "dead":
        sys.exit("no network file")
    if MODE == "mute":
        time.sleep(60)
    ply = 0
    for line in sys.stdin:
        words = line.split()
        if LOG:
            LOG.write(line)
            LOG.flush()
        if words == ["uci"]:
            say("Fake 1.0 by nobody", "id name Fake 1.0", "option name Hash type spin default 16 min 1 max 64")
            say("option name Style of Play type combo default Solid var Solid var Very Risky")
            say("option name UCI_LimitStrength type check default false", "option name Clear Hash type button")
            say("option name Book File type string default <empty>", "option nonsense", "uciok")
        elif words == ["isready"]:
            say("readyok")
        elif words[:1] == ["position"]:
            ply = len(words) - words.index("moves") - 1 if "moves" in words else 0
            ply += words[1] == "fen" and words[3] == "b"
        elif words[:1] == ["go"]:
            go(ply)
        elif words == ["quit"] and MODE == "stubborn":
            time.sleep(60)
        elif words == ["quit"]:
            return


main()
