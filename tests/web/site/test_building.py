"""The folder of a site: what is in it, what is refused, and that the sources in it are whole."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from bare import BROWSER
from fresh import python

from zermelo.game import ZermeloError
from zermelo.lessons import lessons
from zermelo.web.site.building import ENGINE, PYODIDE, build_site

ROOT = Path(__file__).parents[3]
TALK = """
import asyncio
import json
import sys

sys.path[:0] = [{support!r}, {sources!r}]
import bare

bare.without(*{missing!r}, threads=False)
from zermelo.web.site.line import Line

loop = asyncio.new_event_loop()

async def talk():
    heard = []
    line = Line(lambda text: heard.append(json.loads(text)))
    await line.prepare()
    for number, message in enumerate(json.loads({messages!r})):
        line.hear(json.dumps({{**message, "id": number}}))
        while not any(answer["id"] == number and answer["type"] != "waiting" for answer in heard):
            await asyncio.sleep(0.01)
    await line.close()
    print(json.dumps(heard))

loop.run_until_complete(talk())
"""


@pytest.fixture
def engine(tmp_path):
    """A folder that looks like Pyodide's, with NumPy."""
    folder = tmp_path / "engine"
    folder.mkdir()
    for name in (*ENGINE, "pyodide.asm.mjs", "numpy.whl", "libblas.whl", "README.md"):
        (folder / name).write_text("")
    known = {"numpy": {"file_name": "numpy.whl", "depends": ["libblas"]}}
    known["libblas"] = {"file_name": "libblas.whl", "depends": []}
    (folder / "pyodide-lock.json").write_text(json.dumps({"packages": known}))
    return folder


def test_by_default_pyodide_comes_from_its_public_address(tmp_path):
    made = build_site(tmp_path / "site")
    page = (made.folder / "index.html").read_text()
    assert (made.is_copied, made.packages) == (False, ("numpy",))
    assert f'data-pyodide="https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/" data-packages="numpy"' in page
    assert "script-src" not in page  # scripts are the site's own, by the default
    assert "default-src 'self'" in page
    assert "Help" not in page  # the manual is the server's
    assert json.loads((made.folder / "lessons" / "minimax.ipynb").read_text())["nbformat"] == 4
    assert len(list((made.folder / "lessons").glob("*.ipynb"))) == len(lessons())


def test_the_pinned_version_is_the_one_that_tests_run():
    assert json.loads((ROOT / "package.json").read_text())["devDependencies"]["pyodide"] == PYODIDE


def test_a_folder_of_pyodide_is_copied_with_what_is_needed(tmp_path, engine):
    made = build_site(tmp_path / "site", str(engine))
    assert (made.pyodide, made.packages) == ("pyodide/", ("numpy",))
    copied = {path.name for path in (made.folder / "pyodide").iterdir()}
    assert copied == {*ENGINE, "pyodide.asm.mjs", "numpy.whl", "libblas.whl"}
    (engine / "libblas.whl").unlink()
    assert build_site(tmp_path / "other", str(engine)).packages == ()


def test_a_site_is_written_over_and_nothing_else_is(tmp_path, engine):
    folder = tmp_path / "site"
    build_site(folder)
    (folder / "CNAME").write_text("example.org")
    (folder / "index.html").write_text("old")
    build_site(folder)
    assert (folder / "CNAME").read_text() == "example.org"
    assert "zermelo-site" in (folder / "index.html").read_text()
    with pytest.raises(ZermeloError, match="holds other files: name a new folder"):
        build_site(engine)
    with pytest.raises(ZermeloError, match="is no folder"):
        build_site(engine / "README.md")
    with pytest.raises(ZermeloError, match=r"has no pyodide\.mjs: name npm's folder"):
        build_site(tmp_path / "third", str(tmp_path))
    assert not (tmp_path / "third").exists()


def test_the_same_sources_make_the_same_archive(tmp_path):
    one, other = (build_site(tmp_path / name).folder / "zermelo.zip" for name in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()


def test_the_archive_answers_the_page_in_a_bare_place(tmp_path):
    """The sources in the archive are all that is needed, without NumPy, threads or processes."""
    with zipfile.ZipFile(build_site(tmp_path / "site").folder / "zermelo.zip") as archive:
        archive.extractall(tmp_path / "sources")
    messages = [
        {"type": "games"},
        {"type": "lesson", "name": "minimax"},
        {"type": "figure", "name": "bins", "drawing": ""},
        {"type": "trace", "figure": "two-ply", "algorithm": "alphabeta"},
        {"type": "trace", "tree": "[[1, 2], [3, 4]]", "algorithm": "mcts"},
        {"type": "new", "game": "tic-tac-toe", "parameters": {}},
        {"type": "play", "action": "b2"},
        {"type": "new", "game": "othello", "parameters": {}},
    ]
    support = str(ROOT / "tests" / "support")
    code = TALK.format(
        support=support, sources=str(tmp_path / "sources"), missing=BROWSER, messages=json.dumps(messages)
    )
    done = python(code, tmp_path / "cache", PYTHONPATH="")
    games, lesson, figure, traced, simulated, begun, played, missing = json.loads(done.stdout)
    names = {game["name"] for game in games["games"]}
    assert {"tic-tac-toe", "connect-four", "tree"} <= names
    assert "othello" not in names
    assert lesson["title"] == "Minimax"
    assert "svg" in json.dumps(figure)
    assert (traced["type"], len(traced["nodes"])) == ("trace", 13)
    assert (begun["ply"], played["ply"]) == (0, 1)
    assert simulated["type"] == "trace"
    assert missing["message"] == "this needs NumPy, which is not installed here"
