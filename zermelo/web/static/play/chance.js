// <z-chance>: chance's turn: the possible outcomes, a button to roll, and a die or coin that shows the outcome.

/** @import {Outcome} from "../common/messages.js" */

import { button, element, remembered, wantsLittleMotion } from "../common/dom.js";

const TUMBLE = 600; // milliseconds
const FACE = 80;
/** @type {Record<string, number[]>} places of a 3 by 3 grid */
const PIPS = {
  1: [5],
  2: [1, 9],
  3: [1, 5, 9],
  4: [1, 3, 7, 9],
  5: [1, 3, 5, 7, 9],
  6: [1, 3, 4, 6, 7, 9],
};
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

  get rollsByItself() {
    return this.#always.checked;
  }

  get isTumbling() {
    return this.#timer !== 0;
  }

  /**
   * Shows chance's turn.
   *
   * @param {Outcome[]} outcomes
   * @param {boolean} asks  is a person to roll?
   */
  show(outcomes, asks) {
    this.hidden = false;
    this.#faces = outcomes.map(({ text }) => text);
    this.#roll.hidden = !asks;
    this.#face(null);
    const shown = outcomes.slice(0, MOST_SHOWN).map(({ text, probability, words }) => {
      const part = element("i", { "aria-hidden": "true" });
      part.style.width = `${100 * probability}%`;
      return element("li", {}, element("b", {}, text), ` ${words}`, part);
    });
    if (outcomes.length > MOST_SHOWN) shown.push(element("li", {}, `and ${outcomes.length - MOST_SHOWN} more`));
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
    const isSeveral = text !== null && /^[1-6](-[1-6])+$/.test(text);
    this.#die.replaceChildren(...(isSeveral ? text.split("-") : [text]).map(face));
  }
}

/** @param {string | null} text */
function face(text) {
  const pips = PIPS[text ?? ""];
  if (!pips) return element("span", { class: text === null ? "die" : "die words" }, text ?? "?");
  const places = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  return element("span", { class: "die" }, ...places.map((place) => element("i", { class: pips.includes(place) ? "pip" : "" })));
}

customElements.define("z-chance", Chance);
