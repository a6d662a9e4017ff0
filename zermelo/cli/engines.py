"""`zermelo engines`: the engines with their options."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli.common import Json, console, print_json
from zermelo.game import ZermeloError, brief
from zermelo.players.engines import engines, external_commands, summary_of
from zermelo.players.own import engines_in, installed_engines, installed_kind, own_options
from zermelo.search.base import Algorithm
from zermelo.search.options import options_of, word_of
from zermelo.user_files import module_of


def run(
    name: Annotated[
        str | None, typer.Argument(metavar="[ENGINE]", help="One engine, or your own file (mybot.py); all by default.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a page for the docs.")] = False,
    json: Json = False,
) -> None:
    """List the engines, their options and what each does."""
    reports = _reports(name)
    if json:
        print_json({"engines": reports})
    elif markdown:
        typer.echo(page(reports))
    else:
        _print(reports)


def _reports(name: str | None) -> list[dict[str, Any]]:
    """One engine, those in a user's file, or all. Raises ZermeloError naming what is allowed."""
    kinds: dict[str, Any] = dict(engines())
    if name is not None and name.endswith(".py"):
        return [_report(one, kind) for one, kind in engines_in(module_of(Path(name))).items()]
    if name is None or name not in kinds:
        kinds |= _installed()
    if name is not None and name not in kinds:
        raise ZermeloError(f"no engine is called '{brief(name)}'; there are {', '.join(kinds)}")
    return [_report(one, kinds[one]) for one in (kinds if name is None else [name])]


def _installed() -> dict[str, Any]:
    """The engines of installed packages; one that cannot be loaded is told and left out."""
    found = {}
    for name in installed_engines():
        try:
            found[name] = installed_kind(name)
        except ZermeloError as error:
            typer.echo(f"zermelo: {error}", err=True)
    return found


def _report(name: str, kind: Any) -> dict[str, Any]:
    if not (isinstance(kind, type) and issubclass(kind, Algorithm)):
        options = [
            {"name": option, "help": "", "may_be": "", "default": _default(default)}
            for option, default in own_options(kind).items()
        ]
        return {"name": name, "help": summary_of(kind), "options": options}
    typed = [option for option in options_of(kind).values() if option.is_typed]
    return {
        "name": name,
        "help": summary_of(kind),
        "options": [
            {
                "name": option.name,
                "help": option.help,
                "may_be": option.bounds_text() + (f"; tuned over {option.tuned}" if option.tuned else ""),
                "default": option.default_text(),
            }
            for option in typed
        ],
    }


def _default(default: Any) -> str:
    """The default of an option of a user's engine as a person types it; "" if it has none."""
    return "" if default in (inspect.Parameter.empty, None) else word_of(default)


def _print(reports: list[dict[str, Any]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    out = console()
    for report in reports:
        out.print(f"[bold]{report['name']}[/bold]  {escape(report['help'])}")
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 2))
        for option in report["options"]:
            default = f"(default {option['default']})" if option["default"] else ""
            told = "; ".join(filter(None, (option["help"], option["may_be"])))
            table.add_row(option["name"], escape(f"{told} {default}".strip()))
        out.print(table)
    if len(reports) > 1:
        out.print(f"Other people's engines play as {external_commands()}, your own as FILE.py:NAME.", markup=False)


def page(reports: list[dict[str, Any]]) -> str:
    """The engines as a page of the docs."""
    lines = [
        "# Engines and their options",
        "",
        "An engine is typed as `NAME[:option=value,…]`, and one of your own as `FILE.py:NAME[,option=value,…]`, see",
        "[bring_your_game.md](bring_your_game.md). This page is what `zermelo engines --markdown` prints.",
    ]
    for report in reports:
        lines += ["", f"## `{report['name']}`", "", report["help"], "", "| option | may be | default | what it does |"]
        lines += ["| --- | --- | --- | --- |"]
        for option in report["options"]:
            default = f"`{option['default']}`" if option["default"] else "automatic"
            lines.append(f"| `{option['name']}` | {option['may_be']} | {default} | {option['help']} |")
    return "\n".join(lines)
