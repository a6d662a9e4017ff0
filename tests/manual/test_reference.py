"""The reference: every public name is in it, with its contract and an example that is executed."""

from __future__ import annotations

import doctest

import pytest

import zermelo
from zermelo.manual.entries import entry, example_of, public_names
from zermelo.manual.reference import chapter_of, reference_pages


def test_every_public_name_is_on_one_page_of_the_reference():
    pages = reference_pages()
    for name in public_names():
        on = [chapter for chapter, text in pages.items() if f"\n## {name}\n" in text]
        assert on == [chapter_of(name)]


@pytest.mark.parametrize("name", public_names())
def test_it_has_a_contract_and_an_example(name):
    assert entry(name).text
    assert example_of(name)[0]


@pytest.mark.parametrize("name", [name for name in public_names() if entry(name).example])
def test_its_example_prints_what_it_shows(name):
    examples = doctest.DocTestParser().get_doctest(entry(name).example, {}, name, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    told: list[str] = []
    runner.run(examples, out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


def test_a_records_fields_are_told_by_the_comments_beside_them_and_by_its_options():
    fields = {part.name: part for part in entry("Guide").fields}
    assert fields["longest"].text.startswith("longest: plies after which a playout is cut")
    assert fields["longest"].written == "longest: int | None = None"
    assert next(part for part in entry("MCTS").fields if part.name == "time").text == "seconds to think"


def test_a_constant_is_told_by_the_comment_beside_it():
    assert entry("CHANCE").text.startswith("to_move of a state where nature moves")
    assert example_of("CHANCE")[1] == "Expectiminimax"


def test_a_page_keeps_the_columns_of_a_docstring():
    games = reference_pages()["games"]
    assert "```text\ninitial() -> state                 the start\n" in games
    assert zermelo.home_of("Game") == "zermelo.game"
