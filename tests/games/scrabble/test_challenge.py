"""Words that are not in the list: laid letter by letter, challenged, taken back; and what a wrong challenge costs."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.game import CHANCE, ZermeloError
from zermelo.games.scrabble import ScrabbleState
from zermelo.games.scrabble.challenge import spelled_out
from zermelo.games.scrabble.plays import is_exchange
from zermelo.knowledge import known_by

SMALL = "scrabble:size=5,rack=3,words=AT+TA+CAT+ACT+TACT,tiles=A1x6+C3x3+T1x5+?0x1,exchange=3"
RULES = ("single", "double", "five")


def played(game, state, *texts):
    for text in texts:
        state = game.result(state, game.read_action(state, text))
    return state


def filled(game, state):
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.moves(state)[0])
    return state


def start(rule, racks="ACT/AAT"):
    game = zermelo.load(f"{SMALL},challenge={rule}")
    return game, game.read_state(f"5/5/5/5/5 {racks} 0/0")


def names(game, state):
    return [game.action_text(state, action) for action in game.legal(state)]


@pytest.mark.parametrize("rule", RULES)
def test_a_word_that_is_not_in_the_list_is_laid_and_taken_back(rule):
    game, before = start(rule)
    assert "3B TCA" not in names(game, before)
    state = played(game, before, "lay 3B")
    assert names(game, state) == ["A", "C", "T"]
    state = played(game, state, "T", "C")
    assert "done" in names(game, state)
    assert played(game, state, "done").board.count(0) == 23
    state = played(game, state, "A", "done")
    assert (state.scores, state.player, state.scoreless) == ((2 * 5 + 50, 0), 1, 0)
    state = filled(game, state)
    assert "challenge" in names(game, state)
    after = played(game, state, "challenge")
    assert after == before._replace(player=1, scoreless=1)
    assert "challenge" not in names(game, after)


def test_a_challenge_in_vain():
    for rule, scores, player, scoreless in [("single", 60, 1, 0), ("double", 60, 0, 1), ("five", 65, 1, 0)]:
        game, state = start(rule)
        state = filled(game, played(game, state, "3B CAT"))
        after = played(game, state, "challenge")
        assert (after.scores, after.player, after.scoreless) == ((scores, 0), player, scoreless)
        assert (after.board, after.racks) == (state.board, state.racks)
        assert "challenge" not in names(game, after)
        assert game.read_state(game.state_text(after)) == after


def test_a_play_that_is_not_challenged_stands():
    game, state = start("single")
    state = filled(game, played(game, state, "lay 3B", "T", "C", "done"))
    for text in ("pass", "exchange A", "lay 4A"):
        assert not played(game, state, text).last.play
        assert played(game, state, text).board == state.board


def test_who_has_laid_all_tiles_may_still_be_challenged():
    game = zermelo.load(f"{SMALL},challenge=single")
    state = ScrabbleState(bytes(25), (b"\x01\x03", b"\x02\x02"), b"", b"", (10, 20), 0, 0)
    for texts, ends in [(("3B AT",), (10 + 4 + 6, 20 - 6)), (("lay 3C", "T", "A", "done"), (20, 14))]:
        out = played(game, state, *texts)
        assert not game.is_terminal(out)
        assert names(game, out) == ["pass", "challenge"]
        after = played(game, out, "pass")
        assert game.is_terminal(after)
        assert after.scores == ends
    game = zermelo.load(f"{SMALL.replace('TA+', '')},challenge=single")
    out = played(game, state, "lay 3C", "T", "A", "done")
    after = played(game, out, "challenge")
    assert not game.is_terminal(after)
    assert (after.racks, after.scores, after.player) == (state.racks, (10, 20), 1)


def test_words_are_begun_only_where_they_can_touch_something():
    game, state = start("single")
    assert {name for name in names(game, state) if name.startswith("lay")} == {
        "lay 3A", "lay 3B", "lay 3C", "lay C1", "lay C2", "lay C3",
    }  # fmt: skip
    state = game.read_state("5/5/1CAT1/5/5 ACT/AAT 0/0")
    begun = [name for name in names(game, state) if name.startswith("lay")]
    assert "lay 1A" not in begun  # no word along the first row touches the third
    assert {"lay A1", "lay 3A", "lay 4A", "lay E1"} <= set(begun)
    assert names(game, played(game, state, "lay E1", "A"))[0] != "done"
    assert names(game, played(game, state, "lay E1", "A", "C", "T"))[0] == "done"


def test_a_blank_stands_for_any_letter():
    game, state = start("single", "A?T/AAT")
    state = played(game, state, "lay 3B")
    assert names(game, state) == ["A", "T", "a", "c", "t"]
    state = filled(game, played(game, state, "t", "A", "done"))
    assert state.scores == (2, 0)
    assert game.state_text(state).startswith("5/5/1tA2/5/5 ")


def test_without_the_parameter_nothing_can_be_laid_letter_by_letter():
    game = zermelo.load(SMALL)
    state = game.read_state("5/5/5/5/5 ACT/AAT 0/0")
    assert not any(name.startswith("lay") for name in names(game, state))
    for text in ("lay 3B", "challenge", "done"):
        with pytest.raises(ZermeloError, match="is not legal here"):
            game.read_action(state, text)
    with pytest.raises(ZermeloError, match="challenge must be void, single, double, five, not 'triple'"):
        zermelo.load("scrabble:challenge=triple")


@pytest.mark.parametrize("seed", range(8))
def test_random_games_keep_their_tiles_and_are_written_and_read(seed):
    rule, noise = RULES[seed % 3], random.Random(seed)
    game = zermelo.load(f"{SMALL},challenge={rule},players={2 + seed % 2}")
    state, withdrawn = game.initial(), 0
    for _ in range(600):
        if game.is_terminal(state):
            break
        assert game.read_state(game.state_text(state)) == state
        on_board = [64 if tile & 64 else tile for tile in state.board if tile]
        everything = [*on_board, *state.bag, *state.aside, *(tile for rack in state.racks for tile in rack)]
        assert sorted(everything) == sorted(game.initial().bag)
        moves = game.moves(state)
        special = [move for move in moves if move >= 1 << 60] if noise.random() < 0.7 else []
        action = noise.choice(special or [move for move in moves if not is_exchange(move)])
        assert game.read_action(state, game.action_text(state, action)) == action
        for player in range(game.players):
            known = known_by(game, player, state)
            dealt = game.deal(known, noise.random())
            assert game.view(dealt, player) == game.view(state, player)
            if game.to_move(state) == player:
                assert game.legal(dealt) == game.legal(state)
        after = game.result(state, action)
        withdrawn += sum(map(bool, after.board)) < sum(map(bool, state.board))
        state = after
    assert game.is_terminal(state)
    assert withdrawn


def test_what_others_are_told():
    game, state = start("double")
    texts = ["lay 3B", "T", "C", "done"]
    for text in texts:
        after = played(game, state, text)
        assert game.heard(game.view(state, 1), game.view(after, 1), 1) == (0, text)
        state = after
    state = filled(game, state)
    assert set(game.view(state, 1).last.rack) == {0}  # what the other had is not seen
    assert game.view(state, 0).last.rack == b"\x01\x02\x03"
    after = played(game, state, "challenge")
    assert game.heard(game.view(state, 0), game.view(after, 0), 0) == (1, "challenge")
    valid = filled(game, played(game, start("double")[1], "3B CAT"))
    assert game.heard(game.view(valid, 0), game.view(played(game, valid, "challenge"), 0), 0) == (1, "challenge")
    assert game.heard(game.view(valid, 0), game.view(played(game, valid, "pass"), 0), 0) == (1, "pass")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("last=3B,TCA,ACT", "the last play is written such as"),
        ("last=3B,CCC,CCC,0", "the last play does not lie on the board"),
        ("last=5E,CATAC,ACT,0", "the last play does not lie on the board"),
        ("last=3B,(CAT),ACT,0", "lays one to 7 tiles"),
        ("last=3B,CAT,AAT,0", "does not fit the one after it"),
        ("last=9Z,CAT,ACT,0", "'9Z' is no place"),
        ("laying=1A,", "no word can be begun at 1A"),
        ("laying=4A,CCCC", "the tile C cannot be laid at 4A"),
        ("begun=4A", "has more than a position: 'begun='"),
    ],
)
def test_a_bad_position_gets_one_line(more, says):
    game = zermelo.load(f"{SMALL},challenge=single")
    with pytest.raises(ZermeloError, match=says) as error:
        game.read_state(f"5/5/1CAT1/5/5 AAC/ATT 0/0 0 1 {more}")
    assert "\n" not in str(error.value)


def test_a_play_is_the_same_laid_at_once_and_letter_by_letter():
    game, state = start("five", "A?T/AAT")
    for action in game.legal(state):
        if action < 1 << 59 and action:
            whole, other = game.result(state, action), state
            for letter in spelled_out(action):
                assert letter in game.legal(other)
                other = game.result(other, letter)
            assert whole == other
