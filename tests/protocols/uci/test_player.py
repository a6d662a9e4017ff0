"""Other people's UCI engines as players: how they are told what to do, and what becomes of those that fail."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from patience import PATIENCE
from processes import SUPPORT

import zermelo
from zermelo import ZermeloError, engine
from zermelo.players.forfeit import EngineFault
from zermelo.protocols import external, process
from zermelo.protocols.process import Ended, Process, Silent, find_program
from zermelo.search.time.clock import Clock

FAKE = SUPPORT / "protocols" / "uci" / "fake_uci.py"
CHESS = zermelo.load("chess")


class Fool:
    """The other part in fool's mate, of either colour."""

    def __call__(self, game, state):
        return game.read_action(state, (("f3", "g4"), ("e5", "Qh4#"))[state.player][state.move - 1])

    def __str__(self):
        return "fool"


@pytest.fixture
def fake(tmp_path):
    """fake("crash", "Hash=4") is an engine that crashes; fake.log() what it heard."""
    log, players = tmp_path / "log", []

    def make(mode="good", *options):
        players.append(engine(",".join([f'uci:"{sys.executable}" "{FAKE}" "{mode}" "{log}"', *options])))
        return players[-1]

    make.log = lambda: log.read_text().splitlines() if log.exists() else []
    yield make
    for player in players:
        player.close()


def is_alive(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


# --- a game ---------------------------------------------------------------------------------------------------------


def test_a_whole_game(fake):
    player = fake("good", "time=0.5")
    record = zermelo.play(CHESS, [Fool(), player])
    assert (record.texts(), record.utilities) == (["f3", "e5", "g4", "Qh4#"], (-1.0, 1.0))
    assert (record.ending, record.fault) == ("over", "")
    heard = [line for line in fake.log() if not line.startswith("pid")]
    assert heard == [
        "uci",
        "ucinewgame",
        "isready",
        "position startpos moves f2f3",
        "isready",
        "go movetime 500",
        "position startpos moves f2f3 e7e5 g2g4",
        "isready",
        "go movetime 500",
    ]


def test_one_process_serves_all_games_of_a_match(fake):
    result = zermelo.match(CHESS, [Fool(), fake("good")], games=2, concurrency=1)
    heard = fake.log()
    assert len([line for line in heard if line.startswith("pid")]) == 1
    assert heard.count("ucinewgame") == 2
    assert heard[-1] == "quit"
    assert not is_alive(int(heard[0].split()[1]))
    assert [record.texts() for record in result.records] == [["f3", "e5", "g4", "Qh4#"]] * 2


def test_the_path_is_told_from_its_first_state(fake):
    start = CHESS.read_state("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 7")
    after = CHESS.result(start, CHESS.read_action(start, "f3"))
    player = fake()
    player.choose(CHESS, after, [start], None)
    assert f"position fen {CHESS.state_text(start)} moves f2f3" in fake.log()
    player(CHESS, CHESS.initial())
    assert "position startpos" in fake.log()
    with pytest.raises(ZermeloError, match="no action leads from"):
        player.choose(CHESS, start, [CHESS.initial()], None)


@pytest.mark.parametrize(
    ("options", "clock", "words"),
    [
        ((), None, "go movetime 1000"),
        (("time=0.25",), None, "go movetime 250"),
        (("depth=5",), None, "go depth 5"),
        (("nodes=1000", "time=2"), None, "go nodes 1000 movetime 2000"),
        ((), Clock((10.0, 9.5), (0.1, 0.2)), "go wtime 10000 btime 9500 winc 100 binc 200"),
        ((), Clock((10.0, 9.5), actions_to_go=7), "go wtime 10000 btime 9500 winc 0 binc 0 movestogo 7"),
        (("time=0.25",), Clock((10.0, 9.5)), "go movetime 250"),
        (("depth=3",), Clock((10.0, 9.5)), "go depth 3 wtime 10000 btime 9500 winc 0 binc 0"),
    ],
)
def test_the_budget_that_an_engine_hears(fake, options, clock, words):
    fake("good", *options).choose(CHESS, CHESS.initial(), [], clock)
    assert words in fake.log()


@pytest.mark.parametrize("mode", ["garbage", "twice"])
def test_noise_is_ignored(fake, mode):
    assert zermelo.play(CHESS, [Fool(), fake(mode)]).utilities == (-1.0, 1.0)


# --- faults ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "ending", "told"),
    [
        ("illegal", "illegal move by", "e2e5 at rnbqkbnr"),
        ("none", "illegal move by", ": (none) at"),
        ("bare", "illegal move by", ": none at"),
        ("crash", "crash", "exited with code 3 (out of memory)"),
        ("hang", "time", "gave no move within"),
        ("leave", "crash", "exited with code 0"),
    ],
)
def test_a_fault_loses_the_game_and_is_told(fake, mode, ending, told):
    player = fake(mode, *(["time=0.1", "grace=0.4"] if mode == "hang" else []))
    record = zermelo.play(CHESS, [player, Fool()] if mode == "none" else [Fool(), player])
    seat = 0 if mode == "none" else 1
    assert record.utilities == ((-1.0, 1.0) if seat == 0 else (1.0, -1.0))
    assert record.ending.startswith(ending)
    assert told in record.fault
    assert str(player) in record.fault
    assert "\n" not in record.fault


