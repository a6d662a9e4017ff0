"""Matches: seats, repeatable games, and games side by side."""

from __future__ import annotations

import json
import threading
from functools import partial

import pytest
from stones import pile

import zermelo
from zermelo.arena.match import Lane
from zermelo.players.player import Player, as_player
from zermelo.search.time.clock import Clock


def always_first(game, state):
    return game.legal(state)[0]


def test_sides_are_swapped():
    """Nim with 4 stones, one at a time: whoever is second wins, so two equal players share the games."""
    result = zermelo.match(zermelo.load("nim:stones=4"), [always_first, always_first], games=10)
    assert (result.wins, result.draws, result.losses) == (5, 0, 5)
    assert result.score == 0.5


def test_a_match_is_repeated_by_its_seed():
    game = zermelo.load("connect-four:columns=4,rows=4")
    engines = [zermelo.MCTS(sims=20, compiled=False), zermelo.Random()]
    one, two, other = (zermelo.match(game, engines, games=6, seed=seed, opening=2, balance=1) for seed in (3, 3, 4))
    assert [record.actions for record in one.records] == [record.actions for record in two.records]
    assert [record.actions for record in one.records] != [record.actions for record in other.records]


def test_a_pair_of_games_shares_its_opening():
    game = zermelo.load("tic-tac-toe")
    result = zermelo.match(game, [zermelo.Random(), zermelo.Random()], games=8, seed=1, opening=3, balance=1)
    starts = [record.start for record in result.records]
    assert starts[0::2] == starts[1::2]
    assert len(set(starts)) > 1


def test_three_players_take_every_seat():
    game = zermelo.load("castles")
    seats = []

    def ours(game, state):
        seats.append(game.to_move(state))
        return game.legal(state)[0]

    zermelo.match(game, [ours, always_first], games=3)
    assert set(seats) == {0, 1, 2}


def test_an_illegal_choice_is_told():
    with pytest.raises(zermelo.ZermeloError, match="not legal"):
        zermelo.match(zermelo.load("nim"), [lambda game, state: 99, always_first], games=1)


def test_perfect_play_never_loses_tic_tac_toe():
    result = zermelo.match(zermelo.load("tic-tac-toe"), [zermelo.AlphaBeta(), zermelo.Random()], games=20, seed=5)
    assert result.losses == 0
    assert result.wins > 10


# --- games that are saved -------------------------------------------------------------------------------------------


def games_of(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_every_game_is_saved_when_it_is_over(tmp_path):
    game, file, seen = zermelo.load("nim"), tmp_path / "games.jsonl", []
    zermelo.match(
        game,
        [zermelo.Random(), zermelo.Random()],
        games=4,
        save=file,
        progress=lambda _: seen.append(len(games_of(file))),
    )
    assert seen == [1, 2, 3, 4]
    first = games_of(file)[0]
    state = game.read_state(first["start"])
    for move in first["moves"]:
        state = game.result(state, game.read_action(state, move))
    assert [game.utility(state, player) for player in (0, 1)] == first["utilities"]
    assert first == {**first, "game": "nim", "engines": ["random", "random"], "seat": 0, "ending": "over", "fault": ""}


@pytest.mark.parametrize("suffix", [".jsonl", ".pgn"])
def test_an_interrupted_match_loses_nothing(tmp_path, suffix):
    game = zermelo.load("chess")
    file, whole = tmp_path / f"games{suffix}", tmp_path / f"whole{suffix}"
    start = game.read_state("4k3/8/8/8/8/8/8/R3K2R w KQ - 94 60")  # a draw after six plies
    engines = [zermelo.Random(), zermelo.Random()]
    options = {"games": 4, "seed": 1, "start": start, "opening": 2, "balance": 1}

    def interrupt(so_far):
        if so_far.games == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        zermelo.match(game, engines, save=file, progress=interrupt, **options)
    result = zermelo.match(game, engines, save=file, resume=True, **options)
    assert len(result.records) == 1
    again = zermelo.match(game, engines, save=whole, **options)
    assert result.to_json() == again.to_json()
    assert file.read_text() == whole.read_text()


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        (None, "-"),
        (Clock((10, 10.0), (0.1, 0.1)), "10+0.1"),
        (Clock((60, 60), (0, 0), 40), "40/60"),
        (Clock((60, 30), (1, 0)), "60+1 and 30"),
        (Clock((60, 60), (0, 0), None, 0.5), "60, overhead 0.5"),
        (Clock((0.1 + 0.2, 0.3)), "0.30000000000000004 and 0.3"),
    ],
)
def test_the_clock_is_saved(tmp_path, clock, told):
    zermelo.match(zermelo.load("nim"), [zermelo.Random()] * 2, 1, clock=clock, save=tmp_path / "games.jsonl")
    assert games_of(tmp_path / "games.jsonl")[0]["clock"] == told


