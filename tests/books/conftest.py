"""A book that is written to a file and read back."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.books.files import read_book


@pytest.fixture
def written(tmp_path):
    """Writes a text book and reads it: written("nim", "1 2 : 3")."""

    def read(name, text):
        path = tmp_path / "lines.txt"
        path.write_text(text, encoding="utf-8")
        return read_book(zermelo.load(name), path)

    return read
