// Lines between dots: rows and columns of dots are narrow, those of boxes are wide.

/** @import {BoardPicture, Cell} from "../../common/messages.js" */
/** @import {Layout} from "../layout.js" */

import { drawing } from "../../common/dom.js";

const CELL = 100; // units of the drawing's own measure
const STRIP = 0.3; // the width of a row of dots, in sides of a box
const REACH = 0.34; // how far from a line it can be touched
const LABEL = 24; // font size

/**
 * Where a row or column lies: its middle, from that of the first one.
 *
 * @param {number} place
 */
export function along(place) {
  return (place / 2) * (1 + STRIP);
}

/**
 * How wide and high the button of a cell is: a line is broader than it looks.
 *
 * @param {Cell} cell
 * @returns {[number, number]}
 */
export function sizeOf([row, column]) {
  const [isBetween, isBelow] = [column % 2 === 1, row % 2 === 1];
  if (isBetween === isBelow) return isBetween ? [1, 1] : [STRIP, STRIP];
  return isBetween ? [1, 2 * REACH] : [2 * REACH, 1];
}

/**
 * What a cell is, as a class.
 *
 * @param {Cell} cell
 */
export function partOf([row, column]) {
  if (row % 2 && column % 2) return "box";
  return row % 2 ? "line-up" : column % 2 ? "line-across" : "dot";
}

/**
 * The labels of the dots, in the margin around them.
 *
 * @param {BoardPicture} picture
 * @param {Layout} layout
 * @returns {SVGElement[]}
 */
export function dotLabels(picture, layout) {
  const [wide, high] = [layout.width * CELL, layout.height * CELL];
  /** @type {(x: number, y: number, words: string) => SVGElement} */
  const label = (x, y, words) => drawing("text", { x, y: y + 0.35 * LABEL, "font-size": LABEL }, words);
  const rows = picture.rows.map((words, row) => label(0.16 * CELL, layout.middle([row, 0])[1] * CELL, words));
  const columns = picture.columns.map((words, column) => label(layout.middle([0, column])[0] * CELL, high - 0.18 * CELL, words));
  return wide ? [...rows, ...columns] : [];
}
