import pytest

from zermelo.game import ZermeloError
from zermelo.games.bins import BinsState, bins
from zermelo.loading import load
from zermelo.picture import Board
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.textbook.minimax import Minimax


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("search", [Minimax, AlphaBeta])
def test_b_is_best_against_an_enemy(search, compiled):
    game = bins()
    found = search(compiled=compiled).analyse(game)
    assert found.compiled == compiled
    assert found.value == 1
    assert found.line_text() == ["B", "1"]


def test_every_bin_is_worth_its_smaller_number():
    candidates = Minimax().analyse(bins()).candidates
    assert [candidate.value for candidate in candidates] == [-50, 1, -5]


def test_min_gets_what_max_pays():
    game = bins()
    end = game.read_state("C,15")
    assert game.is_terminal(end)
    assert (game.utility(end, 0), game.utility(end, 1)) == (15, -15)
    assert game.legal(end) == []


@pytest.mark.parametrize("text", ["start", "A", "B", "C", "A,-50", "A,50", "B,1", "B,3", "C,15", "C,-5"])
def test_positions_are_read_as_they_are_written(text):
    game = bins()
    assert game.state_text(game.read_state(text)) == text


@pytest.mark.parametrize(
    ("text", "says"), [("D", "a bin such as B"), ("B,7", "bin B holds 1 and 3"), ("A,50,1", "a bin such as B")]
)
def test_wrong_positions_are_explained(text, says):
    with pytest.raises(ZermeloError, match=says):
        bins().read_state(text)


def test_actions_are_read():
    game = load("bins")
    assert game.read_action(game.initial(), "b") == 1
    assert game.read_action(BinsState(0, -1), "50") == 1
    with pytest.raises(ZermeloError, match="MIN may play -50, 50"):
        game.read_action(BinsState(0, -1), "3")


def test_picture_marks_what_was_chosen():
    game = bins()
    start, chosen, over = (game.describe(game.read_state(text)) for text in ("start", "B", "B,3"))
    assert isinstance(start, Board)
    assert start.cells == (("-50", "50"), ("1", "3"), ("15", "-5"))
    assert start.marked == set()
    assert chosen.marked == {(1, 0), (1, 1)}
    assert over.marked == {(1, 1)}
    assert over.caption == "game over"
