// Mouse, fingers and keys on the tree: they move and zoom the view, and press, open and select nodes.

/** @import {Point, Viewport} from "./viewport.js" */

const STILL = 5; // pixels that a finger may tremble
/** @type {Record<string, string>} */
const KEYS = {
  ...{ ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" },
  ...{ Enter: "press", " ": "press", o: "open", "+": "in", "-": "out", 0: "fit" },
};

/**
 * @typedef {object} Handlers
 * @property {(event: MouseEvent) => number | null} nodeAt
 * @property {(node: number | null) => void} click
 * @property {(node: number) => void} fold
 * @property {() => void} fit
 * @property {(node: number) => void} open
 * @property {(node: number | null) => void} point  null: the pointer left the node
 * @property {(what: string) => void} key  up, down, left, right, press or open
 */

export class Gestures {
  #element;
  #view;
  #on;
  /** @type {Map<number, {start: Point, at: Point}>} pointers that are down, by id */
  #fingers = new Map();
  #moved = false;
  /** @type {{apart: number, middle: Point} | null} of two fingers */
  #pinch = null;

  /**
   * @param {SVGSVGElement} element
   * @param {Viewport} view
   * @param {Handlers} on
   */
  constructor(element, view, on) {
    this.#element = element;
    this.#view = view;
    this.#on = on;
    element.addEventListener("wheel", (event) => {
      event.preventDefault();
      const pixels = event.deltaMode === 1 ? 24 * event.deltaY : event.deltaY;
      view.zoom(Math.exp(-Math.max(-240, Math.min(240, pixels)) / 480), this.pointOf(event));
    });
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#up(event));
    element.addEventListener("pointerleave", (event) => this.#up(event));
    element.addEventListener("click", (event) => {
      if (this.#moved) return;
      const control = event.target instanceof Element ? event.target.closest("[data-fold]") : null;
      if (control instanceof SVGElement) on.fold(Number(control.dataset.fold));
      else on.click(on.nodeAt(event));
    });
    element.addEventListener("dblclick", (event) => {
      const isControl = event.target instanceof Element && event.target.closest("[data-fold]");
      const node = isControl ? null : on.nodeAt(event);
      if (node !== null) on.open(node);
    });
    element.addEventListener("pointerover", (event) => {
      const node = on.nodeAt(event);
      if (node !== null) on.point(node);
    });
    element.addEventListener("pointerout", () => on.point(null));
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Where an event happened in the element.
   *
   * @param {MouseEvent} event
   * @returns {Point}
   */
  pointOf(event) {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0) return;
    if (this.#fingers.size === 0) this.#moved = false;
    this.#fingers.set(event.pointerId, { start: this.pointOf(event), at: this.pointOf(event) });
    this.#pinch = null;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    const before = finger.at;
    finger.at = this.pointOf(event);
    if (this.#fingers.size === 2) return this.#spread();
    if (!this.#moved && distance(finger.at, finger.start) < STILL) return;
    if (!this.#moved) {
      this.#moved = true;
      this.#element.setPointerCapture(event.pointerId);
      this.#element.classList.add("d-dragging");
    }
    this.#view.pan(finger.at.x - before.x, finger.at.y - before.y);
  }

  /** Two fingers zoom and move at once. */
  #spread() {
    const [one, two] = [...this.#fingers.values()];
    const apart = Math.max(1, distance(one.at, two.at));
    const middle = { x: (one.at.x + two.at.x) / 2, y: (one.at.y + two.at.y) / 2 };
    this.#moved = true;
    if (this.#pinch) {
      this.#view.zoom(apart / this.#pinch.apart, middle);
      this.#view.pan(middle.x - this.#pinch.middle.x, middle.y - this.#pinch.middle.y);
    }
    this.#pinch = { apart, middle };
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.type === "pointerleave" && this.#element.hasPointerCapture(event.pointerId)) return;
    this.#fingers.delete(event.pointerId);
    this.#pinch = null;
    if (this.#fingers.size === 0) this.#element.classList.remove("d-dragging");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const what = KEYS[event.key];
    if (!what || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (what === "in") this.#view.zoom(1.25);
    else if (what === "out") this.#view.zoom(0.8);
    else if (what === "fit") this.#on.fit();
    else this.#on.key(what);
  }
}

/**
 * @param {Point} one
 * @param {Point} two
 */
export function distance(one, two) {
  return Math.hypot(one.x - two.x, one.y - two.y);
}
