// The searched tree as a drawing that changes node by node.

/** @import {Place, Placed, TraceNode} from "../common/messages.js" */
/** @import {Dot, Look} from "./looks.js" */
/** @import {Ends} from "./node.js" */

import { drawing, write } from "../common/dom.js";
import { frames } from "./alike.js";
import { distance, Gestures } from "./gestures.js";
import { NodeDrawing } from "./node.js";
import { RADIUS } from "./shapes.js";
import { FAR, Viewport } from "./viewport.js";

const NEAR = 0.55; // below this scale the branches have no labels
const CROWD = 600; // from this many nodes on, those out of sight are not drawn
const NEARBY = 9; // pixels around a dot that belong to it

/**
 * @typedef {Place & {drawn: NodeDrawing | null}} Part  drawn: null while it is out of sight
 *
 * @typedef {object} TreeHandlers
 * @property {(node: number) => void} press
 * @property {(node: number) => void} open  pressed twice
 * @property {(node: number | null) => void} point
 * @property {(node: number) => Look} look
 * @property {(node: number) => Dot | null} dot  null: not there
 */

/**
 * From afar nodes are dots without words. In a large tree only what is in sight is drawn, and from afar all dots that
 * look the same are one element.
 */
export class TreeView {
  #on;
  /** @type {TraceNode[]} */
  #nodes = [];
  /** @type {Map<number, Part>} the visible nodes */
  #parts = new Map();
  #frame = 0;
  #reach = 0; // from a node's middle to where its branches begin
  #isDetailed = true; // are there words?
  #isMass = false; // is it large and far?
  #isStale = false; // has it changed since it was drawn?
  /** @type {number | null} */
  #selected = null;
  /** @type {number | null} the node with words beside it */
  #told = null;

