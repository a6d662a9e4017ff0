"""OpenSpiel's games next to ours."""

from __future__ import annotations

import math
import random
import textwrap
from dataclasses import replace

import naive
import pytest

from zermelo import CHANCE, ZermeloError, adapt, load
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.solution import solve_by_programme
from zermelo.laws.trial import try_laws

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

PAIRS = {
    "openspiel:tic_tac_toe": "tic-tac-toe",
    "openspiel:connect_four:rows=4,columns=4,x_in_row=3": "connect-four:rows=4,columns=4,connect=3",
}


def perft(game, state, depth):
    if depth == 0:
        return 1
    return sum(perft(game, game.result(state, move), depth - 1) for move in game.moves(state))


@pytest.mark.parametrize(("theirs", "ours"), PAIRS.items())
def test_as_many_lines_as_ours(theirs, ours):
    games = [load(theirs), load(ours)]
    for depth in range(1, 6):
        assert len({perft(game, game.initial(), depth) for game in games}) == 1


@pytest.mark.parametrize(("theirs", "ours"), PAIRS.items())
@pytest.mark.parametrize("seed", range(4))
def test_the_same_values_as_ours(theirs, ours, seed):
    """Along a random game, with the same actions in both, from where the tree is small."""
    one, other = load(theirs), load(ours)
    a, b, noise = one.initial(), other.initial(), random.Random(seed)
    for ply in range(30):
        assert one.is_terminal(a) == other.is_terminal(b)
        if ply >= 4:
            assert naive.minimax(one, a) == naive.minimax(other, b)
        if one.is_terminal(a):
            break
        assert one.legal(a) == sorted(other.legal(b))
        move = noise.choice(one.legal(a))
        a, b = one.result(a, move), other.result(b, move)


def pig_value(game, key):
    """The value of the start by iteration over the positions, which `key` tells apart."""
    states, waiting = {}, [game.initial()]
    while waiting:
        state = waiting.pop()
        if key(state) not in states:
            states[key(state)] = state
            waiting += [game.result(state, move) for move in game.moves(state)]
    after = {k: [key(game.result(s, m)) for m in game.moves(s)] for k, s in states.items()}
    chances = {
        k: [p for _, p in game.outcomes(s)]
        for k, s in states.items()
        if not game.is_terminal(s) and game.to_move(s) == CHANCE
    }
    value = {k: game.utility(s, 0) if game.is_terminal(s) else 0.0 for k, s in states.items()}
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for k, s in states.items():
            if game.is_terminal(s):
                continue
            below = [value[one] for one in after[k]]
            if k in chances:
                new = sum(p * v for p, v in zip(chances[k], below, strict=True))
            else:
                new = max(below) if game.to_move(s) == 0 else min(below)
            change = max(change, abs(new - value[k]))
            value[k] = new
    return value[key(game.initial())]


def test_pig_is_worth_what_ours_is():
    """OpenSpiel holds by itself where that wins and lets one hold with nothing: other counts, but the same value."""
    theirs, ours = load("openspiel:pig:winscore=8,diceoutcomes=3"), load("pig:goal=8,sides=3")

    def has_won(state):
        return not state.rolling and state.turn + state[state.player] >= 8

    held = replace(
        ours,
        is_terminal=lambda state: ours.is_terminal(state) or has_won(state),
        utility=lambda s, player: (1.0 if s.player == player else -1.0) if has_won(s) else ours.utility(s, player),
    )
    one = pig_value(theirs, lambda state: str(state.object))
    assert math.isclose(one, pig_value(held, lambda state: state), abs_tol=1e-9)
    rolling = theirs.result(theirs.initial(), 0)
    assert theirs.to_move(rolling) == CHANCE
    assert [chance for _, chance in theirs.outcomes(rolling)] == [1 / 3] * 3


@pytest.mark.parametrize(
    "spec", [*PAIRS, "openspiel:pig:winscore=10", "openspiel:nim", "openspiel:2048", "openspiel:mancala"]
)
def test_it_keeps_the_laws(spec):
    game = load(spec)
    assert (game.origin, game.compiles) == ("an OpenSpiel game", False)
    trial = try_laws(game, games=2, seed=0, seconds=1)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []


def test_traits_come_along():
    game = load("openspiel:pig:players=3")
    assert (game.players, game.zero_sum, game.has_chance) == (3, True, True)
    alone = load("openspiel:2048")
    assert (alone.players, alone.zero_sum) == (1, False)


