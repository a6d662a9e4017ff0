"""`zermelo engines`: the engines with their options."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from zermelo.cli.common import Json, console, print_json
from zermelo.game import ZermeloError, brief
from zermelo.players.engines import engines, external_commands, summary_of
from zermelo.search.options import options_of


def run(
    name: Annotated[str | None, typer.Argument(metavar="[ENGINE]", help="One engine; all by default.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a page for the docs.")] = False,
    json: Json = False,
) -> None:
    """List the engines, their options and what each does."""
    kinds = engines()
    if name is not None and name not in kinds:
        raise ZermeloError(f"no engine is called '{brief(name)}'; there are {', '.join(kinds)}")
    chosen = list(kinds) if name is None else [name]
    if json:
        print_json({"engines": [_report(engine) for engine in chosen]})
    elif markdown:
        typer.echo(page(chosen))
    else:
        _print(chosen)


def _report(name: str) -> dict[str, Any]:
    kind = engines()[name]
    typed = [option for option in options_of(kind).values() if option.is_typed]
    return {
        "name": name,
        "help": summary_of(kind),
        "options": [
            {"name": option.name, "help": option.help, "may_be": option.bounds_text(), "default": option.default_text()}
            for option in typed
        ],
    }


def _print(names: list[str]) -> None:
    from rich.markup import escape
    from rich.table import Table

    out = console()
    for name in names:
        report = _report(name)
        out.print(f"[bold]{name}[/bold]  {escape(report['help'])}")
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 2))
        for option in report["options"]:
            default = f" (default {option['default']})" if option["default"] else ""
            table.add_row(option["name"], escape(f"{option['help']}; {option['may_be']}{default}"))
        out.print(table)
    if len(names) > 1:
        out.print(f"Other people's engines play as {external_commands()}.", markup=False)


def page(names: list[str]) -> str:
    """The engines as a page of the docs."""
    lines = [
        "# Engines and their options",
        "",
        "An engine is typed as `NAME[:option=value,…]`. This page is what `zermelo engines --markdown` prints.",
    ]
    for name in names:
        report = _report(name)
        lines += ["", f"## `{name}`", "", report["help"], "", "| option | may be | default | what it does |"]
        lines += ["| --- | --- | --- | --- |"]
        for option in report["options"]:
            default = f"`{option['default']}`" if option["default"] else "automatic"
            lines.append(f"| `{option['name']}` | {option['may_be']} | {default} | {option['help']} |")
    return "\n".join(lines)
