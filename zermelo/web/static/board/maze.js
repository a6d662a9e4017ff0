// A maze: its walls, what is in it, and the arrow keys that lead through it.

/** @import {Action, BoardPicture, Cell} from "../common/messages.js" */
/** @import {Layout} from "./layout.js" */

import { drawing } from "../common/dom.js";
import { last } from "./jumps.js";

const CELL = 100; // units of the drawing's own measure
const GHOSTS = 4; // colours
/** @type {Record<string, [down: number, right: number]>} */
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * The walls as strokes between the middles of neighbours, so that they join, and what four of them enclose.
 *
 * @param {BoardPicture} picture
 * @param {Layout} layout
 */
export function walls(picture, layout) {
  const there = new Set(picture.absent.map(String));
  const strokes = picture.absent.flatMap(([row, column]) => {
    /** @type {Cell[]} */
    const near = [[row, column], [row, column + 1], [row + 1, column + 1], [row + 1, column]];
    const [start, right, across, below] = near.map((cell) => {
      return there.has(String(cell)) ? layout.middle(cell).map((part) => part * CELL).join(" ") : "";
    });
    if (right && across && below) return [`M${start}L${right}L${across}L${below}Z`];
    return [start, right, below].filter(Boolean).map((end) => `M${start}L${end}`);
  });
  return [drawing("path", { d: strokes.join(""), class: "wall", "stroke-width": 0.56 * CELL })];
}

/**
 * What is in a cell, in a drawing of 100 by 100; null where the text is not one of a maze.
 *
 * @param {string} text
 * @returns {SVGElement[] | null}
 */
export function inMaze(text) {
  if (text === "." || text === "o") return [drawing("circle", { cx: 50, cy: 50, r: text === "." ? 9 : 20, class: "food" })];
  if (text === "P") return [drawing("path", { d: "M50 50L87 34A40 40 0 1 0 87 66Z", class: "pacman" })];
  if (text === "X") return [drawing("path", { d: "M50 50L79 23A40 40 0 1 0 79 77Z", class: "pacman caught" })];
  if (!/^[Gg]\d{0,2}$/.test(text)) return null;
  const look = text[0] === "g" ? "scared" : `ghost-${(Number(text.slice(1) || 1) - 1) % GHOSTS}`;
  const body = "M10 90V50a40 40 0 0 1 80 0V90l-13.3-10l-13.3 10l-13.4-10l-13.3 10l-13.3-10Z";
  const eyes = [34, 66].map((cx) => drawing("circle", { cx, cy: 46, r: 9.6, class: "eye" }));
  return [drawing("path", { d: body, class: `ghost ${look}` }), ...eyes];
}

/** @param {string} key */
export function isWay(key) {
  return key in WAYS;
}

/**
 * The action that an arrow key stands for; none where a wall is in the way.
 *
 * @param {string} key
 * @param {Action[]} actions
 * @param {boolean} flipped
 */
export function onTheWay(key, actions, flipped) {
  const [down, right] = WAYS[key].map((part) => (flipped ? -part : part));
  return actions.find(({ cells }) => {
    if (cells.length < 2) return false;
    const [[row, column], [toRow, toColumn]] = [cells[0], last(cells)];
    return toRow - row === down && toColumn - column === right;
  });
}
