"""The engine `wordsmith`: judges turns by score and what is kept, simulates, and solves endings."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar

from zermelo.evaluate.learned.file import Learned, read_learned
from zermelo.evaluate.linear import Term
from zermelo.experts.scrabble.ending import Endings
from zermelo.experts.scrabble.judging import Judge, Turn
from zermelo.experts.scrabble.leaves import model_of, shipped_model
from zermelo.experts.scrabble.simulation import Simulation, last_tiles
from zermelo.game import Action, Game, State
from zermelo.games.scrabble import scrabble
from zermelo.games.scrabble.challenge import CHALLENGE, VOID
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.laying import words_of
from zermelo.games.scrabble.plays import BLANK, MOST_TILES, PASS, is_exchange, without
from zermelo.games.scrabble.squares import MOST, squares_of
from zermelo.knowledge import known_by
from zermelo.numerals import signed
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import LONGEST, Opener, Session
from zermelo.search.options import choice, number, switch, thing, whole
from zermelo.search.task import Task
from zermelo.search.time.clock import Clock

GAME = scrabble.__name__
USUAL = 1.0  # seconds, if no budget is given
FEW = 2  # tiles in the bag that are all tried
SHOWN = 40  # turns of an analysis
HALF_A_TURN = 18.0  # points that it is worth to be next: equals score 404 points in 11 turns each


def read_leaves(typed: str, engine: Any) -> Learned:
    """The leaves that a person named: a file that `zermelo learn scrabble --method leaves` wrote."""
    from pathlib import Path

    return read_learned(Path(typed))


@dataclass(frozen=True)
class Wordsmith(Opener):
    """Plays Scrabble: judges turns by score and what is kept, simulates what follows, and solves endings.

    The style auto solves the ending when the bag is empty, tries all tiles when one or two are left in it, and
    simulates before that. Its knowledge of what is kept is learned by `zermelo learn scrabble --method leaves`.
    """

    style: str = choice(
        "auto",
        ("auto", "simulating", "static", "greedy"),
        "static: score and what is kept; greedy: score alone; simulating: also what follows; auto: and exact endings",
        visitor=True,
    )
    time: float | None = number(
        None, "seconds to simulate or to solve; 1 if no budget is given", above=0, most=LONGEST, unit="seconds",
        visitor=30.0,
    )  # fmt: skip
    sims: int | None = whole(None, "deals that simulations draw at most", 1, 10**7, visitor=10**5)
    plays: int = whole(12, "turns that simulations compare, the best-looking", 2, 200, visitor=40)
    leaves: Any = thing(
        None, "what tiles are worth that are kept: a learned file; by default what comes with the package",
        read=read_leaves, allowed="a learned file",
    )  # fmt: skip
    guess: bool = switch(True, "simulations draw the other's rack by what its last play tells", visitor=True)
    longest: int = whole(15, "letters of the longest word that it knows: fewer for a weaker player", 2, 15, visitor=15)
    look: float = number(1.0, "share of all plays that it notices: less for a weaker player", 0, 1, visitor=1.0)
    seed: int | None = whole(None, "makes simulations repeatable", None)

    name: ClassVar[str] = "wordsmith"
    game: ClassVar[str] = GAME

    def refusal(self, game: Game) -> str | None:
        if game.name == GAME and game.has_hidden:
            return None
        return f"wordsmith plays {GAME} only, not {game.name}: try auto"


class WordsmithSession(Session, of=Wordsmith):
    """One game."""

    algorithm: Wordsmith

    def __init__(self, algorithm: Wordsmith, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        given = game.parameters
        self.finder = Finder(
            given["size"], given["tiles"].strip(), given["words"].strip(), given["rack"], given["bonus"]
        )
        tiles = self.finder.tiles
        model = shipped_model(tiles) if algorithm.leaves is None else model_of(algorithm.leaves, tiles)
        self.judge = Judge(self.finder, model, given["exchange"])
        is_usual = self.finder.size == squares_of(MOST).size and self.finder.rack == MOST_TILES and model.any()
        self.tempo = HALF_A_TURN if is_usual else 0.0
        self.seed = secrets.randbits(62) if algorithm.seed is None else algorithm.seed
        self.count = 0  # of searches, for their random numbers
        self._endings: Endings | None = None

    def endings(self, task: Task) -> Endings:
        """The solver of endings, compiled when it is first needed; that does not count as thinking."""
        if self._endings is None:
            before = task.deadline.elapsed
            self._endings = Endings(self.finder)
            task.deadline.grant(task.deadline.elapsed - before)
        return self._endings

    def new_game(self) -> None:
        self.count = 0

    def choose(self, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        """The turn to play; those that need no search are chosen at once."""
        if self.algorithm.style == "static" and self.is_perfect and self._forced(state) is None:
            view = self.game.view(state, self.game.to_move(state))  # type: ignore[misc]
            action, _, self.worth = self.judge.best(view.board, view.rack, view.bag, self.others(view))
            return action
        return super().choose(state, past, clock)

    def _forced(self, state: Any) -> Action | None:
        """What is done without looking for plays: a challenge where a word is not in the list, the end of a turn."""
        if state.laying:
            return next(iter(self.game.actions(state)))
        if state.last.play and self.finder.missing_words(state.last.board, state.last.play):
            return CHALLENGE
        return PASS if state.last.play and not (state.bag or all(state.racks)) else None

    @property
    def is_perfect(self) -> bool:
        """Does it notice every play?"""
        return self.algorithm.look >= 1.0 and self.algorithm.longest >= self.finder.size

    def others(self, view: Any) -> int:
        """The points on all other racks when the bag is empty."""
        if view.bag:
            return 0
        seen = bytes(BLANK if tile & BLANK else tile for tile in view.board if tile)
        return self.finder.tiles.points(without(self.finder.tiles.all, seen + view.rack))

    def search(self, task: Task) -> Analysis:
        """Judges all turns, and looks further by the style and by what is left in the bag."""
        game, state = self.game, task.state
        mover = game.to_move(state)
        view = game.view(state, mover)  # type: ignore[misc]
        forced = self._forced(state)
        if forced is not None and task.limits.only is None:
            return self._told_at_once(task, view, forced)
        style, self.count = self.algorithm.style, self.count + 1
        task.allow(self.algorithm.time or (None if task.is_timed or self.algorithm.sims else USUAL), to_soft=True)
        turns = self._noticed(task, view, self.judge.turns(view.board, view.rack, view.bag, self.others(view)))
        if style == "greedy":
            turns.sort(key=lambda turn: (-turn.score, turn.score == 0 and not is_exchange(turn.action), turn.action))
        if style in ("static", "greedy") or game.players != 2 or len(turns) == 1:
            return self._report(task, view, turns, {}, 1)
        if not view.bag and style == "auto":
            return self._solved(task, view, turns)
        known = known_by(game, mover, state, task.past)
        noise = random.Random(f"{self.seed} {self.count}")
        guesses = self.algorithm.guess and game.parameters["challenge"] == VOID
        simulation = Simulation(game, self.judge, known, view, turns[: self.algorithm.plays], noise, guesses)
        if view.bag <= FEW and style == "auto" and view.bag:
            means = last_tiles(simulation, self.endings(task), task.deadline)
        else:
            means = simulation.run(task.deadline, self.algorithm.sims)
        return self._report(task, view, turns, means, 2, simulation.deals, simulation.answers)

    def _told_at_once(self, task: Task, view: Any, action: Action) -> Analysis:
        """An analysis of a choice that needs no search: what is on the board counts, or is taken back."""
        lead = float(view.scores[view.player] - max(s for who, s in enumerate(view.scores) if who != view.player))
        if action == CHALLENGE:
            after = self.game.result(task.state, action)  # what comes of it is public
            others = max(score for who, score in enumerate(after.scores) if who != view.player)
            lead = float(after.scores[view.player] - others)
        best = Candidate(action, lead)
        return task.found(best, [best], depth=1, nodes=1, in_utilities=True)

    def _note(self, turn: Turn, answers: Sequence[float] = ()) -> str:
        """What a turn's worth is made of: its score, what is kept, and what the other scored after it on the mean."""
        kept = self.finder.tiles.text(turn.kept)
        parts = [f"scores {turn.score}", f"keeps {kept} {signed(turn.leave)}" if kept else "keeps nothing"]
        if answers:
            parts.append(f"answer {sum(answers) / len(answers):.0f}")
        return ", ".join(parts)

    def _noticed(self, task: Task, view: Any, turns: list[Turn]) -> list[Turn]:
        """The turns that are searched: those asked for, that a player of this strength notices."""
        only, algorithm = task.limits.only, self.algorithm
        if only is not None:
            return [turn for turn in turns if turn.action in only]
        if self.is_perfect:
            return turns
        noise, squares = (
            random.Random(f"{self.seed} {self.count} {view.board!r} {view.rack!r}"),
            squares_of(self.finder.size),
        )

        def is_known(turn: Turn) -> bool:
            if not turn.score:
                return True
            if noise.random() >= algorithm.look:
                return False
            return all(len(word.tiles) <= algorithm.longest for word in words_of(squares, view.board, turn.action))

        return [turn for turn in turns if is_known(turn)]

    def _solved(self, task: Task, view: Any, turns: list[Turn]) -> Analysis:
        """The exact ending, as far as the time allows."""
        mover = view.player
        seen = bytes(BLANK if tile & BLANK else tile for tile in view.board if tile)
        theirs = without(self.finder.tiles.all, seen + view.rack)
        left = self.game.parameters["scoreless"] - view.scoreless
        endings = self.endings(task)
        ending = endings.solve(view.board, view.rack, theirs, left, goes_on=lambda: not task.deadline.is_over)
        if not ending.depth:
            return self._report(task, view, turns, {}, 1)
        lead = view.scores[mover] - view.scores[1 - mover]
        value = float(lead + ending.value)
        best = Candidate(ending.action, value, decided=ending.exact)
        others = [
            Candidate(turn.action, lead + turn.worth, "upper" if ending.exact else "exact", note=self._note(turn))
            for turn in turns[:SHOWN]
            if turn.action != ending.action
        ]
        if ending.exact:  # no other turn is better
            others = [replace(one, value=value) for one in others]
        return task.found(
            best, [best, *others], exact=ending.exact, depth=ending.depth, nodes=ending.nodes, in_utilities=True
        )

    def _report(
        self, task: Task, view: Any, turns: list[Turn], means: dict[int, float], depth: int, deals: int = 0,
        answers: Mapping[int, Sequence[float]] = MappingProxyType({}),
    ) -> Analysis:  # fmt: skip
        """An analysis by what simulations found, and for the other turns by what they are worth at first sight."""
        lead = view.scores[view.player] - max(s for who, s in enumerate(view.scores) if who != view.player)
        by_action = {turn.action: turn for turn in turns}
        order = sorted(means, key=lambda action: -means[action]) if means else [turns[0].action]
        ahead = lead - (self.tempo if view.bag else 0.0)
        candidates = [
            Candidate(
                action,
                ahead + means.get(action, by_action[action].worth),
                visits=deals or None,
                note=self._note(by_action[action], answers.get(action, ())),
            )
            for action in order
        ]
        if not means:
            candidates += [Candidate(turn.action, ahead + turn.worth, note=self._note(turn)) for turn in turns[1:SHOWN]]
        best = by_action[order[0]]
        terms = [Term("lead", 1.0, float(lead)), Term("score", 1.0, float(best.score))]
        kept = self.finder.tiles.text(best.kept) or "nothing"
        terms.append(Term(f"kept {kept}", 1.0, best.leave))
        rest = candidates[0].value - ahead - best.worth
        if ahead != lead:
            terms.append(Term("the other's turn", 1.0, ahead - lead))
        if means:
            terms.append(Term("what follows", 1.0, rest))
        return task.found(
            candidates[0], candidates, depth=depth, nodes=len(turns) + deals, in_utilities=True, terms=tuple(terms)
        )
