// Where nodes stand: the server's places, drawn apart where boards need room or the screen has more.

/** @import {Place, Placed, TraceNode} from "../messages.js" */
/** @import {Point, Viewport} from "./viewport.js" */

import { distance } from "./gestures.js";
import { BOARD, BOARD_TOP, LABEL_AT, RADIUS } from "./shapes.js";

const MARGIN = 44; // around the server's places
const BETWEEN = 18; // two boards
const BELOW = BOARD + 14; // the margin, for boards of the lowest nodes
const BRANCH = 58; // from a board down to the nodes below it
const MOST = 2; // times as far apart, to fill the room
const NEARBY = 9; // pixels around a dot that belong to it
const LETTER = 6.4; // pixels of a letter of a move, at its smallest

/** @typedef {{across: number, down: number}} Stretch  times as far apart as the server's places */

/**
 * How far apart the nodes have to be so that the tree fills the room, and at least as its boards need.
 *
 * @param {Placed} placed
 * @param {boolean} hasBoards
 * @param {{width: number, height: number} | null} room  null: nothing is to be filled
 * @returns {Stretch}
 */
export function stretchOf({ width, height, column, level }, hasBoards, room) {
  let across = hasBoards ? Math.max(1, (BOARD + BETWEEN) / column) : 1;
  let down = hasBoards ? Math.max(1, (BOARD_TOP + BOARD + RADIUS + BRANCH) / level) : 1;
  const [inner, deep] = [width - 2 * MARGIN, height - 2 * MARGIN];
  if (!room || !inner || !deep) return { across, down };
  const extra = 2 * MARGIN + (hasBoards ? BELOW : 0);
  const wanted = room.width / room.height;
  const [wide, high] = [inner * across + 2 * MARGIN, deep * down + extra];
  if (wide / high < wanted) across = Math.max(across, Math.min(MOST * across, (high * wanted - 2 * MARGIN) / inner));
  else down = Math.max(down, Math.min(MOST * down, (wide / wanted - extra) / deep));
  return { across, down };
}

/**
 * @param {Placed} placed
 * @param {Stretch} stretch
 * @param {boolean} hasBoards
 * @returns {{nodes: Place[], width: number, height: number}}
 */
export function stretched(placed, { across, down }, hasBoards) {
  const at = (/** @type {number} */ place, /** @type {number} */ times) => MARGIN + (place - MARGIN) * times;
  const nodes = placed.nodes.map((place) => ({ ...place, x: at(place.x, across), y: at(place.y, down) }));
  const height = at(placed.height - MARGIN, down) + MARGIN + (hasBoards ? BELOW : 0);
  return { nodes, width: at(placed.width - MARGIN, across) + MARGIN, height };
}

/**
 * The scale from which on the move beside a node's branch does not run into that of its neighbour.
 *
 * @param {Place[]} nodes
 * @param {(node: number) => number} letters  of a node's move
 * @returns {Map<number, number>} by node
 */
export function needsOf(nodes, letters) {
  /** @type {Map<number, number>} */
  const needs = new Map();
  const row = [...nodes].sort((a, b) => a.y - b.y || a.x - b.x);
  row.forEach((place, at) => {
    const beside = [row[at - 1], row[at + 1]].filter((other) => other?.y === place.y);
    const room = Math.min(...beside.map(({ x }) => Math.abs(x - place.x)));
    needs.set(place.index, beside.length ? (LETTER * letters(place.index)) / (room * LABEL_AT + 1) : 0);
  });
  return needs;
}

/**
 * The node above, below, to the left or to the right of another; null: there is none.
 *
 * @param {number} node
 * @param {string} direction
 * @param {TraceNode[]} nodes
 * @param {Place[]} places  of those that are visible
 */
export function beside(node, direction, nodes, places) {
  const { parent } = nodes[node];
  if (direction === "up") return parent >= 0 ? parent : null;
  if (direction === "down") return places.find(({ index }) => nodes[index].parent === node)?.index ?? null;
  const y = places.find(({ index }) => index === node)?.y;
  const row = places.filter((place) => place.y === y).sort((a, b) => a.x - b.x);
  const at = row.findIndex(({ index }) => index === node);
  return row[at + (direction === "left" ? -1 : 1)]?.index ?? null;
}

/**
 * The node whose dot is at a point of the screen; null: none is.
 *
 * @param {Point} point
 * @param {Place[]} places
 * @param {Viewport} view
 */
export function nearest(point, places, view) {
  /** @type {number | null} */
  let found = null;
  let least = NEARBY;
  for (const place of places) {
    const away = distance(point, view.toElement(place));
    if (away < least) [found, least] = [place.index, away];
  }
  return found;
}
