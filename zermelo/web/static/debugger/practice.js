// Alpha-beta practice: which branches will be cut, and how the student's guess compares.

/** @import {TraceNode} from "./messages.js" */
/** @import {Look} from "./looks.js" */

import { nodeName } from "./looks.js";
import { childrenOf } from "./time.js";

/** @type {Record<string, string>} */
const JUDGED = {
  marked: "marked as cut",
  right: "right, it is cut",
  missed: "missed: it is cut",
  wrong: "wrong: it is searched",
};

export const ASKED = "Which branches will alpha-beta cut? Click them, then press Check.";
const MOST_NODES = 250; // to practise on
const TOO_LARGE = `practise on at most ${MOST_NODES} nodes: lower the depth, or use a smaller tree`;

/** @typedef {{right: number[], missed: number[], wrong: number[], words: string}} Result */

/**
 * Throws an Error where a tree is too large to practise on.
 *
 * @param {{nodes: TraceNode[]}} tree
 */
export function checkSize({ nodes }) {
  if (nodes.length > MOST_NODES) throw new Error(TOO_LARGE);
}

/** A tree whose branches a student marks. */
export class Exercise {
  /** @type {Set<number>} */
  marked = new Set();
  /** @type {Result | null} null: not checked yet */
  result = null;
  #nodes;
  #cut;
  #children;

  /**
   * @param {TraceNode[]} nodes  the whole tree
   * @param {Set<string>} cut  identities of the branches that alpha-beta cut
   */
  constructor(nodes, cut) {
    this.#nodes = nodes;
    this.#cut = cut;
    this.#children = childrenOf(nodes);
  }

  /** @param {number} node */
  toggle(node) {
    if (node === 0 || this.result) return;
    if (!this.marked.delete(node)) this.marked.add(node);
  }

  check() {
    this.result = compared(this.#nodes, this.#children, this.#cut, this.marked);
    return this.result;
  }

  again() {
    this.marked.clear();
    this.result = null;
  }

  /**
   * @param {number} node
   * @returns {Look}
   */
  look(node) {
    const { kind, edge, parent, label: found, name: called } = this.#nodes[node];
    const label = this.#children[node].length === 0 ? found : "";
    let above = node;
    while (above > 0 && !this.marked.has(above)) above = this.#nodes[above].parent;
    let state = above > 0 ? "marked" : "";
    let mark = null;
    if (this.result?.right.includes(node)) [state, mark] = ["right", "✓"];
    else if (this.result?.missed.includes(node)) [state, mark] = ["missed", "!"];
    else if (this.result?.wrong.includes(node)) [state, mark] = ["wrong", "✗"];
    const name = `${nodeName(kind, edge, called)}${label ? `: ${label}` : ""}`;
    const said = JUDGED[state] ? `${name}; ${JUDGED[state]}` : name;
    return { state, label, edge: state, bar: this.marked.has(node) && parent >= 0, mark, said };
  }
}

/**
 * Compares the branches that a student marked with those that alpha-beta cut. A cut branch is right when all of its
 * leaves are marked; a mark is wrong when it covers a leaf that is searched.
 *
 * @param {TraceNode[]} nodes
 * @param {number[][]} children  by node
 * @param {Set<string>} cut  identities
 * @param {Set<number>} marked
 * @returns {Result}
 */
function compared(nodes, children, cut, marked) {
  const cutNodes = nodes.flatMap(({ id }, index) => (cut.has(id) ? [index] : []));
  const skipped = new Set(cutNodes.flatMap((node) => leavesBelow(children, node)));
  const covered = new Set([...marked].flatMap((node) => leavesBelow(children, node)));
  const right = cutNodes.filter((node) => leavesBelow(children, node).every((leaf) => covered.has(leaf)));
  const missed = cutNodes.filter((node) => !right.includes(node));
  const wrong = [...marked].filter((node) => leavesBelow(children, node).some((leaf) => !skipped.has(leaf)));
  return { right, missed, wrong, words: told(right.length, missed.length, wrong.length) };
}

/**
 * @param {number} right
 * @param {number} missed
 * @param {number} wrong
 */
function told(right, missed, wrong) {
  const all = right + missed;
  if (all === 0 && wrong === 0) return "Right: nothing is cut in this tree.";
  if (missed === 0 && wrong === 0) {
    return `All right: you found ${all === 1 ? "the one cut branch" : `all ${all} cut branches`}.`;
  }
  const parts = [`${right} of ${all} right`];
  if (missed) parts.push(`${missed} missed (!)`);
  if (wrong) parts.push(`${wrong} wrong (✗), because alpha-beta searches there`);
  return `${parts.join(", ")}.`;
}

/**
 * @param {number[][]} children
 * @param {number} top
 */
function leavesBelow(children, top) {
  const leaves = [];
  const waiting = [top];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (children[node].length === 0) leaves.push(node);
    waiting.push(...children[node]);
  }
  return leaves;
}

/** A tree to practise on, as text. */
export function randomTree() {
  const levels = Math.random() < 0.5 ? 2 : 3;
  return JSON.stringify(family(levels, levels === 2 ? 3 : 2));
}

/**
 * @param {number} levels
 * @param {number} size
 * @returns {unknown[]}
 */
function family(levels, size) {
  const count = size + (Math.random() < 0.3 ? 1 : 0);
  return Array.from({ length: count }, () => (levels > 1 ? family(levels - 1, size) : Math.floor(Math.random() * 16)));
}
