"""`zermelo play`: a game in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from zermelo.arena.play import LONGEST, play
from zermelo.cli.common import MOST_SECONDS, GameName, Moves, Position, read_game, read_path
from zermelo.cli.narrator import Narrator
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.players.engines import default_engine, engine
from zermelo.players.player import Player, as_player
from zermelo.records.game_record import GameRecord
from zermelo.search.time.clock import Clock
from zermelo.show.words import title_of
from zermelo.show.worth import verdict

HELP = "type a move, or: moves (list the legal ones), hint (what an engine would play), undo, help, quit"
NO_UNDO = "a move cannot be taken back in a game with hidden information"


class Quit(Exception):
    """The person wants to stop."""


class TakeBack(Exception):
    """The person wants the last move back."""


class Human(Player):
    """A person at the keyboard."""

    narrator: Narrator | None = None  # who hands the keyboard over, if several people play

    def __str__(self) -> str:
        return "human"

    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        who = game.player_name(game.to_move(state))
        while True:
            try:
                if self.narrator:
                    self.narrator.turn(state, game.to_move(state))
                typed = input(f"{who}> ").strip()
            except EOFError:
                raise Quit from None
            word = typed.lower()
            if not typed:
                continue
            try:
                return game.read_action(state, typed)
            except ZermeloError as error:
                if word in ("quit", "exit", "q"):
                    raise Quit from None
                if word == "undo" and not game.has_hidden:
                    raise TakeBack from None
                if word == "undo":
                    print(NO_UNDO)
                elif word == "help":
                    print(help_for(game))
                elif word == "moves":
                    print(" ".join(game.action_text(state, action) for action in game.legal(state)))
                elif word == "hint":
                    _hint(game, state, past)
                else:
                    print(f"{error} (type help for help)")


def help_for(game: Game) -> str:
    """What a person can type."""
    return HELP.replace(" undo,", "") if game.has_hidden else HELP


def _hint(game: Game, state: State, past: Sequence[State]) -> None:
    try:
        analysis = default_engine(game).analyse(game, state, past)
    except ZermeloError as error:
        return print(error)
    line = "" if game.has_hidden else f"; line: {' '.join(analysis.line_text())}"
    print(f"{game.action_text(state, analysis.action)} {verdict(analysis)}{line}")


def run(
    game: GameName = "connect-four",
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLAYER]...", help="human or an engine for each side; by default you move first."),
    ] = None,
    time: Annotated[
        float, typer.Option(max=MOST_SECONDS, help="Seconds per move for engines that were not named.")
    ] = 1.0,
    position: Position = None,
    moves: Moves = None,
    longest: Annotated[int, typer.Option(min=1, help="Plies after which the game is a draw.")] = LONGEST,
    seed: Annotated[int | None, typer.Option(help="Seed that makes dice and engines repeatable.")] = None,
) -> None:
    """Play in the terminal against an engine, or watch engines play."""
    rules = read_game(game)
    path = read_path(rules, position, moves)
    names = players or (["human"] if sys.stdin.isatty() and sys.stdout.isatty() else [])
    if len(names) > rules.players:
        raise ZermeloError(
            f"{rules.name} has {rules.players} player{'s' if rules.players > 1 else ''}, not {len(names)}"
        )
    sides = [as_player(engine(name, {"human": Human})) for name in names]
    sides += [as_player(default_engine(rules, time)) for _ in range(rules.players - len(sides))]
    if seed is not None:
        sides = [side.seeded(seed + player) for player, side in enumerate(sides)]
    people = [player for player, side in enumerate(sides) if isinstance(side, Human)]
    narrator = Narrator(rules, people)
    for side in sides:
        if isinstance(side, Human):
            side.narrator = narrator
    print(f"{title_of(rules)}: {rules.summary}" if rules.summary else title_of(rules))
    print(", ".join(f"{rules.player_name(p)} is {side}" for p, side in enumerate(sides)))
    if people:
        print(help_for(rules))
    narrator.begin(path[-1])
    try:
        record = _with_undo(rules, sides, path, seed, longest, narrator)
    except Quit:
        print("\ngoodbye")
        return
    finally:
        for side in sides:
            side.close()
    narrator.end(record.end)
    print(record)


def _with_undo(
    game: Game, sides: Sequence[Player], path: list[State], seed: int | None, longest: int, narrator: Narrator
) -> GameRecord:
    """Plays from the end of a path; when a person takes back, from the position before their last move."""
    *past, start = path
    first, history = start, list[tuple[State, int, Action]]()

    def watch(before: State, mover: int, action: Action, after: State) -> None:
        history.append((before, mover, action))
        narrator.watch(before, mover, action, after)

    while True:
        try:
            before = [*past, *(state for state, _, _ in history)]
            record = play(game, sides, start, seed, watch, past=before, longest=max(1, longest - len(history)))
            return replace(record, start=first, actions=tuple(action for _, _, action in history))
        except TakeBack:
            while history:
                start, mover, _ = history.pop()
                if mover != CHANCE and isinstance(sides[mover], Human):
                    break
            else:
                print("there is nothing to take back")
            seed = None if seed is None else seed + 1  # new dice
            narrator.begin(start)