  /** @param {TreeHandlers} on */
  constructor(on) {
    this.#on = on;
    this.mass = drawing("g", { class: "d-mass" }); // a large tree, seen from afar
    this.edges = drawing("g", { class: "d-edges" });
    this.alike = drawing("g", { "aria-hidden": "true" }); // information sets
    this.shapes = drawing("g", { class: "d-nodes" });
    this.window = drawing("text", { class: "d-window", y: "-8", "aria-hidden": "true" });
    this.world = drawing("g", {}, this.mass, this.edges, this.alike, this.shapes, this.window);
    this.element = drawing(
      "svg",
      { id: "debugger-tree", class: "d-tree", role: "tree", tabindex: "0", "aria-label": "The searched tree" },
      this.world,
    );
    this.view = new Viewport(this.element, () => this.#draw());
    this.gestures = new Gestures(this.element, this.view, {
      nodeAt: (event) => this.#nodeAt(event),
      click: (node) => {
        this.select(node);
        if (node !== null) on.press(node);
      },
      open: on.open,
      point: (node) => on.point(node ?? this.#selected),
      key: (what) => this.#key(what),
    });
  }

  // --- which nodes there are ----------------------------------------------------------------------------------------

  /**
   * Takes the nodes and their places; what stays visible keeps its elements.
   *
   * @param {TraceNode[]} nodes
   * @param {Placed} placed
   * @param {boolean} [inner]  do branches reach into the nodes?
   */
  place(nodes, placed, inner = false) {
    this.#nodes = nodes;
    this.#reach = inner ? 0 : RADIUS - 3;
    this.#isStale = true;
    this.element.classList.toggle("d-growing", inner);
    const seen = new Set(placed.nodes.map(({ index }) => index));
    for (const [index, part] of this.#parts) {
      if (seen.has(index)) continue;
      detach(part);
      this.#parts.delete(index);
    }
    for (const place of placed.nodes) {
      const drawn = this.#parts.get(place.index)?.drawn ?? null;
      this.#parts.set(place.index, { ...place, drawn });
    }
    for (const part of this.#parts.values()) part.drawn?.settle(part, this.#ends(part));
    if (this.#selected !== null && !this.#parts.has(this.#selected)) this.select(null);
    this.alike.replaceChildren(...frames(nodes, placed.nodes));
    this.view.size = placed;
    if (!this.#isCrowded) this.#fill();
    this.#draw();
  }

  clear() {
    this.place([], { nodes: [], width: 1, height: 1 });
  }

  get visible() {
    return this.#parts.keys();
  }

  get #isCrowded() {
    return this.#parts.size > CROWD;
  }

  /**
   * The node itself, or the nearest one above it that is not folded away.
   *
   * @param {number} node
   */
  shown(node) {
    let here = node;
    while (here >= 0 && !this.#parts.has(here)) here = this.#nodes[here].parent;
    return here >= 0 ? here : null;
  }

  /** @param {number | null} node */
  select(node) {
    this.#partOf(this.#selected)?.drawn?.group.classList.remove("d-selected");
    this.#selected = node;
    const part = this.#partOf(node);
    part?.drawn?.group.classList.add("d-selected");
    if (part) this.element.setAttribute("aria-activedescendant", `d-node-${node}`);
    else this.element.removeAttribute("aria-activedescendant");
    this.#on.point(node);
  }

  get selected() {
    return this.#selected;
  }

  /** @param {number} node */
  follow(node) {
    const part = this.#parts.get(node);
    if (part) this.view.follow(part);
  }

  /** @param {number | null} node */
  #partOf(node) {
    return node === null ? undefined : this.#parts.get(node);
  }

  // --- which of them are drawn --------------------------------------------------------------------------------------

  /** Draws the view, at most once per frame. */
  #draw() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const { x, y, scale, high } = this.view;
      this.world.setAttribute("transform", `translate(${x} ${y}) scale(${scale} ${high})`);
      this.#holdWindow();
      this.element.classList.toggle("d-middle", scale < NEAR);
      this.element.classList.toggle("d-far", scale < FAR);
      if (this.#isCrowded || this.#isDetailed !== scale >= FAR) this.#fill();
    });
  }

  /** Draws the nodes that are in sight; in a large tree, no others. */
  #fill() {
    const { box } = this.view;
    const isCrowded = this.#isCrowded;
    const isDetailed = this.view.scale >= FAR;
    if (isDetailed !== this.#isDetailed) {
      this.#isDetailed = isDetailed;
      for (const part of this.#parts.values()) detach(part);
    }
    const isMass = isCrowded && !isDetailed;
    if (isMass !== this.#isMass) {
      this.#isMass = this.#isStale = isMass;
      if (isMass) for (const part of this.#parts.values()) detach(part);
      else this.mass.replaceChildren();
    }
    if (isMass) return this.#isStale ? this.#drawMass() : undefined;
    for (const part of this.#parts.values()) {
      const above = this.#parts.get(this.#nodes[part.index].parent) ?? part;
      const [from, to] = [this.view.toElement(above), this.view.toElement(part)];
      const isAside = Math.max(from.x, to.x) + 80 < 0 || Math.min(from.x, to.x) - 80 > box.width;
      const isOut = isAside || to.y + 80 < 0 || from.y - 80 > box.height;
      if (isCrowded && isOut) detach(part);
      else if (!part.drawn) this.#attach(part);
    }
  }

  /** All branches as one line, and a line of dots per look: far faster than thousands of elements. */
  #drawMass() {
    this.#isStale = false;
    /** @type {{plain: string[], bold: string[]}} */
    const lines = { plain: [], bold: [] };
    /** @type {Map<string, {dress: string, much?: number, at: string[]}>} */
    const dots = new Map();
    for (const part of this.#parts.values()) {
      const dot = this.#on.dot(part.index);
      if (!dot) continue;
      const { dress, much, isBold } = dot;
      const ends = this.#ends(part);
      if (ends) (isBold ? lines.bold : lines.plain).push(`M${ends.x1} ${ends.y1}L${ends.x2} ${ends.y2}`);
      const look = `${dress} ${much ?? ""}`;
      const same = dots.get(look) ?? { dress, much, at: [] };
      dots.set(look, same);
      same.at.push(`M${part.x} ${part.y}h0`);
    }
    const paths = [...dots.values()].map(({ dress, much, at }) => {
      const path = drawing("path", { class: `d-shape d-dot ${dress}`, d: at.join("") });
      if (much !== undefined) path.style.setProperty("--much", `${much}%`);
      return path;
    });
    const edges = drawing("path", { class: "d-edge", d: lines.plain.join("") });
    this.mass.replaceChildren(edges, drawing("path", { class: "d-edge d-bold", d: lines.bold.join("") }), ...paths);
  }

  /**
   * @param {Part} part
   * @returns {Ends | null}
   */
  #ends({ index, x, y }) {
    const above = this.#parts.get(this.#nodes[index].parent);
    return above ? { x1: above.x, y1: above.y + this.#reach, x2: x, y2: y - this.#reach } : null;
  }

  /** @param {Part} part */
  #attach(part) {
    const { index } = part;
    part.drawn = new NodeDrawing(part, this.#nodes[index], this.#ends(part), this.#isDetailed, this);
    if (index === this.#selected) part.drawn.group.classList.add("d-selected");
    part.drawn.paint(this.#on.look(index));
  }

  // --- how they look ------------------------------------------------------------------------------------------------

  /**
   * Asks for the looks of these nodes again, and repaints those that changed.
   *
   * @param {Iterable<number>} nodes
   */
  update(nodes) {
    this.#isStale = this.#isMass;
    if (this.#isMass) this.#draw();
    for (const index of nodes) {
      const drawn = this.#parts.get(index)?.drawn;
      if (drawn) drawn.paint(this.#on.look(index));
    }
  }

  /**
   * Words beside a node: the window of alpha and beta, or the result of a playout.
   *
   * @param {number | null} node
   * @param {string} words
   */
  say(node, words) {
    this.#told = node;
    write(this.window, node === null ? "" : words);
    this.#draw();
  }

  /** Keeps the words beside a node at the same size, whatever the scale. */
  #holdWindow() {
    const part = this.#partOf(this.#told);
    this.window.toggleAttribute("hidden", !part);
    if (!part) return;
    const { scale, high } = this.view;
    this.window.setAttribute("x", String(RADIUS * scale + 10));
    this.window.setAttribute("transform", `translate(${part.x} ${part.y}) scale(${1 / scale} ${1 / high})`);
  }

  // --- what is pointed at -------------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  #nodeAt(event) {
    const found = event.target instanceof Element ? event.target.closest("[data-node], [data-edge]") : null;
    if (found instanceof SVGElement) return Number(found.dataset.node ?? found.dataset.edge);
    if (!this.#isMass) return null;
    const point = this.gestures.pointOf(event);
    /** @type {number | null} */
    let nearest = null;
    let least = NEARBY;
    for (const part of this.#parts.values()) {
      const away = distance(point, this.view.toElement(part));
      if (away < least) [nearest, least] = [part.index, away];
    }
    return nearest;
  }

  /** @param {string} what  up, down, left, right, press or open */
  #key(what) {
    const here = this.#selected;
    if (what === "press" || what === "open") {
      if (here !== null) this.#on[what](here);
      return;
    }
    const next = here === null ? this.shown(0) : this.#beside(here, what);
    if (next === null) return;
    this.select(next);
    this.follow(next);
  }

  /**
   * @param {number} node
   * @param {string} direction
   */
  #beside(node, direction) {
    const { parent } = this.#nodes[node];
    if (direction === "up") return parent >= 0 ? parent : null;
    if (direction === "down") return [...this.visible].find((index) => this.#nodes[index].parent === node) ?? null;
    const y = this.#parts.get(node)?.y;
    const row = [...this.#parts.values()].filter((part) => part.y === y).sort((a, b) => a.x - b.x);
    const at = row.findIndex(({ index }) => index === node);
    return row[at + (direction === "left" ? -1 : 1)]?.index ?? null;
  }
}

/**
 * Removes a node's elements; its place stays.
 *
 * @param {Part} part
 */
function detach(part) {
  part.drawn?.remove();
  part.drawn = null;
}
