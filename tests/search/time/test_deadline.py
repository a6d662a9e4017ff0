"""Deadlines: a search whose rules do not return is ended too."""

from __future__ import annotations

import threading

import pytest

from zermelo.game import ZermeloError
from zermelo.search.time import deadline as deadline_module
from zermelo.search.time.deadline import Deadline


def test_compiled_rules_that_do_not_return_end_the_search_with_one_line(monkeypatch):
    monkeypatch.setattr(deadline_module, "PATIENCE", 0.1)
    free = threading.Event()
    with pytest.raises(ZermeloError, match="a function of the game does not return"):
        Deadline(hard=0.01).run(free.wait, [], compiled=True)
    free.set()


def test_interpreted_rules_that_do_not_return_end_the_search_with_one_line(monkeypatch):
    monkeypatch.setattr(deadline_module, "PATIENCE", 0.1)

    def work():
        while True:
            pass

    with pytest.raises(ZermeloError, match="a function of the game does not return"):
        Deadline(hard=0.01).run(work, [], compiled=False)


def test_what_was_granted_is_not_taken_back_by_a_search_inside_another():
    """Auto's own attempt to solve compiled for longer than the time, and then the search ended after a depth of 1."""
    deadline = Deadline(10.0, 20.0)
    deadline.shorten(15.0)
    deadline.grant(100.0)
    deadline.shorten(15.0)
    assert (deadline.soft, deadline.hard) == (110.0, 115.0)
    deadline.shorten(None)
    deadline.end_at_soft()
    assert deadline.hard == 110.0
    deadline.shorten(5.0)
    assert deadline.hard == 105.0
    deadline.begin(None, 3.0)
    deadline.end_at_soft()
    deadline.shorten(7.0)
    assert deadline.hard == 3.0
    deadline.begin(None, None)
    deadline.shorten(7.0)
    assert deadline.hard == 7.0
