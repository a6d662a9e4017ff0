"""The record of matches and tournaments: what is kept, found, exported, imported, migrated, and refused."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from contextlib import closing

import pytest

import zermelo
from zermelo.arena.recorded.importing import import_games
from zermelo.files.sqlite import read, written
from zermelo.loading import load
from zermelo.records.archive.exporting import export
from zermelo.records.archive.reading import Filters
from zermelo.records.archive.schema import FIRST, LAYOUT
from zermelo.records.archive.writing import Contest, writing
from zermelo.records.game_record import GameRecord
from zermelo.records.pgn import read_games
from zermelo.records.sgf import read_sgf

GAME = load("nim:stones=7")
ENGINES = ["random:seed=4", "minimax:compiled=false"]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.sqlite"


def played(file, games=4, **settings):
    return zermelo.match(GAME, ENGINES, games, seed=3, opening=1, balance=1, save=file, **settings)


def test_a_match_is_kept_and_found(file):
    found, record = played(file), zermelo.record(file)
    (contest,) = record.contests()
    assert (contest["kind"], contest["game"], contest["seed"], contest["games"]) == ("match", "nim:stones=7", 3, 4)
    assert contest["complete"]
    assert contest["conditions"]["opening_plies"] == 1
    assert {"cores", "python", "zermelo"} <= set(contest["machine"])
    assert [one["name"] for one in contest["engines"]] == ENGINES
    assert [one["version"] for one in contest["engines"]] == [f"zermelo {zermelo.__version__}"] * 2
    assert contest["engines"][1]["wins"] == found.losses
    rows = record.games()
    assert [row["moves"] for row in rows] == [one.texts() for one in found.records]
    assert [row["engines"] for row in rows] == [ENGINES, ENGINES[::-1]] * 2
    assert [row["opening"] for row in rows] == [0, 0, 1, 1]
    assert all(len(row["times"]) == row["plies"] == len(row["evaluations"]) for row in rows)
    assert any(worth is not None for worth in rows[0]["evaluations"])
    assert record.count(engine="minimax", result="won") == found.losses
    assert record.count(engine="minimax", result="won", against="random") == found.losses
    assert record.count(ending="over") == 4
    assert record.count(faults=True) == record.count(least=99) == record.count(contest=2) == 0
    assert len(record.games(limit=2)) == 2
    assert record.count(opening=1) == 2
    again = record.replay(rows[1]["id"])
    assert (again.actions, again.end, again.result) == (
        found.records[1].actions,
        found.records[1].end,
        found.records[1].result,
    )
    with pytest.raises(zermelo.ZermeloError, match="has no game 99"):
        record.replay(99)
    with pytest.raises(zermelo.ZermeloError, match="not by colour"):
        record.games(colour=1)


def test_a_match_and_a_tournament_go_on_where_they_stopped(file, tmp_path):
    whole = played(tmp_path / "whole.sqlite", 6)
    played(file, 2)
    resumed = played(file, 6, resume=True)
    assert (resumed.games, len(resumed.records)) == (6, 4)
    assert resumed.to_json() == whole.to_json()
    assert [len(one["engines"]) for one in zermelo.record(file).contests()] == [2]
    played(file, 2)
    assert len(zermelo.record(file).contests()) == 2

    def stop(found):
        if found.games == 3:
            raise KeyboardInterrupt

    words = {"seed": 1, "opening": 1, "balance": 1, "save": file}
    three = [*ENGINES, "random"]
    zermelo.tournament(GAME, three, progress=stop, **words)
    assert [one["complete"] for one in zermelo.record(file).contests()] == [True, True, False]
    found = zermelo.tournament(GAME, three, resume=True, **words)
    again = zermelo.tournament(GAME, three, seed=1, opening=1, balance=1)
    assert (found.games, len(found.records), found.is_complete) == (6, 3, True)
    assert [one.utilities for one in found.bouts] == [one.utilities for one in again.bouts]
    assert zermelo.record(file).contests()[2]["complete"]


def test_bots_are_known_by_their_source(file, tmp_path):
    (tmp_path / "anna.py").write_text("def anna(game, state):\n    return game.legal(state)[0]\n")
    zermelo.tournament(GAME, [str(tmp_path / "anna.py"), "random"], save=file)
    engine = zermelo.record(file).contests()[0]["engines"][0]
    assert engine["name"] == "anna.py"
    assert engine["version"].startswith("sha256:")


def test_a_changed_game_is_refused(file):
    played(file)
    with sqlite3.connect(file) as base:
        base.execute("UPDATE games SET ending = 'time' WHERE number = 2")
    base.close()
    with pytest.raises(zermelo.ZermeloError, match="game 2 was changed or damaged"):
        played(file, 6, resume=True)


def test_one_writer_at_a_time_and_readers_meanwhile(file):
    with writing(file, Contest("match", GAME, ("a", "b"), 1), False) as out:
        out.add(1, (0, 1), 0, [GAME.initial()], zermelo.play(GAME, ["random", "random"]))
        with pytest.raises(zermelo.ZermeloError, match="is being written by this process already"):
            played(file)
        assert zermelo.record(file).count() == 1


def test_other_files_are_refused(file, tmp_path):
    with pytest.raises(zermelo.ZermeloError, match="there is no file"):
        zermelo.record(file)
    file.write_bytes(b"no database" * 100)
    with pytest.raises(zermelo.ZermeloError, match=r"is not a record of matches and tournaments, or is damaged"):
        zermelo.record(file)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE things (id)")
    base.close()
    with pytest.raises(zermelo.ZermeloError, match="a database of something else"):
        played(other)
    newer = tmp_path / "newer.sqlite"
    played(newer)
    with sqlite3.connect(newer) as base:
        base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(zermelo.ZermeloError, match="has version 99"):
        zermelo.record(newer)
    with pytest.raises(zermelo.ZermeloError, match=r"saved to a \.sqlite file"):
        zermelo.tournament(GAME, ENGINES, save=tmp_path / "games.jsonl")


def test_a_file_of_version_1_is_migrated(file):
    with sqlite3.connect(file) as base:
        base.executescript(FIRST)
        base.execute(f"PRAGMA application_id = {LAYOUT.application}")
        base.execute("PRAGMA user_version = 1")
        base.execute("INSERT INTO contests VALUES (1, 'match', 'nim:stones=7', 1, '{}', '{}', '2026-01-01', 1)")
        base.execute("INSERT INTO engines VALUES (1, 1, 0, 'a', ''), (2, 1, 1, 'b', '')")
        base.execute("INSERT INTO openings VALUES (1, 1, 0, '7,0', '[]')")
        row = (1, 1, 1, 1, 1, '["3", "3", "1"]', 3, "over", "won", "", None, None, "")
        base.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
        base.execute("INSERT INTO scores VALUES (1, 0, 1, 1.0, 1.0), (1, 1, 2, -1.0, 0.0)")
    base.close()
    (found,) = zermelo.record(file).games()
    assert (found["engines"], found["times"], found["evaluations"]) == (["a", "b"], None, None)
    assert zermelo.record(file).replay(1).texts() == ["3", "3", "1"]
    with read(file, LAYOUT) as base:
        assert base.execute("PRAGMA user_version").fetchone()[0] == LAYOUT.version == 2
    played(file)
    assert zermelo.record(file).count() == 5


def test_games_are_exported(file, tmp_path):
    chess, record = load("chess"), zermelo.record
    start = chess.read_state("4k3/8/8/8/8/8/8/R3K2R w KQ - 96 60")
    match = zermelo.match(chess, ["random:seed=1", "random:seed=2"], 2, start=start, save=file)
    rows = record(file).games()
    assert export(rows, chess, tmp_path / "games.pgn") == [tmp_path / "games.pgn"]
    games = list(read_games((tmp_path / "games.pgn").read_text()))
    assert [one.actions for one in games] == [one.actions for one in match.records]
    assert [one.tags["White"] for one in games] == ["random:seed=1", "random:seed=2"]
    export(rows, None, tmp_path / "games.json")
    lines = (tmp_path / "games.json").read_text().splitlines()
    assert [json.loads(line)["moves"] for line in lines] == [row["moves"] for row in rows]
    export(rows, None, tmp_path / "games.csv")
    table = (tmp_path / "games.csv").read_text().splitlines()
    assert len(table) == 3
    assert "random:seed=1,0.0,random:seed=2,0.0," in table[1]
    for name, told in (("games.sgf", "SGF is for Go"), ("games.mat", "are of backgammon"), ("games.txt", "not to")):
        with pytest.raises(zermelo.ZermeloError, match=told):
            export(rows, chess, tmp_path / name)
    with pytest.raises(zermelo.ZermeloError, match="no game meets"):
        export([], chess, tmp_path / "games.csv")


def test_go_and_backgammon_have_their_own_formats(file, tmp_path):
    go = load("go:size=5")
    zermelo.match(go, ["random:seed=1", "random:seed=2"], 2, save=file, longest=30)
    export(zermelo.record(file).games(), go, tmp_path / "games.sgf")
    roots = read_sgf((tmp_path / "games.sgf").read_text())
    assert [root.properties["PB"] for root in roots] == [["random:seed=1"], ["random:seed=2"]]
    backgammon = load("backgammon")
    zermelo.match(backgammon, ["random:seed=1", "random:seed=2"], 2, save=file)
    files = export(zermelo.record(file).games(contest=2), backgammon, tmp_path / "games.mat")
    assert len(files) == 2
    assert "random:seed=1" in files[0].read_text()


def test_files_of_matches_are_imported(file, tmp_path):
    old = tmp_path / "old.jsonl"
    match = played(old)
    assert import_games(file, old) == 4
    record = zermelo.record(file)
    assert [row["moves"] for row in record.games()] == [one.texts() for one in match.records]
    assert record.contests()[0]["engines"][1]["wins"] == match.losses
    assert record.contests()[0]["complete"]
    old.write_text(old.read_text().replace('"ending": "over"', '"ending": "time"', 1))
    with pytest.raises(zermelo.ZermeloError, match="line 1 was changed or damaged"):
        import_games(file, old)
    assert record.count() == 4
    chess = load("chess")
    start = chess.read_state("4k3/8/8/8/8/8/8/R3K2R w KQ - 98 60")
    zermelo.match(chess, ["random:seed=1", "random:seed=2"], 2, start=start, save=tmp_path / "old.pgn")
    assert import_games(file, tmp_path / "old.pgn") == 2
    rows = record.games(contest=2)
    assert [row["engines"][0] for row in rows] == ["random:seed=1", "random:seed=2"]
    assert record.replay(rows[0]["id"]).result == "draw by the fifty-move rule" or rows[0]["utilities"] == [0, 0]


def many(file, games):
    """So many games of Nim, and how many seconds it took to write them."""
    states = [GAME.initial()]
    actions = (3, 3, 1)
    for action in actions:
        states.append(GAME.result(states[-1], action))
    record = GameRecord(
        GAME, states[0], actions, states[-1], (1.0, -1.0), times=(0.1,) * 3, evaluations=(1.0, None, 1.0)
    )
    with writing(file, Contest("match", GAME, ("a", "b"), 1), False) as out:
        begin = time.process_time()
        for number in range(games):
            out.add(number + 1, (number % 2, 1 - number % 2), number // 2 % 500, states[:1], record, seconds=0.3)
        return time.process_time() - begin


def queried(file):
    """CPU seconds of the slowest of some questions."""
    record, slowest = zermelo.record(file), 0.0
    for ask in (
        lambda: record.count(engine="a", result="won"),
        lambda: record.games(engine="b", result="lost", limit=100),
        lambda: record.games(opening=3),
        lambda: record.contests(),
        lambda: record.count(faults=True),
    ):
        begin = time.process_time()
        ask()
        slowest = max(slowest, time.process_time() - begin)
    return slowest


def test_many_games_are_kept(file):
    many(file, 2000)
    assert zermelo.record(file).count(engine="a", result="won") == 1000
    assert queried(file) < 30  # seconds: no question looks at every pair of games


@pytest.mark.slow
def test_games_are_kept_and_found_fast(file):
    """2,000 a second, and every question within a second, in time of the processor."""
    games = 100_000
    assert games / many(file, games) >= 2000
    assert queried(file) < 1


def test_a_writer_in_another_thread_does_not_disturb_readers(file):
    worker, errors = threading.Thread(target=many, args=(file, 300)), set()
    worker.start()
    while worker.is_alive():
        try:
            rows = zermelo.record(file).games(limit=5)
            assert all(len(row["engines"]) == 2 for row in rows)
        except zermelo.ZermeloError as error:  # it has just begun
            errors.add(str(error).replace(str(file), "FILE"))
    worker.join()
    assert errors <= {"there is no file FILE", "FILE is empty: nothing has been recorded yet"}
    assert zermelo.record(file).count() == 300


def test_a_file_that_is_made_between_two_questions_of_a_reader_is_no_other_program_s(file, monkeypatch):
    with closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA journal_mode = WAL")

    def spied(*arguments, **settings):
        base = connect(*arguments, **settings)
        base.set_trace_callback(make_it)
        return base

    def make_it(statement):
        if "user_version" in statement:  # the reader has seen whose the file is: nobody's yet
            monkeypatch.setattr("sqlite3.connect", connect)
            with written(file, LAYOUT):
                pass

    connect = sqlite3.connect
    monkeypatch.setattr("sqlite3.connect", spied)
    assert zermelo.record(file).count() == 0
    assert sqlite3.connect is connect  # it was made meanwhile


def test_filters_are_checked():
    with pytest.raises(zermelo.ZermeloError, match="give both"):
        Filters(result="won").where()
    with pytest.raises(zermelo.ZermeloError, match="give both"):
        Filters(result="best", engine="a").where()


def test_two_writers_of_one_name_are_refused(file):
    with written(file, LAYOUT), pytest.raises(zermelo.ZermeloError, match="is being written"), written(file, LAYOUT):
        pass
