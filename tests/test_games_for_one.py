"""Games for one player: nothing to declare, nobody who wins or loses, and values that are points."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import zermelo
from zermelo.arena.strength import LEVELS, LimitedPlayer, shares_at_stake
from zermelo.learn.alphazero import AlphaZero
from zermelo.learn.samuel import Samuel
from zermelo.learn.td import TD
from zermelo.search.advantage import advantage_of
from zermelo.show.reports.analysis import analysis_svg
from zermelo.show.reports.traits import traits
from zermelo.web.worker.reports import analysis_report, final_share

PEGS = '''
from zermelo import Game

def pegs(holes: int = 6) -> Game:
    """Jump over a neighbour into a hole; every peg that is left costs a point."""
    def jumps(state):
        for i in range(holes):
            for d in (-1, 1):
                if 0 <= i + 2 * d < holes and state[i] and state[i + d] and not state[i + 2 * d]:
                    yield i, i + 2 * d

    def result(state, jump):
        gone = (jump[0], sum(jump) // 2)
        return tuple(0 if i in gone else 1 if i == jump[1] else peg for i, peg in enumerate(state))

    return Game(
        initial=lambda: tuple(int(i != 1) for i in range(holes)),
        to_move=lambda state: 0,
        actions=jumps,
        result=result,
        is_terminal=lambda state: not any(True for _ in jumps(state)),
        utility=lambda state, player: -float(sum(state)),
        players=1,
        compiles=False,
    )
'''


@pytest.fixture
def pegs(tmp_path):
    (tmp_path / "pegs.py").write_text(PEGS)
    return zermelo.load(f"{tmp_path}/pegs.py")


@pytest.fixture
def die():
    """Throw a die up to three times, and take what it shows."""

    def result(state, move):
        thrown, shown, _ = state
        if shown == 0:
            return (thrown + 1, move, False)
        return (thrown, 0, False) if move else (thrown, shown, True)

    return zermelo.Game(
        initial=lambda: (0, 0, False),
        to_move=lambda state: zermelo.CHANCE if state[1] == 0 else 0,
        actions=lambda state: iter((0, 1) if state[0] < 3 else (0,)),
        result=result,
        is_terminal=lambda state: state[2],
        utility=lambda state, player: float(state[1]),
        chances=lambda state: iter([(face, 1 / 6) for face in range(1, 7)]),
        players=1,
        points="pips",
        name="die",
        compiles=False,
    )


@pytest.mark.long
def test_nothing_is_to_be_declared(zermelo, tmp_path, pegs):
    code, out, _ = zermelo("check", tmp_path / "pegs.py", "--games", "5", "--json")
    found = json.loads(out)
    assert (code, found["healthy"]) == (0, True)
    assert {one["engine"] for one in found["engines"]} >= {"auto", "random", "maxn", "mcts"}
    assert [one for one in found["engines"] if one["failure"]] == []
    assert traits(pegs)[:2] == ["1 player", "no evaluation"]
    assert not pegs.zero_sum
    assert not replace(pegs, zero_sum=True).zero_sum


def test_there_is_no_total_to_share(pegs):
    with pytest.raises(zermelo.ZermeloError, match="total=1 is what several players share, and this is a game for one"):
        replace(pegs, total=1.0)


def test_values_are_points_and_nobody_s(pegs, die):
    found = zermelo.analyse(pegs)
    assert (found.value, found.exact) == (-1.0, True)
    text = str(found)
    assert "(3, 1) is best: -1 (exact)" in text
    assert "player" not in text
    assert "for player" not in analysis_svg(found)
    thrown = zermelo.analyse(die)
    assert "chance is to move: the position is worth this: +4.667 pips (exact)" in str(thrown)
    solved = zermelo.solve(die)
    assert str(solved).splitlines()[0] == "solved: worth +4.667 pips"
    assert "player" not in str(solved)
    assert solved.value == pytest.approx(14 / 3)
    assert "player" not in repr(zermelo.solve(pegs))


def test_a_finished_game_is_told_by_its_points(pegs, die, zermelo, tmp_path):
    assert pegs.result_text([-3.0]) == "a result of -3"
    assert die.result_text([6.0], "with a six") == "6 pips with a six"
    code, out, _ = zermelo("play", tmp_path / "pegs.py", "--seed", "1", "--time", "0.1")
    assert code == 0
    assert out.splitlines()[-1] == "a result of -1 after 4 plies: (3, 1) (0, 2) (5, 3) (2, 4)"
    assert "win" not in out
    assert "player 1" not in out


def test_it_has_a_bar_only_if_it_says_what_is_best(pegs):
    found = zermelo.analyse(pegs)
    assert advantage_of(found) is None
    assert analysis_report(found, 0, True)["share"] is None
    end = (0, 0, 0, 0, 1, 0)
    assert final_share(pegs, end) is None
    assert final_share(replace(pegs, best_utility=0.0), end) is not None


def test_levels_do_not_play_at_random(die):
    """Where all values are below a lost game's -1, all actions were the same to a level."""
    assert shares_at_stake([-3.0, -1.0, -2.0]) == pytest.approx([0.0, 0.99, 0.495])
    assert shares_at_stake([2.0, 2.0]) == [0.99, 0.99]
    costly = replace(die, utility=lambda state, player: -float(state[1]))
    patient = replace(LEVELS["medium"], time=100.0)  # however slow the machine is
    player = LimitedPlayer(patient, seed=1, compiled=False)
    past = [(0, 0, False), (1, 6, False), (1, 0, False)]
    assert {player.choose(costly, (2, 1, False), past) for _ in range(20)} == {0}  # a one is not thrown again


