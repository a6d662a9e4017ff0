"""Saved matches for tests: files with short games of Nim and chess."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.records.endings import forfeited_utilities, utilities_of
from zermelo.records.game_record import GameRecord
from zermelo.records.matches import Conditions, Played, Store, digest_of

NIM, CHESS = zermelo.load("nim"), zermelo.load("chess")
CONDITIONS = Conditions(("random:seed=4", "random:seed=5"), 7, 0, 1, "10+0.1", 10_000)
SUFFIXES = [".jsonl", ".pgn"]


def store_of(file, conditions=CONDITIONS, openings=None):
    game = CHESS if file.suffix == ".pgn" else NIM
    return Store(file, game, conditions, openings or [[game.initial()]])


MATES = {1: "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", -1: "f3 e5 g4 Qh4#", 0: "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"}


def played_game(game, number, fault="", ending="crash", start=None):
    """A short game. White wins, loses and draws in turn in chess; with a fault, who is to move loses."""
    start = game.initial() if start is None else start
    noise, state, actions = random.Random(number), start, []
    moves = MATES[(number + 1) % 3 - 1].split() if game is CHESS and not fault else None
    while moves != [] if moves is not None else not game.is_terminal(state) and not (fault and len(actions) == 3):
        actions.append(game.read_action(state, moves.pop(0)) if moves else noise.choice(game.legal(state)))
        state = game.result(state, actions[-1])
    if fault:
        utilities = forfeited_utilities(game, game.to_move(state))
    else:
        ending = "over" if game.is_terminal(state) else "repetition"
        utilities = utilities_of(game, state) if ending == "over" else (0.0, 0.0)
    record = GameRecord(game, start, tuple(actions), state, utilities, ending, fault)
    return record, Played((number - 1) % 2, utilities, fault)


def fill(store, count=5, fault=""):
    """Adds games to a file; returns what a match knows of them."""
    with store.opened(resume=True) as saving:
        before = len(saving.played)
        for number in range(before + 1, before + count + 1):
            start = store.openings[(number - 1) // 2 % len(store.openings)][-1]
            record, one = played_game(store.game, number, fault, start=start)
            saving.append(record, one, number)
            saving.played.append(one)
    assert [file.name for file in store.file.parent.iterdir() if file.name.startswith(".")] == []
    return saving.played


def add(store, record, played, number):
    """Adds a game to a file as it is, whatever there is in it."""
    with store.file.open("ab") as file:
        file.write(store.record_of(record, played, number))


def sign(entry):
    """An entry with the digest of what it says."""
    plain = {name: value for name, value in entry.items() if name != "digest"}
    return {**plain, "digest": digest_of(plain)}


def refusal(store):
    """What `load` says of a file, which it leaves alone."""
    before = store.file.read_bytes()
    with pytest.raises(zermelo.ZermeloError) as error:
        store.load(resume=True)
    assert store.file.read_bytes() == before
    assert "\n" not in str(error.value)
    return str(error.value)
