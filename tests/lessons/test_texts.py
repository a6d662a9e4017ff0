"""The lessons themselves: complete, their figures and facts there, their commands real, their numbers traced."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
import typer

from zermelo.cli import VERBS, command_line
from zermelo.lessons import check, lesson, lesson_names
from zermelo.lessons.inline import plain
from zermelo.lessons.lesson import Asked, Code, Items, Paragraph
from zermelo.lessons.quoted import MEASURED, PUBLISHED, quoted
from zermelo.lessons.reading import TEXTS
from zermelo.loading import game_names, problem_names
from zermelo.players.engines import engine

ROOT = Path(__file__).parents[2]
NAMES = lesson_names()
SOURCES = {path.stem[3:]: path.read_text() for path in sorted(TEXTS.glob("*.md"))}
SUBJECTS = [
    *("games", "minimax", "alpha-beta", "evaluation", "ordering", "chance", "opponents", "more-players"),
    *("monte-carlo", "hidden", "learning", "limits", "history"),
]
PROGRAMS = [
    *("Shannon", "Turing", "Samuel", "Greenblatt", "Chess 4.5", "BKG", "Deep Thought", "Deep Blue", "Chinook"),
    *("TD-Gammon", "GIB", "AlphaGo", "AlphaZero"),
]


def test_the_course_is_complete_and_numbered():
    assert NAMES == SUBJECTS
    assert [path.stem[:2] for path in sorted(TEXTS.glob("*"))] == [f"{number:02}" for number in range(1, 14)]


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_something_to_see_and_to_answer(name):
    """Reading it already checks every figure, fact and link, and that no number is written out."""
    shown = lesson(name)
    assert shown.title
    assert shown.summary
    assert len(shown.questions) >= 2
    assert name in ("learning", "history") or list(shown.figures)


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_is_explained_and_the_right_one_is_right(name):
    for question in lesson(name).questions.values():
        assert all(len(choice.because) > 15 for choice in question.choices), question.name
        assert check(name, question.name, question.right).right is True, question.name
        if question.kind == "choice":
            wrong = [choice for choice in question.choices if not choice.right]
            assert [check(name, question.name, choice.text).right for choice in wrong] == [False] * len(wrong)
        else:
            assert len(question.otherwise) > 15
            assert check(name, question.name, "-987").right is False


@pytest.mark.parametrize("name", NAMES)
def test_commands_name_verbs_that_there_are(name):
    commands = re.findall(r"zermelo ([a-z-]+)", " ".join(re.findall(r"`[^`]*`|```sh.*?```", SOURCES[name], re.DOTALL)))
    assert [verb for verb in commands if verb not in VERBS] == []


@pytest.mark.parametrize("name", NAMES)
def test_commands_within_a_line_are_understood(name):
    """Their options and arguments are there, though they are not run."""
    for command in re.findall(r"`zermelo ([a-z-]+)\s+([^`]+)`", SOURCES[name]):
        verb, words = command[0], shlex.split(command[1])
        parser = typer.main.get_command(command_line(verb))
        parser = getattr(parser, "commands", {verb: parser})[verb]
        parser.make_context(verb, words)  # raises where an option is unknown
        typed = [word for option, word in pairwise(words) if option == "--engine"]
        for text in typed + (words[1:3] if verb == "match" else []):
            engine(text)


@pytest.mark.parametrize("name", NAMES)
def test_lessons_are_short(name):
    words = sum(len(plain(b.spans).split()) for b in lesson(name).blocks if isinstance(b, Paragraph))
    assert words < 700


def test_every_lesson_leads_to_others_that_there_are():
    linked = {target for text in SOURCES.values() for target in re.findall(r"\(lesson:([a-z-]+)\)", text)}
    assert linked <= set(NAMES)
    assert len(linked) >= 5


@pytest.mark.parametrize("name", quoted(MEASURED))
def test_what_was_measured_stands_in_the_table(name):
    said = quoted(MEASURED)[name]
    rows = [line for line in (ROOT / said.source).read_text().splitlines() if _row(said.row) in _row(line)]
    assert rows, f"{said.source} has no row '{said.row}'"
    whole = "\n".join(rows)
    assert re.search(rf"(?<![\d.,]){re.escape(said.text)}(?![\d])", whole), f"{said.text} is not in: {whole}"


def _row(line):
    return " ".join(line.replace("`", "").split())


def test_each_quoted_figure_is_used_and_each_source_listed():
    whole = "\n".join(SOURCES.values())
    for kind in (MEASURED, PUBLISHED):
        assert [name for name in quoted(kind) if f"{{{kind}.{name}}}" not in whole] == []
    assert [said.source for said in quoted(PUBLISHED).values() if said.source not in SOURCES["history"]] == []


def test_the_history_has_every_program_with_a_verb_and_a_figure():
    entries = next(block for block in lesson("history").blocks if isinstance(block, Items))
    for program, entry in zip(sorted(PROGRAMS), sorted(entries.items, key=_program), strict=True):
        words = plain(entry)
        assert program in words
        assert "Now: " in words
        assert any(span.style == "code" for span in entry)
    measured = [entry for entry in entries.items if re.search(r"\bHere\b.*\d", plain(entry))]
    assert len(measured) >= 11


@pytest.mark.parametrize("name", NAMES)
def test_no_game_is_called_missing_that_there_is(name):
    called = re.findall(r"([a-z-]+)(?: itself)? is (?:not here|missing)", SOURCES[name].lower())
    assert set(called) & {*game_names(), *problem_names()} == set()


def _program(entry):
    return next(program for program in PROGRAMS if program in plain(entry))


COMMANDS = [
    line
    for name in NAMES
    for block in lesson(name).blocks
    if isinstance(block, Code) and block.language == "sh"
    for line in block.text.splitlines()
]


@pytest.mark.parametrize(
    "command", [pytest.param(line, marks=[pytest.mark.long] if " learn " in line else []) for line in COMMANDS]
)
def test_every_command_works(command, zermelo, tmp_path, monkeypatch):
    """Python is run by the tests of notebooks. AlphaZero needs PyTorch, and a minute and a half: its words are read."""
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(command)
    assert program == "zermelo"
    code, out, err = zermelo(*words, *(["--help"] if "alphazero" in words else []))
    assert code == 0, err
    assert out.strip()


def test_the_seven_statements_on_minimax_are_asked():
    asked = [plain(block.prompt) for block in lesson("minimax").blocks if isinstance(block, Asked)]
    assert sum(prompt.startswith("True or false") for prompt in asked) == 7