def test_engines_are_closed_even_when_a_match_breaks():
    closed = []

    class Closing(Player):
        def __init__(self, action):
            self.action = action

        def choose(self, game, state, past=(), clock=None):
            return self.action

        def close(self):
            closed.append(self)

    engines = [Closing(1), Closing(99)]
    with pytest.raises(zermelo.ZermeloError, match="not legal"):
        zermelo.match(zermelo.load("nim"), engines, games=2)
    assert closed == engines


@pytest.mark.parametrize(("players", "count"), [(2, 1), (2, 3), (3, 4), (1, 1)])
def test_a_match_has_two_engines_or_one_for_each_seat(players, count):
    with pytest.raises(zermelo.ZermeloError, match=f"two engines.*, not {count}"):
        zermelo.match(pile(players=players), ["random"] * count, games=1)


def test_three_engines_in_three_seats():
    """Each engine is in each seat equally often, after each of the others; who takes one stone is known by that."""
    seen = []

    def taking(who):
        def take(game, state):
            seen.append((who, game.to_move(state)))
            return game.legal(state)[0]

        take.__name__ = f"take {who}"
        return take

    engines = [taking(who) for who in "ABC"]
    result = zermelo.match(zermelo.load("castles"), engines, games=6, seed=1, concurrency=1)
    assert result.engines == ("take A", "take B", "take C")
    assert {seat for _, seat in seen} == {0, 1, 2}
    rows = result.to_records()
    assert len(rows) == 18
    for who in result.engines:
        assert sorted(row["seat"] for row in rows if row["engine"] == who) == [0, 0, 1, 1, 2, 2]
    for number in range(1, 7):
        game = [row for row in rows if row["game"] == number]
        assert [row["utility"] for row in game] == list(result.records[number - 1].utilities)
        assert (game[0]["engine"][-1], game[0]["seat"]) in seen
    assert sum(one.wins for one in result.standings) + result.standings[0].draws <= 6
    assert [one.mean.value for one in result.standings] == sorted(result.utilities, reverse=True)
    assert sum(result.utilities) == pytest.approx(0.0)


def test_three_engines_go_on_where_they_stopped(tmp_path):
    game, engines = zermelo.load("castles"), ["random:seed=1", "random:seed=2", "random"]
    whole = zermelo.match(game, engines, games=6, seed=3)
    for games in (4, 6):
        parts = zermelo.match(game, engines, games=games, seed=3, save=tmp_path / "m.jsonl", resume=True)
    assert (parts.utilities, parts.standings) == (whole.utilities, whole.standings)
    assert [row["plies"] is None for row in parts.to_records()] == [True] * 12 + [False] * 6


def test_a_game_for_one_compares_engines_on_the_same_luck():
    def roll(state, move):
        return (state[0] + (move if state[1] % 2 else 0), state[1] + 1)

    game = zermelo.Game(
        initial=lambda: (0, 0),
        to_move=lambda state: zermelo.CHANCE if state[1] % 2 == 1 else 0,
        actions=lambda state: iter((1, 2)),
        result=roll,
        is_terminal=lambda state: state[1] == 4,
        utility=lambda state, player: float(state[0]),
        chances=lambda state: iter([(face, 1 / 6) for face in range(1, 7)]),
        players=1,
        compiles=False,
        name="rolls",
    )
    result = zermelo.match(game, [always_first, "random"], games=20, seed=1)
    assert (result.games, result.wins, result.draws, result.losses) == (20, 0, 10, 0)
    assert result.difference == (0.0, 0.0, 0.0)
    assert len({row["utility"] for row in result.to_records()}) > 2
    report = result.to_json()
    assert report["difference"]["utility"] == 0.0
    assert "elo" not in report
    assert "wins" not in report
    text = str(result)
    assert "always_first and random, rolls, 20 games" in text
    assert "Elo" not in text


# --- games side by side ---------------------------------------------------------------------------------------------


@pytest.fixture
def two_cores(monkeypatch):
    """Pretends that the machine has two cores."""
    for module in ("lanes", "match"):
        monkeypatch.setattr(f"zermelo.arena.{module}.available_cores", lambda: 2)


