"""Lanes: jobs run side by side, results come in order, and no thread is left running."""

from __future__ import annotations

import threading

import pytest
from patience import PATIENCE

from zermelo.arena.lanes import side_by_side


class Gate:
    """A lane that finishes a job only when the test allows it."""

    def __init__(self):
        self.doors = [threading.Event() for _ in range(10)]
        self.begun = threading.Semaphore(0)
        self.stops = 0

    def do(self, number):
        self.begun.release()
        assert self.doors[number].wait(60)
        return number * number

    def wait_begun(self, count):
        for _ in range(count):
            assert self.begun.acquire(timeout=PATIENCE)

    def stop(self):
        self.stops += 1
        for door in self.doors:
            door.set()


def test_results_come_in_order_although_the_second_job_ends_first():
    gate = Gate()
    gate.doors[1].set()
    gate.doors[2].set()
    opener = threading.Thread(target=lambda: (gate.wait_begun(3), gate.doors[0].set()))  # the third is under way
    opener.start()
    assert list(side_by_side(range(3), [gate.do, gate.do], gate.stop)) == [0, 1, 4]
    assert gate.stops == 0
    opener.join()


def test_one_lane_works_in_the_caller_s_thread():
    assert list(side_by_side("ab", [lambda job: (job, threading.current_thread())], pytest.fail)) == [
        ("a", threading.main_thread()),
        ("b", threading.main_thread()),
    ]


def test_jobs_are_taken_when_a_lane_is_free():
    taken = []

    def jobs():
        for number in range(5):
            taken.append(number)
            yield number

    gate = Gate()
    gate.doors[0].set()
    results = side_by_side(jobs(), [gate.do, gate.do], gate.stop)
    assert next(results) == 0
    assert taken in ([0, 1], [0, 1, 2])
    results.close()


def test_what_a_job_raises_comes_after_the_results_before_it():
    begun = []

    def do(number):
        begun.append(number)
        if number == 1:
            raise ValueError("the second")
        gate.doors[number].wait(60)
        return number

    gate = Gate()
    threading.Timer(0.2, gate.doors[0].set).start()
    results = side_by_side(range(100), [do, do], gate.stop)
    assert next(results) == 0
    with pytest.raises(ValueError, match="the second"):
        next(results)
    assert sorted(begun) == [0, 1]  # and no other began


def test_closing_stops_what_is_under_way():
    gate, before = Gate(), threading.active_count()
    gate.doors[0].set()
    results = side_by_side(range(9), [gate.do, gate.do], gate.stop)
    assert next(results) == 0
    results.close()
    assert gate.stops > 0
    assert threading.active_count() == before
