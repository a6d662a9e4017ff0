"""Chess moves as people write them: each way of writing a move means that move, and too little means several."""

from __future__ import annotations

import pytest
from games.chess.test_moves import COUNTS

import zermelo
from zermelo.games.chess.san import moves_named
from zermelo.games.chess.text import uci

GAME = zermelo.load("chess")


@pytest.mark.parametrize("fen", [fen for fen, _ in COUNTS])
def test_every_way_of_writing_a_move_is_read(fen):
    state = GAME.read_state(fen)
    legal = GAME.legal(state)
    for move in legal:
        text, name = GAME.action_text(state, move), uci(move)
        ways = [text, text.rstrip("+#"), f"{text}!?", name, text.replace("=", ""), text.replace("x", ":")]
        if not text.startswith("O"):
            piece = text[0] if text[0] in "KQRBN" else ""
            ways += [f"{piece}{name[:2]}-{name[2:]}", f"{piece}{name[:2]}x{name[2:]}"]
        else:
            ways.append(text.replace("O", "0"))
        for way in ways:
            assert moves_named(state, way, legal) == [move], way


@pytest.mark.parametrize(
    ("fen", "text", "names"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kg1", []),  # castling is written O-O, or from square to square
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ke1g1", ["e1g1"]),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", ["e1c1"]),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", ["e1g1"]),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", ["b1d2", "f1d2"]),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nbd2", ["b1d2"]),
        ("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "N5c3", ["b5c3"]),
        ("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "Nc3", ["b1c3", "b5c3"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", ["e5d6"]),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8", []),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8/N", ["a7a8n"]),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "Rb2", ["d2b2"]),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "b2", []),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "castle", []),
    ],
)
def test_what_a_text_can_mean(fen, text, names):
    state = GAME.read_state(fen)
    assert sorted(uci(move) for move in moves_named(state, text, GAME.legal(state))) == names
