// <z-board>: a position as it looks, whatever kind of picture its game describes.

import { element } from "../common/dom.js";
import { Grid } from "./grid.js";
import { bars } from "./bars.js";
import { cards } from "./cards.js";
import { points } from "./points.js";
import { tree } from "./tree.js";

const PAINTERS = { bars, cards, points, tree, lines };

/**
 * show(scene) draws {picture, actions, interactive, last, mover, players, name, animate}. What is chosen on it comes as
 * an event `choose`, whose detail is the list of actions that share the touched cells.
 */
export class Board extends HTMLElement {
  #grid = null;
  #flipped = false;
  #moves = [];
  #caption = element("p", { class: "caption" });

  show(scene) {
    const { picture } = scene;
    this.dataset.kind = picture.kind;
    if (picture.kind === "board") {
      this.#showGrid(scene);
    } else {
      this.#grid = null;
      const paint = PAINTERS[picture.kind] ?? unknown;
      this.replaceChildren(paint(picture), this.#caption);
    }
    this.#caption.textContent = captionOf(scene);
    this.#caption.hidden = !this.#caption.textContent;
  }

  #showGrid(scene) {
    if (!this.#grid) {
      this.#grid = new Grid((actions) => this.dispatchEvent(new CustomEvent("choose", { detail: actions })));
      this.#grid.flipped = this.#flipped;
      this.#grid.moves = this.#moves;
      this.replaceChildren(this.#grid.frame, this.#caption);
    }
    this.#grid.show(scene);
  }

  get flipped() {
    return this.#flipped;
  }

  set flipped(flipped) {
    this.#flipped = flipped;
    if (this.#grid) this.#grid.flipped = flipped;
  }

  /** Moves to be drawn as arrows; see arrows.js. */
  set moves(moves) {
    this.#moves = moves;
    if (this.#grid) this.#grid.moves = moves;
  }

  get isWalkedOver() {
    return Boolean(this.#grid?.isWalkedOver);
  }

  expect(action) {
    if (action.cells.length) this.#grid?.expect(action);
  }
}

/** The caption without "white to move", which stands beside the board already. */
function captionOf({ picture, players = [] }) {
  const caption = picture.caption ?? "";
  const turn = players.map((name) => `${name} to move`).find((words) => caption.endsWith(words));
  return turn ? caption.slice(0, -turn.length).replace(/[,;]?\s*$/, "") : caption;
}

function lines(picture) {
  return element("pre", { class: "lines" }, picture.lines.join("\n"));
}

function unknown(picture) {
  return element("p", { class: "empty" }, `This page cannot draw a picture of kind “${picture.kind}”.`);
}

customElements.define("z-board", Board);
