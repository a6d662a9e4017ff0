// A rack of tiles: which of them lie on the board before the move is made, and in which order the others stand.

/** @import {BoardPicture, Cell} from "../../common/messages.js" */

/**
 * @typedef {object} Tile
 * @property {string} letter  "?": a blank
 * @property {string} points
 * @property {Cell | null} cell  where it lies; null: on the rack
 * @property {string} as  the letter that a blank stands for, a small one; else its own
 */

export const BLANK = "?";

export class Rack {
  /** @type {Tile[]} as they stand on the rack */
  tiles = [];

  /** @param {string[]} texts  A1 is a letter and its points */
  constructor(texts) {
    this.tiles = texts.map((text) => {
      const [, letter, points] = /^(.*?)(\d*)$/.exec(text) ?? ["", text, ""];
      return { letter, points, cell: null, as: letter === BLANK ? "" : letter };
    });
  }

  /** The tiles on the board. */
  get laid() {
    return this.tiles.filter(({ cell }) => cell);
  }

  /** @param {Cell} cell */
  at(cell) {
    return this.tiles.find((tile) => String(tile.cell) === String(cell));
  }

  /**
   * The tile that is laid for a letter that was typed: one with this letter, or a blank.
   *
   * @param {string} letter
   */
  forLetter(letter) {
    const free = this.tiles.filter(({ cell }) => !cell);
    return free.find((tile) => tile.letter === letter) ?? free.find((tile) => tile.letter === BLANK);
  }

  /** Takes all tiles back. */
  recall() {
    for (const tile of this.tiles) this.takeBack(tile);
  }

  /** @param {Tile} tile */
  takeBack(tile) {
    tile.cell = null;
    if (tile.letter === BLANK) tile.as = "";
  }

  shuffle() {
    for (let end = this.tiles.length - 1; end > 0; end--) {
      const other = Math.floor(Math.random() * (end + 1));
      [this.tiles[end], this.tiles[other]] = [this.tiles[other], this.tiles[end]];
    }
  }

  /**
   * Puts a tile before another one on the rack, or at its end.
   *
   * @param {Tile} tile
   * @param {Tile | null} other
   */
  move(tile, other) {
    this.tiles = this.tiles.filter((one) => one !== tile);
    this.tiles.splice(other ? this.tiles.indexOf(other) : this.tiles.length, 0, tile);
  }

  /** What the server is asked about: a row, a column and a text for each tile. */
  get told() {
    return this.laid.map(({ cell, as, letter }) => /** @type {[number, number, string]} */ ([...(cell ?? [0, 0]), as || letter]));
  }

  /**
   * The picture with the tiles that lie on it.
   *
   * @param {BoardPicture} picture
   * @returns {BoardPicture}
   */
  over(picture) {
    const [cells, corners] = [picture.cells.map((row) => [...row]), picture.corners.map((row) => [...row])];
    for (const { cell, as, letter, points } of this.laid) {
      const [row, column] = cell ?? [0, 0];
      cells[row][column] = as || letter;
      if (corners[row]) corners[row][column] = points;
    }
    return { ...picture, cells, corners, marked: [...picture.marked, ...this.laid.flatMap(({ cell }) => (cell ? [cell] : []))] };
  }
}

/**
 * The rack of the player to move, and those of all others, of a picture that shows all of them or only this one.
 *
 * @param {BoardPicture} picture
 * @param {number | null} mover
 */
export function racksOf(picture, mover) {
  const [above, below] = [picture.beside[0] ?? [], picture.beside[1] ?? []];
  if (!above.length || !mover) return { own: below, others: above };
  /** @type {string[][]} */
  const groups = [[]];
  for (const text of above) {
    if (text) groups[groups.length - 1].push(text);
    else groups.push([]);
  }
  const own = groups[mover - 1] ?? [];
  const others = [below, ...groups.filter((group) => group !== own)];
  return { own, others: others.flatMap((group, number) => (number ? ["", ...group] : group)) };
}
