"""Deals of bridge as PBN and LIN: read, written, and damaged."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.games.bridge.calls import CALLS
from zermelo.records.deals import lin, pbn
from zermelo.records.game_record import GameRecord
from zermelo.records.papers import read_papers, write_paper

GAME = zermelo.load("bridge")
DEAL = """% PBN 2.1
[Event "A match"]
[North "Ann"]
[Dealer "N"]
[Vulnerable "NS"]
[Deal "N:AK95.T2.QJ98.AQ4 T62.K4.652.T9876 QJ.QJ9763.T7.K52 8743.A85.AK43.J3"]
[Declarer "S"]
[Contract "4H"]
{a remark}
[Auction "N"]
1NT =1= Pass 4H $2 AP
[Play "W"]
DA D8 D2 DT
DK D9 D5 D7
S4 SA S2 SJ
*
"""
LINE = (
    "pn|South,,Ann,|md|3SQJHQJ9763DT7CK52,S8743HA85DAK43CJ3,SAK95HT2DQJ98CAQ4,|sv|n|"
    "mb|1N|mb|p|mb|4H!|mb|p|mb|p|mb|p|pc|DA|pc|D8|pc|D2|pc|DT|"
)


def random_game(seed, calls=0.85):
    """A random deal, in which most calls are passes, to its end."""
    state, actions, noise = GAME.initial(), [], random.Random(seed)
    while not GAME.is_terminal(state):
        moves = GAME.moves(state)
        quiet = moves[0] >= CALLS and state.dealt == 52 and noise.random() < calls
        actions.append(moves[0] if quiet else noise.choice(moves))
        state = GAME.result(state, actions[-1])
    utilities = tuple(GAME.utility(state, player) for player in range(4))
    return GameRecord(GAME, GAME.initial(), tuple(actions), state, utilities)


def test_a_deal_of_pbn():
    (board,) = pbn.read_games(DEAL)
    end = board.end
    assert (end.declarer, end.laid, end.won, end.leader) == (2, 12, 1, 0)
    assert (board.start.vulnerable, board.tags["North"]) == (1, "Ann")
    again = pbn.read_games(pbn.write_game(board))[0]
    assert (again.start, again.actions) == (board.start, board.actions)


def test_a_line_of_lin():
    (board,) = lin.read_games(LINE)
    assert board.start == pbn.read_games(DEAL)[0].start
    assert board.end.laid == 4
    assert board.tags == {"South": "South", "North": "Ann"}
    assert lin.read_games(lin.write_game(board))[0] == board


@pytest.mark.parametrize("seed", range(8))
def test_random_games_are_read_as_they_are_written(seed):
    board = pbn.board_of(random_game(seed), ("a", "b", "c", "d"))
    assert pbn.read_games(pbn.write_game(board)) == [board]
    assert lin.read_games(lin.write_game(board)) == [board]


def test_several_deals_and_repeated_tags():
    text = DEAL + "\n" + DEAL.replace('"A match"', '"#"').replace('"NS"', '"All"')
    one, other = pbn.read_games(text)
    assert (one.tags["Event"], other.tags["Event"]) == ("A match", "A match")
    assert (one.start.vulnerable, other.start.vulnerable) == (1, 3)


def test_a_contract_without_an_auction():
    text = DEAL[: DEAL.index("[Auction")] + '[Play "W"]\nDA D8 D2 DT\n'
    (board,) = pbn.read_games(text)
    assert (board.start.declarer, board.end.laid) == (2, 4)
    with pytest.raises(ZermeloError, match="has none"):
        lin.write_game(board)


def test_the_page_reads_and_writes_it():
    for text in (DEAL, LINE):
        (tree,) = read_papers(text, zermelo.load("nim"))
        assert (tree.game.name, len(tree.moves) in (12 + 6, 4 + 6)) == ("bridge", True)
        written, ending = write_paper(tree)
        assert ending == "pbn"
        assert read_papers(written, GAME)[0].moves == tree.moves


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("AK95", "AK9"), ("AK95", "AKK5"), ("AK95", "AKZ5"), ("N:AK", "Z:AK"), ('"NS"', '"us"'), ("1NT", "1XT"),
        ("1NT", "X"), ("DA D8", "DA DA"), ("DA D8 D2", "DA D8 -"), ("[Play \"W\"]", '[Play "Q"]'), ("AP", "AP 5H"),
        ("AK95.T2.QJ98.AQ4 T62.K4.652.T9876", "- -"), ("DT\n", "DT\nSA - - -\n"),
    ],
)  # fmt: skip
def test_damaged_pbn_gets_one_line(old, new):
    assert old in DEAL
    with pytest.raises(ZermeloError) as error:
        pbn.read_games(DEAL.replace(old, new, 1))
    assert "\n" not in str(error.value)
    assert "deal 1" in str(error.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [("3SQJ", "3SQQ"), ("md|3", "md|7"), ("sv|n", "sv|x"), ("mb|1N", "mb|9N"), ("pc|DA", "pc|SA"), ("pc|D8", "pc|ZZ")],
)
def test_damaged_lin_gets_one_line(old, new):
    assert old in LINE
    with pytest.raises(ZermeloError) as error:
        lin.read_games(LINE.replace(old, new, 1))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", '[Event "x"]', "pn|a|"])
def test_no_deal(text):
    for read in (pbn.read_games, lin.read_games):
        with pytest.raises(ZermeloError, match="there is none here"):
            read(text)


def test_other_games_have_no_such_record():
    with pytest.raises(ZermeloError, match="thirteen cards"):
        pbn.board_of(zermelo.play(zermelo.load("nim"), ["random", "random"]))
