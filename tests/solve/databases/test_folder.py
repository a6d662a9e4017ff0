"""Where databases are kept."""

from __future__ import annotations

import zermelo
from zermelo.solve.databases.endgames import built_indexing
from zermelo.solve.databases.folder import folder_path


def test_a_game_s_folder_is_inside_whatever_the_game_is_called(tmp_path):
    assert folder_path(zermelo.load("checkers"), tmp_path) == tmp_path / "checkers"
    named = folder_path(zermelo.load('[{"name": "../../elsewhere", "value": 1}, 2]'), tmp_path)
    assert named.parent == tmp_path
    assert named.resolve().parent == tmp_path


def test_a_game_with_a_long_name_has_none(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_DATABASES", str(tmp_path))
    assert built_indexing(zermelo.load(str(list(range(200))))) is None
