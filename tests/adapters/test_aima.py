"""Classes in the style of AIMA's notebooks."""

from __future__ import annotations

import textwrap
import threading
from collections import namedtuple
from pathlib import Path

import naive
import pytest

import zermelo
from zermelo import ZermeloError, adapt, load
from zermelo.adapters.aima import seats
from zermelo.laws.trial import try_laws
from zermelo.picture import Board, Lines

EXAMPLE = Path(__file__).parents[2] / "examples" / "aima_tic_tac_toe.py"

GameState = namedtuple("GameState", "to_move, utility, board, moves")


class Row:
    """One-dimensional tic-tac-toe over a dictionary and a list: two in a row win."""

    def __init__(self, cells=4, first="X", second="O"):
        self.names = first, second
        self.initial = GameState(first, 0, {}, list(range(1, cells + 1)))
        self.cells = cells

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        board = {**state.board, move: state.to_move}
        won = any(board.get(i) == board.get(i + 1) == state.to_move for i in range(1, self.cells))
        worth = (1 if state.to_move == self.names[0] else -1) if won else 0
        moves = [other for other in state.moves if other != move]
        return GameState(self.names[1 - self.names.index(state.to_move)], worth, board, moves)

    def utility(self, state, player):
        return state.utility if player == self.names[0] else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or not state.moves

    def to_move(self, state):
        return state.to_move

    def display(self, state):
        for cell in (1, 2, 3, 4):
            print(state.board.get(cell, "."), end=" " if cell % 2 else "\n")


class Without(Row):
    """As the newer notebooks have it: is_terminal, to_move in the state, a set of actions, nothing displayed."""

    to_move = terminal_test = display = None

    def actions(self, state):
        return set(state.moves)

    def is_terminal(self, state):
        return Row.terminal_test(self, state)


@pytest.mark.parametrize("kind", [Row, Without])
@pytest.mark.parametrize("names", [("X", "O"), (1, 2), (True, False), ("black", "white")])
def test_it_keeps_the_laws_and_has_its_value(kind, names):
    game = adapt(kind(5, *names))
    assert (game.name, game.origin, game.compiles) == (kind.__name__, "an AIMA class", False)
    assert [game.player_name(0), game.player_name(1)] == list(map(str, names))
    trial = try_laws(game, games=3, seed=0, seconds=2)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []
    assert zermelo.AlphaBeta().analyse(game).value == naive.minimax(game, game.initial()) == 1


def test_equal_boards_are_one_state():
    game = adapt(Row(4))
    state = game.initial()
    one = game.result(game.result(game.result(state, 1), 2), 4)
    other = game.result(game.result(game.result(state, 4), 2), 1)
    assert one == other
    assert hash(one) == hash(other)


def test_what_it_displays_is_drawn():
    game = adapt(Row(4))
    assert game.describe(game.result(game.initial(), 3)) == Board((("", ""), ("X", "")), caption="O to move")
    plain = adapt(Without(4))
    assert isinstance(plain.describe(plain.initial()), Lines)


def test_actions_are_written_as_they_are_typed():
    game = load(str(EXAMPLE))
    assert game.action_text(game.initial(), (0, 2)) == "0,2"
    assert game.read_action(game.initial(), "0,2") == (0, 2)


@pytest.mark.long
def test_a_file(tmp_path, zermelo):
    path = tmp_path / "mine.py"
    path.write_text(textwrap.dedent(_FILE))
    game = load(f"{path}:size=2")
    assert (game.title, game.parameters) == ("Countdown:size=2", {"size": 2})
    assert game.evaluate(game.result(game.initial(), 1), 1) == 0.5  # the file's, of the class's states and players
    code, out, _ = zermelo("check", path, "--games", 3)
    assert code == 0
    assert out.startswith("Countdown, an AIMA class: 3 random games")
    assert "it runs interpreted: an AIMA class is never compiled" in out
    code, out, err = zermelo("analyse", path, "--engine", "alphabeta:depth=9")
    assert code == 0
    assert "compiling" not in err


