// <z-graph>: how good the game was for the first player, ply by ply, with the mistakes on it.

import { drawing } from "../common/dom.js";
import { percent } from "../common/words.js";

const HEIGHT = 120;
const MARGIN = 10;

/** Asks to go to a ply by the event `ply` (detail: the ply). */
export class Graph extends HTMLElement {
  #shares = new Map(); // ply -> share
  #plies = 0;
  #mistakes = [];
  #current = 0;
  #player = "";
  #observer = new ResizeObserver(() => this.#draw());

  connectedCallback() {
    this.#observer.observe(this);
    if (this.#plies) this.#draw();
  }

  disconnectedCallback() {
    this.#observer.disconnect();
  }

  show({ shares, plies, mistakes, current, player }) {
    [this.#shares, this.#plies, this.#mistakes] = [shares, plies, mistakes];
    [this.#current, this.#player] = [current, player];
    this.#draw();
  }

  #draw() {
    const width = this.clientWidth;
    if (!width) return;
    const x = (ply) => MARGIN + (ply / Math.max(1, this.#plies)) * (width - 2 * MARGIN);
    const y = (share) => MARGIN + (1 - share) * (HEIGHT - 2 * MARGIN);
    const known = [...this.#shares].filter(([, share]) => Number.isFinite(share)).sort(([a], [b]) => a - b);
    const spots = known.map(([ply, share]) => `${x(ply).toFixed(1)},${y(share).toFixed(1)}`);
    const parts = [drawing("line", { x1: 0, x2: width, y1: y(0.5), y2: y(0.5), class: "even" })];
    if (known.length > 1) {
      const [first, last] = [x(known[0][0]), x(known.at(-1)[0])];
      const area = `M${first},${y(0)}L${spots.join("L")}L${last},${y(0)}Z`;
      parts.push(drawing("path", { d: area, class: "area" }));
      parts.push(drawing("polyline", { points: spots.join(" "), class: "curve" }));
    }
    const here = x(this.#current);
    const now = this.#shares.get(this.#current);
    parts.push(drawing("line", { x1: here, x2: here, y1: 0, y2: HEIGHT, class: "here" }));
    if (Number.isFinite(now)) parts.push(drawing("circle", { cx: here, cy: y(now), r: 4, class: "here-dot" }));
    for (const mistake of this.#mistakes) {
      const mark = mistakeMark(mistake.kind, x(mistake.ply), y(this.#shares.get(mistake.ply) ?? 0.5));
      mark.append(drawing("title", {}, `${mistake.action}: ${mistake.kind}, better ${mistake.better}`));
      parts.push(mark);
    }
    const label =
      `how good the game was for ${this.#player}: ${known.length} of ${this.#plies + 1} positions, ` +
      `${this.#mistakes.length} mistakes` + (Number.isFinite(now) ? `; now ${percent(now)}` : "");
    const view = { viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT, role: "img", "aria-label": label };
    const drawn = drawing("svg", view, ...parts);
    drawn.addEventListener("click", (event) => {
      const across = (event.clientX - drawn.getBoundingClientRect().left - MARGIN) / Math.max(1, width - 2 * MARGIN);
      const ply = Math.min(this.#plies, Math.max(0, Math.round(across * this.#plies)));
      this.dispatchEvent(new CustomEvent("ply", { detail: ply }));
    });
    this.replaceChildren(drawn);
  }
}

/** A mistake's mark: its kind is told by colour and by shape. */
export function mistakeMark(kind, x, y) {
  const shapes = {
    inaccuracy: () => drawing("circle", { cx: x, cy: y, r: 5 }),
    mistake: () => drawing("polygon", { points: `${x},${y - 7} ${x + 7},${y + 5} ${x - 7},${y + 5}` }),
    blunder: () => drawing("polygon", { points: `${x},${y - 8} ${x + 8},${y} ${x},${y + 8} ${x - 8},${y}` }),
  };
  return drawing("g", { class: `mark ${kind}` }, (shapes[kind] ?? shapes.mistake)());
}

customElements.define("z-graph", Graph);
