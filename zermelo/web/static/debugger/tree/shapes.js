// The shapes of the debugger's tree: ▲ for MAX, ▼ for MIN, ● for chance, a box for a leaf, and dots from afar.

import { drawing } from "../../common/dom.js";

export const RADIUS = 22; // half a node
export const BOARD = 84; // a side of the room for a position below its node
export const BOARD_TOP = RADIUS + 22; // from a node's middle to it
export const LABEL_AT = 0.66; // on the way from parent to child
const BAR_AT = 0.36;

/**
 * The book's shape for a kind of node, around its middle.
 *
 * @param {string} kind
 * @returns {{shape: SVGElement, kindClass: string}}
 */
export function shapeOf(kind) {
  const [wide, high] = [RADIUS + 4, RADIUS - 2];
  if (kind === "max") return { shape: triangle(1, wide, high), kindClass: "d-max" };
  if (kind === "min") return { shape: triangle(-1, wide, high), kindClass: "d-min" };
  if (kind === "chance") return { shape: drawing("circle", { r: high }), kindClass: "d-chance" };
  if (kind.startsWith("player ")) return { shape: drawing("circle", { r: high }), kindClass: "d-player" };
  const box = { x: -RADIUS, y: -RADIUS + 5, width: 2 * RADIUS, height: 2 * (RADIUS - 5), rx: 5 };
  return { shape: drawing("rect", box), kindClass: "d-leaf" };
}

/**
 * A line of no length: with round ends it is a dot, of the same size on the screen at any scale.
 *
 * @param {string} kind
 * @returns {{shape: SVGElement, kindClass: string}}
 */
export function dotOf(kind) {
  const known = ["max", "min", "chance", "leaf"].includes(kind) ? kind : "player";
  return { shape: drawing("path", { d: "M0 0h0" }), kindClass: `d-dot d-${known}` };
}

/**
 * @param {1 | -1} up
 * @param {number} wide
 * @param {number} high
 */
function triangle(up, wide, high) {
  return drawing("polygon", { points: `0,${-up * (high + 2)} ${wide},${up * high} ${-wide},${up * high}` });
}

/**
 * The stroke through a branch that is cut.
 *
 * @param {{x1: number, y1: number, x2: number, y2: number}} ends
 */
export function bar({ x1, y1, x2, y2 }) {
  const [x, y] = [x1 + (x2 - x1) * BAR_AT, y1 + (y2 - y1) * BAR_AT];
  const along = Math.max(1, Math.hypot(x2 - x1, y2 - y1));
  const [across, down] = [(9 * (y1 - y2)) / along, (9 * (x2 - x1)) / along];
  return drawing("line", { class: "d-bar", x1: x - across, y1: y - down, x2: x + across, y2: y + down });
}

/**
 * As much of an action's name as fits beside its branch.
 *
 * @param {string} words
 */
export function cropped(words) {
  return words.length > 18 ? `${words.slice(0, 17)}…` : words;
}

/**
 * The control that folds a node's children away, or unfolds them: "+12" below it, or a minus at its corner.
 *
 * @param {number} index
 * @param {number} hidden  how many nodes are folded away; 0: none
 */
export function foldControl(index, hidden) {
  const what = { "data-fold": index, class: hidden ? "d-fold d-folded" : "d-fold", "aria-hidden": "true" };
  if (!hidden) {
    const at = `translate(${RADIUS + 5} ${RADIUS - 7})`;
    return drawing("g", { ...what, transform: at }, drawing("circle", { r: 8 }), drawing("path", { d: "M-4 0h8" }));
  }
  const words = `+${hidden}`;
  const wide = 12 + 7.5 * words.length;
  const pill = drawing("rect", { x: -wide / 2, y: -9, width: wide, height: 18, rx: 9 });
  const text = drawing("text", { class: "d-hidden-count", y: 4.5 }, words);
  return drawing("g", { ...what, transform: `translate(0 ${RADIUS + 12})` }, pill, text);
}

/**
 * Puts words to the right of a node, or above it and further to the left where they would not fit into the drawing.
 *
 * @param {SVGTextElement} text
 * @param {number} radius  of the node, in pixels
 * @param {SVGElement} stage  the drawing
 */
export function standBeside(text, radius, stage) {
  const beside = radius + 10;
  text.setAttribute("x", String(beside));
  text.setAttribute("y", "-8");
  const { right, width } = text.getBoundingClientRect();
  const over = right - stage.getBoundingClientRect().right;
  if (over <= 0 || over >= width) return;
  text.setAttribute("x", String(beside - over - 4));
  text.setAttribute("y", String(-radius - 8));
}
