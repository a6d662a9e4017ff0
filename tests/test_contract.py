"""Every game satisfies the contract's laws; new games are found automatically."""

from __future__ import annotations

import json
import random
from xml.etree import ElementTree

import pytest
from conftest import random_position

import zermelo
from zermelo.arena.doctor import examine
from zermelo.laws.laws import LAWS
from zermelo.picture import Board, Cards, Points, die_cell
from zermelo.show.described import described
from zermelo.show.svg import svg
from zermelo.show.text import text
from zermelo.show.touch import touches

NAMES = zermelo.game_names()
VARIANTS = [
    "tic-tac-toe:rows=4,columns=4,k=3",
    "connect-four:columns=4,rows=4",
    "connect-four:columns=10,rows=5",
    "monopoly:players=4,rounds=5",
    "nim:stones=9,most=4,misere=true",
    "2048:rows=2,columns=3,goal=32,placer=player",
    "pig:goal=10,sides=2",
    "backgammon:cube=true,jacoby=true",
    "backgammon:cube=true,length=3,identifiers=xg",
    "cant-stop:sides=2,goal=2,ends=1,rise=1",
    "castles:red=1,green=4,blue=2",
    "coin-flip:turns=2,heads=5",
    "random-tree:branching=5,depth=3",
    "breakthrough:rows=5,columns=3",
    "gomoku:size=6,rule=exact,swap=true",
    "amazons:size=5",
    "hex:size=4,swap=true",
    "kalah:pits=3,seeds=2,empty_capture=true",
    "yahtzee:players=2",
    "prisoners-dilemma:rounds=3,temptation=4.5",
    "goofspiel:cards=4,order=descending,hidden=true,margin=true",
    "oshi-zumo:coins=6,size=1,minimum=0,horizon=4",
    "liars-dice:dice=2,sides=3,rule=reset-quantity",
    "road:sign=true",
    "blind-tic-tac-toe:rows=2,failed=lost,told=true",
    "battleship:rows=4,columns=5,ships=32,placed=players",
    "battleship:rows=3,columns=3,ships=21,solitaire=true",
    "bridge:cards=3,mini=true",
    "bridge:cards=2,contract=1NTX,declarer=W,score_by=made",
    "dark-chess:layout=silverman,plies=30",
    "scrabble:size=5,rack=2,players=3,words=AT+TA+CAT+ACT,tiles=A1x6+C3x3+T1x5+?0x1,exchange=2,scoreless=3,challenge=double",
    "[[[1,2,3],[4,5,6]],[[7,8,9]]]",
]


@pytest.mark.parametrize("spec", NAMES + VARIANTS)
def test_laws(spec):
    _keeps_the_laws(zermelo.load(spec), games=4, seconds=0.4)


@pytest.mark.slow
@pytest.mark.parametrize("spec", NAMES + VARIANTS)
def test_laws_in_many_games(spec):
    _keeps_the_laws(zermelo.load(spec), games=25, seconds=3)


def _keeps_the_laws(game, games, seconds):
    diagnosis = examine(_interpreted(game), games=games, seconds=seconds)
    if diagnosis.positions == 0:  # a busy machine: not one game was over in time
        diagnosis = examine(_interpreted(game), games=1, seconds=60)
    broken = [finding for finding in diagnosis.findings if not finding.holds]
    assert not broken
    assert len(diagnosis.findings) == len(LAWS) + 1
    assert diagnosis.positions > 0  # how many is a matter of the machine


def _interpreted(game):
    from dataclasses import replace

    return replace(game, compiles=False)


@pytest.mark.parametrize(
    "spec", ["connect-four", *(pytest.param(spec, marks=pytest.mark.long) for spec in ("pig", "castles"))]
)
def test_compiled_and_interpreted_agree(spec):
    diagnosis = examine(zermelo.load(spec), games=3)
    assert diagnosis.healthy
    assert diagnosis.compiled


@pytest.mark.parametrize("spec", NAMES)
def test_every_game_shows_itself(spec):
    game = zermelo.load(spec)
    for seed in range(5):
        state = random_position(game, seed, choice=False)
        assert text(game.describe(state)).strip()
        assert ElementTree.fromstring(svg(game.describe(state))).tag.endswith("svg")
        assert json.dumps(described(game.describe(state)), allow_nan=False)


@pytest.mark.parametrize("spec", NAMES + VARIANTS)
def test_every_action_is_touched_on_the_board_or_not_at_all(spec):
    game = zermelo.load(spec)
    for seed in range(5):
        state = random_position(game, seed)
        picture, found = game.describe(state), touches(game, state)
        places = set(picture.places()) if isinstance(picture, Board | Points) else set()
        if isinstance(picture, Cards):
            places = {(place, card) for place, hand in enumerate(picture.hands) for card in range(len(hand.cards))}
        if isinstance(picture, Board) and picture.dice is not None:
            places |= {die_cell(place) for place in range(6)}  # five and the cup at most
        if isinstance(picture, Cards):
            places = {(row, at) for row, hand in enumerate(picture.hands) for at, card in enumerate(hand.cards) if card}
        assert len(found) == len(game.legal(state))
        assert all(places.issuperset(cells) for cells in found)


@pytest.mark.parametrize("spec", NAMES)
def test_every_game_declares_itself(spec):
    game = zermelo.load(spec)
    assert game.summary
    assert game.name == spec
    assert zermelo.load(game.title).title == game.title


@pytest.mark.parametrize(
    "spec", [pytest.param(name, marks=pytest.mark.long) if name == "chess" else name for name in NAMES]
)
def test_a_random_game_can_be_replayed_from_its_text(spec):
    game = zermelo.load(spec)
    noise = random.Random(spec)
    record = zermelo.play(
        game, [lambda game, state: noise.choice(game.legal(state))] * game.players, seed=noise.randrange(2**31)
    )
    state = game.initial()
    for name in record.texts():
        assert name in [game.action_text(state, move) for move in game.moves(state)]
        state = game.result(state, game.read_action(state, name))
    assert state == record.end
