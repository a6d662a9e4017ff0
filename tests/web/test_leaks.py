"""What looks the same to a player is answered with the same bytes, whatever is asked, in any order, at any moment."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass

import pytest
from hidden.worlds import Worlds, worlds
from smuggler import SMUGGLER
from web.eavesdrop import Fate, Session

import zermelo
from zermelo.loading import game_names

RANDOM = {"name": "random", "options": {}}
ISMCTS = {"name": "ismcts", "options": {"sims": 5, "seed": 7}}
HIDDEN = [name for name in game_names() if zermelo.load(name).has_hidden]
SMALL = {"bridge": {"cards": 2}}  # parameters: nobody notices anything before all cards are dealt
SLOW_SEARCH = {"battleship", "dark-chess", "limit-holdem", "no-limit-holdem"}  # interpreted, it takes seconds


@dataclass
class Cheat:
    """Asks whatever can be asked, and now and then plays on as the person at the screen."""

    worlds: Worlds
    luck: random.Random
    texts: list[str]  # of the viewer's own actions in these worlds, in order
    searches: bool  # is a search cheap enough?
    is_settled: bool = True  # is everything answered that was asked?

    def message(self, session: Session) -> tuple[str, dict]:
        """What is asked next. It depends on what was sent to the visitor, and on nothing else."""
        luck, shown = self.luck, session.position
        secret = shown["secret"]
        is_known = secret["curtain"] is None and self.is_settled
        may_uncover = is_known or secret["curtain"] == self.worlds.viewer  # what another person sees differs
        is_turn = secret["viewer"] == self.worlds.viewer == shown["mover"]
        played = sum(mover == self.worlds.viewer for mover in shown["movers"])
        legal = [one["text"] for one in shown["actions"]]
        own = [("play", {"action": self.texts[played]})] if is_turn and played < len(self.texts) else []
        uncover = [("uncover", {})] if may_uncover else []
        search = [("analyse", {"engine": ISMCTS, "time": 5, "lines": 2})] if self.searches else []
        asked = [
            *own * 8,
            *uncover * 3,
            *search,
            *[("proceed", {})] * (20 if secret["proceeds"] else 1),
            ("goto", {"ply": luck.randrange(6)}),
            ("play", {"action": luck.choice([text for text in ("nonsense", "", "0", "…") if text not in legal])}),
            ("roll", {}),
            ("move", {"engine": RANDOM}),
            ("move", {"level": "easy"}),
            ("analyse", {"engine": RANDOM, "time": 0.1}),
            ("analyse", {"engine": {"name": "mcts", "options": {"sims": 5}}}),
            ("why", {"action": luck.choice([*(one["text"] for one in shown["actions"]), "x"])}),
            ("threat", {}),
            ("review", {"time": 0.1}),
            ("compare", {"engines": [RANDOM, RANDOM]}),
            ("trace", {"algorithm": luck.choice(["minimax", "mcts"]), "depth": 1, "simulations": 3}),
            ("fold", {"folded": [0]}),
            ("branch", {"node": luck.randrange(9)}),
            ("new", {"game": shown["game"], "position": shown["position"] or "K"}),
            ("new", {"game": shown["game"], "moves": shown["moves"] or ["0"]}),
            ("new", {"game": shown["game"], "parameters": {"nonsense": 1}}),
            ("learning", {"player": "nobody"}),
            ("stop", {}),
            ("nonsense", {}),
        ]
        return luck.choice(asked)


async def overheard(name, own, seats, chosen, actions, seed, searches):
    """Plays one of two worlds, and asks many things on the way; returns all that was sent."""
    game = zermelo.load(own.get(name, name), **SMALL.get(name, {}))
    state, texts = game.initial(), []
    for action in actions:
        texts += [game.action_text(state, action)] if game.to_move(state) == chosen.viewer else []
        state = game.result(state, action)
    luck = random.Random(seed)
    async with Session(own) as session:
        session.send("trace", algorithm="minimax", depth=1)
        await session.settle()
        session.send("new", game=name, seats=seats, parameters=SMALL.get(name, {}))
        await session.settle()
        cheat = Cheat(chosen, luck, texts, searches)
        for _ in range(12 + 3 * len(chosen.one)):
            kind, fields = cheat.message(session)
            session.send(kind, **fields)
            cheat.is_settled = luck.random() < 0.5
            if cheat.is_settled:
                await session.settle()
            else:
                await session.spin(luck.randrange(4))
        await session.settle()
        return session.told


def both(monkeypatch, name, chosen, seed, own=None, searches=True):
    """All that is sent in both of two worlds."""
    own, sent = own or {}, []
    monkeypatch.setattr("zermelo.web.server.secret_play.next_beat", lambda spent, pace: spent)
    monkeypatch.setattr("asyncio.to_thread", _at_once)
    players = zermelo.load(own.get(name, name)).players
    alone = [None if player == chosen.viewer else {"engine": RANDOM} for player in range(players)]
    seats = random.Random(seed).choice([alone, alone, alone, [None] * players])
    for actions in (chosen.one, chosen.other):
        monkeypatch.setattr("zermelo.web.worker.secrets.others_action", Fate(actions))
        sent.append(asyncio.run(overheard(name, own, seats, chosen, actions, seed, searches)))
    return sent


async def _at_once(function, *arguments):
    return function(*arguments)


def check(monkeypatch, name, count, own=None, searches=True):
    game = zermelo.load((own or {}).get(name, name), **SMALL.get(name, {}))
    pairs = list(worlds(game, count, seed=count))
    assert len(pairs) == count, f"{name} has too few games that look alike"
    moves = 0
    for seed, chosen in enumerate(pairs):
        one, other = both(monkeypatch, name, chosen, seed, own, searches)
        for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
            assert mine == theirs, (seed, number, chosen)
        assert len(one) == len(other), (seed, chosen)
        positions = [answer for answer in map(json.loads, one) if answer["type"] == "position"]
        assert not any(answer["position"] for answer in positions)
        assert all("secret" in answer for answer in positions)
        moves = max(moves, len(positions[-1]["moves"]))
    return moves


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n == "kuhn-poker" else pytest.mark.long) for n in HIDDEN])
def test_equal_bytes_for_what_looks_alike(monkeypatch, name):
    count = 24 if name in SMALL else 6  # most end while cards are dealt
    assert check(monkeypatch, name, count, searches=name not in SLOW_SEARCH)


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDDEN)
def test_a_thousand_worlds_that_look_alike(monkeypatch, name):
    check(monkeypatch, name, 1000, searches=name not in SLOW_SEARCH)


@pytest.fixture
def own_game(tmp_path):
    """A user's game, by name."""

    def written(text, name="smuggler"):
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        return {name: str(file)}

    return written


