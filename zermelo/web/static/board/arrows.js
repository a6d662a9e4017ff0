// Arrows and rings over a board: where a line of moves goes.

/** @import {Candidate, Cell} from "../common/messages.js" */
/** @import {Layout, Point} from "./layout.js" */

import { drawing } from "../common/dom.js";

const CELL = 100; // units of the overlay's own measure
const LEAST_PRIOR = 0.02; // of a move that is drawn
/**
 * @typedef {object} Drawn  a move to be drawn
 * @property {Cell[]} cells
 * @property {string} tone  best, reply, threat, asked or prior; win, draw or loss for a move whose result is proved
 * @property {number} [strength]  0 to 1, how strongly it is drawn
 * @property {number | null} [number]  beside a move that puts something down
 */

const TONES = new Set(["best", "reply", "threat", "asked", "prior", "win", "draw", "loss"]);

/**
 * Draws moves over a board.
 *
 * @param {SVGElement} layer
 * @param {Drawn[]} moves
 * @param {Pick<Layout, "width" | "height" | "middle">} layout
 */
export function drawArrows(layer, moves, layout) {
  layer.setAttribute("viewBox", `0 0 ${layout.width * CELL} ${layout.height * CELL}`);
  /** @type {(cell: Cell) => Point} */
  const middle = (cell) => {
    const [x, y] = layout.middle(cell);
    return [x * CELL, y * CELL];
  };
  const taken = new Set(); // one ring per cell: the first move that lands there keeps it
  const drawn = moves.flatMap((move) => {
    const cells = move.cells ?? [];
    if (!cells.length) return [];
    const tone = TONES.has(move.tone) ? move.tone : "best";
    const group = drawing("g", { class: `move ${tone}`, opacity: move.strength ?? 1 });
    if (cells.length > 1) {
      group.append(arrow(middle(cells[0]), middle(cells[cells.length - 1])));
    } else {
      const place = cells[0].join();
      if (taken.has(place)) return [];
      taken.add(place);
      group.append(...ring(middle(cells[0]), move.number));
    }
    return [group];
  });
  layer.replaceChildren(...drawn.reverse()); // the first move lies on top
}

/**
 * A line of moves, drawn weaker as it goes on; every second move is the other side's.
 *
 * @param {Cell[][]} arrows
 * @param {string} [tone]
 * @param {string} [answer]
 * @returns {Drawn[]}
 */
export function lineOfMoves(arrows, tone = "best", answer = "reply") {
  return arrows.map((cells, index) => ({
    cells,
    tone: index % 2 ? answer : tone,
    strength: Math.max(0.25, 0.95 - 0.2 * index),
    number: arrows.length > 1 ? index + 1 : null,
  }));
}

/**
 * What a network would play before any search, stronger where its prior is larger.
 *
 * @param {Candidate[]} candidates
 * @returns {Drawn[]}
 */
export function priorsOf(candidates) {
  return candidates
    .filter(({ prior }) => (prior ?? 0) >= LEAST_PRIOR)
    .map(({ cells, prior }) => ({ cells, tone: "prior", strength: Math.sqrt(prior ?? 0) }));
}

/**
 * @param {Point} from
 * @param {Point} to
 */
function arrow([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [half, head, wide] = [8, 34, 22];
  /** @type {Point} */
  const start = [x1 + ux * 26, y1 + uy * 26];
  /** @type {Point} */
  const tip = [x2 - ux * 8, y2 - uy * 8];
  /** @type {Point} */
  const neck = [tip[0] - ux * head, tip[1] - uy * head];
  /** @type {(at: Point, side: 1 | -1, width: number) => string} */
  const corner = ([x, y], side, width) => `${(x - side * uy * width).toFixed(1)},${(y + side * ux * width).toFixed(1)}`;
  const points = [
    corner(start, 1, half),
    corner(neck, 1, half),
    corner(neck, 1, wide),
    tip.map((part) => part.toFixed(1)).join(),
    corner(neck, -1, wide),
    corner(neck, -1, half),
    corner(start, -1, half),
  ];
  return drawing("polygon", { points: points.join(" ") });
}

/**
 * @param {Point} middle
 * @param {number | null} [number]
 */
function ring([x, y], number) {
  /** @type {SVGElement[]} */
  const parts = [drawing("circle", { cx: x, cy: y, r: 36 })];
  if (number) parts.push(drawing("text", { x, y: y + 11, "font-size": 32 }, String(number)));
  return parts;
}
