"""Records in whichever notation they are: recognised, read with their variations, and written."""

from __future__ import annotations

import re
from dataclasses import replace

from zermelo.game import Game, ZermeloError, brief
from zermelo.records.deals import lin, pbn
from zermelo.records.game_record import GameRecord
from zermelo.records.mat import match_of, read_match, write_match
from zermelo.records.pgn_tree import GAMES, read_trees, write_tree
from zermelo.records.sgf import read_sgf, write_sgf
from zermelo.records.sgf_tree import read_tree, tree_node
from zermelo.records.tree import GameTree, TreeDraft, line_tree

SGF = re.compile(r"\s*\(\s*;")
MAT = re.compile(r"^\s*\d+\s+point\s+match", re.IGNORECASE | re.MULTILINE)
PBN = re.compile(r'^\s*\[Deal\s+"', re.MULTILINE)
TAGGED = re.compile(r'^\s*\[\w+\s+"', re.MULTILINE)
NUMBERED = re.compile(r"^\d+\.+\s*|^\d+\)\s*")
BETWEEN = (r"\n+", r"[,;\n]+", r"[\s,;]+")  # what may stand between moves: some have spaces in them


def read_papers(text: str, game: Game) -> list[GameTree]:
    """The games of a text: SGF, a match of backgammon, deals of bridge as PBN or LIN, PGN, PDN.

    Any other is a position or moves of the game given.

    Raises ZermeloError saying what is wrong.
    """
    if SGF.match(text):
        return [read_tree(root) for root in read_sgf(text)]
    if MAT.search(text[:4000]):
        match = read_match(text)
        told = dict(zip(("White", "Black"), match.names, strict=True))
        return [line_tree(match.game, one.start, one.actions, told) for one in match.games]
    if lin.STARTS.search(text[:4000]) or PBN.search(text):
        boards = lin.read_games(text) if lin.STARTS.search(text[:4000]) else pbn.read_games(text)
        return [line_tree(one.game, one.start, one.actions, dict(one.tags)) for one in boards]
    if TAGGED.search(text):
        found = list(read_trees(text, game.name))
    else:
        found = [_typed(text.strip(), game)]
    if not found:
        raise ZermeloError("there is no game in this text")
    return found


def _typed(text: str, game: Game) -> GameTree:
    """A position, or moves from the start, without anything that says which."""
    if not text:
        raise ZermeloError("there is nothing here: give a record, moves or a position")
    position: GameTree | None = None
    refusals: list[str] = []
    try:
        position = GameTree(game, game.read_state(text))
        if game.state_text(position.start) == text:
            return position
    except ZermeloError as error:
        refusals.append(str(error))
    if game.name in GAMES:
        try:
            return next(iter(read_trees(text, game.name)))
        except (ZermeloError, StopIteration) as error:
            if position is None:
                raise ZermeloError(str(error) or refusals[0]) from None
            return position
    for between in BETWEEN:
        draft, at = TreeDraft(game, game.initial()), 0
        try:
            for word in re.split(between, text):
                if move := NUMBERED.sub("", word.strip()):
                    at = draft.play(at, game.read_action(draft.states[at], move))
            return draft.finish()
        except ZermeloError as error:
            refusals.append(str(error))
    if position is not None:
        return position  # in other words than the game's own
    raise ZermeloError(f"this is neither a position ({brief(refusals[0], 120)}) nor moves ({brief(refusals[-1], 120)})")


def write_paper(tree: GameTree) -> tuple[str, str]:
    """A game in the notation of its players, and the ending of a file's name; else its moves, a line per variation."""
    if tree.game.name in GAMES:
        return write_tree(tree), "pgn" if tree.game.name == GAMES[0] else "pdn"
    if tree.game.name == "go":
        return write_sgf([tree_node(tree)]), "sgf"
    if tree.game.name == "backgammon":
        try:
            return write_match(match_of(_main_line(tree))), "mat"
        except ZermeloError:
            pass  # it does not begin with the opening roll
    if tree.game.name == "bridge":
        try:
            return _deal(tree), "pbn"
        except ZermeloError:
            pass  # a small deal, or the middle of one
    return _plain(tree), "txt"


def _deal(tree: GameTree) -> str:
    board = pbn.board_of(_main_line(tree))
    return pbn.write_game(replace(board, tags=tree.tags))


def _main_line(tree: GameTree) -> GameRecord:
    _, main = tree.lines()[0]
    end = tree.states()[main[-1] if main else 0]
    actions = tuple(tree.moves[place - 1][1] for place in main)
    return GameRecord(tree.game, tree.start, actions, end, (0.0,) * tree.game.players)


def _plain(tree: GameTree) -> str:
    """The moves of each line, those of a variation after the number of moves before it."""
    states, depth = tree.states(), [0]
    for before, _ in tree.moves:
        depth.append(depth[before] + 1)
    lines: list[str] = []
    for before, places in tree.lines():
        texts = [tree.game.action_text(states[tree.moves[place - 1][0]], tree.moves[place - 1][1]) for place in places]
        head = f"; after {depth[before]} moves: " if lines else ""
        lines.append(head + ", ".join(texts))
    said = [f"; {text}" for text in tree.comments.values()]
    return "\n".join([*lines, *said, ""])
