"""Saved matches: every game is kept with its conditions, and a damaged or foreign file is told in one line."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from records.saved import CHESS, CONDITIONS, NIM, SUFFIXES, add, fill, played_game, refusal, store_of

import zermelo
from zermelo.records.matches import Store, digest_of
from zermelo.records.pgn import read_file

# --- what is kept ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_games_are_read_back_as_they_were_saved(tmp_path, suffix):
    store = store_of(tmp_path / f"games{suffix}")
    assert store.load(resume=False) == []
    played = fill(store)
    data = store.file.read_bytes()
    assert store.load(resume=True) == played
    assert store.file.read_bytes() == data
    with pytest.raises(zermelo.ZermeloError, match="holds games already: go on with --resume"):
        store.load(resume=False)


def test_a_line_holds_all_that_makes_games_comparable(tmp_path):
    store = store_of(tmp_path / "games.jsonl")
    fill(store, 2, fault="lost its way")
    entry = json.loads(store.file.read_text().splitlines()[1])
    record, _ = played_game(NIM, 2, "lost its way")
    assert entry.pop("digest") == digest_of(entry)
    assert entry == {
        "format": 3,
        "number": 2,
        "game": "nim",
        "engines": ["random:seed=4", "random:seed=5"],
        "seed": 7,
        "opening_plies": 0,
        "balance": 1,
        "clock": "10+0.1",
        "longest": 10_000,
        "opening": NIM.state_text(NIM.initial()),
        "seat": 1,
        "start": NIM.state_text(NIM.initial()),
        "moves": record.texts(),
        "utilities": list(record.utilities),
        "ending": "crash",
        "result": record.result,
        "fault": "lost its way",
    }


def test_tags_hold_the_same(tmp_path):
    store = store_of(tmp_path / "games.pgn")
    fill(store, 2, fault="lost its way")
    tags = [game.tags for game in read_file(store.file)]
    assert [(one["White"], one["Black"]) for one in tags] == [
        ("random:seed=4", "random:seed=5"),
        ("random:seed=5", "random:seed=4"),
    ]
    assert len(tags[1].pop("MatchDigest")) == 32
    assert dict(tags[1]) == {
        "Event": "zermelo match 7",
        "Site": "?",
        "Date": "????.??.??",
        "Round": "2",
        "White": "random:seed=5",
        "Black": "random:seed=4",
        "Result": "1-0",
        "MatchFormat": "3",
        "MatchSeed": "7",
        "MatchPlies": "0",
        "MatchBalance": "1",
        "MatchLongest": "10000",
        "TimeControl": "10+0.1",
        "MatchOpening": CHESS.state_text(CHESS.initial()),
        "Fault": "lost its way",
        "Termination": "abandoned",
    }


@pytest.mark.parametrize(
    ("ending", "termination"),
    [
        ("over", "normal"),
        ("time", "time forfeit"),
        ("crash", "abandoned"),
        ("illegal move by x: e9", "rules infraction"),
        ("too long", "adjudication"),
    ],
)
def test_pgn_says_how_a_game_ended(tmp_path, ending, termination):
    store = store_of(tmp_path / "games.pgn")
    record, played = played_game(CHESS, 1)
    add(store, replace(record, ending=ending), played, 1)
    assert next(read_file(store.file)).tags["Termination"] == termination


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("letter", ["\u2028", "\x85", "\n", "\r", "\x1c", "\udcff", '"', "\\", "}", "]", "é", "\x00"])
def test_any_text_of_an_engine_is_kept_on_its_line(tmp_path, suffix, letter):
    names = (f"uci:one{letter}two", f"uci:{letter}three")
    store = store_of(tmp_path / f"games{suffix}", replace(CONDITIONS, engines=names))
    record, played = played_game(store.game, 1, "it", f"illegal move by uci: e2{letter}e5")
    for number in (1, 2):
        add(store, record, replace(played, seat=number - 1), number)
    first, second = store.load(resume=True)
    assert (first.seat, second.seat, first.utilities) == (0, 1, played.utilities)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("letter", ["\u2028", "\x85", "\n\n", "\udcff"])
def test_a_fault_is_the_same_before_and_after_it_is_saved(tmp_path, suffix, letter):
    def wrong(game, state):
        raise zermelo.arena.play.EngineFault(f"illegal move: {letter}e9 ", "illegal move")

    game = CHESS if suffix == ".pgn" else NIM
    save = {"save": tmp_path / f"games{suffix}", "resume": True}
    before = zermelo.match(game, [wrong, wrong], 2, **save)
    after = zermelo.match(game, [wrong, wrong], 2, **save)
    assert len(before.faults) == 2
    assert after.to_json() == before.to_json()


# --- other conditions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"engines": ("random:seed=4", "random")}, "its engines: random:seed=4 and random:seed=5, not random:seed=4"),
        ({"engines": ("random:seed=5", "random:seed=4")}, "its engines: random:seed=4 and random:seed=5, not random:"),
        ({"seed": 1}, "its seed: 7, not 1"),
        ({"opening_plies": 4}, "its opening plies: 0, not 4"),
        ({"balance": 2}, "its balance: 1, not 2"),
        ({"clock": "-"}, "its clock: 10+0.1, not -"),
        ({"longest": 500}, "its longest: 10000, not 500"),
    ],
)
def test_other_conditions_are_refused_with_the_difference(tmp_path, suffix, changes, told):
    store = store_of(tmp_path / f"games{suffix}")
    fill(store, 2)
    said = refusal(store_of(store.file, replace(CONDITIONS, **changes)))
    assert f"games{suffix}, game 1 is of another match: {told}" in said


def test_of_long_values_the_difference_is_shown(tmp_path):
    store = store_of(tmp_path / "games.jsonl", replace(CONDITIONS, engines=("uci:" + "x" * 500 + "one", "y" * 500)))
    fill(store, 1)
    said = refusal(store_of(store.file, replace(CONDITIONS, engines=("uci:" + "x" * 500 + "two", "y" * 500))))
    assert re.search(r"its engines: …x+one and y+…, not …x+two and y+…$", said)


def test_another_game_is_refused(tmp_path):
    store = store_of(tmp_path / "games.jsonl")
    fill(store, 1)
    other = replace(store, game=zermelo.load("nim:stones=9"))
    assert "its game: nim, not nim:stones=9" in refusal(other)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_other_openings_are_refused(tmp_path, suffix):
    file = tmp_path / f"games{suffix}"
    game = store_of(file).game
    start = game.initial()
    one, two = (game.result(start, action) for action in game.legal(start)[:2])
    store = store_of(file, openings=[[start], [one]])
    fill(store, 4, fault="it")
    assert len(store.load(resume=True)) == 4
    assert len(store_of(file, openings=[[start], [one], [two]]).load(resume=True)) == 4  # these come later
    said = refusal(store_of(file, openings=[[start], [two]]))
    assert f"game 3 is of another match: its opening: {game.state_text(one)}, not " in said
    said = refusal(store_of(file, openings=[[start], [start, one]]))
    assert re.search(r"game 3 .* its opening: .*, not .* after 1 plies \([0-9a-f]{16}\)$", said)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_missing_or_repeated_game_is_noticed(tmp_path, suffix, lost):
    store = store_of(tmp_path / f"games{suffix}")
    ends = [0]
    for number in range(1, 4):
        record, played = played_game(store.game, number)
        add(store, record, played, number)
        ends.append(store.file.stat().st_size)
    data = store.file.read_bytes()
    one = data[ends[lost] : ends[lost + 1]]
    store.file.write_bytes(data + one)
    assert f"game 4: its number: {lost + 1}, not 4" in refusal(store)
    store.file.write_bytes(data.replace(one, b""))
    if lost < 2:
        assert f"game {lost + 1}: its number: {lost + 2}, not {lost + 1}" in refusal(store)
    else:
        assert len(store.load(resume=True)) == 2


# --- games that were cut short ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_that_was_cut_anywhere_is_mended_to_its_last_whole_game(tmp_path, suffix):
    file = tmp_path / f"games{suffix}"
    store = store_of(file, replace(CONDITIONS, engines=("uci:é \u2028 1-0", 'uci:"}')))
    fill(store, 2, fault="1/2-1/2 } ] é")
    add(store, *played_game(store.game, 3, fault="ö } 0-1"), 3)
    whole = file.read_bytes()
    ends = [0, *(found.end() for found in re.finditer(rb"\n\n(?=\[Event)|\n(?={)", whole)), len(whole)]
    every = 3 if suffix == ".jsonl" else 7  # reading PGN takes longer
    for cut in {*range(0, len(whole), every), *range(len(whole) - 20, len(whole)), *ends}:
        file.write_bytes(whole[:cut])
        found = store.load(resume=True)
        assert file.read_bytes() == whole[: ends[len(found)]]
        assert ends[len(found)] <= cut + 2  # at most the line feeds are added
        assert ends[len(found) + 1] > cut if cut < len(whole) and len(found) < 3 else len(found) == 3


@pytest.mark.parametrize(("suffix", "missing"), [(".jsonl", 1), (".pgn", 1), (".pgn", 2)])
def test_a_whole_game_counts_without_its_last_line_feeds(tmp_path, suffix, missing):
    store = store_of(tmp_path / f"games{suffix}")
    played = fill(store)
    data = store.file.read_bytes()
    store.file.write_bytes(data[:-missing])
    assert store.load(resume=True) == played
    assert store.file.read_bytes() == data


def test_a_half_game_in_the_middle_is_not_counted(tmp_path):
    store = store_of(tmp_path / "games.pgn")
    fill(store, 3)
    text = store.file.read_text()
    second = text.index("0-1\n", text.index('[Round "2"]'))
    store.file.write_text(text[:second] + text[second + 4 :])
    assert "games.pgn: game 2: its moves end with no result, not 0-1" in refusal(store)
    store.file.write_text(text[:second] + "1-0\n" + text[second + 4 :])
    assert "games.pgn: game 2: its moves end with 1-0, not 0-1" in refusal(store)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("games.jsonl", b"my notes"),
        ("games.jsonl", b'{"name": "other"'),
        ("games.jsonl", b"\x00\x00"),
        ("games.pgn", b"my notes"),
        ("games.pgn", b'[Event "Wijk aan Zee"]\n\n1. e4 e5'),
        ("games.pgn", b"1. e4 e5 1-0\n\n1. d4"),
        ("games.pgn", b'[Event "zermelo match 7"]\n[White "\xff\xff"]\n\n1. e4 1-0\n'),
    ],
)
def test_other_people_s_files_are_left_alone(tmp_path, name, data):
    store = store_of(tmp_path / name)
    store.file.write_bytes(data)
    assert re.search("not a game of a match|not UTF-8", refusal(store))


# --- hostile files ---------------------------------------------------------------------------------------------------

DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("format", "4", "game 1 has format 4; this version reads 2 and 3"),
        ("format", "true", "has format true"),
        ("format", "2.0", "has format 2.0"),
        ("number", "1.0", "its number: 1.0, not 1"),
        ("number", "true", "its number: true, not 1"),
        ("number", "2", "its number: 2, not 1"),
        ("game", '"chess"', "its game: chess, not nim"),
        ("game", "{}", "its game: an object, not nim"),
        ("engines", '["random:seed=4"]', "its engines: a list, not random:seed=4 and random:seed=5"),
        ("engines", '["random:seed=4", ["x"]]', "its engines: a list, not"),
        ("seed", "7.0", "its seed: 7.0, not 7"),
        ("seed", "1" + "0" * 400, "its seed: 1000"),
        ("seed", "1" + "0" * 5000, "line 1: this is not a game"),
        ("balance", "true", "its balance: true, not 1"),
        ("opening_plies", "false", "its opening plies: false, not 0"),
        ("clock", "null", "its clock: null, not 10+0.1"),
        ("seat", "0.0", "its seat: 0.0, not 0"),
        ("seat", "false", "its seat: false, not 0"),
        ("seat", "1", "its seat: 1, not 0"),
        ("seat", "[0]", "its seat: a list, not 0"),
        ("start", "1", "its start: 1, not a text"),
        ("ending", "null", "its ending: null, not a text"),
        ("fault", "[]", "its fault: a list, not a text"),
        ("moves", "{}", "its moves: an object, not a list of texts"),
        ("moves", "[1]", "its moves: a list, not a list of texts"),
        ("utilities", "[NaN, 1]", "its utilities: NaN and 1, not 2 finite numbers"),
        ("utilities", "[1, -Infinity]", "not 2 finite numbers"),
        ("utilities", "[1" + "0" * 400 + ", 0]", "not 2 finite numbers"),
        ("utilities", "[1e999, 0]", "not 2 finite numbers"),
        ("utilities", "[1]", "its utilities: a list, not 2 finite numbers"),
        ("utilities", "[1, 0, 0]", "its utilities: 1 and 0 and 0, not 2 finite numbers"),
        ("utilities", "[true, 0]", "its utilities: a list, not 2 finite numbers"),
        ("utilities", '["1", "0"]', "not 2 finite numbers"),
        ("utilities", '"10"', "its utilities: 10, not 2 finite numbers"),
        ("utilities", "5", "its utilities: 5, not 2 finite numbers"),
        ("utilities", DEEP, "line 1: this is not a game of a match"),
        ("moves", DEEP + "]" * 100_000, "line 1: this is not a game of a match"),
        ("moves", "[" * 500 + "]" * 500, "its moves: a list, not a list of texts"),
        ("fault", '"", "seat": 1', "line 1: this is not a game of a match"),
    ],
)
def test_every_field_is_checked(tmp_path, field, value, told):
    store = store_of(tmp_path / "games.jsonl")
    fill(store, 1)
    entry = json.loads(store.file.read_text())
    words = ", ".join(f'"{name}": {value if name == field else json.dumps(entry[name])}' for name in entry)
    store.file.write_text(f"{{{words}}}\n")
    said = refusal(store)
    assert told in said
    assert len(said) < 300 + len(str(tmp_path))
    del entry[field]
    store.file.write_text(json.dumps(entry) + "\n")
    assert "game 1" in refusal(store)


@pytest.mark.parametrize("line", ["nonsense", "{}", "null", "[]", "3", '"seat"', "", "\x00", '{"seat": 0}'])
def test_a_line_that_is_no_game(tmp_path, line):
    store = store_of(tmp_path / "games.jsonl")
    store.file.write_text(line + "\n")
    assert re.search(r"games.jsonl, (line|game) 1: this is not a game of a match", refusal(store))
    store.file.write_bytes(b"\xff\xfe\n")
    assert "line 1: this is not a game of a match" in refusal(store)


def test_games_of_an_older_version_are_refused(tmp_path):
    """They hold neither openings nor clock, so they could be of another match."""
    store = store_of(tmp_path / "games.jsonl")
    store.file.write_text('{"game":"nim","engines":["random","random"],"seed":7,"seat":0,"utilities":[1,-1]}\n')
    assert "game 1 was saved by an older version, without its openings and clock: save to another" in refusal(store)
    store = store_of(tmp_path / "games.pgn")
    store.file.write_text('[Event "zermelo match 7"]\n[Result "1-0"]\n\n1. e4 1-0\n\n')
    assert "game 1 was saved by an older version" in refusal(store)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('[Round "1"]', '[Round "01"]', "its number: 01, not 1"),
        ('[Round "1"]', '[Round "\u0661"]', "its number: \u0661, not 1"),
        ('[MatchSeed "7"]', '[MatchSeed "²"]', "its seed: ², not 7"),
        ('[MatchSeed "7"]', '[MatchSeed "--7"]', "its seed: --7, not 7"),
        ('[MatchSeed "7"]', "", "its seed: null, not 7"),
        ('[MatchFormat "3"]', '[MatchFormat "9"]', "has format 9; this version reads 2 and 3"),
        ('[Black "random:seed=5"]', '[Black "x"]', "its engines: random:seed=4 and x, not"),
        ("1-0", "*", "its utilities: a list, not 2 finite numbers"),
    ],
)
def test_every_tag_is_checked(tmp_path, old, new, told):
    store = store_of(tmp_path / "games.pgn")
    record, played = played_game(CHESS, 1)
    add(store, record, played, 1)
    text = store.file.read_text()
    assert old in text
    store.file.write_text(text.replace(old, new))
    assert told in refusal(store)


@pytest.mark.parametrize(
    ("name", "told"),
    [("games.txt", "a .jsonl or .pgn file, not to games.txt"), ("games.pgn", "save games of nim to a .jsonl file")],
)
def test_what_cannot_be_saved(tmp_path, name, told):
    with pytest.raises(zermelo.ZermeloError, match=re.escape(told)):
        Store(tmp_path / name, NIM, CONDITIONS, [[NIM.initial()]]).load(resume=False)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_as_good_as_a_new_one(tmp_path):
    store = store_of(tmp_path / "games.jsonl")
    store.file.touch()
    assert store.load(resume=False) == store.load(resume=True) == []


def test_a_file_that_cannot_be_read_or_written_is_told_at_once(tmp_path):
    folder = tmp_path / "folder.jsonl"
    folder.mkdir()
    with pytest.raises(zermelo.ZermeloError, match=r"folder.jsonl cannot be read: Is a directory"):
        store_of(folder).load(resume=True)
    with (
        pytest.raises(zermelo.ZermeloError, match=r"games.jsonl cannot be written: there is no folder .*none"),
        store_of(tmp_path / "none" / "games.jsonl").opened(resume=False),
    ):
        pass


def test_a_file_that_cannot_be_mended_is_told(tmp_path, monkeypatch):
    store = store_of(tmp_path / "games.jsonl")
    fill(store, 2)
    store.file.write_bytes(store.file.read_bytes()[:-9])

    def full(*words):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.truncate", full)
    assert "games.jsonl cannot be written: No space left on device" in refusal(store)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_second_match_with_one_file_is_refused(tmp_path, suffix):
    store = store_of(tmp_path / f"games{suffix}")
    with store.opened(resume=True) as saving:
        saving.append(*played_game(store.game, 1), 1)
        second = pytest.raises(zermelo.ZermeloError, match="is being written by this process already: wait for it")
        with second, store.opened(resume=True):
            pass
        saving.append(*played_game(store.game, 2), 2)
    assert len(store.load(resume=True)) == 2
