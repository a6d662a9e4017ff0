"""The command line: `zermelo VERB`, one file a verb."""

from __future__ import annotations

import sys
from typing import Any

import typer

from zermelo.cli import analyse, bench, check, games, match, perft, play, trace
from zermelo.game import ZermeloError

app = typer.Typer(
    name="zermelo",
    help="Adversarial search: play, analyse and explain any game, yours included.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verb in (games, play, analyse, perft, match, trace, check, bench):
    app.command(name=verb.__name__.rsplit(".", 1)[-1])(verb.run)


@app.callback(invoke_without_command=True)
def _version(version: bool = typer.Option(False, "--version", help="Print the version and end.")) -> None:
    if version:
        from zermelo import __version__

        typer.echo(__version__)
        raise typer.Exit


_UsageError = typer.BadParameter.__bases__[0]
_CommandError: Any = _UsageError.__bases__[0]  # whatever typer says about a badly typed command


def main() -> None:
    """Runs the command. A person's mistake is told in one line, with exit code 2."""
    try:
        code = app(standalone_mode=False)
    except ZermeloError as error:
        _complain(str(error))
        code = 2
    except _CommandError as error:
        message = " ".join(error.format_message().split())
        if message:
            _complain(f"{message} (zermelo --help tells more)")
        code = 2 if message else 0
    except (KeyboardInterrupt, typer.Abort):
        _complain("interrupted")
        code = 130
    except BrokenPipeError:  # the reader of our output has seen enough
        sys.stderr.close()
        code = 0
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str) -> None:
    print(f"zermelo: {message}", file=sys.stderr)
