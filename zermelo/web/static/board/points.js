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
  picture.points.forEach((count, index) => parts.push(...point(index, count, numberOf(picture, index))));
  const bar = 6 * POINT + BAR / 2;
  parts.push(...stack(bar, HEIGHT / 2 - 50, -1, picture.bar[0], "black-disc")); // on the side where they re-enter
  parts.push(...stack(bar, HEIGHT / 2 + 50, 1, picture.bar[1], "white-disc"));
  if (picture.cube) {
    const y = picture.owner === 0 ? HEIGHT - 50 : picture.owner === 1 ? 6 : HEIGHT / 2 - 22;
    parts.push(...die(bar - 22, y, picture.cube));
  }
  const off = WIDTH - BAR / 2;
  parts.push(...stack(off, HEIGHT - RADIUS - 6, -1, picture.off[0], "black-disc"));
  parts.push(...stack(off, RADIUS + 6, 1, picture.off[1], "white-disc"));
  (picture.dice ?? []).forEach((pips, index, all) => {
    parts.push(...die(9 * POINT + BAR + (index - all.length / 2) * 56, HEIGHT / 2 - 22, pips));
  });
  parts.push(drawing("rect", { class: "rim", width: WIDTH, height: HEIGHT, rx: 10 }));
  const attributes = { class: "points", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": said(picture) };
  return drawing("svg", attributes, ...parts);
}

/**
 * What a point is called: each player counts from home.
 *
 * @param {PointsPicture} picture
 * @param {number} index
 */
function numberOf(picture, index) {
  return picture.numbered === 1 ? 24 - index : index + 1;
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
 * @param {number} number
 */
function point(index, count, number) {
  const { x, top } = placeOf(index);
  const [base, tip] = top ? [0, LENGTH] : [HEIGHT, HEIGHT - LENGTH];
  const corners = `${x - POINT / 2 + 2},${base} ${x + POINT / 2 - 2},${base} ${x},${tip}`;
  const y = top ? LENGTH + 16 : HEIGHT - LENGTH - 6;
  const label = drawing("text", { class: "point-number", x, y }, String(number));
  const from = top ? RADIUS + 3 : HEIGHT - RADIUS - 3;
  const checkers = stack(x, from, top ? 1 : -1, Math.abs(count), count > 0 ? "black-disc" : "white-disc");
  return [drawing("polygon", { points: corners, class: index % 2 ? "deep" : "pale" }), label, ...checkers];
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
function said(picture) {
  const { points: all, bar, off, dice, cube, owner } = picture;
  /** @type {string[]} */
  const words = [];
  all.forEach((count, index) => {
    if (count) words.push(`point ${numberOf(picture, index)}: ${Math.abs(count)} of player ${count > 0 ? 1 : 2}`);
  });
  if (bar[0] || bar[1]) words.push(`on the bar: ${bar[0]} and ${bar[1]}`);
  words.push(`borne off: ${off[0]} and ${off[1]}`);
  if (dice?.length) words.push(`dice: ${dice.join(" and ")}`);
  if (cube) words.push(`cube: ${cube}${owner < 0 ? "" : ` of player ${owner + 1}`}`);
  return words.join("; ");
}
