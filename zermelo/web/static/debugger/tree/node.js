// The drawing of one node of the searched tree, with its position and its control for folding.

/** @import {Place, TraceNode} from "../messages.js" */
/** @import {Look} from "../looks.js" */
/** @import {Ends} from "./branch.js" */

import { drawing, write } from "../../common/dom.js";
import { BranchDrawing } from "./branch.js";
import { BOARD, BOARD_TOP, cropped, dotOf, foldControl, RADIUS, shapeOf } from "./shapes.js";

/**
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
  #hidden = -1; // how many nodes are folded away below it
  #isInner; // has it children?
  /** @type {SVGGElement | null} */
  #fold = null;
  /** @type {SVGImageElement | null} */
  #board = null;
  /** @type {Look | null} */
  #look = null;

  /**
   * @param {Place} place
   * @param {TraceNode} node
   * @param {Ends | null} ends  null: the root
   * @param {boolean} isDetailed  else it is a dot without words
   * @param {{edges: Element, shapes: Element}} layers
   * @param {{isInner: boolean, needs: number}} more  needs: the scale from which on there is room for its move
   */
  constructor(place, node, ends, isDetailed, layers, { isInner, needs }) {
    const { shape, kindClass } = isDetailed ? shapeOf(node.kind) : dotOf(node.kind);
    this.#kind = node.kind;
    this.#isInner = isInner;
    this.#shape = shape;
    this.#kindClass = kindClass;
    const data = { "data-node": place.index, "data-value": "", "data-state": "" };
    this.group = drawing("g", { ...data, role: "treeitem", "aria-level": node.depth + 1 }, shape);
    if (isDetailed) {
      const [text, below] = [drawing("text", { class: "d-label" }), drawing("text", { class: "d-below" })];
      this.#words = { text, below, title: drawing("title") };
      this.group.prepend(this.#words.title, drawing("circle", { class: "d-hit", r: RADIUS + 2 }));
      this.group.append(text, below);
      if (node.name) {
        this.group.append(drawing("text", { class: "d-name", x: -RADIUS - 4, y: -RADIUS + 9 }, cropped(node.name)));
      }
    }
    if (ends) {
      this.#branch = new BranchDrawing(place.index, node.edge, needs);
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
  settle({ index, x, y, hidden }, ends) {
    if (hidden !== this.#hidden) this.#showFold(index, hidden);
    this.#look = null;
    this.group.setAttribute("transform", `translate(${x} ${y})`);
    if (ends) this.#branch?.settle(ends);
  }

  /**
   * @param {number} index
   * @param {number} hidden
   */
  #showFold(index, hidden) {
    this.#hidden = hidden;
    this.#fold?.remove();
    if (!this.#isInner) return;
    this.group.setAttribute("aria-expanded", String(hidden === 0));
    if (!this.#words) return;
    this.#fold = foldControl(index, hidden);
    this.group.append(this.#fold);
  }

  /**
   * Shows the position below the node; null: there is no room for it.
   *
   * @param {string | null} url
   */
  showBoard(url) {
    if (url === null) {
      this.#board?.remove();
      this.#board = null;
    } else if (!this.#board) {
      const size = { x: -BOARD / 2, y: BOARD_TOP, width: BOARD, height: BOARD };
      this.#board = drawing("image", { class: "d-board", href: url, preserveAspectRatio: "xMidYMin meet", ...size });
      this.group.append(this.#board);
    }
  }

  /**
   * @param {number} scale
   * @param {number} narrow  see BranchDrawing
   */
  fit(scale, narrow) {
    this.#branch?.fit(scale, narrow);
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
    group.setAttribute("aria-label", look.said);
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
    write(below, this.#hidden ? "" : (look.below ?? ""));
    below.setAttribute("y", String(RADIUS * Math.min(1, scale) + 15));
    below.classList.toggle("d-bound", look.isBound === true);
    write(title, look.said);
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
