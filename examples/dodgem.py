"""Dodgem as a class whose positions are objects, copied with copy.deepcopy before they are changed.

On a board of n×n each player has n - 1 cars. Red's stand at the left side and leave the board at the right one,
blue's stand at the bottom and leave it at the top. A car moves one square forward or sideways, seen from its own
direction, onto an empty square. Whoever cannot move wins: either all its cars have left, or the other one has blocked
them, which is forbidden.
"""

from copy import deepcopy


class Position:
    def __init__(self, size):
        self.size = size
        self.cars = {
            "red": [[row, 0] for row in range(size - 1)],
            "blue": [[size - 1, column] for column in range(1, size)],
        }
        self.turn = "red"


WAYS = {"red": ((0, 1), (-1, 0), (1, 0)), "blue": ((-1, 0), (0, -1), (0, 1))}


class Dodgem:
    """Drive all your cars off the board before the other one does."""

    def __init__(self, size=3):
        self.initial = Position(size)

    def to_move(self, position):
        return position.turn

    def actions(self, position):
        taken = position.cars["red"] + position.cars["blue"]
        found = []
        for row, column in position.cars[position.turn]:
            for down, right in WAYS[position.turn]:
                to = [row + down, column + right]
                inside = 0 <= to[0] < position.size and 0 <= to[1] < position.size
                leaves = to[1] == position.size if position.turn == "red" else to[0] == -1
                if leaves or (inside and to not in taken):
                    found.append((row, column, to[0], to[1]))
        return found

    def result(self, position, action):
        after = deepcopy(position)
        row, column, *to = action
        cars = after.cars[position.turn]
        cars.remove([row, column])
        if 0 <= to[0] < position.size and 0 <= to[1] < position.size:
            cars.append(to)
            cars.sort()
        after.turn = "blue" if position.turn == "red" else "red"
        return after

    def terminal_test(self, position):
        return not self.actions(position)

    def utility(self, position, player):
        return 1 if position.turn == player else -1

    def display(self, position):
        for row in range(position.size):
            signs = ["." for _ in range(position.size)]
            for player, cars in position.cars.items():
                for car in cars:
                    if car[0] == row:
                        signs[car[1]] = player[0].upper()
            print(" ".join(signs))