def test_after_a_fault_the_engine_starts_anew_for_the_next_game(fake):
    result = zermelo.match(CHESS, [fake("crash"), Fool()], games=3)
    assert (result.wins, result.losses) == (0, 3)
    assert len(result.faults) == 3
    assert result.faults[1].startswith("game 2: uci:")
    assert len([line for line in fake.log() if line.startswith("pid")]) == 3
    assert result.to_json()["faults"] == list(result.faults)


def test_silence_is_a_loss_on_time(fake):
    record = zermelo.play(CHESS, [Fool(), fake("hang later")], clock=Clock((60.0, 0.3)))
    assert (record.ending, record.utilities) == ("time", (1.0, -1.0))


def test_a_fault_outside_a_game_is_an_error(fake):
    with pytest.raises(EngineFault, match="exited with code 3"):
        fake("crash")(CHESS, CHESS.initial())


def test_an_interrupted_engine_is_ended(fake, monkeypatch):
    player = fake()
    player.new_game(CHESS)
    pid = int(fake.log()[0].split()[1])

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(player, "_ask", interrupt)
    with pytest.raises(KeyboardInterrupt):
        player(CHESS, CHESS.initial())
    assert not is_alive(pid)


@pytest.mark.parametrize(("mode", "told"), [("dead", "exited with code 1 (no network file)"), ("mute", "said nothing")])
def test_an_engine_that_never_gets_ready_is_a_mistake_not_a_loss(fake, monkeypatch, mode, told):
    if mode == "mute":
        monkeypatch.setattr(external, "STARTING", 0.4)
    with pytest.raises(ZermeloError) as error:
        zermelo.match(CHESS, [Fool(), fake(mode)], games=1)
    assert not isinstance(error.value, EngineFault)
    assert told in str(error.value)
    assert "is it a UCI engine?" in str(error.value)


def test_other_games_are_refused(fake):
    with pytest.raises(ZermeloError, match="UCI engines play chess, not othello"):
        fake()(zermelo.load("othello"), zermelo.load("othello").initial())
    with pytest.raises(ZermeloError, match="UCI engines play chess, not nim"):
        zermelo.match(zermelo.load("nim"), [fake(), zermelo.Random()], games=1)


# --- options and specs ----------------------------------------------------------------------------------------------


