// The form above the tree: what to search, and how.

/** @import {GameInfo, Info, Start, Values} from "../common/messages.js" */
/** @import {Target} from "../common/route.js" */
/** @import {TraceQuestion} from "./messages.js" */

import { button, element } from "../common/dom.js";
import { changed, typed } from "../common/route.js";
import { CUTS, checkbox, EXAMPLES, Exploration, HINT, labelled, LECTURE, NAMES, number } from "./fields.js";
import { ORDERED, ORDERS, select, whole } from "./fields.js";

const MOST_ROWS = 8; // of the text, until a person makes it higher
const USUAL_DEPTH = "3"; // for a position of a game; a typed tree is searched to its end

/** Event: `ask`, when something is to be searched. */
export class Form extends EventTarget {
  /** @type {Target | null} the visitor's game and its ply, as an address holds them; null: still to be asked for */
  current = null;
  #isUsualDepth = false; // did nobody choose it?

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
    this.cut = select("debugger-cut", CUTS);
    this.order = select("debugger-order", ORDERS);
    this.exploration = new Exploration();
    this.leaves = checkbox("debugger-leaves", "Show what every leaf is worth from the start");
    this.merged = checkbox("debugger-merged", "Of positions that are turned or mirrored, search one");
    this.run = button("Search", { id: "trace-run", type: "submit", class: "primary" });
    this.fields = {
      text: labelled(HINT, this.text, "d-wide"),
      example: labelled("Examples", this.example),
      game: labelled("Game", this.game),
      position: labelled("Position", this.position),
      depth: labelled("Depth", this.depth),
      simulations: labelled("Simulations", this.simulations),
      exploration: this.exploration.field,
      leaves: labelled("Leaf values first", this.leaves, "d-small"),
      merged: labelled("Merge symmetric", this.merged, "d-small"),
      cut: labelled("Cut at", this.cut),
      order: labelled("Children", this.order),
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
      this.fields.exploration,
      this.fields.cut,
      this.fields.order,
      this.fields.leaves,
      this.fields.merged,
      this.run,
      this.fields.text,
    );
    this.element.addEventListener("change", (event) => this.#changed(event.target));
    this.text.addEventListener("input", () => this.#arrange());
    this.depth.addEventListener("input", () => (this.#isUsualDepth = false));
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
   * The game that is searched; null for a typed tree, and while the visitor's game is not known.
   *
   * @returns {Start | null}
   */
  get start() {
    if (this.source === "tree") return null;
    if (this.source === "current") return this.current && this.#begun(this.current);
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
   * @param {Target} target
   * @returns {Start}
   */
  #begun({ game, parameters, lists: { moves = [] }, words: { position, ply } }) {
    const played = ply ? moves.slice(0, Number(ply)) : moves;
    const values = typed(parameters, this.#known(game)?.parameters ?? {});
    return { game, parameters: values, ...(position ? { position } : {}), ...(played.length ? { moves: played } : {}) };
  }

  /** @param {string} name */
  #known(name) {
    return this.games.find((game) => game.name === name);
  }

  /** The game that is searched, in the catalogue. */
  get #searched() {
    return this.source === "tree" ? undefined : this.#known(this.start?.game ?? "");
  }

  /**
   * Where a position below the root can be played on; null: nowhere.
   *
   * @param {string[]} moves  from the root
   * @returns {Target | null}
   */
  playFrom(moves) {
    const { start } = this;
    const known = this.#searched;
    if (!start || !known || known.traits.includes("hidden information")) return null;
    const parameters = changed(start.parameters, known.parameters);
    const lists = { moves: [...(start.moves ?? []), ...moves] };
    return { view: "play", game: start.game, parameters, lists, words: { position: start.position ?? "" } };
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
    if (question.depth && this.#isUsualDepth) question.fitting = true;
    if (this.algorithm === "mcts") question.simulations = Number.parseInt(this.simulations.value, 10) || 50;
    const constant = this.exploration.value;
    if (this.algorithm === "mcts" && constant) question.exploration = Number(constant);
    if (this.algorithm === "alphabeta") {
      question.strict = this.cut.value.startsWith("strict");
      question.notation = this.cut.value.endsWith("window") ? "window" : "value";
    }
    if (ORDERED.includes(this.algorithm) && this.order.value) question.order = this.order.value;
    const { start } = this;
    if (this.source === "tree") question.tree = this.text.value;
    else if (start) question.start = start;
    if (this.leaves.checked && !this.fields.leaves.hidden) question.leaves = true;
    if (this.merged.checked && !this.fields.merged.hidden) question.merged = true;
    return question;
  }

  /**
   * Fills the fields from an address; what they do not offer is left as it is.
   *
   * @param {Target} target
   */
  restore(target) {
    const { game, parameters, words } = target;
    const { from, tree, algorithm, depth, simulations, exploration, cut, position } = words;
    for (const [field, value] of /** @type {const} */ ([
      [this.from, from ?? (tree === undefined ? undefined : "tree")],
      [this.game, game],
      [this.method, algorithm],
      [this.cut, cut],
      [this.order, words.order ?? ""],
    ])) {
      if (value !== undefined && [...field.options].some((option) => option.value === value)) field.value = value;
    }
    if (tree !== undefined) this.text.value = tree;
    if (algorithm !== undefined) this.depth.value = whole(depth);
    if (simulations !== undefined) this.simulations.value = whole(simulations) || "50";
    if (exploration !== undefined) this.exploration.value = exploration;
    this.leaves.checked = words.leaves === "shown";
    this.merged.checked = words.symmetric === "merged";
    if (this.source === "current" && game) this.current = target;
    if (this.source !== "tree" && algorithm === undefined) this.#takeUsualDepth();
    if (this.source === "game") {
      this.position.value = position ?? "";
      this.#ask(this.game.value, parameters);
    }
    this.#arrange();
  }

  /**
   * What an address holds of the fields.
   *
   * @param {number} step
   * @returns {Target}
   */
  target(step) {
    const { source, algorithm, start, question } = this;
    const parameters = start ? changed(start.parameters, this.#searched?.parameters) : {};
    const lists = start?.moves ? { moves: start.moves } : {};
    const isSimulated = algorithm === "mcts";
    return {
      view: "debugger",
      game: start?.game ?? "",
      parameters,
      lists: /** @type {Record<string, string[]>} */ (lists),
      words: {
        position: start?.position ?? "",
        from: source,
        tree: source === "tree" ? this.text.value : "",
        algorithm,
        depth: isSimulated ? "" : this.depth.value,
        simulations: isSimulated ? this.simulations.value : "",
        exploration: isSimulated ? this.exploration.value : "",
        cut: algorithm === "alphabeta" && this.cut.value !== "plain" ? this.cut.value : "",
        leaves: question.leaves ? "shown" : "",
        symmetric: question.merged ? "merged" : "",
        order: question.order ?? "",
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
    if (field === this.from) this.current = null;
    if (field === this.from && this.source !== "tree" && !this.depth.value) this.#takeUsualDepth();
    if (field === this.from && this.source === "tree") this.depth.value = "";
    if (field === this.game) {
      this.position.value = "";
      this.#ask(this.game.value);
    }
    this.#arrange();
    // typed text is searched by the button, or by Ctrl and Enter
    if (field !== this.text && field !== this.position) this.dispatchEvent(new Event("ask"));
  }

  #takeUsualDepth() {
    this.depth.value = USUAL_DEPTH;
    this.#isUsualDepth = true;
  }

  /**
   * Says what was searched, where the server chose it.
   *
   * @param {{algorithm: string, depth: number | null}} searched
   */
  settle({ algorithm, depth }) {
    if (depth !== null && this.#isUsualDepth) this.depth.value = String(depth);
    if (algorithm !== this.algorithm) this.algorithm = algorithm;
  }

  /** Shows the fields that matter now. */
  #arrange() {
    this.text.rows = Math.min(MOST_ROWS, this.text.value.split("\n").length);
    const isTree = this.source === "tree";
    const isGame = this.source === "game";
    this.fields.text.hidden = this.fields.example.hidden = !isTree;
    this.fields.game.hidden = this.fields.position.hidden = this.parameters.hidden = !isGame;
    this.fields.depth.hidden = this.algorithm === "mcts";
    this.fields.simulations.hidden = this.fields.exploration.hidden = this.algorithm !== "mcts";
    this.fields.leaves.hidden = !isTree || this.algorithm === "mcts";
    this.fields.merged.hidden = !this.#searched?.symmetric;
    this.fields.cut.hidden = this.algorithm !== "alphabeta";
    this.fields.order.hidden = !ORDERED.includes(this.algorithm);
    if (isGame && !this.parameters.childElementCount) this.#ask(this.game.value);
  }

  /**
   * Makes the fields for a game's parameters.
   *
   * @param {string} name
   * @param {Values} [chosen]  in place of the defaults
   */
  #ask(name, chosen = {}) {
    const parameters = this.#known(name)?.parameters ?? {};
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
