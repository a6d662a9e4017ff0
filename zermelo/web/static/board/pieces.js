// What stands on a cell, as a small drawing of 100 by 100 that grows with its cell.

/** @import {BoardPicture} from "../common/messages.js" */

import { drawing } from "../common/dom.js";
import { shot } from "./looks/sea.js";
import { inMaze } from "./maze.js";
import { inShape } from "./shapes/content.js";
import { chessShape } from "../common/words.js";

const COLOURS = ["red", "green", "blue", "yellow"];
/** @type {Record<string, string>} */
const DISCS = { "●": "black-disc", "○": "white-disc" };
/** @type {Record<string, string>} on crossings and hexagons */
const STONES = { "●": "black-stone", "○": "white-stone" };
for (const colour of COLOURS) [DISCS[colour], STONES[colour]] = [`${colour}-disc`, `${colour}-stone`];
/** @type {Record<string, string>} */
const HOLE_DISCS = {
  ...{ "●": "red", R: "red", X: "red", x: "red" },
  ...{ "○": "yellow", Y: "yellow", O: "yellow", o: "yellow" },
};
/** @type {Record<string, string>} of draughts, and the men that they are made of */
const KINGS = { "⛃": "●", "⛁": "○" };
/** @type {Record<string, string>} */
const KING_LOOK = { "⛃": "on-black", "⛁": "on-white" };
const CROWN = "M31 42L40 53L50 37L60 53L69 42L65 63L35 63Z";
const AS_TEXT = "\ufe0e"; // keeps ♟ and others from turning into colour emoji

/**
 * The drawing of a cell's text, or null where the cell is empty.
 *
 * @param {string} text
 * @param {BoardPicture["shape"]} shape
 * @param {BoardPicture["ground"]} [ground]
 */
export function piece(text, shape, ground = "") {
  if (!text) return null;
  const isStone = isOnPoints(shape) && text in STONES;
  const content = isStone ? [] : shape === "hole" ? inHole(text) : isOnPoints(shape) ? onPoint(text)
    : shape === "maze" ? (inMaze(text) ?? glyph(text, 0.8))
    : shape === "sheet" ? glyph(text, 1)
    : ((ground === "sea" && shot(text)) || inShape(text, shape) || onSquare(text));
  const look = isStone ? `piece stone ${STONES[text]}` : "piece"; // the stylesheet lights a stone
  return drawing("svg", { class: look, viewBox: "0 0 100 100", "aria-hidden": "true" }, ...content);
}

/**
 * Do pieces stand on crossings or hexagons?
 *
 * @param {BoardPicture["shape"]} shape
 */
export function isOnPoints(shape) {
  return shape === "crossing" || shape === "hex";
}

/**
 * What the player with this name puts down, where the name tells; else "".
 *
 * @param {string} name
 * @param {BoardPicture["shape"]} shape
 */
export function markOf(name, shape) {
  const word = name.toLowerCase();
  if (word === "black") return "●";
  if (word === "white") return "○";
  if (isOnPoints(shape) && COLOURS.includes(word)) return word;
  return name.length === 1 ? name : "";
}

/** @param {string} text */
function inHole(text) {
  if (text in HOLE_DISCS) {
    const look = HOLE_DISCS[text];
    return [disc(44, look), drawing("circle", { cx: 50, cy: 50, r: 30, class: `groove ${look}` })];
  }
  if (text in DISCS) return [disc(44, DISCS[text])];
  return [disc(44, "plain-disc"), ...glyph(text, 0.75)];
}

/** @param {string} text */
function onPoint(text) {
  return [disc(40, "under-letter"), ...onSquare(text)];
}

/** @param {string} text */
function onSquare(text) {
  if (text in DISCS) return [disc(39, DISCS[text])];
  if (text in KINGS) return [disc(39, DISCS[KINGS[text]]), drawing("path", { d: CROWN, class: `crown ${KING_LOOK[text]}` })];
  if (text === "X" || text === "x") return [drawing("path", { d: "M29 29L71 71M71 29L29 71", class: "cross" })];
  if (text === "O" || text === "o") return [drawing("circle", { cx: 50, cy: 50, r: 23, class: "nought" })];
  return glyph(text, 1);
}

/**
 * @param {number} radius
 * @param {string} look
 */
function disc(radius, look) {
  return drawing("circle", { cx: 50, cy: 50, r: radius, class: look });
}

/**
 * @param {string} text
 * @param {number} scale
 */
function glyph(text, scale) {
  const man = chessShape(text);
  const shown = man ? man.shape + AS_TEXT : text;
  const size = scale * (man ? 84 : Math.min(50, 130 / Math.max(1, [...text].length)));
  const look = man ? `glyph ${man.white ? "white" : "black"}` : "glyph word";
  return [drawing("text", { x: 50, y: 50 + 0.35 * size, "font-size": size, class: look }, shown)];
}
