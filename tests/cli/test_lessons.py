"""`zermelo lessons`."""

from __future__ import annotations

import json

import pytest


def test_the_lessons_are_listed(zermelo):
    code, out, _ = zermelo("lessons")
    assert code == 0
    assert [line.split()[:2] for line in out.splitlines()][1] == ["2", "minimax"]
    assert len(out.splitlines()) == 13
    assert len(json.loads(zermelo("lessons", "--json")[1])["lessons"]) == 13


def test_a_lesson_is_read_in_the_terminal(zermelo):
    code, out, _ = zermelo("lessons", "minimax")
    assert code == 0
    assert "Figure 2. The two-ply tree" in out
    assert "minimax: 3 for MAX, 9 leaves" in out  # the search of the lesson, not that of the figure
    assert "Question. " in out
    assert "It is depth first" not in out
    assert zermelo("lessons", "2")[1] == out
    answered = zermelo("lessons", "minimax", "--answers")[1]
    assert "It is depth first" in answered
    assert json.loads(zermelo("lessons", "minimax", "--json")[1])["title"] == "Minimax"


def test_a_notebook_is_written(zermelo, tmp_path):
    file = tmp_path / "minimax.ipynb"
    code, out, _ = zermelo("lessons", "minimax", "--notebook", str(file))
    assert code == 0
    assert "minimax.ipynb" in out
    assert json.loads(file.read_text())["nbformat"] == 4


def test_a_site_is_written(zermelo, tmp_path):
    folder = tmp_path / "course"
    code, out, _ = zermelo("lessons", "--site", str(folder))
    assert code == 0
    assert out.startswith(f"wrote {folder}\nvisitors' browsers load Pyodide from https://")
    assert (folder / "index.html").is_file()
    made = json.loads(zermelo("lessons", "--site", str(folder), "--json")[1])
    assert (made["folder"], made["packages"]) == (str(folder), ["numpy"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["minimx"], "no lesson is called 'minimx'; did you mean minimax?"),
        (["--notebook", "x.ipynb"], "--notebook needs a lesson's name"),
        (["--answers"], "--answers needs a lesson's name"),
        (["minimax", "--notebook", "x.txt"], "a notebook's name ends in .ipynb"),
        (["minimax", "--notebook", "no/such/folder/x.ipynb"], "no/such/folder"),
        (["minimax", "--site", "course"], "--site writes all lessons: leave the name out"),
        (["--pyodide", "engine"], "--pyodide is for --site FOLDER"),
        (["--site", "course", "--pyodide", "nowhere"], "--pyodide nowhere has no pyodide.mjs: name npm's folder"),
    ],
)
def test_mistakes_are_told_in_one_line(zermelo, words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = zermelo("lessons", *words)
    assert code == 2
    assert said in err
    assert len(err.strip().splitlines()) == 1
