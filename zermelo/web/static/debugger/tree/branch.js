// The drawing of a branch: a line, the move beside it, and a bar where it is cut.

import { drawing } from "../../common/dom.js";
import { bar, cropped, LABEL_AT } from "./shapes.js";

/** @typedef {{x1: number, y1: number, x2: number, y2: number}} Ends */

export class BranchDrawing {
  #line = drawing("line", { class: "d-edge" });
  #hit = drawing("line", { class: "d-edge-hit" }); // makes the branch easier to hit
  /** @type {SVGTextElement | null} */
  #words = null;
  /** @type {SVGLineElement | null} of a branch that is cut */
  #bar = null;
  /** @type {Ends} */
  #ends;
  #narrow = 1; // seen from afar a tree is higher than wide, and letters are not
  #needs; // the scale from which on there is room for the words

  /**
   * @param {number} index  of the node below
   * @param {string} words
   * @param {number} needs
   */
  constructor(index, words, needs) {
    this.group = drawing("g", { "data-edge": index }, this.#hit, this.#line);
    this.#needs = needs;
    if (!words) return;
    this.#words = drawing("text", { class: "d-edge-label" }, cropped(words));
    this.group.append(this.#words);
  }

  /** @param {Ends} ends */
  settle(ends) {
    this.#ends = ends;
    for (const [name, value] of Object.entries(ends)) {
      this.#line.setAttribute(name, String(value));
      this.#hit.setAttribute(name, String(value));
    }
    this.#put();
    this.#bar?.remove();
    this.#bar = null;
  }

  /**
   * Shows the words where they do not run into their neighbours.
   *
   * @param {number} scale  beside which the words would be at their smallest
   * @param {number} narrow  how much less high than wide the tree would have to be drawn, to be drawn as it is
   */
  fit(scale, narrow) {
    this.#words?.classList.toggle("d-crowded", scale < this.#needs);
    if (narrow === this.#narrow) return;
    this.#narrow = narrow;
    this.#put();
  }

  #put() {
    const { x1, y1, x2, y2 } = this.#ends;
    const [x, y] = [x1 + (x2 - x1) * LABEL_AT, y1 + (y2 - y1) * LABEL_AT];
    this.#words?.setAttribute("transform", `translate(${x} ${y}) scale(1 ${this.#narrow}) translate(0 4)`);
  }

  /**
   * @param {string} look
   * @param {boolean} isCut
   */
  paint(look, isCut) {
    if (this.group.dataset.look !== look) this.group.dataset.look = look;
    if (isCut && !this.#bar) {
      this.#bar = bar(this.#ends);
      this.group.append(this.#bar);
    } else if (!isCut && this.#bar) {
      this.#bar.remove();
      this.#bar = null;
    }
  }
}
