"""Tiles that are laid, and plays that are typed: what they score, or why they are not legal."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.picture import Board
from zermelo.web.worker.asking.laid import laid

SMALL = "scrabble:size=5,rack=3,words=AT+TA+CAT+ACT+TACT,tiles=A1x6+C3x3+T1x5+?0x1,exchange=3"


@pytest.mark.parametrize(
    ("tiles", "words", "action"),
    [
        ("2B C,2C A,2D T", "CAT: 60 points", "3B CAT"),
        ("2D T,2B C,2C A", "CAT: 60 points", "3B CAT"),
        ("1C C,2C A,3C T", "CAT: 60 points", "C2 CAT"),
        ("2B T,2C C", "TC is not in the list of words", ""),
        ("2B T,2D A", "there is a gap between the tiles", ""),
        ("2B T,3C A", "the tiles are not in one line", ""),
        ("0A T,0B A", "the first play covers the middle, 3C", ""),
        ("2C A", "the first play has two tiles or more", ""),
        ("2C A,2D A", "there is no A left on the rack ACT", ""),
        ("2B C,2C A,2D ?", "choose a letter for the blank", ""),
        ("2B C,2C A,2D X", "'X' has a letter that no tile has: 'X'", ""),
        ("9B C,9C A", "a tile lies where none can", ""),
        ("", "", ""),
    ],
)
def test_what_tiles_come_to(tiles, words, action):
    game = zermelo.load(SMALL)
    state = game.read_state("5/5/5/5/5 ACT/AAT 0/0")
    told = [(int(one[0]), ord(one[1]) - ord("A"), one[3:]) for one in tiles.split(",") if one]
    actions, said = laid(game, state, told)
    assert said == words
    assert [game.action_text(state, one) for one in actions] == ([action] if action else [])


def test_every_play_is_found_by_its_tiles():
    for name, rows in ((SMALL, "5/5/1CAT1/5/5"), (SMALL + ",challenge=five", "5/2A2/2T2/5/5")):
        game = zermelo.load(name)
        state = game.read_state(f"{rows} AT?/AAC 0/0")
        for action in game.legal(state)[:-1]:
            before = game.describe(state).cells
            if not game.action_text(state, action)[0].isdigit() and game.action_text(state, action)[0] not in "ABCDE":
                continue
            after = game.describe(game.result(state, action)).cells
            tiles = [(r, c, after[r][c]) for r in range(5) for c in range(5) if after[r][c] != before[r][c]]
            actions, words = laid(game, state, tiles)
            gained = game.result(state, action).scores[0]
            assert actions == [action]
            assert words.endswith(f" {gained} point" + ("s" if gained != 1 else ""))


def test_a_word_that_is_not_in_the_list_is_laid_where_it_can_be_challenged():
    game = zermelo.load(SMALL + ",challenge=single")
    state = game.read_state("5/5/5/5/5 ACT/AAT 0/0")
    actions, words = laid(game, state, [(2, 2, "T"), (2, 3, "C")])
    assert [game.action_text(state, one) for one in actions] == ["lay 3C", "T", "C", "done"]
    assert words == "TC: 8 points, but TC is not in the list of words"
    for action in actions:
        assert action in game.legal(state)
        state = game.result(state, action)
    assert state.scores == (8, 0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3B TAC", "TAC is not in the list of words"),
        ("3B CATT", "there is no T left on the rack ACT"),
        ("3A AT", "the first play covers the middle, 3C"),
        ("3C C", "the first play has two tiles or more"),
        ("3B QAT", "'QAT' has a letter that no tile has: 'Q'"),
        ("exchange ACT", "nothing is exchanged with fewer than 3 tiles in the bag"),
        ("9A CAT", "9A is not on a board of 5 by 5"),
        ("CAT", "'CAT' is no turn: write 8D WORD"),
    ],
)
def test_what_is_typed_is_told_why_it_is_not_legal(text, says):
    game = zermelo.load(SMALL)
    state = game.read_state("5/5/5/5/5 ACT/AAT 0/0")._replace(bag=b"")
    with pytest.raises(ZermeloError, match="is not legal here: ") as error:
        game.read_action(state, text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_plays_through_tiles_that_make_two_bad_words_name_both():
    game = zermelo.load(SMALL)
    state = game.read_state("5/5/1CAT1/5/5 CC?/AAT 0/0")
    with pytest.raises(ZermeloError, match="CC and AC are not in the list of words"):
        game.read_action(state, "4B CC")
    with pytest.raises(ZermeloError, match="it touches no tile on the board"):
        game.read_action(state, "1A CC")


def test_a_game_without_a_function_of_its_own_is_asked_for_the_board_after_each_action():
    game = zermelo.Game(
        initial=lambda: ("", 0),
        to_move=lambda state: state[1] % 2,
        actions=lambda state: iter(("AT", "TA")),
        result=lambda state, action: (action, state[1] + 1),
        is_terminal=lambda state: state[1] >= 2,
        utility=lambda state, player: 0.0,
        picture=lambda state: Board((tuple(state[0].ljust(3).replace(" ", ".")),), shape="letters"),
        compiles=False,
    )
    state = game.initial()
    assert laid(game, state, [(0, 0, "T"), (0, 1, "A")]) == (["TA"], "TA")
    assert laid(game, state, [(0, 0, "T")]) == ([], "this is no legal move")
    assert laid(game, state, []) == ([], "")