def test_options_are_set(fake):
    player = fake("good", "hash=64", "Style of Play=very risky", "UCI_LimitStrength=true", 'Book File="a, b.bin"')
    player.new_game(CHESS)
    heard = fake.log()
    assert "setoption name Hash value 64" in heard
    assert "setoption name Style of Play value very risky" in heard
    assert "setoption name UCI_LimitStrength value true" in heard
    assert "setoption name Book File value a, b.bin" in heard


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("Hasch=4", "has no option 'Hasch'; similar ones: Hash"),
        ("zzz=4", "has no option 'zzz'; it has: Hash, Style of Play, UCI_LimitStrength, Clear Hash, Book File"),
        ("Hash=65", "Hash lies between 1 and 64, not '65'"),
        ("Hash=big", "Hash is a whole number, not 'big'"),
        ("UCI_LimitStrength=1", "UCI_LimitStrength is true or false, not '1'"),
        ("Style of Play=wild", "Style of Play is one of Solid, Very Risky, not 'wild'"),
        ("Clear Hash=now", "Clear Hash is a button and takes no value"),
    ],
)
def test_options_are_checked(fake, option, told):
    with pytest.raises(ZermeloError) as error:
        fake("good", option).new_game(CHESS)
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("uci:", "uci needs a command: uci:PROGRAM"),
        ("uci:,time=1", "uci needs a command"),
        (
            "uci:no-such-engine",
            "no program 'no-such-engine' on the PATH or in /usr/games: install it, or give its path",
        ),
        ("uci:/no/such/engine", "there is no program /no/such/engine"),
        ("uci:/etc/passwd", "is not executable"),
        ('uci:"oops', "an unclosed quote"),
        ("uci:sh,time", "'time' after the command 'sh' should read option=value"),
        ("uci:sh,Hash=1,Hash=2", "give Hash twice"),
        ("uci:sh,Ha\nsh=1,Ha\nsh=2", "give Ha sh twice"),
        ("uci:sh,time=0", "time must be a number of seconds above 0, not '0'"),
        ("uci:sh,time=nan", "time must be a number of seconds above 0, not 'nan'"),
        ("uci:sh,depth=2.5", "depth must be a whole number of at least 1, not '2.5'"),
        ("uci:sh,nodes=x", "nodes must be a whole number of at least 1, not 'x'"),
    ],
)
def test_mistakes(spec, told):
    with pytest.raises(ZermeloError) as error:
        engine(spec)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_the_command_is_split_into_words_and_no_shell_sees_it():
    player = engine("uci:sh -c 'echo $HOME, you' \"a b\",Skill Level=3,time=0.1")
    assert player.words == ["sh", "-c", "echo $HOME, you", "a b"]
    assert player.options == {"Skill Level": "3"}
    assert player.time == 0.1
    assert str(player) == "uci:sh -c 'echo $HOME, you' \"a b\",Skill Level=3,time=0.1"


def test_programs_are_found_where_debian_keeps_games(tmp_path, monkeypatch):
    program = tmp_path / "engine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(process, "GAME_FOLDERS", (str(tmp_path),))
    assert find_program("engine") == str(program)
    assert find_program(str(program)) == str(program)


# --- analysis -------------------------------------------------------------------------------------------------------


def test_analysis(fake):
    start = CHESS.initial()
    found = fake("good", "depth=7").analyse(CHESS)
    assert (found.line_text(), found.value, found.exact, found.depth, found.nodes) == (["f3"], -0.31, False, 7, 1234)
    assert found.to_json()["candidates"] == [
        {"action": "f3", "value": -0.31, "words": "-0.31 pawns", "bound": "exact", "decided": False}
    ]
    state = CHESS.result(start, CHESS.read_action(start, "f3"))
    ranked = fake().analyse(CHESS, state).candidates
    assert [(CHESS.action_text(state, c.action), c.value, c.decided) for c in ranked] == [
        ("e5", -0.31, False),
        ("h6", -1.0, True),
    ]


def test_there_is_nothing_to_analyse_when_the_game_is_over(fake):
    with pytest.raises(ZermeloError, match="the game is over"):
        fake().analyse(CHESS, CHESS.read_state("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"))


# --- processes ------------------------------------------------------------------------------------------------------


