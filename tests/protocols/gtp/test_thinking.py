"""Moves that `zermelo gtp` chooses: when it passes, plays on, resigns and cleans up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from protocols.gtp.desk import DEAD, Desk

from zermelo.compile.kernel.events import listen
from zermelo.players.player import SearchPlayer
from zermelo.protocols.gtp.thinking import GoThinker
from zermelo.search.mcts.search import MCTS


def test_it_passes_when_the_other_did_and_the_board_is_won(tmp_path):
    desk = Desk("go:size=5", "random:seed=1")
    desk.draw(".X.O. .X.O. .X.O. .X.O. .X.O.", tmp_path)
    desk.ask("play b pass")
    assert desk.ask("genmove w") == "pass"  # seven and a half points to the good


IN_ATARI = """
    .XOOO
    XXOOO
    .XOO.
    XXOOO
    .XOOO
    """
LOST = """
    .XO.O
    XXOO.
    .XO.O
    XXOOO
    .XO.O
    """


@pytest.mark.long
def test_it_plays_on_where_that_wins(tmp_path):
    """White has passed; a second pass would lose, and E3 takes all of White."""
    desk = Desk("go:size=5", "mcts:sims=300,seed=1")
    desk.draw(IN_ATARI, tmp_path)
    desk.ask("play w pass")
    assert desk.ask("genmove b") == "E3"


def test_it_passes_where_all_is_lost_and_settled(tmp_path):
    desk = Desk("go:size=5", "mcts:sims=300,seed=1")
    desk.draw(LOST, tmp_path)
    desk.ask("play w pass")
    assert desk.ask("genmove b") == "pass"


def test_it_passes_where_the_search_would_play_on_for_nothing(tmp_path):
    desk = Desk("go:size=5", "mcts:sims=300,seed=1")
    desk.draw(LOST, tmp_path)
    desk.ask("play w pass")
    game, state = desk.engine._board.game, desk.engine._board.turn(0)
    *others, passing = game.legal(state)

    class Stubborn(SearchPlayer):
        def analyse(self, *asked, **more):
            return replace(super().analyse(*asked, **more), action=others[0])

    assert GoThinker(Stubborn(MCTS(sims=300, seed=1, compiled=False))).choose(game, state, None) == passing


@pytest.mark.parametrize(("resign", "answers"), [(0.0, []), (0.2, ["resign"])])
def test_it_resigns_only_if_told_to(tmp_path, resign, answers):
    desk, moves = Desk("go:size=5", "mcts:sims=300,seed=1", resign), []
    desk.draw(LOST, tmp_path)
    for _ in range(3):
        moves.append(desk.ask("genmove b"))
        if moves[-1] != "resign":
            desk.ask("undo")
    assert [move for move in moves if move == "resign"] == answers


def test_reg_genmove_is_steady_and_plays_nothing():
    desk = Desk("go:size=5", "mcts:sims=100")
    assert len({desk.ask("reg_genmove b") for _ in range(3)}) == 1
    assert not any(set(row) - {"."} for row in desk.board())


def test_the_dead_are_taken_before_a_pass(tmp_path):
    desk = Desk("go:size=7", "random:seed=1")
    desk.draw(DEAD, tmp_path)
    moves = []
    while desk.ask("final_status_list dead"):
        moves.append(desk.ask("kgs-genmove_cleanup b"))
        desk.ask("play w pass")
        assert len(moves) <= 4
    assert set(moves) <= {"B5", "B3", "A4"}
    assert desk.ask("kgs-genmove_cleanup b") == "pass"


def test_a_new_komi_compiles_nothing():
    desk, events = Desk("go:size=5", "mcts:sims=300,seed=1"), []
    desk.ask("time_settings 600 0 0", "genmove b")
    with listen(events.append):
        for komi in (6.5, 7.5, -2):
            desk.ask(f"komi {komi}", "genmove w", "genmove b")
    assert events == []
