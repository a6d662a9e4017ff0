// The parts of the debugger's form: its examples, the names of searches, and kinds of fields.

import { element } from "../common/dom.js";

export const LECTURE = "[[3,12,8],[2,4,6],[14,5,2]]";
/** @type {[name: string, text: string, algorithm: string][]} */
export const EXAMPLES = [
  ["The lecture's tree", LECTURE, "alphabeta"],
  ["Three levels", "[[[3,5],[6,9]],[[1,2],[0,-1]],[[7,4],[5,8]]]", "alphabeta"],
  ["Names in JSON", '{"player": "max", "children": {"attack": [4, 1], "defend": [3, 3], "wait": [0, 9]}}', "alphabeta"],
  [
    "A coin, in mermaid",
    'graph TD\n  A[MAX] -->|safe| S[2]\n  A -->|risk| C(CHANCE)\n  C -->|"heads 0.5"| H[6]\n  C -->|"tails 0.5"| T[-1]',
    "expectiminimax",
  ],
  ["Three players", "[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]], [[(5,1,1),(1,5,2)],[(7,7,1),(5,4,5)]]", "maxn"],
  [
    "Names, in indented lines",
    "MAX A\n  MIN B\n    MAX D\n      2\n      3\n    MAX E\n      5\n      9\n  MIN C\n    MAX F\n      0\n      1\n    MAX G\n      7\n      5",
    "alphabeta",
  ],
  ["MCTS on the lecture's tree", LECTURE, "mcts"],
];
/** @type {Record<string, string>} */
export const NAMES = {
  minimax: "Minimax",
  alphabeta: "Alpha-beta",
  expectimax: "Expectimax",
  expectiminimax: "Expectiminimax",
  maxn: "Max^n",
  mcts: "MCTS (UCT)",
  "breadth-first": "Breadth-first",
  "depth-first": "Depth-first",
  "uniform-cost": "Uniform-cost",
  "iterative-deepening": "Iterative deepening",
  greedy: "Greedy best-first",
  astar: "A*",
  idastar: "IDA*",
  "hill-climbing": "Hill climbing",
};
export const CUTS = [
  ["plain", "v ≥ β and v ≤ α"],
  ["window", "α ≥ β, after the update"],
  ["strict", "v > β and v < α"],
  ["strict-window", "α > β, after the update"],
];
export const ORDERS = [
  ["", "as listed"],
  ["best", "the best first"],
  ["worst", "the worst first"],
  ["random", "at random"],
];
export const ORDERED = ["minimax", "alphabeta"]; // searches of two opposed players
export const HINT =
  "Tree: nested lists such as [[3,12],[2,4]], [[(1,2,6),(4,3,3)]] for three players, JSON, mermaid from “graph TD” on, " +
  "or indented lines";
const USUAL_C = "0.71"; // where the slider stands for √½
const MOST_C = 3;

/**
 * The text, if it is a whole number; else "".
 *
 * @param {string | undefined} text
 */
export function whole(text) {
  return text && /^\d{1,6}$/.test(text) ? text : "";
}

/**
 * @param {string} words
 * @param {HTMLElement} field
 * @param {string} [look]
 * @param {...HTMLElement} more  after the field
 */
export function labelled(words, field, look = "", ...more) {
  return element("label", { class: `d-field ${look}`, for: field.id }, element("span", {}, words), field, ...more);
}

/**
 * @param {string} id
 * @param {string[][]} options  [value, words]
 */
export function select(id, options) {
  return element("select", { id }, ...options.map(([value, words]) => element("option", { value }, words)));
}

/**
 * @param {string} id
 * @param {string} value
 * @param {number} min
 * @param {number} max
 */
export function number(id, value, min, max) {
  const field = element("input", { id, type: "number", min, max, inputmode: "numeric" });
  field.value = value;
  return field;
}

/**
 * @param {string} id
 * @param {string} title
 */
export function checkbox(id, title) {
  return element("input", { id, type: "checkbox", title });
}

/** The constant C of UCB1: a slider that stands at √½ until somebody moves it. */
export class Exploration {
  #slider = element("input", { id: "debugger-exploration", type: "range", min: "0", max: MOST_C, step: "0.01" });
  #words = element("output", { for: "debugger-exploration" });
  #isChosen = false;

  constructor() {
    this.field = labelled("C of UCB1", this.#slider, "d-slider", this.#words);
    this.#slider.addEventListener("input", () => {
      this.#isChosen = true;
      this.#show();
    });
    this.value = "";
  }

  /** As text; "": the usual one. */
  get value() {
    return this.#isChosen ? this.#slider.value : "";
  }

  set value(text) {
    this.#isChosen = text !== "" && Number(text) >= 0;
    if (this.#isChosen && Number(text) > MOST_C) this.#slider.max = text;
    this.#slider.value = this.#isChosen ? text : USUAL_C;
    this.#show();
  }

  #show() {
    this.#words.textContent = this.value || "√½";
  }
}
