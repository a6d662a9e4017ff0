"""Pac-Man: eat all the food, while the ghosts are after you.

Pac-Man is player 0. The ghosts are player 1, who moves each of them in turn, so that the game is one of two players, of
whom one loses what the other wins: the score. Moves, scores and scared ghosts are those of Berkeley's course, with
whole cells instead of half ones.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import Game
from zermelo.games._named import named
from zermelo.games._words import Words, has, toggler, words_of
from zermelo.games.pacman import text as texts
from zermelo.games.pacman.ghosts import cell_of, changer, ghost_at, heading_of, scared_of
from zermelo.games.pacman.layout import STOP, food_words, read_layout
from zermelo.games.pacman.scoring import FOOD, GHOST, LOSS, SCARED, STEP, WIN, most_of
from zermelo.installed import NDArray, np

MOST_MOVES = 10_000


class PacmanState(NamedTuple):
    """A position. Cells are numbered as in `Layout`, directions are UP to LEFT, or STOP."""

    place: int  # the cell of Pac-Man
    ghosts: tuple[int, ...]  # see zermelo.games.pacman.ghosts
    food: Words  # a bit for each food of the layout that is left
    capsules: int  # likewise
    left: int  # food
    score: int
    moves: int  # of Pac-Man so far
    mover: int  # 0: Pac-Man; 1, 2, …: that ghost
    caught: int  # 1: a ghost has caught Pac-Man


def pacman(layout: str = "small", moves: int = 500) -> Game:
    """Pac-Man wins when he has eaten all the food; a ghost that catches him ends the game.

    A capsule scares the ghosts for a while: then he catches them.

    layout: one of the package's own, a .lay file, or rows with / between them: see zermelo.games.pacman.layout.
    moves (1 to 10,000): Pac-Man has lost if food is left after this many of his moves.
    """
    if not 1 <= moves <= MOST_MOVES:
        raise ValueError(f"moves must be 1 to {MOST_MOVES:,}, not {moves}")
    maze = read_layout(layout)
    after, count, all_food = maze.after, len(maze.ghosts), len(maze.food)
    homes = np.array([ghost_at(cell, STOP, 0) for cell in maze.ghosts])
    food_at, capsule_at = (_numbered(cells, len(maze.cells)) for cells in (maze.food, maze.capsules))
    eaten, changed = toggler(food_words(maze)), changer(count)
    start = PacmanState(
        place=maze.pacman,
        ghosts=tuple(map(int, homes)),
        food=words_of(range(all_food), food_words(maze)),
        capsules=(1 << len(maze.capsules)) - 1,
        left=all_food,
        score=0,
        moves=0,
        mover=0,
        caught=0,
    )

    def initial():
        return start

    def to_move(state):
        return 0 if state.mover == 0 else 1

    def actions(state):
        cell, back, waits = state.place, STOP, False
        if state.mover > 0:
            ghost = state.ghosts[state.mover - 1]
            cell, heading = cell_of(ghost), heading_of(ghost)
            back = STOP if heading == STOP else (heading + 2) % 4
            waits = scared_of(ghost) % 2 == 1  # a scared ghost has half the speed
        found = 0
        for way in range(4):
            if not waits and way != back and after[cell, way] != cell:
                found += 1
                yield way
        if state.mover == 0 or found == 0:  # a ghost turns back only in a blind alley
            yield back if not waits and back != STOP and after[cell, back] != cell else STOP

    def result(state, way):
        return pacman_moved(state, way) if state.mover == 0 else ghost_moved(state, way)

    def pacman_moved(state, way):
        cell = int(after[state.place, way])
        score, made, caught = state.score + STEP, state.moves + 1, 0
        food, left, capsules, ghosts = state.food, state.left, state.capsules, state.ghosts
        meal = int(food_at[cell])
        if meal >= 0 and has(food, meal):
            food, left, score = eaten(food, meal), left - 1, score + FOOD
        capsule = int(capsule_at[cell])
        if capsule >= 0 and capsules >> capsule & 1:
            capsules ^= 1 << capsule
            for which in range(count):
                ghost = ghosts[which]
                ghosts = changed(ghosts, which, ghost_at(cell_of(ghost), heading_of(ghost), SCARED))
        if left == 0:
            score += WIN
        else:
            for which in range(count):
                if cell_of(ghosts[which]) == cell:
                    if scared_of(ghosts[which]) > 0:
                        ghosts, score = changed(ghosts, which, int(homes[which])), score + GHOST
                    else:
                        caught = 1
            if caught == 1 or made == moves:
                score += LOSS
        return PacmanState(cell, ghosts, food, capsules, left, score, made, 1, caught)

    def ghost_moved(state, way):
        which, score, caught = state.mover - 1, state.score, 0
        ghost = state.ghosts[which]
        cell, scared = int(after[cell_of(ghost), way]), max(0, scared_of(ghost) - 1)
        ghost = ghost_at(cell, heading_of(ghost) if way == STOP else way, scared)
        if cell == state.place:
            if scared > 0:
                ghost, score = int(homes[which]), score + GHOST
            else:
                score, caught = score + LOSS, 1
        return PacmanState(
            state.place,
            changed(state.ghosts, which, ghost),
            state.food,
            state.capsules,
            state.left,
            score,
            state.moves,
            (state.mover + 1) % (count + 1),
            caught,
        )

    def is_terminal(state):
        return state.left == 0 or state.caught == 1 or state.moves == moves

    def utility(state, player):
        return float(state.score) if player == 0 else -float(state.score)

    return Game(
        label="Pac-Man",
        summary="eat all the food before the ghosts catch you",
        max_actions=5,
        max_plies=moves * (1 + count),
        best_utility=float(max(most_of(maze), moves - LOSS)),
        points="points",
        player_names=("Pac-Man", "ghost team"),
        format_action=lambda state, way: texts.ACTIONS[way],
        parse_action=lambda state, text: texts.read_direction(text),
        format_state=lambda state: texts.format_position(maze, state),
        parse_state=lambda text: PacmanState(*texts.parse_position(maze, text, moves)),
        picture=lambda state: texts.picture_of(maze, state, moves),
        ending=texts.ending_of,
        touches=lambda state, way: texts.touched_cells(maze, state, way),
        **named(initial, to_move, actions, result, is_terminal, utility),
    )


def _numbered(cells: tuple[int, ...], count: int) -> NDArray[np.int64]:
    """[cell] -> its place among these; -1 where it is none of them."""
    return np.array([cells.index(cell) if cell in cells else -1 for cell in range(count)], np.int64)
