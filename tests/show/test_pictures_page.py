"""The examples of docs/pictures.md print what is shown below them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "pictures.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)


def test_every_example_shows_what_it_prints():
    assert len(EXAMPLES) == PAGE.count("```python")


@pytest.mark.parametrize(("code", "printed"), EXAMPLES, ids=re.findall("^## (.*)", PAGE, re.MULTILINE))
def test_it_prints_that(code, printed, capsys):
    exec(code, {"__name__": "example"})
    assert capsys.readouterr().out == printed
