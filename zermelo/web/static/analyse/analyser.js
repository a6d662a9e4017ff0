// <z-analyser>: keeps an analysis of the shown position running, and restarts it when the position changes.

/** @import {Drawn} from "../board/arrows.js" */
/** @import {Analysis, Answer, Candidate, Info, Position, Waiting} from "../common/messages.js" */
/** @import {Socket} from "../common/socket.js" */

import { element, hear, remembered, tell } from "../common/dom.js";
import { candidatesOf, lineOfMoves, ownersOf, piecesOf, priorsOf } from "../board/arrows.js";
import { outcomeName } from "./candidates.js";
import "./analysis.js";
import "../common/player.js";

const SLOW = 1500; // milliseconds without an answer after which the wait is explained
const USUAL_LINES = "3";
const COMPILING = "Thinking … the first search of a game is slow, because the game is compiled.";

/**
 * Events: `moves` (detail: moves to draw on the board), `follow` (detail: texts to be played), `found` (detail: the
 * analysis, or null when it is no longer true).
 */
export class Analyser extends HTMLElement {
  /** @type {Socket} */
  #socket;
  /** @type {Position | null} */
  #position = null;
  #id = 0; // of the question whose answers count
  /** @type {number} */
  #slow = 0;
  #view = element("z-analysis", { named: true });
  #engine = element("z-player");
  #lines = element("select", { id: "analysis-lines" });
  #marks = new Choice("marks", "Show the candidates on the board", true);
  #owners = new Choice("owners", "Show whose each place will be", true);
  #pieces = new Choice("pieces", "Show what each piece adds", false);

