"""Figures opened in the page, as `zermelo figure NAME --open` does."""

from __future__ import annotations

import pytest
from page_browser import until

from zermelo.figures import figure
from zermelo.web.addresses import figure_address


@pytest.mark.parametrize(("name", "nodes", "named"), [("luger", 17, "B"), ("road", 11, "left (0.5)")])
def test_a_tree_is_ready_to_step_through(visit, name, nodes, named):
    page = visit(figure_address(figure(name)))
    until(page, f"document.querySelector('z-debugger')?.innerText.includes('{nodes} nodes')")
    assert "Step 0 of" in page.inner_text("main")
    assert named in page.inner_text("main").splitlines()


def test_a_position_is_on_the_board(visit):
    page = visit(figure_address(figure("horizon")))
    until(page, "document.querySelectorAll('z-board [data-cell]').length >= 64")
    assert "position=6k1/5ppp" in page.url
