"""Runs users' files: a file that holds a game, what it imports from its own folder, and what holds its process in."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    PathFinder,
    SourceFileLoader,
)
from pathlib import Path
from types import CodeType, ModuleType

from zermelo.game import ZermeloError, brief

INSTALLED = re.compile(r"[/\\](site|dist)-packages([/\\]|$)|[/\\]lib[/\\]python\d[.\d]*([/\\]|$)")
USER = "zermelo_user_"  # prefix of the names of the modules made from users' files


def run_file(path: Path) -> ModuleType:
    """Runs a user's file as a module. An error in it becomes a ZermeloError with the line.

    As when Python runs a script, modules in the file's folder can be imported, before those of the same name that are
    installed; but only until the file has been run, and never in the place of a module of Python's own or of ours.
    """
    if not path.is_file():
        raise ZermeloError(f"there is no file {brief(path, 200)}")
    name = _module_name(path)
    spec = importlib.util.spec_from_file_location(name, path, loader=_SourceLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with _neighbours().of(os.path.realpath(path)):
        sys.modules.pop(name, None)  # what is loaded last comes last: see `blame`
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            raise ZermeloError(f"{path} cannot be run: {told(error, path)}") from None
    return module


def module_of(path: Path) -> ModuleType:
    """The module of a user's file: the one that was last made of it, if its text is the same, else a new one.

    So that a player beside the game it plays knows the game's own classes. Raises ZermeloError.
    """
    made = sys.modules.get(_module_name(path))
    loader = getattr(made, "__loader__", None)
    if made is None or not isinstance(loader, _SourceLoader) or not path.is_file():
        return run_file(path)
    is_same = os.path.realpath(loader.path) == os.path.realpath(path) and loader.text == path.read_bytes()
    return made if is_same else run_file(path)


def _module_name(path: Path) -> str:
    return USER + re.sub(r"[^A-Za-z0-9_]", "_", path.stem)


def files_read(path: str) -> list[str]:
    """The files that were read when a user's file was last run here: its own, and those that it imported."""
    return [path, *_neighbours().read.get(os.path.realpath(path), ())]


class _SourceLoader(SourceFileLoader):
    """Reads a module from its source, always.

    The compiled copy that Python keeps does not show an edit of the same length within the same second.
    """

    text = b""  # that was read last

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        self.text = self.get_data(path)
        code: CodeType = self.source_to_code(self.text, path)
        return code


class _Running(threading.local):
    """The user's file that a thread is running, and the finder for its folder."""

    file: str = ""
    finder: FileFinder | None = None


class _Neighbours(MetaPathFinder):
    """Finds what users' files import from their own folders, and has it read from its source."""

    def __init__(self) -> None:
        self.folders: set[str] = set()  # of all users' files
        self.read: dict[str, list[str]] = {}  # the neighbours that each user's file imported
        self._imported: dict[str, ModuleSpec] = {}  # neighbours in sys.modules
        self._running = _Running()

    @contextmanager
    def of(self, file: str) -> Iterator[None]:
        """Has the neighbours of a file found while it is run.

        Those of earlier files are forgotten first, since files in two folders may have neighbours of the same name.
        Afterwards they stay known, under their names, unless such a module had been imported before.
        """
        outer, folder = (self._running.file, self._running.finder), os.path.dirname(file)
        self.folders.add(folder)
        if outer[1] is None:
            for name, spec in self._imported.items():
                if getattr(sys.modules.get(name), "__spec__", None) is spec:
                    del sys.modules[name]
            self._imported.clear()
        self.read[file] = []
        if INSTALLED.search(folder):
            yield  # its neighbours are packages, which Python finds
            return
        self._running.file = file
        self._running.finder = FileFinder(
            folder, (ExtensionFileLoader, EXTENSION_SUFFIXES), (_SourceLoader, SOURCE_SUFFIXES)
        )
        aside = _set_aside(file)
        try:
            yield
        finally:
            self._running.file, self._running.finder = outer
            for name in [name for name in sys.modules if name.partition(".")[0] in aside]:
                del sys.modules[name]
            for modules in aside.values():
                sys.modules.update(modules)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if _is_protected(fullname):
            return None
        spec = self._find_beside(fullname, target) if path is None else None
        spec = spec or self._find_near(fullname, path, target)
        if spec is not None and self._running.finder:
            self._imported[fullname] = spec
            self.read[self._running.file] += [spec.origin] if spec.origin else []
        return spec

    def _find_beside(self, name: str, target: ModuleType | None) -> ModuleSpec | None:
        """A module beside the file that is being run, which is not the file: chess.py may import the package chess."""
        finder = self._running.finder
        spec = finder.find_spec(name, target) if finder else None
        if spec is None or spec.origin == self._running.file:
            return None
        is_mere_folder = spec.loader is None  # for Python, a package anywhere comes before it
        return None if is_mere_folder and PathFinder.find_spec(name, None, target) else spec

    def _find_near(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None) -> ModuleSpec | None:
        """A module in a user's folder that Python would find too: a part of a package, or of a folder in sys.path."""
        if not any(map(self._is_near, sys.path if path is None else path)):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        loader = spec.loader if spec else None
        if spec is None or type(loader) is not SourceFileLoader or not self._is_near(os.path.dirname(loader.path)):
            return None
        spec.loader = _SourceLoader(fullname, loader.path)
        return spec

    def _is_near(self, place: str) -> bool:
        """Is a folder that of a user's file, or inside it, and no place where packages are installed?"""
        real = _real(place or os.getcwd())
        if INSTALLED.search(real):
            return False
        return any(real == folder or real.startswith(folder.rstrip(os.sep) + os.sep) for folder in self.folders)


