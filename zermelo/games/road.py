"""The two roads of the textbook: why it is wrong to solve each deal as if it were seen, and to average the values."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import CHANCE, Game
from zermelo.picture import Node, Tree

ROAD_A, ROAD_B, LEFT, RIGHT, READ = range(5)  # actions; LEFT and RIGHT are also where chance puts the mountain
ACTIONS = ("A", "B", "left", "right", "read")
START, FORK, HEAP, MOUNTAIN, BUS = range(5)  # where the player is
PLACES = ("start", "fork", "heap", "mountain", "bus")
UNKNOWN = -1
SIDES = {UNKNOWN: "?", LEFT: "left", RIGHT: "right"}


class RoadView(NamedTuple):
    place: int
    mountain: int  # the side of the fork where it is, if the player knows that
    has_read: int


class RoadState(NamedTuple):
    place: int
    mountain: int  # LEFT or RIGHT of the fork; UNKNOWN: chance has not chosen yet
    has_read: int  # 1: the player paid for the sign


def road(
    day: int = 3,
    heap: float = 1.0,
    mountain: float = 10.0,
    bus: float = -100.0,
    sign: bool = False,
    price: float = 2.0,
) -> Game:
    """Road A leads to a small heap of gold.

    Road B leads to a fork: one way to a mountain of gold, the other to a bus. On day 1 the mountain is on the left, on
    day 2 on the right, and the player knows; on day 3 a fair coin has chosen, and the player does not know.

    day (1 to 3): of the story.
    heap, mountain, bus: what this end is worth; the mountain most, the bus least.
    sign: a sign at the fork says where the mountain is, and to read it costs the price.
    price (0 or more): of reading the sign.
    """
    if day not in (1, 2, 3):
        raise ValueError(f"day must be 1, 2 or 3, not {day}")
    if not bus < heap < mountain:
        raise ValueError(
            f"bus, heap and mountain must be worth more in this order, not {bus:g}, {heap:g}, {mountain:g}"
        )
    if price < 0:
        raise ValueError(f"price must be 0 or more, not {price:g}")

    def initial():
        return RoadState(START, UNKNOWN, 0)

    def to_move(state):
        return CHANCE if state.mountain == UNKNOWN else 0

    def chances(state):
        if day != 2:
            yield LEFT, 1.0 if day == 1 else 0.5
        if day != 1:
            yield RIGHT, 1.0 if day == 2 else 0.5

    def actions(state):
        if state.place == START:
            yield ROAD_A
            yield ROAD_B
        else:
            yield LEFT
            yield RIGHT
            if sign and state.has_read == 0:
                yield READ

    def result(state, action):
        if state.mountain == UNKNOWN:
            return RoadState(state.place, action, 0)
        if action == ROAD_A:
            return RoadState(HEAP, state.mountain, 0)
        if action == ROAD_B:
            return RoadState(FORK, state.mountain, 0)
        if action == READ:
            return RoadState(FORK, state.mountain, 1)
        return RoadState(MOUNTAIN if action == state.mountain else BUS, state.mountain, state.has_read)

    def is_terminal(state):
        return state.place >= HEAP

    def utility(state, player):
        found = heap if state.place == HEAP else mountain if state.place == MOUNTAIN else bus
        return found - price if state.has_read else found

    def view(state, player):
        is_known = day != 3 or state.has_read or state.place == MOUNTAIN or state.place == BUS
        return RoadView(state.place, state.mountain if is_known else UNKNOWN, state.has_read)

    def format_state(state):
        words = [PLACES[state.place], SIDES[state.mountain], "read" if state.has_read else ""]
        return " ".join(filter(None, words))

    def parse_state(text):
        words = text.lower().split()
        sides = {name: side for side, name in SIDES.items()}
        if (
            not 2 <= len(words) <= 3
            or words[0] not in PLACES
            or words[1] not in sides
            or words[2:] not in ([], ["read"])
        ):
            raise ValueError(
                f"give a place ({', '.join(PLACES)}), where the mountain is ({', '.join(sides)}), and read"
            )
        state = RoadState(PLACES.index(words[0]), sides[words[1]], len(words) - 2)
        if state.mountain == UNKNOWN and (state.place != START or state.has_read):
            raise ValueError("the mountain's side is chosen before the first step")
        if state.mountain != UNKNOWN and state.mountain not in [side for side, _ in chances(state)]:
            raise ValueError(f"on day {day} the mountain is on the other side")
        if state.has_read and (not sign or state.place in (START, HEAP)):
            raise ValueError("there is no sign to read" if not sign else "the sign stands at the fork")
        return state

    def drawn(place: int, side: int, has_read: int, caption: str) -> Tree:
        """The map, as far as the side of the mountain is known."""

        def node(label: str, edge: str, here: bool, *children: Node) -> Node:
            kind = "max" if children else "leaf"
            return Node(kind, label, edge, "current" if here else "", children)

        ends = []
        for way in (LEFT, RIGHT):
            end = MOUNTAIN if way == side else BUS
            label = "?" if side == UNKNOWN else f"{PLACES[end]} {mountain if end == MOUNTAIN else bus:g}"
            ends.append(node(label, ACTIONS[way], side != UNKNOWN and place == end))
        fork = node("fork", "B", place == FORK, *ends)
        return Tree(node("start", "", place == START, node(f"heap {heap:g}", "A", place == HEAP), fork), caption)

    def caption(place: int, has_read: int) -> str:
        paid = f"the sign was read for {price:g}" if has_read else f"a sign at the fork costs {price:g}" if sign else ""
        return "; ".join(filter(None, [f"day {day}", paid, "the journey is over" if place >= HEAP else ""]))

    def picture(state):
        return drawn(state.place, state.mountain, state.has_read, caption(state.place, state.has_read))

    def scene(seen, player):
        return drawn(seen.place, seen.mountain, seen.has_read, caption(seen.place, seen.has_read))

    def heard(before, after, player):
        has_moved = after.place != before.place or after.has_read != before.has_read
        return None if has_moved else (CHANCE, ACTIONS[after.mountain])

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view,
        players=1, zero_sum=False, max_actions=3, max_plies=4, best_utility=mountain, points="",
        label="Fork in the road",
        summary="gold for certain, or a fork where one way leads to more and the other to a bus",
        player_names=("traveller",), picture=picture, scene=scene, heard=heard,
        ending=lambda state: f"at the {PLACES[state.place]}",
        format_action=lambda state, action: ACTIONS[action], format_state=format_state, parse_state=parse_state,
    )  # fmt: skip
