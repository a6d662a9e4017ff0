"""Cold start: how long a person waits for the import, and for a first answer in the terminal."""

from __future__ import annotations

import subprocess
import sys

from measure import Row, seconds_of

ANALYSE = ("-c", "from zermelo.cli import main; main()", "analyse", "tic-tac-toe", "--json")  # as the command does


def compare(repeats: int) -> list[Row]:
    """Seconds of a new Python process, the best of some."""
    times = max(5, repeats)
    empty, imported = (start("-c", code, times=times) for code in ("pass", "import zermelo"))
    rows = [Row("cold start: import zermelo, less an empty Python", "s", max(0.0, imported - empty), at_most=0.3)]
    what = "cold start: zermelo analyse tic-tac-toe --json, warm cache"
    try:
        rows.append(Row(what, "s", start(*ANALYSE, times=times), at_most=1.5))
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or ["no message"])[-1]
        rows.append(Row(what, "s", skipped=f"skipped: the command does not run ({last})"))
    return rows


def start(*words: str, times: int) -> float:
    """Seconds of a Python process with these arguments; a first one, not counted, fills the caches."""

    def run() -> None:
        subprocess.run([sys.executable, *words], check=True, capture_output=True, text=True)

    run()
    return min(seconds_of(run) for _ in range(times))
