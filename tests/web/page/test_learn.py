"""The view that watches a network learn."""

from __future__ import annotations

import re
from urllib.parse import unquote

from page_browser import NARROW

import zermelo
from zermelo.show.reports.openings import openings_svg

GAME = zermelo.load("tic-tac-toe")
TEXTS = [GAME.action_text(GAME.initial(), action) for action in GAME.legal(GAME.initial())]


def drawn(games):
    return openings_svg(GAME, {"openings": {"actions": TEXTS, "points": [[10, *[0.5] * 9], [games, *[0.0] * 9]]}})


def test_a_run_in_progress_is_drawn_until_it_is_finished(visit):
    told = iter([(1200, False), (2500, True)])

    def altered(message):
        """A run in progress answers in the place of the shipped network."""
        if message["type"] != "learning":
            return [message]
        games, done = next(told)
        return [{"type": "learning", "id": message["id"], "games": games, "done": done, "svg": drawn(games)}]

    page = visit("#/learn", altered=altered)
    page.get_by_text("Learning: 1,200 games so far.").wait_for()
    page.get_by_text("Finished after 2,500 games.").wait_for()
    page.get_by_alt_text("The values of the first moves after 2,500 games").wait_for()
    assert next(told, None) is None


def test_the_shipped_network_shows_what_it_thinks_now(visit):
    """Its file does not tell how it learned, so it is asked; the view was empty."""
    page = visit("#/learn")
    page.get_by_text(re.compile(r"Finished after [\d,]+ games.")).wait_for()
    drawing = page.get_by_alt_text(re.compile("The values of the first moves after"))
    drawing.wait_for()
    shown = unquote(drawing.get_attribute("src"))
    assert shown.count("<circle") >= 42 + 7
    assert [text for text in ("+1", "-1") if f">{text}<" in shown] == ["+1", "-1"]  # the middle wins, the edges lose
    assert page.locator("#learned-player option").all_inner_texts() == ["connect-four network"]
    page.set_viewport_size(NARROW)  # where it is scrolled, and not made too small to be read
    assert drawing.bounding_box()["width"] > 600
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_an_analysis_draws_what_the_network_thought(visit):
    page = visit("#/play/connect-four?moves=4,4")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.locator("#analysis-engine").select_option("engine:connect-four network")
    page.get_by_text(re.compile(r"The network alone: .*; with the search: ")).wait_for()
    assert page.locator(".arrows .prior, .arrows .best").count() >= 1
