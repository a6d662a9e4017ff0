"""The jobs of a worker about positions and records as texts: those that a visitor pastes, arranges or downloads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game import Game, State, ZermeloError, brief
from zermelo.picture import Board
from zermelo.records.papers import read_papers, write_paper
from zermelo.records.tree import GameTree
from zermelo.web.worker.paths import game_of, path_of
from zermelo.web.worker.tell import Request, Tell

MOST_GAMES = 200  # of a file, that are listed


def read_record(request: Request, tell: Tell) -> None:
    """Reads a text. Tells its games by title and, of the one with a number, what `new` opens it with."""
    current = game_of(request)
    found = read_papers(request["text"], current)
    if request["which"] >= len(found):
        raise ZermeloError(f"this text has {len(found)} games")
    tree = found[request["which"]]
    titles = [_title(one, number) for number, one in enumerate(found[:MOST_GAMES], 1)]
    tell({"games": titles, "is_current": tree.game is current, **_opened(tree)})


def write_record(request: Request, tell: Tell) -> None:
    """Writes a game, given by indices as `path_of` has them, with all variations."""
    game = game_of(request)
    start = game.initial() if request["start"] is None else game.read_state(request["start"])
    states, moves = [start], list[tuple[int, Any]]()
    for before, index in request["moves"]:
        action = game.moves(states[before])[index]
        moves.append((before, action))
        states.append(game.result(states[before], action))
    comments = dict(request["comments"])
    text, ending = write_paper(GameTree(game, start, tuple(moves), comments, request["tags"]))
    tell({"text": text, "file": f"{game.name}.{ending}"})


def arrange(request: Request, tell: Tell) -> None:
    """The text of a position that a visitor put together on the board, beginning from the one shown."""
    game = game_of(request)
    if game.arranging is None:
        raise ZermeloError(f"positions of {game.name} are set up as text")
    state, cells = path_of(game, request)[-1], request["cells"]
    wrong = _unlike(game, state, cells)
    if wrong:
        raise ZermeloError(wrong)
    if not 0 <= request["mover"] < game.players:
        raise ZermeloError(f"there are {game.players} players")
    try:
        text = game.arranging.write(state, cells, request["mover"])
    except ValueError as error:
        raise ZermeloError(brief(error)) from None
    read = game.describe(game.read_state(text))
    if not isinstance(read, Board) or [list(row) for row in read.cells] != cells:
        raise ZermeloError("no position of this game looks like that")
    tell({"text": text})


def _unlike(game: Game, state: State, cells: list[list[str]]) -> str:
    """Why these cells are not those of the game's board; "" if they are."""
    board = game.describe(state)
    if not isinstance(board, Board) or [len(row) for row in board.cells] != [len(row) for row in cells]:
        return "cells must be as many as the board has"
    allowed = {"", *(game.arranging.pieces if game.arranging else ())}
    there = set(board.places())
    for row, line in enumerate(cells):
        for column, text in enumerate(line):
            if text not in allowed or (text and (row, column) not in there):
                return f"'{brief(text)}' does not stand on this board"
    return ""


def _opened(tree: GameTree) -> dict[str, Any]:
    game, states = tree.game, tree.states()
    lines = tree.lines() or [(0, [])]

    def texts(places: list[int]) -> list[str]:
        return [game.action_text(states[tree.moves[place - 1][0]], tree.moves[place - 1][1]) for place in places]

    return {
        "game": game.name,
        "parameters": _changed(game),
        "position": None if tree.start == game.initial() else game.state_text(tree.start),
        "moves": texts(lines[0][1]),
        "lines": [{"after": before, "moves": texts(places)} for before, places in lines[1:]],
        "comments": sorted(tree.comments.items()),
    }


def _changed(game: Game) -> dict[str, Any]:
    """The parameters that are not the defaults."""
    return {name: value for name, value in game.parameters.items() if value != game.defaults.get(name)}


def _title(tree: GameTree, number: int) -> str:
    """What is said of a game in a list of several."""
    names = [tree.tags.get(name, "") for name in ("White", "Black")]
    about = [" – ".join(name for name in names if name not in ("", "?"))]
    about += [tree.tags.get(name, "") for name in ("Event", "Date", "Result")]
    told = ", ".join(text for text in about if text.strip("?. *"))
    return brief(f"{number}. {told or tree.game.name}", 100)


RECORD_JOBS: dict[str, Callable[[Request, Tell], None]] = {
    job.__name__: job for job in (read_record, write_record, arrange)
}
