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
        (("3B CAT", "--"), "line 3: ann has made no play that can be challenged here"),
        (("3B CAT", "(time)"), "line 3: .time. cannot be read: only .challenge. can"),
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


CHALLENGED = """#player1 ann Ann
#player2 bob Bob
>ann: ACT 3B TCA +60 60
>ann: ACT -- -60 0
>bob: AAT 3B TA +4 4
>bob: AAA (challenge) +5 9
>ann: ACT 2B ACT +64 64
"""


def test_challenges_are_read_and_written():
    found = read_gcg(CHALLENGED, zermelo.load(SMALL.replace("TA+", "TA+AA+AC+", 1) + ",challenge=five"))
    assert found.end.scores == (64, 9)
    assert [line for line in write_gcg(found.game, found.actions).splitlines() if line[0] == ">"] == [
        line.replace("ann", "player1").replace("bob", "player2") for line in CHALLENGED.splitlines()[2:]
    ]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("--", "(challenge)"), "line 4: the play is taken back"),
        (("-60 0", "-50 10"), "line 4: -- scores -60, not -50"),
        ((">ann: ACT --", ">bob: ACT --"), "line 4: bob has made no play that can be challenged here"),
        ((">bob: AAA (challenge) +5 9", ">bob: AAT -- -4 0"), "line 6: the play stays"),
        (("(challenge) +5", "(challenge) +4"), "line 6: .challenge. scores 5, not .4"),
        (("3B TCA", "1A TCA"), "line 3: '1A TCA' is not legal here"),
    ],
)
def test_a_bad_challenge_gets_one_line(change, says):
    with pytest.raises(ZermeloError, match=says):
        read_gcg(CHALLENGED.replace(*change), zermelo.load(SMALL.replace("TA+", "TA+AA+AC+", 1) + ",challenge=five"))


@pytest.mark.parametrize("seed", range(6))
def test_a_game_with_challenges_is_read_as_it_was_written(seed):
    rule = ("single", "double", "five")[seed % 3]
    game = zermelo.load(f"{SMALL},challenge={rule}")
    record = zermelo.play(game, [zermelo.engine("wordsmith:style=static"), zermelo.Random(seed=seed)], seed=seed)
    text = write_gcg(game, record.actions)
    assert "--" in text
    found = read_gcg(text, game)
    assert found.end.scores == record.end.scores
    assert write_gcg(game, found.actions) == text


def test_words_that_are_not_in_the_list_are_read_from_a_record_without_challenges():
    text = "#player1 ann Ann\n#player2 bob Bob\n>ann: ACTXQRR 8G TXC +24 24\n>bob: AAIIOOU - +0 0\n"
    found = read_gcg(text)
    assert found.game.parameters["challenge"] == "single"
    assert found.end.scores == (24, 0)
