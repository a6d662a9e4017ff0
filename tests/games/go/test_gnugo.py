"""Go's legal moves and counts against those of GNU Go."""

from __future__ import annotations

import random
import shutil
import subprocess

import pytest
from games.go.boards import drawn, lead, names, play
from patience import PATIENCE

import zermelo
from zermelo.records.sgf import position_node, write_sgf

GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")


@pytest.fixture
def gnugo(tmp_path):
    """Asks GNU Go: ask(options, commands) -> the answers."""
    if GNUGO is None:
        pytest.skip("gnugo is not installed")

    def ask(options, commands):
        done = subprocess.run(
            [GNUGO, "--mode", "gtp", *options],
            input="\n".join([*commands, "quit", ""]),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        answers = done.stdout.split("\n\n")[: len(commands)]
        assert all(answer.lstrip().startswith("=") for answer in answers), answers
        return [answer.strip()[1:].strip() for answer in answers]

    return ask


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
@pytest.mark.parametrize("suicide", [False, True])
def test_gnu_go_allows_the_same_moves_in_random_games(gnugo, ko, suicide):
    noise = random.Random(ko)
    options = ["--simple-ko" if ko == "simple" else f"--{ko}-superko", f"--{'allow' if suicide else 'forbid'}-suicide"]
    for size in (5, 9):
        game = zermelo.load("go", size=size, ko=ko, suicide=suicide)
        state, commands, legal = game.initial(), [f"boardsize {size}", "clear_board"], []
        while not game.is_terminal(state) and len(legal) < 100:
            colour = ("black", "white")[game.to_move(state)]
            legal.append(names(game, state) - {"pass"})
            move = noise.choice(sorted(legal[-1]) or ["pass"])
            commands += [f"all_legal {colour}", f"play {colour} {move}"]
            state = play(game, state, move)
        answers = gnugo(options, commands)
        assert [set(answer.upper().split()) for answer in answers[2::2]] == legal


@pytest.mark.parametrize("scoring", ["area", "territory"])
def test_gnu_go_counts_the_same(gnugo, tmp_path, scoring):
    """Boards where nothing is dead."""
    boards = [
        ".X.O. .X.O. .X.O. .X.OO .XXO.",
        "..XO. .XXO. X.XOO .XXO. ..XO.",
        "..XO... ..XO... XXXOOO. ..XXXO. ...XOO. .XXXO.. ..XOO..",
    ]
    rules = "--chinese-rules" if scoring == "area" else "--japanese-rules"
    for board in boards:
        size = len(board.split()[0])
        game = zermelo.load("go", size=size, komi=0.5, scoring=scoring, margin=True)
        state = drawn(game, board, "X")
        path = tmp_path / "position.sgf"
        path.write_text(write_sgf([position_node(game, state)]))
        (_, _, answer) = gnugo([rules], [f"loadsgf {path}", "komi 0.5", "final_score"])
        points = float(answer[2:]) * (1 if answer[0] == "B" else -1)
        assert points == lead(game, state), board