def test_learning_refuses_and_names_what_serves(pegs, die):
    for game in (pegs, die):
        for method in (TD(), Samuel(), AlphaZero()):
            told = method.refusal(game)
            assert told.startswith(f"{method.name} learns to beat an opponent, and {game.name} is a game for one: auto")
            assert "`zermelo solve`" in told


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("castles", "td learns games for two, and castles has 3 players: maxn and mcts play it"),
        ("kuhn-poker", "`zermelo solve` finds its equilibrium if it is small, and auto plays it"),
        ("chicken", "hides something"),
    ],
)
def test_what_learning_says_of_other_games(spec, told):
    assert told in TD().refusal(zermelo.load(spec))


def test_engines_for_two_name_those_for_one(pegs, die):
    assert zermelo.AlphaBeta().refusal(pegs) == "alphabeta needs two players, pegs is a game for one: try maxn or mcts"
    assert zermelo.AlphaBeta().refusal(die).endswith("die is a game for one: try expectiminimax or mcts")
    for game, names in ((pegs, ("maxn", "mcts")), (die, ("expectiminimax", "mcts"))):
        for name in names:
            assert zermelo.engine(name).refusal(game) is None


def test_it_is_traced_as_max_alone(pegs, die):
    assert zermelo.trace(pegs).algorithm == "expectimax"
    assert zermelo.trace(die).value == pytest.approx(14 / 3)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Hare", "Hounds"), ["Hare wins", "win for Hounds"]),
        (("fox", "the geese"), ["Fox wins", "win for the geese"]),
        (("white", "black"), ["White wins", "Black wins"]),
        (("Ross", "Marcus"), ["Ross wins", "Marcus wins"]),
        (("cats and dogs", "mice"), ["win for cats and dogs", "win for mice"]),
        ((), ["Player 1 wins", "Player 2 wins"]),
    ],
)
def test_a_plural_name_is_not_made_to_win(names, told):
    game = replace(zermelo.load("nim"), player_names=names)
    assert [game.result_text(utilities) for utilities in ([1.0, -1.0], [-1.0, 1.0])] == told


def test_nor_does_it_play(zermelo, tmp_path):
    (tmp_path / "mine.py").write_text(
        "import dataclasses, zermelo\n"
        "game = dataclasses.replace(zermelo.load('nim:stones=2'), name='game', player_names=('Hare', 'Hounds'))\n"
    )
    out = zermelo("play", tmp_path / "mine.py", "random:seed=4", "random:seed=1", "--seed", "1")[1]
    assert "Hounds plays" not in out
    assert "Hare plays" in out