_FILE = """
    class Game:
        def actions(self, state): raise NotImplementedError
        def result(self, state, action): raise NotImplementedError
        def terminal_test(self, state): return not self.actions(state)
        def utility(self, state, player): raise NotImplementedError
        def to_move(self, state): return state[0]

    class Countdown(Game):
        def __init__(self, size=5):
            self.initial = ("A", size)
        def actions(self, state):
            return [1, 2][: state[1]]
        def result(self, state, action):
            return ("B" if state[0] == "A" else "A", state[1] - action)
        def utility(self, state, player):
            return -1 if state[0] == player else 1

    def evaluate(state, player):
        return 0.5 if state[0] == player else -0.5
"""


def test_an_error_names_the_users_line(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(textwrap.dedent(_FILE).replace("return -1 if state[0] == player else 1", "return 1 / 0"))
    trial = try_laws(load(str(path)), games=1, seed=0, seconds=1)
    line = path.read_text().splitlines().index("        return 1 / 0") + 1
    assert any(finding.broken == f"line {line}: ZeroDivisionError: division by zero" for finding in trial.findings)


class Changing(Row):
    """Its result changes the state that it is given."""

    def result(self, state, move):
        state.board[move] = state.to_move
        state.moves.remove(move)
        return state._replace(to_move="O" if state.to_move == "X" else "X")


def test_a_result_that_changes_its_state_is_found():
    trial = try_laws(adapt(Changing(4)), games=1, seed=0, seconds=1)
    broken = [(finding.broken, finding.moves) for finding in trial.findings if not finding.holds]
    assert broken == [("result(state, 1) changed the state it was given", ())]


class Three(Row):
    """Three sides take turns; who has two in a row gets 2, the others -1 each."""

    def result(self, state, move):
        board = {**state.board, move: state.to_move}
        won = any(board.get(i) == board.get(i + 1) == state.to_move for i in range(1, self.cells))
        moves = [other for other in state.moves if other != move]
        return GameState("XOZ"["XOZ".index(state.to_move) - 2], state.to_move if won else 0, board, moves)

    def utility(self, state, player):
        return 0 if state.utility == 0 else 2 if state.utility == player else -1


def test_three_players():
    game = adapt(Three(7))
    assert (game.players, list(game.player_names), game.zero_sum) == (3, ["X", "O", "Z"], False)
    trial = try_laws(game, games=3, seed=0, seconds=2)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []
    state = game.initial()
    for move in (1, 4, 6):
        state = game.result(state, move)
    assert zermelo.MaxN().analyse(game, state).values == (2, -1, -1)  # X has two in a row


def test_a_player_who_is_met_late_is_told_and_can_be_declared():
    class Late(Row):
        def to_move(self, state):
            return "Z" if len(state.board) == 65 else state.to_move

    game = adapt(Late(70, 1, 2))
    state = game.initial()
    for move in range(1, 66):
        state = game.result(state, move)
    with pytest.raises(ZermeloError, match="Late: Z is to move, but only 1 and 2 moved when it was tried: list all of"):
        game.to_move(state)
    Late.players = [1, 2, "Z"]
    assert adapt(Late(70, 1, 2)).to_move(state) == 2


def test_a_first_action_that_ends_the_game_hides_no_player():
    class Poison(Row):
        def terminal_test(self, state):
            return 1 in state.board or Row.terminal_test(self, state)

    game = adapt(Poison(3))
    assert [game.player_name(p) for p in (0, 1)] == ["X", "O"]
    only = adapt(Poison(1))  # there is no second move
    assert [only.player_name(p) for p in (0, 1)] == ["X", "O"]


def test_a_puzzle_has_another_player_who_never_moves():
    class Alone(Row):
        def to_move(self, state):
            return "X"

    game = adapt(Alone(3))
    assert [game.player_name(p) for p in (0, 1)] == ["X", "the other player"]


@pytest.mark.parametrize("missing", ["actions", "result", "utility", "terminal_test"])
def test_a_missing_method_is_named(missing):
    kind = type("Broken", (Row,), {missing: None})
    told = "is_terminal or terminal_test" if missing == "terminal_test" else missing
    with pytest.raises(ZermeloError) as error:
        adapt(kind)
    assert str(error.value) == f"Broken is an AIMA class and lacks {told}"


def test_missing_attributes_are_named():
    class NoStart(Row):
        def __init__(self):
            self.names = "XO"

    with pytest.raises(ZermeloError, match="NoStart is an AIMA class without the attribute initial"):
        adapt(NoStart)

    class NoMover(Without):
        def __init__(self):
            self.initial = (0, 0)

    with pytest.raises(ZermeloError, match=r"has a method to_move\(state\), or states with the attribute to_move"):
        adapt(NoMover).to_move((0, 0))


class Coin(Row):
    """A coin decides before each turn whether one may play at the left or at the right end of what is free."""

    def actions(self, state):
        return state.moves[:1] if state.board["coin"] else state.moves[-1:]

    def chances(self, state):
        return ["heads", "tails"]

    def outcome(self, state, chance):
        return state._replace(board={**state.board, "coin": chance == "heads"})

    def probability(self, chance):
        return {"heads": 0.75, "tails": 0.25}[chance]


def test_chance_comes_before_each_turn():
    game = adapt(Coin(3))
    start = game.initial()
    assert (game.to_move(start), game.outcomes(start)) == (zermelo.CHANCE, [("heads", 0.75), ("tails", 0.25)])
    heads = game.result(start, "heads")
    assert (game.to_move(heads), game.legal(heads)) == (0, [1])
    assert game.to_move(game.result(heads, 1)) == zermelo.CHANCE
    trial = try_laws(game, games=3, seed=0, seconds=2)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []
    assert zermelo.Expectiminimax().analyse(game).value == pytest.approx(naive.expectiminimax(game, start))


def test_a_probability_may_know_the_state():
    class Knowing(Coin):
        def probability(self, state, chance):
            return 0.5 if len(state.board) else {"heads": 1.0, "tails": 0.0}[chance]

    game = adapt(Knowing(3))
    assert [p for _, p in game.outcomes(game.initial())] == [1.0, 0.0]


def test_a_roll_that_leaves_no_action_is_passed():
    class Stuck(Coin):
        def actions(self, state):
            return [] if state.board["coin"] else state.moves

        def result(self, state, move):
            return Coin.result(self, state, move) if move else state._replace(to_move="XO"[state.to_move == "X"])

    game = adapt(Stuck(2))
    stuck = game.result(game.initial(), "heads")
    assert [game.action_text(stuck, action) for action in game.legal(stuck)] == ["pass"]
    assert game.to_move(game.result(game.result(stuck, None), "tails")) == 1


def test_what_chance_lacks_is_named():
    kind = type("Dice", (Row,), {"outcome": lambda *_: 0, "probability": lambda *_: 1})
    with pytest.raises(ZermeloError, match="Dice is an AIMA class and lacks chances"):
        adapt(kind)


def test_a_game_for_points_is_told_as_one():
    class Points(Row):
        def utility(self, state, player):
            return Row.utility(self, state, player) * (2 + len(state.moves))

    assert (adapt(Row(4)).points, adapt(Points(5)).points) == (None, "")


def test_functions_that_do_not_return_do_not_stop_loading(monkeypatch):
    monkeypatch.setattr(seats, "PATIENCE", 0.1)
    forever = threading.Event()

    class Endless(Row):
        def actions(self, state):
            forever.wait()
            return []

    assert adapt(Endless(4)).players == 2
    forever.set()
