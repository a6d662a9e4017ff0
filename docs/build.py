"""Builds the documentation site with Sphinx: `make docs`, or `python docs/build.py FOLDER`.

The pages of docs/, the reference of every public name and the lessons become one folder of HTML. The page's Help shows
the same texts without a build.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from sphinx.cmd.build import main as sphinx

import zermelo
from zermelo.lessons import Lesson, lessons
from zermelo.lessons.lesson import Shown
from zermelo.lessons.markdown import block_text
from zermelo.lessons.reading import POSITION
from zermelo.manual.pages import docs_folder, page_text, pages
from zermelo.show.figures.drawing import drawn

SETTINGS = """project = "Zermelo"
version = release = "{version}"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Zermelo {version}"
html_static_path = []
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
nitpicky = False
"""
# Links to files that are not in the manual.
BESIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./[^)]*|[\w/]+/[^)]*(?<!\.md))\)")


def write_source(folder: Path) -> None:
    """The pages as Sphinx reads them, with a table of contents in the index."""
    (folder / "conf.py").write_text(SETTINGS.format(version=zermelo.__version__))
    for page in pages():
        text = page_text(page.name)
        assert text is not None
        if page.name == "index":
            for chapter, listed in groupby(pages()[1:], lambda p: p.chapter):
                names = "\n".join(p.name for p in listed)
                text += _contents(chapter, names)
            text += _contents("Lessons", "\n".join(f"lessons/{one.name}" for one in lessons()))
        target = folder / f"{page.name}.md"
        target.parent.mkdir(exist_ok=True)
        target.write_text(BESIDE.sub(r"\1", text))
    (folder / "lessons").mkdir()
    for one in lessons():
        (folder / "lessons" / f"{one.name}.md").write_text(_lesson(one, folder / "lessons"))
    docs = docs_folder()
    if docs and (docs / "pictures").is_dir():
        shutil.copytree(docs / "pictures", folder / "pictures")


def _contents(chapter: str, names: str) -> str:
    """An entry of the side bar."""
    return f"\n```{{toctree}}\n:hidden:\n:caption: {chapter}\n\n{names}\n```\n"


def _lesson(lesson: Lesson, folder: Path) -> str:
    """A lesson in Markdown; its figures are drawn into files beside it."""
    parts = [f"# {lesson.title}", lesson.summary, f"`zermelo lessons {lesson.name} --open` has it with live figures."]
    for block in lesson.blocks:
        parts.append(block_text(block))
        if isinstance(block, Shown):
            name = f"{lesson.name}-{block.place}.svg"
            plain = replace(block.figure, drawing=POSITION) if block.algorithm else block.figure
            (folder / name).write_text(drawn(plain).svg)  # what is searched in the page is not given away here
            parts.append(f"![{block.figure.title}]({name})")
    return "\n\n".join(parts) + "\n"


def main(target: str) -> int:
    """Builds the site; every warning is an error."""
    with tempfile.TemporaryDirectory() as folder:
        write_source(Path(folder))
        return sphinx(["-q", "-W", "--keep-going", "-b", "html", folder, target])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
