"""Plays the part of GNU Backgammon: runs inside.py with a `gnubg` that knows one position."""

import runpy
import sys
import types


def findbestmove(board, info, context, dice):
    """8/5 6/5, the book's 3-1; an illegal turn for 6-5; no answer for 6-6."""
    if dice == (6, 6):
        raise RuntimeError("no such roll")
    return (8, 5, 6, 5) if dice == (3, 1) else (24, 1, 0, 0)


fake = types.SimpleNamespace(
    command=lambda text: print("gnubg says:", text),
    positionfromid=lambda text: text,
    cubeinfo=lambda *numbers: numbers,
    evalcontext=lambda *numbers: numbers,
    findbestmove=findbestmove,
    cfevaluate=lambda board, info, context: (0.0, 0.1, 0.6, 1.0, 0, "Double, take"),
    hint=lambda most: {"hint": [{"move": "8/5 6/5 "}]},
)
sys.modules["gnubg"] = fake
runpy.run_path(sys.argv[sys.argv.index("-p") + 1], run_name="__main__")
