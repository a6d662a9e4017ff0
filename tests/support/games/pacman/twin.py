"""The slow, obvious twin of Pac-Man's rules: things by row and column, in dictionaries and sets."""

from __future__ import annotations

STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
BACK = {"up": "down", "down": "up", "left": "right", "right": "left", None: None}


class Twin:
    """One game."""

    def __init__(self, rows, moves):
        self.rows, self.limit = rows, moves
        at = {
            letter: [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == letter]
            for letter in "%.oGP"
        }
        self.walls, self.food, self.capsules = set(at["%"]), set(at["."]), set(at["o"])
        self.pacman = at["P"][0]
        self.ghosts = [{"home": home, "at": home, "came": None, "scared": 0} for home in at["G"]]
        self.score = self.moves = self.turn = 0
        self.ending = ""

    def step(self, place, way):
        return place if way == "stop" else (place[0] + STEPS[way][0], place[1] + STEPS[way][1])

    def actions(self):
        if self.turn == 0:
            return [way for way in STEPS if self.step(self.pacman, way) not in self.walls] + ["stop"]
        ghost = self.ghosts[self.turn - 1]
        if ghost["scared"] % 2 == 1:
            return ["stop"]
        free = [way for way in STEPS if self.step(ghost["at"], way) not in self.walls]
        ahead = [way for way in free if way != BACK[ghost["came"]]]
        return ahead or free or ["stop"]

    def play(self, way):
        if self.turn == 0:
            self.move_pacman(way)
        else:
            self.move_ghost(self.ghosts[self.turn - 1], way)
        self.turn = (self.turn + 1) % (len(self.ghosts) + 1)

    def move_pacman(self, way):
        self.pacman = self.step(self.pacman, way)
        self.score -= 1
        self.moves += 1
        if self.pacman in self.food:
            self.food.remove(self.pacman)
            self.score += 10
        if self.pacman in self.capsules:
            self.capsules.remove(self.pacman)
            for ghost in self.ghosts:
                ghost["scared"] = 40
        if not self.food:
            self.score += 500
            self.ending = "all food eaten"
            return
        for ghost in self.ghosts:
            self.meet(ghost)
        if not self.ending and self.moves == self.limit:
            self.ending = "time is up"
        if self.ending:
            self.score -= 500

    def move_ghost(self, ghost, way):
        ghost["at"] = self.step(ghost["at"], way)
        ghost["came"] = ghost["came"] if way == "stop" else way
        ghost["scared"] = max(0, ghost["scared"] - 1)
        self.meet(ghost)
        if self.ending:
            self.score -= 500

    def meet(self, ghost):
        if ghost["at"] != self.pacman:
            return
        if ghost["scared"]:
            self.score += 200
            ghost.update(at=ghost["home"], came=None, scared=0)
        else:
            self.ending = "caught"
