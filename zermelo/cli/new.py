"""`zermelo new`: writes a small game to begin with."""

from __future__ import annotations

import keyword
import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import Json, print_json
from zermelo.game import ZermeloError

SKELETONS = Path(__file__).parent / "skeletons"


class Kind(StrEnum):
    """What the new game is like; there is a text in `skeletons/` for each."""

    board = "board"
    numbers = "numbers"
    dice = "dice"


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="The file to write; it must not exist yet.")],
    kind: Annotated[Kind, typer.Option("--kind", "-k", help="What to begin with.")] = Kind.board,
    json: Json = False,
) -> None:
    """Write a small, complete game with comments, to be changed into yours."""
    name = _function_name(file)
    text = _skeleton(kind.value, name, file.name)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise ZermeloError(f"{file} exists already, and is left as it is: choose another name") from None
    except OSError as error:
        file.unlink(missing_ok=True)  # half of a game is none
        raise ZermeloError(f"{file} cannot be written: {error.strerror}") from None
    if json:
        print_json({"file": str(file), "function": name, "kind": kind.value})
        return
    typer.echo(f"{file}: a game that works. Change the lines marked with *, then try")
    for verb, purpose in (("check", "its laws"), ("analyse", "the best move"), ("serve", "in the browser")):
        typer.echo(f"  zermelo {verb} {file}  ({purpose})")


def _function_name(file: Path) -> str:
    """The function that makes the game, named after the file. Raises ZermeloError where no name can be made of it."""
    if file.suffix != ".py":
        raise ZermeloError(f"{file.name} is no Python file: name it, for example, {file.stem or 'mygame'}.py")
    name = re.sub(r"\W", "_", file.stem).lower()
    if not name.isidentifier() or keyword.iskeyword(name) or not name.strip("_"):
        raise ZermeloError(f"{file.name} cannot name a Python function: begin with a letter, for example mygame.py")
    return name


def _skeleton(kind: str, name: str, file: str) -> str:
    """The text of a kind, under this name."""
    text = (SKELETONS / f"{kind}.txt").read_text(encoding="utf-8")
    words = [word for word in name.split("_") if word]
    class_name = "".join(word.capitalize() for word in words)
    for old, new in (("MY GAME", " ".join(words).capitalize()), ("MyGame", class_name), ("my_game", name)):
        text = text.replace(old, new)
    return text.replace("FILE", file)
