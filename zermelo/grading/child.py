"""The process in which a student's file runs: `python -m zermelo.grading.child`, which talks in lines of JSON.

The first line names the file; the answer lists its searches. Each further line is a tree for one of them; the answer is
what it did there. What the file prints is thrown away. The process ends when its input does.
"""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

from zermelo.adapters.course import add_course_modules
from zermelo.game import ZermeloError, brief
from zermelo.grading.calling import Calling, Observation
from zermelo.grading.entries import Entry, entries_of
from zermelo.grading.trees import read_case
from zermelo.user_files import bound_memory, end_with_parent, run_file


def main() -> None:
    """Answers questions until there are no more."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # a file that calls input() gets the end of it
    add_course_modules()
    threading.Thread(target=end_with_parent, args=(os.getppid(), 1.0), daemon=True).start()

    def answer(record: dict[str, Any]) -> None:
        out.write(json.dumps(record) + "\n")
        out.flush()

    first = json.loads(questions.readline())
    bound_memory(first["megabytes"] << 20)
    try:
        entries = _opened(first)
    except ZermeloError as error:
        answer({"error": brief(error, 300)})
        return
    except MemoryError:
        answer({"error": "it takes more memory than is allowed when it is imported"})
        return
    answer({"entries": [_described(entry) for entry in entries]})
    for line in questions:
        question = json.loads(line)
        if question["fresh"]:
            entries = _opened(first)
        calling = entries[question["entry"]].calling
        answer(_observed(calling, question).to_json())


def _observed(calling: Calling, question: dict[str, Any]) -> Observation:
    case = read_case(question["case"])
    return calling.observe(case, question["seconds"], question["simulations"], question["seed"])


def _opened(first: dict[str, Any]) -> list[Entry]:
    return entries_of(run_file(Path(first["path"])), first["name"], first["algorithm"])


def _described(entry: Entry) -> dict[str, Any]:
    calling = entry.calling
    return {
        "name": entry.name,
        "algorithm": entry.algorithm,
        "agent": calling.is_agent,
        "takes_depth": calling.takes_depth,
        "names": sorted(calling.code_names()),
    }


if __name__ == "__main__":
    main()
