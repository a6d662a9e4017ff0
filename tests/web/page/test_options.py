"""The form of an engine's options: every kind of option, with its bounds, its default and what it does."""

from __future__ import annotations

import pytest
from page_browser import NARROW, WIDE, cell, until, wait_for_status

HELP = "Looks a number of plies ahead and takes the best."
OPTIONS = [
    {"name": "depth", "kind": "int", "default": None, "least": 1, "most": 60, "choices": None, "help": "plies at most"},
    {"name": "time", "kind": "float", "default": 0.5, "least": 0.01, "most": 30, "choices": None, "help": "seconds"},
    {
        "name": "exact",
        "kind": "bool",
        "default": None,
        "least": None,
        "most": None,
        "choices": None,
        "help": "no opinion",
    },
    {
        "name": "cut",
        "kind": "choice",
        "default": "plain",
        "choices": ["plain", "strict"],
        "help": "when a branch is cut",
    },
    {"name": "label", "kind": "text", "default": "", "help": "a name of your own; <b>text</b>, never markup"},
    {"name": "old_kind", "kind": "int", "default": 7},  # without bounds and help
]


def with_options(message):
    """The catalogue with one engine of every kind of option; all else as it is."""
    if message["type"] == "games":
        message["engines"] = [{"name": "sampler", "help": HELP, "options": OPTIONS}, *message["engines"]]
    return [message]


@pytest.fixture
def opened(visit):
    """The page with the options of an engine opened, at a width."""

    def open_page(viewport=WIDE):
        page = visit("#/play/tic-tac-toe?seats=human,human", viewport, altered=with_options)
        wait_for_status(page, "X to move")
        page.locator("#player-1").select_option("engine:sampler")
        page.locator("z-player:has(#player-1) summary").click()
        return page

    return open_page


def field(page, name):
    return page.locator(f"#player-1-{name}")


def test_every_kind_of_option_has_a_field_with_its_bounds_and_help(opened):
    page = opened()
    assert page.locator("#player-1-help").inner_text() == HELP
    depth = field(page, "depth")
    assert [depth.get_attribute(name) for name in ("type", "min", "max", "step")] == ["number", "1", "60", "1"]
    assert depth.get_attribute("placeholder") == "automatic"  # no default: chosen for the game
    assert field(page, "time").get_attribute("placeholder") == "0.5"
    assert field(page, "time").get_attribute("step") == "any"
    assert field(page, "exact").locator("option").all_inner_texts() == ["automatic", "on", "off"]
    assert field(page, "cut").locator("option").all_inner_texts() == ["default: plain", "plain", "strict"]
    assert field(page, "label").get_attribute("type") == "text"
    assert page.locator("#player-1-depth-help").inner_text() == "Plies at most (1 to 60)"
    assert "<b>text</b>" in page.locator("#player-1-label-help").inner_text()
    assert page.locator("#player-1-old_kind-help").count() == 0
    titles = page.locator("z-player:has(#player-1) .option").evaluate_all("rows => rows.map(row => row.title)")
    assert "When a branch is cut" in titles


def test_only_what_was_set_is_sent(opened):
    page = opened()
    page.locator("#player-1").evaluate(
        "(select) => { window.chosen = () => select.closest('z-player').value; }",
    )
    assert page.evaluate("window.chosen().options") == {}
    field(page, "depth").fill("3")
    field(page, "cut").select_option("strict")
    field(page, "exact").select_option("false")
    field(page, "label").fill("mine")
    field(page, "label").blur()
    assert page.evaluate("window.chosen().options") == {"depth": 3, "cut": "strict", "exact": False, "label": "mine"}
    field(page, "depth").fill("600")  # beyond the bound: the default, and the field says so
    field(page, "depth").blur()
    assert field(page, "depth").get_attribute("aria-invalid") == "true"
    field(page, "cut").select_option("")
    assert page.evaluate("window.chosen().options") == {"exact": False, "label": "mine"}


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_no_option_is_cut_off(opened, viewport):
    page = opened(viewport)
    cut_off = page.locator("z-player:has(#player-1) .option").evaluate_all(
        """(rows) => rows.flatMap((row) => {
            const panel = row.closest('.panel').getBoundingClientRect();
            const inside = [...row.children].every((child) => {
                const box = child.getBoundingClientRect();
                return box.width > 20 && box.left >= panel.left && box.right <= panel.right
                    && box.bottom <= panel.bottom && child.scrollWidth <= child.clientWidth + 1;
            });
            return inside ? [] : [row.textContent];
        })"""
    )
    assert cut_off == []


def test_the_server_s_own_engines_have_a_form(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human")
    wait_for_status(page, "X to move")
    page.locator("#player-1").select_option("engine:minimax")
    page.locator("z-player:has(#player-1) summary").click()
    field(page, "depth").fill("2")
    cell(page, 1, 1).click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length >= 2")


@pytest.mark.long
def test_the_picker_s_form_shows_every_option_and_its_button(visit):
    """A form that is higher than the window scrolls by itself, and Start stays in sight."""
    page = visit("#/games")
    page.locator('[data-game="chess"]').click()
    page.locator("#player-1").select_option("engine:alphabeta")
    page.locator("z-player:has(#player-1) summary").click()
    last = page.locator("z-player:has(#player-1) .option").last
    box = page.locator("#start").bounding_box()
    assert box["y"] + box["height"] <= WIDE["height"]
    page.locator(".game-form").hover()
    above = page.evaluate("scrollY")
    page.mouse.wheel(0, 3000)
    until(page, "document.querySelector('.game-form').scrollTop > 0")
    page.wait_for_timeout(300)
    assert last.bounding_box()["y"] + last.bounding_box()["height"] <= page.locator("#start").bounding_box()["y"]
    assert page.evaluate("scrollY") == above
