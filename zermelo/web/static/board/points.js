// A backgammon board: 24 points, the bar, what is borne off, and the dice.

/** @import {PointsPicture} from "../common/messages.js" */

import { drawing } from "../common/dom.js";

const [POINT, LENGTH, RADIUS, BAR] = [50, 210, 23, 56];
const WIDTH = 12 * POINT + 2 * BAR; // a column for the bar, one for what is off
const HEIGHT = 520;
const MOST_DRAWN = 5; // checkers of a stack; the rest is a number

/** @param {PointsPicture} picture */
export function points(picture) {
  /** @type {SVGElement[]} */
  const parts = [drawing("rect", { class: "felt", width: WIDTH, height: HEIGHT, rx: 10 })];
  parts.push(drawing("rect", { class: "bar-column", x: 6 * POINT, width: BAR, height: HEIGHT }));
  picture.points.forEach((count, index) => parts.push(...point(index, count)));
  const bar = 6 * POINT + BAR / 2;
  parts.push(...stack(bar, HEIGHT / 2 + 36, 1, picture.bar[0], "white-disc"));
  parts.push(...stack(bar, HEIGHT / 2 - 36, -1, picture.bar[1], "black-disc"));
  const off = WIDTH - BAR / 2;
  parts.push(...stack(off, HEIGHT - RADIUS - 6, -1, picture.off[0], "white-disc"));
  parts.push(...stack(off, RADIUS + 6, 1, picture.off[1], "black-disc"));
  (picture.dice ?? []).forEach((pips, index, all) => {
    parts.push(...die(9 * POINT + BAR + (index - all.length / 2) * 56, HEIGHT / 2 - 22, pips));
  });
  parts.push(drawing("rect", { class: "rim", width: WIDTH, height: HEIGHT, rx: 10 }));
  const attributes = { class: "points", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": said(picture) };
  return drawing("svg", attributes, ...parts);
}

/**
 * The x of a point's middle and whether it hangs from the top; the first point is at the lower right.
 *
 * @param {number} index
 */
function placeOf(index) {
  const fromRight = index < 12 ? index : 23 - index;
  const column = 11 - fromRight;
  return { x: column * POINT + POINT / 2 + (column >= 6 ? BAR : 0), top: index >= 12 };
}

/**
 * @param {number} index
 * @param {number} count
 */
function point(index, count) {
  const { x, top } = placeOf(index);
  const [base, tip] = top ? [0, LENGTH] : [HEIGHT, HEIGHT - LENGTH];
  const corners = `${x - POINT / 2 + 2},${base} ${x + POINT / 2 - 2},${base} ${x},${tip}`;
  const y = top ? LENGTH + 16 : HEIGHT - LENGTH - 6;
  const number = drawing("text", { class: "point-number", x, y }, String(index + 1));
  const from = top ? RADIUS + 3 : HEIGHT - RADIUS - 3;
  const checkers = stack(x, from, top ? 1 : -1, Math.abs(count), count > 0 ? "white-disc" : "black-disc");
  return [drawing("polygon", { points: corners, class: index % 2 ? "deep" : "pale" }), number, ...checkers];
}

/**
 * Checkers on top of each other; from MOST_DRAWN on, with their number.
 *
 * @param {number} x
 * @param {number} y  of the first
 * @param {1 | -1} direction
 * @param {number} count
 * @param {string} look
 */
function stack(x, y, direction, count, look) {
  /** @type {SVGElement[]} */
  const parts = [];
  for (let level = 0; level < Math.min(count, MOST_DRAWN); level++) {
    const cy = y + direction * level * (2 * RADIUS - 6);
    parts.push(drawing("circle", { cx: x, cy, r: RADIUS, class: look }));
  }
  if (count > MOST_DRAWN) {
    parts.push(drawing("text", { x, y: y + 6, class: `stack-number ${look}-number` }, String(count)));
  }
  return parts;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} pips
 */
function die(x, y, pips) {
  return [
    drawing("rect", { class: "die-face", x, y, width: 44, height: 44, rx: 8 }),
    drawing("text", { class: "die-number", x: x + 22, y: y + 31 }, String(pips)),
  ];
}

/**
 * What a screen reader says.
 *
 * @param {PointsPicture} picture
 */
function said({ points: all, bar, off, dice }) {
  /** @type {string[]} */
  const words = [];
  all.forEach((count, index) => {
    if (count) words.push(`point ${index + 1}: ${Math.abs(count)} of player ${count > 0 ? 1 : 2}`);
  });
  if (bar[0] || bar[1]) words.push(`on the bar: ${bar[0]} and ${bar[1]}`);
  words.push(`borne off: ${off[0]} and ${off[1]}`);
  if (dice?.length) words.push(`dice: ${dice.join(" and ")}`);
  return words.join("; ");
}
