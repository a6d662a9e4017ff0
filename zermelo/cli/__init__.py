"""The command line: `zermelo VERB`, one file per verb.

common                  options, positions and output that verbs share
narrator                a game as the terminal tells it
solve_game, solve_open  two parts of `solve`: games with hidden information, and open ones; solve_problem: problems
skeletons               what `new` writes
"""

from __future__ import annotations

import _thread
import os
import sys
import threading
from functools import cache
from importlib import import_module
from typing import Any

import typer

from zermelo.cli.common import INTERRUPTED, name_engines
from zermelo.game import ZermeloError
from zermelo.user_files import blame

VERBS = {  # in the order of --help; each is a file
    "games": "zermelo.cli.games",
    "engines": "zermelo.cli.engines",
    "play": "zermelo.cli.play",
    "serve": "zermelo.cli.serve",
    "analyse": "zermelo.cli.analyse",
    "evaluate": "zermelo.cli.evaluate",
    "solve": "zermelo.cli.solve",
    "perft": "zermelo.cli.perft",
    "match": "zermelo.cli.match",
    "table": "zermelo.cli.table",
    "tournament": "zermelo.cli.tournament",
    "tune": "zermelo.cli.tune",
    "record": "zermelo.cli.record",
    "trace": "zermelo.cli.trace",
    "figure": "zermelo.cli.figure",
    "lessons": "zermelo.cli.lessons",
    "practise": "zermelo.cli.practise",
    "complexity": "zermelo.cli.complexity",
    "policy": "zermelo.cli.policy",
    "transform": "zermelo.cli.transform",
    "learn": "zermelo.cli.learn",
    "book": "zermelo.cli.book",
    "database": "zermelo.cli.database",
    "new": "zermelo.cli.new",
    "check": "zermelo.cli.check",
    "check-search": "zermelo.cli.check_search",
    "grade": "zermelo.cli.grade",
    "bench": "zermelo.cli.bench",
    "warm": "zermelo.cli.warm",
    "uci": "zermelo.cli.uci",
    "gtp": "zermelo.cli.gtp",
}


@cache
def command_line(verb: str | None = None) -> typer.Typer:
    """The command with one of its VERBS, or with all: the others need not be imported to run one."""
    app = typer.Typer(
        name="zermelo",
        help="Adversarial search: play, analyse and explain any game, yours included.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_version)
    for name, module in VERBS.items():
        if verb in (None, name):
            app.command(name=name)(import_module(module).run)
    return app


def _version(version: bool = typer.Option(False, "--version", help="Print the version and exit.")) -> None:
    if version:
        from zermelo import __version__

        typer.echo(__version__)
        raise typer.Exit


_UsageError = typer.BadParameter.__bases__[0]
_CommandError: Any = _UsageError.__bases__[0]  # the base of typer's errors about a mistyped command


def main() -> None:
    """Runs the command. A user's mistake is explained in one line, with exit code 2; Ctrl-C gives 130."""
    sys.unraisablehook = _interrupt_again
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without ▇ or α still gets the rest
    if {"-h", "--help"}.intersection(sys.argv):
        name_engines()
    try:
        verb = sys.argv[1] if sys.argv[1:] and sys.argv[1] in VERBS else None
        code = command_line(verb)(prog_name="zermelo", standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except SystemExit as ended:  # how typer and rich exit when our output is no longer read
        code = _hang_up() if isinstance(ended.__context__, BrokenPipeError) else ended.code
    except BrokenPipeError:
        code = _hang_up()
    except Exception as error:
        message = _explain(error)
        if message is None:
            raise
        if message:
            _complain(message)
        code = 2 if message else 0
    if code == INTERRUPTED:
        _complain("interrupted")
    sys.exit(code if isinstance(code, int) else 0)


def _explain(error: Exception) -> str | None:
    """The user's mistake in one line ("" where help was printed instead); None: the fault is ours."""
    if isinstance(error, ZermeloError):
        return str(error)
    if isinstance(error, _CommandError):
        context = getattr(error, "ctx", None)
        verb = context.command_path if context else "zermelo"
        return f"{error.format_message()} (see {verb} --help)" if error.format_message() else ""
    if isinstance(error, MemoryError):
        return "out of memory: ask for less"
    if isinstance(error, OSError):
        return f"{error.filename or 'the output'}: {error.strerror}"
    place = blame(error)
    if place is None and isinstance(error, RecursionError):
        return "that goes too deep for the interpreter: ask for less depth"
    return f"{place} (try zermelo check)" if place else None


def _complain(message: str) -> None:
    print(f"zermelo: {' '.join(message.split())}", file=sys.stderr)


def _hang_up() -> int:
    """Our output is no longer read, which is no error: discards what is still buffered."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _interrupt_again(lost: Any) -> None:
    """Sends a Ctrl-C again that was lost in a callback of the compiler."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Timer(0.02, _thread.interrupt_main).start()
    else:
        sys.__unraisablehook__(lost)
