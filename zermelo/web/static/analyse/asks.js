// <z-asks>: what a person can ask about the position: an analysis, a threat, why not this move, a review of the game.

import { button, element, write } from "../common/dom.js";
import { lineOfMoves } from "../board/arrows.js";
import "./analyser.js";
import "./review.js";
import "./why.js";

const LATER = "The analysis goes on when it is a person's turn.";

/**
 * There is one search at a time: each question ends the one before it, and the analysis comes back when nothing else
 * is asked. Events: `moves` (detail: moves to draw), `frame` (detail: a picture to show in place of the position, or
 * null), `follow` (detail: texts to play), `ply` (detail: where to go), `marks` (detail: {ply: kind}), `asking` when
 * pointing at a move begins or ends to mean a question, `review` when one begins.
 */
export class Asks extends HTMLElement {
  #socket = null;
  #isBusy = null; // () -> is an engine at work, so that there is no search left for us?
  #position = null;
  #wanted = { analysis: false, why: false, threat: false };
  #arrows = { analysis: [], threat: [] };
  #hasFrame = false;
  #analyser = element("z-analyser", { class: "panel", hidden: true });
  #why = element("z-why", { class: "panel", hidden: true });
  #review = element("z-review", { class: "panel", hidden: true });
  #threat = element("p", { id: "threat-words", class: "panel threat-words", role: "status", hidden: true });
  #buttons = {
    analysis: toggle("Analyse", "analyse-toggle", "a"),
    why: toggle("Why not my move?", "why-toggle", "w"),
    threat: toggle("Threat", "threat", "t"),
    review: button("Review game", { id: "review" }),
  };

  configure(session, isBusy) {
    this.#socket = session.socket;
    this.#isBusy = isBusy;
    this.#analyser.configure(session.socket, session.info);
    this.#why.configure(session.socket);
    this.#review.configure(session.socket);
    const bar = element("div", { class: "asks", role: "group", "aria-label": "Ask the engine" });
    bar.append(...Object.values(this.#buttons));
    this.append(bar, this.#threat, this.#why, this.#analyser, this.#review);
    this.#listen();
    return this;
  }

  #listen() {
    const { analysis, why, threat, review } = this.#buttons;
    analysis.addEventListener("click", () => this.#toggleAnalysis());
    why.addEventListener("click", () => this.toggleWhy());
    threat.addEventListener("click", () => this.#toggleThreat());
    review.addEventListener("click", () => this.#startReview());
    this.#analyser.addEventListener("moves", (event) => this.#draw("analysis", event.detail));
    this.#analyser.addEventListener("follow", (event) => this.#tell("follow", event.detail));
    this.#why.addEventListener("ask", () => this.#analyser.stop("Paused while your move is looked at.", false));
    this.#why.addEventListener("close", () => this.toggleWhy());
    this.#why.addEventListener("frame", (event) => {
      this.#hasFrame = event.detail !== null;
      this.#tell("frame", event.detail);
      this.#draw();
    });
    this.#review.addEventListener("ply", (event) => this.#tell("ply", event.detail));
    this.#review.addEventListener("marks", (event) => this.#tell("marks", event.detail));
    this.#review.addEventListener("over", () => this.think());
  }

  /** Does pointing at a move ask why not? */
  get isAsking() {
    return this.#wanted.why;
  }

  /** The button of a key, or undefined. */
  buttonOf(key) {
    return { a: this.#buttons.analysis, w: this.#buttons.why, t: this.#buttons.threat }[key];
  }

  /** Another position is on the board: what was found about the last one is put away. */
  show(position, isNewGame) {
    this.#position = position;
    if (isNewGame) {
      this.#analyser.reset();
      this.#review.cancel();
      this.#review.hidden = true;
    }
    this.#closeThreat();
    if (this.#wanted.why) this.#why.open(position);
    if (!this.#review.hidden) this.#review.show(position);
    this.#showButtons();
  }

  /** Analyses the position, if that is wanted and nothing else is being looked for. */
  think() {
    if (!this.isConnected || !this.#wanted.analysis) return;
    if (this.#isBusy()) return this.#analyser.stop(LATER, false);
    if (!this.#wanted.threat && !this.#review.isRunning && !this.#hasFrame) this.#analyser.start(this.#position);
  }

  /** An engine has the search now. */
  rest() {
    this.#analyser.stop(this.#wanted.analysis ? LATER : "", false);
  }

  /** The view is left. */
  leave() {
    this.#analyser.stop("", false);
    this.#review.cancel();
    this.#why.cancel();
  }

  askWhy(action) {
    this.#why.ask(action);
  }

  toggleWhy() {
    this.#wanted.why = !this.#wanted.why;
    this.#why.hidden = !this.#wanted.why;
    this.#closeThreat();
    if (this.#wanted.why) this.#why.open(this.#position);
    else this.#why.cancel();
    this.#tell("asking");
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
    write(this.#threat, "Looking for a threat …");
    this.#showButtons();
    const asked = this.#position;
    this.#socket.ask("threat").then((answer) => {
      if (this.#position !== asked || !this.#wanted.threat) return;
      write(this.#threat, answer.words ?? answer.message ?? "The search was interrupted.");
      if (answer.type === "threat") this.#draw("threat", lineOfMoves(answer.arrows ?? [answer.cells], "threat"));
    });
  }

  #closeThreat() {
    this.#wanted.threat = false;
    this.#threat.hidden = true;
    this.#draw("threat", []);
  }

  #startReview() {
    this.#tell("review");
    this.#analyser.stop("Paused while the game is reviewed.", false);
    this.#closeThreat();
    this.#review.hidden = false;
    this.#review.start(this.#position);
    this.#showButtons();
  }

  /** Keeps the arrows of one source, and draws those that matter now. */
  #draw(source = null, moves = []) {
    if (source) this.#arrows[source] = moves;
    const { threat, analysis } = this.#arrows;
    this.#tell("moves", this.#hasFrame ? [] : threat.length ? threat : analysis);
  }

  #showButtons() {
    const { can_pass: canPass, moves } = this.#position;
    this.#buttons.threat.hidden = !canPass;
    this.#buttons.review.disabled = !moves.length;
    for (const [name, wanted] of Object.entries(this.#wanted)) this.#buttons[name].setAttribute("aria-pressed", wanted);
  }

  #tell(event, detail = null) {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }
}

function toggle(words, id, key) {
  const attributes = { id, class: "toggle", title: `${words} (${key})`, "aria-keyshortcuts": key };
  return button(words, { ...attributes, "aria-pressed": "false" });
}

customElements.define("z-asks", Asks);
