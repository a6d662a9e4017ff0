"""Opening tables: what they hold, and what is refused."""

from __future__ import annotations

import random

import pytest
from experts.connect_four.twin import connect_four, plain_scorer

import zermelo
from zermelo.experts.connect_four.perfect import ConnectFourSolver, build_opening_table, read_opening_table
from zermelo.experts.connect_four.perfect.openings import HEAD, KIND, MAGIC, digest, opening_table_path
from zermelo.files.container import write_container

PLIES = 5


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A table of 4×3 and the bytes of its file."""
    path = tmp_path_factory.mktemp("openings") / "small.openings"
    return build_opening_table(connect_four(4, 3), PLIES, path, compiled=False), path.read_bytes()


def test_every_opening_is_scored(built, monkeypatch):
    game, (table, _) = connect_four(4, 3), built
    score, waiting, seen = plain_scorer(game), [game.initial()], 0
    for state in waiting:
        assert table.score(state) == score(state)
        seen += 1
        if state.ply < PLIES:
            waiting += [after for a in game.legal(state) if not game.is_terminal(after := game.result(state, a))]
    assert seen > 1000
    deeper = game.read_state("112233")
    assert table.score(deeper) is None


def test_the_solver_looks_openings_up(built):
    game, (table, _) = connect_four(4, 3), built
    solver = ConnectFourSolver(game, compiled=False, openings=table)
    assert solver.score(game.initial()) == 0
    assert solver.scores(game.initial()) == dict.fromkeys(game.legal(game.initial()), 0)
    assert solver.memory[0] == 0  # nodes
    with pytest.raises(zermelo.ZermeloError, match="the opening table is for another board than"):
        ConnectFourSolver(zermelo.load("connect-four"), compiled=False, openings=table)


def test_a_file_is_read_as_it_was_built(built, tmp_path):
    table, content = built
    path = tmp_path / "copy"
    path.write_bytes(content)
    read = read_opening_table(connect_four(4, 3), path)
    assert (read.plies, list(read.keys), list(read.values)) == (PLIES, list(table.keys), list(table.values))
    assert read_opening_table(connect_four(4, 3), tmp_path / "none") is None


def as_before(table):
    """The bytes of a table as version 1 wrote them."""
    head = HEAD.pack(MAGIC, *table.shape, table.plies, len(table.keys), 0)
    content = head + table.keys.tobytes() + table.values.tobytes()
    return content + digest(content)


def test_a_file_of_the_version_before_is_still_read(built, tmp_path):
    (tmp_path / "old").write_bytes(as_before(built[0]))
    read = read_opening_table(connect_four(4, 3), tmp_path / "old")
    assert (list(read.keys), list(read.values)) == (list(built[0].keys), list(built[0].values))


@pytest.mark.parametrize("version", [1, 2])
def test_damaged_files_are_refused(built, tmp_path, version):
    game, content = connect_four(4, 3), built[1] if version == 2 else as_before(built[0])
    path, noise = tmp_path / "table", random.Random(2)
    for cut in (40, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:cut])
        with pytest.raises(zermelo.ZermeloError, match=r"is truncated or damaged: .*; delete it and build it again"):
            read_opening_table(game, path)
    for _ in range(20):
        changed = bytearray(content)
        changed[noise.randrange(8, len(changed))] ^= 1 << noise.randrange(8)
        path.write_bytes(changed)
        with pytest.raises(zermelo.ZermeloError, match="is truncated or damaged"):
            read_opening_table(game, path)
    path.write_bytes(b"something else")
    with pytest.raises(zermelo.ZermeloError, match="it does not begin as an opening table"):
        read_opening_table(game, path)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"keys": lambda keys: keys[::-1]}, "its positions are not in their order"),
        ({"keys": lambda keys: keys[1:]}, "its positions are not in their order"),
        ({"values": lambda values: values + 100}, "a score is out of reach"),
        ({"plies": lambda plies: 12}, "its positions are not in their order"),
        ({"plies": lambda plies: 1.5}, "it does not say of which board"),
        ({"keys": lambda keys: keys.astype("<i4")}, "it does not hold scores"),
    ],
)
def test_what_is_no_table_is_refused_though_its_digest_is_right(built, tmp_path, changes, told):
    table = built[0]
    header = {**table.shape._asdict(), "plies": table.plies}
    arrays = {"keys": table.keys, "values": table.values}
    for name, change in changes.items():
        where = arrays if name in arrays else header
        where[name] = change(where[name])
    write_container(tmp_path / "odd", KIND, header, arrays)
    with pytest.raises(zermelo.ZermeloError, match=told):
        read_opening_table(connect_four(4, 3), tmp_path / "odd")


def test_other_boards_and_plies_are_refused(built, tmp_path):
    path = tmp_path / "table"
    path.write_bytes(built[1])
    with pytest.raises(zermelo.ZermeloError, match="is for a board of 4×3 with 4 in a row, not for connect-four"):
        read_opening_table(zermelo.load("connect-four"), path)
    with pytest.raises(zermelo.ZermeloError, match="has 0 to 11 plies, not 12"):
        build_opening_table(connect_four(4, 3), 12, path)
    with pytest.raises(zermelo.ZermeloError, match="cannot be written to"):
        build_opening_table(connect_four(4, 3), 0, path / "inside a file", compiled=False)


def test_where_tables_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("ZERMELO_DATABASES", str(tmp_path))
    game = connect_four(3, 3, 3)
    assert opening_table_path(game) == tmp_path / "connect-four-3x3-3.openings"
    assert read_opening_table(game) is None
    assert build_opening_table(game, 2, compiled=False).plies == read_opening_table(game).plies == 2
