"""A task: one of our functions by name, arguments as JSON, and arrays of numbers. Its answer has the same form.

Nothing that is executed is sent: a worker looks the function up in a table, and reads arguments and answers as it reads
our files (files/container.py), with a digest. A function is pure: the same task has the same answer everywhere, so that
it can be done again where a worker was lost. It depends on nothing but its arguments and the version of this package.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.cluster.travel import Missing, Sources
from zermelo.cluster.work import WORK, Arrays, Work
from zermelo.files.container import packed, unpacked
from zermelo.files.reading import Kind
from zermelo.game import ZermeloError

KIND = Kind("task", 1, "task", "a cluster", "is another version of Zermelo installed there?")


class Task(NamedTuple):
    """Something to do."""

    name: str  # one of WORK
    arguments: Mapping[str, Any]  # as JSON
    arrays: Arrays = {}  # noqa: RUF012  (never changed)
    sources: Sources = Sources()  # users' files that it needs


class Answer(NamedTuple):
    """What a task brought."""

    result: Any  # as JSON
    arrays: Arrays


def written(task: Task, with_texts: bool = False) -> bytes:
    """A task as it is sent. with_texts: with the text of users' files, where the worker has said that it lacks them."""
    header = {
        "task": task.name,
        "arguments": dict(task.arguments),
        "sources": task.sources.to_json(with_texts),
        "version": version(),
    }
    return b"".join(map(bytes, packed(KIND, header, task.arrays)[0]))


def performed(sent: bytes) -> bytes:
    """Does a task, in a worker; the answer as it is sent back. A user's mistake travels as its line."""
    arrays: Arrays = {}
    try:
        read = unpacked(sent, KIND)
        if read.header["version"] != version():
            raise ZermeloError(
                f"a machine of the cluster has Zermelo {version()}, and this one {read.header['version']}: install the "
                "same on all"
            )
        Sources.of_json(read.header["sources"]).install()
        result, arrays = _function(read.header["task"])(read.header["arguments"], read.arrays)
        header: dict[str, Any] = {"result": result}
    except Missing:
        header = {"missing": True}
    except ZermeloError as error:
        header = {"mistake": str(error)}
    except Exception:
        header = {"fault": traceback.format_exc()}
    return b"".join(map(bytes, packed(KIND, header, arrays)[0]))


def answered(sent: bytes) -> Answer:
    """What a worker has sent back. Raises ZermeloError at a user's mistake, and Missing where it lacks a file."""
    read = unpacked(sent, KIND)
    if "missing" in read.header:
        raise Missing
    if "mistake" in read.header:
        raise ZermeloError(str(read.header["mistake"]))
    if "fault" in read.header:
        raise RuntimeError(f"a worker failed:\n{read.header['fault']}")
    return Answer(read.header["result"], read.arrays)


def _function(name: str) -> Work:
    if name not in WORK:
        raise ZermeloError(f"no task is called {name}")
    return WORK[name]


@cache
def version() -> str:
    """The version of this package, with a digest of its source: answers may differ between any two."""
    package = sys.modules["zermelo"]  # to import it from here would be a circle
    digest, folder = hashlib.sha256(), Path(str(package.__file__)).parent
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder)}\n".encode())
        digest.update(path.read_bytes())
    return f"{package.__version__}-{digest.hexdigest()[:12]}"
