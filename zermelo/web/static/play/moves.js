// <z-moves>: the moves of the game; a click on one goes to the position after it.

/** @import {MistakeKind} from "../common/messages.js" */

import { button, element, tell } from "../common/dom.js";

/** Event: `ply` (detail: the ply to go to). */
export class Moves extends HTMLElement {
  /** @type {string[]} */
  #shown = [];
  #shape = "";

  /**
   * @param {string[]} moves
   * @param {number} ply
   * @param {{paired: boolean, first: number}} order  paired: two sides take turns, so moves stand in two columns;
   *   first: the player of the first move
   */
  show(moves, ply, { paired, first }) {
    const shape = `${paired} ${first}`;
    const fits = shape === this.#shape && this.#shown.every((text, index) => text === moves[index]);
    if (!fits || this.#shown.length > moves.length) {
      this.#shown = [];
      this.#shape = shape;
      this.replaceChildren();
      this.className = paired ? "moves paired" : "moves";
    }
    const late = paired && first === 1 ? 1 : 0; // the second side began
    moves.slice(this.#shown.length).forEach((text) => {
      const at = this.#shown.length;
      const place = at + late;
      if (!paired) this.append(this.#move(text, at));
      else {
        if (place % 2 === 0 || at === 0) this.append(element("span", { class: "move-number" }, `${(place >> 1) + 1}.`));
        if (at === 0 && late) this.append(element("span", { class: "move-gap" }, "…"));
        this.append(this.#move(text, at));
      }
      this.#shown.push(text);
    });
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
    const top = current.offsetTop - this.offsetTop;
    if (top < this.scrollTop) this.scrollTop = top - 8;
    else if (top + current.offsetHeight > this.scrollTop + this.clientHeight) {
      this.scrollTop = top + current.offsetHeight - this.clientHeight + 8;
    }
  }
}

customElements.define("z-moves", Moves);
