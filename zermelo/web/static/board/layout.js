// Where the cells of a board lie as they are seen, in units of a cell's width.

/** @import {BoardPicture, Cell} from "../common/messages.js" */

import { along, sizeOf } from "./shapes/dots.js";

/** @typedef {[x: number, y: number]} Point */

const ROW_STEP = Math.sqrt(3) / 2; // from one row of hexagons to the next
const HIGH = 2 / Math.sqrt(3); // a hexagon of width 1
const SIDES = 0.2; // around hexagons, for the colours of the sides
const LABELS = 0.5; // for the labels of hexagons, which follow the slanted rows

export class Layout {
  #isHex;
  #isDots;
  #flipped;
  /** @type {Set<string>} pits that take the place above or below them too */
  #stores = new Set();
  /** @type {Point} the middle of the cell that is furthest to the left, and of the one that is highest */
  #least;
  /** @type {Point} of the cells' middles from there */
  #extent;

  /**
   * @param {BoardPicture} picture
   * @param {boolean} flipped
   */
  constructor(picture, flipped) {
    this.#isHex = picture.shape === "hex";
    this.#isDots = picture.shape === "dots";
    this.#flipped = flipped;
    this.cells = cellsOf(picture);
    const columns = Math.max(0, ...picture.cells.map((row) => row.length));
    /** @type {Cell[]} */
    const corners = [[0, 0], [picture.cells.length - 1, columns - 1]];
    const spots = (this.#isHex && this.cells.length ? this.cells : corners).map((cell) => this.#spot(cell));
    this.#stores = new Set(storesOf(picture).map(String));
    const [across, down] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    this.#least = [Math.min(...across), Math.min(...down)];
    this.#extent = [Math.max(...across) - this.#least[0], Math.max(...down) - this.#least[1]];
    const edge = this.#isHex ? SIDES : 0;
    this.left = edge + (this.#isHex && picture.rows.length ? LABELS : 0);
    this.top = edge;
    this.high = this.#isHex ? HIGH : 1; // of a cell
    this.width = this.left + this.#extent[0] + 1 + edge;
    this.height = this.top + this.#extent[1] + this.high + edge + (this.#isHex && picture.columns.length ? LABELS : 0);
  }

  /**
   * Before the board is flipped or moved.
   *
   * @param {Cell} cell
   * @returns {Point}
   */
  #spot([row, column]) {
    if (this.#isDots) return [along(column), along(row)];
    if (this.#stores.has(`${row},${column}`)) return [column, 0.5];
    return this.#isHex ? [column + row / 2, row * ROW_STEP] : [column, row];
  }

  /**
   * The middle of a cell.
   *
   * @param {Cell} cell
   * @returns {Point}
   */
  middle(cell) {
    const [x, y] = this.#spot(cell);
    let [across, down] = [x - this.#least[0], y - this.#least[1]];
    if (this.#flipped) [across, down] = [this.#extent[0] - across, this.#extent[1] - down];
    return [this.left + across + 0.5, this.top + down + this.high / 2];
  }

  /**
   * Where a cell is put on the board, in per cent of its size.
   *
   * @param {Cell} cell
   */
  box(cell) {
    const [x, y] = this.middle(cell);
    const [wide, high] = this.#isDots ? sizeOf(cell) : [1, this.#stores.has(String(cell)) ? 2 : this.high];
    return {
      left: `${(100 * (x - wide / 2)) / this.width}%`,
      top: `${(100 * (y - high / 2)) / this.height}%`,
      width: `${(100 * wide) / this.width}%`,
      height: `${(100 * high) / this.height}%`,
    };
  }
}

/**
 * Has every cell a place and size of its own, or do they fill rows and columns of squares?
 *
 * @param {BoardPicture["shape"]} shape
 */
export function isPlaced(shape) {
  return ["crossing", "hex", "dots", "pits"].includes(shape);
}

/**
 * The pits of two rows above or below which the grid has no cell.
 *
 * @param {BoardPicture} picture
 * @returns {Cell[]}
 */
function storesOf({ shape, cells, absent }) {
  if (shape !== "pits" || cells.length !== 2) return [];
  return absent.map(([row, column]) => [1 - row, column]);
}

/**
 * The cells that a board has, row by row.
 *
 * @param {BoardPicture} picture
 * @returns {Cell[]}
 */
export function cellsOf(picture) {
  const absent = new Set(picture.absent.map(String));
  const columns = Math.max(0, ...picture.cells.map((row) => row.length));
  /** @type {Cell[]} */
  const cells = [];
  for (let row = 0; row < picture.cells.length; row++) {
    for (let column = 0; column < columns; column++) if (!absent.has(`${row},${column}`)) cells.push([row, column]);
  }
  return cells;
}
