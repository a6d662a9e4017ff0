"""A user who waits for the compiler is told so."""

from __future__ import annotations

import pytest
from fresh import python

from zermelo.compile.kernel.events import Compilation, listen, telling


def test_a_compile_is_announced_once_and_by_name(tmp_path):
    done = python('import zermelo; zermelo.AlphaBeta(depth=3).analyse(zermelo.load("nim"))', tmp_path)
    assert done.stderr.splitlines() == ["compiling nim for alphabeta, first run only …"]


LISTENING = """
import zermelo
from zermelo.compile.kernel.events import listen
heard = []
game = zermelo.load("nim")
with listen(heard.append):
    zermelo.Minimax(depth=2).analyse(game)
    zermelo.Minimax(depth=3).analyse(game)
zermelo.perft(game, depth=2)
print([(event.game, event.label, event.kind, event.seconds > 0) for event in heard])
"""


@pytest.mark.long
def test_a_listener_hears_the_beginning_and_the_end_of_what_is_compiled(tmp_path):
    """Once per kernel, not while nobody listens, and not for what comes from the disk."""
    told = "[('nim', 'minimax', 'begin', False), ('nim', 'minimax', 'end', True)]"
    first = python(LISTENING, tmp_path)
    assert first.stdout.strip() == told
    assert first.stderr.count("first run only") == 2
    assert python(LISTENING, tmp_path).stdout.strip() == "[]"


def test_the_end_is_told_of_a_compilation_that_fails(capsys):
    heard = []

    def fail():
        with listen(heard.append), telling("chess", "alphabeta") as begin:
            begin()
            begin()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert [event.kind for event in heard] == ["begin", "end"]
    assert capsys.readouterr().err == "compiling chess for alphabeta, first run only …\n"


def test_a_listener_that_stops_hears_no_more():
    heard = []
    listening = listen(heard.append)
    listening.stop()
    listening.stop()
    with telling("chess", "alphabeta") as begin:
        begin()
    assert heard == []


def test_what_is_told():
    assert Compilation("chess", "mcts", "begin").text == "compiling chess for mcts, first run only …"
    assert Compilation("chess", "mcts", "end", 7.25).text == "compiled chess for mcts in 7.2 s"
