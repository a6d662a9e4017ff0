// <z-demo>: a small tree that alpha-beta searches, step by step, until somebody stops it: the debugger at work.

/** @import {SearchStep, Trace} from "../debugger/messages.js" */
/** @import {Socket} from "../common/socket.js" */

import { button, drawing, element, wantsLittleMotion, write } from "../common/dom.js";

const TREE = "((3,12,8),(2,4,6),(14,5,2))";
const PACE = 1300; // milliseconds for a step
const REST = 5; // steps for which the last one stays
const ADDRESS = `#/debugger?from=tree&algorithm=alphabeta&tree=${encodeURIComponent(TREE)}`;
const WHICH = "front"; // tells this search from others of the page

export class Demo extends HTMLElement {
  /** @type {Socket} */
  #socket;
  /** @type {Trace | null} */
  #trace = null;
  #step = 0;
  #timer = 0;
  #isRunning = !wantsLittleMotion();
  /** @type {SVGElement[]} by the number of the node */
  #nodes = [];
  /** @type {SVGElement[]} the lines from above */
  #edges = [];
  #picture = element("div", { class: "demo-picture" });
  #words = element("p", { class: "demo-words" }, "Alpha-beta looks at a tree …");
  #pause = button("", { id: "demo-pause", class: "quiet", on: { click: () => this.#turn(!this.#isRunning) } });
  #next = button("Next step", { id: "demo-next", class: "quiet", on: { click: () => this.#byHand() } });

  /** @param {Socket} socket */
  configure(socket) {
    this.#socket = socket;
    const link = element("a", { href: ADDRESS }, "Open it in the debugger");
    this.append(
      element("h2", {}, "A search at work"),
      this.#picture,
      this.#words,
      element("p", { class: "demo-links" }, link, this.#pause, this.#next),
    );
    return this;
  }

  connectedCallback() {
    this.#turn(this.#isRunning);
    if (!this.#trace) this.#ask();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  async #ask() {
    const answer = await this.#socket.ask("trace", { algorithm: "alphabeta", depth: 2, tree: TREE, which: WHICH });
    if (answer.type !== "trace") return;
    this.#trace = answer;
    this.#draw(answer);
    this.#step = this.#isRunning ? 0 : answer.steps.length - 1;
    this.#show();
    this.#turn(this.#isRunning);
  }

  /** @param {boolean} isRunning */
  #turn(isRunning) {
    this.#isRunning = isRunning;
    clearTimeout(this.#timer);
    write(this.#pause, isRunning ? "Pause" : "Run");
    if (isRunning && this.#trace) this.#timer = setTimeout(() => this.#goOn(), PACE);
  }

  #byHand() {
    this.#turn(false);
    this.#goOn();
  }

  #goOn() {
    if (!this.#trace) return;
    const rest = this.#isRunning ? REST : 0;
    this.#step = (this.#step + 1) % (this.#trace.steps.length + rest);
    this.#show();
    if (this.#isRunning) this.#timer = setTimeout(() => this.#goOn(), PACE);
  }

  /** @param {Trace} trace */
  #draw({ nodes, placed }) {
    const { width, height } = placed;
    const name = "A tree of two moves: three for MAX, three answers for MIN each";
    const svg = drawing("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name });
    const places = new Map(placed.nodes.map((place) => [place.index, place]));
    nodes.forEach(({ parent, kind }, index) => {
      const at = places.get(index);
      if (!at) return;
      const above = places.get(parent);
      this.#edges[index] = drawing("line", { class: "demo-edge", x1: above?.x, y1: above?.y, x2: at.x, y2: at.y });
      if (above) svg.prepend(this.#edges[index]);
      const shape = kind === "leaf" ? square(at.x, at.y) : triangle(at.x, at.y, kind === "min");
      const text = drawing("text", { x: at.x, y: at.y + (kind === "max" ? 8 : kind === "min" ? 2 : 5) });
      this.#nodes[index] = drawing("g", { class: `demo-node ${kind}` }, shape, text);
      svg.append(this.#nodes[index]);
    });
    this.#picture.replaceChildren(svg);
  }

  #show() {
    const steps = /** @type {SearchStep[]} */ (this.#trace?.steps ?? []);
    const nodes = this.#trace?.nodes ?? [];
    const at = Math.min(this.#step, steps.length - 1);
    /** @type {Map<number, string>} */
    const known = new Map();
    const cut = new Set();
    for (const { node, label, event } of steps.slice(0, at + 1)) {
      known.set(node, label);
      if (event === "prune") cut.add(node);
    }
    nodes.forEach(({ parent }, index) => {
      const drawn = this.#nodes[index];
      if (!drawn) return;
      const isCut = cut.has(parent) && !known.has(index);
      for (const one of [drawn, this.#edges[index]]) {
        one.classList.toggle("seen", known.has(index));
        one.classList.toggle("cut", isCut);
        one.classList.toggle("now", steps[at]?.node === index);
      }
      write(/** @type {Element} */ (drawn.lastElementChild), isCut ? "✂" : (known.get(index) ?? ""));
    });
    write(this.#words, steps[at]?.words ?? "");
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {boolean} isDown
 */
function triangle(x, y, isDown) {
  const [tip, base] = isDown ? [y + 27, y - 20] : [y - 27, y + 20];
  return drawing("polygon", { points: `${x},${tip} ${x - 30},${base} ${x + 30},${base}` });
}

/**
 * @param {number} x
 * @param {number} y
 */
function square(x, y) {
  return drawing("rect", { x: x - 19, y: y - 17, width: 38, height: 34, rx: 5 });
}

customElements.define("z-demo", Demo);
