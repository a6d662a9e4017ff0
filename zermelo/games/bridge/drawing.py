"""How positions of bridge are drawn: four hands, the trick on the table, the auction in words."""

from __future__ import annotations

from typing import Any

from zermelo.games.bridge.calls import CALLS, auction_of, call_face, contract_face
from zermelo.games.bridge.cards import SEAT_NAMES, SEATS, cards_in, face
from zermelo.games.bridge.state import BridgeState, BridgeView, played_in
from zermelo.picture import Cards, Hand

SIDE_NAMES = ("nobody", "N-S", "E-W", "both sides")


def drawing(cards: int, book: int) -> dict[str, Any]:
    """`picture`, `scene` and `touches`, as fields of a Game."""

    def drawn(seen: BridgeState | BridgeView, hands: tuple[int, ...], mover: int) -> Cards:
        record = played_in(seen)
        dummy = (seen.declarer + 2) % 4 if seen.declarer >= 0 else -1
        shown = []
        for seat in range(4):
            held = cards - seen.laid // 4 - (1 if (seat - seen.leader) % 4 < seen.laid % 4 else 0)
            known = tuple(map(face, cards_in(hands[seat])))
            notes = [
                "declarer" if seat == seen.declarer else "dummy" if seat == dummy else "",
                "dealer" if seat == seen.dealer and seen.bid < 0 else "",
                f"{seen.told[seat]} points" if any(seen.told) else "",
            ]
            shown.append(
                Hand(SEAT_NAMES[seat], known or ("",) * held, active=seat == mover, note=", ".join(filter(None, notes)))
            )
        return Cards((*shown, *_tricks(seen, record)), _caption(seen, record))

    def _tricks(seen: BridgeState | BridgeView, record: list[tuple[int, int]]) -> list[Hand]:
        """The trick that lies on the table, or the last one where none does."""
        if seen.bid < 0 or seen.declarer < 0:
            return [Hand("trick", (), middle=True, places=4)]
        size = seen.laid % 4
        trick = record[len(record) - size :] if size else record[-4:]
        if not size and not trick:
            return [Hand("trick", (), middle=True, places=4)]
        laid = tuple(face(card) for _, card in trick)
        who = SEATS[trick[0][0]]
        note = f"{SEAT_NAMES[trick[0][0]]} led" if size else f"led by {who}, won by {SEATS[seen.leader]}"
        return [Hand("trick" if size else "last trick", laid, middle=True, places=4, note=note)]

    def _caption(seen: BridgeState | BridgeView, record: list[tuple[int, int]]) -> str:
        lines = [f"dealer {SEAT_NAMES[seen.dealer]}, vulnerable: {SIDE_NAMES[seen.vulnerable]}"]
        calls = auction_of(seen)
        if calls:
            told = (f"{SEATS[(seen.dealer + place) % 4]} {call_face(call)}" for place, call in enumerate(calls))
            lines.append("auction: " + ", ".join(told))
        if seen.bid >= 0 and seen.declarer >= 0:
            won = (seen.won, seen.laid // 4 - seen.won)
            wanted = book + seen.bid // 5 + 1
            lines.append(
                f"{contract_face(seen.bid, seen.doubled)} by {SEAT_NAMES[seen.declarer]}: {wanted} tricks are needed, "
                f"{won[seen.declarer & 1]} made, {won[1 - (seen.declarer & 1)]} lost"
            )
        return "\n".join(lines)

    def mover_of(seen: BridgeState | BridgeView, is_dealt: bool) -> int:
        """Whose hand the next card or call comes from; -1: nobody's."""
        if not is_dealt or seen.laid == 4 * cards or (seen.passes == 4 and seen.bid < 0):
            return -1
        return seen.declarer if seen.declarer >= 0 > seen.bid else (seen.leader + seen.laid % 4) % 4

    def picture(state: BridgeState) -> Cards:
        if state.dealt < 4 * cards:
            hands = tuple(
                Hand(name, tuple(map(face, cards_in(held)))) for name, held in zip(SEAT_NAMES, state.hands, strict=True)
            )
            return Cards(hands, _caption(state, []))
        return drawn(state, state.hands, mover_of(state, True))

    def scene(seen: BridgeView, player: int) -> Cards:
        return drawn(seen, seen.hands, mover_of(seen, bool(seen.is_dealt)))

    def touches(state: BridgeState, action: int) -> tuple[tuple[int, int], ...]:
        """The card in its hand; calls are not on the table."""
        if state.dealt < 4 * cards or action >= CALLS:
            return ()
        seat = (state.leader + state.laid % 4) % 4
        return ((seat, cards_in(state.hands[seat]).index(action)),)

    return {"picture": picture, "scene": scene, "touches": touches}