@pytest.mark.long
@pytest.mark.parametrize(
    ("spec", "engines"),
    [
        ("pig:goal=20", [zermelo.MCTS(sims=50), zermelo.Random()]),
        ("castles", [zermelo.MCTS(sims=50), zermelo.Random()]),
        ("tic-tac-toe", [zermelo.AlphaBeta(nodes=50), zermelo.MCTS(sims=50)]),
    ],
)
def test_games_are_the_same_one_by_one_and_side_by_side(tmp_path, two_cores, spec, engines):
    game, threads = zermelo.load(spec), set()

    def noticed(self, *ply):
        threads.add(threading.current_thread())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lane, "_go_on", noticed)
        one, two = (
            zermelo.match(game, engines, 7, seed=2, opening=1, save=tmp_path / f"{lanes}.jsonl", concurrency=lanes)
            for lanes in (1, 2)
        )
    assert one.records == two.records
    assert one.to_json() == two.to_json()
    assert (tmp_path / "1.jsonl").read_text() == (tmp_path / "2.jsonl").read_text()
    assert threads - {threading.main_thread()}


class Patient(Player):
    """Waits until a game is under way in another lane too, or until it is stopped."""

    def __init__(self, meeting, ways=2):
        self.meeting, self.ways, self.stopped, self.closed = meeting, ways, threading.Event(), False

    def choose(self, game, state, past=(), clock=None):
        self.meeting(self)
        return game.legal(state)[0]

    def most_games(self, game, cores):
        return min(self.ways, cores)

    def another(self):
        made.append(Patient(self.meeting, self.ways))
        return made[-1]

    def stop(self):
        self.stopped.set()

    def close(self):
        self.closed = True


made: list[Patient] = []


@pytest.fixture
def others():
    """The copies that were made of patient players."""
    made.clear()
    return made


def test_by_default_all_cores_play(two_cores, others):
    barrier = threading.Barrier(2)
    player = Patient(lambda _: barrier.wait(60))  # one alone would wait for ever
    result = zermelo.match(zermelo.load("nim:stones=4"), [player, player], games=2)
    assert (result.wins, result.losses) == (1, 1)
    assert len(others) == 1  # the same engine on both sides is one in the other lane too
    assert all(one.closed for one in (player, *others))


def test_functions_play_side_by_side_unless_they_should_not(two_cores):
    barrier = threading.Barrier(2)

    def meet(game, state):
        barrier.wait(60)  # one alone would wait for ever
        return game.legal(state)[0]

    result = zermelo.match(zermelo.load("nim:stones=4"), [meet, meet], games=2)
    assert (result.wins, result.losses) == (1, 1)
    threads = set()

    def first(game, state):
        threads.add(threading.current_thread())
        return game.legal(state)[0]

    zermelo.match(zermelo.load("nim"), [first, zermelo.Random()], games=3, concurrency=1)
    assert threads == {threading.main_thread()}


