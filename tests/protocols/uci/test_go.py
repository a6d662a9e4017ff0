"""UCI's `go` and `setoption` as they are read."""

from __future__ import annotations

from zermelo.protocols.uci.go import read_go
from zermelo.protocols.uci.options import UciSettings


def test_go_is_read():
    go = read_go(["wtime", "1000", "btime", "-5", "searchmoves", "e2e4", "d2d4", "movestogo", "3", "ponder"])
    assert (go.get("wtime"), go.get("btime"), go.get("movestogo")) == (1000, -5, 3)
    assert go.seconds("btime") == 0
    assert (go.moves, go.ponder, go.waits) == (("e2e4", "d2d4"), True, True)
    assert read_go([]).waits
    assert read_go(["infinite", "depth", "3"]).waits
    assert not read_go(["depth", "3"]).waits


def test_options_are_read():
    options = UciSettings()
    options.set("setoption name move   overhead value 25")
    options.set("setoption name BookFile value my books/book.bin")
    options.set("setoption name Ponder value TRUE")
    assert (options.number("Move Overhead"), options.is_on("Ponder")) == (25, True)
    assert options.text("BookFile") == "my books/book.bin"
    options.set("setoption name BookFile value <empty>")
    assert options.text("BookFile") == ""
