"""Saved matches that were changed: each line is checked against its digest and against the game that it tells."""

from __future__ import annotations

import json
import random
import re

import pytest
from records.saved import fill, refusal, sign, store_of

import zermelo


def entries_of(store):
    return [json.loads(line) for line in store.file.read_text().splitlines()]


def write(store, entries):
    store.file.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries))


def test_every_changed_byte_is_told_with_its_line(tmp_path):
    store = store_of(tmp_path / "games.jsonl")
    played = fill(store, 3)
    whole, noise = store.file.read_bytes(), random.Random(1)
    for _ in range(300):
        place = noise.randrange(len(whole))
        changed = whole[:place] + bytes([noise.choice(b'0123456789abcxyz[]{},:. "')]) + whole[place + 1 :]
        store.file.write_bytes(changed)
        line = whole[:place].count(b"\n") + 1
        try:
            found, said = store.load(resume=True), ""
        except zermelo.ZermeloError as error:
            found, said = played, str(error)
        assert found == played  # it was a space, or the byte that was there
        assert not said or re.search(rf"games.jsonl(, (line|game) {line}\b|: what follows the last)", said), said


def test_a_falsified_match_is_refused(tmp_path):
    """As the file says it: utilities exchanged in two lines, or a hundred and ten for a win."""
    store = store_of(tmp_path / "games.jsonl")
    fill(store, 4)
    entries = entries_of(store)
    one, other = (next(e for e in entries if e["utilities"][0] == value) for value in (1.0, -1.0))
    one["utilities"], other["utilities"] = other["utilities"], one["utilities"]
    write(store, entries)
    assert re.search(r"games.jsonl, line \d was changed or damaged: its digest is wrong", refusal(store))
    write(store, map(sign, entries))
    assert re.search(
        r"line \d was changed or damaged: its utilities: (1, -1|-1, 1), not (1, -1|-1, 1)$", refusal(store)
    )
    entries = [*entries_of(store)[:1], sign({**entries[1], "utilities": [110, -1]})]
    write(store, [sign({**entries[0], "utilities": [-u for u in entries[0]["utilities"]]}), entries[1]])
    assert re.search(r"line 2 was changed or damaged: its utilities: 110, -1, not", refusal(store))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"moves": lambda moves: [*moves, "1"]}, r"move \d+ comes after its end \(over\)"),
        ({"moves": lambda moves: ["9", *moves[1:]]}, "move 1: '9' is not legal at 21,0"),
        ({"moves": lambda moves: moves[:-1]}, "its ending: over, and its moves lead to no end"),
        ({"moves": lambda moves: []}, "its ending: over, and its moves lead to no end"),
        ({"ending": lambda ending: "repetition"}, "its ending: repetition, and its moves lead to over"),
        ({"ending": lambda ending: "crash"}, "its ending: crash, and its moves lead to over"),
        ({"fault": lambda fault: "x crashed"}, "its fault: x crashed, not none"),
        ({"start": lambda start: "20,0"}, "its start: 20,0, not 21,0"),
        ({"result": lambda result: "Player 7 wins"}, "its result: Player 7 wins, not "),
        ({"utilities": lambda utilities: [0.0, 0.0]}, "its utilities: 0, 0, not "),
        ({"moves": lambda moves: moves[:2], "ending": lambda ending: "time"}, "its result: "),
        ({"moves": lambda moves: moves[:2], "ending": lambda ending: "too long"}, "lead to no end"),
    ],
)
@pytest.mark.parametrize("version", [2, 3])
def test_a_line_is_checked_against_the_game_that_it_tells(tmp_path, changes, told, version):
    """Whether its digest is right, or it is of the format that had none."""
    store = store_of(tmp_path / "games.jsonl")
    fill(store, 2)
    first, entry = entries_of(store)
    entry |= {name: change(entry[name]) for name, change in changes.items()}
    if version == 2:
        first, entry = ({**one, "format": 2} for one in (first, entry))
        first.pop("digest"), entry.pop("digest")
    write(store, [first, sign(entry) if version == 3 else entry])
    assert re.search(rf"games.jsonl, line 2 was changed or damaged: .*({told})", refusal(store))


def test_lines_of_the_format_before_are_read(tmp_path):
    store = store_of(tmp_path / "games.jsonl")
    played = fill(store, 3)
    entries = [{**entry, "format": 2} for entry in entries_of(store)]
    for entry in entries:
        del entry["digest"]
    write(store, entries)
    assert store.load(resume=True) == played
    assert fill(store, 1)[:3] == played
    assert len(store.load(resume=True)) == 4
    write(store, [{**entry, "format": 3} for entry in entries])
    assert "line 1 was changed or damaged: its digest is wrong" in refusal(store)


def test_a_game_that_was_given_up_is_checked_too(tmp_path):
    store = store_of(tmp_path / "games.jsonl")
    fill(store, 2, fault="x ran out of time")
    entries = entries_of(store)
    write(store, [entries[0], sign({**entries[1], "utilities": entries[1]["utilities"][::-1]})])
    assert "line 2 was changed or damaged: its utilities" in refusal(store)


def test_a_game_of_chess_is_checked_in_pgn_as_well(tmp_path):
    store = store_of(tmp_path / "games.pgn")
    played = fill(store, 3)
    text = store.file.read_text()
    for old, new, told in (
        ("Qxf7# 1-0", "Qf3 1-0", "game 1 was changed or damaged: its digest is wrong"),
        ("Qh4#", "Qh4# ", None),
        ("2. g4", "2. {a blunder} g4 $4", None),
        ('[Site "?"]', '[Site "here"]', "game 1 was changed or damaged: its digest is wrong"),
        ('[Result "0-1"]', '[Result "1-0"]', "game 2: its moves end with 0-1, not 1-0"),
    ):
        assert old in text
        store.file.write_text(text.replace(old, new, 1))
        if told:
            assert told in refusal(store)
        else:
            assert store.load(resume=True) == played
    old = re.sub(r'\[MatchDigest "\w+"\]\n', "", text).replace('[MatchFormat "3"]', '[MatchFormat "2"]')
    store.file.write_text(old)
    assert store.load(resume=True) == played
    store.file.write_text(old.replace('[Result "1-0"]', '[Result "0-1"]').replace("Qxf7# 1-0", "Qxf7# 0-1"))
    assert "game 1 was changed or damaged: its utilities: -1, 1, not 1, -1" in refusal(store)
