// <z-asks>: what a person can ask: an analysis, the threat, why not this move, a review of the game.

/** @import {Drawn} from "../board/arrows.js" */
/** @import {Position} from "../common/messages.js" */
/** @import {Session} from "../common/session.js" */
/** @import {Socket} from "../common/socket.js" */

import { button, element, hear, tell, write } from "../common/dom.js";
import { lineOfMoves } from "../board/arrows.js";
import "./analyser.js";
import "./bar/evaluation.js";
import "./hint.js";
import "./review.js";
import "./why.js";

const LATER = "The analysis continues when it is a person's turn.";

/**
 * There is one search at a time: each question ends the one before it, and the analysis resumes when there is no other
 * question. Events: `moves` (detail: moves to draw), `frame` (detail: a picture to show in place of the position, or
 * null), `follow` (detail: texts to play), `ply` (detail: where to go), `marks` (detail: {ply: kind}), `asking` when a
 * move on the board begins or ceases to be a question, `review` when one begins.
 */
export class Asks extends HTMLElement {
  /** @type {Socket} */
  #socket;
  /** @type {() => boolean} is an engine at work, so that no search is left for us? */
  #isBusy;
  /** @type {Position} */
  #position;
  #wanted = { analysis: false, why: false, threat: false };
  /** @type {{analysis: Drawn[], threat: Drawn[], hint: Drawn[]}} */
  #arrows = { analysis: [], threat: [], hint: [] };
  #hasFrame = false;
  evaluation = element("z-evaluation", { id: "evaluation" }); // stands beside the board
  #analyser = element("z-analyser", { class: "panel", hidden: true });
  #why = element("z-why", { class: "panel", hidden: true });
  #review = element("z-review", { class: "panel", hidden: true });
  #hint = element("z-hint", { class: "panel", hidden: true });
  #threat = element("p", { id: "threat-words", class: "panel threat-words", role: "status", hidden: true });
  #buttons = {
    hint: button("Hint", { id: "hint", title: "Hint (h)", "aria-keyshortcuts": "h" }),
    analysis: toggle("Analyse", "analyse-toggle", "a"),
    why: toggle("Why not my move?", "why-toggle", "w"),
    threat: toggle("Threat", "threat", "t"),
    review: button("Review game", { id: "review" }),
  };

  /**
   * @param {Session} session
   * @param {HTMLElement & {flipped: boolean}} board
   * @param {() => boolean} isBusy
   */
  configure(session, board, isBusy) {
    this.evaluation.configure(board);
    this.#socket = session.socket;
    this.#isBusy = isBusy;
    this.#analyser.configure(session.socket, session.info);
    this.#why.configure(session.socket);
    this.#review.configure(session);
    const bar = element("div", { class: "asks", role: "group", "aria-label": "Ask the engine" });
    bar.append(...Object.values(this.#buttons));
    this.#hint.configure(session.socket);
    this.append(bar, this.#hint, this.#threat, this.#why, this.#analyser, this.#review);
    this.#listen();
    return this;
  }

  #listen() {
    const { hint, analysis, why, threat, review } = this.#buttons;
    hint.addEventListener("click", () => this.#giveHint());
    hear(this.#hint, "moves", (moves) => this.#draw("hint", moves));
    this.#hint.addEventListener("over", () => this.think());
    hear(this.#analyser, "found", (found) => this.evaluation.show(found, this.#position));
    analysis.addEventListener("click", () => this.#toggleAnalysis());
    why.addEventListener("click", () => this.toggleWhy());
    threat.addEventListener("click", () => this.#toggleThreat());
    review.addEventListener("click", () => this.#startReview());
    hear(this.#analyser, "moves", (moves) => this.#draw("analysis", moves));
    hear(this.#analyser, "follow", (texts) => tell(this, "follow", texts));
    this.#why.addEventListener("ask", () => this.#analyser.stop("Paused while your move is analysed.", false));
    this.#why.addEventListener("close", () => this.toggleWhy());
    hear(this.#why, "frame", (frame) => {
      this.#hasFrame = frame !== null;
      tell(this, "frame", frame);
      this.#draw();
    });
    hear(this.#review, "ply", (ply) => tell(this, "ply", ply));
    hear(this.#review, "marks", (kinds) => tell(this, "marks", kinds));
    this.#review.addEventListener("over", () => this.think());
  }

  /** Does a move on the board ask why not? */
  get isAsking() {
    return this.#wanted.why;
  }

  /**
   * The button of a key.
   *
   * @param {string} key
   */
  buttonOf(key) {
    const { hint, analysis, why, threat } = this.#buttons;
    if (key === "h") return hint;
    return key === "a" ? analysis : key === "w" ? why : key === "t" ? threat : undefined;
  }

  /**
   * Drops what was found about the last position.
   *
   * @param {Position} position
   * @param {boolean} isNewGame
   */
  show(position, isNewGame) {
    const wasSeenBy = this.#position?.secret?.viewer;
    this.#position = position;
    if (position.secret && this.#wanted.why) this.toggleWhy();
    if (position.secret?.viewer !== wasSeenBy) this.#analyser.reset(); // it was about what another person sees
    if (isNewGame) {
      this.#analyser.reset();
      this.#review.cancel();
      this.#review.hidden = true;
    }
    this.#closeThreat();
    this.#hint.close();
    if (this.#wanted.why) this.#why.open(position);
    if (!this.#review.hidden) this.#review.show(position);
    this.#showButtons();
  }

  /** Analyses the position, if that is wanted and nothing else is being searched. */
  think() {
    if (!this.isConnected || !this.#wanted.analysis) return;
    if (this.#isBusy()) return this.#analyser.stop(LATER, false);
    if (!this.#wanted.threat && !this.#hint.isRunning && !this.#review.isRunning && !this.#hasFrame) this.#analyser.start(this.#position);
  }

  /** Pauses, because an engine needs the search. */
  rest() {
    this.#analyser.stop(this.#wanted.analysis ? LATER : "", false);
  }

  /** Stops, because the view is left. */
  leave() {
    this.#analyser.stop("", false);
    this.#review.cancel();
    this.#why.cancel();
    this.#hint.close();
  }

  /** @param {string} action */
  askWhy(action) {
    this.#why.ask(action);
  }

  toggleWhy() {
    this.#wanted.why = !this.#wanted.why;
    this.#why.hidden = !this.#wanted.why;
    this.#closeThreat();
    if (this.#wanted.why) this.#why.open(this.#position);
    else this.#why.cancel();
    tell(this, "asking");
    if (!this.#wanted.why && !this.#analyser.isRunning) this.think();
    this.#showButtons();
  }

  #toggleAnalysis() {
    this.#wanted.analysis = !this.#wanted.analysis;
    this.#analyser.hidden = !this.#wanted.analysis;
    if (this.#wanted.analysis) this.think();
    else this.#analyser.stop();
    this.#showButtons();
  }

  #toggleThreat() {
    if (this.#wanted.threat) {
      this.#closeThreat();
      this.think();
      return this.#showButtons();
    }
    this.#wanted.threat = true;
    this.#analyser.stop("Paused while the threat is shown.", false);
    this.#threat.hidden = false;
    write(this.#threat, "Searching for the threat …");
    this.#showButtons();
    const asked = this.#position;
    this.#socket.ask("threat", {}).then((answer) => {
      if (this.#position !== asked || !this.#wanted.threat) return;
      write(this.#threat, answer.type === "threat" ? answer.words : answer.message);
      if (answer.type === "threat") this.#draw("threat", lineOfMoves(answer.arrows ?? [answer.cells], "threat"));
    });
  }

  /** A hint; asked again, the move itself. */
  #giveHint() {
    this.#closeThreat();
    if (!this.#hint.isOpen) this.#analyser.stop("Paused while a hint is looked for.", false);
    this.#hint.ask();
  }

  #closeThreat() {
    this.#wanted.threat = false;
    this.#threat.hidden = true;
    this.#draw("threat", []);
  }

  #startReview() {
    tell(this, "review");
    this.#analyser.stop("Paused while the game is reviewed.", false);
    this.#closeThreat();
    this.#review.hidden = false;
    this.#review.start(this.#position);
    this.#showButtons();
  }

  /**
   * Keeps the arrows of one source, and draws those that matter now.
   *
   * @param {"analysis" | "threat" | "hint" | null} [source]
   * @param {Drawn[]} [moves]
   */
  #draw(source = null, moves = []) {
    if (source) this.#arrows[source] = moves;
    const { threat, analysis, hint } = this.#arrows;
    tell(this, "moves", this.#hasFrame ? [] : hint.length ? hint : threat.length ? threat : analysis);
  }

  #showButtons() {
    const { can_pass: canPass, moves, secret, mover } = this.#position;
    this.#buttons.hint.hidden = Boolean(secret);
    this.#buttons.hint.disabled = mover === null || mover < 0;
    this.#buttons.threat.hidden = !canPass;
    this.#buttons.why.hidden = this.#buttons.review.hidden = Boolean(secret);
    this.#buttons.review.disabled = !moves.length;
    const { analysis, why, threat } = this.#wanted;
    this.#buttons.analysis.setAttribute("aria-pressed", String(analysis));
    this.#buttons.why.setAttribute("aria-pressed", String(why));
    this.#buttons.threat.setAttribute("aria-pressed", String(threat));
  }
}

/**
 * @param {string} words
 * @param {string} id
 * @param {string} key
 */
function toggle(words, id, key) {
  const attributes = { id, class: "toggle", title: `${words} (${key})`, "aria-keyshortcuts": key };
  return button(words, { ...attributes, "aria-pressed": "false" });
}

customElements.define("z-asks", Asks);
