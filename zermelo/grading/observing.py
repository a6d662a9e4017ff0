"""What is handed to a student's search: a tree as a game, which notes what it is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import CHANCE
from zermelo.grading.trees import COMPASS, LETTERS, Case, Node

MOST_CALLS = 400  # per node of the tree, and as many for every simulation


class Endless(BaseException):
    """Raised in a search that asks the game much more often than any needs to; no `except Exception` stops it."""


@dataclass
class Notes:
    """What a search asked, in order."""

    most: int  # calls, at most
    leaves: list[tuple[int, ...]] = field(default_factory=list)  # whose utility or evaluation was asked
    early: list[tuple[int, ...]] = field(default_factory=list)  # that are not over, but whose utility was asked
    dead: list[tuple[int, ...]] = field(default_factory=list)  # that are over, but were asked for moves
    wrong_agents: list[tuple[tuple[int, ...], int]] = field(default_factory=list)  # where another agent was to move
    horizon: int = 0  # how often an evaluation was asked, or the utility of a state that goes on
    calls: int = 0

    def count(self) -> None:
        """Counts a call. Raises Endless."""
        self.calls += 1
        if self.calls > self.most:
            raise Endless(f"more than {self.most:,} calls")


class State:
    """A state of a tree: hashable, ordered, and the same when it is copied."""

    __slots__ = ("_agents", "_identity", "_names", "_node", "_notes", "_path")

    def __init__(self, node: Node, path: tuple[int, ...], shared: bool, notes: Notes, names: Any, agents: int) -> None:
        self._node, self._path, self._notes, self._names, self._agents = node, path, notes, names, agents
        self._identity: Any = node if shared else path

    def __call__(self) -> State:
        """The state itself, so that both `game.initial` and `game.initial()` are the start."""
        return self

    @property
    def to_move(self) -> int:
        return self._node.mover

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __lt__(self, other: State) -> bool:
        return self._path < other._path

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memory: Any) -> State:
        return self

    def __repr__(self) -> str:
        return f"State({' '.join(self._names[number] for number in self._path)})"

    def _child(self, action: Any) -> State:
        """The state after an action. Raises ValueError."""
        names = self._names[: len(self._node.children)]
        if action not in names:
            allowed = ", ".join(names) or "none: it is over"
            raise ValueError(f"{action!r} is no action of {self!r}; its actions are {allowed}")
        number = names.index(action)
        shared = self._identity is self._node
        path = (*self._path, number)
        return State(self._node.children[number], path, shared, self._notes, self._names, self._agents)

    def _moves(self) -> list[str]:
        self._notes.count()
        if not self._node.children:
            self._notes.dead.append(self._path)
        return list(self._names[: len(self._node.children)])

    def _worth(self) -> float:
        self._notes.count()
        self._notes.leaves.append(self._path)
        return self._node.worth


class TreeGame:
    """A tree as a game, with the book's functions, AIMA's older names among them."""

    players = 2

    def __init__(self, case: Case, most: int | None = None) -> None:
        self.notes = Notes(most or MOST_CALLS * (2 + case.root.leaves))
        self.initial = State(case.root, (), case.shared, self.notes, tuple(LETTERS), case.agents)
        self._searcher = case.root.mover

    def __getattr__(self, name: str) -> Any:
        offered = ", ".join(part for part in vars(TreeGame) if not part.startswith("_"))
        raise AttributeError(f"the game that is handed over has no {name}; it has initial, {offered}")

    def to_move(self, state: State) -> int:
        """0 (MAX), 1 (MIN) or CHANCE."""
        return state.to_move

    def actions(self, state: State) -> list[str]:
        """The legal actions, in order; none where the game is over."""
        return state._moves() if state.to_move != CHANCE or not state._node.children else []

    def result(self, state: State, action: Any) -> State:
        """The state after an action, or after an outcome of chance."""
        self.notes.count()
        return state._child(action)

    def is_terminal(self, state: State) -> bool:
        """Is the game over?"""
        self.notes.count()
        return not state._node.children

    terminal_test = is_terminal

    def utility(self, state: State, player: int = 0) -> float:
        """What a state that is over is worth to a player."""
        if state._node.children:
            self.notes.early.append(state._path)
            self.notes.horizon += 1
        return self._for(player, state._worth())

    def evaluate(self, state: State, player: int | None = None) -> float:
        """How good a state looks to a player, by default to the one who moves at the root."""
        self.notes.horizon += 1
        return self._for(self._searcher if player is None else player, state._worth())

    def chances(self, state: State) -> list[tuple[str, float]]:
        """The outcomes of chance with their probabilities."""
        node = state._node
        return list(zip(state._moves(), node.chances, strict=False)) if node.mover == CHANCE else []

    def outcome(self, state: State, chance: tuple[str, float]) -> State:
        """The state after an outcome, as AIMA has it: a chance is one of `chances`."""
        return self.result(state, chance[0])

    def probability(self, chance: tuple[str, float]) -> float:
        """The probability of one of `chances`, as AIMA has it."""
        return chance[1]

    def _for(self, player: Any, worth: float) -> float:
        if isinstance(player, State) or player not in (0, 1):
            raise ValueError(f"{player!r} is no player; the players are 0 (MAX) and 1 (MIN), as to_move tells")
        return worth if player == 0 else -worth


class AgentState(State):
    """The same tree as a `GameState` of the Berkeley course's Pac-Man project."""

    __slots__ = ()

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:  # noqa: N802, N803
        """The actions of an agent; none where the game is won or lost."""
        self._check(agentIndex)
        return self._moves() if self._node.children else []

    def generateSuccessor(self, agentIndex: int, action: Any) -> AgentState:  # noqa: N802, N803
        """The state after an agent's action."""
        self._check(agentIndex)
        self._notes.count()
        child = self._child(action)
        return AgentState(
            child._node, child._path, child._identity is child._node, self._notes, self._names, self._agents
        )

    def getNumAgents(self) -> int:  # noqa: N802
        """How many agents there are, agent 0 included."""
        self._notes.count()
        return self._agents

    def isWin(self) -> bool:  # noqa: N802
        """Is the game won for agent 0?"""
        self._notes.count()
        return not self._node.children and self._node.worth >= 0

    def isLose(self) -> bool:  # noqa: N802
        """Is the game lost for agent 0?"""
        self._notes.count()
        return not self._node.children and self._node.worth < 0

    def getScore(self) -> float:  # noqa: N802
        """What the state is worth to agent 0."""
        return self._worth()

    def getLegalPacmanActions(self) -> list[str]:  # noqa: N802
        """The actions of agent 0."""
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: Any) -> AgentState:  # noqa: N802
        """The state after an action of agent 0."""
        return self.generateSuccessor(0, action)

    def _check(self, agent: int) -> None:
        if not 0 <= agent < self._agents:
            raise ValueError(f"there is no agent {agent}: they are 0 to {self._agents - 1}")
        if self._node.children and agent != self._node.mover:
            self._notes.wrong_agents.append((self._path, agent))


def agent_state(case: Case) -> tuple[AgentState, Notes, Callable[[AgentState], float]]:
    """The start of a case in the Berkeley course's form, its notes, and an evaluation function."""
    notes = Notes(MOST_CALLS * (2 + case.root.leaves))

    def evaluation(state: AgentState) -> float:
        if state._node.children:
            notes.horizon += 1
        return state._worth()

    return AgentState(case.root, (), case.shared, notes, COMPASS, case.agents), notes, evaluation
