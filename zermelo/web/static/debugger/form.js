// The form above the tree: what to search, and how.

/** @import {GameInfo, Info, Start, TraceQuestion, Values} from "../common/messages.js" */
/** @import {Target} from "../common/route.js" */
/** @import {Session} from "../common/session.js" */

import { button, element } from "../common/dom.js";
import { changed } from "../common/route.js";

const LECTURE = "[[3,12,8],[2,4,6],[14,5,2]]";
const EXAMPLES = [
  ["The lecture's tree", LECTURE, "alphabeta"],
  ["Three levels", "[[[3,5],[6,9]],[[1,2],[0,-1]],[[7,4],[5,8]]]", "alphabeta"],
  ["Names in JSON", '{"player": "max", "children": {"attack": [4, 1], "defend": [3, 3], "wait": [0, 9]}}', "alphabeta"],
  [
    "A coin, in mermaid",
    'graph TD\n  A[MAX] -->|safe| S[2]\n  A -->|risk| C(CHANCE)\n  C -->|"heads 0.5"| H[6]\n  C -->|"tails 0.5"| T[-1]',
    "expectiminimax",
  ],
  ["MCTS on the lecture's tree", LECTURE, "mcts"],
];
/** @type {Record<string, string>} */
const NAMES = {
  minimax: "Minimax",
  alphabeta: "Alpha-beta",
  expectimax: "Expectimax",
  expectiminimax: "Expectiminimax",
  maxn: "Max^n",
  mcts: "MCTS (UCT)",
};
const HINT = "Tree: nested lists such as [[3,12],[2,4]], JSON, or mermaid beginning with “graph TD”";
const USUAL_DEPTH = "3"; // for a position of a game; a typed tree is searched to its end

/** Event: `ask`, when something is to be searched. */
export class Form extends EventTarget {
  /** @param {Info} info */
  constructor(info) {
    super();
    /** @type {GameInfo[]} */
    this.games = info.games.filter(({ name }) => name !== "tree");
    const { algorithms } = info;
    this.from = select("debugger-source", [
      ["tree", "A tree of my own"],
      ["current", "My current position"],
      ["game", "A position from a game"],
    ]);
    this.text = element("textarea", {
      id: "debugger-text",
      rows: "1",
      spellcheck: "false",
      autocomplete: "off",
      maxlength: "20000",
    });
    this.text.value = LECTURE;
    this.example = select("debugger-example", [
      ["", "Examples …"],
      ...EXAMPLES.map(([name], index) => [String(index), name]),
    ]);
    this.game = select(
      "debugger-game",
      this.games.map(({ name }) => [name, name]),
    );
    const typed = { type: "text", spellcheck: "false", autocomplete: "off" };
    this.position = element("input", { ...typed, id: "debugger-position" });
    this.position.placeholder = "initial position";
    this.parameters = element("div", { class: "d-parameters" });
    this.method = select(
      "debugger-algorithm",
      algorithms.map((name) => [name, NAMES[name] ?? name]),
    );
    this.method.value = "alphabeta";
    this.depth = number("debugger-depth", "", 1, 200);
    this.depth.placeholder = "full";
    this.simulations = number("debugger-simulations", "50", 1, 1000);
    this.cut = select("debugger-cut", [
      ["plain", "v ≥ β and v ≤ α"],
      ["strict", "v > β and v < α"],
    ]);
    this.run = button("Search", { id: "trace-run", type: "submit", class: "primary" });
    this.fields = {
      text: labelled(HINT, this.text, "d-wide"),
      example: labelled("Examples", this.example),
      game: labelled("Game", this.game),
      position: labelled("Position", this.position),
      depth: labelled("Depth", this.depth),
      simulations: labelled("Simulations", this.simulations),
      cut: labelled("Cut at", this.cut),
    };
    this.element = element(
      "form",
      { class: "d-form", "aria-label": "What to search", on: { submit: (event) => this.#submit(event) } },
      labelled("Search", this.from),
      this.fields.game,
      this.fields.position,
      this.parameters,
      this.fields.example,
      labelled("Algorithm", this.method),
      this.fields.depth,
      this.fields.simulations,
      this.fields.cut,
      this.run,
      this.fields.text,
    );
    this.element.addEventListener("change", (event) => this.#changed(event.target));
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#submit(event);
    });
    this.#arrange();
  }

  get algorithm() {
    return this.method.value;
  }

  set algorithm(name) {
    this.method.value = name;
    this.#arrange();
  }

  get source() {
    return this.from.value;
  }

  /** @param {string} text */
  useTree(text) {
    this.from.value = "tree";
    this.text.value = text;
    this.#arrange();
  }

  /**
   * What `new` is asked before the search; null for a typed tree and for the visitor's current game.
   *
   * @returns {Start | null}
   */
  get start() {
    if (this.source !== "game") return null;
    /** @type {Values} */
    const parameters = {};
    for (const field of this.parameters.querySelectorAll("input")) {
      const { parameter = "", kind } = field.dataset;
      if (kind === "boolean") parameters[parameter] = field.checked;
      else if (kind === "number") parameters[parameter] = Number(field.value);
      else parameters[parameter] = field.value;
    }
    const position = this.position.value.trim();
    return { game: this.game.value, parameters, ...(position ? { position } : {}) };
  }

  /**
   * What `trace` is asked.
   *
   * @returns {TraceQuestion}
   */
  get question() {
    /** @type {TraceQuestion} */
    const question = { algorithm: this.algorithm };
    const depth = Number.parseInt(this.depth.value, 10);
    if (this.algorithm !== "mcts" && depth > 0) question.depth = depth;
    if (this.algorithm === "mcts") question.simulations = Number.parseInt(this.simulations.value, 10) || 50;
    if (this.algorithm === "alphabeta") question.strict = this.cut.value === "strict";
    if (this.source === "tree") question.tree = this.text.value;
    return question;
  }

  /**
   * Fills the fields from an address; what they do not offer is left as it is.
   *
   * @param {Target} target
   */
  restore({ game, parameters, words }) {
    const { from, tree, algorithm, depth, simulations, cut, position } = words;
    for (const [field, value] of /** @type {const} */ ([
      [this.from, from ?? (tree === undefined ? undefined : "tree")],
      [this.game, game],
      [this.method, algorithm],
      [this.cut, cut],
    ])) {
      if (value !== undefined && [...field.options].some((option) => option.value === value)) field.value = value;
    }
    if (tree !== undefined) this.text.value = tree;
    if (algorithm !== undefined) this.depth.value = whole(depth);
    if (simulations !== undefined) this.simulations.value = whole(simulations) || "50";
    if (this.source === "game") {
      this.position.value = position ?? "";
      this.#ask(this.game.value, parameters);
    }
    this.#arrange();
  }

  /**
   * What an address holds of the fields.
   *
   * @param {Session} session  the visitor's game
   * @param {number} step
   * @returns {Target}
   */
  target(session, step) {
    const { source, algorithm, start } = this;
    const defaults = this.games.find(({ name }) => name === this.game.value)?.parameters;
    const parameters = start ? changed(start.parameters, defaults) : {};
    const words = { position: start?.position ?? "" };
    const chosen = { view: "debugger", game: start?.game ?? "", parameters, lists: {}, words };
    const target = source === "current" && session.position ? session.target("debugger") : chosen;
    return {
      ...target,
      words: {
        ...target.words,
        from: source,
        tree: source === "tree" ? this.text.value : "",
        algorithm,
        depth: algorithm === "mcts" ? "" : this.depth.value,
        simulations: algorithm === "mcts" ? this.simulations.value : "",
        cut: algorithm === "alphabeta" && this.cut.value !== "plain" ? this.cut.value : "",
        step: step ? String(step) : "",
      },
    };
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    this.dispatchEvent(new Event("ask"));
  }

  /** @param {EventTarget | null} field */
  #changed(field) {
    if (field === this.example && this.example.value !== "") {
      const [, text, algorithm] = EXAMPLES[Number(this.example.value)];
      this.text.value = text;
      this.depth.value = "";
      if ([...this.method.options].some(({ value }) => value === algorithm)) this.method.value = algorithm;
      this.example.value = "";
    }
    if (field === this.from && this.source !== "tree" && !this.depth.value) this.depth.value = USUAL_DEPTH;
    if (field === this.from && this.source === "tree") this.depth.value = "";
    if (field === this.game) {
      this.position.value = "";
      this.#ask(this.game.value);
    }
    this.#arrange();
    // typed text is searched by the button, or by Ctrl and Enter
    if (field !== this.text && field !== this.position) this.dispatchEvent(new Event("ask"));
  }

