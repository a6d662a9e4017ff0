"""The view that checks a search of the user's own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from zermelo.game import ZermeloError
from zermelo.web.server.catalogue import Catalogue

PLANTED = Path(__file__).parents[2] / "support" / "grading" / "planted"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that may check one search."""
    from page_client import serving

    file = tmp_path_factory.mktemp("search") / "mine.py"
    shutil.copy(next(PLANTED.glob("alphabeta_06*")), file)
    with serving("--search", str(file)) as running:
        yield running


def test_what_is_wrong_is_shown_with_the_smallest_tree(visit):
    page = visit("#/games")
    page.get_by_role("link", name="Check").click()
    page.get_by_role("button", name="Check it").click()
    page.get_by_text("Something is wrong.").wait_for()
    assert page.get_by_text("nodes that minimise compare with beta instead of alpha").count() == 1
    tree = page.locator(".check-tree").inner_text()
    assert "the smallest tree that shows it (3 leaves)" in tree
    assert "the leaf that mattered" in tree


@pytest.mark.parametrize("name", ["/etc/passwd", "other.py", str(PLANTED / "alphabeta_01_never_cuts.py")])
def test_no_other_file_is_run(name):
    catalogue = Catalogue(None, {}, searches=["folder/mine.py"])
    assert catalogue.check("mine.py")["spec"] == "folder/mine.py"
    with pytest.raises(ZermeloError, match="no search is called"):
        catalogue.check(name)
