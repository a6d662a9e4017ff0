// Frames round the nodes that look alike to the player to move: its information sets.

/** @import {Place, TraceNode} from "../messages.js" */

import { drawing } from "../../common/dom.js";
import { RADIUS } from "./shapes.js";

const COLOURS = 6; // that frames take in turn
const FRAME = RADIUS + 6; // from a node's middle to its frame

/**
 * A path per information set: a frame round neighbours, and lines from one to the next where others stand between.
 *
 * @param {TraceNode[]} nodes
 * @param {Place[]} places  of those that are visible
 */
export function frames(nodes, places) {
  return [...runs(nodes, places)].map(([number, together]) => {
    const parts = together.map((run) => around(run[0], run[run.length - 1]));
    for (let at = 1; at < together.length; at++) {
      const [from, to] = [together[at - 1][together[at - 1].length - 1], together[at][0]];
      const low = Math.max(from.y, to.y) + FRAME + 8 + 5 * (number % COLOURS); // below the nodes between
      parts.push(`M${from.x} ${from.y + FRAME}C${from.x} ${low} ${to.x} ${low} ${to.x} ${to.y + FRAME}`);
    }
    return drawing("path", { class: `d-alike d-alike-${number % COLOURS}`, d: parts.join("") });
  });
}

/**
 * The visible nodes of each set, from left to right, neighbours of one level together.
 *
 * @param {TraceNode[]} nodes
 * @param {Place[]} places
 * @returns {Map<number, Place[][]>}
 */
function runs(nodes, places) {
  const found = new Map();
  /** @type {Place | null} */
  let before = null;
  for (const place of [...places].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const number = nodes[place.index].alike;
    const isNext = before?.y === place.y && nodes[before.index].alike === number;
    before = place;
    if (number === undefined) continue;
    if (!found.has(number)) found.set(number, []);
    const together = found.get(number);
    if (isNext) together[together.length - 1].push(place);
    else together.push([place]);
  }
  return found;
}

/**
 * @param {Place} first
 * @param {Place} last
 */
function around(first, last) {
  const wide = last.x - first.x;
  const [x, y, r] = [first.x - FRAME, first.y, FRAME];
  return `M${x} ${y}a${r} ${r} 0 0 1 ${r} ${-r}h${wide}a${r} ${r} 0 0 1 0 ${2 * r}h${-wide}a${r} ${r} 0 0 1 ${-r} ${-r}z`;
}
