"""Users' files and what they import from their own folders."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pile import pile

from zermelo import ZermeloError, load
from zermelo.compile.trust.users import game_key
from zermelo.user_files import files_read
from zermelo.web.worker.paths import game_of

USES = "from worths import worth\n" + pile(utility="return worth() if player == 1 else -worth()")


@pytest.fixture(autouse=True)
def modules():
    """No test leaves a neighbour behind: in this process no further file may be run."""
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] in ("mine", "worths", "whole", "mere")]:
        del sys.modules[name]


def write(folder, **files):
    """Writes files, named without .py, into a folder; returns the path of the one called mine."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder / "mine.py"


def worth(game):
    return game.utility(game.initial(), 1)


def test_a_file_imports_its_neighbour(tmp_path):
    path = write(tmp_path, mine=USES, worths="def worth(): return 3.0\n")
    before = list(sys.path)
    assert worth(load(str(path))) == 3.0
    assert sys.path == before
    assert files_read(str(path)) == [str(path), str(tmp_path / "worths.py")]


def test_its_folder_is_searched_only_while_it_is_run(tmp_path):
    load(str(write(tmp_path, mine=USES, worths="def worth(): return 3.0\n", unused="")))
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("unused")


def test_files_in_two_folders_have_neighbours_of_their_own(tmp_path):
    one = write(tmp_path / "one", mine=USES, worths="def worth(): return 1.0\n")
    two = write(tmp_path / "two", mine=USES, worths="def worth(): return 2.0\n")
    assert [worth(load(str(path))) for path in (one, two, one)] == [1.0, 2.0, 1.0]


def test_a_neighbour_comes_before_a_module_that_was_imported_from_elsewhere(tmp_path, monkeypatch):
    write(tmp_path / "elsewhere", worths="def worth(): return 7.0\n")
    monkeypatch.syspath_prepend(str(tmp_path / "elsewhere"))
    theirs = importlib.import_module("worths")
    assert worth(load(str(write(tmp_path / "here", mine=USES, worths="def worth(): return 3.0\n")))) == 3.0
    assert sys.modules["worths"] is theirs


def test_a_neighbour_never_replaces_a_module_of_pythons_or_ours(tmp_path):
    text = "import random, zermelo\n" + pile(utility="return random.Random(0).random() * 0 + 5.0")
    path = write(tmp_path, mine=text, random="raise SystemExit\n", zermelo="raise SystemExit\n")
    assert worth(load(str(path))) == 5.0


def test_a_file_may_import_a_package_of_its_own_name(tmp_path, monkeypatch):
    write(tmp_path / "elsewhere", mine="five = 5.0\n")
    monkeypatch.syspath_prepend(str(tmp_path / "elsewhere"))
    assert (
        worth(load(str(write(tmp_path / "here", mine="from mine import five\n" + pile(utility="return five"))))) == 5.0
    )


def test_packages_beside_a_file(tmp_path):
    text = "from whole.deep import a\nfrom mere.deep import b\n" + pile(utility="return a + b")
    for name in ("whole", "mere"):
        write(
            tmp_path / name,
            deep=f"from .near import number\n{name[0]} = number\na = b = number\n",
            near="number = 2.0\n",
        )
    (tmp_path / "whole" / "__init__.py").write_text("")
    assert worth(load(str(write(tmp_path, mine=text)))) == 4.0


@pytest.mark.parametrize(
    ("neighbour", "told"),
    [
        ("x = 1\nworth = 1 / 0\n", "worths.py, line 2: ZeroDivisionError: division by zero"),
        ("def worth(:\n", "worths.py, line 1: SyntaxError: invalid syntax"),
        ("", "line 1: ImportError: cannot import name 'worth' from 'worths'"),
    ],
)
def test_an_error_in_a_neighbour_names_it(tmp_path, neighbour, told):
    with pytest.raises(ZermeloError) as error:
        load(str(write(tmp_path, mine=USES, worths=neighbour)))
    assert f"cannot be run: {told}" in str(error.value)


def test_the_content_of_a_neighbour_is_part_of_a_games(tmp_path):
    keys = []
    for number in (3, 3, 4):
        path = write(tmp_path, mine=USES, worths=f"def worth(): return {number}.0\n")
        keys.append(game_key(load(str(path))))
    assert keys[0] == keys[1] != keys[2]


def test_a_worker_runs_a_file_again_when_a_neighbour_has_changed(tmp_path):
    path = write(tmp_path, mine=USES, worths="def worth(): return 3.0\n")
    request = {"spec": str(path), "parameters": {}, "own": True}
    first = game_of(request)
    assert game_of(request) is first
    write(tmp_path, worths="def worth(): return 4.0\n")
    os.utime(tmp_path / "worths.py", ns=(1, 1))
    assert worth(game_of(request)) == 4.0


def test_another_process_finds_the_neighbours_too(tmp_path):
    path = write(tmp_path, mine=USES, worths="def worth(): return 3.0\n")
    words = ["analyse", str(path), "--engine", "minimax:compiled=false", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "zermelo", *words],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
        check=True,
    )
    assert abs(json.loads(done.stdout)["value"]) == 3.0
