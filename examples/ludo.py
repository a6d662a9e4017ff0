"""Ludo: bring your pieces around the track and home, and send the others back.

A piece enters with the highest number of the die, walks once around the track from its own door, and then up its own
lane; it gets home with the exact number only. Landing on a piece of another player sends it back to the start.
Two pieces of one player may share a square. The highest number gives another throw. The first with all pieces home
wins.
"""

from typing import NamedTuple

from zermelo import CHANCE, Game

START = -1


class LudoState(NamedTuple):
    pieces: tuple  # for each player, the steps that its pieces have made; -1: not yet entered
    die: int  # 0: to be thrown
    player: int


def ludo(players: int = 4, pieces: int = 2, side: int = 6, lane: int = 3, die: int = 6) -> Game:
    """players: two to four; pieces: of each; side: squares from door to door; lane: squares before home; die: sides."""
    track = side * players
    home = track + lane

    def initial():
        return LudoState(((START,) * pieces,) * players, 0, 0)

    def to_move(state):
        return CHANCE if state.die == 0 else state.player

    def chances(state):
        return [(number, 1 / die) for number in range(1, die + 1)]

    def can_move(steps, number):
        if steps == START:
            return number == die
        return steps < home and steps + number <= home

    def actions(state):
        own = state.pieces[state.player]
        moves = []
        for piece in range(pieces):
            if can_move(own[piece], state.die) and own[piece] not in own[:piece]:
                moves.append(piece)
        return moves or [pieces]  # nothing to move: pass

    def square(player, steps):
        """The square of the track; -1: the piece is not on it."""
        return (player * side + steps) % track if 0 <= steps < track else -1

    def result(state, action):
        if state.die == 0:
            return state._replace(die=action)
        following = state.player if state.die == die else (state.player + 1) % players
        if action == pieces:
            return LudoState(state.pieces, 0, following)
        board = [list(own) for own in state.pieces]
        steps = board[state.player][action]
        steps = 0 if steps == START else steps + state.die
        board[state.player][action] = steps
        here = square(state.player, steps)
        for other in range(players):
            if other != state.player and here >= 0:
                for piece in range(pieces):
                    if square(other, board[other][piece]) == here:
                        board[other][piece] = START
        return LudoState(tuple(tuple(own) for own in board), 0, following)

    def winner(state):
        for player in range(players):
            if all(steps == home for steps in state.pieces[player]):
                return player
        return -1

    def is_terminal(state):
        return winner(state) >= 0

    def utility(state, player):
        return 1.0 if winner(state) == player else 0.0

    def format_action(state, action):
        if state.die == 0:
            return str(action)
        if action == pieces:
            return "pass"
        steps = state.pieces[state.player][action]
        return "enter" if steps == START else f"move from {steps}"

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances,
        players=players, total=1.0, best_utility=1.0, max_actions=max(die, pieces),
        player_names=("red", "blue", "yellow", "green")[:players], format_action=format_action,
        summary="Around the track and home.",
    )  # fmt: skip
