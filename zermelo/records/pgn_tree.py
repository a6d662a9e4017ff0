"""PGN of chess and PDN of draughts with their variations: the same notation for two families of games."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping

from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.games.chess.san import moves_named
from zermelo.loading import load
from zermelo.records.pgn import ROSTER, SUFFIXES, TOKEN, WIDTH
from zermelo.records.tree import GameTree, TreeDraft

DRAUGHTS = {"20": "draughts", "21": "checkers"}  # GameType of PDN
GAMES = ("chess", *DRAUGHTS.values())
RESULT = re.compile(r"[012]-[012]|0\.5-0\.5")  # of PDN; that of PGN is a token
SQUARES = re.compile(r"\d+[-x:]\d+")  # begins a move of draughts


def read_trees(text: str, usual: str = "chess") -> Iterator[GameTree]:
    """The games of a text with all variations. usual: the game, where neither tags nor moves tell.

    Raises ZermeloError naming the game, the move and what is wrong there.
    """
    draft = _Draft(1, usual)
    for token in TOKEN.finditer(text.removeprefix("\ufeff")):
        kind, words = token.lastgroup, token[0]
        if kind == "bad":
            raise draft.error(f"'{brief(words)}' has no meaning here")
        if kind == "tag":
            if draft.tree is not None or (token["name"] == "Event" and "Event" in draft.tags):
                yield draft.finish()
                draft = _Draft(draft.number + 1, usual)
            draft.tags[token["name"]] = re.sub(r'\\(["\\])', r"\1", token["value"])
        elif kind == "result" or (kind == "word" and RESULT.fullmatch(words)):
            if not draft.branches:
                draft.tags.setdefault("Result", words)
                yield draft.finish()
                draft = _Draft(draft.number + 1, usual)
        elif kind == "open":
            draft.leave()
        elif kind == "close":
            draft.come_back()
        elif kind == "comment":
            draft.say(words[1:-1] if words[0] == "{" else words[1:])
        elif kind == "word" and words not in (*SUFFIXES, "e.p.", "ep") and any(map(str.isalnum, words)):
            draft.play(words)
    if draft.tags or draft.tree is not None:
        yield draft.finish()


class _Draft:
    """A game that is being read."""

    def __init__(self, number: int, usual: str) -> None:
        self.number, self.usual = number, usual
        self.tags: dict[str, str] = {}
        self.tree: TreeDraft | None = None
        self.at = 0  # the position that comes next in the text
        self.branches: list[int] = []  # where the open variations left

    def begun(self, word: str = "") -> TreeDraft:
        """The tree, with the board set up as the tags and the first move tell."""
        if self.tree is None:
            kind = self.tags.get("GameType", "").split(",")[0].strip()
            name = DRAUGHTS.get(kind, self.usual if self.usual in GAMES else "chess")
            if kind and kind not in DRAUGHTS:
                raise ZermeloError(f"game {self.number}: GameType {brief(kind)} is not one of {', '.join(DRAUGHTS)}")
            if not kind and name == "chess" and SQUARES.match(word):
                name = "checkers"
            game = load(name)
            try:
                start = game.read_state(self.tags["FEN"]) if "FEN" in self.tags else game.initial()
            except ZermeloError as error:
                raise ZermeloError(f"game {self.number}: {error}") from None
            self.tree = TreeDraft(game, start)
        return self.tree

    def play(self, word: str) -> None:
        tree = self.begun(word)
        move = re.sub(r"[!?]+$", "", word)
        try:
            self.at = tree.play(self.at, _action(tree.game, tree.states[self.at], move))
        except ZermeloError as error:
            raise self.error(str(error)) from None

    def say(self, text: str) -> None:
        self.begun().say(self.at, text)

    def leave(self) -> None:
        """A variation begins, which takes the place of the last move."""
        if not self.at:
            raise self.error("a variation '(' stands before the first move")
        self.branches.append(self.at)
        self.at = self.begun().before(self.at)

    def come_back(self) -> None:
        if not self.branches:
            raise self.error("')' closes no variation")
        self.at = self.branches.pop()

    def error(self, what: str) -> ZermeloError:
        ply = 0
        number = self.at
        while self.tree is not None and number:
            number, ply = self.tree.before(number), ply + 1
        return ZermeloError(f"game {self.number}, after {ply} plies: {what}")

    def finish(self) -> GameTree:
        if self.branches:
            raise self.error("a variation '(' is never closed")
        return self.begun().finish(self.tags)


def _action(game: Game, state: State, word: str) -> Action:
    if game.name == "chess":
        found = list(moves_named(state, word, game.actions(state)))
        if len(found) == 1:
            return found[0]
    return game.read_action(state, word)


# --- writing --------------------------------------------------------------------------------------------------------


def write_tree(tree: GameTree, tags: Mapping[str, str] | None = None) -> str:
    """A game of chess as PGN, or one of draughts as PDN, with its variations and comments."""
    game = tree.game
    told = {**ROSTER, **tree.tags, **(tags or {})}
    for number, name in DRAUGHTS.items():
        if name == game.name:
            told["GameType"] = number
    if tree.start != game.initial():
        told |= {"SetUp": "1", "FEN": game.state_text(tree.start)}
    else:
        told.pop("FEN", None)
        told.pop("SetUp", None)
    heads = [f'[{name} "{_quoted(value)}"]' for name, value in told.items()]
    words = " ".join([*_words(tree), told["Result"]]).replace(" ( ", " (").replace(" ) ", ") ").replace(" ) ", ") ")
    return "\n".join([*heads, "", *textwrap.wrap(words, WIDTH, break_long_words=False, break_on_hyphens=False), ""])


def _quoted(text: str) -> str:
    return " ".join(str(text).split()).replace("\\", "\\\\").replace('"', '\\"')


def _words(tree: GameTree) -> Iterator[str]:
    """Move numbers, moves, comments and variations, in their order."""
    game, states, following = tree.game, tree.states(), tree.following()
    depth = [0] * len(states)  # plies from the start
    for place, (before, _) in enumerate(tree.moves, 1):
        depth[place] = depth[before] + 1

    def said(place: int) -> Iterator[str]:
        if tree.comments.get(place):
            yield "{" + tree.comments[place].replace("}", ")") + "}"

    def move(place: int, is_broken: bool) -> Iterator[str]:
        before = tree.moves[place - 1][0]
        state = states[before]
        first = int(game.to_move(tree.start))
        number = getattr(state, "move", (depth[before] + first) // 2 + 1)
        if game.to_move(state) == 0:
            yield f"{number}."
        elif is_broken:
            yield f"{number}..."
        yield game.action_text(state, tree.moves[place - 1][1])

    yield from said(0)
    # what is left to write: a position with what stands for it, or the end of a variation
    waiting: list[tuple[int, bool] | str] = [(following[0][0], True)] if following[0] else []
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, str):
            yield entry
            continue
        place, is_broken = entry
        yield from move(place, is_broken)
        yield from said(place)
        siblings = following[tree.moves[place - 1][0]]
        others = siblings[1:] if siblings[0] == place else []
        after = following[place]
        if after:
            waiting.append((after[0], bool(others or tree.comments.get(place))))
        for other in reversed(others):
            waiting += [")", (other, True), "("]
