// Dice beside a board, and the cup: a person keeps dice by touching them and rolls the others.

/** @import {Action, BoardPicture} from "../../common/messages.js" */

import { button, element } from "../../common/dom.js";

/** @type {Record<string, number[]>} places of a 3 by 3 grid */
const PIPS = {
  1: [5],
  2: [1, 9],
  3: [1, 5, 9],
  4: [1, 3, 7, 9],
  5: [1, 3, 5, 7, 9],
  6: [1, 3, 4, 6, 7, 9],
};
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const BESIDE = -1; // the row of dice among the cells of an action

/**
 * The face of a die: pips, a number that no usual die has, or words; null where it is not seen.
 *
 * @param {string | null} text
 */
export function die(text) {
  const pips = PIPS[text ?? ""];
  if (!pips) return element("span", { class: text === null || /^\d\d?$/.test(text) ? "die" : "die words" }, text ?? "?");
  return element("span", { class: "die" }, ...PLACES.map((place) => element("i", { class: pips.includes(place) ? "pip" : "" })));
}

/**
 * Does an action end at the cup?
 *
 * @param {Pick<Action, "cells">} action
 */
function isAtCup({ cells }) {
  return cells.length > 0 && cells[cells.length - 1][0] === BESIDE;
}

export class Dice {
  #choose;
  /** @type {BoardPicture} */
  #picture;
  /** @type {Action[]} those that end at the cup */
  #throws = [];
  /** @type {Set<number>} places of the dice that are kept */
  #kept = new Set();
  #cup = button("", { class: "cup primary", on: { click: () => this.#throw() } });
  #row = element("div", { class: "dice-row", role: "group", "aria-label": "Dice" });
  element = element("div", { class: "dice-beside" }, this.#row, this.#cup);

  /** @param {(actions: Action[]) => void} choose */
  constructor(choose) {
    this.#choose = choose;
  }

  /**
   * @param {BoardPicture} picture
   * @param {Action[]} actions
   * @param {boolean} interactive
   */
  show(picture, actions, interactive) {
    const isSame = String(picture.dice) === String(this.#picture?.dice);
    this.#picture = picture;
    this.#throws = interactive ? actions.filter(isAtCup) : [];
    if (!isSame || !interactive) this.#kept.clear();
    this.element.hidden = !picture.dice?.length && !this.#throws.length;
    this.#paint();
  }

  /** May dice be kept? */
  get #isOpen() {
    return this.#throws.some(({ cells }) => cells.length > 1);
  }

  #paint() {
    const dice = this.#picture.dice ?? [];
    const focused = [...this.#row.children].findIndex((child) => child === document.activeElement);
    const shown = dice.map((face, place) => {
      if (!this.#isOpen) return element("span", { role: "img", "aria-label": String(face) }, die(String(face)));
      const isKept = this.#kept.has(place);
      const attributes = { class: "keep", "aria-pressed": String(isKept), "aria-label": `${face}${isKept ? ", kept" : ""}` };
      return button(die(String(face)), { ...attributes, on: { click: () => this.toggle(place) } });
    });
    this.#row.replaceChildren(...shown);
    const again = this.#row.children[focused];
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    this.#cup.hidden = !this.#throws.length;
    this.#cup.disabled = !this.#fitting;
    this.#cup.textContent = this.#words(dice.length);
  }

  /** @param {number} count  of dice */
  #words(count) {
    if (!this.#isOpen) return "Roll";
    if (!this.#kept.size) return `Roll all ${count}`;
    return this.#kept.size < count ? `Keep ${this.#kept.size}, roll ${count - this.#kept.size}` : "Keep all";
  }

  /**
   * Keeps a die, or takes it back to the others.
   *
   * @param {number} place
   * @returns {boolean} is there such a die to keep?
   */
  toggle(place) {
    if (!this.#isOpen || place < 0 || place >= (this.#picture.dice ?? []).length) return false;
    if (!this.#kept.delete(place)) this.#kept.add(place);
    this.#paint();
    return true;
  }

  /** The throw that keeps these dice; which of some equal ones is all the same. */
  get #fitting() {
    const dice = this.#picture.dice ?? [];
    /** @type {(places: number[]) => string} */
    const faces = (places) => places.map((place) => dice[place]).sort((one, other) => one - other).join();
    const wanted = faces([...this.#kept]);
    return this.#throws.find(({ cells }) => faces(cells.slice(0, -1).map(([, place]) => place)) === wanted);
  }

  #throw() {
    const action = this.#fitting;
    if (action) this.#choose([action]);
  }
}
