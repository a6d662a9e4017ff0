"""The short jobs of a worker: open a game, play a move, draw a position. They are functions, as those in jobs.py.

Whatever calls a game's functions is here or in jobs.py, so that it runs in a process that can be killed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo.evaluate import expert_of
from zermelo.evaluate.learned import read_learned
from zermelo.evaluate.learned.firsts import first_values
from zermelo.figures import figure as figure_named
from zermelo.game import CHANCE, Game, ZermeloError
from zermelo.installed import NotInstalled
from zermelo.loading import factory_of, load, parameters_of
from zermelo.players.engines import summary_of
from zermelo.players.player import SearchPlayer
from zermelo.show.by_view import seen
from zermelo.show.described import described
from zermelo.show.figures.drawing import drawn
from zermelo.show.reports.openings import openings_svg
from zermelo.show.reports.traits import traits
from zermelo.show.svg import svg
from zermelo.show.words import called
from zermelo.user_files import blame
from zermelo.web.secret import BEGINS, Seat, people
from zermelo.web.worker.asking.laid import laid
from zermelo.web.worker.contests import standings
from zermelo.web.worker.debugging.traces import boards
from zermelo.web.worker.open_game import OpenGame
from zermelo.web.worker.open_secret import OpenSecret
from zermelo.web.worker.paths import game_of, keep_path, open_path, path_of
from zermelo.web.worker.records import RECORD_JOBS
from zermelo.web.worker.reports import told_parameters
from zermelo.web.worker.searching import chooser_of, owned, player_of_own
from zermelo.web.worker.secrets import time_of
from zermelo.web.worker.tell import Request, Tell, beating


def open_game(request: Request, tell: Tell) -> None:
    """Opens a game and plays the moves given as text. Tells what a score sheet begins with, and the last position.

    Of a game with hidden information in which people play, tells what may be shown of its start.
    """
    game, beat = game_of(request), beating(tell)
    about = {"compiles": bool(game.compiles), "players": game.players, "hidden": game.has_hidden}
    if game.has_hidden:
        given = request.get("seats") or []
        seats = [given[player] if player < len(given) else None for player in range(game.players)]
        _check_seats(game, seats)
        if request["start"] is not None or request["moves"] or request.get("lines"):
            raise ZermeloError(BEGINS)
        if people(seats):
            secret = OpenSecret({**request, "seats": seats, "reader": None})
            return secret.tell(lambda told: tell({**about, "seats": seats, "time": time_of(game, seats), **told}))
    try:
        opened = OpenGame(game, path_of(game, request))
    except ZermeloError:
        if not request.get("fits"):
            raise
        request = {**request, "start": None, "moves": []}
        opened = OpenGame(game, path_of(game, request))
    first, steps = opened.standing(), list[dict[str, Any]]()
    for number, text in enumerate(request["moves"], 1):
        try:
            steps.append(opened.step(game.read_action(opened.state, text)))
        except ZermeloError as error:
            if request.get("fits"):
                break
            raise ZermeloError(f"move {number}: {error}") from None
        beat()
    keep_path(request, [step["index"] for step in steps], opened.states)
    steps += _variations(opened, request.get("lines") or [], steps, beat)
    tell({**about, "start": request["start"], "first": first, "steps": steps, "position": opened.report()})


def show(request: Request, tell: Tell) -> None:
    """Tells the position."""
    game = game_of(request)
    tell({"position": OpenGame(game, open_path(game, request)).report()})


def play(request: Request, tell: Tell) -> None:
    """Plays the action given as text; tells the step and the position after it."""
    _play(request, tell, lambda opened: opened.step(opened.game.read_action(opened.state, request["action"])))


def roll(request: Request, tell: Tell) -> None:
    """Plays a random outcome of chance; tells the step and the position after it."""
    _play(request, tell, OpenGame.roll)


def lay(request: Request, tell: Tell) -> None:
    """What becomes of tiles that a person lays: the actions, as text, and what is said of them."""
    game = game_of(request)
    if game.has_hidden and not request.get("open"):
        secret = OpenSecret(request)
        secret.check_turn()
        opened = secret.opened
    else:
        opened = OpenGame(game, open_path(game, request))
    state, texts = opened.state, list[str]()
    is_choosing = not opened.ending() and game.to_move(state) != CHANCE
    actions, words = laid(game, state, [tuple(tile) for tile in request["tiles"]]) if is_choosing else ([], "")
    for action in actions:
        texts.append(game.action_text(state, action))
        state = game.result(state, action)
    tell({"actions": texts, "words": words})


def card(request: Request, tell: Tell) -> None:
    """What the list of games shows of a user's game."""
    tell({"card": _card(game_of(request), None)})


