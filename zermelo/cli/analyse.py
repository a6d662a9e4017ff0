"""`zermelo analyse`: the best action, its value, the line, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli import common
from zermelo.game import Game, State, ZermeloError
from zermelo.numerals import signed
from zermelo.players.engines import default_engine, engine
from zermelo.players.player import Player, as_player
from zermelo.search.analysis import Analysis

if TYPE_CHECKING:
    from zermelo.arena.rollout import Rollout

MOST_GAMES = 1_000_000


def run(
    game: common.GameName,
    engine_name: common.EngineName = None,
    position: common.Position = None,
    moves: common.Moves = None,
    utility: common.Utility = None,
    time: Annotated[
        float, typer.Option(max=common.MOST_SECONDS, help="Seconds to think, if no engine is given.")
    ] = 1.0,
    svg: Annotated[Path | None, common.file_option("Draw the position and the result into this file.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed that makes random choices repeatable.")] = None,
    rollout: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=2, max=MOST_GAMES, help="Play the best actions out N times each, the engine in all seats."
        ),
    ] = None,
    plies: Annotated[
        int | None,
        typer.Option(min=1, help="End the games of a rollout after this many plies of choice, by the evaluation."),
    ] = None,
    candidates: Annotated[int, typer.Option(min=1, max=1000, help="Actions that are rolled out.")] = 5,
    json: common.Json = False,
) -> None:
    """Find the best action in a position."""
    rules = common.read_game(game, utility)
    path = common.read_path(rules, position, moves)
    if plies is not None and rollout is None:
        raise ZermeloError("--plies says how long the games of a rollout are: give --rollout N too")
    if rollout is not None:
        from zermelo.arena.rollout import check_rollout

        check_rollout(rules, path[-1], rollout)  # before the search
    player = as_player(engine(engine_name) if engine_name is not None else default_engine(rules, time))
    if seed is not None:
        player = player.seeded(seed)
    analysis, is_interrupted = _analysed(player, rules, path)
    rolled = None
    if rollout is not None and not is_interrupted:
        chosen = [one.action for one in analysis.ranked()[:candidates]]
        rolled = _rolled_out(player, rules, path, games=rollout, actions=chosen, plies=plies, seed=seed)
    if svg:
        from zermelo.show.reports.analysis import analysis_svg

        common.write_text(svg, analysis_svg(analysis))
    if json:
        common.print_json({**analysis.to_json(), **({"rollout": rolled.to_json()} if rolled else {})})
    else:
        _print(analysis)
        if rolled:
            from zermelo.show.reports.rollout import rollout_text

            common.say("\n" + rollout_text(rolled))
    if is_interrupted:
        raise typer.Exit(common.INTERRUPTED)


def _analysed(player: Player, game: Game, path: Sequence[State]) -> tuple[Analysis, bool]:
    """What the player finds, and whether Ctrl-C ended the search: then it is what was found until then."""
    with common.interruptible(player.stop) as interrupts:
        found = player.analyse(game, path[-1], path[:-1])
    return (replace(found, stopped="interrupted") if interrupts else found), bool(interrupts)


def _rolled_out(player: Player, game: Game, path: Sequence[State], games: int, **options: Any) -> Rollout:
    """The rollout, with its progress in the terminal."""
    from zermelo.arena.rollout import rollout

    with common.progress("rollout", games) as bar:

        def tell(so_far: Rollout) -> None:
            best = so_far.actions[0]
            bar.say(f"{game.action_text(so_far.state, best.action)} {signed(best.mean.value, game.scale)}")
            bar.advance()

        return rollout(game, player, path[-1], path[:-1], games=games, watch=tell, **options)


def _print(analysis: Analysis) -> None:
    from zermelo.show.reports.report import analysis_text

    out = common.console()
    out.print(analysis_text(analysis, out.width if out.is_terminal else None), markup=False, soft_wrap=True)
