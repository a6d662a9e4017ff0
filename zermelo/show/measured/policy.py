"""Policies as tables."""

from __future__ import annotations

from zermelo.experiments.policy import Policy
from zermelo.numerals import signed
from zermelo.show.reports.report import table
from zermelo.show.words import title_of
from zermelo.show.worth import each_words

ROWS = 100  # of a player that are shown where nobody says how many


def policy_text(found: Policy, rows: int = ROWS) -> str:
    """What `zermelo policy` prints: a table per player, with at most so many rows each."""
    game = found.game
    lines = [f"{title_of(game)}: if all play their policies it is worth {each_words(game, found.values)}"]
    for player in range(game.players):
        mine = found.of(player)
        if not mine:
            continue
        states = "1 state" if len(mine) == 1 else f"{len(mine):,} states"
        lines += ["", f"{game.player_name(player)}, {states} that can arise while it follows this policy:"]
        shown = [
            [
                str(choice.ply),
                game.state_text(choice.state),
                game.action_text(choice.state, choice.action),
                signed(choice.value, game.scale),
                " ".join(game.action_text(choice.state, action) for action in choice.others),
            ]
            for choice in mine[:rows]
        ]
        lines += table(["ply", "state", "action", "value", "as good"], shown)
        if len(mine) > rows:
            lines.append(f"… and {len(mine) - rows:,} more: --rows N shows N, --json all of them")
    return "\n".join(lines)
