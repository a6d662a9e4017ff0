"""Threads that are kept for the next search."""

from __future__ import annotations

import gc
import os
import threading
import time
import weakref

import pytest
from patience import PATIENCE

from zermelo.search.time import threads
from zermelo.search.time.threads import run_apart, run_together


def finished(work):
    """Does some work apart, and waits for its end."""
    done = threading.Event()

    def told():
        work()
        done.set()

    run_apart(told)
    assert done.wait(10)


def searchers():
    return [thread for thread in threading.enumerate() if thread.name == "zermelo-search"]


def test_a_thread_serves_one_piece_of_work_after_another():
    seen = []
    for number in range(50):
        finished(lambda number=number: seen.append((number, threading.current_thread().name)))
    assert [number for number, _ in seen] == list(range(50))
    assert {name for _, name in seen} == {"zermelo-search"}
    assert len(searchers()) <= threads.MOST_KEPT + 2


def test_work_done_at_the_same_time_has_threads_of_its_own():
    barrier = threading.Barrier(8)
    reached = threading.Semaphore(0)

    def meet():
        barrier.wait(PATIENCE)
        reached.release()

    for _ in range(8):
        run_apart(meet)
    assert all(reached.acquire(timeout=PATIENCE) for _ in range(8))


def test_what_the_work_held_is_given_back():
    class Large:
        pass

    large = Large()
    gone = weakref.ref(large)
    finished(lambda held=large: None)
    finished(lambda: None)
    del large
    for _ in range(100):
        gc.collect()
        if gone() is None:
            return
        threading.Event().wait(0.02)
    pytest.fail("the thread still holds its last work")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
def test_a_forked_process_starts_threads_of_its_own():
    finished(lambda: None)
    child = os.fork()
    if child == 0:  # pragma: no cover (another process)
        done = threading.Event()
        run_apart(done.set)
        os._exit(0 if done.wait(5) else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_all_threads_work_and_what_any_raises_is_raised():
    done = []
    run_together(done.append, 3)
    assert sorted(done) == [0, 1, 2]

    def work(i):
        done.append(i)
        if i == 1:
            raise KeyError(i)

    done.clear()
    with pytest.raises(KeyError):
        run_together(work, 3)
    assert sorted(done) == [0, 1, 2]
    done.clear()
    run_together(lambda i: (time.sleep(0.02 * i), done.append(i)), 3)
    assert done == [0, 1, 2], "it waits for the slowest"
    names = []
    run_together(lambda i: names.append(threading.current_thread().name), 2)
    assert names.count(threading.current_thread().name) == 1
