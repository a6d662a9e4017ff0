// What the debugger says about a search before its first step.

/** @import {Report} from "./time.js" */

import { grouped } from "../common/words.js";

const AS_IF_OPEN =
  "It searches as if nothing were hidden; nodes in one dashed frame look the same to the player to move, who would " +
  "have to choose the same in all of them.";

/**
 * @param {Report} report
 * @param {string | null} [name]  of the algorithm
 */
export function openingWords({ algorithm, nodes, simulations }, name) {
  const who = name ?? algorithm;
  if (algorithm === "mcts") return `${who}: ${simulations} simulations of four phases each. Press Next or Play.`;
  const count = nodes.length === 1 ? "one node" : `${grouped(nodes.length)} nodes`;
  const hidden = nodes.some(({ alike }) => alike !== undefined) ? ` ${AS_IF_OPEN}` : "";
  return `${who} on a tree of ${count}.${hidden} Nothing is searched yet: press Next or Play.`;
}
