// Arrows and frames over a board: where a line of moves goes.

/** @import {Candidate, Cell} from "../common/messages.js" */
/** @import {Layout, Point} from "./layout.js" */

import { drawing } from "../common/dom.js";

const CELL = 100; // units of the overlay's own measure
const LEAST_PRIOR = 0.02; // of a move that is drawn
/**
 * @typedef {object} Drawn  a move to be drawn
 * @property {Cell[]} cells
 * @property {string} tone  best, reply, threat, asked, prior, hint; first or second: whose a place is; piece: what a piece adds; top, near, slight, worse or bad: a candidate by what it gives away; win, draw or loss for a move whose result is proved
 * @property {number} [strength]  0 to 1, how strongly it is drawn
 * @property {number | null} [number]  beside a move that puts something down
 * @property {string} [words]  at the foot of a cell; in the middle of a candidate
 */

const CANDIDATES = ["top", "near", "slight", "worse", "bad"];
const GIVEN = [0.02, 0.07, 0.15]; // shares of the game from which on a candidate is no more near the best, slightly worse, …
const TONES = new Set(["best", "reply", "threat", "asked", "prior", "win", "draw", "loss", "hint", "first", "second", "piece", ...CANDIDATES]);
const LEAST_OWNED = 0.25; // how sure it must be whose a place is
const AREAS = new Set(["hint", "first", "second"]); // do not hide what else is drawn there


/**
 * Draws moves over a board.
 *
 * @param {SVGElement} layer
 * @param {Drawn[]} moves
 * @param {Pick<Layout, "width" | "height" | "middle">} layout
 * @param {boolean} [isSquare]  are cells squares, on which a ring would look like an O?
 */
export function drawArrows(layer, moves, layout, isSquare = false) {
  layer.setAttribute("viewBox", `0 0 ${layout.width * CELL} ${layout.height * CELL}`);
  /** @type {(cell: Cell) => Point} */
  const middle = (cell) => {
    const [x, y] = layout.middle(cell);
    return [x * CELL, y * CELL];
  };
  const taken = new Set(); // one frame per cell: the first move that lands there keeps it
  const drawn = moves.flatMap((move) => {
    const cells = move.cells ?? [];
    if (!cells.length) return [];
    const tone = TONES.has(move.tone) ? move.tone : "best";
    const group = drawing("g", { class: `move ${tone}`, opacity: move.strength ?? 1 });
    if (CANDIDATES.includes(tone)) {
      taken.add(cells[0].join());
      group.append(...frame(middle(cells[0]), move.words, 42, isSquare));
    } else if (move.words) {
      group.append(...badge(middle(cells[0]), move.words));
    } else if (cells.length > 1) {
      group.append(arrow(middle(cells[0]), middle(cells[cells.length - 1])));
    } else {
      const isArea = AREAS.has(tone);
      const place = cells[0].join();
      if (!isArea && taken.has(place)) return [];
      if (!isArea) taken.add(place);
      const half = tone === "first" || tone === "second" ? 15 : 40;
      group.append(...frame(middle(cells[0]), move.number, half, isSquare || isArea));
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
 * How a candidate stands beside the best one; "" if that is not known.
 *
 * @param {Candidate} candidate
 * @param {string | null} best  the text of the best one
 */
export function toneOf({ text, lost }, best) {
  if (lost === null || lost === undefined) return "";
  return text === best ? "top" : (CANDIDATES[1 + GIVEN.filter((least) => lost >= least).length] ?? "bad");
}

/**
 * The candidates on the cells where they put something, coloured by what they give away, which is written there too.
 *
 * @param {Candidate[]} candidates
 * @param {string | null} best
 * @returns {Drawn[]} none where there is nothing to compare, or moves go from one cell to another
 */
export function candidatesOf(candidates, best) {
  const known = candidates.filter((one) => toneOf(one, best) && one.cells.length);
  if (known.length < 2 || known.some(({ cells }) => cells.length > 1)) return [];
  return known.map((one) => ({ cells: one.cells, tone: toneOf(one, best), words: one.lost_words }));
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
 * Whose the places will be in the end: small marks, the stronger the surer it is.
 *
 * @param {number[][] | null} [owners]
 * @returns {Drawn[]}
 */
export function ownersOf(owners) {
  return (owners ?? []).flatMap((row, r) =>
    row.flatMap((owner, c) => {
      /** @type {Cell} */
      const cell = [r, c];
      const tone = owner > 0 ? "first" : "second";
      return Math.abs(owner) < LEAST_OWNED ? [] : [{ cells: [cell], tone, strength: Math.abs(owner) }];
    }),
  );
}

/**
 * What each piece adds to an evaluation, as a number at its foot.
 *
 * @param {string[][] | null} [pieces]
 * @returns {Drawn[]}
 */
export function piecesOf(pieces) {
  return (pieces ?? []).flatMap((row, r) =>
    row.flatMap((words, c) => (words ? [{ cells: [/** @type {Cell} */ ([r, c])], tone: "piece", words }] : [])),
  );
}

/**
 * @param {Point} middle
 * @param {string} words
 */
function badge([x, y], words) {
  const wide = 8 + 13 * words.length;
  return [
    drawing("rect", { x: x - wide / 2, y: y + 24, width: wide, height: 24, rx: 6 }),
    drawing("text", { x, y: y + 43, "font-size": 20 }, words),
  ];
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
 * A cell in which a move puts something: on squares a frame, where a ring would look like an O.
 *
 * @param {Point} middle
 * @param {string | number | null | undefined} words
 * @param {number} half  of its width
 * @param {boolean} isSquare
 */
function frame([x, y], words, half, isSquare) {
  const square = { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: half / 4 };
  /** @type {SVGElement[]} */
  const parts = [isSquare ? drawing("rect", square) : drawing("circle", { cx: x, cy: y, r: 0.9 * half })];
  const size = 32 - 3 * Math.max(0, String(words ?? "").length - 1); // "-12%" fits too
  if (words) parts.push(drawing("text", { x, y: y + 11, "font-size": size }, String(words)));
  return parts;
}
