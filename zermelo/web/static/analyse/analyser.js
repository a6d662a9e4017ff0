// <z-analyser>: keeps an analysis of the shown position running, and begins again when that changes.

import { element, remembered } from "../common/dom.js";
import { lineOfMoves } from "../board/arrows.js";
import { waitingWords } from "../common/words.js";
import "./analysis.js";
import "../common/player.js";

const SLOW = 1500; // milliseconds without an answer after which the wait is explained
const COMPILING = "Thinking … the first search of a game takes a while: it is compiled.";

/** Events: `moves` (detail: moves to draw on the board), `follow` (detail: texts to be played). */
export class Analyser extends HTMLElement {
  #socket = null;
  #position = null;
  #id = 0; // of the question whose answers count
  #slow = 0;
  #view = element("z-analysis", { named: true });
  #engine = document.createElement("z-player");
  #lines = element("select", { id: "analysis-lines" });

  configure(socket, info) {
    this.#socket = socket;
    this.#engine.configure({ id: "analysis-engine", label: "Engine", info, automatic: "A good one for this game" });
    for (const count of [1, 2, 3, 4, 5]) this.#lines.append(element("option", { value: count }, String(count)));
    this.#lines.value = remembered("lines") ?? "1";
    if (!this.#lines.value) this.#lines.value = "1";
    this.#lines.addEventListener("change", () => {
      remembered("lines", this.#lines.value);
      this.#restart();
    });
    this.#engine.addEventListener("change", () => this.#restart());
    this.#view.addEventListener("point", (event) => this.#point(event.detail));
    this.#view.addEventListener("follow", (event) => {
      this.dispatchEvent(new CustomEvent("follow", { detail: event.detail }));
    });
    const label = element("label", { for: "analysis-lines" }, "Lines");
    const lines = element("div", { class: "lines-choice" }, label, this.#lines);
    this.replaceChildren(this.#view, element("div", { class: "analysis-settings" }, this.#engine, lines));
    return this;
  }

  get isRunning() {
    return this.#id !== 0;
  }

  /** Another game: nothing that was found counts any more. */
  reset() {
    this.#forget();
    this.#drawMoves([]);
    this.#view.clear();
  }

  /** Thinks about this position. */
  start(position) {
    this.#position = position;
    this.#forget();
    this.#drawMoves([]);
    if (position.mover === null) return this.#view.clear("The game is over.");
    if (position.mover < 0) return this.#view.clear("Chance is to move.");
    this.#view.say("Thinking …");
    this.#slow = setTimeout(() => this.#view.say(COMPILING), SLOW);
    const fields = { lines: Number(this.#lines.value) };
    if (this.#engine.engine) fields.engine = this.#engine.engine;
    const id = this.#socket.request("analyse", fields, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  /** Ends it and says why, or nothing. */
  stop(words = "", tellServer = true) {
    const wasRunning = this.isRunning;
    this.#forget();
    this.#drawMoves([]);
    this.#view.say(words);
    if (wasRunning && tellServer) this.#socket.request("stop");
  }

  #restart() {
    if (this.#position && this.isConnected && !this.hidden) this.start(this.#position);
  }

  #forget() {
    clearTimeout(this.#slow);
    if (this.#id) this.#socket.forget(this.#id);
    this.#id = 0;
  }

  #hear(id, answer) {
    if (id !== this.#id) return;
    clearTimeout(this.#slow);
    if (answer.type === "waiting") return this.#view.say(waitingWords(answer));
    if (answer.type === "error") {
      this.#id = 0;
      return this.#view.clear(answer.message);
    }
    if (answer.type !== "analysis" || answer.ply !== this.#position.ply) return;
    this.#view.show(answer, this.#position);
    this.#drawMoves(lineOfMoves(answer.arrows ?? []));
    if (answer.done) this.#id = 0;
  }

  /** A candidate's own move in place of the best line, while it is pointed at. */
  #point(candidate) {
    const analysis = this.#view.analysis;
    if (!analysis) return;
    const isBest = !candidate || candidate.text === analysis.action;
    this.#drawMoves(isBest ? lineOfMoves(analysis.arrows ?? []) : lineOfMoves([candidate.cells], "asked"));
  }

  #drawMoves(moves) {
    this.dispatchEvent(new CustomEvent("moves", { detail: moves }));
  }
}


customElements.define("z-analyser", Analyser);
