"""A class is graded: partial credit, limits, feedback without the hidden trees, files, and going on after a stop."""

from __future__ import annotations

import csv
import json
import shutil
import time
from pathlib import Path

import pytest

from zermelo.game import ZermeloError
from zermelo.grading.battery import battery
from zermelo.grading.classroom.grading import Options, file_of, grade_class, graded
from zermelo.grading.classroom.results import csv_text, gradescope, write_results
from zermelo.grading.classroom.rubric import Rubric, read_rubric, rubric_of
from zermelo.grading.trees import as_text
from zermelo.grading.trial import Candidate, Submission

FILES = Path(__file__).parents[1] / "support" / "grading"
PLANTED = sorted((FILES / "planted").glob("*.py"))
UNUSUAL = sorted((FILES / "unusual").glob("*.py"))
QUICKLY = Options(seed=7, trees=24, seconds=0.5, total=20.0)
RIGHT = "minimax_book.py"
HANGS_ON_ONE = """
CALLS = []

def minimax(game, state):
    CALLS.append(state)
    while len(CALLS) == 3:
        try:
            while True:
                pass
        except BaseException:  # an alarm does not stop it: its process has to be killed
            pass
    def value(state, player):
        if game.is_terminal(state):
            return game.utility(state, player)
        values = [value(game.result(state, a), player) for a in game.actions(state)]
        return max(values) if game.to_move(state) == player else min(values)
    player = game.to_move(state)
    return max(game.actions(state), key=lambda a: value(game.result(state, a), player))
"""
HANGS = "def minimax(game, state):\n    while True:\n        pass\n"
CRASHES = "def minimax(game, state):\n    return game.actions(state)[99]\n"


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "class"
    made.mkdir()
    shutil.copy(FILES / "unusual" / RIGHT, made / "anna.py")
    shutil.copy(next(path for path in PLANTED if path.name.startswith("minimax_04")), made / "ben.py")
    (made / "cleo.py").write_text(CRASHES)
    (made / "dan").mkdir()
    (made / "dan" / "broken.py").write_text("def minimax(game, state:\n")
    return made


def test_points_feedback_and_files(folder, tmp_path):
    grades = grade_class(folder, tmp_path / "out", Rubric(), QUICKLY)
    write_results(grades, tmp_path / "out")
    scores = {grade.name: grade.score for grade in grades}
    assert scores["anna"] == 100.0
    assert 0 < scores["ben"] < 90
    assert scores["cleo"] == scores["dan"] == 0
    by_name = {grade.name: grade for grade in grades}
    assert by_name["ben"].bugs == ("utility-of-max",)
    assert "always searches for MAX" in by_name["ben"].feedback
    assert "line 2: IndexError" in by_name["cleo"].feedback
    assert "SyntaxError" in by_name["dan"].error
    assert str(tmp_path) not in by_name["dan"].error
    rows = list(csv.DictReader((tmp_path / "out" / "grades.csv").read_text().splitlines()))
    assert [row["name"] for row in rows] == ["anna", "ben", "cleo", "dan"]
    assert rows[0]["score"] == "100"
    result = json.loads((tmp_path / "out" / "gradescope" / "ben" / "results.json").read_text())
    assert result["score"] == scores["ben"]
    assert sum(test["max_score"] for test in result["tests"]) == pytest.approx(100, abs=0.01)
    assert {test["status"] for test in result["tests"]} == {"passed", "failed"}


def test_a_second_run_goes_on_where_the_first_stopped(folder, tmp_path):
    out, seen = tmp_path / "out", []
    (folder / "cleo.py").unlink()
    shutil.rmtree(folder / "dan")

    class Stopped(Exception):
        pass

    def stop(grade):
        raise Stopped

    with pytest.raises(Stopped):
        grade_class(folder, out, Rubric(), QUICKLY, jobs=1, on_grade=stop)
    kept = sorted((out / "records").glob("*.json"))
    assert len(kept) == 1
    before = kept[0].stat().st_mtime_ns
    grade_class(folder, out, Rubric(), QUICKLY, jobs=1, on_grade=seen.append)
    assert kept[0].stat().st_mtime_ns == before
    assert sorted(grade.name for grade in seen) == ["anna", "ben"]
    (folder / "anna.py").write_text((folder / "ben.py").read_text())  # handed in again
    again = grade_class(folder, out, Rubric(), QUICKLY, jobs=1)
    assert again[0].score == again[1].score


def test_a_hang_costs_its_own_tree_only(tmp_path):
    path = tmp_path / "eve.py"
    path.write_text(HANGS_ON_ONE)
    begin = time.monotonic()
    grade = graded("eve", path, Rubric(none=0.0), Options(seed=7, trees=12, seconds=0.3, total=60.0))
    runs = {part.part: part for part in grade.parts}
    # Each new process hangs at its third call, so of 12 trees every third is lost and no other.
    assert runs["runs"].words == "8 of 12 hidden trees"
    assert grade.score == pytest.approx(100 * 2 / 3, abs=8)
    assert time.monotonic() - begin < 120


