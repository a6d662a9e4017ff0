"""Games of a record written as PGN, SGF, PBN, LIN, MAT, JSON (one object per line) or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from zermelo.files.writing import write_whole
from zermelo.game import Game, ZermeloError
from zermelo.records.archive.reading import game_of

Row = dict[str, Any]
TABLE = (
    "id",
    "contest",
    "game",
    "number",
    "round",
    "opening",
    "start",
    "plies",
    "ending",
    "result",
    "fault",
    "seconds",
    "ended",
)


def export(rows: Sequence[Row], game: Game | None, out: Path) -> list[Path]:
    """Writes games to a file, in the format that its ending names, and returns the files.

    game: the rules, which PGN, SGF, PBN, LIN and MAT need. A .mat file holds one game, so that several become
    NAME-ID.mat.
    Raises ZermeloError where the game has no such format, or there are no games.
    """
    ending = out.suffix.lower()
    if ending not in WRITERS and ending != ".mat":
        raise ZermeloError(f"games are written to {', '.join([*WRITERS, '.mat'])}, not to {out.name}")
    if not rows:
        raise ZermeloError("no game meets the conditions")
    if ending != ".mat":
        write_whole(out, [WRITERS[ending](rows, game).encode("utf-8", "backslashreplace")])
        return [out]
    from zermelo.records.mat import match_of, write_match

    files = []
    for row in rows:
        files.append(out if len(rows) == 1 else out.with_name(f"{out.stem}-{row['id']}{out.suffix}"))
        write_whole(files[-1], [write_match(match_of(game_of(row, _known(game)), row["engines"])).encode()])
    return files


def _pgn(rows: Sequence[Row], game: Game | None) -> str:
    from zermelo.records.pgn import pgn_of

    texts = []
    for row in rows:
        tags = {"Event": f"zermelo {row['kind']} {row['contest']}", "Round": str(row["number"])}
        tags |= {"Date": row["ended"][:10].replace("-", ".")} if row["ended"] else {}
        texts.append(pgn_of(game_of(row, _known(game)), row["engines"], tags))
    return "\n".join(texts)


def _sgf(rows: Sequence[Row], game: Game | None) -> str:
    from zermelo.records.sgf import game_node, write_sgf

    nodes = []
    for row in rows:
        record = game_of(row, _known(game))
        try:
            names = {"PB": row["engines"][0], "PW": row["engines"][1]}
            nodes.append(game_node(record.game, record.actions, record.start, properties=names))
        except (AssertionError, IndexError, KeyError, TypeError, ValueError):
            raise ZermeloError(f"SGF is for Go, not for {record.game.name}") from None
    return write_sgf(nodes)


def _pbn(rows: Sequence[Row], game: Game | None) -> str:
    from zermelo.records.deals import pbn

    return pbn.write_games([pbn.board_of(game_of(row, _known(game)), row["engines"]) for row in rows])


def _lin(rows: Sequence[Row], game: Game | None) -> str:
    from zermelo.records.deals import lin, pbn

    return lin.write_games([pbn.board_of(game_of(row, _known(game)), row["engines"]) for row in rows])


def _json(rows: Sequence[Row], game: Game | None) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _csv(rows: Sequence[Row], game: Game | None) -> str:
    seats = max(len(row["engines"]) for row in rows)
    columns = [*TABLE, *(f"{what}_{seat + 1}" for seat in range(seats) for what in ("engine", "utility")), "moves"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        each = [cell for pair in zip(row["engines"], row["utilities"], strict=True) for cell in pair]
        each += [""] * (2 * seats - len(each))
        writer.writerow([*(row[name] for name in TABLE), *each, " ".join(row["moves"])])
    return out.getvalue()


def _known(game: Game | None) -> Game:
    assert game is not None
    return game


WRITERS: dict[str, Callable[[Sequence[Row], Game | None], str]] = {
    ".pgn": _pgn,
    ".sgf": _sgf,
    ".pbn": _pbn,
    ".lin": _lin,
    ".json": _json,
    ".jsonl": _json,
    ".csv": _csv,
}
NEEDS_RULES = (".pgn", ".sgf", ".pbn", ".lin", ".mat")
