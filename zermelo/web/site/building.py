"""Writes the page as a folder of files, which any web server can serve: `zermelo lessons --site`.

In it are the page's own files, Zermelo's sources as one archive, the lessons as notebooks, and Pyodide, or where it
comes from. Pyodide is Python compiled for browsers; its files are not part of this package.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from zermelo.game import ZermeloError, brief
from zermelo.lessons import lessons
from zermelo.lessons.notebook import notebook_text
from zermelo.web.policy import PAGE_POLICY

PYODIDE = "314.0.7"  # the version that the tests run
USUAL = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/"
PACKAGES = ("numpy",)  # of Pyodide's, without which some searches say that they are missing
ENGINE = ("pyodide.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")  # what its folder must have
ROOT = Path(__file__).parents[2]  # the package
STATIC = ROOT / "web" / "static"
SOURCES = "zermelo.zip"
LEFT_OUT = ("cli", "learn", "protocols", "web/static")  # what no page asks for
NO_SOURCES = (".learned", ".pyc", ".typed")  # networks are for `zermelo serve`
HEAD = "<head>"
HELP = '<a href="help/index.html">Help</a>'  # made by the server, from documents that are not in the site


@dataclass(frozen=True)
class Site:
    """What was written."""

    folder: Path
    pyodide: str  # where the page loads it from
    is_copied: bool  # are its files in the folder?
    packages: tuple[str, ...]  # those of PACKAGES that the page loads


def build_site(folder: Path, pyodide: str = "") -> Site:
    """Writes the site into a new or empty folder, or over one that this function has written.

    pyodide: a folder with Pyodide's files, which are copied, or the address of one; by default that of USUAL. Raises
    ZermeloError where something else is in the folder, where it cannot be written, or where Pyodide is not found.
    """
    _check_free(folder)
    given = pyodide.strip() or USUAL
    source = None if re.match(r"https?://", given) else _engine_folder(given)
    packages = PACKAGES if source is None else tuple(name for name in PACKAGES if _wheels(source, name))
    address = "pyodide/" if source else given.rstrip("/") + "/"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as draft:
            made = Path(draft) / "site"
            shutil.copytree(STATIC, made)
            (made / "index.html").write_text(_page(address, packages), encoding="utf-8")
            (made / SOURCES).write_bytes(_archive())
            for lesson in lessons():
                (made / "lessons" / f"{lesson.name}.ipynb").write_text(notebook_text(lesson), encoding="utf-8")
            if source:
                _copy_engine(source, made / "pyodide", packages)
            shutil.copytree(made, folder, dirs_exist_ok=True)
    except OSError as error:
        raise ZermeloError(f"{folder} cannot be written: {error.strerror or error}") from None
    return Site(folder, address, source is not None, packages)


def _check_free(folder: Path) -> None:
    """Raises ZermeloError where the folder holds anything but a site."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise ZermeloError(f"{folder} is no folder: name a new one for the site")
    if not folder.exists() or all(path.name.startswith(".") for path in folder.iterdir()):  # such as .git
        return
    if not (folder / SOURCES).is_file() or not (folder / "site" / "worker.js").is_file():
        raise ZermeloError(f"{folder} holds other files: name a new folder for the site")


def _engine_folder(given: str) -> Path:
    found = Path(given).expanduser()
    missing = [name for name in ENGINE if not (found / name).is_file()]
    if missing:
        raise ZermeloError(
            f"--pyodide {brief(given)} has no {missing[0]}: name npm's folder (node_modules/pyodide), an unpacked "
            "release of Pyodide, or an address"
        )
    return found


def _wheels(source: Path, package: str) -> list[str]:
    """The files of a package and of all that it needs; none: one of them is not in the folder."""
    try:
        known = json.loads((source / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
        names, found = [package], list[str]()
        for name in names:  # which grows meanwhile
            found.append(known[name]["file_name"])
            names += [other for other in known[name]["depends"] if other not in names]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return found if all((source / Path(name).name).is_file() for name in found) else []


def _copy_engine(source: Path, target: Path, packages: tuple[str, ...]) -> None:
    target.mkdir()
    wheels = {Path(name).name for package in packages for name in _wheels(source, package)}
    for path in sorted(source.iterdir()):
        if path.name in (*ENGINE, *wheels) or path.name.startswith("pyodide.asm."):
            shutil.copyfile(path, target / path.name)


def _page(address: str, packages: tuple[str, ...]) -> str:
    """The page, with where Pyodide is and a policy: nothing but the site's own files, and no script in the page."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    about = (
        f'\n    <meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}">'
        f'\n    <meta name="zermelo-site" data-pyodide="{escape(address)}" data-packages="{" ".join(packages)}"'
        f' data-sources="{SOURCES}">'
    )
    return page.replace(HEAD, HEAD + about, 1).replace(HELP, "")


def _archive() -> bytes:
    """The sources that the page can ask for, and the texts that they read."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _sources():
            entry = zipfile.ZipInfo(str(Path(ROOT.name) / path.relative_to(ROOT)), (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _sources() -> Iterator[Path]:
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT).as_posix()
        if (
            path.is_file()
            and path.suffix not in NO_SOURCES
            and not inside.startswith(tuple(f"{name}/" for name in LEFT_OUT))
        ):
            yield path
