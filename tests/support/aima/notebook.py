"""The cells of a course's notebook on games, in its order: the same names and signatures, written for these tests.

Nothing here knows of Zermelo. A cell begins with `# %%`.
"""

# %% what the cells need
import functools
import math
import random
from collections import Counter, defaultdict

infinity = math.inf


# %% the abstract game, for any number of players, and how one is played
class Game:
    """To be derived from; `initial` is set in the constructor."""

    def actions(self, state):
        """The moves that are allowed."""
        raise NotImplementedError

    def result(self, state, move):
        """The state that a move leads to."""
        raise NotImplementedError

    def is_terminal(self, state):
        """Is it over?"""
        return not self.actions(state)

    def utility(self, state, player):
        """What a final state is worth to a player."""
        raise NotImplementedError


def play_game(game, strategies: dict, verbose=False):
    """strategies: a function of the game and the state for each player's name."""
    state = game.initial
    while not game.is_terminal(state):
        mover = state.to_move
        move = strategies[mover](game, state)
        state = game.result(state, move)
        if verbose:
            print("Player", mover, "move:", move)
            print(state)
    return state


# %% minimax and alpha-beta: (value, move) for the player to move
def minimax_search(game, state):
    player = state.to_move

    def backed_up(state, sign):
        if game.is_terminal(state):
            return game.utility(state, player), None
        found = -infinity * sign, None
        for move in game.actions(state):
            value, _ = backed_up(game.result(state, move), -sign)
            if value * sign > found[0] * sign:
                found = value, move
        return found

    return backed_up(state, 1)


def alphabeta_search(game, state):
    player = state.to_move

    def max_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        found = -infinity, None
        for move in game.actions(state):
            value, _ = min_value(game.result(state, move), alpha, beta)
            if value > found[0]:
                found = value, move
            if found[0] >= beta:
                break
            alpha = max(alpha, found[0])
        return found

    def min_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        found = infinity, None
        for move in game.actions(state):
            value, _ = max_value(game.result(state, move), alpha, beta)
            if value < found[0]:
                found = value, move
            if found[0] <= alpha:
                break
            beta = min(beta, found[0])
        return found

    return max_value(state, -infinity, infinity)


# %% tic-tac-toe: squares are (x, y), and a set of them is what may be played
class TicTacToe(Game):
    def __init__(self, height=3, width=3, k=3):
        self.k = k
        self.squares = {(x, y) for x in range(width) for y in range(height)}
        self.initial = Board(height=height, width=width, to_move="X", utility=0)

    def actions(self, board):
        return self.squares - set(board)

    def result(self, board, square):
        mover = board.to_move
        after = board.new({square: mover}, to_move={"X": "O", "O": "X"}[mover])
        after.utility = (1 if mover == "X" else -1) if k_in_row(after, mover, square, self.k) else 0
        return after

    def utility(self, board, player):
        return board.utility if player == "X" else -board.utility

    def is_terminal(self, board):
        return board.utility != 0 or len(board) == len(self.squares)

    def display(self, board):
        print(board)


def k_in_row(board, player, square, k):
    """Are k of a player's pieces in a line through a square?"""

    def run(x, y, right, down):
        count = 0
        while board[x, y] == player:
            count, x, y = count + 1, x + right, y + down
        return count

    lines = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(run(*square, right, down) + run(*square, -right, -down) > k for right, down in lines)


# %% a board: a dictionary of squares that also knows who is to move, its size, and whatever else it is told
class Board(defaultdict):
    empty = "."
    off = "#"

    def __init__(self, width=8, height=8, to_move=None, **more):
        self.__dict__.update(width=width, height=height, to_move=to_move, **more)

    def new(self, changes: dict, **more) -> "Board":
        board = Board(width=self.width, height=self.height, **more)
        board.update(self)
        board.update(changes)
        return board

    def __missing__(self, square):
        x, y = square
        return self.empty if 0 <= x < self.width and 0 <= y < self.height else self.off

    def __hash__(self):
        return hash((frozenset(self.items()), self.to_move))

    def __repr__(self):
        rows = (" ".join(self[x, y] for x in range(self.width)) for y in range(self.height))
        return "".join(f"{row}\n" for row in rows)


# %% players
def random_player(game, state):
    return random.choice(list(game.actions(state)))


def player(search_algorithm):
    """The player who takes the move that a search returns beside its value."""
    return lambda game, state: search_algorithm(game, state)[1]


# %% Connect Four
class ConnectFour(TicTacToe):
    def __init__(self):
        super().__init__(width=7, height=6, k=4)

    def actions(self, board):
        free = self.squares - set(board)
        return {(x, y) for x, y in free if y == board.height - 1 or (x, y + 1) in board}


# %% a table of positions
cache = functools.lru_cache(10**6)


def cache1(function):
    """Remembers by the first argument only."""
    known = {}

    def wrapped(first, *rest):
        if first not in known:
            known[first] = function(first, *rest)
        return known[first]

    return wrapped


def minimax_search_tt(game, state):
    player = state.to_move

    @cache
    def backed_up(state, sign):
        if game.is_terminal(state):
            return game.utility(state, player), None
        found = -infinity * sign, None
        for move in game.actions(state):
            value, _ = backed_up(game.result(state, move), -sign)
            if value * sign > found[0] * sign:
                found = value, move
        return found

    return backed_up(state, 1)


# %% cutting off
def cutoff_depth(d):
    return lambda game, state, depth: depth > d


def h_alphabeta_search(game, state, cutoff=cutoff_depth(6), h=lambda state, player: 0):  # noqa: B008
    player = state.to_move

    @cache1
    def backed_up(state, sign, alpha, beta, depth):
        if game.is_terminal(state):
            return game.utility(state, player), None
        if cutoff(game, state, depth):
            return h(state, player), None
        found = -infinity * sign, None
        for move in game.actions(state):
            value, _ = backed_up(game.result(state, move), -sign, alpha, beta, depth + 1)
            if value * sign > found[0] * sign:
                found = value, move
            if (found[0] >= beta) if sign > 0 else (found[0] <= alpha):
                break
            alpha, beta = (max(alpha, found[0]), beta) if sign > 0 else (alpha, min(beta, found[0]))
        return found

    return backed_up(state, 1, -infinity, infinity, 0)


# %% how often a search calls the game's functions
class CountCalls:
    """Passes every attribute on, and counts how often each was asked for."""

    def __init__(self, obj):
        self._object = obj
        self._counts = Counter()

    def __getattr__(self, name):
        self._counts[name] += 1
        return getattr(self._object, name)


def report(game, searchers):
    for searcher in searchers:
        counted = CountCalls(game)
        searcher(counted, counted.initial)
        print(f"{counted._counts['result']} results, {counted._counts['is_terminal']} tests: {searcher.__name__}")
