// <z-moves>: the moves of the game; a click on one goes to the position after it.

/** @import {MistakeKind} from "../common/messages.js" */
/** @import {Place} from "../common/numbering.js" */

import { button, element, tell } from "../common/dom.js";
import { places } from "../common/numbering.js";

const MARGIN = 8; // pixels between the current move and the edge of the list

/** Event: `ply` (detail: the ply to go to). */
export class Moves extends HTMLElement {
  /** @type {string[]} */
  #shown = [];
  #shape = "";

  /**
   * @param {string[]} moves
   * @param {number} ply
   * @param {number[] | null} movers  who played them, where two sides take turns: each has a column of its own then
   */
  show(moves, ply, movers) {
    const placed = movers ? places(movers) : null;
    const shape = movers ? `paired ${movers[0] ?? ""}` : "";
    const fits = shape === this.#shape && this.#shown.every((text, index) => text === moves[index]);
    if (!fits || this.#shown.length > moves.length) {
      this.#shown = [];
      this.#shape = shape;
      this.replaceChildren();
      this.className = movers ? "moves paired" : "moves";
    }
    for (let at = this.#shown.length; at < moves.length; at++) {
      const move = this.#move(moves[at], at);
      if (placed) this.#place(move, placed[at], placed[at - 1]);
      else this.append(move);
      this.#shown.push(moves[at]);
    }
    let current = null;
    for (const one of this.querySelectorAll("button")) {
      const isCurrent = Number(one.dataset.ply) === ply;
      if (isCurrent) current = one;
      if (isCurrent) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    }
    this.#keepInSight(current);
  }

  /**
   * Marks the mistakes that a review found.
   *
   * @param {Record<number, MistakeKind>} kinds  by ply
   */
  mark(kinds) {
    for (const one of this.querySelectorAll("button")) {
      const kind = kinds[Number(one.dataset.ply)];
      if (kind) one.dataset.kind = kind;
      else delete one.dataset.kind;
    }
  }

  /**
   * Puts a move into its column; one that belongs to the move before it stands beside that.
   *
   * @param {HTMLElement} move
   * @param {Place} place
   * @param {Place | undefined} before
   */
  #place(move, { row, column }, before) {
    if (row !== before?.row) this.append(element("span", { class: "move-number" }, `${row}.`));
    if (row !== before?.row && column) this.append(element("span", { class: "move-gap" }, "…"));
    if (row === before?.row && column === before.column) this.lastElementChild?.append(move);
    else this.append(element("span", { class: "turn" }, move));
  }

  /**
   * @param {string} text
   * @param {number} index
   */
  #move(text, index) {
    const go = () => tell(this, "ply", index + 1);
    return button(text, { class: "move", "data-ply": index + 1, on: { click: go } });
  }

  /**
   * Scrolls this list alone, never the page.
   *
   * @param {HTMLElement | null} current
   */
  #keepInSight(current) {
    if (!current) {
      this.scrollTop = this.#shown.length ? 0 : this.scrollTop;
      return;
    }
    const [list, move] = [this.getBoundingClientRect(), current.getBoundingClientRect()];
    if (move.top < list.top) this.scrollTop -= list.top - move.top + MARGIN;
    else if (move.bottom > list.bottom) this.scrollTop += move.bottom - list.bottom + MARGIN;
  }
}

customElements.define("z-moves", Moves);