def test_a_stubborn_program_is_killed(fake):
    player = fake("stubborn")
    player.new_game(CHESS)
    pid = int(fake.log()[0].split()[1])
    player.close()
    assert not is_alive(pid)
    player.close()


def test_a_forgotten_program_is_killed(tmp_path):
    player = engine(f'uci:"{sys.executable}" "{FAKE}" stubborn "{tmp_path / "log"}"')
    player.new_game(CHESS)
    pid = int((tmp_path / "log").read_text().splitlines()[0].split()[1])
    assert is_alive(pid)
    del player
    gc.collect()
    assert not is_alive(pid)


def test_programs_end_with_the_interpreter(tmp_path):
    spec = f"uci:{sys.executable} {FAKE} stubborn {tmp_path / 'log'}"
    code = f"import zermelo; player = zermelo.engine({spec!r}); player.new_game(zermelo.load('chess'))"
    subprocess.run(
        [sys.executable, "-c", code], check=True, timeout=PATIENCE, env={**os.environ, "PYTHONPATH": _package()}
    )
    assert not is_alive(int((tmp_path / "log").read_text().splitlines()[0].split()[1]))


def _package() -> str:
    return str(Path(zermelo.__file__).parents[1])


def test_lines_deadlines_and_last_words():
    program = Process([sys.executable, "-c", "print(input()); input(); raise SystemExit('bye')"])
    program.send("hello")
    assert program.read(time.perf_counter() + PATIENCE) == "hello"
    with pytest.raises(Silent):
        program.read(time.perf_counter() + 0.05)
    program.send("")
    with pytest.raises(Ended, match=r"exited with code 1 \(bye\)"):
        program.read(time.perf_counter() + PATIENCE)
    assert not program.is_running
    program.close()
    with pytest.raises(Ended):
        program.send("more")


# --- real engines ---------------------------------------------------------------------------------------------------


@pytest.fixture(params=["stockfish", "toga2", "gnuchess --uci"])
def real(request):
    name = request.param.split()[0]
    try:
        find_program(name)
    except ZermeloError:
        pytest.skip(f"{name} is not installed")
    with engine(f"uci:{request.param},depth=4") as player:
        yield player


def test_real_engines_win_against_chance(real):
    result = zermelo.match(CHESS, [real, zermelo.Random()], games=2, seed=3, opening=4, balance=1)
    assert result.faults == ()
    assert result.losses == 0


def test_real_engines_analyse(real):
    mate_in_one = CHESS.read_state("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    found = real.analyse(CHESS, mate_in_one)
    assert CHESS.action_text(mate_in_one, found.action) == "Ra8#"
    assert found.value == 1.0


# --- several at once ------------------------------------------------------------------------------------------------


def test_games_side_by_side_have_programs_of_their_own(fake, monkeypatch):
    monkeypatch.setattr("zermelo.arena.match.available_cores", lambda: 2)
    result = zermelo.match(CHESS, [fake(), fake("twice")], games=4)
    assert (result.wins, result.losses, result.faults) == (2, 2, ())
    pids = {int(line.split()[1]) for line in fake.log() if line.startswith("pid ")}
    assert len(pids) == 4
    assert not [pid for pid in pids if is_alive(pid)]


def test_a_program_with_several_threads_plays_fewer_games_at_once(fake):
    assert fake("good", "threads=3").most_games(CHESS, 8) == 2
    assert fake("good", "Threads=16").most_games(CHESS, 8) == 1
    assert fake().most_games(CHESS, 8) == 8


def test_stop_ends_the_wait_for_an_answer(fake):
    player, faults = fake("hang", "depth=3"), []  # which has ten minutes

    def choose():
        try:
            player.choose(CHESS, CHESS.initial())
        except EngineFault as fault:
            faults.append(fault.ending)

    thread = threading.Thread(target=choose, daemon=True)
    thread.start()
    for _ in range(1500):
        if any(line.startswith("go") for line in fake.log()):
            break
        time.sleep(0.02)
    player.stop()
    thread.join(30)
    assert faults == ["crash"]
