// Laying tiles on a board of letters: dragged, clicked or typed, taken back, shuffled, exchanged; what they come to.

/** @import {BoardPicture, Cell} from "../../common/messages.js" */
/** @import {BoardScene} from "../grid.js" */
/** @import {Tile} from "./rack.js" */

import { button, element, write } from "../../common/dom.js";
import { Drag } from "../drag.js";
import { piece } from "../pieces.js";
import { chooseLetter } from "./blank.js";
import { BLANK, Rack, racksOf } from "./rack.js";

const HINT = "Drag tiles to the board, or click a square and type.";
const GIVE = "Choose the tiles that go back.";
const EXCHANGE = "exchange";

/**
 * @typedef {object} Heard  what a board does about it
 * @property {(picture: BoardPicture) => void} draw  the board with the tiles that lie on it
 * @property {(tiles: [number, number, string][]) => void} lay  asks what these tiles come to
 * @property {(actions: string[]) => void} play  one after the other
 */

export class Laying {
  /** @type {Heard} */
  #hear;
  /** @type {HTMLElement} where the rack stands */
  #row;
  /** @type {HTMLElement} around the board's cells */
  #frame;
  /** @type {BoardScene | null} */
  #scene = null;
  #rack = new Rack([]);
  #known = ""; // the position that the rack belongs to
  /** @type {Tile | null} */
  #picked = null;
  /** @type {Set<Tile> | null} that go back; null: nothing is being exchanged */
  #given = null;
  /** @type {{cell: Cell, down: boolean} | null} where the next letter that is typed goes */
  #cursor = null;
  /** @type {string[]} the actions that lay the tiles, where they can lie so */
  #actions = [];
  #wasDragged = false;
  #stop = new AbortController(); // ends the listening for keys
  #note = element("p", { class: "laid-words", role: "status" });
  #buttons = {
    play: button("Play", { class: "primary", on: { click: () => this.#play() } }),
    recall: button("Recall", { on: { click: () => this.#recall() } }),
    shuffle: button("Shuffle", { on: { click: () => this.#shuffle() } }),
    exchange: button("Exchange", { "aria-pressed": "false", on: { click: () => this.#toggleExchange() } }),
  };
  #others = element("span", { class: "other-turns" });
  tools = element("div", { class: "laying" }, this.#note, element("div", { class: "laying-buttons" }, ...Object.values(this.#buttons), this.#others));

  /**
   * @param {HTMLElement} row
   * @param {HTMLElement} frame
   * @param {Heard} heard
   */
  constructor(row, frame, heard) {
    this.#row = row;
    this.#frame = frame;
    this.#hear = heard;
    frame.addEventListener("click", (event) => this.#clicked(event), { capture: true });
    frame.addEventListener("pointerdown", (event) => this.#pressed(event), { capture: true });
  }

  /**
   * Takes over a scene in which tiles can be laid. Returns the picture with those that lie there already.
   *
   * @param {BoardScene} scene
   */
  begin(scene) {
    const { own, others } = racksOf(scene.picture, scene.mover);
    const known = JSON.stringify([scene.picture.cells, own]);
    if (known !== this.#known) {
      this.#rack = new Rack(own);
      [this.#known, this.#picked, this.#given, this.#cursor, this.#actions] = [known, null, null, null, []];
    }
    if (!this.#scene) {
      this.#stop = new AbortController();
      document.addEventListener("keydown", (event) => this.#keyed(event), { capture: true, signal: this.#stop.signal });
    }
    this.#scene = scene;
    const names = scene.actions.filter(({ cells, text }) => !cells.length && !text.includes(" ")).map(({ text }) => text);
    this.#others.replaceChildren(...(names.length > 12 ? [] : names).map((text) => button(capital(text), { "data-action": text, on: { click: () => this.#hear.play([text]) } })));
    this.#buttons.exchange.hidden = !scene.actions.some(({ text }) => text.startsWith(`${EXCHANGE} `));
    this.#show();
    if (this.#rack.laid.length) this.#hear.lay(this.#rack.told);
    return { picture: this.#rack.over(scene.picture), others };
  }

  /** Nobody lays tiles now. */
  rest() {
    this.#stop.abort();
    this.#scene = null;
    this.#mark(null);
  }

  get isOn() {
    return this.#scene !== null;
  }

  /**
   * Shows what the tiles come to.
   *
   * @param {[number, number, string][]} tiles  that were asked about
   * @param {{actions: string[], words: string}} told
   */
  judge(tiles, { actions, words }) {
    if (!this.isOn || this.#given || !tiles.length || JSON.stringify(tiles) !== JSON.stringify(this.#rack.told)) return;
    this.#actions = actions;
    this.#note.classList.toggle("refused", !actions.length);
    write(this.#note, words);
    this.#buttons.play.disabled = !actions.length;
  }

  // --- drawing ------------------------------------------------------------------------------------------------------

  /** Draws everything again after a tile was moved, and asks what the tiles come to. */
  #changed() {
    if (!this.#scene) return;
    this.#actions = [];
    this.#show();
    this.#hear.draw(this.#rack.over(this.#scene.picture));
    this.#mark(this.#cursor);
    if (this.#rack.laid.length) this.#hear.lay(this.#rack.told);
  }

  #show() {
    const { play, recall, shuffle, exchange } = this.#buttons;
    const isGiving = this.#given !== null;
    const free = this.#rack.tiles.filter(({ cell }) => !cell);
    this.#row.hidden = false;
    this.#row.classList.add("rack");
    this.#row.replaceChildren(...free.map((tile) => this.#tile(tile)));
    recall.disabled = !this.#rack.laid.length && !isGiving;
    shuffle.disabled = free.length < 2;
    exchange.setAttribute("aria-pressed", String(isGiving));
    write(play, isGiving ? "Exchange these" : "Play");
    play.disabled = isGiving ? !this.#given?.size : !this.#actions.length;
    if (isGiving || !this.#actions.length) {
      write(this.#note, isGiving ? GIVE : this.#rack.laid.length ? "…" : HINT);
      this.#note.classList.remove("refused");
    }
  }

  /** @param {Tile} tile */
  #tile(tile) {
    const isChosen = tile === this.#picked || Boolean(this.#given?.has(tile));
    const name = tile.letter === BLANK ? "blank" : `${tile.letter}${tile.points ? ` ${tile.points}` : ""}`;
    const shown = button([], { class: "rack-tile", "aria-label": name, "aria-pressed": String(isChosen), "data-letter": tile.letter });
    const drawn = piece(tile.letter, "letters");
    if (drawn) shown.append(drawn, " ");
    shown.append(element("span", { class: "corner", "aria-hidden": "true" }, tile.points));
    shown.addEventListener("click", () => !this.#wasDragged && this.#choose(tile));
    shown.addEventListener("pointerdown", (event) => event.button === 0 && event.isPrimary && this.#drag(event, shown, tile));
    return shown;
  }

  /**
   * Marks the square on which the next letter goes that is typed.
   *
   * @param {{cell: Cell, down: boolean} | null} cursor
   */
  #mark(cursor) {
    this.#cursor = cursor;
    for (const old of this.#frame.querySelectorAll(".typing")) old.classList.remove("typing", "down");
    const cell = cursor && this.#frame.querySelector(`[data-cell="${cursor.cell}"]`);
    cell?.classList.add("typing");
    cell?.classList.toggle("down", Boolean(cursor?.down));
  }

  // --- moving tiles -------------------------------------------------------------------------------------------------

  /**
   * A tile of the rack is chosen: to be laid, or to be given back.
   *
   * @param {Tile} tile
   */
  #choose(tile) {
    if (this.#given) {
      if (!this.#given.delete(tile)) this.#given.add(tile);
    } else if (this.#cursor) return void this.#layAtCursor(tile, "");
    else this.#picked = this.#picked === tile ? null : tile;
    this.#show();
  }

  /**
   * @param {Tile} tile
   * @param {Cell} cell
   * @param {string} letter  that a blank stands for; "": it is asked for
   */
  async #lay(tile, cell, letter) {
    if (!this.#isFree(cell)) return false;
    [this.#picked, this.#given] = [null, null];
    tile.cell = cell;
    if (tile.letter === BLANK && (letter || !tile.as)) tile.as = letter.toLowerCase();
    this.#changed();
    if (tile.letter !== BLANK || tile.as) return true;
    const chosen = await chooseLetter();
    if (tile.cell !== cell) return false;
    if (chosen) tile.as = chosen.toLowerCase();
    else this.#rack.takeBack(tile);
    this.#changed();
    return Boolean(chosen);
  }

  /**
   * @param {Tile} tile
   * @param {string} letter
   */
  async #layAtCursor(tile, letter) {
    const cursor = this.#cursor;
    if (!cursor || !(await this.#lay(tile, cursor.cell, letter)) || this.#cursor !== cursor) return;
    this.#mark(this.#next(cursor, 1));
  }

  /**
   * The next free square on the way of the cursor; null: there is none.
   *
   * @param {{cell: Cell, down: boolean}} cursor
   * @param {1 | -1} way
   */
  #next({ cell: [row, column], down }, way) {
    const cells = this.#scene?.picture.cells ?? [];
    for (;;) {
      if (down) row += way;
      else column += way;
      if (cells[row]?.[column] === undefined) return null;
      if (this.#isFree([row, column])) return { cell: /** @type {Cell} */ ([row, column]), down };
    }
  }

  /** @param {Cell} cell */
  #isFree([row, column]) {
    return this.#scene?.picture.cells[row]?.[column] === "" && !this.#rack.at([row, column]);
  }

  /**
   * @param {PointerEvent} event
   * @param {HTMLElement | SVGElement} drawn
   * @param {Tile} tile
   */
  #drag(event, drawn, tile) {
    if (this.#given) return;
    new Drag(event, drawn, {
      begin: () => drawn.classList.add("dragged"),
      over: (target) => this.#aim(target),
      lost: () => {
        drawn.classList.remove("dragged");
        this.#aim(null);
      },
      drop: (target) => {
        this.#wasDragged = true;
        setTimeout(() => (this.#wasDragged = false));
        this.#dropped(tile, target);
      },
    });
  }

  /** @param {Element | null} target */
  #aim(target) {
    this.#frame.querySelector(".aimed")?.classList.remove("aimed");
    const cell = cellOf(target, this.#frame);
    if (cell && this.#isFree(cell)) this.#frame.querySelector(`[data-cell="${cell}"]`)?.classList.add("aimed");
  }

  /**
   * @param {Tile} tile
   * @param {Element | null} target
   */
  #dropped(tile, target) {
    const cell = cellOf(target, this.#frame);
    if (cell) {
      this.#mark(null);
      if (String(cell) !== String(tile.cell)) void this.#lay(tile, cell, "");
    } else if (this.#row.contains(target) || tile.cell) {
      const shown = target?.closest(".rack-tile");
      const free = this.#rack.tiles.filter((one) => !one.cell);
      this.#rack.takeBack(tile);
      if (this.#row.contains(target)) this.#rack.move(tile, shown ? (free[[...this.#row.children].indexOf(shown)] ?? null) : null);
      this.#changed();
    }
  }

  #recall() {
    this.#given = null;
    this.#rack.recall();
    this.#mark(null);
    this.#changed();
  }

  #shuffle() {
    this.#rack.shuffle();
    this.#show();
  }

  #toggleExchange() {
    const isGiving = this.#given !== null;
    this.#recall();
    this.#given = isGiving ? null : new Set();
    this.#picked = null;
    this.#show();
  }

  #play() {
    if (!this.#given) return this.#actions.length ? this.#hear.play(this.#actions) : undefined;
    const letters = [...this.#given].map(({ letter }) => (letter.length > 1 ? `[${letter}]` : letter)).join("");
    this.#hear.play([`${EXCHANGE} ${letters}`]);
  }

  // --- pointer and keys ---------------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  #clicked(event) {
    const cell = this.isOn && cellOf(event.target, this.#frame);
    if (!cell) return;
    event.stopPropagation();
    if (this.#wasDragged) return;
    const tile = this.#rack.at(cell);
    if (tile) {
      this.#rack.takeBack(tile);
      this.#mark(this.#cursor && { cell, down: this.#cursor.down });
      this.#changed();
    } else if (this.#picked) void this.#lay(this.#picked, cell, "");
    else if (this.#isFree(cell)) {
      const isSame = this.#cursor && String(this.#cursor.cell) === String(cell);
      this.#mark(isSame && this.#cursor?.down ? null : { cell, down: Boolean(isSame) });
    } else this.#mark(null);
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const cell = this.isOn && cellOf(event.target, this.#frame);
    if (!cell) return;
    event.stopPropagation();
    const tile = this.#rack.at(cell);
    const drawn = this.#frame.querySelector(`[data-cell="${cell}"] .piece`);
    if (tile && drawn instanceof SVGElement && event.button === 0 && event.isPrimary) this.#drag(event, drawn, tile);
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    if (!this.isOn || !this.#frame.isConnected || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    const { key, target } = event;
    const isElsewhere = target instanceof Element && target.closest("button") && !this.#frame.contains(target);
    if (key === "Enter" && this.#actions.length && !isElsewhere) this.#play(); // also behind the last square of a line
    else if (!this.#cursor) return;
    else if (key === "Escape") this.#mark(null);
    else if (key === "Backspace") this.#stepBack();
    else if (key.length === 1 && key.toLowerCase() !== key.toUpperCase()) {
      const letter = key.toUpperCase();
      const tile = event.shiftKey ? this.#rack.forLetter(BLANK) : this.#rack.forLetter(letter);
      if (tile) void this.#layAtCursor(tile, letter);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Takes the tile before the cursor back. */
  #stepBack() {
    const cursor = this.#cursor;
    if (!cursor) return;
    let { cell: [row, column] } = cursor;
    const cells = this.#scene?.picture.cells ?? [];
    do {
      if (cursor.down) row -= 1;
      else column -= 1;
    } while (cells[row]?.[column]);
    const tile = this.#rack.at([row, column]);
    if (!tile) return;
    this.#rack.takeBack(tile);
    this.#cursor = { cell: [row, column], down: cursor.down };
    this.#changed();
  }
}

/**
 * The cell of the board that an element belongs to.
 *
 * @param {EventTarget | null} target
 * @param {Element} frame
 * @returns {Cell | null}
 */
function cellOf(target, frame) {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  if (!(cell instanceof HTMLElement) || !frame.contains(cell)) return null;
  const [row, column] = (cell.dataset.cell ?? "").split(",").map(Number);
  return [row, column];
}

/**
 * A word with a capital, unless its capitals mean something.
 *
 * @param {string} text
 */
function capital(text) {
  return text === text.toLowerCase() ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
