"""Games of Scrabble as GCG, which other programs for it exchange.

    #player1 ann Ann
    #player2 bob Bob
    >ann: AEINSTV 8D NAIVEST +72 72
    >bob: EEIIOUU -EIIUU +0 0
    >ann: ADKLRTY - +0 72
    >ann: (DDK) +18 90

A challenged play is followed by `>ann: AEINSTV -- -72 0` if it is taken back, else by `>ann: EGNTU (challenge) +5 77`.

A line is who plays, the rack, the turn, what it scores, and the total; dots are tiles that lie there already. The last
lines tell what is counted for tiles that are left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief
from zermelo.games.scrabble.challenge import (
    CHALLENGE,
    DONE,
    FIVE,
    LAYING,
    PENALTY,
    SINGLE,
    SPELLING,
    VOID,
    finished,
    spelled_out,
)  # fmt: skip
from zermelo.games.scrabble.laying import score_of
from zermelo.games.scrabble.plays import PASS, is_exchange
from zermelo.games.scrabble.squares import squares_of
from zermelo.games.scrabble.text import read_turn
from zermelo.games.scrabble.tiles import read_tiles
from zermelo.loading import load
from zermelo.records.reading import read_with

TAKEN_BACK, IN_VAIN = "--", "(challenge)"  # turns of GCG: what came of a challenge
LONGEST_LINE, MOST_LINES = 300, 2000
PLAYER = re.compile(r"#player(?P<number>[1-4])\s+(?P<nick>\S+)\s*(?P<name>.*)")
TURN = re.compile(r">(?P<nick>[^:\s]+):\s+(?P<rack>[^\s()]+)\s+(?P<turn>.+?)\s+(?P<score>[+-]\d+)\s+(?P<total>-?\d+)")
COUNTED = re.compile(r">(?P<nick>[^:\s]+):\s+.*\((?P<tiles>[^()\s]+)\)\s+(?P<score>[+-]\d+)\s+(?P<total>-?\d+)")
NUMBERED = re.compile(r"-\d+")


@dataclass(frozen=True)
class GcgGame:
    """What a GCG file holds: the game, its turns with the tiles that were drawn, and who played."""

    game: Game
    actions: tuple[Action, ...]
    names: tuple[str, ...]

    @property
    def end(self) -> State:
        """Where the game ends, or stands."""
        state = self.game.initial()
        for action in self.actions:
            state = self.game.result(state, action)
        return state


def write_gcg(game: Game, actions: Sequence[Action], names: Sequence[str] = ()) -> str:
    """The text of a game. actions: with the tiles that were drawn, from the start of the game."""
    states = [game.initial()]
    for action in actions:
        states.append(game.result(states[-1], action))
    nicks = [f"player{who + 1}" for who in range(game.players)]
    shown = [*names, *(game.player_name(who) for who in range(len(names), game.players))]
    lines = ["#character-encoding UTF-8"]
    lines += [f"#player{who + 1} {nick} {shown[who]}" for who, nick in enumerate(nicks)]
    for (before, after), action in zip(pairwise(states), actions, strict=True):
        if game.to_move(before) == CHANCE:
            continue
        who, line, gained = _written(game, before, after, action)
        if line:
            lines.append(f">{nicks[who]}: {line} {gained:+d} {before.scores[who] + gained}")
        if game.is_terminal(after):
            left = _racks(game, after)
            for other, own in enumerate(left):
                change = after.scores[other] - before.scores[other] - (gained if other == who else 0)
                tiles = "".join(one for one in left if one != "-") if own == "-" else own
                lines.append(f">{nicks[other]}: ({tiles}) {change:+d} {after.scores[other]}")
    return "\n".join(lines) + "\n"


def _written(game: Game, before: Any, after: Any, action: Action) -> tuple[int, str, int]:
    """Whose line a turn is, its rack and turn, "" if it has no line of its own, and what it scores."""
    who, racks, last = before.player, _racks(game, before), before.last
    if action == CHALLENGE:
        owner, taken_back = (who - 1) % game.players, after.board != before.board
        gained = _gain(game, before._replace(board=last.board), last.play)
        if taken_back:
            return owner, f"{_tiles_of(game, last.rack)} {TAKEN_BACK}", -gained
        if after.player != who:  # the turn is lost
            return who, f"{racks[who]} -", 0
        return owner, f"{racks[owner]} {IN_VAIN}", PENALTY if game.parameters["challenge"] == FIVE else 0
    if action & (LAYING | SPELLING) and action != DONE or (action == PASS and last.play and "-" in racks):
        return who, "", 0
    if action == DONE:
        action = finished(squares_of(game.parameters["size"]), before.board, before.laying)
        before = before._replace(laying=0)
    text = game.action_text(before, action)
    if is_exchange(action):
        text = "-" + text.split()[1]
    elif action == PASS:
        text = "-"
    else:
        text = re.sub(r"\(([^)]*)\)", lambda lying: "." * len(_tiles(lying[1])), text)
    return who, f"{racks[who]} {text}", _gain(game, before, action)


def read_gcg(text: str, game: Game | None = None) -> GcgGame:
    """The game of a text. game: whose rules it was played by, by default those of the usual board and list.

    Tiles that the text does not tell are drawn in the order of the alphabet. Without a game, a record with challenges
    or with words that are not in the list is read as a game with challenges: `five` where points are told, or `single`.
    Raises ZermeloError naming the line and what is wrong there.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise ZermeloError(f"a game has at most {MOST_LINES:,} lines, not {len(lines):,}")
    names: dict[str, str] = {}
    turns: list[tuple[int, str, re.Match[str]]] = []
    left: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise ZermeloError(f"line {number}: it is longer than {LONGEST_LINE} characters")
        if match := PLAYER.match(line):
            names[match["nick"]] = match["name"].strip() or match["nick"]
        elif (match := TURN.fullmatch(line.rstrip())) and match["nick"] in names:
            if match["turn"].startswith("(") and match["turn"] != IN_VAIN:
                raise ZermeloError(f"line {number}: {brief(match['turn'])} cannot be read: only {IN_VAIN} can")
            turns.append((number, match["nick"], match))
        elif (match := COUNTED.fullmatch(line.rstrip())) and match["nick"] in names:
            left[match["nick"]] = match["tiles"]
        elif line.strip() and not line.startswith("#"):
            raise ZermeloError(f"line {number}: '{brief(line)}' is no turn: >NICK: RACK 8D WORD +20 20")
    if not 2 <= len(names) <= 4 or not turns:
        raise ZermeloError("a game in GCG names its players, #player1 NICK NAME, and has turns")
    if game is None:
        return _read_by_usual_rules(list(names), tuple(names.values()), turns, left)
    rules = game
    if rules.players != len(names):
        raise ZermeloError(f"{rules.title} has {rules.players} players, not {len(names)}")
    return GcgGame(rules, _replayed(rules, list(names), turns, left), tuple(names.values()))


