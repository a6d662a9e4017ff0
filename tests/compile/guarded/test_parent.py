"""A guarded process ends with the process that started it, however that ends."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

import pytest
from patience import PATIENCE
from processes import environment

WORK = {
    "nothing": "pass",
    "Python": "while True: pass",
    "C": "re.match('(a+)+$', 64 * 'a' + 'b')",  # for years, without a moment for other threads of Python
}

ASKING = """
import os, re, sys
from zermelo.compile.trust.guarded import run_guarded

def work(path, note):
    with open(path + ".part", "w") as file:
        file.write(str(os.getpid()))
    os.replace(path + ".part", path)
    {work}

run_guarded(work, sys.argv[1], seconds=600)
sys.stdin.readline()
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells of the end of others' children")
@pytest.mark.parametrize(("work", "killed"), [("nothing", False), ("nothing", True), ("Python", True), ("C", True)])
def test_it_ends_with_its_parent(work, killed, tmp_path):
    path = tmp_path / "process"
    code = ASKING.format(work=WORK[work])
    parent = subprocess.Popen([sys.executable, "-c", code, path], stdin=subprocess.PIPE, env=environment())
    until = time.monotonic() + PATIENCE
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.05)
    child = os.pidfd_open(int(path.read_text()))
    if killed:
        parent.kill()
    parent.communicate(b"\n")
    assert select.select([child], [], [], PATIENCE)[0]
    os.close(child)
