// What is in a cell of a pit, of a column to climb or of a board of letters, as a drawing of 100 by 100.

import { drawing } from "../../common/dom.js";

const MOST_SEEDS = 15; // that are drawn in a pit
const TURN = Math.PI * (3 - Math.sqrt(5)); // from seed to seed, as in a sunflower
const TOKENS = 6; // looks of players

/**
 * The content of a cell; null for shapes and texts that are drawn in another way.
 *
 * @param {string} text
 * @param {string} shape
 * @returns {SVGElement[] | null}
 */
export function inShape(text, shape) {
  if (shape === "pits") return inPit(text);
  if (shape === "climb") return onStep(text);
  if (shape === "letters") return onTile(text);
  return shape === "dots" && ["·", "─", "│", "red", "green", "blue", "yellow"].includes(text) ? [] : null; // by the stylesheet
}

/** @param {string} text */
function inPit(text) {
  const count = /^\d+$/.test(text) ? Math.min(MOST_SEEDS, Number(text)) : 0;
  const seeds = Array.from({ length: count }, (_, place) => {
    const radius = count === 1 ? 0 : 7.4 * Math.sqrt(place + 0.6);
    const [cx, cy] = [50 + radius * Math.cos(place * TURN), 42 + radius * Math.sin(place * TURN)];
    return drawing("circle", { cx, cy, r: 7, class: "seed" });
  });
  return [...seeds, drawing("text", { x: 50, y: 88, "font-size": 20, class: "count" }, text)];
}

/** @param {string} text */
function onStep(text) {
  const names = [...text];
  const step = names.length < 2 ? 0 : 46 / (names.length - 1);
  return names.flatMap((name, place) => {
    const cx = 50 - (names.length > 1 ? 23 : 0) + place * step;
    if (name === "*") return [drawing("circle", { cx, cy: 50, r: 26, class: "runner" })];
    const look = `token token-${(Number(name) - 1) % TOKENS || 0}`;
    return [
      drawing("circle", { cx, cy: 50, r: 29, class: look }),
      drawing("text", { x: cx, y: 61, "font-size": 32, class: "on-token" }, name),
    ];
  });
}

/**
 * A tile with its letter, a small one on a blank; its points are in the corner of the cell.
 *
 * @param {string} text
 */
function onTile(text) {
  const size = Math.min(62, 100 / Math.max(1, text.length));
  const look = text === text.toUpperCase() ? "on-letter" : "on-letter blank";
  return [
    drawing("rect", { x: 4, y: 4, width: 92, height: 92, rx: 10, class: "letter-tile" }),
    drawing("text", { x: 46, y: 50 + 0.35 * size, "font-size": size, class: look }, text),
  ];
}
