"""Runs inside GNU Backgammon (gnubg -t -q -p inside.py): answers each line of JSON with one line of JSON.

{"ask": "best", …} gives the best turn as pairs of points, {"ask": "cube", …} what doubling is worth, and
{"ask": "turns", …} all legal turns as GNU Backgammon writes them. Its other output is told from the answers by MARK.
This file imports nothing of the package: GNU Backgammon may have another Python.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

MARK = "zermelo: "
SETTINGS = (
    "set player 0 human",
    "set player 1 human",
    "set automatic roll off",
    "set automatic game off",
    "set automatic move off",
    "set automatic bearoff off",
    "set display off",
    "set jacoby off",
    "set evaluation chequerplay evaluation plies 0",
    "new session",
)
MOST_TURNS = 5000


def best(gnubg: Any, request: dict[str, Any]) -> dict[str, Any]:
    """The points that the best turn's steps lead from and to."""
    board = gnubg.positionfromid(request["position"])
    points = gnubg.findbestmove(board, *_terms(gnubg, request), tuple(request["dice"]))
    return {"points": [int(point) for point in points or ()]}


def cube(gnubg: Any, request: dict[str, Any]) -> dict[str, Any]:
    """The equities of no double, of double and take, and of double and drop, to the player on roll, and advice."""
    board = gnubg.positionfromid(request["position"])
    _, none, take, drop, _, advice = gnubg.cfevaluate(board, *_terms(gnubg, request))
    return {"none": none, "take": take, "drop": drop, "advice": advice}


def turns(gnubg: Any, request: dict[str, Any]) -> dict[str, Any]:
    """All legal turns, as they are written."""
    gnubg.command("set board " + request["position"])
    gnubg.command("set dice {} {}".format(*request["dice"]))
    found = gnubg.hint(MOST_TURNS)
    return {"turns": [turn["move"].strip() for turn in found["hint"]] if found else []}


def _terms(gnubg: Any, request: dict[str, Any]) -> tuple[Any, Any]:
    """How the game is played, and how deep to look."""
    gnubg.command("set jacoby " + ("on" if request["jacoby"] else "off"))
    info = gnubg.cubeinfo(
        request["cube"],
        request["owner"],
        request["player"],
        request["length"],
        tuple(request["score"]),
        request["crawford"],
        0,
    )
    return info, gnubg.evalcontext(request["cubeful"], request["plies"], 1, 0, 0.0)


def main() -> None:
    """Answers until the input ends."""
    import gnubg  # type: ignore[import-not-found]  # only there inside

    for setting in SETTINGS:
        gnubg.command(setting)
    answers = {"best": best, "cube": cube, "turns": turns}
    say({"ready": True})
    for line in iter(sys.stdin.readline, ""):
        if line.strip() == "quit":
            break
        request = json.loads(line)
        try:
            say(answers[request["ask"]](gnubg, request))
        except Exception as error:
            say({"error": f"{type(error).__name__}: {error}"})
    sys.stdout.flush()
    os._exit(0)  # GNU Backgammon would read commands now


def say(answer: dict[str, Any]) -> None:
    """Prints one answer."""
    print(MARK + json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
