"""Work in a guarded process: what it returns, how it is ended, and what is kept for the next question."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

import pytest

from zermelo.compile.trust.guarded import run_guarded

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux limits it")


def process(note):
    return os.getpid()


def test_the_work_is_done_elsewhere_and_changes_nothing_here(capfd):
    seen = []

    def work(number, note):
        seen.append(number)
        print("not to be heard ♟")
        os.write(1, b"nor this")
        try:
            typed = input()
        except EOFError:
            typed = "nothing"
        return [len(seen), typed, os.getpid()]

    outcome = run_guarded(work, 7, seconds=60)
    assert (outcome.value[:2], outcome.failure, seen) == ([1, "nothing"], "", [])
    assert outcome.value[2] != os.getpid()
    assert capfd.readouterr() == ("", "")


def test_the_process_is_kept_for_the_next_question():
    first = run_guarded(process, seconds=60).value
    assert run_guarded(process, seconds=60).value == first


def test_work_that_does_not_return_is_killed_and_its_last_note_kept():
    def work(note):
        note("waiting for ever", 0.2)
        while True:
            pass

    before = run_guarded(process, seconds=60).value
    outcome = run_guarded(work, seconds=60)
    assert (outcome.failure, outcome.noted, outcome.is_late) == (
        "does not return within 0.2 s",
        "waiting for ever",
        True,
    )
    assert is_gone(before)
    assert run_guarded(process, seconds=60).value != before


def test_each_note_has_a_time_of_its_own():
    def work(note):
        for number in range(5):
            note(f"step {number}")
            time.sleep(0.5)
        return "done"

    assert run_guarded(work, seconds=2).value == "done"


@LINUX
def test_work_that_takes_too_much_memory_is_told():
    outcome = run_guarded(lambda note: note("large") or len(bytearray(1 << 30)), seconds=60, megabytes=256)
    assert (outcome.failure, outcome.noted) == ("takes more than 256 MB of memory", "large")


@LINUX
def test_the_limit_is_that_of_one_question():
    run_guarded(process, seconds=60, megabytes=64)
    assert run_guarded(lambda note: len(bytearray(200 << 20)), seconds=60, megabytes=512).value == 200 << 20


def test_a_crash_is_told():
    outcome = run_guarded(lambda note: os.kill(os.getpid(), signal.SIGSEGV), seconds=60)
    assert outcome.failure == "ends the process (SIGSEGV)"


@pytest.mark.parametrize("leave", [sys.exit, os._exit], ids=["exit", "_exit"])
def test_an_exit_is_told(leave):
    outcome = run_guarded(lambda note: note("leaving") or leave(0), seconds=60)
    assert (outcome.failure, outcome.noted) == ("ends the process (it exits)", "leaving")


def test_what_is_no_answer_is_not_believed():
    """A user's rules run in the process that answers, and could write to the pipe."""

    def work(note):
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, b"\x05\0\0\0\0\0\0\0" + b"wrong")
            except OSError:
                continue
        return "right"

    outcome = run_guarded(work, seconds=60)
    assert outcome.value is None
    assert outcome.failure
    assert run_guarded(process, seconds=60).value


def test_a_process_with_a_thread_of_the_works_own_is_not_kept():
    def work(note):
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
        return os.getpid()

    process_with_thread = run_guarded(work, seconds=60).value
    assert is_gone(process_with_thread)


def test_two_questions_at_once_are_answered_by_two_processes():
    answers = []

    def ask():
        answers.append(run_guarded(lambda note: time.sleep(0.5) or os.getpid(), seconds=60).value)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(answers)) == 2
    assert sum(not is_gone(answer) for answer in answers) == 1  # one is enough for the next question


def test_ctrl_c_ends_the_work(tmp_path):
    def work(file, note):
        with open(file, "w") as told:
            told.write(str(os.getpid()))
        while True:
            pass

    file = tmp_path / "process"

    def press():
        while not (file.exists() and file.read_text()):
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        run_guarded(work, str(file), seconds=60)
    assert is_gone(int(file.read_text()))


def test_ctrl_c_does_not_reach_a_process_that_waits():
    """In a terminal it is sent to all processes."""
    waiting = run_guarded(process, seconds=60).value
    os.kill(waiting, signal.SIGINT)
    time.sleep(0.2)
    assert run_guarded(process, seconds=60).value == waiting


def test_a_process_that_ended_while_it_waited_is_replaced():
    waiting = run_guarded(process, seconds=60).value
    os.kill(waiting, signal.SIGKILL)
    assert run_guarded(process, seconds=60).value != waiting


def test_the_surroundings_are_those_of_this_process(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZERMELO_OWN", "set")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "setrecursionlimit", sys.setrecursionlimit)

    def work(note):
        return [os.getcwd(), os.environ.get("ZERMELO_OWN"), sys.path[0], sys.getrecursionlimit()]

    assert run_guarded(work, seconds=60).value == [str(tmp_path), "set", str(tmp_path), sys.getrecursionlimit()]
    monkeypatch.delenv("ZERMELO_OWN")
    assert run_guarded(work, seconds=60).value[1] is None


def test_nothing_is_forked(monkeypatch):
    """Also where there is no fork, rules that do not return are ended."""
    monkeypatch.delattr(os, "fork", raising=False)

    def work(note):
        note("waiting", 0.1)
        while True:
            pass

    assert run_guarded(work, seconds=60).is_late


def test_without_an_interpreter_the_work_is_done_here_and_that_is_told(monkeypatch, capfd):
    run_guarded(lambda note: os._exit(0), seconds=60)  # none waits from now on
    monkeypatch.setattr(sys, "executable", "")
    outcome = run_guarded(process, seconds=60)
    assert outcome.value == os.getpid()
    assert "without limits on time and memory" in capfd.readouterr().err


def is_gone(pid):
    """Has a process ended, or will it in a moment?"""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False
