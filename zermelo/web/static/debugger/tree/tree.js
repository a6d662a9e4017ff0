// The searched tree as a drawing that changes node by node.

/** @import {Place, Placed, TraceNode} from "../messages.js" */
/** @import {Dot, Look} from "../looks.js" */
/** @import {Ends} from "./branch.js" */
/** @import {Stretch} from "./places.js" */

import { drawing, write } from "../../common/dom.js";
import { frames } from "./alike.js";
import { Gestures } from "./gestures.js";
import { NodeDrawing } from "./node.js";
import { Mass } from "./mass.js";
import { beside, nearest, needsOf, stretched, stretchOf } from "./places.js";
import { BOARD, BOARD_TOP, RADIUS, standBeside } from "./shapes.js";
import { FAR, Viewport } from "./viewport.js";

const NEAR = 0.55; // below this scale nodes have no words beside them
const MOVE = 11.5; // the size of a move's letters at scale 1, and
const SMALLEST_MOVE = 10; // pixels on the screen, at least
const SMALLEST_BOARD = 36;
const LEGIBLE_BOARD = 48;
const CROWD = 600; // from this many nodes on, those out of sight are not drawn
const CROWDED_FAR = 0.5; // of these, below this scale

/**
 * @typedef {Place & {drawn: NodeDrawing | null}} Part  drawn: null while it is out of sight
 *
 * @typedef {object} TreeHandlers
 * @property {(node: number) => void} press  by a click
 * @property {(node: number) => void} pressKey
 * @property {(node: number) => void} fold
 * @property {(nodes: number[]) => void} boards  are wanted
 * @property {(node: number) => string | null} board  a position as the address of an image, if it is there
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
  named = drawing("g"); // the chosen node, where it is only a dot
  probes = drawing("g"); // that the stylesheet is asked about
  #on;
  /** @type {TraceNode[]} */
  #nodes = [];
  /** @type {Map<number, Part>} the visible nodes */
  #parts = new Map();
  #frame = 0;
  #reach = 0; // from a node's middle to where its branches begin
  /** @type {Set<number>} nodes with children */
  #inner = new Set();
  #isInner = false; // do branches reach into the nodes?
  /** @type {Placed} as the server has it */
  #placed = { nodes: [], width: 1, height: 1, column: 1, level: 1 };
  /** @type {Stretch} */
  #stretch = { across: 1, down: 1 };
  #hasBoards = false;
  /** @type {Map<number, number>} the scale that a node's move needs */
  #needs = new Map();
  #smallest = SMALLEST_MOVE;
  #fittedAt = 0; // the scale at which moves were last shown or hidden
  #isDetailed = true; // are there words?
  #isMass = false; // is it large and far?
  #isStale = false; // has it changed since it was drawn?
  /** @type {number | null} */
  #selected = null;
  /** @type {{node: number, text: SVGTextElement}[]} words beside nodes */
  #told = [];

  /** @param {TreeHandlers} on */
  constructor(on) {
    this.#on = on;
    this.crowd = new Mass(this.probes); // a large tree, seen from afar
    this.edges = drawing("g", { class: "d-edges" });
    this.alike = drawing("g", { "aria-hidden": "true" });
    this.shapes = drawing("g", { class: "d-nodes" });
    this.windows = drawing("g", { "aria-hidden": "true" }); // what is said beside nodes
    this.world = drawing("g", {}, this.named, this.probes, this.edges, this.alike, this.shapes, this.windows);
    this.element = drawing(
      "svg",
      { id: "debugger-tree", class: "d-tree", role: "tree", tabindex: "0", "aria-label": "The searched tree" },
      this.world,
    );
    this.view = new Viewport(this.element, () => this.refresh(), () => this.#arrange());
    this.gestures = new Gestures(this.element, this.view, {
      nodeAt: (event) => this.#nodeAt(event),
      click: (node) => {
        this.select(node);
        if (node !== null) on.press(node);
      },
      fold: on.fold,
      fit: () => this.fit(),
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
    this.#isInner = inner;
    this.element.classList.toggle("d-growing", inner);
    const seen = new Set(placed.nodes.map(({ index }) => index));
    for (const [index, part] of this.#parts) {
      if (seen.has(index)) continue;
      detach(part);
      this.#parts.delete(index);
    }
    this.#placed = placed;
    this.#inner = new Set(nodes.map(({ parent }) => parent));
    if (this.#selected !== null && !seen.has(this.#selected)) this.select(null);
    this.#arrange();
  }

  /** Stretches the tree to the room there is, if all of it is to be seen, and puts everything where it belongs. */
  #arrange() {
    const room = this.#placed.nodes.length > CROWD ? null : this.view.box;
    if (this.view.isFitted) this.#stretch = stretchOf(this.#placed, this.#hasBoards, room);
    const placed = stretched(this.#placed, this.#stretch, this.#hasBoards);
    this.#reach = this.#hasBoards ? BOARD_TOP + BOARD : this.#isInner ? 0 : RADIUS - 3;
    this.#isStale = true;
    this.#fittedAt = 0;
    this.#needs = needsOf(placed.nodes, (node) => Math.min(18, this.#nodes[node].edge.length));
    for (const place of placed.nodes) {
      const drawn = this.#parts.get(place.index)?.drawn ?? null;
      this.#parts.set(place.index, { ...place, drawn });
    }
    for (const part of this.#parts.values()) {
      part.drawn?.settle(part, this.#ends(part));
      part.drawn?.paint(this.#on.look(part.index));
    }
    this.alike.replaceChildren(...frames(this.#nodes, placed.nodes));
    this.view.size = placed;
    if (!this.#isCrowded) this.#fill();
    this.refresh();
  }

  /** Shows the whole tree, as large as there is room. */
  fit() {
    this.view.isFitted = true;
    this.#arrange();
  }

  get hasBoards() {
    return this.#hasBoards;
  }

  /** Are positions drawn below their nodes? */
  set hasBoards(hasBoards) {
    if (hasBoards === this.#hasBoards) return;
    this.#hasBoards = hasBoards;
    if (!hasBoards) for (const part of this.#parts.values()) part.drawn?.showBoard(null);
    if (!this.view.isFitted) this.#stretch = stretchOf(this.#placed, hasBoards, null);
    if (this.#parts.size) this.#arrange();
  }

  /** Would positions below the nodes be large enough to be read? */
  get hasRoomForBoards() {
    if (this.#placed.nodes.length > CROWD) return false;
    const { width, height } = stretched(this.#placed, stretchOf(this.#placed, true, null), true);
    return BOARD * Math.min(this.view.box.width / width, this.view.box.height / height) >= LEGIBLE_BOARD;
  }

  clear() {
    this.tell([]);
    this.place([], { nodes: [], width: 1, height: 1, column: 1, level: 1 });
  }

  get visible() {
    return this.#parts.keys();
  }

  /** Are all of its nodes drawn, in sight or not? */
  get isWhole() {
    return !this.#isCrowded || this.#isMass;
  }

  /** Below this scale nodes are dots. */
  get #far() {
    return this.#isCrowded ? CROWDED_FAR : FAR;
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
    this.#mark(this.#partOf(this.#selected)?.drawn?.group, false);
    this.#selected = node;
    const part = this.#partOf(node);
    this.#mark(part?.drawn?.group, true);
    const said = part && !part.drawn ? this.#on.look(part.index).said : null; // it is only a dot
    this.named.replaceChildren(...(said === null ? [] : [drawing("g", { id: this.#chosen, role: "treeitem", "aria-label": said })]));
    if (part) this.element.setAttribute("aria-activedescendant", this.#chosen);
    else this.element.removeAttribute("aria-activedescendant");
    this.#on.point(node);
  }

  /** What the chosen node is called: a page may show several trees. */
  get #chosen() {
    return `${this.element.id}-chosen`;
  }

  /**
   * @param {Element | undefined} group  of a node
   * @param {boolean} isChosen
   */
  #mark(group, isChosen) {
    group?.classList.toggle("d-selected", isChosen);
    if (isChosen) group?.setAttribute("id", this.#chosen);
    else group?.removeAttribute("id");
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

  /** Draws the view, at most once per frame: also where boards have come. */
  refresh() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const { x, y, scale, high } = this.view;
      this.world.setAttribute("transform", `translate(${x} ${y}) scale(${scale} ${high})`);
      this.#holdWords();
      this.element.classList.toggle("d-middle", scale < NEAR);
      this.element.classList.toggle("d-far", scale < this.#far);
      if (this.#isCrowded || this.#isDetailed !== scale >= this.#far) this.#fill();
      this.#fitMoves();
      this.#showBoards();
    });
  }

  /** Keeps the moves at the branches legible, and hides those for which there is no room. */
  #fitMoves() {
    const { scale, high } = this.view;
    const now = scale + high / 100;
    if (Math.abs(Math.log(now / (this.#fittedAt || 1e-9))) < 0.02) return;
    this.#fittedAt = now;
    this.edges.style.setProperty("--move", `${Math.max(MOVE, this.#smallest / scale)}px`);
    for (const part of this.#parts.values()) if (part.drawn) this.#fitMove(part.drawn);
  }

  /** @param {NodeDrawing} drawn */
  #fitMove(drawn) {
    const { scale, high } = this.view;
    drawn.fit((scale * SMALLEST_MOVE) / this.#smallest, scale / high);
  }

  /** @param {number | null} pixels  of the letters of moves, at least; null: as usual */
  set smallest(pixels) {
    this.#smallest = pixels ?? SMALLEST_MOVE;
    this.#fittedAt = 0;
  }

  /** Draws the positions in sight, where they are large enough to be read. */
  #showBoards() {
    if (!this.#hasBoards || this.#isMass) return;
    const isLegible = BOARD * this.view.scale >= SMALLEST_BOARD;
    const wanted = [];
    for (const part of this.#parts.values()) {
      if (!part.drawn) continue;
      const isShown = isLegible && this.#isInSight(part);
      const url = isShown ? this.#on.board(part.index) : null;
      part.drawn.showBoard(url);
      if (isShown && !url) wanted.push(part.index);
    }
    if (wanted.length) this.#on.boards(wanted);
  }

  /** @param {Part} part */
  #isInSight(part) {
    const { box, scale } = this.view;
    const [{ x, y }, reach] = [this.view.toElement(part), BOARD * scale];
    return x > -reach && x < box.width + reach && y > -2 * reach - 80 && y < box.height + 80;
  }

  /** Draws the nodes that are in sight; in a large tree, no others. */
  #fill() {
    const { box } = this.view;
    const isCrowded = this.#isCrowded;
    const isDetailed = this.view.scale >= this.#far;
    if (isDetailed !== this.#isDetailed) {
      this.#isDetailed = isDetailed;
      for (const part of this.#parts.values()) detach(part);
    }
    const isMass = isCrowded && !isDetailed;
    if (isMass !== this.#isMass) {
      this.#isMass = this.#isStale = isMass;
      if (isMass) for (const part of this.#parts.values()) detach(part);
      else this.crowd.clear();
    }
    if (isMass) {
      if (this.#isStale) this.crowd.take(this.#parts.values(), this.#on.dot, (part) => this.#ends(part));
      this.#isStale = false;
      return this.crowd.draw(this.view);
    }
    for (const part of this.#parts.values()) {
      const above = this.#parts.get(this.#nodes[part.index].parent) ?? part;
      const [from, to] = [this.view.toElement(above), this.view.toElement(part)];
      const isAside = Math.max(from.x, to.x) + 80 < 0 || Math.min(from.x, to.x) - 80 > box.width;
      const isOut = isAside || to.y + 80 < 0 || from.y - 80 > box.height;
      if (isCrowded && isOut) detach(part);
      else if (!part.drawn) this.#attach(part);
    }
  }

  /**
   * @param {Part} part
   * @returns {Ends | null}
   */
  #ends({ index, x, y }) {
    const above = this.#parts.get(this.#nodes[index].parent);
    return above ? { x1: above.x, y1: above.y + this.#reach, x2: x, y2: y - (this.#isInner ? 0 : RADIUS - 3) } : null;
  }

  /** @param {Part} part */
  #attach(part) {
    const { index } = part;
    const more = { isInner: this.#inner.has(index), needs: this.#needs.get(index) ?? 0 };
    part.drawn = new NodeDrawing(part, this.#nodes[index], this.#ends(part), this.#isDetailed, this, more);
    this.#fitMove(part.drawn);
    if (index === this.#selected) this.#mark(part.drawn.group, true);
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
    if (this.#isMass) this.refresh();
    for (const index of nodes) {
      const drawn = this.#parts.get(index)?.drawn;
      if (drawn) drawn.paint(this.#on.look(index));
    }
  }

  /**
   * Words beside nodes: the windows of alpha and beta, or the result of a playout. The last is the current node's.
   *
   * @param {{node: number, words: string}[]} told
   */
  tell(told) {
    this.#told = told.map(({ node, words }, index) => {
      const look = index === told.length - 1 ? "d-window" : "d-window-above";
      const text = drawing("text", { class: look });
      write(text, words);
      return { node, text };
    });
    this.windows.replaceChildren(...this.#told.map(({ text }) => text));
    this.refresh();
  }

  /** Keeps the words beside nodes at the same size, whatever the scale. */
  #holdWords() {
    const { scale, high } = this.view;
    for (const { node, text } of this.#told) {
      const part = this.#partOf(node);
      text.toggleAttribute("hidden", !part);
      if (!part) continue;
      text.setAttribute("transform", `translate(${part.x} ${part.y}) scale(${1 / scale} ${1 / high})`);
      standBeside(text, RADIUS * scale, this.element);
    }
  }

  // --- what is pointed at -------------------------------------------------------------------------------------------

  /**
   * @param {MouseEvent} event
   * @returns {number | null}
   */
  #nodeAt(event) {
    const found = event.target instanceof Element ? event.target.closest("[data-node], [data-edge]") : null;
    if (found instanceof SVGElement) return Number(found.dataset.node ?? found.dataset.edge);
    if (!this.#isMass) return null;
    return nearest(this.gestures.pointOf(event), [...this.#parts.values()], this.view);
  }

  /** @param {string} what  up, down, left, right, press or open */
  #key(what) {
    const here = this.#selected;
    if (what === "press" || what === "open") {
      if (here !== null) this.#on[what === "press" ? "pressKey" : "open"](here);
      return;
    }
    this.walk(what);
  }

  /**
   * Chooses the node beside the chosen one.
   *
   * @param {string} what  up, down, left or right
   */
  walk(what) {
    const here = this.#selected;
    const next = here === null ? this.shown(0) : beside(here, what, this.#nodes, [...this.#parts.values()]);
    if (next === null) return;
    this.select(next);
    this.follow(next);
  }
}

/** @param {Part} part  whose elements are removed; its place stays */
function detach(part) {
  part.drawn?.remove();
  part.drawn = null;
}