@pytest.mark.parametrize(
    ("spec", "title"),
    [
        ("openspiel:tic_tac_toe", "openspiel:tic_tac_toe"),
        ("openspiel:connect_four:rows=4", "openspiel:connect_four:rows=4"),
        ("openspiel:connect_four(rows=4,columns=5)", "openspiel:connect_four:columns=5,rows=4"),
    ],
)
def test_its_title_loads_it_again(spec, title):
    game = load(spec)
    assert game.title == title
    assert load(title).title == title


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("openspiel:matrix_rps", "matrix_rps is an OpenSpiel game and has moves at the same time"),
        ("openspiel:conect_four", "OpenSpiel has no game 'conect_four'; did you mean connect_four?"),
        ("openspiel:", "name one of its games, such as openspiel:connect_four"),
        (
            "openspiel:connect_four:size=3",
            "has no parameter 'size'; it has columns, egocentric_obs_tensor, rows, x_in_row",
        ),
    ],
)
def test_what_cannot_be_served_is_refused_in_a_line(spec, told, capfd):
    with pytest.raises(ZermeloError) as error:
        load(spec)
    assert told in str(error.value)
    assert "\n" not in str(error.value)
    assert "".join(capfd.readouterr()) == ""


def test_an_object_in_a_file(tmp_path, zermelo):
    path = tmp_path / "mine.py"
    path.write_text('import pyspiel\ngame = pyspiel.load_game("tic_tac_toe")\n')
    code, out, _ = zermelo("check", path, "--games", 2)
    assert code == 0
    assert out.startswith("tic_tac_toe, an OpenSpiel game: 2 random games")


PYTHON = textwrap.dedent("""
    import pyspiel
    NATURE = pyspiel.GameType(
        short_name="test_pile", long_name="a pile", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=2, min_num_players=2,
        provides_information_state_string=False, provides_information_state_tensor=False,
        provides_observation_string=False, provides_observation_tensor=False,
        parameter_specification={"stones": 5})

    class Pile(pyspiel.Game):
        def __init__(self, params=None):
            self.stones = (params or {}).get("stones", 5)
            facts = pyspiel.GameInfo(num_distinct_actions=3, max_chance_outcomes=0, num_players=2, min_utility=-1.0,
                                     max_utility=1.0, utility_sum=0.0, max_game_length=self.stones)
            super().__init__(NATURE, facts, params or {})
        def new_initial_state(self):
            return Standing(self)

    class Standing(pyspiel.State):
        def __init__(self, game):
            super().__init__(game)
            self.left, self.mover = game.stones, 0
        def current_player(self):
            return pyspiel.PlayerId.TERMINAL if self.left == 0 else self.mover
        def _legal_actions(self, player):
            return [n for n in (1, 2) if n <= self.left]
        def _apply_action(self, action):
            self.left -= action
            self.mover = 1 - self.mover
        def _action_to_string(self, player, action):
            return f"take {action}"
        def is_terminal(self):
            return self.left == 0
        def returns(self):
            worth = 1.0 if self.mover == 1 else -1.0
            return [worth, -worth] if self.left == 0 else [0.0, 0.0]
        def __str__(self):
            return str(self.left)
""")


def test_a_python_game_in_a_file(tmp_path):
    (tmp_path / "mine.py").write_text(PYTHON)
    game = load(f"{tmp_path / 'mine.py'}:stones=4")
    assert (game.title, game.max_plies) == ("test_pile:stones=4", 4)
    ours = load("nim:stones=4,most=2")
    assert naive.minimax(game, game.initial()) == naive.minimax(ours, ours.initial())
    assert game.action_text(game.initial(), 2) == "take 2"
    trial = try_laws(game, games=2, seed=0, seconds=1)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []


def test_an_opinion_gets_openspiels_state():
    game = adapt(
        pyspiel.load_game("tic_tac_toe"), evaluate=lambda state, player: state.move_number() * (1 - 2 * player)
    )
    assert game.evaluate(game.result(game.initial(), 0), 1) == -1.0


def test_hidden_information_is_what_a_player_knows():
    theirs, ours = lay_out(load("openspiel:kuhn_poker")), lay_out(load("kuhn-poker"))
    assert (theirs.nodes, theirs.sets) == (ours.nodes, ours.sets)
    assert solve_by_programme(theirs).assessment.values[0] == pytest.approx(-1 / 18)
