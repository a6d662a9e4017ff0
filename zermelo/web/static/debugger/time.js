// A search in time: what is known of every node after each step, forward and back.

/** @import {GrowthStep, SearchStep, Step, Trace, TraceNode} from "./messages.js" */

/**
 * @typedef {object} Known  about a node
 * @property {boolean} seen
 * @property {string} label
 * @property {number | null} value
 * @property {boolean} cut
 * @property {boolean} best
 * @property {number} visits
 * @property {string} record  W/N of MCTS
 * @property {string} bound  UCB1 while MCTS selects
 * @property {string} window  alpha and beta
 *
 * @typedef {(node: number, patch: Partial<Known>) => void} Change
 * @typedef {Omit<Trace, "type">} Report
 */

/** @type {Known} */
const UNSEEN = Object.freeze({
  ...{ seen: false, label: "", value: null, cut: false, best: false },
  ...{ visits: 0, record: "", bound: "", window: "" },
});

/**
 * The report's steps, applied one after another. Every change is kept with what was known before it, so that going back
 * is as cheap as going forward: a step touches a node or two, however large the tree is.
 */
export class Timeline {
  at = 0; // how many steps have been taken
  /** @type {Known[]} by node */
  #now;
  /** @type {[node: number, before: Known, after: Known][][]} by step */
  #log = [];
  #cut = [0]; // [step] leaves that were cut by then
  /** @type {Map<number, string>} why its other branches were cut, by node */
  #reasons = new Map();
  #seen = [0]; // [step] leaves that were searched by then

  /** @param {Report} report */
  constructor(report) {
    this.report = report;
    this.children = childrenOf(report.nodes);
    const last = report.nodes.map(() => UNSEEN);
    if (report.algorithm === "mcts") last[0] = { ...UNSEEN, seen: true };
    this.#now = [...last];
    report.steps.forEach((step, index) => {
      /** @type {[number, Known, Known][]} */
      const changes = [];
      /** @type {Change} */
      const change = (node, patch) => {
        const after = { ...last[node], ...patch };
        changes.push([node, last[node], after]);
        last[node] = after;
      };
      for (const [node] of report.steps[index - 1]?.bounds ?? []) change(node, { bound: "" });
      const [cut, seen] = step.phase ? grow(step, last, change) : this.#search(step, change);
      if (index === report.steps.length - 1) {
        report.nodes.forEach(({ state }, node) => state === "best" && change(node, { best: true }));
      }
      this.#log.push(changes);
      this.#cut.push(this.#cut[index] + cut);
      this.#seen.push(this.#seen[index] + seen);
    });
  }

  get length() {
    return this.#log.length;
  }

  /**
   * The step that was taken last; null before the first.
   *
   * @returns {Step | null}
   */
  get step() {
    return this.at > 0 ? this.report.steps[this.at - 1] : null;
  }

  /** The nodes from the root to the one that the step is about; none before the first. */
  get path() {
    const { step } = this;
    if (!step) return [];
    if (step.path) return step.path;
    const path = [];
    for (let node = step.node; node >= 0; node = this.report.nodes[node].parent) path.push(node);
    return path.reverse();
  }

  get cutLeaves() {
    return this.#cut[this.at];
  }

  get seenLeaves() {
    return this.#seen[this.at];
  }

  /** @param {number} node */
  known(node) {
    return this.#now[node];
  }

  /**
   * Why a branch was cut.
   *
   * @param {number} branch
   */
  reason(branch) {
    return this.#reasons.get(this.report.nodes[branch].parent) ?? "";
  }

  /**
   * Goes to a step and returns the nodes that have changed.
   *
   * @param {number} step
   * @returns {Set<number>}
   */
  seek(step) {
    const target = Math.max(0, Math.min(this.length, step));
    const touched = new Set();
    while (this.at < target) {
      for (const [node, , after] of this.#log[this.at]) {
        this.#now[node] = after;
        touched.add(node);
      }
      this.at++;
    }
    while (this.at > target) {
      this.at--;
      for (const [node, before] of this.#log[this.at].toReversed()) {
        this.#now[node] = before;
        touched.add(node);
      }
    }
    return touched;
  }

  /**
   * A step of minimax or one of its relatives; returns how many leaves were cut and seen.
   *
   * @param {SearchStep} step
   * @param {Change} change
   */
  #search(step, change) {
    const { label, value, window } = step;
    change(step.node, label === "" ? { seen: true, window } : { seen: true, window, label, value });
    if (step.event !== "prune") return [0, step.event === "leaf" || step.event === "depth" ? 1 : 0];
    this.#reasons.set(step.node, step.reason);
    let skipped = 0;
    for (const child of this.children[step.node]) {
      if (this.report.nodes[child].state !== "cut") continue;
      skipped += this.report.nodes[child].skipped;
      this.#cutOff(child, change);
    }
    return [skipped, 0];
  }

  /**
   * A branch that is skipped, with what was found in it if it was opened later.
   *
   * @param {number} branch
   * @param {Change} change
   */
  #cutOff(branch, change) {
    const waiting = [branch];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      change(node, { seen: true, cut: true, label: this.report.nodes[node].label });
      waiting.push(...this.children[node]);
    }
  }
}

/**
 * A phase of Monte Carlo tree search; returns how many leaves were cut and simulated.
 *
 * @param {GrowthStep} step
 * @param {Known[]} last
 * @param {Change} change
 */
function grow(step, last, change) {
  const { node } = step;
  if (step.phase === "expansion" && !last[node].seen) change(node, { seen: true });
  for (const [at, [changed, visits, mean]] of step.changes.entries()) {
    change(changed, { visits, value: mean, label: step.labels[at], record: step.records[at] });
  }
  for (const [compared, bound] of step.bounds) change(compared, { bound });
  return [0, step.phase === "simulation" ? 1 : 0];
}

/** @param {TraceNode[]} nodes */
export function childrenOf(nodes) {
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach(({ parent }, index) => parent >= 0 && children[parent].push(index));
  return children;
}