def test_a_function_that_takes_a_seed_gets_one_for_every_game():
    seeds = []

    def noisy(game, state, *, seed=None):
        seeds.append(seed)
        return game.legal(state)[0]

    game = zermelo.load("nim:stones=2")
    for _ in range(2):
        zermelo.match(game, [noisy, "random:seed=1"], games=2, seed=7, concurrency=1)
    assert seeds[: len(seeds) // 2] == seeds[len(seeds) // 2 :]
    assert len(set(seeds)) == 2
    seeds.clear()
    zermelo.match(game, [partial(noisy, seed=5), "random:seed=1"], games=2)
    assert set(seeds) == {5}


@pytest.mark.parametrize(
    ("engine", "concurrency", "told"),
    [
        (zermelo.Random(), 3, "plays 1 to 2 games at once here, one per core, not 3"),
        (zermelo.Random(), 0, "1 to 2 games at once here"),
        (zermelo.MCTS(sims=1, compiled=False), 2, "plays at most 1 at a time"),
        (zermelo.MCTS(sims=1, threads=2), 2, "threads=2 plays at most 1 at a time on 2 cores"),
    ],
)
def test_more_games_at_once_than_can_be_are_refused(two_cores, engine, concurrency, told):
    with pytest.raises(zermelo.ZermeloError) as error:
        zermelo.match(zermelo.load("nim"), [engine, zermelo.Random()], 4, concurrency=concurrency)
    assert told in str(error.value)


def test_what_goes_wrong_in_a_lane_ends_the_match(two_cores, others):
    def meet(player):
        if player in others:
            raise zermelo.ZermeloError("out of ideas")

    player = Patient(meet)
    with pytest.raises(zermelo.ZermeloError, match="out of ideas"):
        zermelo.match(zermelo.load("nim"), [player, player], games=1000)
    assert all(one.closed for one in (player, *others))


def test_an_interrupted_match_stops_its_searches(two_cores, others, tmp_path):
    """The first game ends; the player of the second thinks until it is told to stop."""
    file, heard = tmp_path / "games.jsonl", []

    def meet(player):
        if player in others:
            heard.append(player.stopped.wait(30))

    def interrupt(so_far):
        raise KeyboardInterrupt

    player = Patient(meet)
    with pytest.raises(KeyboardInterrupt):
        zermelo.match(zermelo.load("nim:stones=4"), [player, player], 9, save=file, progress=interrupt)
    assert heard in ([True], [])  # the interrupt may come before it has begun
    assert len(games_of(file)) == 1
    assert not [thread for thread in threading.enumerate() if thread.name == "zermelo-lane"]
    assert all(one.closed for one in (player, *others))


def test_a_search_in_a_lane_is_stopped():
    """A search without an end, in a thread: `stop` ends it."""
    player = as_player(zermelo.MCTS(time=10**6))
    game, chosen = zermelo.load("castles"), []
    player.new_game(game)
    thread = threading.Thread(target=lambda: chosen.append(player.choose(game, game.initial())), daemon=True)
    thread.start()
    for _ in range(600):
        player.stop()
        thread.join(0.05)
        if not thread.is_alive():
            break
    assert chosen
    assert chosen[0] in game.legal(game.initial())


def test_an_engine_s_own_seed_is_kept():
    """`random:seed=4` plays the same whatever the match's seed; an engine without a seed is given one."""
    game = zermelo.load("connect-four:columns=4,rows=4")

    def firsts(engine, seed):
        return [record.actions for record in zermelo.match(game, [engine, always_first], games=2, seed=seed).records]

    assert firsts(zermelo.Random(seed=4), 1) == firsts(zermelo.Random(seed=4), 2)
    assert firsts(zermelo.Random(), 1) != firsts(zermelo.Random(), 2)
    assert as_player(zermelo.Random(seed=4)).seeded(9).algorithm == zermelo.Random(seed=4)


def test_a_match_gives_each_engine_s_mean_utility():
    """Castles pays 2 to the winner and -1 to the others: the first engine has one of three seats."""
    result = zermelo.match(zermelo.load("castles"), [always_first, zermelo.Random(seed=1)], games=6)
    ours, theirs = result.utilities
    assert ours + 2 * theirs == pytest.approx(0)
    mine = [record.utilities[number % 3] for number, record in enumerate(result.records)]
    assert ours == pytest.approx(sum(mine) / 6)
    assert result.to_json()["utilities"] == [pytest.approx(ours), pytest.approx(theirs)]


def test_games_that_do_not_end_are_told():
    endless = pile(result=lambda state, n: state._replace(player=1 - state.player))
    result = zermelo.match(endless, [always_first, always_first], games=2, longest=30)
    assert (result.draws, result.faults) == (2, tuple(f"game {n}: not over after 30 plies" for n in (1, 2)))


def test_the_luck_of_duplicate_deals_cancels_out():
    """Two players who always pass win exactly what the cards give them, which is 0 over the two seats of a deal."""
    game = zermelo.load("kuhn-poker")
    open_, paired = (
        zermelo.match(game, [always_first, always_first], games=20, duplicate=duplicate) for duplicate in (False, True)
    )
    deals = [record.actions[:2] for record in paired.records]
    assert deals[0::2] == deals[1::2]
    assert len(set(deals)) > 3
    assert paired.means[0] == (0.0, 0.0, 0.0)
    assert open_.means[0].value == 0.0
    assert open_.means[0].high > 0.3
    assert paired.to_json()["duplicate"]
    assert "duplicate" not in open_.to_json()


def test_duplicate_deals_need_every_seat():
    game = zermelo.load("kuhn-poker:players=3")
    for games, swap, told in ((4, True, "a multiple of 3 games, not 4$"), (3, False, "and let the engines swap$")):
        with pytest.raises(zermelo.ZermeloError, match=told):
            zermelo.match(game, [always_first, always_first], games=games, swap=swap, duplicate=True)
