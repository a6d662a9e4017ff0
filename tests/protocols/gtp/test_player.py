"""Other people's GTP engines as players of Othello and Go."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from processes import SUPPORT

import zermelo
from zermelo import ZermeloError, engine
from zermelo.protocols.process import find_program
from zermelo.search.time.clock import Clock

FAKE = SUPPORT / "protocols" / "gtp" / "fake_gtp.py"
OTHELLO = zermelo.load("othello")


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """fake("crash", "time=1") is an engine that crashes; fake.log() what it heard, without the numbers."""
    monkeypatch.setenv("PYTHONPATH", str(Path(zermelo.__file__).parents[1]))
    log, players = tmp_path / "log", []

    def make(mode="good", *options):
        players.append(engine(",".join([f'gtp:"{sys.executable}" "{FAKE}" "{mode}" "{log}"', *options])))
        return players[-1]

    make.log = lambda: [line.split(maxsplit=1)[1] for line in log.read_text().splitlines() if " " in line]
    yield make
    for player in players:
        player.close()


def last(game, state):
    return game.legal(state)[-1]


def with_a_pass() -> list:
    """The states of a game up to a position where the other had to pass shortly before."""
    for seed in range(1000):
        record = zermelo.play(OTHELLO, [zermelo.Random(seed=seed), zermelo.Random(seed=seed + 1)])
        states = [OTHELLO.initial()]
        for action in record.actions:
            states.append(OTHELLO.result(states[-1], action))
        for ply, action in enumerate(record.actions[:-2]):
            if action == 64 and len(OTHELLO.legal(states[ply + 1])) > 1:
                return states[: ply + 2]
    raise AssertionError


@pytest.mark.parametrize("mode", ["good", "garbage", "nameless"])
def test_whole_games_on_both_sides(fake, mode):
    result = zermelo.match(OTHELLO, [fake(mode), zermelo.Random()], games=2, seed=1)
    assert result.faults == ()
    assert [record.ending for record in result.records] == ["over", "over"]


def test_what_an_engine_hears(fake):
    player = fake("good", "time=1.5")
    seen = []
    zermelo.play(OTHELLO, [player, last], watch=lambda *ply: seen.append(ply) or None)
    first = OTHELLO.action_text(*seen[0][::2])
    reply = OTHELLO.action_text(*seen[1][::2])
    assert fake.log()[:8] == [
        "list_commands",
        "set_game Othello",
        "boardsize 8",
        "clear_board",
        "time_settings 0 2 1",
        "genmove black",
        f"play white {reply}",
        "genmove black",
    ]
    assert f"play black {first}" not in fake.log()  # it knows its own moves


def test_random_openings_are_told_from_the_start(fake):
    result = zermelo.match(OTHELLO, [fake(), zermelo.Random()], games=2, seed=2, opening=5, balance=1, concurrency=1)
    assert result.faults == ()
    heard = fake.log()
    begin = heard.index("clear_board")
    assert [line.split()[0] for line in heard[begin + 1 : begin + 6]] == ["play"] * 5
    assert result.records[0].start == result.records[1].start != OTHELLO.initial()


def test_a_pass_that_the_engine_makes_by_itself(fake):
    *past, state = with_a_pass()
    player = fake()
    assert player.choose(OTHELLO, state, past, None) in OTHELLO.legal(state)
    assert any(line.endswith("pass") for line in fake.log())


def test_a_forced_pass_needs_no_question(fake):
    *past, state, _ = with_a_pass()
    assert fake().choose(OTHELLO, state, past, None) == 64
    assert not any(line.startswith("genmove") for line in fake.log())


def test_a_new_path_is_set_up_anew(fake):
    player = fake()
    start = OTHELLO.initial()
    for place in ("d3", "c4"):
        state = OTHELLO.result(start, OTHELLO.read_action(start, place))
        player.choose(OTHELLO, state, [start], None)
    assert fake.log().count("clear_board") == 2


def test_clocks_are_told(fake):
    fake().choose(OTHELLO, OTHELLO.initial(), [], Clock((12.7, 9.0)))
    assert "time_settings 13 0 0" in fake.log()
    assert "time_left black 12 0" in fake.log()
    fake().choose(OTHELLO, OTHELLO.initial(), [], Clock((60.0, 60.0), actions_to_go=20))
    assert "time_settings 0 60 20" in fake.log()
    assert "time_left black 60 20" in fake.log()


@pytest.mark.parametrize(
    ("mode", "ending", "told"),
    [
        ("illegal", "illegal move by", "a1 at"),
        ("crash", "crash", "exited with code 4"),
        ("hang", "time", "gave no move within"),
        ("refuse", "no move", "refused 'genmove white': cannot think"),
        ("deaf", "no move", "refused 'play black"),
        ("resign", "resignation", ""),
    ],
)
def test_faults_lose_the_game(fake, mode, ending, told):
    player = fake(mode, *(["grace=0.5"] if mode == "hang" else []))
    record = zermelo.play(OTHELLO, [last, player])
    assert record.utilities == (64.0, -64.0)
    assert record.ending.startswith(ending)
    assert (told in record.fault) if told else record.fault == ""


def test_mistakes(fake):
    start = OTHELLO.initial()
    later = OTHELLO.result(start, OTHELLO.legal(start)[0])
    with pytest.raises(ZermeloError, match="only takes moves from the start of othello: give --moves"):
        fake()(OTHELLO, later)
    small = zermelo.load("othello:size=6")
    with pytest.raises(ZermeloError, match="cannot play othello:size=6: it refused 'boardsize 6': unacceptable size"):
        fake()(small, small.initial())
    with pytest.raises(ZermeloError, match="does not know genmove"):
        fake("mutilated").new_game(OTHELLO)
    with pytest.raises(ZermeloError, match="GTP engines play Othello and Go, not chess: try uci:COMMAND"):
        zermelo.match(zermelo.load("chess"), [fake(), zermelo.Random()], games=1)
    with pytest.raises(ZermeloError, match="gtp has no option 'level'"):
        engine("gtp:sh,level=5")


# --- GRhino ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def rhino():
    try:
        find_program("gtp-rhino")
    except ZermeloError:
        pytest.skip("gtp-rhino (Debian's grhino) is not installed")
    with engine("gtp:gtp-rhino -l 1 -b 0") as player:
        yield player


def test_rhino_plays_whole_games_from_random_openings(rhino):
    result = zermelo.match(OTHELLO, [rhino, zermelo.Random()], games=6, seed=4, opening=8, balance=1)
    assert result.faults == ()
    assert result.wins >= 4


def test_rhino_goes_on_after_a_pass(rhino):
    *past, state = with_a_pass()
    assert rhino.choose(OTHELLO, state, past, None) in OTHELLO.legal(state)


# --- Go ---------------------------------------------------------------------------------------------------------------

SCRIPTED = """
import sys