def test_a_user_s_game_keeps_its_secrets(monkeypatch, own_game):
    assert check(monkeypatch, "smuggler", 12, own_game(SMUGGLER)) > 1


@pytest.mark.slow
def test_a_user_s_game_keeps_its_secrets_a_thousand_times(monkeypatch, own_game):
    check(monkeypatch, "smuggler", 1000, own_game(SMUGGLER))


def test_what_leaks_is_found(monkeypatch, own_game):
    """A view that holds another's card under a name of its own is what the player may see; a text of moves is not."""
    leaky = SMUGGLER.replace('return "say-" + ', 'return "say-" * (state.place - 81000) + ')
    assert leaky != SMUGGLER
    with pytest.raises(AssertionError):
        check(monkeypatch, "smuggler", 12, own_game(leaky))


def test_a_viewer_who_is_looked_up_late_is_found(monkeypatch):
    """As it was once: the answer was made for whoever looked at the screen when it was sent."""
    monkeypatch.setattr("zermelo.web.worker.open_secret.viewer_of", lambda seats, reader, mover: None)
    with pytest.raises((AssertionError, KeyError)):
        check(monkeypatch, "kuhn-poker", 6)


def test_what_others_played_is_told_in_time_and_not_before(monkeypatch):
    """However soon it is known. Whoever asks for something else before has seen nothing, and nothing was played."""
    dealt = []

    def deal(table, mover, share):
        dealt.append(list(table.played))
        return table.game.moves(table.opened.state)[0]

    monkeypatch.setattr("zermelo.web.worker.secrets.others_action", deal)
    monkeypatch.setattr("zermelo.web.server.secret_play.next_beat", lambda spent, pace: spent + 1000 * pace)

    async def scene():
        async with Session() as session:
            begun = await session.ask("new", game="kuhn-poker", seats=[None, {"engine": RANDOM}])
            session.send("proceed")
            await session.settle()
            assert session.position == begun
            stopped = await session.ask("stop")
            monkeypatch.setattr("zermelo.web.server.secret_play.next_beat", lambda spent, pace: spent)
            return begun, stopped, await session.ask("proceed")

    begun, stopped, told = asyncio.run(scene())
    assert stopped["type"] == "stopped"
    assert begun["moves"] == []
    assert told["moves"] == ["J"]
    assert dealt == [[], []]  # the first card was dealt twice
