// <z-curtain>: stands before the board while one person hands the screen to another, in a game with hidden information.

/** @import {Position} from "../common/messages.js" */

import { button, element, write } from "../common/dom.js";
import { capital } from "../common/words.js";

export const NOTE =
  "Something is hidden here: taking back, set-ups, “why not”, threats and reviews are off until the game is over, " +
  "who plays is fixed, and a reload begins the game anew.";
export const ANEW = "The connection broke: a game with hidden information begins anew then.";

/** Event: `uncover` when the next person is at the screen. */
export class Curtain extends HTMLElement {
  #words = element("p", { class: "curtain-words" });
  #uncover = button("", { id: "uncover", class: "primary", on: { click: () => this.#ask() } });

  connectedCallback() {
    if (!this.childElementCount) this.append(this.#words, this.#uncover);
  }

  /**
   * Closes the curtain, or opens it.
   *
   * @param {Position} position
   */
  show({ secret, players }) {
    const next = secret?.curtain ?? null;
    const wasHidden = this.hidden;
    this.hidden = next === null;
    if (next === null) return;
    write(this.#words, `Pass the screen to ${players[next]}.`);
    write(this.#uncover, `${capital(players[next])} is here: show my side`);
    if (wasHidden) this.#uncover.focus({ preventScroll: true });
  }

  #ask() {
    this.dispatchEvent(new Event("uncover"));
  }
}

customElements.define("z-curtain", Curtain);
