"""A written tree laid out as a game: who moves where, what the actions are called, what every leaf is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from zermelo.game import CHANCE, MAX, MIN
from zermelo.games.tree.numbers import LEVELS, read_probability, short
from zermelo.games.tree.written import Branch, Sketch, Written, walk

FIRST = {"max": MAX, "min": MIN, "chance": CHANCE}
MOST_PLAYERS = 16


@dataclass
class Laid:
    """One node of a layout. Tuples are by child, utilities and evaluation by player."""

    path: str  # from the root: "2.1"
    name: str = ""
    mover: int = MAX  # at a leaf too
    children: tuple[int, ...] = ()
    actions: tuple[str, ...] = ()
    probabilities: tuple[float, ...] = ()  # of a chance node
    edges: tuple[str, ...] = ()  # what is drawn beside the branches
    utilities: tuple[float, ...] = ()  # of a leaf
    evaluation: tuple[float, ...] = ()  # of a node with children, if it has one
    counts: tuple[float, float] | None = None  # wins and visits


@dataclass
class Layout:
    """The nodes in preorder."""

    players: int
    in_pairs: bool = False  # two players, and a leaf is a number for each
    nodes: list[Laid] = field(default_factory=list)
    by_path: dict[str, int] = field(default_factory=dict)
    height: int = 0
    remarks: list[str] = field(default_factory=list)

    def add(self, written: Written, mover: int, waiting: int, chooser: int, path: str, level: int) -> int:
        """Adds a node and all below it; returns its index.

        mover: who moves here if the node does not say. waiting: the next player, should chance move here.
        chooser: the last player who moved.
        """
        place = written.place or (f"at {path}" if path else "at the root")
        node, index = Laid(path or "root", written.name, counts=_counts(written, place)), len(self.nodes)
        if level > LEVELS:
            raise ValueError(f"{place}: the tree is too high: at most {LEVELS} levels")
        if node.path in self.by_path:
            raise ValueError(f"{place}: two nodes are called '{node.path}'; give their actions other names")
        self.nodes.append(node)
        self.by_path[node.path] = index
        self.height = max(self.height, level)
        if not written.branches:
            node.utilities = self.utilities(written, chooser, place)
            return index
        node.mover = self.player(written.player, place) if written.player else mover
        node.evaluation = self.worths(written.numbers, "an evaluation", place) if written.numbers else ()
        node.actions = _actions(written.branches, place)
        node.probabilities = _probabilities(written.branches, node.mover == CHANCE, place)
        node.edges = _edges(written.branches, node)
        is_chance = node.mover == CHANCE
        following, last = (waiting, chooser) if is_chance else ((node.mover + 1) % self.players, node.mover)
        node.children = tuple(
            self.add(branch.node, following, following, last, f"{path}.{action}" if path else action, level + 1)
            for action, branch in zip(node.actions, written.branches, strict=True)
        )
        return index

    def utilities(self, written: Written, chooser: int, place: str) -> tuple[float, ...]:
        """What a leaf is worth to each player; where only its counts are known, what they say of its chooser."""
        if written.numbers or written.counts is None:
            return self.worths(written.numbers, "a leaf", place)
        if self.players != 2 or self.in_pairs:
            raise ValueError(f"{place}: W/N alone is a leaf of a tree for two players; write its utilities beside it")
        wins, visits = written.counts
        mean = 2 * wins / visits - 1 if visits else 0.0
        return (mean, 0.0 - mean) if chooser == MAX else (0.0 - mean, mean)

    def worths(self, numbers: tuple[float, ...], what: str, place: str) -> tuple[float, ...]:
        """A number per player."""
        if self.players == 2 and not self.in_pairs and len(numbers) == 1:
            return numbers[0], 0.0 - numbers[0]
        if len(numbers) == self.players and (self.in_pairs or self.players > 2):
            return numbers
        shown = f"({', '.join(map(short, numbers))})" if len(numbers) != 1 else short(numbers[0])
        right = "one number" if self.players == 2 and not self.in_pairs else f"{self.players} numbers"
        hint = ""
        if len(numbers) > max(2, self.players):
            hint = f"; did you mean players={len(numbers)}?"
        elif right != "one number":
            hint = f", as in ({','.join(str(one + 1) for one in range(self.players))})"
        raise ValueError(f"{place}: {what} for {self.players} players is {right}, not {shown}{hint}")

    def player(self, said: str, place: str) -> int:
        """The player that a node names: max, min, chance, or P1 and so on."""
        if said == "chance" or (said in FIRST and self.players == 2):
            return FIRST[said]
        if said in FIRST:
            raise ValueError(
                f"{place}: '{said.upper()}' is not a player; a tree for {self.players} players has chance or P1 to "
                f"P{self.players}"
            )
        number = int(said[1:]) - 1
        if not 0 <= number < self.players:
            raise ValueError(f"{place}: '{said}' is not a player of this tree, which has players={self.players}")
        return number


def laid_out(sketch: Sketch, first: str = "max", players: int = 0) -> Layout:
    """The layout of a tree. players: 0 where the leaves say how many there are. Raises ValueError with one line."""
    root = sketch.root
    if not isinstance(players, int) or isinstance(players, bool) or not (players == 0 or 2 <= players <= MOST_PLAYERS):
        raise ValueError(f"players must be 2 to {MOST_PLAYERS}, or 0 for as many as the leaves say, not {players}")
    if first.lower() not in FIRST:
        raise ValueError(f"first must be max, min or chance, not '{first}'")
    count = players or _players_of(root)
    if count > MOST_PLAYERS:
        raise ValueError(f"a tree has up to {MOST_PLAYERS} players, not {count}")
    if count > 2:
        root = _folded(root)
    has_pairs = any(len(node.numbers) == 2 for node in walk(root) if not node.branches)
    layout = Layout(count, in_pairs=count == 2 and has_pairs)
    mover = FIRST[first.lower()]
    start = MAX if mover == CHANCE else mover
    layout.add(root, mover, start, (start - 1) % count, "", 0)
    layout.remarks = [*sketch.remarks, *_remarks(root, layout, players)]
    return layout


def _players_of(root: Written) -> int:
    """How many players the leaves, and the names at the nodes, speak of."""
    sizes = [len(node.numbers) for node in walk(root) if not node.branches]
    named = [int(node.player[1:]) for node in walk(root) if node.player.startswith("P")]
    return max(sizes) if max(sizes) > 1 else max([2, *named])


def _folded(node: Written) -> Written:
    """The tree for more than two players, in which a list of numbers is a leaf: the utility of each."""
    below = [branch.node for branch in node.branches]
    if below and node.is_bare and all(one.is_bare and not one.branches and len(one.numbers) == 1 for one in below):
        return Written(numbers=tuple(one.numbers[0] for one in below), place=node.place)
    branches = tuple(Branch(_folded(one.node), one.action, one.probability, one.place) for one in node.branches)
    return Written(branches, node.player, node.name, node.numbers, node.counts, node.is_bare, node.place)


def _counts(written: Written, place: str) -> tuple[float, float] | None:
    if written.counts is not None and not 0 <= written.counts[0] <= written.counts[1]:
        wins, visits = map(short, written.counts)
        raise ValueError(f"{place}: {wins} wins in {visits} visits cannot be: write wins/visits, as in 37/100")
    return written.counts


def _actions(branches: tuple[Branch, ...], place: str) -> tuple[str, ...]:
    """What each action is called: as written, else as the node it leads to, else by its number."""
    written = [branch.action for branch in branches]
    for index, action in enumerate(written):
        if action and action in written[:index]:
            where = branches[index].place or place
            raise ValueError(f"{where}: there are two actions '{action}'; give one of them another name")
    taken = {action for action in written if action}
    names = [branch.node.name for branch in branches]
    found = []
    for number, (action, name) in enumerate(zip(written, names, strict=True), 1):
        usable = name and names.count(name) == 1 and not any(mark.isspace() or mark == "." for mark in name)
        choices = (action, name if usable else "", str(number))
        chosen = action or next((one for one in choices if one and one not in taken), f"{number}°")
        taken.add(chosen)
        found.append(chosen)
    return tuple(found)


def _probabilities(branches: tuple[Branch, ...], is_chance: bool, place: str) -> tuple[float, ...]:
    said = [branch.probability for branch in branches]
    if not is_chance:
        if any(probability is not None for probability in said):
            raise ValueError(f"{place}: probabilities belong to a chance node; write chance for its player")
        return ()
    if all(probability is None for probability in said):
        return (1 / len(said),) * len(said)
    found = [probability for probability in said if probability is not None]
    if len(found) < len(said):
        missing = next(branch for branch in branches if branch.probability is None)
        raise ValueError(f"{missing.place or place}: this outcome of chance has no probability; write one such as 0.25")
    if abs(sum(found) - 1) > 1e-6:
        raise ValueError(f"{place}: the probabilities add up to {sum(found):.6g}, not 1 (a third is 1/3)")
    return tuple(found)


def _edges(branches: tuple[Branch, ...], node: Laid) -> tuple[str, ...]:
    """What is drawn beside the branches: a name that is drawn at the child already is not."""
    names = [
        branch.action or ("" if action == branch.node.name else action)
        for branch, action in zip(branches, node.actions, strict=True)
    ]
    if not node.probabilities:
        return tuple(names)
    written = zip(branches, node.probabilities, strict=True)
    return tuple(f"{branch.action} {short(probability)}".strip() for branch, probability in written)


# --- what a reader should be told -----------------------------------------------------------------------------------


def _remarks(root: Written, layout: Layout, players: int) -> Iterable[str]:
    """players: as the reader was told; 0: it found out by itself."""
    nodes = list(walk(root))
    inner = [node for node in nodes if node.branches]
    leaves = [node for node in nodes if not node.branches]
    if not players and any(len(leaf.numbers) > 1 for leaf in leaves) and layout.height == 1:
        yield (
            f"round brackets inside square ones are read as a leaf, with the utilities of {layout.players} players; "
            "for a tree for two write square brackets everywhere"
        )
    lists = [node for node in inner if node.is_bare and all(_is_plain(one.node) for one in node.branches)]
    sizes = {len(node.branches) for node in lists}
    if (
        not players
        and layout.players == 2
        and len(lists) > 1
        and layout.height > 2
        and len(sizes) == 1
        and min(sizes) > 2
    ):
        size = sizes.pop()
        numbers = ",".join(short(one.node.numbers[0]) for one in lists[0].branches)
        yield (
            f"[{numbers}] is read as a node with {size} leaves; if these are the utilities of {size} players, write "
            f"({numbers})"
        )
    if any(leaf.counts and not leaf.numbers for leaf in leaves):
        yield "a leaf that only shows W/N is worth 2W/N - 1 to the player who moves there: 1 for a win, -1 for a loss"
    yield from _unsaid(inner, layout)


def _unsaid(inner: list[Written], layout: Layout) -> Iterable[str]:
    """What some of the nodes with children say, and others leave open."""
    laid = [node for node in layout.nodes if node.children]
    silent = [(said, node) for said, node in zip(inner, laid, strict=True) if not said.player]
    if any(said.player for said in inner) and silent and silent[0][0] is not inner[-1] and not silent[0][0].is_bare:
        said, node = silent[0]
        who = (
            "chance"
            if node.mover == CHANCE
            else ("MAX", "MIN")[node.mover]
            if layout.players == 2
            else f"P{node.mover + 1}"
        )
        where = said.name or node.path
        yield f"{where} does not say who moves: {who}, since players take turns; write '{where} (MIN)' or the like"
    looks_like_chance = next((node for said, node in silent if _like_probabilities(said)), None)
    if looks_like_chance is not None:
        where = looks_like_chance.name or looks_like_chance.path
        yield f"the branches of {where} are named like probabilities; write CHANCE in its label if chance moves there"
    missing = [node.name or node.path for said, node in zip(inner[1:], laid[1:], strict=True) if not said.numbers]
    if missing and any(said.numbers for said in inner):
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        have, count = ("has", "it counts") if len(missing) == 1 else ("have", "they count")
        yield f"{', '.join(missing[:3])}{more} {have} no evaluation: where a search is cut off there, {count} as 0"


def _is_plain(node: Written) -> bool:
    return node.is_bare and not node.branches


def _like_probabilities(node: Written) -> bool:
    """Are all its actions called by numbers that add up to 1?"""
    said = [read_probability(branch.action) for branch in node.branches if branch.action]
    known = [probability for probability in said if probability is not None]
    return len(known) == len(node.branches) > 1 and abs(sum(known) - 1) < 1e-6
