// The board's editor: a position is put together piece by piece, in a box over the page.

/** @import {Action, BoardPicture, Cell, Position} from "../../common/messages.js" */
/** @import {Arranging} from "../messages.js" */

import { announce, button, element, hear, write } from "../../common/dom.js";
import { cellName, pieceName } from "../../common/words.js";
import { openDialog } from "../../keep/dialog.js";
import { cellsOf } from "../../board/layout.js";
import { piece } from "../../board/pieces.js";
import "../../board/board.js";

const EMPTY = "nothing";

/**
 * What the editor may arrange; null where a position is set up in another way.
 *
 * @param {Position} position
 * @returns {{picture: BoardPicture, arranging: Arranging} | null}
 */
export function arrangeable({ picture, arranging, secret }) {
  return arranging && picture.kind === "board" && !secret ? { picture, arranging } : null;
}

/**
 * Opens it. `done` is given the cells and who is to move, and resolves to what is wrong, or to "".
 *
 * @param {Position} position
 * @param {boolean} isFlipped
 * @param {(cells: string[][], mover: number) => Promise<string>} done
 */
export function openEditor(position, isFlipped, done) {
  const found = arrangeable(position);
  if (found) new Editor(position, isFlipped, found.picture, found.arranging, done).open();
}

class Editor {
  #position;
  #picture;
  #done;
  /** @type {string[][]} */
  #cells;
  #places;
  #chosen; // the piece that a click puts; "": it takes one away
  #board = element("z-board", { class: "editor-board" });
  #error = element("p", { class: "error", role: "alert", id: "editor-error" });
  /** @type {HTMLSelectElement | null} */
  #turn;
  #palette;

  /**
   * @param {Position} position
   * @param {boolean} isFlipped
   * @param {BoardPicture} picture
   * @param {Arranging} arranging
   * @param {(cells: string[][], mover: number) => Promise<string>} done
   */
  constructor(position, isFlipped, picture, { pieces, turns }, done) {
    this.#position = position;
    this.#picture = { ...picture, dice: null, marked: [], warned: [], beside: [], caption: "" };
    this.#done = done;
    this.#cells = picture.cells.map((row) => [...row]);
    this.#places = cellsOf(picture);
    this.#chosen = pieces[0] ?? "";
    this.#palette = palette(pieces, picture, (chosen) => (this.#chosen = chosen));
    this.#turn = turns ? turnsOf(position) : null;
    this.#board.flipped = isFlipped;
    hear(this.#board, "choose", (actions) => this.#touch(actions));
    this.#board.addEventListener("keydown", (event) => this.#keyed(event));
  }

  open() {
    this.#show();
    const clear = button("Empty board", { id: "editor-clear", on: { click: () => this.#fill(() => "") } });
    const was = this.#picture.cells;
    const back = button("As it was", { id: "editor-back", on: { click: () => this.#fill(([row, column]) => was[row][column]) } });
    const turn = this.#turn ? [element("label", { class: "inline" }, "To move", this.#turn)] : [];
    openDialog("Edit the board", (close) => {
      const play = button("Set up", { id: "editor-done", class: "primary", on: { click: () => this.#finish(close) } });
      return [this.#palette, this.#board, this.#error, element("div", { class: "buttons" }, ...turn, clear, back, play)];
    });
  }

  #show() {
    const { players, game } = this.#position;
    const actions = this.#places.map((cell) => ({ text: cellName(this.#picture, ...cell), cells: [cell] }));
    const picture = { ...this.#picture, cells: this.#cells.map((row) => [...row]) };
    const isMoved = this.#position.actions.some(({ cells }) => cells.length > 1);
    const scene = { picture, actions, players, name: game, interactive: true, isMoved, last: null, mover: null };
    this.#board.show(scene);
  }

  /** @param {(cell: Cell) => string} text */
  #fill(text) {
    for (const cell of this.#places) this.#cells[cell[0]][cell[1]] = text(cell);
    write(this.#error, "");
    this.#show();
  }

  /**
   * Puts the chosen piece, or takes the one that is there.
   *
   * @param {Action[]} actions
   */
  #touch(actions) {
    if (this.#picture.shape === "hole") return this.#drop(actions[0].cells[0][1]);
    const [row, column] = actions[0].cells[0];
    this.#put([row, column], this.#cells[row][column] === this.#chosen ? "" : this.#chosen);
  }

  /**
   * Discs fall, and the uppermost one is taken away.
   *
   * @param {number} column
   */
  #drop(column) {
    const rows = this.#places.filter((cell) => cell[1] === column).map(([row]) => row);
    const free = rows.filter((row) => !this.#cells[row][column]);
    const row = this.#chosen ? free.at(-1) : rows.find((at) => this.#cells[at][column]);
    if (row !== undefined) this.#put([row, column], this.#chosen);
  }

  /**
   * @param {Cell} cell
   * @param {string} text
   */
  #put(cell, text) {
    this.#cells[cell[0]][cell[1]] = text;
    write(this.#error, "");
    this.#show();
    announce(`${cellName(this.#picture, ...cell)}: ${text ? pieceName(text, this.#picture.shape) : EMPTY}`);
  }

  /** @param {KeyboardEvent} event */
  #keyed({ key, target }) {
    const cell = target instanceof HTMLElement ? target.dataset.cell : undefined;
    if (!cell || (key !== "Delete" && key !== "Backspace")) return;
    const [row, column] = cell.split(",").map(Number);
    this.#put([row, column], "");
  }

  /** @param {() => void} close */
  async #finish(close) {
    const mover = this.#turn ? Number(this.#turn.value) : Math.max(0, this.#position.mover ?? 0);
    const wrong = await this.#done(this.#cells, mover);
    if (wrong) write(this.#error, wrong);
    else close();
  }
}

/**
 * The pieces to choose from, and nothing at all.
 *
 * @param {string[]} pieces
 * @param {BoardPicture} picture
 * @param {(text: string) => void} choose
 */
function palette(pieces, { shape, ground }, choose) {
  const choices = [...pieces, ""].map((text, place) => {
    const radio = element("input", { type: "radio", name: "editor-piece", checked: place === 0, value: text });
    radio.addEventListener("change", () => choose(text));
    const drawn = text ? piece(text, shape, ground) : null;
    const name = text ? pieceName(text, shape) : EMPTY;
    return element("label", { title: name }, radio, drawn ?? "✕\ufe0e", element("span", { class: "unseen" }, name));
  });
  return element("fieldset", { class: "editor-pieces" }, element("legend", { class: "unseen" }, "A click puts"), ...choices);
}

/** @param {Position} position */
function turnsOf({ players, mover }) {
  const options = players.map((name, player) => element("option", { value: player, selected: player === mover }, name));
  return element("select", { id: "editor-turn" }, ...options);
}
