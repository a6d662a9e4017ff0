// What the debugger says about a search before its first step, and beside the current node.

/** @import {Step} from "../common/messages.js" */
/** @import {Report} from "./time.js" */

import { boundary, rounded } from "./time.js";

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
  const count = nodes.length === 1 ? "one node" : `${nodes.length.toLocaleString("en")} nodes`;
  const hidden = nodes.some(({ alike }) => alike !== undefined) ? ` ${AS_IF_OPEN}` : "";
  return `${who} on a tree of ${count}.${hidden} Nothing is searched yet: press Next or Play.`;
}

/**
 * Alpha and beta, or how a simulation ended; "": neither.
 *
 * @param {Report} report
 * @param {Step} step
 */
export function windowWords({ bounded, nodes }, step) {
  if (step.phase === "simulation") {
    return `→ ${step.utilities.map((utility) => (utility === null ? "∞" : rounded(utility, 3))).join(", ")}`;
  }
  if (step.phase || !bounded || nodes[step.node].kind === "leaf") return "";
  return `α ${boundary(step.alpha, "−∞")}  β ${boundary(step.beta, "+∞")}`;
}
