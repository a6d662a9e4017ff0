// <z-evaluation>: a bar beside the board, as full as the game is good for the player at the bottom.

/** @import {Analysis, Position} from "../../common/messages.js" */

import { element, write } from "../../common/dom.js";
import { dressed } from "./sides.js";

const THINKING = "Still thinking";

export class Evaluation extends HTMLElement {
  /** @type {[Analysis | null, Position | null]} */
  #shown = [null, null];
  /** @type {HTMLElement & {flipped: boolean}} */
  #board;
  #observer = new ResizeObserver(() => this.#place());
  #part = element("i", { class: "evaluation-part" });
  #top = element("span", { class: "evaluation-top" });
  #bottom = element("span", { class: "evaluation-bottom" });

  connectedCallback() {
    if (this.childElementCount) return;
    this.setAttribute("role", "img");
    this.hidden = true;
    this.append(this.#part, this.#top, this.#bottom);
  }

  disconnectedCallback() {
    this.#observer.disconnect();
  }

  /** @param {HTMLElement & {flipped: boolean}} board  beside which it stands */
  configure(board) {
    this.#board = board;
    board.addEventListener("flipped", () => this.show(...this.#shown));
  }

  /** Moves to the edge of what is drawn, which may be narrower than its column, and gets its height. */
  #place() {
    if (this.hidden) return;
    const inside = this.#board.querySelector(".field");
    const drawn = [...this.#board.children].find((one) => (inside ? one.contains(inside) : one.checkVisibility()));
    const field = inside ?? drawn;
    if (!drawn || !field) return;
    const [column, around, inner] = [this.#board, drawn, field].map((one) => one.getBoundingClientRect());
    this.style.height = `${inner.height}px`;
    this.style.marginTop = `${inner.top - column.top}px`;
    this.style.left = `${Math.max(0, around.left - column.left)}px`;
  }

  /**
   * @param {Analysis | null} analysis  null: nothing is being analysed
   * @param {Position | null} position
   */
  show(analysis, position) {
    this.#shown = [analysis, position];
    const isFlipped = this.#board.flipped;
    const isTwo = position?.players.length === 2;
    this.hidden = !analysis || !isTwo;
    if (!analysis || !position || !isTwo) return;
    this.#observer.observe(this.#board);
    this.#place();
    const { share, share_words: words, early } = analysis;
    const isKnown = share !== null && words.length === 2;
    this.classList.toggle("is-thinking", !isKnown);
    dressed(this, isFlipped ? [...position.players].reverse() : position.players);
    const mine = isFlipped ? 1 - (share ?? 0.5) : (share ?? 0.5);
    this.#part.style.height = `${100 * mine}%`;
    const [below, above] = isFlipped ? [words[1], words[0]] : words;
    write(this.#bottom, isKnown && mine >= 0.5 ? below : "");
    write(this.#top, isKnown && mine < 0.5 ? above : "");
    const [first, second] = position.players;
    const told = isKnown ? `${first} ${words[0]}, ${second} ${words[1]}` : early ? THINKING : "The value is not known";
    this.setAttribute("aria-label", told);
    this.title = told;
  }
}

customElements.define("z-evaluation", Evaluation);
