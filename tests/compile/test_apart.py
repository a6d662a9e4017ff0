"""Work in a child process: what it returns, and how it is ended."""

from __future__ import annotations

import gc
import os
import select
import signal
import subprocess
import sys
import time

import pytest

from zermelo.compile.apart import run_apart


def test_the_work_is_done_with_the_objects_of_this_process_and_changes_none_of_them(capsys):
    seen = []

    def work(note):
        seen.append(1)
        print("not to be heard")
        return len(seen), os.getpid()

    outcome = run_apart(work, seconds=60)
    assert (outcome.value[0], outcome.failure, seen) == (1, "", [])
    assert outcome.value[1] != os.getpid()
    assert capsys.readouterr().out == ""


def test_work_that_does_not_return_is_killed_and_its_last_note_kept():
    pids = []

    def work(note):
        note("waiting for ever", 0.2)
        while True:
            pids.append(0)
            pids.clear()

    outcome = run_apart(work, seconds=60)
    assert (outcome.failure, outcome.noted) == ("does not return within 0.2 s", "waiting for ever")


def test_each_note_has_a_time_of_its_own():
    def work(note):
        for number in range(5):
            note(f"step {number}")
            time.sleep(0.5)
        return "done"

    assert run_apart(work, seconds=2).value == "done"


def test_work_that_takes_too_much_memory_is_told():
    outcome = run_apart(lambda note: len(bytearray(1 << 30)), seconds=60, megabytes=256)
    assert outcome.failure == "takes more than 256 MB of memory"


def test_a_crash_is_told():
    outcome = run_apart(lambda note: os.kill(os.getpid(), signal.SIGSEGV), seconds=60)
    assert outcome.failure == "ends the process (SIGSEGV)"


def test_no_process_is_left():
    child = run_apart(lambda note: os.getpid(), seconds=60).value
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


KILLED = """
import os, sys
from zermelo.compile.apart import run_apart

def work(note):
    os.write(int(sys.argv[1]), str(os.getpid()).encode())
    while True:
        pass

run_apart(work, 600)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux ends a child with its parent")
def test_the_child_ends_when_the_process_is_killed():
    reading, writing = os.pipe()
    parent = subprocess.Popen([sys.executable, "-c", KILLED, str(writing)], pass_fds=[writing])
    os.close(writing)
    child = int(os.read(reading, 20))
    parent.kill()
    parent.wait()
    assert select.select([reading], [], [], 60)[0]  # until nobody holds the other end
    assert os.read(reading, 20) == b""
    os.close(reading)
    assert child != parent.pid


def test_the_garbage_collector_leaves_alone_what_was_there_before():
    """It would copy all memory of a large process, within the time of whatever the child was just doing."""
    seen = run_apart(lambda note: len(gc.get_objects()), seconds=60).value
    assert 10 * seen < len(gc.get_objects())