def _read_by_usual_rules(nicks: list[str], names: tuple[str, ...], turns: list[Any], left: dict[str, str]) -> GcgGame:
    """The game by the usual rules, with challenges where the record needs them."""
    said = {match["turn"] for _, _, match in turns}
    choices = (FIVE,) if IN_VAIN in said else (SINGLE,) if TAKEN_BACK in said else (VOID, SINGLE)
    first: ZermeloError | None = None
    for challenge in choices:
        rules = load("scrabble", players=len(nicks), challenge=challenge)
        try:
            return GcgGame(rules, _replayed(rules, nicks, turns, left), names)
        except ZermeloError as error:
            first = first or error
    raise first or AssertionError("there is a choice")


def read_file(path: str | Path) -> GcgGame:
    """The game of a file: UTF-8, or Latin-1. Raises ZermeloError."""
    return read_with(read_gcg, path)


def _replayed(
    game: Game, nicks: list[str], turns: list[tuple[int, str, re.Match[str]]], left: dict[str, str]
) -> tuple[Action, ...]:
    """The turns, and the tiles that were drawn between them: those that make the next rack."""
    racks = {
        nick: [match["rack"] for _, who, match in turns if who == nick and not _is_verdict(match)] for nick in nicks
    }
    state, actions = game.initial(), list[Action]()
    played = dict.fromkeys(nicks, 0)

    def play(action: Action) -> None:
        nonlocal state
        actions.append(action)
        state = game.result(state, action)

    def draw(number: int, taken_back: str) -> None:
        """Draws tiles: those of the player's next rack, or any where the play is taken back by the next line."""
        while not game.is_terminal(state) and game.to_move(state) == CHANCE:
            who = next(who for who, own in enumerate(state.racks) if len(own) < game.parameters["rack"])
            nick = nicks[who]
            known = racks[nick][played[nick] :] or ([left[nick]] if nick in left else [])
            known = [] if nick == taken_back else known
            own = _racks(game, state)[who]
            outcomes = {game.action_text(state, tile): tile for tile in game.moves(state)}
            missing = _missing(known[0], own) if known else list(outcomes)
            tile = next((one for one in missing if one in outcomes), None)
            if tile is None:
                raise ZermeloError(f"line {number}: {brief(nick)} cannot have drawn the rack {brief(known[0])}")
            play(outcomes[tile])

    draw(turns[0][0], "")
    for (number, nick, match), following in zip(turns, [*turns[1:], None], strict=True):
        text = re.sub(r"\s+", " ", match["turn"])
        if _is_verdict(match):
            owner = nicks[(state.player - 1) % len(nicks)]
            if not state.last.play or owner != nick:
                raise ZermeloError(f"line {number}: {brief(nick)} has made no play that can be challenged here")
            before, board = state.scores[nicks.index(nick)], state.board
            play(CHALLENGE)
            if (state.board != board) != (text == TAKEN_BACK):
                raise ZermeloError(f"line {number}: the play {'stays' if state.board == board else 'is taken back'}")
            gained = state.scores[nicks.index(nick)] - before
        else:
            if game.is_terminal(state) or nicks[state.player] != nick:
                raise ZermeloError(f"line {number}: it is not the turn of {brief(nick)}")
            if NUMBERED.fullmatch(text):
                raise ZermeloError(f"line {number}: which tiles were exchanged must be told, not how many")
            try:
                gained, steps = _turn(game, state, text)
            except ZermeloError as error:
                raise ZermeloError(f"line {number}: {error}") from None
        if gained != int(match["score"]):
            raise ZermeloError(f"line {number}: {brief(text)} scores {gained}, not {match['score']}")
        if not _is_verdict(match):
            for action in steps:
                play(action)
            played[nick] += 1
        is_taken_back = following is not None and following[2]["turn"] == TAKEN_BACK
        draw(number, nick if is_taken_back else "")
    if left and not game.is_terminal(state) and state.last.play and not (state.bag or all(state.racks)):
        play(PASS)  # nobody has challenged the last play
    return tuple(actions)


