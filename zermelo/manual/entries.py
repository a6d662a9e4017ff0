"""What the reference says about a public name, taken from its source: signature, contract, fields, methods, example."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import zermelo
from zermelo.search.options import options_of


@dataclass(frozen=True)
class Part:
    """A field or a method: how it is written, and what it is."""

    name: str
    written: str  # `time: float | None = None`, or `analyse(game, state=None)`
    text: str  # "": its name says it


@dataclass(frozen=True)
class Entry:
    """A public name. Its texts are those of its docstring and of the comments beside its fields."""

    name: str
    module: str  # where it is defined
    kind: str  # class, function or constant
    signature: str  # "" for a constant, and for a record, which is made of its fields
    text: str
    example: str  # lines of a session with Python's prompt, and what they print; "": there is none
    fields: tuple[Part, ...] = ()
    methods: tuple[Part, ...] = ()


def public_names() -> list[str]:
    """Every name that `import zermelo` gives."""
    return [name for name in dir(zermelo) if not name.startswith("_")]


@cache
def entry(name: str) -> Entry:
    """The entry of a public name."""
    value, home = getattr(zermelo, name), zermelo.home_of(name)
    if inspect.isclass(value):
        text, example = _split(_own_doc(value))
        fields, methods = tuple(_fields(value)), tuple(_methods(value))
        return Entry(name, home, "class", "" if fields else _signature(value), text, example, fields, methods)
    if callable(value) and hasattr(value, "__name__"):
        text, example = _split(inspect.getdoc(value) or "")
        return Entry(name, home, "function", _signature(value), text, example)
    return Entry(name, home, "constant", "", _said_of_constant(name, home), "")


def example_of(name: str) -> tuple[str, str]:
    """An example of a name, and whose it is: its own, else the first of another name that uses it; ("", ""): none."""
    for other in [name, *public_names()]:
        example = entry(other).example
        if example and (other == name or re.search(rf"\b{name}\b", example)):
            return example, other
    return "", ""


def _split(doc: str) -> tuple[str, str]:
    """A docstring without its example, and the example."""
    lines = doc.splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith(">>>")), len(lines))
    return "\n".join(lines[:first]).strip(), "\n".join(lines[first:]).strip()


def _own_doc(kind: type) -> str:
    doc = inspect.cleandoc(kind.__doc__ or "")
    return "" if doc.startswith(f"{kind.__name__}(") else doc  # which a dataclass makes up where there is none


def _signature(value: Any) -> str:
    """The signature, a parameter per line where it is long; "" for an exception, and for what is only derived from."""
    if inspect.isclass(value) and (issubclass(value, Exception) or inspect.isabstract(value)):
        return ""
    named = value.__name__
    parameters = [
        parameter.replace(annotation=_typed(parameter.annotation))
        for parameter in inspect.signature(value).parameters.values()
    ]
    written = [_plain(str(parameter)) for parameter in parameters]
    for i, parameter in enumerate(parameters):
        if parameter.kind is parameter.KEYWORD_ONLY and not any(
            p.kind in (p.KEYWORD_ONLY, p.VAR_POSITIONAL) for p in parameters[:i]
        ):
            written.insert(i, "*")
            break
    returned = inspect.signature(value).return_annotation
    gives = "" if returned is inspect.Signature.empty or inspect.isclass(value) else f" -> {_plain(_typed(returned))}"
    line = f"{named}({', '.join(written)}){gives}"
    if len(line) <= 100:
        return line
    return f"{named}(\n" + "".join(f"    {part},\n" for part in written) + f"){gives}"


def _typed(annotation: Any) -> Any:
    return annotation if annotation is inspect.Parameter.empty or not isinstance(annotation, str) else _Bare(annotation)


class _Bare(str):
    """A type as its author wrote it: without the quotes that repr adds."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _plain(text: str) -> str:
    return text.replace("<factory>", "…").replace("<object object>", "…")


def _fields(kind: type) -> Iterator[Part]:
    """The public fields: an algorithm's options in its own words, of other records what their comments say."""
    if not dataclasses.is_dataclass(kind):
        return
    options = options_of(kind) if issubclass(kind, zermelo.Algorithm) else {}
    said = _said_of_fields(kind)
    for field in dataclasses.fields(kind):
        if field.name.startswith("_"):
            continue
        default = "" if field.default is dataclasses.MISSING else f" = {_short(field.default)}"
        text = options[field.name].help if field.name in options else said.get(field.name, "")
        yield Part(field.name, f"{field.name}: {field.type}{default}", text)


def _short(value: Any) -> str:
    written = repr(value)
    return "…" if " at 0x" in written or len(written) > 40 else written


def _methods(kind: type) -> Iterator[Part]:
    """The public methods and properties that a class of this package gives, with the first paragraph of each."""
    for name, value in inspect.getmembers(kind):
        owner = next((base for base in kind.__mro__ if name in vars(base)), object)
        if name.startswith("_") or not owner.__module__.startswith("zermelo"):
            continue
        raw = inspect.getattr_static(kind, name)
        function = raw.fget if isinstance(raw, property) else getattr(raw, "__func__", raw)
        if not inspect.isfunction(function):
            continue
        first = (inspect.getdoc(value if not isinstance(raw, property) else raw) or "").split("\n\n")[0]
        written = name if isinstance(raw, property) else _call(function)
        yield Part(name, written, " ".join(first.split()))


def _call(function: Any) -> str:
    parameters = list(inspect.signature(function).parameters.values())
    shown = [
        str(parameter.replace(annotation=inspect.Parameter.empty))
        for parameter in parameters
        if parameter.name not in ("self", "cls")
    ]
    return _plain(f"{function.__name__}({', '.join(shown)})")


def _said_of_fields(kind: type) -> dict[str, str]:
    """Comments above a field, or at the end of its line, by the field's name; of the bases too."""
    said: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("zermelo"):
            lines = textwrap.dedent(inspect.getsource(base)).splitlines()
            body = ast.parse("\n".join(lines)).body[0]
            assert isinstance(body, ast.ClassDef)
            for node in body.body:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    said[node.target.id] = _comment(lines, node)
    return said


def _comment(lines: list[str], node: ast.stmt) -> str:
    """What is said beside a statement, else above it."""
    assert node.end_lineno is not None
    last = lines[node.end_lineno - 1].encode()[node.end_col_offset or 0 :].decode()
    if "#" in last:
        return last.split("#", 1)[1].strip()
    above = []
    for line in reversed(lines[: node.lineno - 1]):
        if not line.strip().startswith("#"):
            break
        above.append(line.strip().lstrip("#").strip())
    return " ".join(reversed(above))


def _said_of_constant(name: str, home: str) -> str:
    """The comment beside a constant."""
    lines = inspect.getsource(sys.modules[home]).splitlines()
    for node in ast.parse("\n".join(lines)).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if name in [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]:
            return _comment(lines, node)
    return ""
