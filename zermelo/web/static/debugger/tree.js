// The searched tree as a drawing that can be moved, zoomed and changed node by node.

import { bar, cropped, dotOf, RADIUS, shapeOf } from "./shapes.js";
import { drawing, write } from "../common/dom.js";

const MOST_SCALE = 3;
const NEAR = 0.55; // below this scale the words at the branches are left out
const FAR = 0.34; // below this one nodes are dots; the tree is then squeezed from left to right only
const ROOMY = 1.25; // a small tree is not shown larger than this at first
const TALL = 0.9; // from top to bottom, a tree seen from afar is at most as large as this
const CROWD = 600; // from so many nodes on, those outside the window are not drawn
const STILL = 5; // pixels that a finger may tremble
const LABEL_AT = 0.66; // on the way from parent to child
const KEYS = {
  ...{ ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" },
  ...{ Enter: "press", " ": "press", o: "open", "+": "in", "-": "out", 0: "fit" },
};
const ELEMENTS = ["group", "shape", "branch", "line", "hit", "words", "text", "below", "title", "mark", "bar", "look"];
const NEARBY = 9; // pixels around a dot that are it too

/**
 * Calls `on.press(node)`, `on.open(node)` (pressed twice) and `on.point(node or null)`, and asks `on.look(node)` how a
 * node looks: {state, label, inside, below, edge, bar, scale, tone, mark, said, isNew}.
 *
 * From afar nodes are dots without words. In a large tree only what lies in the window has elements, and from afar all
 * dots that look alike are one: `on.dot(node)` says what its dot looks like, {dress, much, isBold}; null: not there.
 */
export class TreeView {
  #on;
  #nodes = [];
  #parts = new Map(); // node -> {index, x, y, hidden}, and its elements while it has some
  #size = { width: 1, height: 1 };
  #view = { x: 0, y: 0, scale: 1 };
  #fingers = new Map();
  #moved = false;
  #pinch = null;
  #frame = 0;
  #room = null; // the size of the window, until it changes
  #reach = 0; // from a node's middle to where its branches begin
  #detailed = true; // are there words?
  #isMass = false; // is it large and far?
  #isStale = false; // has it changed since it was drawn?
  #selected = null;
  #isFitted = true; // is all of it shown, because nobody wanted otherwise?
  #told = null; // the node with words beside it

  constructor(on) {
    this.#on = on;
    this.mass = drawing("g", { class: "d-mass" }); // a large tree, seen from afar
    this.edges = drawing("g", { class: "d-edges" });
    this.shapes = drawing("g", { class: "d-nodes" });
    this.window = drawing("text", { class: "d-window", y: "-8", "aria-hidden": "true" });
    this.world = drawing("g", {}, this.mass, this.edges, this.shapes, this.window);
    this.element = drawing(
      "svg",
      { id: "debugger-tree", class: "d-tree", role: "tree", tabindex: "0", "aria-label": "The searched tree" },
      this.world,
    );
    this.#listen();
    new ResizeObserver(() => {
      this.#room = null;
      if (this.#isFitted) this.fit();
      else this.#look();
    }).observe(this.element);
  }

  // --- the tree ---

  /** Takes the nodes and their places; what stays visible keeps its element. `inner`: branches reach into the nodes. */
  place(nodes, placed, inner = false) {
    this.#nodes = nodes;
    this.#reach = inner ? 0 : RADIUS - 3;
    this.#size = { width: placed.width, height: placed.height };
    this.#isStale = true;
    this.element.classList.toggle("d-growing", inner);
    const seen = new Set(placed.nodes.map(({ index }) => index));
    for (const [index, part] of this.#parts) {
      if (seen.has(index)) continue;
      detach(part);
      this.#parts.delete(index);
    }
    for (const place of placed.nodes) {
      const part = this.#parts.get(place.index) ?? {};
      this.#parts.set(place.index, Object.assign(part, place));
    }
    for (const part of this.#parts.values()) if (part.group) this.#settle(part);
    if (this.#selected !== null && !this.#parts.has(this.#selected)) this.select(null);
    if (this.#isFitted) this.fit();
    if (!this.#isCrowded) this.#fill();
    this.#look();
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

  /** Gives elements to the nodes in the window, and in a large tree to no others. */
  #fill() {
    const box = this.#box();
    const { x, y, scale } = this.#view;
    const high = this.#high(scale);
    const isCrowded = this.#isCrowded;
    const detailed = scale >= FAR;
    if (detailed !== this.#detailed) {
      this.#detailed = detailed;
      for (const part of this.#parts.values()) detach(part);
    }
    const isMass = isCrowded && !detailed;
    if (isMass !== this.#isMass) {
      this.#isMass = this.#isStale = isMass;
      if (isMass) for (const part of this.#parts.values()) detach(part);
      else this.mass.replaceChildren();
    }
    if (isMass) return this.#isStale ? this.#draw() : undefined;
    for (const part of this.#parts.values()) {
      const above = this.#parts.get(this.#nodes[part.index].parent) ?? part;
      const left = x + Math.min(part.x, above.x) * scale - 80;
      const right = x + Math.max(part.x, above.x) * scale + 80;
      const top = y + above.y * high - 80;
      const bottom = y + part.y * high + 80;
      const isOut = right < 0 || left > box.width || bottom < 0 || top > box.height;
      if (isCrowded && isOut) detach(part);
      else if (!part.group) this.#attach(part);
    }
  }

  /** All branches as one line, and a line of dots for each look: far sooner drawn than thousands of elements. */
  #draw() {
    this.#isStale = false;
    const lines = [];
    const bold = [];
    const dots = new Map(); // look -> {dress, much, at}
    for (const part of this.#parts.values()) {
      const dot = this.#on.dot(part.index);
      if (!dot) continue;
      const { dress, much, isBold } = dot;
      const ends = this.#ends(part);
      if (ends) (isBold ? bold : lines).push(`M${ends.x1} ${ends.y1}L${ends.x2} ${ends.y2}`);
      const look = `${dress} ${much ?? ""}`;
      if (!dots.has(look)) dots.set(look, { dress, much, at: [] });
      dots.get(look).at.push(`M${part.x} ${part.y}h0`);
    }
    const paths = [...dots.values()].map(({ dress, much, at }) => {
      const path = drawing("path", { class: `d-shape d-dot ${dress}`, d: at.join("") });
      if (much !== undefined) path.style.setProperty("--much", `${much}%`);
      return path;
    });
    const edges = drawing("path", { class: "d-edge", d: lines.join("") });
    this.mass.replaceChildren(edges, drawing("path", { class: "d-edge d-bold", d: bold.join("") }), ...paths);
  }

  #ends({ index, x, y }) {
    const above = this.#parts.get(this.#nodes[index].parent);
    return above ? { x1: above.x, y1: above.y + this.#reach, x2: x, y2: y - this.#reach } : null;
  }

  #attach(part) {
    const { index } = part;
    const { kind } = this.#nodes[index];
    const { shape, kindClass } = this.#detailed ? shapeOf(kind) : dotOf(kind);
    const data = { "data-node": index, "data-value": "", "data-state": "" };
    const group = drawing("g", { ...data, id: `d-node-${index}`, role: "treeitem" }, shape);
    Object.assign(part, { shape, kindClass, group, mark: null, bar: null, look: null });
    this.#join(part);
    if (this.#detailed) {
      part.title = drawing("title");
      part.text = drawing("text", { class: "d-label" });
      part.below = drawing("text", { class: "d-below" });
      part.group.prepend(part.title, drawing("circle", { class: "d-hit", r: RADIUS + 2 }));
      part.group.append(part.text, part.below);
    }
    this.shapes.append(part.group);
    if (index === this.#selected) part.group.classList.add("d-selected");
    this.#settle(part);
    this.#paint(part, this.#on.look(index));
  }

  /** Draws the branch that leads to a node. */
  #join(part) {
    const { parent, edge } = this.#nodes[part.index];
    if (parent < 0) return;
    part.line = drawing("line", { class: "d-edge" });
    part.branch = drawing("g", { "data-edge": part.index }, part.line);
    if (this.#detailed) {
      part.hit = drawing("line", { class: "d-edge-hit" });
      part.words = drawing("text", { class: "d-edge-label" }, cropped(edge));
      part.branch.prepend(part.hit);
      part.branch.append(part.words);
    }
    this.edges.append(part.branch);
    this.#stretch(part);
  }

  #settle(part) {
    part.group.setAttribute("transform", `translate(${part.x} ${part.y})`);
    if (part.branch) this.#stretch(part);
    part.bar?.remove();
    part.bar = null;
    part.look = null;
  }

  #stretch(part) {
    const ends = this.#ends(part);
    for (const line of [part.line, part.hit]) {
      if (line) for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value);
    }
    part.ends = ends;
    part.words?.setAttribute("x", ends.x1 + (ends.x2 - ends.x1) * LABEL_AT);
    part.words?.setAttribute("y", ends.y1 + (ends.y2 - ends.y1) * LABEL_AT + 4);
  }

  /** Asks for the looks of these nodes again; those that look so already are left alone. */
  update(nodes) {
    this.#isStale = this.#isMass;
    if (this.#isMass) this.#look();
    for (const index of nodes) {
      const part = this.#parts.get(index);
      if (!part?.group) continue;
      const look = this.#on.look(index);
      if (!part.look || !same(part.look, look)) this.#paint(part, look);
    }
  }

  #paint(part, look) {
    const { group, shape, look: before } = part;
    part.look = look;
    if (look.label !== before?.label) group.dataset.value = look.label;
    if (look.state !== before?.state) group.dataset.state = look.state;
    group.classList.toggle("d-new", look.isNew === true);
    const dress = `d-shape ${part.kindClass}${look.tone ? ` d-${look.tone.side}` : ""}`;
    if (shape.getAttribute("class") !== dress) shape.setAttribute("class", dress);
    if (look.tone) shape.style.setProperty("--much", `${look.tone.much}%`);
    const scale = look.scale ?? 1;
    if (part.text && scale !== (before?.scale ?? 1)) shape.setAttribute("transform", `scale(${scale.toFixed(3)})`);
    if (part.text) this.#write(part, look, scale);
    else if (look.scale) shape.style.strokeWidth = look.state === "current" ? "" : `${2 + 12 * scale}px`;
    if (look.mark !== before?.mark) {
      part.mark?.remove();
      part.mark = look.mark ? drawing("text", { class: "d-mark", x: RADIUS + 5, y: -RADIUS + 9 }, look.mark) : null;
      if (part.mark) group.append(part.mark);
    }
    const state = look.edge ?? look.state;
    if (part.branch) {
      if (part.branch.dataset.look !== state) part.branch.dataset.look = state;
      if (look.bar && !part.bar) {
        part.bar = bar(part.ends);
        part.branch.append(part.bar);
      } else if (!look.bar && part.bar) {
        part.bar.remove();
        part.bar = null;
      }
    }
  }

  #write({ index, hidden, group, text, below, title }, look, scale) {
    const inside = look.inside ?? look.label;
    write(text, inside);
    const lean = { max: 6, min: -6 }[this.#nodes[index].kind] ?? 0; // where a triangle is wide
    text.setAttribute("y", lean * scale + 5);
    const size = Math.min(15, 15 * Math.max(0.7, scale), 62 / Math.max(1, inside.length));
    text.setAttribute("font-size", size.toFixed(1));
    write(below, hidden ? `+${hidden}` : (look.below ?? ""));
    below.setAttribute("y", RADIUS * Math.min(1, scale) + 15);
    below.classList.toggle("d-hidden-count", hidden > 0);
    write(title, look.said ?? "");
    group.setAttribute("aria-label", look.said ?? look.label);
  }

  /** Words beside a node: the window of alpha and beta, the result of a playout. */
  say(node, words) {
    this.#told = node;
    write(this.window, node === null ? "" : words);
    this.#look();
  }

  /** The node itself, or the nearest one above it that is not folded away. */
  shown(node) {
    let here = node;
    while (here >= 0 && !this.#parts.has(here)) here = this.#nodes[here].parent;
    return here >= 0 ? here : null;
  }

  select(node) {
    this.#parts.get(this.#selected)?.group?.classList.remove("d-selected");
    this.#selected = node;
    const part = this.#parts.get(node);
    part?.group?.classList.add("d-selected");
    if (part) this.element.setAttribute("aria-activedescendant", `d-node-${node}`);
    else this.element.removeAttribute("aria-activedescendant");
    this.#on.point(node);
  }

  get selected() {
    return this.#selected;
  }

  // --- the window on it ---

  /** Shows all of it. */
  fit() {
    const { width, height } = this.#size;
    const box = this.#box();
    const across = box.width / width;
    const down = box.height / height;
    const scale = Math.min(ROOMY, across, Math.max(down, Math.min(FAR, across)));
    const x = (box.width - width * scale) / 2;
    const y = Math.max(8, (box.height - height * this.#high(scale)) / 2);
    this.#set({ x, y, scale });
    this.#isFitted = true;
  }

  zoom(factor, at = null) {
    const box = this.#box();
    const { x, y, scale } = this.#view;
    const point = at ?? { x: box.width / 2, y: box.height / 2 };
    const next = Math.max(this.#least(), Math.min(MOST_SCALE, scale * factor));
    this.#set({
      x: point.x - ((point.x - x) / scale) * next,
      y: point.y - ((point.y - y) / this.#high(scale)) * this.#high(next),
      scale: next,
    });
  }

  /** Moves the window if a node lies outside of it. */
  follow(node) {
    const part = this.#parts.get(node);
    if (!part) return;
    const box = this.#box();
    const { x, y, scale } = this.#view;
    const high = this.#high(scale);
    const [across, down] = [x + part.x * scale, y + part.y * high];
    const edge = Math.min(48, box.width / 6, box.height / 6);
    const isInside =
      across >= edge && across <= box.width - edge - 40 && down >= edge / 2 && down <= box.height - edge / 2;
    if (isInside) return;
    this.#set({ x: box.width / 2 - part.x * scale, y: box.height / 2 - part.y * high, scale });
  }

  /** Keeps the words beside a node as large as they are, whatever the scale. */
  #hold(scale) {
    const part = this.#parts.get(this.#told);
    this.window.toggleAttribute("hidden", !part);
    if (!part) return;
    this.window.setAttribute("x", RADIUS * scale + 10);
    const back = `scale(${1 / scale} ${1 / this.#high(scale)})`;
    this.window.setAttribute("transform", `translate(${part.x} ${part.y}) ${back}`);
  }

  /** The scale from top to bottom: from afar it is larger than the one from left to right, as far as there is room. */
  #high(scale) {
    if (scale >= FAR) return scale;
    const room = Math.min(TALL, this.#box().height / this.#size.height);
    return scale + Math.max(0, room - scale) * (1 - scale / FAR);
  }

  #least() {
    const box = this.#box();
    return Math.min(0.3, 0.8 * Math.min(box.width / this.#size.width, box.height / this.#size.height));
  }

  #box() {
    if (!this.#room) {
      const { width, height } = this.element.getBoundingClientRect();
      this.#room = { width: width || 800, height: height || 400 };
    }
    return this.#room;
  }

  #set(view) {
    this.#view = view;
    this.#isFitted = false;
    this.#look();
  }

  /** Draws the window, once a frame at most. */
  #look() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const { x, y, scale } = this.#view;
      this.world.setAttribute("transform", `translate(${x} ${y}) scale(${scale} ${this.#high(scale)})`);
      this.#hold(scale);
      this.element.classList.toggle("d-middle", scale < NEAR);
      this.element.classList.toggle("d-far", scale < FAR);
      if (this.#isCrowded || this.#detailed !== scale >= FAR) this.#fill();
    });
  }

  // --- fingers, mouse and keys ---

  #listen() {
    const svg = this.element;
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      const pixels = event.deltaMode === 1 ? 24 * event.deltaY : event.deltaY;
      this.zoom(Math.exp(-Math.max(-240, Math.min(240, pixels)) / 480), this.#point(event));
    });
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      svg.addEventListener(name, (event) => this.#up(event));
    }
    svg.addEventListener("click", (event) => {
      const node = this.#nodeAt(event);
      if (this.#moved) return;
      this.select(node);
      if (node !== null) this.#on.press(node);
    });
    svg.addEventListener("dblclick", (event) => {
      const node = this.#nodeAt(event);
      if (node !== null) this.#on.open(node);
    });
    svg.addEventListener("pointerover", (event) => {
      const node = this.#nodeAt(event);
      if (node !== null) this.#on.point(node);
    });
    svg.addEventListener("pointerout", () => this.#on.point(this.#selected));
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  #point(event) {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #nodeAt(event) {
    const found = event.target.closest?.("[data-node], [data-edge]");
    if (found) return Number(found.dataset.node ?? found.dataset.edge);
    if (!this.#isMass) return null;
    const { x, y, scale } = this.#view;
    const point = this.#point(event);
    let [nearest, least] = [null, NEARBY];
    for (const part of this.#parts.values()) {
      const away = distance(point, { x: x + part.x * scale, y: y + part.y * this.#high(scale) });
      if (away < least) [nearest, least] = [part.index, away];
    }
    return nearest;
  }

  #down(event) {
    if (event.button > 0) return;
    if (this.#fingers.size === 0) this.#moved = false;
    this.#fingers.set(event.pointerId, { start: this.#point(event), at: this.#point(event) });
    this.#pinch = null;
  }

  #move(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    const before = finger.at;
    finger.at = this.#point(event);
    if (this.#fingers.size === 2) return this.#spread();
    if (!this.#moved && distance(finger.at, finger.start) < STILL) return;
    if (!this.#moved) {
      this.#moved = true;
      this.element.setPointerCapture(event.pointerId);
      this.element.classList.add("d-dragging");
    }
    const { x, y, scale } = this.#view;
    this.#set({ x: x + finger.at.x - before.x, y: y + finger.at.y - before.y, scale });
  }

  #spread() {
    const [one, two] = [...this.#fingers.values()];
    const apart = Math.max(1, distance(one.at, two.at));
    const middle = { x: (one.at.x + two.at.x) / 2, y: (one.at.y + two.at.y) / 2 };
    this.#moved = true;
    if (this.#pinch) {
      this.zoom(apart / this.#pinch.apart, middle);
      const { x, y, scale } = this.#view;
      this.#set({ x: x + middle.x - this.#pinch.middle.x, y: y + middle.y - this.#pinch.middle.y, scale });
    }
    this.#pinch = { apart, middle };
  }

  #up(event) {
    if (event.type === "pointerleave" && this.element.hasPointerCapture(event.pointerId)) return;
    this.#fingers.delete(event.pointerId);
    this.#pinch = null;
    if (this.#fingers.size === 0) this.element.classList.remove("d-dragging");
  }

  /** Arrows walk through the tree; Enter presses, o opens. */
  #key(event) {
    const what = KEYS[event.key];
    if (!what || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (what === "in" || what === "out") return this.zoom(what === "in" ? 1.25 : 0.8);
    if (what === "fit") return this.fit();
    const here = this.#selected;
    if (what === "press") return here === null ? undefined : this.#on.press(here);
    if (what === "open") return here === null ? undefined : this.#on.open(here);
    const next = here === null ? this.shown(0) : this.#beside(here, what);
    if (next === null || next === undefined) return;
    this.select(next);
    this.follow(next);
  }

  #beside(node, direction) {
    const { parent } = this.#nodes[node];
    if (direction === "up") return parent >= 0 ? parent : null;
    if (direction === "down") return [...this.visible].find((index) => this.#nodes[index].parent === node) ?? null;
    const { y } = this.#parts.get(node);
    const row = [...this.#parts].filter(([, part]) => part.y === y).sort(([, a], [, b]) => a.x - b.x);
    const at = row.findIndex(([index]) => index === node);
    return row[at + (direction === "left" ? -1 : 1)]?.[0] ?? null;
  }
}

/** Takes a node's elements away; its place stays. */
function detach(part) {
  if (!part.group) return;
  part.group.remove();
  part.branch?.remove();
  for (const name of ELEMENTS) part[name] = null;
}

function distance(one, two) {
  return Math.hypot(one.x - two.x, one.y - two.y);
}

function same(one, two) {
  const [a, b] = [Object.keys(one), Object.keys(two)];
  if (a.length !== b.length) return false;
  return a.every((name) =>
    name === "tone" ? one.tone?.side === two.tone?.side && one.tone?.much === two.tone?.much : one[name] === two[name],
  );
}
