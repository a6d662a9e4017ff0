// <z-chance>: chance's turn: the possible outcomes, a button to roll, and a die or coin that shows the outcome.

/** @import {Outcome, Picture, Position} from "../common/messages.js" */

import { die } from "../board/shapes/dice.js";
import { button, element, remembered, wantsLittleMotion, write } from "../common/dom.js";

const TUMBLE = 600; // milliseconds
const FACE = 80;
const TOO_MANY = 60; // outcomes of which some say nothing
const MOST_SHOWN = 12; // outcomes in the list

/** Event: `roll`. The owner then calls `land` with the outcome. */
export class Chance extends HTMLElement {
  #die = element("div", { class: "dice", role: "img" });
  #roll = button("Roll", { id: "roll", class: "primary", on: { click: () => this.#ask() } });
  #always = element("input", { type: "checkbox", id: "roll-always" });
  #outcomes = element("ul", { class: "outcomes", "aria-label": "Possible outcomes" });
  /** @type {string[]} */
  #faces = [];
  /** @type {number} */
  #timer = 0;
  #since = 0;
  #areDice = false; // are outcomes such as 1255 four dice?

  constructor() {
    super();
    this.#always.checked = remembered("roll") === "always";
  }

  connectedCallback() {
    if (this.childElementCount) return;
    this.#always.addEventListener("change", () => {
      remembered("roll", this.#always.checked ? "always" : "asked");
      if (this.#always.checked && !this.#roll.hidden) this.#ask();
    });
    const always = element("label", { class: "roll-always" }, this.#always, "Roll automatically");
    this.append(this.#die, element("div", { class: "rolling" }, this.#roll, always), this.#outcomes);
  }

  /**
   * Does chance move without a person who rolls? So it does if asked for, and where tiles appear.
   *
   * @param {Position} position
   */
  rollsAt({ picture }) {
    return this.#always.checked || isOfTiles(picture);
  }

  get isTumbling() {
    return this.#timer !== 0;
  }

  /**
   * Shows chance's turn, or its last outcome.
   *
   * @param {Position} position
   * @param {boolean} asks  is a person to roll?
   */
  follow({ mover, outcomes, last, ply, picture, secret }, asks) {
    const areOnBoard = picture.kind === "points" || (picture.kind === "board" && picture.dice !== null);
    if (secret || (isOfTiles(picture) && !asks)) this.rest(null);
    else if (mover === -1) this.#show(outcomes ?? [], asks, picture);
    else if (areOnBoard) this.rest(null); // its dice
    else if (last?.mover === -1) this.rest(last.text);
    else if (ply === 0) this.rest(null);
  }

  /**
   * @param {Outcome[]} outcomes
   * @param {boolean} asks
   * @param {Picture} picture
   */
  #show(outcomes, asks, picture) {
    this.hidden = false;
    this.#areDice = picture.kind === "board" && picture.dice !== null;
    write(this.#roll, isOfTiles(picture) ? "New tile" : "Roll");
    this.#faces = outcomes.map(({ text }) => text);
    this.#roll.hidden = !asks;
    this.#face(null);
    const told = outcomes.length > TOO_MANY ? [] : outcomes.slice(0, MOST_SHOWN);
    const shown = told.map(({ text, probability, words }) => {
      const part = element("i", { "aria-hidden": "true" });
      part.style.width = `${100 * probability}%`;
      return element("li", {}, element("b", {}, text), ` ${words}`, part);
    });
    const left = outcomes.length - shown.length;
    if (left) shown.push(element("li", {}, shown.length ? `and ${left} more` : `${left} ways to fall`));
    this.#outcomes.replaceChildren(...shown);
  }

  /**
   * Keeps the last outcome in sight while others move.
   *
   * @param {string | null} text  null: there was none
   */
  rest(text) {
    this.#stop();
    this.hidden = text === null;
    this.#roll.hidden = true;
    this.#outcomes.replaceChildren();
    if (text !== null) this.#face(text);
  }

  focusRoll() {
    if (!this.#roll.hidden) this.#roll.focus({ preventScroll: true });
  }

  /** Begins to tumble. */
  tumble() {
    this.#roll.hidden = true;
    if (wantsLittleMotion() || this.isTumbling) return;
    this.#since = performance.now();
    this.#die.classList.add("tumbling");
    let face = 0;
    this.#timer = setInterval(() => this.#face(this.#faces[face++ % this.#faces.length] ?? "?"), FACE);
  }

  /**
   * Ends the tumbling with the outcome; resolves when it is shown.
   *
   * @param {string | null} text
   */
  async land(text) {
    if (this.isTumbling) {
      const left = TUMBLE - (performance.now() - this.#since);
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    }
    this.rest(text);
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#die.classList.remove("tumbling");
  }

  #ask() {
    this.dispatchEvent(new Event("roll"));
  }

  /** @param {string | null} text  one die, several such as 6-5, or words */
  #face(text) {
    this.#die.setAttribute("aria-label", text === null ? "not rolled yet" : `rolled: ${text}`);
    const isSeveral = text !== null && (/^[1-6]([-+][1-6])+$/.test(text) || (this.#areDice && /^\d+$/.test(text)));
    this.#die.replaceChildren(...(isSeveral ? [...text].filter((face) => /\d/.test(face)) : [text]).map(die));
  }
}

/**
 * Do tiles appear by themselves?
 *
 * @param {Picture} picture
 */
function isOfTiles(picture) {
  return picture.kind === "board" && picture.shape === "tile";
}

customElements.define("z-chance", Chance);