  /**
   * @param {Socket} socket
   * @param {Info} info
   */
  configure(socket, info) {
    this.#socket = socket;
    this.#engine.configure({ id: "analysis-engine", label: "Engine", info, automatic: "Best for this game" });
    for (const count of [1, 2, 3, 4, 5]) this.#lines.append(element("option", { value: count }, String(count)));
    this.#lines.value = remembered("lines") ?? USUAL_LINES;
    if (!this.#lines.value) this.#lines.value = USUAL_LINES;
    this.#lines.addEventListener("change", () => {
      remembered("lines", this.#lines.value);
      this.#restart();
    });
    this.#engine.addEventListener("change", () => this.#restart());
    hear(this.#view, "point", (candidate) => this.#point(candidate));
    hear(this.#view, "follow", (texts) => tell(this, "follow", texts));
    const label = element("label", { for: "analysis-lines" }, "Lines");
    const lines = element("div", { class: "lines-choice" }, label, this.#lines);
    for (const choice of [this.#marks, this.#owners, this.#pieces]) {
      choice.box.addEventListener("change", () => {
        if (this.#view.analysis) this.#drawMoves(this.#movesOf(this.#view.analysis));
      });
    }
    const settings = element("div", { class: "analysis-settings" }, this.#engine, lines);
    this.replaceChildren(this.#view, this.#marks.label, this.#owners.label, this.#pieces.label, settings);
    return this;
  }

  get isRunning() {
    return this.#id !== 0;
  }

  /** Drops what was found, because another game began. */
  reset() {
    this.#forget();
    this.#drawMoves([]);
    tell(this, "found", null);
    this.#view.clear();
  }

  /**
   * Begins to analyse a position.
   *
   * @param {Position} position
   */
  start(position) {
    this.#position = position;
    this.#forget();
    this.#drawMoves([]);
    if (position.mover === null) {
      tell(this, "found", null);
      return this.#view.clear("The game is over.");
    }
    this.#view.say("Thinking …");
    this.#slow = setTimeout(() => this.#view.say(COMPILING), SLOW);
    this.#engine.fit(position.game);
    const { engine } = this.#engine;
    const fields = { lines: Number(this.#lines.value), ...(engine ? { engine } : {}) };
    const id = this.#socket.request("analyse", fields, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  /**
   * Ends it and says why.
   *
   * @param {string} [words]
   * @param {boolean} [tellServer]
   */
  stop(words = "", tellServer = true) {
    const wasRunning = this.isRunning;
    this.#forget();
    this.#drawMoves([]);
    this.#view.say(words);
    tell(this, "found", null);
    if (wasRunning && tellServer) this.#socket.request("stop", {});
  }

  #restart() {
    if (this.#position && this.isConnected && !this.hidden) this.start(this.#position);
  }

  #forget() {
    clearTimeout(this.#slow);
    if (this.#id) this.#socket.forget(this.#id);
    this.#id = 0;
  }

  /**
   * @param {number} id
   * @param {Answer<"analyse"> | Waiting} answer
   */
  #hear(id, answer) {
    if (id !== this.#id || !this.#position) return;
    clearTimeout(this.#slow);
    if (answer.type === "waiting") return this.#view.wait(answer, this.#position.ply);
    if (answer.type === "error") {
      this.#id = 0;
      return this.#view.clear(answer.message);
    }
    if (answer.type !== "analysis" || answer.ply !== this.#position.ply) return;
    this.#view.show(answer, this.#position);
    tell(this, "found", answer);
    this.#marks.label.hidden = isProved(answer) || !marksOf(answer).length;
    this.#owners.label.hidden = !answer.owners;
    this.#pieces.label.hidden = !answer.pieces;
    this.#drawMoves(this.#movesOf(answer));
    if (answer.done) this.#id = 0;
  }

  /**
   * Draws a candidate's move in place of the best line while the pointer is on it.
   *
   * @param {Candidate | null} candidate
   */
  #point(candidate) {
    const analysis = this.#view.analysis;
    if (!analysis) return;
    if (!candidate) return this.#drawMoves(this.#movesOf(analysis));
    const isBest = candidate.text === analysis.action;
    this.#drawMoves(isBest ? movesOf(analysis, false) : lineOfMoves([candidate.cells], "asked"));
  }

  /** @param {Analysis} analysis */
  #movesOf(analysis) {
    const owners = this.#owners.box.checked ? ownersOf(analysis.owners) : [];
    return [...movesOf(analysis, this.#marks.box.checked), ...owners, ...(this.#pieces.box.checked ? piecesOf(analysis.pieces) : [])];
  }

  /** @param {Drawn[]} moves */
  #drawMoves(moves) {
    tell(this, "moves", moves);
  }
}

/** A box to tick for something more on the board, which the browser remembers; hidden until there is something to show. */
class Choice {
  /**
   * @param {string} name
   * @param {string} words
   * @param {boolean} isUsual  is it ticked where nobody has said otherwise?
   */
  constructor(name, words, isUsual) {
    this.box = element("input", { type: "checkbox", id: `analysis-${name}` });
    this.label = element("label", { class: "owners-choice", hidden: true }, this.box, words);
    this.box.checked = (remembered(name) ?? (isUsual ? "yes" : "no")) !== "no";
    this.box.addEventListener("change", () => remembered(name, this.box.checked ? "yes" : "no"));
  }
}

/**
 * Is the true value of every move known?
 *
 * @param {Analysis} analysis
 */
function isProved({ candidates, solved }) {
  return Boolean(solved) && (candidates ?? []).every(outcomeName);
}

/**
 * The candidates as they are marked; none where a network has marks of its own.
 *
 * @param {Analysis} analysis
 */
function marksOf({ candidates, action, network }) {
  return network ? [] : candidatesOf(candidates ?? [], action);
}

/**
 * What is drawn on the board: every move in the colour of its true value if all are proved; else the candidates in the
 * colours of what they give away, where these are to be shown; else the best line.
 *
 * @param {Analysis} analysis
 * @param {boolean} hasMarks
 * @returns {Drawn[]}
 */
function movesOf(analysis, hasMarks) {
  const { action, arrows, candidates, network } = analysis;
  const marks = hasMarks ? marksOf(analysis) : [];
  if (!isProved(analysis)) {
    return marks.length ? marks : [...lineOfMoves(arrows ?? []), ...(network ? priorsOf(candidates ?? []) : [])];
  }
  return candidates.map((one) => ({ cells: one.cells, tone: outcomeName(one), strength: one.text === action ? 0.95 : 0.55 }));
}

customElements.define("z-analyser", Analyser);