def _is_protected(module: str) -> bool:
    """Is it a module of this package or of Python's own, which no neighbour replaces?"""
    root = module.partition(".")[0]
    return root == "zermelo" or root in sys.stdlib_module_names


def _set_aside(file: str) -> dict[str, dict[str, ModuleType]]:
    """Takes from sys.modules, by their roots, the modules from elsewhere that have the name of a file's neighbour."""
    aside: dict[str, dict[str, ModuleType]] = {}
    with os.scandir(os.path.dirname(file)) as entries:
        names = {entry.name.removesuffix(".py") for entry in entries if entry.path != file and _is_module(entry)}
    for name in names & set(sys.modules):
        if not _is_protected(name):
            parts = [part for part in sys.modules if part.partition(".")[0] == name]
            aside[name] = {part: sys.modules.pop(part) for part in parts}
    return aside


def _is_module(entry: os.DirEntry[str]) -> bool:
    return entry.name.endswith(".py") or os.path.isfile(os.path.join(entry.path, "__init__.py"))


@lru_cache(maxsize=1024)  # asked for every import, and slow
def _real(place: str) -> str:
    return os.path.realpath(place)


@cache
def _neighbours() -> _Neighbours:
    """The one finder of this process."""
    finder = _Neighbours()
    sys.meta_path.insert(0, finder)
    return finder


def told(error: BaseException, path: Path) -> str:
    """An error in a user's file, or in one beside it, in one line: "line 12: ZeroDivisionError: division by zero"."""
    place, message = "", str(error)
    for file, line in _places(error):
        if file.name == path.name:
            place = f"line {line}"
        elif file.name and os.path.realpath(file.parent) == os.path.realpath(path.parent):
            place = f"{file.name}, line {line}"
    if isinstance(error, SyntaxError):
        message = error.msg
    return ": ".join(filter(None, [place, type(error).__name__, brief(message, 200)]))


def _places(error: BaseException) -> Iterator[tuple[Path, int]]:
    """The files and lines of an error, the innermost last."""
    if isinstance(error, SyntaxError):
        if error.lineno:
            yield Path(error.filename or ""), error.lineno
        return
    trace = error.__traceback__
    while trace:
        yield Path(trace.tb_frame.f_code.co_filename), trace.tb_lineno
        trace = trace.tb_next


def blame(error: Exception) -> str | None:
    """An error told as one in a user's file: the innermost one that it went through, else the one loaded last.

    None where no such file was loaded.
    """
    files = [Path(str(m.__file__)) for name, m in sys.modules.items() if name.startswith(USER) and m.__file__]
    if not files:
        return None
    through = [str(file) for file, _ in _places(error)]
    path = next((path for place in reversed(through) for path in files if str(path) == place), files[-1])
    return f"{path.name}: {told(error, path)}"


def end_with_parent(parent: int, every: float) -> None:
    """Ends this process when the one that started it is gone, whatever runs here; looks every so many seconds.

    For a thread of a process in which users' files run.
    """
    while os.getppid() == parent:
        time.sleep(every)
    os._exit(1)


def computed(pid: int) -> float | None:
    """The processor time of a process in seconds; None if the system does not say."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


def bound_memory(most: int) -> None:
    """Limits the bytes of memory that this process can take, where the system supports it."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    except (ImportError, OSError, ValueError):
        pass
