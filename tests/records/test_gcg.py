"""GCG: written, read again, and what is wrong in it told by its line."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.records.gcg import read_file, read_gcg, write_gcg

SMALL = (
    "scrabble:size=5,rack=3,words=AT+TA+CAT+ACT+TACT+BAT+TAB+AB+BA+ABB+CAB,tiles=A1x6+B3x3+C3x3+T1x5+?0x2,exchange=3"
)
GAME = """#player1 ann Ann
#player2 bob Bob
>ann: ACT 3B CAT +60 60
>bob: BTT -BT +0 0
>ann: ABT - +0 60
"""


@pytest.mark.parametrize("seed", range(6))
def test_a_game_is_read_as_it_was_written(seed):
    game = zermelo.load(SMALL + (",players=3" if seed % 2 else ""))
    record = zermelo.play(game, [zermelo.Random(seed=seed)] * game.players, seed=seed)
    text = write_gcg(game, record.actions, ["Ann", "Bob"])
    found = read_gcg(text, game)
    assert found.end == record.end or found.end.scores == record.end.scores
    assert found.names[:2] == ("Ann", "Bob")
    assert write_gcg(game, found.actions, ["Ann", "Bob"]) == text


def test_a_game_of_the_usual_board(tmp_path):
    game = zermelo.load("scrabble")
    player = zermelo.engine("wordsmith:style=greedy")
    record = zermelo.play(game, [player, player], seed=3)
    (tmp_path / "game.gcg").write_text(write_gcg(game, record.actions))
    found = read_file(tmp_path / "game.gcg")
    assert (found.end.scores, found.end.board) == (record.end.scores, record.end.board)
    assert any(
        "." in line.split()[3] for line in (tmp_path / "game.gcg").read_text().splitlines() if line.count(" ") == 5
    )


def test_a_game_that_stands():
    found = read_gcg(GAME, zermelo.load(SMALL))
    assert found.end.scores == (60, 0)
    assert found.end.player == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("+60 60", "+61 61"), "line 3: 3B CAT scores 60, not .61"),
        (("3B CAT", "3B TAC"), "line 3: '3B TAC' is not legal here"),
        (("3B CAT", "--"), "line 3: plays that were challenged or timed out cannot be read"),
        ((">bob: BTT", ">ann: BTT"), "line 4: it is not the turn of ann"),
        ((">bob: BTT", ">eve: BTT"), "line 4: '>eve: BTT -BT .0 0' is no turn"),
        (("-BT", "-2"), "line 4: which tiles were exchanged must be told, not how many"),
        (("ABT -", "QQQ -"), "cannot have drawn the rack QQQ"),
        (("#player1 ann Ann\n", ""), "line 2: "),
        (("#player1", "nonsense\n#player1"), "line 1: 'nonsense' is no turn"),
        (("Ann", "x" * 400), "line 1: it is longer than 300 characters"),
    ],
)
def test_a_bad_record_gets_one_line(change, says):
    with pytest.raises(ZermeloError, match=says) as error:
        read_gcg(GAME.replace(*change), zermelo.load(SMALL))
    assert "\n" not in str(error.value)


def test_what_is_no_game():
    with pytest.raises(ZermeloError, match="names its players"):
        read_gcg("")
    with pytest.raises(ZermeloError, match="has at most 2,000 lines"):
        read_gcg("\n" * 3000)
    with pytest.raises(ZermeloError, match="has 2 players, not 3"):
        read_gcg(GAME.replace("#player2", "#player3 eve Eve\n#player2"), zermelo.load(SMALL))