WAITS = """
import time

def minimax(game, state):
    time.sleep({seconds})
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, player)
        values = [value(game.result(state, a)) for a in game.actions(state)]
        return max(values) if game.to_move(state) == player else min(values)
    player = game.to_move(state)
    return max(game.actions(state), key=lambda a: value(game.result(state, a)))
"""


def test_who_only_waits_has_more_time_by_the_clock(tmp_path):
    """As a process does while others have the processor; but not for ever."""
    path = tmp_path / "gil.py"
    faults = []
    for asleep, seconds in ((1.5, 1.0), (1000.0, 0.05)):
        path.write_text(WAITS.format(seconds=asleep))
        with Submission(path, seconds=seconds) as submission:
            (trial,) = submission.trials()
            (_, case), *_ = battery(trial.candidate, 7, 4)
            faults.append(trial.observe(case).fault)
            assert submission.spent < 1.2
    assert faults == ["", "hang"]


def test_feedback_gives_no_hidden_tree_away(tmp_path):
    path = next(path for path in PLANTED if path.name.startswith("alphabeta_06"))
    grade = graded("finn", path, Rubric(), QUICKLY)
    told = json.dumps(gradescope(grade)) + csv_text([grade])
    hidden = [as_text(case) for _, case in battery(Candidate("x", "alphabeta"), QUICKLY.seed, QUICKLY.trees)]
    assert len(hidden) == QUICKLY.trees
    assert not [text for text in hidden if text in told]
    assert "[" not in grade.feedback
    assert "leaves):" not in grade.feedback
    shown = graded("finn", path, Rubric(), Options(**{**vars(QUICKLY), "show_trees": True}))
    assert "the smallest tree that shows it" in shown.feedback
    assert not [text for text in hidden if text in shown.feedback]


def test_a_rubric_changes_the_points(tmp_path):
    path = tmp_path / "rubric.toml"
    path.write_text('points = 20\nalgorithms = ["minimax", "mcts"]\n[weights]\nruns = 100\nbasic = 0\n')
    rubric = read_rubric(path)
    assert rubric.weights["basic"] == 0
    grade = graded("anna", FILES / "unusual" / RIGHT, rubric, QUICKLY)
    assert grade.score == pytest.approx(10.0, abs=0.01)
    assert "Monte Carlo tree search: not found" in grade.feedback
    assert (grade.most, len(grade.parts)) == (20, 5)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"point": 3}, "'point' is no part of a rubric"),
        ({"weights": {"speed": 3}}, "weights has no 'speed'"),
        ({"weights": {"runs": "many"}}, "runs must be a number"),
        ({"algorithms": ["chess"]}, "'chess' is no algorithm"),
        ({"full": 0.3}, "must be less than full"),
    ],
)
def test_a_rubric_that_says_something_else_is_refused(given, told):
    with pytest.raises(ZermeloError, match=told):
        rubric_of(given)


def test_partial_credit():
    rubric = Rubric(full=0.9, none=0.5)
    assert [rubric.credit(right, 100) for right in (40, 50, 70, 90, 100)] == pytest.approx([0, 0, 0.5, 1, 1])


def test_the_file_of_a_folder_is_found(tmp_path):
    (tmp_path / "helpers.py").write_text("x = 1\n")
    (tmp_path / "mine.py").write_text("def alphabeta(game, state):\n    pass\n")
    assert file_of(tmp_path, "").name == "mine.py"
    assert file_of(tmp_path, "helpers.py").name == "helpers.py"
    (tmp_path / "old.py").write_text("class MinimaxAgent:\n    pass\n")
    with pytest.raises(ZermeloError, match="say which with --file"):
        file_of(tmp_path, "")


@pytest.mark.slow
def test_a_class_of_a_hundred_is_graded_in_ten_minutes(tmp_path):
    """On two cores; five submissions hang and five crash."""
    folder = tmp_path / "class"
    folder.mkdir()
    for number, path in enumerate([*PLANTED, *UNUSUAL, *PLANTED][:90]):
        shutil.copy(path, folder / f"student_{number:03}.py")
    for number in range(5):
        (folder / f"hanging_{number}.py").write_text(HANGS)
        (folder / f"crashing_{number}.py").write_text(CRASHES)
    begin = time.monotonic()
    grades = grade_class(folder, tmp_path / "out", Rubric(), Options(seed=3), jobs=2)
    seconds = time.monotonic() - begin
    print(f"100 submissions graded in {seconds:.0f} s")
    assert len(grades) == 100
    by_name = {grade.name: grade for grade in grades}
    assert all(by_name[f"hanging_{number}"].bugs == ("hang",) for number in range(5))
    assert all(by_name[f"crashing_{number}"].bugs == ("crash",) for number in range(5))
    right = [by_name[f"student_{number:03}"] for number in range(len(PLANTED), len(PLANTED) + 20)]
    assert {grade.score for grade in right} == {100.0}
    wrong = [by_name[f"student_{number:03}"] for number in range(len(PLANTED))]
    assert max(grade.score for grade in wrong) < 100
    assert seconds < 600
