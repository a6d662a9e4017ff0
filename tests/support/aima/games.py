"""The older module of the same course: the same names and signatures, written for these tests.

A game plays itself (`play_game(*players)`), searches take the state first, and stochastic games roll before each turn.
"""

import random
from collections import namedtuple

GameState = namedtuple("GameState", "to_move, utility, board, moves")
StochasticGameState = namedtuple("StochasticGameState", "to_move, utility, board, moves, chance")
INFINITY = float("inf")


def minmax_decision(state, game):
    mover = game.to_move(state)

    def value(state, sign):
        if game.terminal_test(state):
            return game.utility(state, mover)
        values = [value(game.result(state, move), -sign) for move in game.actions(state)]
        return max(values) if sign > 0 else min(values)

    return max(game.actions(state), key=lambda move: value(game.result(state, move), -1))


def alpha_beta_cutoff_search(state, game, d=4, cutoff_test=None, eval_fn=None):
    mover = game.to_move(state)
    ends = cutoff_test or (lambda state, depth: depth > d or game.terminal_test(state))
    worth = eval_fn or (lambda state: game.utility(state, mover))

    def value(state, alpha, beta, depth, sign):
        if ends(state, depth):
            return worth(state)
        best = -INFINITY * sign
        for move in game.actions(state):
            found = value(game.result(state, move), alpha, beta, depth + 1, -sign)
            if sign > 0:
                best, alpha = max(best, found), max(alpha, found)
            else:
                best, beta = min(best, found), min(beta, found)
            if alpha >= beta:
                return best
        return best

    return max(game.actions(state), key=lambda move: value(game.result(state, move), -INFINITY, INFINITY, 1, -1))


def expect_minmax(state, game):
    """The best move once the dice are thrown."""
    mover = game.to_move(state)

    def expected(state):
        if game.terminal_test(state):
            return game.utility(state, mover)
        return sum(game.probability(roll) * value(game.outcome(state, roll)) for roll in game.chances(state))

    def value(state):
        values = [expected(game.result(state, move)) for move in game.actions(state)]
        return max(values) if game.to_move(state) == mover else min(values)

    return max(game.actions(state), key=lambda move: expected(game.result(state, move)), default=None)


def random_player(game, state):
    return random.choice(game.actions(state)) if game.actions(state) else None


def alpha_beta_player(game, state):
    return alpha_beta_cutoff_search(state, game, d=9)


def expect_minmax_player(game, state):
    return expect_minmax(state, game)


class Game:
    def actions(self, state):
        raise NotImplementedError

    def result(self, state, move):
        raise NotImplementedError

    def utility(self, state, player):
        raise NotImplementedError

    def terminal_test(self, state):
        return not self.actions(state)

    def to_move(self, state):
        return state.to_move

    def display(self, state):
        print(state)

    def __repr__(self):
        return f"<{self.__class__.__name__}>"

    def play_game(self, *players):
        state = self.initial
        while True:
            for player in players:
                state = self.result(state, player(self, state))
                if self.terminal_test(state):
                    self.display(state)
                    return self.utility(state, self.to_move(self.initial))


class StochasticGame(Game):
    def chances(self, state):
        raise NotImplementedError

    def outcome(self, state, chance):
        raise NotImplementedError

    def probability(self, chance):
        raise NotImplementedError

    def play_game(self, *players):
        state = self.initial
        while True:
            for player in players:
                state = self.outcome(state, random.choice(self.chances(state)))
                state = self.result(state, player(self, state))
                if self.terminal_test(state):
                    self.display(state)
                    return self.utility(state, self.to_move(self.initial))


class Fig52Game(Game):
    """The two-ply tree whose value is 3."""

    succs = {  # noqa: RUF012
        "A": {"a1": "B", "a2": "C", "a3": "D"},
        "B": {"b1": "B1", "b2": "B2", "b3": "B3"},
        "C": {"c1": "C1", "c2": "C2", "c3": "C3"},
        "D": {"d1": "D1", "d2": "D2", "d3": "D3"},
    }
    utils = {"B1": 3, "B2": 12, "B3": 8, "C1": 2, "C2": 4, "C3": 6, "D1": 14, "D2": 5, "D3": 2}  # noqa: RUF012
    initial = "A"

    def actions(self, state):
        return list(self.succs.get(state, {}))

    def result(self, state, move):
        return self.succs[state][move]

    def utility(self, state, player):
        return self.utils[state] if player == "MAX" else -self.utils[state]

    def terminal_test(self, state):
        return state not in self.succs

    def to_move(self, state):
        return "MIN" if state in "BCD" else "MAX"


class TicTacToe(Game):
    """On h rows and v columns, counted from 1; a state holds a dictionary and a list of moves."""

    def __init__(self, h=3, v=3, k=3):
        self.h, self.v, self.k = h, v, k
        squares = [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)]
        self.initial = GameState(to_move="X", utility=0, board={}, moves=squares)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        if move not in state.moves:
            return state
        board = {**state.board, move: state.to_move}
        won = any(self.in_row(board, move, state.to_move, step) for step in ((0, 1), (1, 0), (1, 1), (1, -1)))
        return GameState(
            to_move="O" if state.to_move == "X" else "X",
            utility=(1 if state.to_move == "X" else -1) if won else 0,
            board=board,
            moves=[other for other in state.moves if other != move],
        )

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or not state.moves

    def display(self, state):
        for x in range(1, self.h + 1):
            print(*(state.board.get((x, y), ".") for y in range(1, self.v + 1)))

    def in_row(self, board, move, player, step):
        def run(x, y, right, down):
            count = 0
            while board.get((x, y)) == player:
                count, x, y = count + 1, x + right, y + down
            return count

        return run(*move, *step) + run(*move, -step[0], -step[1]) > self.k


class ConnectFour(TicTacToe):
    """The lowest row is the last."""

    def __init__(self, h=7, v=6, k=4):
        super().__init__(h, v, k)

    def actions(self, state):
        return [(x, y) for x, y in state.moves if x == self.h or (x + 1, y) in state.board]


class DiceRace(StochasticGame):
    """As the module's backgammon is built, and small: a die of two sides, each with two checkers to bear off.

    A state's `chance` is what was rolled, None before. A checker moves by the roll; both start `far` from the end.
    """

    def __init__(self, far=2):
        board = {"W": [far, far], "B": [far, far]}
        self.initial = StochasticGameState("W", 0, board, self.get_all_moves(board, "W"), None)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        mover, other = state.to_move, "B" if state.to_move == "W" else "W"
        board = {side: list(places) for side, places in state.board.items()}
        board[mover][move] = max(0, board[mover][move] - state.chance)
        return StochasticGameState(
            other, self.compute_utility(board, mover), board, self.get_all_moves(board, other), None
        )

    def utility(self, state, player):
        return state.utility if player == "W" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0

    def get_all_moves(self, board, player):
        return [checker for checker, place in enumerate(board[player]) if place > 0]

    def compute_utility(self, board, player):
        return 0 if any(board[player]) else 1 if player == "W" else -1

    def display(self, state):
        print("W", *state.board["W"], "B", *state.board["B"], "to play", state.to_move)

    def chances(self, state):
        return [1, 2]

    def outcome(self, state, chance):
        return state._replace(chance=chance)

    def probability(self, chance):
        return 1 / 4 if chance == 1 else 3 / 4