def _turn(game: Game, state: Any, text: str) -> tuple[int, list[Action]]:
    """What a turn scores, and its actions: several if its words are not in the list. Raises ZermeloError."""
    try:
        action = game.read_action(state, text)
        return _gain(game, state, action), [action]
    except ZermeloError:
        given = game.parameters
        if given["challenge"] == VOID:
            raise
        try:
            action = read_turn(squares_of(given["size"]), read_tiles(given["tiles"]), state.board, text)
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        if action == PASS or is_exchange(action):
            raise
        steps, here = spelled_out(action), state
        for step in steps:
            if step not in game.legal(here):
                raise
            here = game.result(here, step)
        return _gain(game, state, action), list(steps)


def _is_verdict(match: re.Match[str]) -> bool:
    """Does a line tell what came of a challenge?"""
    return match["turn"] in (TAKEN_BACK, IN_VAIN)


def _missing(wanted: str, own: str) -> list[str]:
    """The tiles of a rack that another one lacks."""
    have, found = _tiles(own), list[str]()
    for tile in _tiles(wanted):
        if tile in have:
            have.remove(tile)
        else:
            found.append(tile)
    return found


def _tiles(rack: str) -> list[str]:
    return [] if rack == "-" else re.findall(r"\[[^]]*\]|.", rack)


def _tiles_of(game: Game, rack: bytes) -> str:
    return read_tiles(game.parameters["tiles"]).text(rack)


def _racks(game: Game, state: Any) -> list[str]:
    """The racks as positions have them."""
    return game.state_text(state).split()[1].split("/")


def _gain(game: Game, state: Any, action: Action) -> int:
    """What a turn itself scores, without what is counted at the end."""
    if action == PASS or is_exchange(action):
        return 0
    given = game.parameters
    squares, tiles = squares_of(given["size"]), read_tiles(given["tiles"])
    return score_of(squares, tiles, state.board, action, given["rack"], given["bonus"])
