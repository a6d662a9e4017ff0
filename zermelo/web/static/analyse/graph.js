// <z-graph>: how good the game was for the first player, ply by ply, with the mistakes on it.

/** @import {Mistake, MistakeKind} from "../common/messages.js" */

import { drawing, tell } from "../common/dom.js";

const HEIGHT = 120;
const MARGIN = 10;

/**
 * @typedef {{share: number, words: string}} Share  how good a position is for the first player
 *
 * @typedef {object} Course
 * @property {Map<number, Share>} shares  by ply
 * @property {number} plies
 * @property {Mistake[]} mistakes
 * @property {number} current  ply
 * @property {string} player  the first player's name
 */

/** Event: `ply` (detail: the ply to go to). */
export class Graph extends HTMLElement {
  /** @type {Course} */
  #course = { shares: new Map(), plies: 0, mistakes: [], current: 0, player: "" };
  #observer = new ResizeObserver(() => this.#draw());

  connectedCallback() {
    this.#observer.observe(this);
    if (this.#course.plies) this.#draw();
  }

  disconnectedCallback() {
    this.#observer.disconnect();
  }

  /** @param {Course} course */
  show(course) {
    this.#course = course;
    this.#draw();
  }

  #draw() {
    const width = this.clientWidth;
    if (!width) return;
    const { shares, plies, mistakes, current, player } = this.#course;
    /** @param {number} ply */
    const x = (ply) => MARGIN + (ply / Math.max(1, plies)) * (width - 2 * MARGIN);
    /** @param {number} share */
    const y = (share) => MARGIN + (1 - share) * (HEIGHT - 2 * MARGIN);
    const known = [...shares].sort(([a], [b]) => a - b);
    const spots = known.map(([ply, { share }]) => `${x(ply).toFixed(1)},${y(share).toFixed(1)}`);
    /** @type {SVGElement[]} */
    const parts = [drawing("line", { x1: 0, x2: width, y1: y(0.5), y2: y(0.5), class: "even" })];
    if (known.length > 1) {
      const [first, last] = [x(known[0][0]), x(known[known.length - 1][0])];
      const area = `M${first},${y(0)}L${spots.join("L")}L${last},${y(0)}Z`;
      parts.push(drawing("path", { d: area, class: "area" }));
      parts.push(drawing("polyline", { points: spots.join(" "), class: "curve" }));
    }
    const here = x(current);
    const now = shares.get(current);
    parts.push(drawing("line", { x1: here, x2: here, y1: 0, y2: HEIGHT, class: "here" }));
    if (now !== undefined) parts.push(drawing("circle", { cx: here, cy: y(now.share), r: 4, class: "here-dot" }));
    for (const mistake of mistakes) {
      const mark = mistakeMark(mistake.kind, x(mistake.ply), y(shares.get(mistake.ply)?.share ?? 0.5));
      mark.append(drawing("title", {}, `${mistake.action}: ${mistake.kind}, better ${mistake.better}`));
      parts.push(mark);
    }
    const counts = `${known.length} of ${plies + 1} positions, ${mistakes.length} mistakes`;
    const label = `How good the game was for ${player}: ${counts}${now === undefined ? "" : `; now ${now.words}`}`;
    const view = { viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT, role: "img", "aria-label": label };
    const drawn = drawing("svg", view, ...parts);
    drawn.addEventListener("click", (event) => {
      const across = (event.clientX - drawn.getBoundingClientRect().left - MARGIN) / Math.max(1, width - 2 * MARGIN);
      const ply = Math.min(plies, Math.max(0, Math.round(across * plies)));
      tell(this, "ply", ply);
    });
    this.replaceChildren(drawn);
  }
}

/**
 * The mark of a mistake; colour and shape tell its kind.
 *
 * @param {MistakeKind} kind
 * @param {number} x
 * @param {number} y
 */
export function mistakeMark(kind, x, y) {
  const shapes = {
    inaccuracy: () => drawing("circle", { cx: x, cy: y, r: 5 }),
    mistake: () => drawing("polygon", { points: `${x},${y - 7} ${x + 7},${y + 5} ${x - 7},${y + 5}` }),
    blunder: () => drawing("polygon", { points: `${x},${y - 8} ${x + 8},${y} ${x},${y + 8} ${x - 8},${y}` }),
  };
  return drawing("g", { class: `mark ${kind}` }, (shapes[kind] ?? shapes.mistake)());
}

customElements.define("z-graph", Graph);
