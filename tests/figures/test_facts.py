"""Every number of every figure, as the terminal and the page show it, is measured."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import zermelo
from zermelo import ZermeloError
from zermelo.figures import Fact, figure, figure_names, figures
from zermelo.figures.reading import TEXTS, _parts
from zermelo.measures import VOCABULARY, agrees, measured, mistakes
from zermelo.measures.subject import Subject

LONG = {"chess-million", "pacman-table", "two-hands", "two-way-guess", "finesse-or-drop", "signal"}  # these compile
SLOW = {"throw-in"}  # its numbers are also those of tests/hidden/test_alpha_mu.py
NUMBER = re.compile(r"(?<![\w.^])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\w^])")
PAGE = (Path(__file__).parents[2] / "docs" / "figures.md").read_text()


def marks(name):
    return [pytest.mark.long] if name in LONG else [pytest.mark.slow] if name in SLOW else []


@pytest.mark.parametrize("name", [pytest.param(name, marks=marks(name)) for name in figure_names()])
def test_every_fact_is_as_it_is_measured(name):
    assert mistakes(figure(name)) == []


@pytest.mark.parametrize(
    "name",
    [
        *["two-ply", "rules", "ucb1", "opponent-80-20", "backgammon-6-5", "three-players"],
        pytest.param("signal", marks=pytest.mark.long),
    ],
)
def test_a_wrong_fact_is_found(name):
    """Whichever it is."""
    shown = figure(name)
    for fact in shown.facts.values():
        wrong = replace(shown, facts={**shown.facts, fact.name: replace(fact, text=f"1{fact.text}")})
        assert [line.split(":")[1].split()[0] for line in mistakes(wrong)] == [fact.name]


@pytest.mark.parametrize("name", figure_names())
def test_a_number_in_the_words_is_a_fact_or_is_drawn(name):
    """What an explanation or a table says in digits is given in the tree or the question, or comes from a fact."""
    parts = {key: text for _, key, text in _parts(name, (TEXTS / f"{name}.txt").read_text())}
    given = " ".join(parts.get(key, "") for key in ("game", "tree", "position", "positions", "question", "drawing"))
    facts = figure(name).facts.values()
    known = {*NUMBER.findall(given), *re.findall(r"\d+(?:\.\d+)?", " ".join(fact.measure for fact in facts))}
    known |= {word for fact in facts if " " in fact.text for word in re.findall(r"\d+", fact.text)}  # a list of moves
    words = f"{parts['explanation']}\n{parts.get('table', '')}"
    said = NUMBER.findall(re.sub(r"\{[a-z0-9-]+\}", "", words))
    assert set(said) <= known, f"no fact says {set(said) - known}"


def test_every_fact_is_said_once():
    """Two facts of one figure that are measured alike would be one."""
    for one in figures():
        measures = [fact.measure for fact in one.facts.values()]
        assert len(measures) == len(set(measures)), one.name


@pytest.mark.parametrize(
    ("text", "answer", "right"),
    [
        ("3", 3.0, True),
        ("3", 3.4, True),
        ("3.0", 3.4, False),
        ("1.098", 1.09751, True),
        ("1.097", 1.09751, False),
        ("1,500,625", 1500625.0, True),
        ("0", -0.0001, True),
        ("3 ", 3.0, False),
        ("about 3", 3.0, False),
        ("≤2", "≤2", True),
        ("2", "≤2", False),
    ],
)
def test_a_number_is_right_in_every_digit_that_is_shown(text, answer, right):
    assert agrees(text, answer) == right


@pytest.mark.parametrize("measure", ["__import__('os')", "value by guessing", "value of by minimax", "leaves", "3 + 4"])
def test_what_is_no_measure_is_refused(measure):
    shown = replace(figure("two-ply"), facts={"x": Fact("x", "3", measure)})
    with pytest.raises(ZermeloError) as error:
        mistakes(shown)
    assert "\n" not in str(error.value)


DEAL = "N:AK95.T2.QJ98.Q43 T62.K4.652.A9876 QJ.QJ9763.T7.T52 8743.A85.AK43.KJ"


@pytest.mark.parametrize(
    ("game", "measure", "told"),
    [
        ("tic-tac-toe", "layouts", "draws no deals"),
        ("bridge", "layouts at N:A... K... Q... J... N none 1NT-S tricks=5-4 lead=N", "each hand holds 4"),
        ("bridge", f"layouts at {DEAL} N none 3NT-S", "more than 1,000 layouts fit"),
    ],
)
def test_layouts_that_cannot_be_counted(game, measure, told):
    shown = replace(figure("two-ply"), game=game, facts={"x": Fact("x", "3", measure)})
    subject = Subject(shown)
    vars(subject)["game"] = zermelo.load(game)
    with pytest.raises(ZermeloError, match=told):
        measured(subject, shown.facts["x"])


def test_positions_that_the_player_can_tell_apart_are_no_layouts():
    shown = figure("signal")
    (one, words), (other, more) = shown.positions
    shown = replace(shown, positions=((one, words), (other.replace("D9 CA", "D4 CA"), more)))
    with pytest.raises(ZermeloError, match="do not look alike"):
        measured(Subject(shown), shown.facts["deals"])


def test_the_vocabulary_is_documented_and_in_use():
    used = [fact.measure for one in figures() for fact in one.facts.values()]
    for measure in VOCABULARY:
        assert f"`{measure.written}`" in PAGE, measure.written
        assert any(measure.pattern.fullmatch(words) for words in used), f"no figure uses '{measure.written}'"
