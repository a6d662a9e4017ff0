// Cards that are played by touching them.

/** @import {Action} from "../../common/messages.js" */
/** @import {Drawn} from "../arrows.js" */

import { button } from "../../common/dom.js";

/** Makes buttons of the cards in hands that an action plays, and keeps the keyboard's focus among them. */
export class Held {
  #choose;
  /** @type {Action[]} */
  #actions = [];
  #isOpen = false; // may one be played?
  #pointed = ""; // the card that an analysis points at
  #wasFocused = false; // was a card in focus before the cards were taken away?

  /** @param {(actions: Action[]) => void} choose */
  constructor(choose) {
    this.#choose = choose;
  }

  /**
   * @param {Action[]} actions
   * @param {boolean} isOpen
   */
  show(actions, isOpen) {
    [this.#actions, this.#isOpen] = [actions, isOpen];
  }

  /** @param {Drawn[]} moves */
  set moves(moves) {
    this.#pointed = moves.length && moves[0].cells.length === 1 ? String(moves[0].cells[0]) : "";
  }

  /**
   * The card as a button, if an action plays it.
   *
   * @param {HTMLElement} face
   * @param {number} hand
   * @param {number} card
   */
  playable(face, hand, card) {
    const place = `${hand},${card}`;
    const played = this.#actions.filter(({ cells }) => cells.length === 1 && String(cells[0]) === place);
    if (!played.length) return face;
    const look = `${face.className} playable${this.#pointed === place ? " pointed" : ""}`;
    const attributes = { class: look, "data-cell": place, "data-action": played[0].text, "aria-disabled": !this.#isOpen };
    const made = button([...face.childNodes], { ...attributes, "aria-label": `play ${face.textContent}` });
    made.addEventListener("click", () => this.#isOpen && this.#choose(played));
    return made;
  }

  /**
   * Call it before cards are drawn anew, and call what it returns after that: the focus stays among the cards.
   *
   * @param {Element} board
   */
  keepFocus(board) {
    const focused = document.activeElement;
    const isFocused = focused instanceof HTMLElement && board.contains(focused) && focused.matches(".playable");
    if (isFocused) this.#wasFocused = true;
    const [hand, card] = isFocused ? (focused.dataset.cell ?? "").split(",").map(Number) : [NaN, 0];
    return () => {
      if (!this.#wasFocused) return;
      if (document.activeElement !== document.body) return void (this.#wasFocused = false);
      const cards = /** @type {HTMLElement[]} */ ([...board.querySelectorAll(".playable")]);
      const near = cards.find(({ dataset }) => dataset.cell === `${hand},${card}`) ?? cards[0];
      near?.focus({ preventScroll: true });
    };
  }
}
