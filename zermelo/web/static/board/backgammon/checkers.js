// The checkers of a backgammon board as elements, and how they slide when a turn was played.

/** @import {Cell} from "../../common/messages.js" */
/** @import {Spots} from "./spots.js" */

import { element, wantsLittleMotion } from "../../common/dom.js";
import { TRAY } from "./spots.js";

export const STONES = ["black-stone", "white-stone"]; // by player
const SLIDE = 260; // milliseconds of one move
const SLAB = 0.315; // the height of a checker that is off, on its edge

/**
 * The checkers of a cell, from its edge on; if not all are shown, the last one bears their number.
 *
 * @param {Spots} spots
 * @param {Cell} cell
 * @param {number} count  of player 1 below 0
 */
export function checkersOn(spots, cell, count) {
  const stone = STONES[count > 0 ? 0 : 1];
  if (cell[1] === TRAY) return Array.from({ length: Math.abs(count) }, (_, level) => slab(spots, cell, level, stone));
  const shown = spots.shown(cell);
  const parts = Array.from({ length: shown }, (_, level) => placed(spots, cell, level, `checker ${stone}`));
  if (Math.abs(count) > shown) parts[shown - 1].append(String(Math.abs(count)));
  return parts;
}

/**
 * Something of a checker's size on a cell.
 *
 * @param {Spots} spots
 * @param {Cell} cell
 * @param {number} level  of the stack
 * @param {string} look
 */
export function placed(spots, cell, level, look) {
  const area = spots.area(cell);
  const [x, y] = spots.spot(cell, level);
  const part = element("span", { class: look });
  Object.assign(part.style, {
    left: `${(100 * (x - area.x - spots.checker / 2)) / area.width}%`,
    top: `${(100 * (y - area.y - spots.checker / 2)) / area.height}%`,
    width: `${(100 * spots.checker) / area.width}%`,
  });
  return part;
}

/**
 * @param {Spots} spots
 * @param {Cell} cell
 * @param {number} level
 * @param {string} stone
 */
function slab(spots, cell, level, stone) {
  const part = element("span", { class: `slab ${stone}` });
  const edge = `${(100 * (0.1 + level * SLAB)) / spots.half}%`;
  const high = `${(100 * (SLAB - 0.035)) / spots.half}%`;
  Object.assign(part.style, { height: high }, spots.isTop(cell[0]) ? { top: edge } : { bottom: edge });
  return part;
}

/**
 * Shows a turn that was played: each checker slides along its moves, one after the other.
 *
 * @param {Map<string, HTMLElement>} places  by "row,column"
 * @param {Spots} spots
 * @param {Cell[]} cells  from, to, from, to, …
 * @param {number} scale  pixels of a point's width
 */
export function slideTurn(places, spots, cells, scale) {
  if (wantsLittleMotion()) return;
  let delay = 0;
  /** @type {Record<string, number>} checkers that came to a place */
  const arrived = {};
  for (const path of pathsOf(cells)) {
    const place = String(path[path.length - 1]);
    const cell = places.get(place);
    const drawn = cell?.querySelectorAll(".checker, .slab") ?? [];
    arrived[place] = (arrived[place] ?? 0) + 1;
    const checker = drawn[drawn.length - arrived[place]];
    const duration = SLIDE * (path.length - 1);
    if (cell && checker) slide(cell, checker, path.map((one) => spots.middle(one)), { duration, delay, scale });
    delay += duration;
  }
}

/**
 * The way of each checker: moves of which one begins where another ended are joined.
 *
 * @param {Cell[]} cells
 */
function pathsOf(cells) {
  /** @type {Cell[][]} */
  const paths = [];
  for (let at = 0; at + 1 < cells.length; at += 2) {
    const path = paths.find((one) => String(one[one.length - 1]) === String(cells[at]));
    if (path) path.push(cells[at + 1]);
    else paths.push([cells[at], cells[at + 1]]);
  }
  return paths;
}

/**
 * @param {HTMLElement} cell
 * @param {Element} checker
 * @param {[number, number][]} way
 * @param {{duration: number, delay: number, scale: number}} timing
 */
function slide(cell, checker, way, { duration, delay, scale }) {
  const end = way[way.length - 1];
  const frames = way.map(([x, y]) => ({
    transform: `translate(${(x - end[0]) * scale}px, ${(y - end[1]) * scale}px)`,
  }));
  cell.classList.add("arriving");
  const slid = checker.animate(frames, { duration, delay, easing: "ease-in-out", fill: "backwards" });
  slid.addEventListener("finish", () => cell.classList.remove("arriving"));
}
