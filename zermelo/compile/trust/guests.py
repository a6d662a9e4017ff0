"""Whether what is compiled now is for visitors of the page, with parameters or options that they typed.

Visitors can ask for any number of these, so what is compiled for them is kept apart from the user's own (see
compile/cache/disk.py). A variable of the process says so: its threads, and the processes that it starts, work for the
same visitor.
"""

from __future__ import annotations

import os

FOR_GUESTS = "ZERMELO_FOR_GUESTS"


def work_for_guests(are_guests: bool) -> None:
    """Says for whom this process works from now on."""
    os.environ[FOR_GUESTS] = "1" if are_guests else ""


def works_for_guests() -> bool:
    """For whom does this process work now?"""
    return bool(os.environ.get(FOR_GUESTS))
