"""`zermelo check-search` and `zermelo grade`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import zermelo as package
from zermelo import ZermeloError

FILES = Path(__file__).parents[1] / "support" / "grading"
WRONG = next((FILES / "planted").glob("minimax_05*"))
RIGHT = FILES / "unusual" / "minimax_generators.py"


def test_what_is_wrong_is_told_with_a_tree(zermelo):
    code, out, _ = zermelo("check-search", WRONG, "--trees", 24)
    assert code == 1
    assert "the root picks the worst action" in out
    assert "the smallest tree that shows it (2 leaves)" in out
    assert "yours:  action" in out


def test_a_search_that_is_right_passes(zermelo):
    code, out, _ = zermelo("check-search", f"{RIGHT}:minimax_search", "--trees", 24, "--json")
    assert code == 0
    (found,) = json.loads(out)["searches"]
    assert (found["right"], found["bug"], found["algorithm"], found["trees"]) == (True, None, "minimax", 24)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["no.py"], "there is no file no.py"),
        (["mygame"], "'mygame' is no Python file"),
        ([f"{WRONG}:nothing"], "has no function or class nothing; it has value, minimax"),
        ([WRONG, "--algorithm", "alfabeta"], "there are minimax, alphabeta, expectimax"),
    ],
)
def test_mistakes_are_told_in_one_line(zermelo, words, told):
    code, _, err = zermelo("check-search", *words)
    assert code == 2
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1\n", "has no search that can be recognised"),
        ("def minimax(board, depth, mystery):\n    pass\n", "its parameter mystery is not known"),
        ("raise SystemExit\n", "cannot be run: line 1: SystemExit"),
    ],
)
def test_a_file_that_cannot_be_tried(zermelo, tmp_path, text, told):
    (tmp_path / "mine.py").write_text(text)
    code, _, err = zermelo("check-search", tmp_path / "mine.py")
    assert code == 2
    assert told in err


def test_a_function_in_this_process():
    def minimax(game, state):
        return game.actions(state)[0]

    report = package.check_search(minimax, trees=24)
    assert not report.is_right
    assert report.bug.key == "first-action"
    assert report.to_json()["bug"]["key"] == "first-action"
    with pytest.raises(ZermeloError, match="there is no algorithm 'a-star'"):
        package.check_search(minimax, algorithm="a-star")
    with pytest.raises(ZermeloError, match="takes a function or a class"):
        package.check_search(3)


def test_a_search_that_is_not_written_or_never_ends():
    def alphabeta(game, state, depth=3):
        raise NotImplementedError

    def minimax(game, state):
        while True:
            game.actions(state)

    assert package.check_search(alphabeta, trees=24).bug.key == "unwritten"
    assert package.check_search(minimax, trees=24).bug.key == "hang"


def test_a_class_is_graded_and_the_seed_kept(zermelo, tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    shutil.copy(RIGHT, folder / "anna.py")
    words = ("grade", folder, "--trees", 24, "--jobs", 1)
    code, out, _ = zermelo(*words)
    assert code == 0
    assert "anna" in out
    assert "1 graded" in out
    seed = (tmp_path / "class-grades" / "seed.json").read_text()
    assert (tmp_path / "class-grades" / "grades.csv").read_text().split("\n")[1].startswith("anna,100,100,")
    code, out, _ = zermelo(*words, "--json")
    assert json.loads(out)["grades"][0]["score"] == 100
    assert (tmp_path / "class-grades" / "seed.json").read_text() == seed


def test_one_submission_for_gradescope(zermelo, tmp_path):
    shutil.copy(WRONG, tmp_path / "mine.py")
    code, _, _ = zermelo("grade", tmp_path, "--gradescope", tmp_path / "results.json", "--trees", 24)
    assert code == 0
    result = json.loads((tmp_path / "results.json").read_text())
    assert result["score"] < 60
    assert "the root picks the worst action" in result["output"]


def test_a_folder_without_submissions_is_told(zermelo, tmp_path):
    for place, told in ((tmp_path, "holds no submissions"), (tmp_path / "none", "there is no folder")):
        code, _, err = zermelo("grade", place)
        assert code == 2
        assert told in err