  /** Shows the fields that matter now. */
  #arrange() {
    const isTree = this.source === "tree";
    const isGame = this.source === "game";
    this.fields.text.hidden = this.fields.example.hidden = !isTree;
    this.fields.game.hidden = this.fields.position.hidden = this.parameters.hidden = !isGame;
    this.fields.depth.hidden = this.algorithm === "mcts";
    this.fields.simulations.hidden = this.algorithm !== "mcts";
    this.fields.cut.hidden = this.algorithm !== "alphabeta";
    if (isGame && !this.parameters.childElementCount) this.#ask(this.game.value);
  }

  /**
   * Makes the fields for a game's parameters.
   *
   * @param {string} name
   * @param {Values} [chosen]  in place of the defaults
   */
  #ask(name, chosen = {}) {
    const parameters = this.games.find((game) => game.name === name)?.parameters ?? {};
    const fields = Object.entries(parameters).map(([parameter, usual]) => {
      const value = Object.hasOwn(chosen, parameter) ? chosen[parameter] : usual;
      const kind = typeof usual;
      const attributes = { id: `debugger-parameter-${parameter}`, "data-parameter": parameter, "data-kind": kind };
      const type = kind === "boolean" ? "checkbox" : kind === "number" ? "number" : "text";
      const field = element("input", { ...attributes, type, step: "any" });
      if (type === "checkbox") field.checked = String(value) === "true";
      else field.value = String(value);
      return labelled(parameter, field, "d-small");
    });
    this.parameters.replaceChildren(...fields);
  }
}

/**
 * The text, if it is a whole number; else "".
 *
 * @param {string | undefined} text
 */
function whole(text) {
  return text && /^\d{1,6}$/.test(text) ? text : "";
}

/**
 * @param {string} words
 * @param {HTMLElement} field
 * @param {string} [look]
 */
function labelled(words, field, look = "") {
  return element("label", { class: `d-field ${look}`, for: field.id }, element("span", {}, words), field);
}

/**
 * @param {string} id
 * @param {string[][]} options  [value, words]
 */
function select(id, options) {
  return element("select", { id }, ...options.map(([value, words]) => element("option", { value }, words)));
}

/**
 * @param {string} id
 * @param {string} value
 * @param {number} min
 * @param {number} max
 */
function number(id, value, min, max) {
  const field = element("input", { id, type: "number", min, max, inputmode: "numeric" });
  field.value = value;
  return field;
}
