// Sees to it that the game goes on: lets engines move and nature roll when it is their turn.

import { asPlayer } from "../common/session.js";

const PAUSE = 260; // milliseconds between a move and the engine's next one, so that both are seen

/**
 * Told of every shown position by `attend`. Events: `thinking` (detail: words about an engine that is at work, or ""
 * when it is not), `roll` when nature is to roll by itself, `trouble` (detail: one line).
 */
export class Referee extends EventTarget {
  isHeld = false; // engines wait for a person to let them go on
  #session;
  #timer = 0;
  #id = 0;

  constructor(session) {
    super();
    this.#session = session;
  }

  /** Whose turn is it to do something: "person", "engine", "nature", "roller" (a person rolls), or nobody ("over"). */
  turn(rollsByItself = false) {
    const { mover, ply, plies } = this.#session.position;
    if (mover === null) return "over";
    const isPast = ply < plies; // looking back: nothing happens by itself
    if (mover < 0) return isPast || this.isHeld || (this.#session.personRolls && !rollsByItself) ? "roller" : "nature";
    if (this.#session.isPerson(mover)) return "person";
    return isPast || this.isHeld ? "person" : "engine";
  }

  get isAtWork() {
    return this.#id !== 0 || this.#timer !== 0;
  }

  /** Does what the position asks for, if it is not a person's turn. Returns whether it is nobody else's. */
  attend(rollsByItself) {
    this.rest();
    const turn = this.turn(rollsByItself);
    if (turn === "engine") this.#later(() => this.#letMove());
    else if (turn === "nature") this.#later(() => this.dispatchEvent(new Event("roll")));
    return turn !== "engine" && turn !== "nature";
  }

  /** An engine moves at once, at a place of the past too: what came after it is cut off. */
  moveNow() {
    this.rest();
    this.#letMove();
  }

  /** Stops waiting for whatever was on its way; the server hears of it from what is asked next. */
  rest() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#id) this.#session.socket.forget(this.#id);
    this.#id = 0;
    this.#say("");
  }

  /** Engines stop until `attend` is called with isHeld false again. */
  hold() {
    const wasSearching = this.#id !== 0;
    this.rest();
    this.isHeld = true;
    if (wasSearching) this.#session.socket.request("stop");
  }

  #later(act) {
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      act();
    }, PAUSE);
  }

  #letMove() {
    const { position, socket } = this.#session;
    this.#say("is thinking …");
    const player = asPlayer(this.#session.seatOf(position.mover));
    const id = socket.request("move", player, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") {
      const words = answer.note ? "gets ready: the game is compiled …" : `waits, ${answer.ahead} ahead …`;
      return this.#say(answer.note || answer.ahead ? words : "is thinking …");
    }
    this.#id = 0;
    this.#say("");
    if (answer.type !== "error" || answer.lost) return; // after a break the restored position starts it again
    this.isHeld = true; // or the same question would be asked for ever
    this.dispatchEvent(new CustomEvent("trouble", { detail: answer.message }));
  }

  #say(words) {
    this.dispatchEvent(new CustomEvent("thinking", { detail: words }));
  }
}