log, known, *moves = sys.argv[1:]
for line in sys.stdin:
    number, command, *words = line.split()
    with open(log, "a") as file:
        print(command, *words, file=file)
    answer = ""
    if command == "list_commands":
        answer = known.replace(" ", "\\n")
    elif command in ("genmove", "kgs-genmove_cleanup"):
        answer = moves.pop(0) if moves else "pass"
    print(f"={number} {answer}\\n", flush=True)
    if command == "quit":
        break
"""
BASIC = "list_commands boardsize clear_board komi play genmove quit"


@pytest.fixture
def scripted(tmp_path):
    """scripted("A1", "pass") is an engine that plays so, whatever it is told; scripted.log() what it heard."""
    program, log, players = tmp_path / "scripted.py", tmp_path / "log", []
    program.write_text(SCRIPTED)

    def make(*moves, known=BASIC):
        words = " ".join(f'"{word}"' for word in (sys.executable, program, log, known, *moves))
        players.append(engine(f"gtp:{words}"))
        return players[-1]

    make.log = lambda: log.read_text().splitlines()
    yield make
    for player in players:
        player.close()


def by_name(*moves):
    """A player that plays these moves, then passes."""
    waiting = list(moves)
    return lambda game, state: game.read_action(state, waiting.pop(0) if waiting else "pass")


def test_what_a_go_engine_hears(scripted):
    game = zermelo.load("go:rows=5,columns=5,komi=6.5")
    record = zermelo.play(game, [by_name("C3"), scripted("d4")])
    assert record.ending == "over"
    assert scripted.log()[:6] == [
        "list_commands",
        "boardsize 5",
        "clear_board",
        "komi 6.5",
        "play Black c3",
        "genmove White",
    ]


def test_a_handicap_is_told_point_by_point(scripted):
    game = zermelo.load("go:handicap=3,komi=0.5")
    for known, lines in (
        (f"{BASIC} set_free_handicap fixed_handicap", ["set_free_handicap C3 G7 C7"]),
        (BASIC, ["play Black C3", "play Black G7", "play Black C7"]),
    ):
        scripted("E5", known=known)(game, game.initial())
        heard = scripted.log()
        start = len(heard) - heard[::-1].index("komi 0.5")
        assert heard[start:] == [*lines, "genmove White"]


def test_an_engine_that_passes_is_asked_to_clean_up(scripted):
    game, known = zermelo.load("go:size=5"), f"{BASIC} undo kgs-genmove_cleanup"
    state = game.initial()
    assert game.action_text(state, scripted("pass", "B2", known=known)(game, state)) == "B2"
    assert scripted.log()[-3:] == ["genmove Black", "undo", "kgs-genmove_cleanup Black"]
    assert game.action_text(state, scripted("pass", "B2")(game, state)) == "pass"


def test_boards_that_are_no_squares_are_refused(scripted):
    with pytest.raises(ZermeloError, match="GTP's boards are square, not 3 × 5") as error:
        zermelo.match(zermelo.load("go:rows=3,columns=5"), [scripted(), zermelo.Random()], games=1)
    assert "\n" not in str(error.value)


def zermelo_gtp(game):
    return engine(f'gtp:"{sys.executable}" -m zermelo gtp "{game}" -e random:seed=1')


SUICIDE = ("A1", "C1", "pass", "A2", "pass", "B2")  # then Black can fill B1
KO = ("B2", "C2", "A1", "D1", "C1", "B1", "D4")


def test_a_suicide_that_the_engine_does_not_know_is_its_fault(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(zermelo.__file__).parents[1]))
    game = zermelo.load("go:size=4,suicide=true")
    states = [game.initial()]
    for move in (*SUICIDE, "B1"):
        states.append(game.result(states[-1], game.read_action(states[-1], move)))
    with zermelo_gtp("go:size=4,suicide=false") as other:
        record = zermelo.play(game, [by_name(), other], state=states[-1], past=states[:-1])
    assert record.ending == "no move"
    assert record.utilities == (1.0, -1.0)
    assert "refused 'play Black b1': illegal move" in record.fault
    with zermelo_gtp("go:size=4,suicide=true") as other:
        assert other.choose(game, states[-1], states[:-1], None) in game.legal(states[-1])


@pytest.mark.parametrize(
    ("spec", "moves", "answer"),
    [("go:size=4", (*SUICIDE,), "B1"), ("go:size=4", KO[:-1], "C1"), ("go:size=4,ko=positional", KO[:-1], "C1")],
)
def test_a_move_against_our_rules_is_a_fault(scripted, spec, moves, answer):
    game = zermelo.load(spec)
    states = [game.initial()]
    for move in moves:
        states.append(game.result(states[-1], game.read_action(states[-1], move)))
    record = zermelo.play(game, [scripted(answer), by_name()], state=states[-1], past=states[:-1])
    assert record.ending.startswith("illegal move by")
    assert record.utilities == (-1.0, 1.0)
    assert f"{answer.lower()} at " in record.fault


def test_a_match_goes_on_after_a_fault(scripted):
    result = zermelo.match(zermelo.load("go:size=5"), [scripted("Z9"), zermelo.Random()], games=2, seed=1)
    assert len(result.faults) >= 1
    assert result.games == 2
