"""An Othello engine for the tests: python fake_gtp.py MODE [LOG]. It plays the first legal move, or misbehaves.

Like GRhino it passes by itself where nothing else is legal, and takes no `pass`.
"""

import sys
import time

import zermelo

MODE = sys.argv[1]
LOG = open(sys.argv[2], "a") if len(sys.argv) > 2 else None  # noqa: SIM115 (it is written to until the end)
COMMANDS = [
    "list_commands",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "set_game",
    "time_settings",
    "time_left",
    "quit",
]
GAME = zermelo.load("othello")


class Board:
    def __init__(self):
        self.state = GAME.initial()

    def play(self, colour, place):
        if place == "pass":
            return "? syntax error"
        if GAME.legal(self.state) == [64]:
            self.state = GAME.result(self.state, 64)
        names = {GAME.action_text(self.state, action): action for action in GAME.legal(self.state)}
        if place not in names or GAME.player_name(self.state.player) != colour or MODE == "deaf":
            return "? illegal move"
        self.state = GAME.result(self.state, names[place])
        return "="

    def genmove(self, colour):
        if MODE == "crash":
            sys.exit(4)
        if MODE == "hang":
            time.sleep(60)
        if MODE == "refuse":
            return "? cannot think"
        if MODE in ("illegal", "resign"):
            return {"illegal": "= a1", "resign": "= resign"}[MODE]
        if GAME.legal(self.state) == [64]:
            self.state = GAME.result(self.state, 64)
        place = GAME.action_text(self.state, GAME.legal(self.state)[0])
        self.play(colour, place)
        return f"= {place.upper()}"


board = Board()
for line in sys.stdin:
    if LOG:
        LOG.write(line)
        LOG.flush()
    number, command, *words = line.split()
    if command == "quit":
        break
    if command == "list_commands":
        answer = "= " + "\n".join([c for c in COMMANDS if MODE != "mutilated" or c != "genmove"])
    elif command == "clear_board":
        board, answer = Board(), "="
    elif command == "boardsize":
        answer = "=" if words == ["8"] else "? unacceptable size"
    elif command == "play":
        answer = board.play(words[0], words[1].lower())
    elif command == "genmove":
        answer = board.genmove(words[0])
    else:
        answer = "=" if command in COMMANDS else "? unknown command"
    if MODE == "garbage":
        print("# thinking\n=999 a1\n\nhello", flush=True)
    named = "" if MODE == "nameless" else number
    print(f"{answer[0]}{named} {answer[1:].strip()}\n", flush=True)
