// <z-steps>: the buttons that step through the game; their keys are the arrows, Home and End.

import { button, tell } from "../common/dom.js";

/** Event: `ply` (detail: the ply to go to). */
export class Steps extends HTMLElement {
  #ply = 0;
  #plies = 0;
  /** @type {Record<string, HTMLButtonElement>} by key */
  #buttons = {
    Home: step("«", "First position (Home)", "Home"),
    ArrowLeft: step("‹", "Previous move (arrow left)", "ArrowLeft"),
    ArrowRight: step("›", "Next move (arrow right)", "ArrowRight"),
    End: step("»", "Last position (End)", "End"),
  };

  connectedCallback() {
    if (this.childElementCount) return;
    const { Home, ArrowLeft, ArrowRight, End } = this.#buttons;
    Home.addEventListener("click", () => tell(this, "ply", 0));
    ArrowLeft.addEventListener("click", () => tell(this, "ply", this.#ply - 1));
    ArrowRight.addEventListener("click", () => tell(this, "ply", this.#ply + 1));
    End.addEventListener("click", () => tell(this, "ply", this.#plies));
    this.append(Home, ArrowLeft, ArrowRight, End);
  }

  /**
   * @param {number} ply  shown, or on its way
   * @param {number} plies
   */
  show(ply, plies) {
    [this.#ply, this.#plies] = [ply, plies];
    const { Home, ArrowLeft, ArrowRight, End } = this.#buttons;
    Home.disabled = ArrowLeft.disabled = ply === 0;
    ArrowRight.disabled = End.disabled = ply === plies;
  }

  /**
   * @param {string} key
   * @returns {HTMLButtonElement | undefined}
   */
  buttonOf(key) {
    return Object.hasOwn(this.#buttons, key) ? this.#buttons[key] : undefined;
  }
}

/**
 * @param {string} words
 * @param {string} label
 * @param {string} key
 */
function step(words, label, key) {
  return button(words, { class: "step", "aria-label": label, title: label, "aria-keyshortcuts": key });
}

customElements.define("z-steps", Steps);
