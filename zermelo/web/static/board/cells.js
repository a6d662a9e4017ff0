// The cells of a board for clicks, drags and keys: a button each, and the piece that was picked up.

/** @import {Cell} from "../common/messages.js" */

import { element } from "../common/dom.js";
import { Drag } from "./drag.js";
import { Walk } from "./walk.js";

/**
 * @typedef {object} Touches  what a board does about them
 * @property {(place: Cell) => void} touch
 * @property {(place: Cell) => Element | null | undefined} held  the piece that may be dragged from a cell, if any
 * @property {(place: Cell | null) => void} select  a piece, or none
 * @property {() => {has(place: string): boolean}} targets  where the selected piece may go
 * @property {(place: Cell) => boolean} arrive  moves it there, and returns whether it can go there
 */

export class Cells {
  /** @type {Map<string, HTMLButtonElement>} by "row,column" */
  buttons = new Map();
  /** @type {Cell | null} of the piece that was picked up */
  selected = null;
  wasDragged = false; // is the next click the end of a drag?
  #on;
  /** @type {Drag | null} */
  #drag = null;

  /**
   * @param {string} look  the class of its element
   * @param {Touches} on
   */
  constructor(look, on) {
    this.#on = on;
    this.element = element("div", { class: look, role: "grid" });
    this.walk = new Walk(this.element, this.buttons);
    this.element.addEventListener("click", (event) => this.#clicked(event));
    this.element.addEventListener("keydown", (event) => this.#keyed(event));
    this.element.addEventListener("pointerdown", (event) => this.#pressed(event));
  }

  /**
   * Makes the buttons; they must then be put in rows.
   *
   * @param {Cell[]} cells
   * @param {(place: Cell) => string} look  the class of a button
   */
  build(cells, look) {
    this.buttons.clear();
    for (const cell of cells) {
      const attributes = { type: "button", role: "gridcell", class: look(cell), tabindex: "-1" };
      this.buttons.set(String(cell), element("button", { ...attributes, "data-cell": String(cell) }));
    }
    this.walk.begin();
  }

  /**
   * Puts the buttons in rows, in the order in which they are seen, so that screen readers follow it.
   *
   * @param {Cell[]} cells
   */
  arrange(cells) {
    const rows = [...new Set(cells.map(([row]) => row))].map((row) => {
      const buttons = cells.filter(([at]) => at === row).map((cell) => this.at(cell));
      return element("div", { role: "row", class: "row" }, ...buttons);
    });
    this.element.replaceChildren(...rows);
  }

  /** @param {Cell} cell */
  at(cell) {
    const button = this.buttons.get(String(cell));
    if (!button) throw new RangeError(`the board has no cell ${cell}`);
    return button;
  }

  /**
   * What the game and its board are called.
   *
   * @param {string} game
   */
  name(game) {
    this.element.setAttribute("aria-label", game ? `${game} board` : "board");
  }

  /**
   * What a screen reader says about a cell.
   *
   * @param {HTMLButtonElement} button
   * @param {(string | false | undefined)[]} notes
   */
  say(button, notes) {
    const label = notes.filter(Boolean).join(", ");
    if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
  }

  /** Lets go of what is in hand. */
  drop() {
    this.selected = null;
    this.#drag?.end();
  }

  /**
   * The cell of an element inside its button.
   *
   * @param {EventTarget | null} target
   * @returns {Cell | null}
   */
  placeOf(target) {
    const cell = target instanceof Element ? target.closest("[data-cell]") : null;
    if (!(cell instanceof HTMLElement) || !this.element.contains(cell)) return null;
    const [row, column] = (cell.dataset.cell ?? "").split(",").map(Number);
    return [row, column];
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const place = this.placeOf(event.target);
    if (this.wasDragged) this.wasDragged = false;
    else if (place) this.#on.touch(place);
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    if (event.key !== "Escape" || !this.selected) return;
    this.#on.select(null);
    event.stopPropagation();
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    this.wasDragged = false;
    const from = this.placeOf(event.target);
    if (!from || event.button !== 0 || !event.isPrimary) return;
    const [button, piece] = [this.at(from), this.#on.held(from)];
    if (!(piece instanceof SVGElement || piece instanceof HTMLElement)) return;
    this.#drag?.end();
    this.#drag = new Drag(event, piece, {
      begin: () => {
        this.#on.select(from);
        button.classList.add("dragging");
      },
      over: (target) => this.#aim(this.placeOf(target)),
      drop: (target) => this.#dropped(from, this.placeOf(target)),
      lost: () => {
        button.classList.remove("dragging");
        this.#aim(null);
      },
    });
  }

  /**
   * @param {Cell} from
   * @param {Cell | null} to
   */
  #dropped(from, to) {
    this.wasDragged = true;
    setTimeout(() => (this.wasDragged = false));
    if (String(to) !== String(from) && (!to || !this.#on.arrive(to))) this.#on.select(null);
  }

  /** @param {Cell | null} place */
  #aim(place) {
    this.element.querySelector(".aimed")?.classList.remove("aimed");
    if (place && this.#on.targets().has(String(place))) this.at(place).classList.add("aimed");
  }
}
