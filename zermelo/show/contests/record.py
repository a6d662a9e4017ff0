"""A record of matches and tournaments as text: contests, games, and one game move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.numerals import plain
from zermelo.records.game_record import GameRecord
from zermelo.show.reports.report import table
from zermelo.show.text import text


def contests_text(contests: Sequence[dict[str, Any]]) -> str:
    """Each match and tournament with its engines."""
    if not contests:
        return "nothing has been recorded"
    lines = []
    for one in contests:
        state = "" if one["complete"] else ", not complete"
        begun = one["begun"][:16].replace("T", " ")
        lines.append(
            f"{one['id']}. {one['kind']} of {one['game']}, seed {one['seed']}, {begun} UTC: {one['games']:,} "
            f"{'game' if one['games'] == 1 else 'games'}{state}"
        )
        rows = [
            [engine["name"], *(f"{engine[name]:,}" for name in ("wins", "draws", "losses")), engine["version"]]
            for engine in one["engines"]
        ]
        lines += [f"   {line}" for line in table(["engine", "won", "shared", "lost", "version"], rows)]
    return "\n".join(lines)


def games_text(rows: Sequence[dict[str, Any]], count: int) -> str:
    """A line for each game; count: how many there are in all."""
    if not rows:
        return "no game meets the conditions"
    headings = ["number", "contest", "game", "plies", "engine", "state"]
    cells = [
        [f"{row['id']}", f"{row['contest']}", f"{row['number']}", f"{row['plies']:,}", _sides(row), _end(row)]
        for row in rows
    ]
    lines = table(headings, cells)
    lines[0] = lines[0].replace("state", "result").replace("engine", "seats ", 1)
    more = count - len(rows)
    return "\n".join([*lines, *([f"… and {more:,} more: see --limit"] if more > 0 else [])])


def replay_text(row: dict[str, Any], played: GameRecord) -> str:
    """A game move by move, with the time and the evaluation of each where they are known, and its last position."""
    game, rows = played.game, []
    state = played.start
    for ply, (action, move) in enumerate(zip(played.actions, row["moves"], strict=True)):
        mover = game.to_move(state)
        seat = row["engines"][mover] if 0 <= mover < len(row["engines"]) else "chance"
        seconds = f"{played.times[ply]:.3f}" if ply < len(played.times) else ""
        worth = played.evaluations[ply] if ply < len(played.evaluations) else None
        rows.append([f"{ply + 1}", seat, move, seconds, "" if worth is None else plain(worth, game.scale, 4)])
        state = game.result(state, action)
    lines = [f"game {row['id']}, {row['game']}: {_sides(row)}", "", text(game.describe(played.start)), ""]
    lines += table(["ply", "engine", "action", "seconds", "value"], rows)
    return "\n".join([*lines, "", text(game.describe(played.end)), "", _end(row)])


def _sides(row: dict[str, Any]) -> str:
    return " – ".join(row["engines"])


def _end(row: dict[str, Any]) -> str:
    return str(row["result"])
