// What lies under the checkers of a backgammon board: wood, points with their numbers, the dice and the cube.

/** @import {PointsPicture} from "../../common/messages.js" */
/** @import {Spots} from "./spots.js" */

import { drawing } from "../../common/dom.js";
import { BAR, COLUMNS, TRAY, placeOf } from "./spots.js";

const DIE = 0.92;
const CUBE = 0.86;
const OFFERED = 1.25;
/** @type {Record<number, number[]>} pips at the places of a 3 by 3 grid */
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * @param {SVGElement} layer
 * @param {PointsPicture} picture
 * @param {Spots} spots
 * @param {boolean} flipped
 * @param {boolean[]} used  the dice that have been played
 */
export function drawFelt(layer, picture, spots, flipped, used) {
  layer.setAttribute("viewBox", `0 0 ${spots.width} ${spots.height}`);
  const { width, height } = spots;
  /** @type {SVGElement[]} */
  const parts = [drawing("rect", { class: "wood", width, height, rx: 0.3 })];
  const [left, right, tray] = [0, BAR + 1, TRAY].map((column) => spots.area([0, column]).x);
  for (const [x, wide] of [[left, 6], [right, 6]]) parts.push(field(x, wide, spots));
  const trayArea = spots.area([0, TRAY]);
  for (const y of [spots.rim, spots.rim + spots.half + 0.14]) {
    const size = { width: trayArea.width, height: spots.half - 0.14, rx: 0.1 };
    parts.push(drawing("rect", { class: "tray", x: tray, y, ...size }));
  }
  const bar = spots.area([0, BAR]);
  const hinge = { x1: bar.x + bar.width / 2, x2: bar.x + bar.width / 2, y1: 0, y2: height };
  parts.push(drawing("line", { class: "hinge", ...hinge }));
  for (let row = 0; row < 2; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      if (column !== BAR && column !== TRAY) parts.push(...point(row, column, picture.numbered, spots));
    }
  }
  parts.push(...dice(picture, spots, flipped, used), ...cube(picture, spots, flipped));
  layer.replaceChildren(...parts);
}

/**
 * @param {number} x
 * @param {number} width
 * @param {Spots} spots
 */
function field(x, width, { rim, half }) {
  return drawing("rect", { class: "felt", x, y: rim, width, height: 2 * half });
}

/**
 * @param {number} row
 * @param {number} column
 * @param {number} counting  the player from whose home the points are numbered
 * @param {Spots} spots
 */
function point(row, column, counting, spots) {
  const { x, y, height } = spots.area([row, column]);
  const isTop = spots.isTop(row);
  const [base, tip] = isTop ? [y, y + spots.spike] : [y + height, y + height - spots.spike];
  const isDark = (column + (column > BAR ? 1 : 0) + row) % 2;
  const corners = `${x + 0.03},${base} ${x + 0.97},${base} ${x + 0.5},${tip}`;
  const label = { x: x + 0.5, y: isTop ? spots.rim - 0.11 : spots.height - 0.11, class: "point-number" };
  return [
    drawing("polygon", { points: corners, class: isDark ? "spike dark" : "spike" }),
    drawing("text", label, String(placeOf([row, column], counting))),
  ];
}

/**
 * The dice of the player at the bottom lie at the right, the other's at the left.
 *
 * @param {PointsPicture} picture
 * @param {Spots} spots
 * @param {boolean} flipped
 * @param {boolean[]} used
 */
function dice(picture, spots, flipped, used) {
  const isBottom = picture.numbered === (flipped ? 1 : 0);
  const middle = spots.area([0, isBottom ? BAR + 1 : 0]).x + 3;
  const look = picture.numbered === 0 ? "black-die" : "white-die";
  return picture.dice.map((number, at, all) => {
    const [x, y] = [middle + (at - (all.length - 1) / 2) * (DIE + 0.22), spots.height / 2];
    const group = drawing("g", { class: `die-face ${look}${used[at] ? " used" : ""}` });
    group.append(drawing("rect", { x: x - DIE / 2, y: y - DIE / 2, width: DIE, height: DIE, rx: 0.17 }));
    if (!PIPS[number]) group.append(drawing("text", { x, y: y + 0.19 }, String(number)));
    for (const place of PIPS[number] ?? []) {
      const [across, down] = [(place % 3) - 1, Math.floor(place / 3) - 1];
      group.append(drawing("circle", { cx: x + across * 0.25, cy: y + down * 0.25, r: 0.09 }));
    }
    return group;
  });
}

/**
 * In the middle of the bar or at its owner's end; while it is offered, where who has to answer would roll.
 *
 * @param {PointsPicture} picture
 * @param {Spots} spots
 * @param {boolean} flipped
 */
function cube({ cube: value, owner, offered, numbered }, spots, flipped) {
  if (!value && !offered) return [];
  const bar = spots.area([0, BAR]);
  const below = flipped ? 1 : 0; // the player at the bottom
  const size = offered ? OFFERED : CUBE;
  const end = spots.half - CUBE / 2 - 0.08;
  const x = offered ? spots.area([0, numbered === below ? BAR + 1 : 0]).x + 3 : bar.x + bar.width / 2;
  const y = spots.height / 2 + (offered || owner < 0 ? 0 : owner === below ? end : -end);
  const box = { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 0.14 };
  const shown = offered || value;
  const words = String(shown === 1 ? 64 : shown); // a cube that has not been turned shows 64
  const letters = size * (words.length > 3 ? 0.36 : words.length > 2 ? 0.44 : 0.56);
  return [
    drawing(
      "g",
      { class: offered ? "cube offered" : "cube" },
      drawing("rect", box),
      drawing("text", { x, y: y + 0.35 * letters, "font-size": letters }, words),
    ),
  ];
}
