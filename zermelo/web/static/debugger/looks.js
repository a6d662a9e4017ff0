// How a node looks at a step of the search, near and from afar, and what is said about it.

/** @import {Report, Known, Timeline} from "./time.js" */

import { capital, grouped } from "../common/words.js";

const LEAST_RADIUS = 0.42; // of a node that MCTS visited once, relative to the largest
const MOST_SAMPLES = 20_000; // utilities that the range of colours is taken from
const AS_IF_OPEN =
  "It searches as if nothing were hidden; nodes in one dashed frame look the same to the player to move, who would " +
  "have to choose the same in all of them.";
/** @type {Record<string, string>} */
const PLAYERS = { max: "MAX", min: "MIN", chance: "Chance", leaf: "Leaf" };

/**
 * @typedef {{side: "good" | "bad", much: number}} Tone  much: 0 to 100
 *
 * @typedef {object} Look  of a node that is near
 * @property {string} state  "", current, cut, future, best, path; in practice marked, right, missed, wrong
 * @property {string} label
 * @property {string} edge  how the branch to it looks: one of the states
 * @property {boolean} bar  is there a bar across the branch?
 * @property {string} said  for tooltips and screen readers
 * @property {string} [inside]  in place of the label
 * @property {string} [below]
 * @property {boolean} [isBound]  is that a bound, in place of a mean?
 * @property {number} [scale]
 * @property {Tone | null} [tone]
 * @property {boolean} [isNew]
 * @property {string | null} [mark]
 *
 * @typedef {{dress: string, much?: number, isBold?: boolean}} Dot  a node from afar
 */

export class Looks {
  /** @type {number | null} the node that this step is about, or the one that it is folded into */
  current = null;
  /** @type {Set<number>} nodes that look special at this step */
  lately = new Set();
  #report;
  #time;
  #isMcts;
  #hasTuples; // a value per player is too long for a shape, and is written below it
  #tones = { middle: 0, half: 1 };

