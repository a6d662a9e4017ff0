// The drawing of one node of the searched tree, and of the branch that leads to it.

/** @import {Place, TraceNode} from "../common/messages.js" */
/** @import {Look} from "./looks.js" */

import { drawing, write } from "../common/dom.js";
import { bar, cropped, dotOf, RADIUS, shapeOf } from "./shapes.js";

const LABEL_AT = 0.66; // on the way from parent to child

/**
 * @typedef {{x1: number, y1: number, x2: number, y2: number}} Ends  of a branch
 * @typedef {{text: SVGTextElement, below: SVGTextElement, title: SVGTitleElement}} Words  of a node that is near
 */

export class NodeDrawing {
  #kind;
  #kindClass;
  #shape;
  /** @type {Words | null} */
  #words = null;
  /** @type {SVGTextElement | null} */
  #mark = null;
  /** @type {BranchDrawing | null} */
  #branch = null;
  #hidden = 0; // how many nodes are folded away below it
  /** @type {Look | null} */
  #look = null;

  /**
   * @param {Place} place
   * @param {TraceNode} node
   * @param {Ends | null} ends  null: the root
   * @param {boolean} isDetailed  else it is a dot without words
   * @param {{edges: Element, shapes: Element}} layers
   */
  constructor(place, node, ends, isDetailed, layers) {
    const { shape, kindClass } = isDetailed ? shapeOf(node.kind) : dotOf(node.kind);
    this.#kind = node.kind;
    this.#shape = shape;
    this.#kindClass = kindClass;
    const data = { "data-node": place.index, "data-value": "", "data-state": "" };
    this.group = drawing("g", { ...data, id: `d-node-${place.index}`, role: "treeitem" }, shape);
    if (isDetailed) {
      const [text, below] = [drawing("text", { class: "d-label" }), drawing("text", { class: "d-below" })];
      this.#words = { text, below, title: drawing("title") };
      this.group.prepend(this.#words.title, drawing("circle", { class: "d-hit", r: RADIUS + 2 }));
      this.group.append(text, below);
    }
    if (ends) {
      this.#branch = new BranchDrawing(place.index, isDetailed ? cropped(node.edge) : null);
      layers.edges.append(this.#branch.group);
    }
    layers.shapes.append(this.group);
    this.settle(place, ends);
  }

  /**
   * Puts the node and its branch where they belong; it must then be painted again.
   *
   * @param {Place} place
   * @param {Ends | null} ends
   */
  settle({ x, y, hidden }, ends) {
    this.#hidden = hidden;
    this.#look = null;
    this.group.setAttribute("transform", `translate(${x} ${y})`);
    if (ends) this.#branch?.settle(ends);
  }

  remove() {
    this.group.remove();
    this.#branch?.group.remove();
  }

  /**
   * Paints what has changed.
   *
   * @param {Look} look
   */
  paint(look) {
    const before = this.#look;
    if (before && same(before, look)) return;
    const [group, shape] = [this.group, this.#shape];
    this.#look = look;
    if (look.label !== before?.label) group.dataset.value = look.label;
    if (look.state !== before?.state) group.dataset.state = look.state;
    group.classList.toggle("d-new", look.isNew === true);
    const dress = `d-shape ${this.#kindClass}${look.tone ? ` d-${look.tone.side}` : ""}`;
    if (shape.getAttribute("class") !== dress) shape.setAttribute("class", dress);
    if (look.tone) shape.style.setProperty("--much", `${look.tone.much}%`);
    const scale = look.scale ?? 1;
    if (this.#words) {
      if (scale !== (before?.scale ?? 1)) shape.setAttribute("transform", `scale(${scale.toFixed(3)})`);
      this.#write(this.#words, look, scale);
    } else if (look.scale) shape.style.strokeWidth = look.state === "current" ? "" : `${2 + 12 * scale}px`;
    if (look.mark !== before?.mark) {
      this.#mark?.remove();
      this.#mark = look.mark ? drawing("text", { class: "d-mark", x: RADIUS + 5, y: -RADIUS + 9 }, look.mark) : null;
      if (this.#mark) group.append(this.#mark);
    }
    this.#branch?.paint(look.edge, look.bar);
  }

  /**
   * @param {Words} words
   * @param {Look} look
   * @param {number} scale
   */
  #write({ text, below, title }, look, scale) {
    const inside = look.inside ?? look.label;
    write(text, inside);
    const lean = this.#kind === "max" ? 6 : this.#kind === "min" ? -6 : 0; // where a triangle is wide
    text.setAttribute("y", String(lean * scale + 5));
    const size = Math.min(15, 15 * Math.max(0.7, scale), 62 / Math.max(1, inside.length));
    text.setAttribute("font-size", size.toFixed(1));
    write(below, this.#hidden ? `+${this.#hidden}` : (look.below ?? ""));
    below.setAttribute("y", String(RADIUS * Math.min(1, scale) + 15));
    below.classList.toggle("d-hidden-count", this.#hidden > 0);
    write(title, look.said);
    this.group.setAttribute("aria-label", look.said);
  }
}

class BranchDrawing {
  #line = drawing("line", { class: "d-edge" });
  /** @type {SVGLineElement | null} makes the branch easier to hit */
  #hit = null;
  /** @type {SVGTextElement | null} */
  #words = null;
  /** @type {SVGLineElement | null} of a branch that is cut */
  #bar = null;
  /** @type {Ends} */
  #ends;

  /**
   * @param {number} index  of the node below
   * @param {string | null} words  null: seen from afar
   */
  constructor(index, words) {
    this.group = drawing("g", { "data-edge": index }, this.#line);
    if (words === null) return;
    this.#hit = drawing("line", { class: "d-edge-hit" });
    this.#words = drawing("text", { class: "d-edge-label" }, words);
    this.group.prepend(this.#hit);
    this.group.append(this.#words);
  }

  /** @param {Ends} ends */
  settle(ends) {
    this.#ends = ends;
    for (const [name, value] of Object.entries(ends)) {
      this.#line.setAttribute(name, String(value));
      this.#hit?.setAttribute(name, String(value));
    }
    this.#words?.setAttribute("x", String(ends.x1 + (ends.x2 - ends.x1) * LABEL_AT));
    this.#words?.setAttribute("y", String(ends.y1 + (ends.y2 - ends.y1) * LABEL_AT + 4));
    this.#bar?.remove();
    this.#bar = null;
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

/**
 * @param {Look} one
 * @param {Look} two
 */
function same({ tone, ...one }, { tone: other, ...two }) {
  if (tone?.side !== other?.side || tone?.much !== other?.much) return false;
  const [a, b] = [Object.entries(one), new Map(Object.entries(two))];
  return a.length === b.size && a.every(([name, value]) => b.get(name) === value);
}
