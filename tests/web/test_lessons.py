"""The messages of the lessons, and the notebooks that the server sends."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request

import pytest
from page_client import visiting

from zermelo.lessons import lesson, lesson_names, lessons
from zermelo.lessons.lesson import Shown
from zermelo.loading import load
from zermelo.web.addresses import debugger_address, play_address
from zermelo.web.lessons import ANSWERS, block_report, lesson_report


def told(server, scene):
    async def run():
        async with visiting(server) as visitor:
            return await scene(visitor)

    return asyncio.run(run())


def test_lessons_are_listed_sent_and_checked(server):
    async def scene(visitor):
        contents = await visitor.ask("lessons")
        minimax = await visitor.ask("lesson", name="minimax")
        right = await visitor.ask("answer", lesson="minimax", question="root", answer="3")
        wrong = await visitor.ask("answer", lesson="minimax", question="root", answer="14")
        unread = await visitor.ask("answer", lesson="minimax", question="root", answer="?")
        return contents, minimax, right, wrong, unread

    contents, minimax, right, wrong, unread = told(server, scene)
    assert [head["name"] for head in contents["lessons"]] == lesson_names()
    assert minimax["before"]["name"] == "games"
    assert minimax["notebook"] == "lessons/minimax.ipynb"
    assert [right["right"], wrong["right"], unread["right"]] == [True, False, None]
    assert right["words"].startswith("Right. ")


def test_what_does_not_exist_is_told_in_one_line(server):
    async def scene(visitor):
        return [
            (await visitor.ask("lesson", name="maximin"))["message"],
            (await visitor.ask("answer", lesson="minimax", question="x", answer="3"))["message"],
            (await visitor.ask("figure", name="x", drawing="position"))["message"],
            (await visitor.ask("trace", algorithm="minimax", figure="x"))["message"],
        ]

    lines = told(server, scene)
    assert lines[0].startswith("no lesson is called 'maximin'")
    assert lines[1].startswith("minimax has no question 'x'")
    assert lines[2].startswith("no figure is called 'x'")
    assert lines[3].startswith("no figure is called 'x'")


def test_figures_are_drawn_and_several_searches_are_kept(server):
    """A lesson shows several searches, and each can be folded when another was searched after it."""

    async def scene(visitor):
        board = await visitor.ask("figure", name="two-ply", drawing="position")
        table = await visitor.ask("figure", name="tree-sizes", drawing="table")
        first = await visitor.ask("trace", algorithm="minimax", figure="two-ply", which="figure-1")
        second = await visitor.ask("trace", algorithm="alphabeta", figure="binary-16", which="figure-2")
        folded = await visitor.ask("fold", folded=[1], which="figure-1")
        other = await visitor.ask("fold", folded=[], which="figure-2")
        missing = await visitor.ask("fold", folded=[], which="figure-3")
        return board, table, first, second, folded, other, missing

    board, table, first, second, folded, other, missing = told(server, scene)
    assert board["picture"]["kind"] == "tree"
    assert table["picture"] is None
    assert table["svg"].startswith("<svg")
    assert len(first["nodes"]) == 13
    assert len(folded["nodes"]) == 10
    assert len(other["nodes"]) == len(second["nodes"]) > 13
    assert missing["message"] == "trace a search first"


def test_a_notebook_is_sent_as_a_file(server):
    with urllib.request.urlopen(f"{server.address}/lessons/minimax.ipynb") as answer:
        assert "minimax.ipynb" in answer.headers["Content-Disposition"]
        assert json.loads(answer.read())["nbformat"] == 4
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{server.address}/lessons/maximin.ipynb")


def test_no_answer_travels_with_a_lesson():
    for one in lessons():
        sent = json.dumps(lesson_report(one), ensure_ascii=False)
        for question in one.questions.values():
            assert all(choice.because not in sent for choice in question.choices)


@pytest.mark.parametrize("name", lesson_names())
def test_addresses_lead_to_what_is_shown(name):
    """Every figure can be played or searched where its links say; the addresses are those of docs/page.md."""
    for shown in lesson(name).figures:
        report = block_report(shown)
        assert isinstance(shown, Shown)
        game = load(f"figure:{shown.figure.name}")
        assert play_address(shown).startswith(f"#/play/{game.name}")
        if shown.algorithm:
            assert f"algorithm={shown.algorithm}" in debugger_address(shown)
            assert ("from=tree" in report["debugger"]) == (game.name == "tree")
        else:
            assert report["debugger"] == ""


def test_the_messages_are_those_of_the_documentation():
    assert list(ANSWERS) == ["lessons", "lesson", "answer"]
