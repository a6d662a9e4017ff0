// What lies under the pieces of a board without squares: lines with star points, hexagons with coloured sides, walls.

/** @import {BoardPicture, Cell} from "../common/messages.js" */
/** @import {Layout} from "./layout.js" */

import { drawing } from "../common/dom.js";
import { sea } from "./looks/sea.js";
import { walls } from "./maze.js";
import { dotLabels } from "./shapes/dots.js";

const CELL = 100; // units of the drawing's own measure
const [STAR, POINT] = [11, 8]; // radius
const SIDE = 30; // the width of a coloured side; the hexagons cover half of it
const LABEL = 34; // font size

/** The corners of a hexagon around (0, 0), from the top clockwise. */
const CORNERS = [0, 1, 2, 3, 4, 5].map((turn) => {
  const [angle, radius] = [(turn * Math.PI) / 3, CELL / Math.sqrt(3)];
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
});

/**
 * Draws the ground into a layer.
 *
 * @param {SVGElement} layer
 * @param {BoardPicture} picture
 * @param {Layout} layout
 */
export function drawGround(layer, picture, layout) {
  layer.setAttribute("viewBox", `0 0 ${layout.width * CELL} ${layout.height * CELL}`);
  const parts = picture.shape === "crossing" ? lines(picture, layout)
    : picture.shape === "hex" ? [...sides(picture, layout), ...hexagons(layout), ...labels(picture, layout)]
    : picture.shape === "maze" ? walls(picture, layout)
    : picture.shape === "dots" ? dotLabels(picture, layout)
    : picture.ground === "sea" ? sea(picture, layout)
    : [];
  layer.replaceChildren(...parts);
}

/**
 * @param {BoardPicture} picture
 * @param {Layout} layout
 * @returns {SVGElement[]}
 */
function lines(picture, layout) {
  const strokes = picture.lines.map(([start, end]) => `M${spot(layout, start)}L${spot(layout, end)}`).join("");
  // where the board is not a whole grid every point is seen, also one in the middle of a line
  const points = picture.absent.length ? layout.cells : [];
  /** @type {(cell: Cell, radius: number) => SVGElement} */
  const dot = (cell, radius) => {
    const [cx, cy] = layout.middle(cell).map((part) => part * CELL);
    return drawing("circle", { cx, cy, r: radius, class: "star" });
  };
  return [
    drawing("path", { d: strokes, class: "line" }),
    ...points.map((cell) => dot(cell, POINT)),
    ...picture.stars.map((cell) => dot(cell, STAR)),
  ];
}

/** @param {Layout} layout */
function hexagons(layout) {
  return layout.cells.map((cell) => drawing("polygon", { points: corners(layout, cell).join(" "), class: "hexagon" }));
}

/**
 * Thick lines along the sides that have a colour.
 *
 * @param {BoardPicture} picture
 * @param {Layout} layout
 */
function sides(picture, layout) {
  const [rows, columns] = [layout.cells.map(([row]) => row), layout.cells.map(([, column]) => column)];
  /** @type {[colour: string, isAlong: (cell: Cell) => boolean, corners: number[]][]} */
  const all = [
    [picture.sides[0], ([row]) => row === Math.min(...rows), [5, 0, 1]],
    [picture.sides[0], ([row]) => row === Math.max(...rows), [4, 3, 2]],
    [picture.sides[1], ([, column]) => column === Math.min(...columns), [5, 4, 3]],
    [picture.sides[1], ([, column]) => column === Math.max(...columns), [0, 1, 2]],
  ];
  const [[x], [right]] = [layout.middle([0, 0]), layout.middle([0, 1])];
  const half = right < x ? 3 : 0; // a board that is turned has the opposite corners there
  return all.filter(([colour]) => colour).map(([colour, isAlong, along]) => {
    const spots = layout.cells.filter(isAlong).flatMap((cell) => {
      const all = corners(layout, cell);
      return along.map((corner) => all[(corner + half) % 6]);
    });
    const attributes = { points: spots.join(" "), class: `side side-${colour}`, "stroke-width": SIDE };
    return drawing("polyline", attributes);
  });
}

/**
 * The labels of the rows at their left ends, those of the columns below.
 *
 * @param {BoardPicture} picture
 * @param {Layout} layout
 */
function labels(picture, layout) {
  const middles = layout.cells.map((cell) => ({ cell, at: layout.middle(cell) }));
  /** @type {SVGElement[]} */
  const parts = [];
  picture.rows.forEach((label, row) => {
    const [first] = middles.filter(({ cell }) => cell[0] === row).sort((one, other) => one.at[0] - other.at[0]);
    if (!first) return;
    const [x, y] = [(first.at[0] - 0.5 - 0.5) * CELL, first.at[1] * CELL];
    parts.push(drawing("text", { x, y: y + 0.35 * LABEL, "font-size": LABEL }, label));
  });
  picture.columns.forEach((label, column) => {
    const [last] = middles.filter(({ cell }) => cell[1] === column).sort((one, other) => other.at[1] - one.at[1]);
    if (!last) return;
    const [x, y] = [(last.at[0] + 0.48) * CELL, (last.at[1] + 0.85) * CELL]; // columns lean to the right
    parts.push(drawing("text", { x, y: y + 0.35 * LABEL, "font-size": LABEL }, label));
  });
  return parts;
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function corners(layout, cell) {
  const [x, y] = layout.middle(cell).map((part) => part * CELL);
  return CORNERS.map(([across, down]) => `${(x + across).toFixed(1)},${(y + down).toFixed(1)}`);
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function spot(layout, cell) {
  return layout.middle(cell).map((part) => part * CELL).join(" ");
}
