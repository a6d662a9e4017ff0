// Keeps the game going: lets engines move and chance roll when it is their turn.

/** @import {Answer, Waiting} from "../common/messages.js" */
/** @import {Session} from "../common/session.js" */

import { tell } from "../common/dom.js";
import { asPlayer } from "../common/seats.js";

const PAUSE = 260; // milliseconds between a move and the engine's next one, so that both are seen

/**
 * `attend` is called with every shown position. Events: `thinking` (detail: what an engine is doing, or "" when none is
 * at work), `waiting` (detail: the server's message about a wait, or null when it is over), `roll` when chance is to
 * roll without a person, `trouble` (detail: one line).
 */
export class Referee extends EventTarget {
  isHeld = false; // engines wait for a person to let them go on
  #session;
  #timer = 0;
  #id = 0;

  /** @param {Session} session */
  constructor(session) {
    super();
    this.#session = session;
  }

  /**
   * Whose turn is it: "person", "engine", "chance", "roller" (a person rolls), or nobody's ("over")? Where something is
   * hidden, also "others" (engines and chance) and "curtain" (the screen is handed over).
   *
   * @param {boolean} [rollsByItself]
   */
  turn(rollsByItself = false) {
    const { mover, ply, plies, secret, closed } = this.#session.shown;
    if (mover === null || closed || this.#session.isEnded) return "over";
    if (secret) return secret.proceeds ? "others" : secret.curtain !== null ? "curtain" : "person";
    const isPast = ply < plies; // looking back: nothing moves on its own
    if (mover < 0) return isPast || this.isHeld || (this.#session.personRolls && !rollsByItself) ? "roller" : "chance";
    if (this.#session.isPerson(mover)) return "person";
    return isPast || this.isHeld ? "person" : "engine";
  }

  get isAtWork() {
    return this.#id !== 0 || this.#timer !== 0;
  }

  /**
   * Lets an engine move or chance roll, if it is their turn. Returns whether it is not.
   *
   * @param {boolean} rollsByItself
   */
  attend(rollsByItself) {
    this.rest();
    const turn = this.turn(rollsByItself);
    if (turn === "engine" || turn === "others") this.#later(() => this.#letMove());
    else if (turn === "chance") this.#later(() => this.dispatchEvent(new Event("roll")));
    return !["engine", "chance", "others", "curtain"].includes(turn);
  }

  /** Lets an engine move at once, even in the past: that begins a variation. */
  moveNow() {
    this.rest();
    this.#letMove();
  }

  /** Ignores what was asked for; the next question tells the server. */
  rest() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#id) this.#session.socket.forget(this.#id);
    this.#id = 0;
    this.#say("");
    tell(this, "waiting");
  }

  /** Engines stop until `attend` is called with isHeld false again. */
  hold() {
    const wasSearching = this.#id !== 0;
    this.rest();
    this.isHeld = true;
    if (wasSearching) this.#session.socket.request("stop", {});
  }

  /** @param {() => void} act */
  #later(act) {
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      act();
    }, PAUSE);
  }

  #letMove() {
    const { shown, socket } = this.#session;
    this.#say("is thinking …");
    if (shown.secret) {
      const proceeding = socket.request("proceed", {}, (answer) => this.#hear(proceeding, answer));
      this.#id = proceeding;
      return;
    }
    const player = asPlayer(this.#session.seatOf(shown.mover ?? 0));
    const id = socket.request("move", player, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  /**
   * @param {number} id
   * @param {Answer<"move"> | Waiting} answer
   */
  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") {
      tell(this, "waiting", answer.note ? answer : null);
      if (answer.note) return this.#say("is being compiled …");
      const others = answer.ahead === 1 ? "another search" : `${answer.ahead} other searches`;
      return this.#say(answer.ahead ? `is waiting for ${others} …` : "is thinking …");
    }
    this.#id = 0;
    this.#say("");
    tell(this, "waiting");
    if (answer.type !== "error" || answer.lost) return; // after a break the restored position starts it again
    this.isHeld = true; // or the same question would be asked forever
    tell(this, "trouble", answer.message);
  }

  /** @param {string} words */
  #say(words) {
    tell(this, "thinking", words);
  }
}
