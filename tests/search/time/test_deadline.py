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
