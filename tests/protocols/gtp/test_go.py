"""Whole games with GNU Go: as a player through `gtp:`, as the other side of `zermelo gtp`, and as the referee."""

from __future__ import annotations

import re

import pytest
from gtp_client import COLOURS, gnugo, points, zermelo_gtp
from patience import PATIENCE

import zermelo
from zermelo import engine
from zermelo.experts.go.life import settled_lead

GNUGO = "gtp:gnugo --mode gtp --level 1 --never-resign --seed 1"
RULES = ("--chinese-rules", "--simple-ko", "--forbid-suicide")


class Referee:
    """GNU Go, which sees every move: is it legal, and what is the score?"""

    def __init__(self, size, komi=7.5):
        self.gnugo = gnugo(*RULES)
        for line in (f"boardsize {size}", "clear_board", f"komi {komi}"):
            self.gnugo.ask(line)

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.gnugo.__exit__(*details)

    def see(self, player, move):
        colour = COLOURS[player]
        assert move == "pass" or self.gnugo.ask(f"is_legal {colour} {move}") == "1", f"{colour} {move}"
        self.gnugo.ask(f"play {colour} {move}")

    def score(self):
        return points(self.gnugo.ask("final_score"))

    def dead(self):
        return set(self.gnugo.ask("final_status_list dead").split())


def plain_lead(game, state):
    """Black's lead with all stones alive."""
    return zermelo.load("go", **{**game.parameters, "margin": True}).utility(state, 0)


@pytest.mark.parametrize("ours", [0, 1])
@pytest.mark.parametrize(
    ("size", "options"),
    [
        pytest.param(5, "--chinese-rules", marks=pytest.mark.long),
        pytest.param(9, "--chinese-rules --capture-all-dead", marks=pytest.mark.slow),
    ],
)
def test_whole_games_through_the_player(size, ours, options):
    """By one way or the other GNU Go takes dead stones before it passes."""
    game = zermelo.load("go", size=size)
    with Referee(size) as referee, engine(f"{GNUGO} {options}") as other:
        players = [other, other]
        players[ours] = engine("mcts:sims=200,seed=1")

        def watch(before, mover, action, after):
            referee.see(mover, game.action_text(before, action))

        record = zermelo.play(game, players, watch=watch)
        assert (record.ending, record.fault) == ("over", "")
        assert settled_lead(game, record.end) == referee.score()
        if not referee.dead():
            assert plain_lead(game, record.end) == referee.score()


def played_out(programs, referee, word, first=0, most=200):
    """Two programs play until both pass, and the referee sees it; who is to move then."""
    passes = 0
    for player in (n % 2 for n in range(first, first + most)):
        move = programs[player].ask(f"{word} {COLOURS[player]}").lower()
        referee.see(player, move)
        programs[1 - player].ask(f"play {COLOURS[player]} {move}")
        passes = passes + 1 if move == "pass" else 0
        if passes == 2:
            return 1 - player
    raise AssertionError(f"they play on after {most} moves")


@pytest.mark.long
@pytest.mark.parametrize("ours", [pytest.param(0, marks=pytest.mark.slow), 1])
def test_a_whole_game_of_our_program(ours):
    """A controller between two programs, with a third that watches; then both take what is dead."""
    with (
        zermelo_gtp("go:size=9", "-e", "mcts:sims=200,seed=2") as mine,
        gnugo(*RULES, "--level", "1", "--never-resign", "--seed", "1") as other,
        Referee(9) as referee,
    ):
        for program in (mine, other):
            for line in ("boardsize 9", "clear_board", "komi 7.5"):
                program.ask(line)
        programs = [mine, other] if ours == 0 else [other, mine]
        player = played_out(programs, referee, "genmove")
        played_out(programs, referee, "kgs-genmove_cleanup", player)
        assert set(mine.ask("final_status_list dead").split()) == referee.dead()
        assert points(mine.ask("final_score")) == referee.score()
        assert mine.close() == 0


def test_handicaps_stand_where_gnu_go_puts_them():
    with gnugo() as other, zermelo_gtp("-e", "random") as mine:
        for size in (7, 8, 9, 10, 13, 16, 19):
            for program in (mine, other):
                program.ask(f"boardsize {size}")
            for stones in range(2, 10):
                answers = []
                for program in (mine, other):
                    program.ask("clear_board")
                    answer = program.raw(f"fixed_handicap {stones}")
                    answers.append(set(answer[1:].split()) if answer.startswith("=") else "refused")
                assert answers[0] == answers[1], (size, stones)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_dead_stones_are_those_of_gnu_go(seed):
    """GNU Go against itself, who passes while dead stones are left. (Of 16 such games 15 had the same score.)"""
    game = zermelo.load("go:size=9")
    state = game.initial()
    with gnugo("--chinese-rules", "--level", "1", "--never-resign", "--seed", str(seed + 1)) as other:
        for line in ("boardsize 9", "clear_board", "komi 7.5"):
            other.ask(line)
        while not game.is_terminal(state):
            move = other.ask(f"genmove {COLOURS[game.to_move(state)]}")
            state = game.result(state, game.read_action(state, move))
        assert settled_lead(game, state) == points(other.ask("final_score"))


SCRIPT = """
1 protocol_version|=1 2
2 name|=2 Zermelo
 3   version # who?|=3 [0-9.]+
known_command play|= true
list_commands|= protocol_version(\\n[a-z_-]+)+
boardsize 5|=
clear_board|=
komi 5.5|=
play black C3|=
play w D3|=
play white D3|\\? illegal move
undo|=
showboard|=\\n   A B C D E(\\n.*)+
genmove w|= ([A-E][1-5]|pass)
reg_genmove b|= ([A-E][1-5]|pass)
time_settings 60 10 5|=
time_left b 50 0|=
genmove b|= ([A-E][1-5]|pass)
kgs-time_settings none|=
final_score|= ([BW]\\+[0-9]+\\.5)
final_status_list alive|=.*(\\n.*)*
final_status_list dead|=.*(\\n.*)*
final_status_list seki|=.*(\\n.*)*
boardsize 9|=
fixed_handicap 3|= C3 G7 C7
clear_board|=
place_free_handicap 2|= C3 G7
clear_board|=
set_free_handicap A1 B2|=
loadsgf /nowhere|\\? cannot load file: .*
kgs-genmove_cleanup w|= .*
99|\\?99 unknown command
\x01\x02moo\x7f|\\? unknown command
77 quit|=77
"""


def test_every_command_over_pipes():
    with zermelo_gtp("go:size=5", "--engine", "random:seed=1") as program:
        for line in SCRIPT.strip("\n").split("\n"):
            command, answer = line.split("|", 1)
            assert re.fullmatch(answer.replace("\\n", "\n"), program.raw(command)), command
        assert program.process.wait(60) == 0
        assert program.lines.get(timeout=PATIENCE) is None


@pytest.mark.long
def test_an_analysis_over_pipes():
    with zermelo_gtp("go:size=5", "-e", "mcts:time=1,seed=1") as program:
        program.send("4 lz-analyze 10")
        assert program.line() == "=4"
        assert program.line().startswith("info move ")
        assert program.line().startswith("info move ")
        program.send("5 name")
        assert all(line.startswith("info move ") for line in program.answer().split("\n") if line)
        assert program.answer() == "=5 Zermelo"
        program.send("lz-analyze 10")
        program.process.stdin.close()  # the end of the input ends it too
        assert program.process.wait(60) == 0