def cards(request: Request, tell: Tell) -> None:
    """The same for games of this package, but those that need a library which is not installed."""
    beat = beating(tell)
    found = []
    for name in request["names"]:
        with suppress(NotInstalled):
            found.append(_card(game_of({"spec": name, "parameters": {}}), name))
        beat()
    tell({"cards": found})


def engine_card(request: Request, tell: Tell) -> None:
    """What the list of engines shows of one from a user's file."""
    found = player_of_own(request["spec"])
    told = found.algorithm if isinstance(found, SearchPlayer) else getattr(found, "function", found)
    tell({"card": {"name": str(found).partition(":")[0], "help": summary_of(told)}})


def _check_seats(game: Game, seats: Sequence[Seat]) -> None:
    """Raises ZermeloError if an engine cannot play the game: later, an error could say what is hidden.

    The owner's engines are not asked, since their files are not run in a process for clicks.
    """
    for seat in seats:
        is_ours = seat and not owned(seat)
        refusal = chooser_of(game, seat).refusal(game) if seat and is_ours else None
        if refusal:
            raise ZermeloError(refusal)


def _variations(
    main: OpenGame, lines: Sequence[dict[str, Any]], steps: Sequence[dict[str, Any]], beat: Callable[[], None]
) -> list[dict[str, Any]]:
    """The steps of the variations of a game whose main line has been played. Raises ZermeloError naming the line."""
    paths = [main.states[: ply + 1] for ply in range(len(steps) + 1)] if lines else []  # [number of a position]
    found: list[dict[str, Any]] = []
    for line in lines:
        after = line["after"]
        for number, text in enumerate(line["moves"], 1):
            if after >= len(paths):
                raise ZermeloError(f"a variation follows position {after}, which there is not")
            opened = OpenGame(main.game, list(paths[after]))
            try:
                step = opened.step(main.game.read_action(opened.state, text))
            except ZermeloError as error:
                raise ZermeloError(f"move {number} of the variation after position {after}: {error}") from None
            found.append({**step, "after": after})
            paths.append(opened.states)
            after = len(paths) - 1
            beat()
    return found


def _play(request: Request, tell: Tell, played: Callable[[OpenGame], dict[str, Any]]) -> None:
    game = game_of(request)
    opened = OpenGame(game, open_path(game, request))
    step = played(opened)
    keep_path(request, [*request["played"], step["index"]], opened.states)
    tell({"step": step, "position": opened.report()})


def _card(game: Game, name: str | None) -> dict[str, Any]:
    """A game's card; name: of a game of this package. A user's game that cannot be drawn has no drawing."""
    parameters = dict(game.parameters) if name is None else parameters_of(factory_of(name))
    try:
        summary, drawing = game.summary, svg(game.describe(game.initial()))
    except Exception as error:
        summary, drawing = blame(error) or game.summary, ""
    return {
        "name": name or game.name,
        "label": called(game),
        "summary": summary,
        "rules": game.rules,
        "about": told_parameters(game),
        "again": game.again,
        "traits": traits(game),
        "parameters": {key: value for key, value in parameters.items() if isinstance(value, bool | int | float | str)},
        "players": game.players,
        "svg": drawing,
        "own": name is None,
        "solved": solved_words(game),
        "symmetric": game.symmetries is not None,
        "compiles": bool(game.compiles),
    }


def solved_words(game: Game) -> str:
    """What perfect play leads to, where it is known; "": it is not."""
    expert = expert_of(game)
    return expert.solved or ("its perfect play is known" if expert.exact else "")


def learning(request: Request, tell: Tell) -> None:
    """What a learned file thinks of the first moves, and how that changed if it noted it. Its run may be going on."""
    game, learned = game_of(request), read_learned(Path(request["file"]))
    learned.check_fits(game)
    header = dict(learned.header)
    if "openings" not in header:
        header["openings"] = first_values(learned, game)
    drawing = openings_svg(game, header)
    tell({"games": int(header.get("games", 0)), "done": "work" in header, "svg": drawing})


def figure(request: Request, tell: Tell) -> None:
    """What a figure of the course looks like: a position as the board draws it, or else an SVG."""
    shown = figure_named(request["name"])
    if request["drawing"] == "position":
        game = load(f"figure:{shown.name}")
        tell({"picture": described(seen(game, game.initial(), None)), "svg": "", "words": shown.title})
    else:
        found = drawn(shown)
        tell({"picture": None, "svg": found.svg, "words": found.text})


TABLE_JOBS: dict[str, Callable[[Request, Tell], None]] = {
    **{
        job.__name__: job
        for job in (open_game, show, play, roll, lay, card, cards, engine_card, learning, figure, boards)
    },
    "standings": standings,
    **RECORD_JOBS,
}
