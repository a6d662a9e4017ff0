"""`zermelo serve` while it starts: the page is there at once, its connections wait for the games."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from patience import PATIENCE

ROOT = Path(__file__).parents[2]
SLOW = """
import time
from pathlib import Path

while not Path({flag!r}).exists():
    time.sleep(0.02)
raise ValueError("it was asked to")
"""


@pytest.mark.long
def test_the_page_is_there_before_the_games_are(tmp_path):
    """The user's file does not end before somebody has seen the page; what is wrong with it is told as ever."""
    flag, file = tmp_path / "seen", tmp_path / "slow.py"
    file.write_text(SLOW.format(flag=str(flag)))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "zermelo", "serve", str(file), "--no-browser", "--no-ahead", "--port", str(port)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    page, end = "", time.monotonic() + PATIENCE
    while not page and time.monotonic() < end:
        try:
            page = urllib.request.urlopen(f"http://localhost:{port}/", timeout=PATIENCE).read().decode()
        except OSError:
            time.sleep(0.05)
    assert "an engine that explains itself" in page
    assert "Starting …" in page
    flag.touch()
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (2, "")
    assert "it was asked to" in err
