// Tiles that are pushed: they slide, and two equal ones become one.

/** @import {BoardPicture, Cell} from "../../common/messages.js" */
/** @import {Layout} from "../layout.js" */

import { element } from "../../common/dom.js";

const SLIDE = 120; // milliseconds
const POP = 110;

/** @typedef {{from: Cell, to: Cell}} Way  of a tile */

/**
 * Animates a push between two pictures of a board of tiles; whether that is what happened to them.
 *
 * @param {BoardPicture} before
 * @param {BoardPicture} after
 * @param {string} way  left, up, right or down
 * @param {Layout} layout
 * @param {(cell: Cell) => HTMLElement} at
 */
export function slide(before, after, way, layout, at) {
  const ways = pushed(before.cells, after.cells, way);
  if (!ways) return false;
  for (const place of new Set(ways.map(({ to }) => String(to)))) {
    const tiles = ways.filter(({ to }) => String(to) === place);
    if (tiles.every(({ from }) => String(from) === place)) continue;
    const cell = at(tiles[0].to);
    cell.classList.add("arriving");
    const ghosts = tiles.map(({ from }) => ghost(before.cells[from[0]][from[1]], cell, from, tiles[0].to, layout));
    const drawn = cell.querySelector(".piece");
    const hidden = drawn?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: SLIDE });
    Promise.allSettled([...ghosts.map(({ finished }) => finished), hidden?.finished]).then(() => {
      for (const shown of cell.querySelectorAll(".sliding")) shown.remove();
      cell.classList.remove("arriving");
      const pop = [{ transform: "scale(1)" }, { transform: "scale(1.12)" }, { transform: "scale(1)" }];
      if (tiles.length > 1) cell.animate(pop, { duration: POP });
    });
  }
  return true;
}

/**
 * The tile as it was, on its way to a cell.
 *
 * @param {string} text
 * @param {HTMLElement} cell  to which it goes
 * @param {Cell} from
 * @param {Cell} to
 * @param {Layout} layout
 */
function ghost(text, cell, from, to, layout) {
  const [start, end] = [layout.middle(from), layout.middle(to)];
  const step = cell.offsetWidth + gapOf(cell);
  const [across, down] = start.map((part, axis) => (part - end[axis]) * step);
  const shown = element("span", { class: "sliding", "data-piece": text, "aria-hidden": "true" }, element("b", {}, text));
  cell.append(shown);
  const path = [{ transform: `translate(${across}px, ${down}px)` }, { transform: "none" }];
  return shown.animate(path, { duration: SLIDE, easing: "ease-out", fill: "both" });
}

/** @param {HTMLElement} cell */
function gapOf(cell) {
  const next = cell.nextElementSibling;
  return next instanceof HTMLElement ? Math.max(0, next.offsetLeft - cell.offsetLeft - cell.offsetWidth) : 0;
}

/**
 * Where each tile went, or null if this is not what a push makes of the board.
 *
 * @param {string[][]} before
 * @param {string[][]} after
 * @param {string} way
 * @returns {Way[] | null}
 */
export function pushed(before, after, way) {
  const isAcross = way === "left" || way === "right";
  const isBackward = way === "right" || way === "down";
  if (!isAcross && way !== "up" && way !== "down") return null;
  const [rows, columns] = [before.length, before[0]?.length ?? 0];
  const made = before.map((row) => row.map(() => ""));
  /** @type {Way[]} */
  const ways = [];
  for (let line = 0; line < (isAcross ? rows : columns); line++) {
    const length = isAcross ? columns : rows;
    /** @type {(step: number) => Cell} */
    const cell = (step) => {
      const along = isBackward ? length - 1 - step : step;
      return isAcross ? [line, along] : [along, line];
    };
    let [free, canJoin] = [0, false];
    for (let step = 0; step < length; step++) {
      const from = cell(step);
      const text = before[from[0]]?.[from[1]];
      if (!text) continue;
      const [row, column] = cell(Math.max(0, free - 1));
      if (canJoin && made[row][column] === text) {
        made[row][column] = String(2 * Number(text));
        ways.push({ from, to: [row, column] });
        canJoin = false;
        continue;
      }
      const to = cell(free);
      made[to[0]][to[1]] = text;
      ways.push({ from, to });
      [free, canJoin] = [free + 1, true];
    }
  }
  return JSON.stringify(made) === JSON.stringify(after) ? ways : null;
}
