// <z-board>: a position as it looks, whatever kind of picture its game describes.

/** @import {Action, LinesPicture, Picture} from "../common/messages.js" */
/** @import {Drawn} from "./arrows.js" */
/** @import {BoardScene} from "./grid.js" */

import { element, tell } from "../common/dom.js";
import { Grid } from "./grid.js";
import { bars } from "./bars.js";
import { cards } from "./cards.js";
import { points } from "./points.js";
import { tree } from "./tree.js";

/** @type {Record<string, (picture: any) => Element>} by the picture's kind */
const PAINTERS = { bars, cards, points, tree, lines };

/**
 * @typedef {object} Scene  what a board shows
 * @property {Picture} picture
 * @property {Action[]} actions
 * @property {boolean} interactive  may something be chosen?
 * @property {Action | null} last  the last move
 * @property {number | null} mover
 * @property {string[]} players
 * @property {string} name  of the game
 * @property {boolean} [animate]
 */

/**
 * Event: `choose` (detail: the actions that share the touched cells).
 */
export class Board extends HTMLElement {
  /** @type {Grid | null} */
  #grid = null;
  #flipped = false;
  /** @type {Drawn[]} */
  #moves = [];
  #caption = element("p", { class: "caption" });

  /** @param {Scene} scene */
  show(scene) {
    const { picture } = scene;
    this.dataset.kind = picture.kind;
    if (picture.kind === "board") {
      this.#showGrid({ ...scene, picture });
    } else {
      this.#grid = null;
      const paint = PAINTERS[picture.kind] ?? unknown;
      this.replaceChildren(paint(picture), this.#caption);
    }
    this.#caption.textContent = captionOf(scene);
    this.#caption.hidden = !this.#caption.textContent;
  }

  /** @param {BoardScene} scene */
  #showGrid(scene) {
    if (!this.#grid) {
      this.#grid = new Grid((actions) => tell(this, "choose", actions));
      this.#grid.flipped = this.#flipped;
      this.#grid.moves = this.#moves;
      this.replaceChildren(this.#grid.frame, this.#caption);
    }
    this.#grid.show(scene);
  }

  get flipped() {
    return this.#flipped;
  }

  /** @param {boolean} flipped */
  set flipped(flipped) {
    this.#flipped = flipped;
    if (this.#grid) this.#grid.flipped = flipped;
  }

  /**
   * Moves to be drawn as arrows.
   *
   * @param {Drawn[]} moves
   */
  set moves(moves) {
    this.#moves = moves;
    if (this.#grid) this.#grid.moves = moves;
  }

  get isWalkedOver() {
    return Boolean(this.#grid?.isWalkedOver);
  }

  /**
   * Is a key for the moves of this board, and for which one?
   *
   * @param {string} key
   * @returns {{isMove: boolean, action?: Action}}
   */
  moveOf(key) {
    return this.#grid ? this.#grid.moveOf(key) : { isMove: false };
  }

  /**
   * Shows an action before the server has answered.
   *
   * @param {Action} action
   */
  expect(action) {
    if (action.cells.length) this.#grid?.expect(action);
  }
}

/**
 * The caption without "white to move", which is shown beside the board.
 *
 * @param {Scene} scene
 */
function captionOf({ picture, players = [] }) {
  const caption = picture.caption ?? "";
  const turn = players.map((name) => `${name} to move`).find((words) => caption.endsWith(words));
  return turn ? caption.slice(0, -turn.length).replace(/[,;]?\s*$/, "") : caption;
}

/** @param {LinesPicture} picture */
function lines(picture) {
  return element("pre", { class: "lines" }, picture.lines.join("\n"));
}

/** @param {{kind: string}} picture */
function unknown(picture) {
  return element("p", { class: "empty" }, `This page cannot draw a picture of kind “${picture.kind}”.`);
}

customElements.define("z-board", Board);
