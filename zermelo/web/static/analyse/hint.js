// <z-hint>: a hint that says where to look; asked again, it gives the move.

/** @import {Hint as HintAnswer} from "../common/messages.js" */
/** @import {Socket} from "../common/socket.js" */

import { button, element, tell } from "../common/dom.js";
import { lineOfMoves } from "../board/arrows.js";
import "../common/waiting.js";

/** Events: `moves` (detail: what to draw on the board), `over` when the search has ended. */
export class Hint extends HTMLElement {
  /** @type {Socket} */
  #socket;
  #id = 0;
  /** @type {HintAnswer | null} */
  #answer = null;
  #words = element("z-waiting", { id: "hint-words", role: "status" });
  #more = button("Show the move", { id: "hint-more", on: { click: () => this.#give() } });

  /** @param {Socket} socket */
  configure(socket) {
    this.#socket = socket;
    this.replaceChildren(this.#words, this.#more);
    return this;
  }

  get isRunning() {
    return this.#id !== 0;
  }

  get isOpen() {
    return !this.hidden;
  }

  /** Asks for a hint; if it is there already, gives the move. */
  ask() {
    if (this.#answer) return this.#give();
    if (this.#id) return;
    this.hidden = false;
    this.#more.hidden = true;
    this.#words.say("Looking for a hint …");
    const id = this.#socket.request("hint", {}, (answer) => {
      if (id !== this.#id) return;
      if (answer.type === "waiting") return this.#words.show(answer);
      this.#id = 0;
      if (answer.type === "hint") this.#take(answer);
      else this.#words.say(answer.message);
      this.dispatchEvent(new Event("over"));
    });
    this.#id = id;
  }

  close() {
    if (this.#id) this.#socket.forget(this.#id);
    this.#id = 0;
    if (this.hidden && !this.#answer) return;
    this.#answer = null;
    this.hidden = true;
    tell(this, "moves", []);
  }

  /** @param {HintAnswer} answer */
  #take(answer) {
    this.#answer = answer;
    this.#words.say(answer.words);
    this.#more.hidden = false;
    tell(this, "moves", answer.spot.map((cell) => ({ cells: [cell], tone: "hint" })));
  }

  #give() {
    if (!this.#answer) return;
    this.#words.say(this.#answer.answer);
    this.#more.hidden = true;
    tell(this, "moves", lineOfMoves([this.#answer.cells]));
  }
}

customElements.define("z-hint", Hint);
