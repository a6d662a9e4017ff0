// The whole screen for the tree, and the keys that a presenter has: they step, wherever the focus is.

import { button } from "../common/dom.js";

/** @type {Record<string, number>} steps by key */
export const STEPS = {
  ...{ ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1 },
  ...{ ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Home: -Infinity, End: Infinity },
};
/** @type {Record<string, string>} */
const DIRECTIONS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/**
 * @typedef {object} Presenter  what the keys do
 * @property {(steps: number) => void} move
 * @property {(direction: string) => void} walk  chooses the node beside the chosen one
 * @property {Record<string, () => void>} letters
 * @property {() => void} changed  the room for the tree is another
 */

export class Screen {
  button = button("Full screen", {
    id: "full-screen",
    class: "toggle",
    "aria-pressed": "false",
    title: "Full screen for a lecture (f): arrows, Page Up and Down and space step wherever the focus is, Esc ends it",
    on: { click: () => this.toggle() },
  });
  #host;
  #on;
  #stop = new AbortController();
  isFull = false;

  /**
   * @param {HTMLElement} host
   * @param {Presenter} on
   */
  constructor(host, on) {
    this.#host = host;
    this.#on = on;
  }

  toggle() {
    if (this.isFull) this.leave();
    else this.#enter();
  }

  async #enter() {
    this.#become(true);
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    document.addEventListener("keydown", (event) => this.#key(event), { signal, capture: true });
    try {
      await this.#host.requestFullscreen();
    } catch {
      return; // a phone may have none: then it fills the window
    }
    if (!this.isFull) return void document.exitFullscreen();
    document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? this.leave(), { signal });
  }

  leave() {
    if (!this.isFull) return;
    this.#stop.abort();
    this.#become(false);
    if (document.fullscreenElement === this.#host) document.exitFullscreen();
  }

  /** @param {boolean} isFull */
  #become(isFull) {
    this.isFull = isFull;
    this.#host.classList.toggle("d-full", isFull);
    document.documentElement.classList.toggle("d-presenting", isFull); // nothing behind it scrolls
    this.button.setAttribute("aria-pressed", String(isFull));
    this.#on.changed();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = shiftKey ? DIRECTIONS[key] : undefined;
    const act = this.#on.letters[key];
    if (direction) this.#on.walk(direction);
    else if (key === "Escape") this.leave();
    else if (key in STEPS) this.#on.move(key === " " && shiftKey ? -1 : STEPS[key]);
    else if (act) act();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