  /**
   * @param {Report} report
   * @param {Timeline} time
   */
  constructor(report, time) {
    this.#report = report;
    this.#time = time;
    this.#isMcts = report.algorithm === "mcts";
    this.#hasTuples = report.nodes[0].values !== undefined;
    if (this.#isMcts) this.#tones = tonesOf(report);
  }

  /**
   * @param {number} node
   * @returns {Look}
   */
  look(node) {
    const known = this.#time.known(node);
    const isOnPath = this.lately.has(node);
    const label = known.label || (this.#report.nodes[node].utility ?? "");
    let state = "";
    if (node === this.current) state = "current";
    else if (known.cut) state = "cut";
    else if (!known.seen) state = "future";
    else if (known.best) state = "best";
    else if (isOnPath) state = "path";
    const edge = known.cut ? "cut" : isOnPath ? "path" : known.best ? "best" : state;
    const bar = known.cut && this.#report.nodes[node].state === "cut";
    const look = { state, label, edge, bar, said: this.said(node) };
    if (this.#hasTuples) {
      const [player] = /\d+/.exec(this.#report.nodes[node].kind) ?? [];
      return { ...look, inside: player === undefined ? "" : String(Number(player) + 1), below: label };
    }
    const { note } = this.#report.nodes[node];
    if (note !== undefined) return { ...look, below: known.seen ? note : "" };
    if (!this.#isMcts) return look;
    const share = known.visits / Math.max(1, this.#report.nodes[0].visits ?? 0);
    return {
      ...look,
      scale: LEAST_RADIUS + (1 - LEAST_RADIUS) * Math.sqrt(share),
      inside: known.record,
      below: known.bound || known.label,
      isBound: known.bound !== "",
      isNew: node === this.current && this.#time.step?.phase === "expansion" && known.visits === 0,
      tone: known.visits ? this.#tone(known.value) : null,
    };
  }

  /**
   * A node from afar; null: it is not there yet.
   *
   * @param {number} node
   * @returns {Dot | null}
   */
  dot(node) {
    const usual = usualDress(this.#report.nodes[node].kind);
    const known = this.#time.known(node);
    const isBold = known.best || (this.#isMcts && this.lately.has(node));
    if (node === this.current) return { dress: "d-dot-current", isBold };
    if (known.cut) return { dress: "d-dot-cut" };
    if (!known.seen) return this.#isMcts ? null : { dress: `d-dot-future ${usual}` };
    if (known.best) return { dress: "d-dot-best", isBold };
    if (!known.visits) return { dress: usual, isBold };
    const { side, much } = this.#tone(known.value) ?? { side: "good", much: 0 };
    return { dress: `d-${side}`, much: 20 * Math.round(much / 20), isBold };
  }

  /**
   * What is known about a node, in words.
   *
   * @param {number} node
   */
  said(node) {
    /** @type {Known} */
    const known = this.#time.known(node);
    const { kind, edge, skipped, state, opened, label, utility, name: called } = this.#report.nodes[node];
    const name = nodeName(kind, edge, called);
    if (known.cut && state === "cut") {
      const found = opened ? ` Its value would have been ${label}.` : "";
      const leaves = skipped === 1 ? "1 leaf" : `${skipped} leaves`;
      return `${name}: cut, ${leaves} not searched. ${this.#time.reason(node)}${found}`;
    }
    if (known.cut) return `${name}: ${known.label || utility || "not searched"}, below a cut branch`;
    if (!known.seen) return `${name}: not searched yet${utility === undefined ? "" : `, a leaf of ${utility}`}`;
    const bound = known.bound ? `, ${known.bound}` : "";
    if (known.visits) return `${name}: W/N = ${known.record}, mean ${known.label}${bound}`;
    return `${name}: ${known.label || "not known yet"}`;
  }

  /**
   * @param {number | null} value
   * @returns {Tone | null}
   */
  #tone(value) {
    if (value === null) return null;
    const share = Math.max(-1, Math.min(1, (value - this.#tones.middle) / this.#tones.half));
    return { side: share >= 0 ? "good" : "bad", much: Math.round(100 * Math.abs(share)) };
  }
}

/**
 * The class of a node that nothing is known about.
 *
 * @param {string} kind
 */
export function usualDress(kind) {
  return `d-${PLAYERS[kind] ? kind : "player"}`;
}

/**
 * "MIN after attack", "Player 3, the root", "MAX A".
 *
 * @param {string} kind
 * @param {string} edge
 * @param {string} [called]  its name in a typed tree
 */
export function nodeName(kind, edge, called) {
  const who = PLAYERS[kind] ?? capital(kind.replace(/\d+/, (index) => String(Number(index) + 1)));
  if (called) return `${who} ${called}`;
  return edge ? `${who} after ${edge}` : `${who}, the root`;
}

/**
 * What is said about a search before its first step.
 *
 * @param {Report} report
 * @param {string | null} [name]  of the algorithm
 */
export function openingWords({ algorithm, nodes, simulations, remarks }, name) {
  const who = name ?? algorithm;
  const told = remarks.map((remark) => ` ${remark}`).join("");
  if (algorithm === "mcts") return `${who}: ${simulations} simulations of four phases each. Press Next or Play.${told}`;
  const count = nodes.length === 1 ? "one node" : `${grouped(nodes.length)} nodes`;
  const hidden = nodes.some(({ alike }) => alike !== undefined) ? ` ${AS_IF_OPEN}` : "";
  return `${who} on a tree of ${count}.${hidden} Nothing is searched yet: press Next or Play.${told}`;
}

/**
 * The shapes and colours in words, and how many nodes are visible.
 *
 * @param {Report} report
 * @param {number} seen  nodes
 */
export function legendWords({ players, nodes, algorithm }, seen) {
  const kinds = new Set(nodes.map(({ kind }) => kind));
  /**
   * @param {number} index
   * @param {string} word
   */
  const named = (index, word) => {
    const name = players[index] ?? word;
    return name.toUpperCase() === word ? word : `${word} (${name})`;
  };
  const parts = [];
  if (kinds.has("max")) parts.push(`▲ ${named(0, "MAX")}`);
  if (kinds.has("min")) parts.push(`▼ ${named(1, "MIN")}`);
  if (kinds.has("chance")) parts.push("● chance");
  if (algorithm === "mcts") {
    const who = players.length === 2 ? "MAX" : "the player who chose it";
    parts.push("size: visits", "inside: W/N, for the player who chose it", `below: mean, for ${who}; UCB1 at a selection`);
    parts.push(`blue: good for ${who}`, "orange: bad");
  }
  const total = grouped(nodes.length);
  const all = nodes.length === 1 ? "1 node" : `${total} nodes`;
  parts.push(seen < nodes.length ? `${seen} of ${total} nodes unfolded` : all);
  return parts.join("   ");
}

/**
 * The utilities between which the colours lie; around 0 where there are gains and losses.
 *
 * @param {Report} report
 */
function tonesOf({ steps, players }) {
  const counted = players.length === 2 ? 1 : players.length; // one player's are the other's mirrored
  const all = steps.flatMap((step) => (step.utilities ?? []).slice(0, counted));
  const known = all.filter((value) => value !== null).slice(0, MOST_SAMPLES);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const half = low < 0 && high > 0 ? Math.max(-low, high) : (high - low) / 2;
  return { middle: low < 0 && high > 0 ? 0 : (low + high) / 2, half: half || 1 };
}
