// Water with ships and shots, and the small texts in the corners of cells.

/** @import {BoardPicture, Cell} from "../../common/messages.js" */
/** @import {Layout} from "../layout.js" */

import { drawing } from "../../common/dom.js";

const CELL = 100; // units of the ground's own measure
const REACH = 36; // of a ship, from the middle of its cells
const HIT = "X";

/**
 * The water, and the ships on it; one whose cells are all hit is sunk.
 *
 * @param {BoardPicture} picture
 * @param {Layout} layout
 * @returns {SVGElement[]}
 */
export function sea(picture, layout) {
  /** @type {(cell: Cell) => number[]} */
  const middle = (cell) => layout.middle(cell).map((part) => part * CELL);
  const water = layout.cells.map((cell) => {
    const [x, y] = middle(cell);
    return drawing("rect", { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, class: "water" });
  });
  const ships = picture.ships.map(([one, other]) => {
    const [from, to] = [middle(one), middle(other)];
    const [x, y] = [Math.min(from[0], to[0]) - REACH, Math.min(from[1], to[1]) - REACH];
    const [width, height] = [Math.abs(from[0] - to[0]) + 2 * REACH, Math.abs(from[1] - to[1]) + 2 * REACH];
    const isSunk = cellsBetween(one, other).every(([row, column]) => picture.cells[row]?.[column] === HIT);
    return drawing("rect", { x, y, width, height, rx: REACH, class: isSunk ? "hull sunk" : "hull" });
  });
  return [...water, ...ships];
}

/**
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Cell[]}
 */
function cellsBetween(from, to) {
  const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  const [down, right] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  return Array.from({ length: steps + 1 }, (_, at) => [from[0] + at * down, from[1] + at * right]);
}

/**
 * A shot on the water that hit, or one that missed; null for other texts.
 *
 * @param {string} text
 */
export function shot(text) {
  if (text === HIT) return [drawing("path", { d: "M30 30L70 70M70 30L30 70", class: "hit" })];
  return text === "o" ? [drawing("circle", { cx: 50, cy: 50, r: 13, class: "miss" })] : null;
}

/**
 * The small text in the corner of a cell, if there is one.
 *
 * @param {BoardPicture} picture
 * @param {number} row
 * @param {number} column
 */
export function cornerOf(picture, row, column) {
  return picture.corners[row]?.[column] ?? "";
}
