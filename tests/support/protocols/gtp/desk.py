"""`zermelo gtp` in this process: an engine, what it is asked and what it said."""

from __future__ import annotations

import re
import threading

import zermelo
from zermelo import engine
from zermelo.protocols.gtp.engine import GtpEngine


class Desk:
    """An engine and what it said."""

    def __init__(self, game="go:size=5", player="random:seed=1", resign=0.0):
        self.said, self.news = [], threading.Condition()
        self.engine = GtpEngine(self.say, zermelo.load(game), engine(player), resign)

    def say(self, text):
        with self.news:
            self.said.append(text)
            self.news.notify_all()

    def raw(self, line):
        """What it says to a line, and whether it goes on."""
        before = len(self.said)
        going = self.engine.hear(line)
        return "\n".join(self.said[before:]), going

    def ask(self, *lines):
        """The answer to the last of some lines, all of which it must obey."""
        for line in lines:
            answer, _ = self.raw(line)
            assert re.fullmatch(r"=(.*)\n", answer, re.DOTALL), (line, answer)
        return answer[1:].strip()

    def refused(self, line):
        answer, going = self.raw(line)
        assert going
        assert re.fullmatch(r"\? [^\n]+\n", answer), (line, answer)
        return answer[2:].strip()

    def draw(self, board, tmp_path):
        """Sets a drawn board up; Black to move."""
        rows = board.split()
        stones = {"X": "", "O": ""}
        for row, points in enumerate(rows):
            for column, point in enumerate(points):
                if point != ".":
                    stones[point] += f"[{'abcdefghijklmnopqrs'[column]}{'abcdefghijklmnopqrs'[row]}]"
        path = tmp_path / "drawn.sgf"
        sets = "".join(f"A{'B' if who == 'X' else 'W'}{list_}" for who, list_ in stones.items() if list_)
        path.write_text(f"(;GM[1]SZ[{len(rows)}]KM[7.5]{sets}PL[B])")
        self.ask(f"loadsgf {path}")

    def board(self):
        return [line.split()[1:-1] for line in self.ask("showboard").splitlines()[1:-2]]


DEAD = """
    .X.XO.O
    XXXXOOO
    ..XXO.O
    .OXXOOO
    ..XXOO.
    XXXXO.O
    .X.XOOO
    """
