"""What all commands do with user errors, with Ctrl-C, and with a closed output pipe."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from patience import PATIENCE
from pile import line_of, pile
from processes import environment

from zermelo import __version__, cli


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["anlyse", "nim"], "No such command 'anlyse'. Did you mean 'analyse'?"),
        (["analyse", "nim", "--tim", "3"], "No such option: --tim"),
        (["analyse"], "Missing argument 'GAME'. (see zermelo analyse --help)"),
        (["analyse", "nim", "extra"], "(extra)"),
        (["play", "nimm"], "no game is called 'nimm'; did you mean nim?"),
        (["analyse", ""], "no game is called ''; `zermelo games` lists all "),
        (["analyse", "a\nb\n" * 100], "no game is called 'a b a b"),
        (["analyse", "nim:stones"], "'stones' in 'nim:stones' should read name=value"),
        (["analyse", "nim:stones=many"], "nim: stones should be a whole number, not 'many'"),
        (["analyse", "nim:stones=-3"], "nim: stones must be 1 to 1000, not -3"),
        (["analyse", "nim:stone=3"], "nim has no parameter 'stone'; it has stones, most, misere"),
        (["check", "nope.py"], "there is no file nope.py"),
    ],
)
def test_a_mistake_is_told_in_one_line(zermelo, words, told):
    code, out, err = zermelo(*words)
    assert (code, out) == (2, "")
    assert err.startswith("zermelo: ")
    assert err.count("\n") == 1
    assert len(err) < 400  # the longest names every game
    assert told in err


def test_help_and_version(zermelo):
    assert zermelo("--version") == (0, f"{__version__}\n", "")
    code, out, err = zermelo()
    assert (code, err) == (0, "")
    for verb in ("games", "play", "analyse", "perft", "match", "trace", "check", "bench"):
        assert verb in out
        assert f"Usage: zermelo {verb}" in zermelo(verb, "--help")[1]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"initial": "return 1 // 0"}, f"line {line_of('initial')}: ZeroDivisionError"),
        ({"to_move": "return state.players"}, f"line {line_of('to_move')}: AttributeError"),
        ({"actions": "return None"}, "TypeError: 'NoneType' object is not iterable"),
        ({"result": "raise KeyError('oh\\nno')"}, f"line {line_of('result')}: KeyError"),
        ({"is_terminal": "return state.over"}, f"line {line_of('is_terminal')}: AttributeError"),
        ({"utility": "return 'win'"}, "Error: "),
        ({"game": "raise KeyError('x')"}, f"line {line_of('game')}: KeyError"),
    ],
)
@pytest.mark.parametrize("verb", [["analyse"], ["play"], ["match", "alphabeta", "random"]])
def test_an_error_in_a_users_game_is_told_in_one_line(zermelo, tmp_path, wrong, told, verb):
    (tmp_path / "mine.py").write_text(pile(**wrong))
    code, _, err = zermelo(verb[0], tmp_path / "mine.py", *verb[1:])
    assert code == 2
    assert err.startswith("zermelo: mine.py: ")
    assert err.count("\n") == 1
    assert told in err


def test_our_own_mistakes_are_not_hidden(zermelo, monkeypatch):
    def broken(*_):
        raise RuntimeError("ours")

    monkeypatch.setattr("zermelo.cli.common.read_game", broken)
    for name in [name for name in sys.modules if name.startswith("zermelo_user_")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(RuntimeError, match="ours"):
        zermelo("analyse", "nim")


@pytest.mark.parametrize("worth", ["nan", "inf"])
def test_json_never_says_nan_or_infinity(zermelo, tmp_path, worth):
    (tmp_path / "mine.py").write_text(pile(utility=f"return float('{worth}')"))
    code, out, err = zermelo("analyse", tmp_path / "mine.py", "--json", "-e", "minimax")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"utility gives [{worth}, {worth}], after 1 2 2" in err


def test_too_much_memory(zermelo, monkeypatch):
    def greedy(*_):
        raise MemoryError

    monkeypatch.setattr("zermelo.cli.common.read_game", greedy)
    code, _, err = zermelo("analyse", "nim")
    assert (code, err) == (2, "zermelo: out of memory: ask for less\n")


def test_an_interrupt_that_a_callback_swallowed_is_sent_again(monkeypatch):
    sent = []
    monkeypatch.setattr("_thread.interrupt_main", lambda: sent.append(True))
    cli._interrupt_again(SimpleNamespace(exc_type=KeyboardInterrupt))
    deadline = time.monotonic() + PATIENCE
    while not sent and time.monotonic() < deadline:
        time.sleep(0.01)
    assert sent


# --- true processes ---------------------------------------------------------------------------------------------------


def process(*words, stdout=subprocess.PIPE, cache=None, encoding="utf-8"):
    """`python -m zermelo` as a process of its own, which hears Ctrl-C whatever this one does."""
    return subprocess.Popen(
        [sys.executable, "-m", "zermelo", *words],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        encoding=encoding,
        env=environment(cache, PYTHONIOENCODING=encoding),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def test_python_m_zermelo():
    running = process("play", "[[3,12],[2,4]]")
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err) == (0, "")
    assert "MAX wins by 3" in out


def test_ctrl_c_ends_it_at_once():
    running = process("match", "nim:stones=900", "random", "random", "--games", "1000000")
    time.sleep(2)
    assert running.poll() is None
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out, err) == (130, "", "zermelo: interrupted\n")


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_ctrl_c_in_an_analysis_prints_the_best_so_far(tmp_path, words):
    (tmp_path / "long.py").write_text(
        "import sys\n"
        "from zermelo import Game\n"
        "def result(s, a):\n"
        "    if s == 6: print('begun', file=sys.stderr, flush=True)\n"
        "    return s + 1\n"
        "def game() -> Game:\n"
        "    return Game(lambda: 0, lambda s: s % 2, lambda s: iter('abc'), result, lambda s: s == 40,\n"
        "        lambda s, p: 1.0 if p else -1.0, evaluate=lambda s, p: 0.25 if p else -0.25, compiles=False)\n"
    )
    running = process("analyse", str(tmp_path / "long.py"), "-e", "alphabeta:plain=true,time=1000", *words)
    assert running.stderr.readline() == "begun\n"
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err.splitlines()[-1]) == (130, "zermelo: interrupted")
    if words:
        found = json.loads(out)
        assert (found["action"], found["value"], found["stopped"]) == ("a", -0.25, "interrupted")
    else:
        assert "a is best for player 1: -0.25 (estimated)" in out
        assert "stopped: interrupted" in out


def test_a_recursion_that_is_too_deep_is_told_in_one_line(zermelo, tmp_path):
    (tmp_path / "deep.py").write_text(
        "from zermelo import Game\n"
        "def result(s, a): return result(s, a)\n"
        "def game() -> Game:\n"
        "    return Game(lambda: 0, lambda s: 0, lambda s: iter('a'), result, lambda s: s == 9, lambda s, p: 0.0,\n"
        "        compiles=False)\n"
    )
    code, out, err = zermelo("analyse", tmp_path / "deep.py")
    assert (code, out) == (2, "")
    assert err.startswith("zermelo: deep.py: line 2: RecursionError")
    assert err.count("\n") == 1


def test_a_recursion_error_without_a_user_s_file_is_told_in_one_line(zermelo, monkeypatch):
    from zermelo.search.textbook.minimax import Minimax

    def recurse(*_):
        raise RecursionError("maximum recursion depth exceeded")

    monkeypatch.setattr("zermelo.cli.blame", lambda error: None)
    monkeypatch.setattr(Minimax, "search_to", recurse)
    code, out, err = zermelo("analyse", "nim:stones=5", "-e", "minimax:compiled=false")
    assert (code, out, err) == (2, "", "zermelo: that goes too deep for the interpreter: ask for less depth\n")


def test_ctrl_c_stops_a_compiled_search(tmp_path):
    running = process("perft", "nim:stones=900", "--depth", "300", cache=tmp_path)
    assert running.stderr.readline().startswith("compiling nim")
    time.sleep(3)
    assert running.poll() is None
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert err == "zermelo: interrupted\n"


@pytest.mark.parametrize("words", [["play", "nim:stones=900", "random", "random"], ["trace", "nim:stones=9"]])
def test_a_reader_who_has_seen_enough(words):
    running = process(*words)
    assert running.stdout.readline()
    running.stdout.close()
    assert running.wait(timeout=PATIENCE) == 0
    assert running.stderr.read() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk():
    with open("/dev/full", "w") as full:
        running = process("games", stdout=full)
        err = running.communicate(timeout=PATIENCE)[1]
    assert (running.returncode, err) == (2, "zermelo: the output: No space left on device\n")


def test_a_terminal_that_knows_only_ascii():
    running = process("trace", "[1,2]", encoding="ascii")
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err) == (0, "")
    assert "worth 2 to MAX" in out


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path):
    (tmp_path / "a_file").write_text("")
    running = process("perft", "nim:stones=5", "--depth", "2", "--json", cache=tmp_path / "a_file")
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert '"leaves": 8' in out
    assert "compiled code is not kept" in err
    assert "Traceback" not in err
