"""One game: its path, its clocks, and how it ends."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from stones import pile

import zermelo
from zermelo import ZermeloError
from zermelo.arena.play import play
from zermelo.players.forfeit import EngineFault, Forfeit
from zermelo.players.player import Player
from zermelo.records.endings import is_repeated
from zermelo.search.time.clock import Clock

CHESS = zermelo.load("chess")


class WalkState(NamedTuple):
    place: int
    player: int
    since: int  # plies since the last jump, which cannot be undone


def walk() -> zermelo.Game:
    """Two players move one piece: one step left, one step right, or ten forward, which cannot be undone."""

    def result(state, step):
        return WalkState(state.place + step, 1 - state.player, 0 if step == 10 else state.since + 1)

    return zermelo.Game(
        initial=lambda: WalkState(0, 0, 0),
        to_move=lambda state: state.player,
        actions=lambda state: iter((-1, 1, 10)),
        result=result,
        is_terminal=lambda state: state.place >= 30,
        utility=lambda state, player: 1.0 if player == state.player else -1.0,
        key=lambda state: state.place * 2 + state.player,
        reversible=lambda state: state.since,
        best_utility=3.0,
        compiles=False,
    )


def script(*steps):
    """A player who plays these, one after the other, and tells what it was shown."""
    left = list(steps)

    def player(game, state):
        return left.pop(0)

    return player


# --- repetition -----------------------------------------------------------------------------------------------------


def test_the_third_time_is_a_draw():
    record = play(walk(), [script(1, 1, 1, 1, 1), script(-1, -1, -1, -1, -1)])
    assert (record.ending, record.utilities, len(record.actions)) == ("repetition", (0.0, 0.0), 4)
    assert record.end.place == 0


def test_only_what_can_be_undone_counts():
    """Place 10 with the first to move comes up twice before it is left for good, and the path before counts no more."""
    record = play(walk(), [script(1, 1, 10), script(10, -1, 10)])
    assert record.ending == "over"


def test_states_before_the_start_count():
    game = walk()
    path = [WalkState(0, 0, 0), WalkState(1, 1, 1), WalkState(0, 0, 2)]
    record = play(game, [script(1, 1), script(-1, -1)], path[-1], past=path[:-1])
    assert (record.ending, len(record.actions)) == ("repetition", 2)
    assert len(play(game, [script(1, 1, 1), script(-1, -1, -1)], path[-1]).actions) == 4


def test_a_path_that_was_repeated_before_the_start_may_go_on():
    game = walk()
    path = [WalkState(0, 0, 0), WalkState(1, 1, 1), WalkState(0, 0, 2), WalkState(1, 1, 3), WalkState(0, 0, 4)]
    record = play(game, [script(10, 10), script(10)], path[-1], past=path[:-1])
    assert record.ending == "over"


def test_knights_that_come_and_go_draw_at_chess():
    if CHESS.reversible is None:
        pytest.skip("chess does not say what can be undone")

    def shuttle(there, back):
        moves = [there, back] * 5
        return lambda game, state: game.read_action(state, moves.pop(0))

    record = play(CHESS, [shuttle("g1f3", "f3g1"), shuttle("g8f6", "f6g8")])
    assert (record.ending, len(record.actions), record.utilities) == ("repetition", 8, (0.0, 0.0))


def test_a_game_without_the_trait_knows_no_repetition():
    assert not is_repeated(zermelo.load("nim"), zermelo.load("nim").initial(), [1, 1, 1, 1])
    game = walk()
    assert is_repeated(game, WalkState(0, 0, 4), [0, 3, 0, 3, 0])
    assert not is_repeated(game, WalkState(0, 0, 3), [0, 3, 0, 3, 0])
    assert not is_repeated(game, WalkState(0, 0, 99), [0, 3, 0])


# --- players that are told more -------------------------------------------------------------------------------------


class Chooser(Player):
    """Plays the first legal action and remembers what it was told."""

    def __init__(self):
        self.games, self.told = 0, []

    def new_game(self, game):
        self.games += 1

    def choose(self, game, state, past=(), clock=None):
        self.told.append((list(past), clock))
        return game.legal(state)[0]


def test_players_are_told_the_path_and_the_clock():
    game, player = zermelo.load("nim:stones=5,most=1"), Chooser()
    before, start = game.read_state("5,1"), game.read_state("4,0")
    clock = Clock((100.0, 200.0), (1.0, 2.0))
    record = play(game, [player, player], start, clock=clock, past=[before])
    states = [before, *(game.read_state(text) for text in ("4,0", "3,1", "2,0"))]
    assert [past for past, _ in player.told] == [states[: n + 1] for n in range(4)]
    assert player.games == 1  # one player with two seats
    assert record.ending == "over"
    clocks = [clock for _, clock in player.told]
    assert clocks[0].left == (100.0, 200.0)
    assert 100.0 < clocks[2].left[0] <= 101.0  # its own time, less a little, and the increment
    assert 201.0 < clocks[3].left[1] <= 202.0
    assert {clock.increment for clock in clocks} == {(1.0, 2.0)}


def test_more_time_comes_after_so_many_actions():
    game, player = zermelo.load("nim:stones=6,most=1"), Chooser()
    play(game, [player, lambda game, state: 1], clock=Clock((100.0, 100.0), actions_to_go=2))
    assert [clock.actions_to_go for _, clock in player.told] == [2, 1, 2]
    assert 100.0 < player.told[2][1].left[0] <= 200.0


# --- games that are lost otherwise ----------------------------------------------------------------------------------


def test_who_has_no_time_left_has_lost():
    record = play(walk(), [script(1), script(1)], clock=Clock((60.0, 0.0)))
    assert (record.ending, record.utilities, record.actions) == ("time", (3.0, -3.0), (1,))
    assert "ran out of time" in record.fault


def test_a_player_may_say_itself_what_it_spent():
    class Quick(Player):
        spent = 7.0

        def choose(self, game, state, past=(), clock=None):
            return 10

    record = play(walk(), [Quick(), Quick()], clock=Clock((10.0, 10.0)))
    assert (record.ending, len(record.actions)) == ("time", 2)


@pytest.mark.parametrize(
    ("error", "ending", "fault"),
    [
        (EngineFault("it exited with code 3", "crash"), "crash", "it exited with code 3"),
        (Forfeit("it resigned"), "resignation", ""),
    ],
)
def test_a_forfeit_is_scored(error, ending, fault):
    def fails(game, state):
        raise error

    record = play(zermelo.load("nim"), [fails, script(1)])
    assert (record.ending, record.fault, record.utilities) == (ending, fault, (-1.0, 1.0))
    castles = zermelo.load("castles")
    three = play(castles, [fails, zermelo.Random(), zermelo.Random()])
    assert three.utilities[0] < 0 < three.utilities[1] == three.utilities[2]
    assert sum(three.utilities) == pytest.approx(0)


def test_other_errors_are_raised():
    with pytest.raises(ZermeloError, match="not legal"):
        play(zermelo.load("nim"), [lambda game, state: 99] * 2)
    with pytest.raises(ZermeloError, match="a clock for 3 players has 3 times"):
        play(zermelo.load("castles"), [zermelo.Random()] * 3, clock=Clock((1.0, 1.0)))
    with pytest.raises(ZermeloError, match="at least 1 action"):
        play(zermelo.load("nim"), [zermelo.Random()] * 2, clock=Clock((1.0, 1.0), actions_to_go=0))


def test_a_game_without_end_is_a_draw_that_says_why():
    endless = pile(result=lambda state, n: state._replace(player=1 - state.player))
    record = play(endless, [lambda game, state: 1] * 2, longest=50)
    assert (record.ending, len(record.actions), record.utilities) == ("too long", 50, (0.0, 0.0))
    assert record.result == "draw: not over after 50 plies"
