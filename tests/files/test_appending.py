"""Records that are added whole or not at all."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest
from processes import environment

from zermelo.files.appending import Appender
from zermelo.game import ZermeloError

FULL = """
    import resource, signal, sys
    from pathlib import Path
    from zermelo.files.appending import Appender
    from zermelo.game import ZermeloError
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    with Appender(Path(sys.argv[1])) as file:
        try:
            while True:
                file.append(b"x" * 299 + b"\\n")
        except ZermeloError as error:
            print(error)
"""


def test_records_are_added(tmp_path):
    with Appender(tmp_path / "x") as file:
        file.append(b"one\n")
        file.append(b"two\n")
        file.cut(4)
        file.append(b"three\n")
    with Appender(tmp_path / "x") as file:
        file.append(b"four\n")
    assert (tmp_path / "x").read_bytes() == b"one\nthree\nfour\n"


def test_what_a_full_disk_cut_short_is_taken_off(tmp_path):
    command = [sys.executable, "-c", textwrap.dedent(FULL), str(tmp_path / "x")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=True)
    assert done.stdout == f"{tmp_path / 'x'} cannot be written: File too large\n"
    assert (tmp_path / "x").read_bytes() == 3 * (b"x" * 299 + b"\n")


def test_what_cannot_be_opened_is_told(tmp_path):
    with pytest.raises(ZermeloError, match="cannot be written: Is a directory"):
        Appender(tmp_path)
    with pytest.raises(ZermeloError, match="cannot be written: No such file or directory"):
        Appender(tmp_path / "none" / "x")
