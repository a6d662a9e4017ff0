// <z-why>: "why not my move?": its refutation on the board, and how the evaluations compare.

/** @import {Answer, ChangedTerm, Position, Waiting, Why as WhyAnswer} from "../common/messages.js" */
/** @import {Socket} from "../common/socket.js" */

import { button, element, tell, wantsLittleMotion, write } from "../common/dom.js";
import { diverging } from "./terms.js";
import { capital } from "../common/words.js";
import "../common/waiting.js";

const FRAME = 900; // milliseconds

/**
 * Events: `frame` (detail: the frame to show on the board, or null for the game itself), `ask` before a search begins,
 * `close`.
 */
export class Why extends HTMLElement {
  /** @type {Socket} */
  #socket;
  #id = 0;
  /** @type {WhyAnswer | null} */
  #answer = null;
  #frame = 0; // how many moves of the line are on the board
  /** @type {number} */
  #timer = 0;
  #select = element("select", { id: "why-select" });
  #words = element("z-waiting", { id: "why-words" });
  #lines = element("dl", { class: "why-lines" });
  #player = element("div", { class: "playback", role: "group", "aria-label": "The line on the board" });
  #play = button("Pause", { on: { click: () => this.#toggle() } });
  #count = element("span", { class: "number" });
  #terms = element("div", { class: "why-terms" });

  /** @param {Socket} socket */
  configure(socket) {
    this.#socket = socket;
    this.#select.addEventListener("change", () => {
      if (this.#select.value) this.ask(this.#select.value);
    });
    /** @type {(by: number, words: string, label: string) => HTMLButtonElement} */
    const step = (by, words, label) =>
      button(words, { "aria-label": label, title: label, on: { click: () => this.#step(by) } });
    this.#player.append(
      step(-1, "‹", "Back one move"),
      this.#play,
      step(1, "›", "Forward one move"),
      button("Replay", { on: { click: () => this.#replay() } }),
      this.#count,
    );
    const close = button("Close", { class: "quiet", on: { click: () => this.dispatchEvent(new Event("close")) } });
    this.replaceChildren(
      element("div", { class: "panel-head" }, element("h2", {}, "Why not my move?"), close),
      element("div", { class: "why-pick" }, element("label", { for: "why-select" }, "Move"), this.#select),
      this.#words,
      this.#player,
      this.#lines,
      this.#terms,
    );
    return this;
  }

  /**
   * Prepares for a question about this position.
   *
   * @param {Position} position
   */
  open(position) {
    this.#reset();
    const options = position.actions.map(({ text }) => element("option", { value: text }, text));
    this.#select.replaceChildren(element("option", { value: "" }, "Choose …"), ...options);
    const hasMoves = position.actions.length > 0;
    this.#say(hasMoves ? "Play the move on the board, or choose it here." : "There are no moves in this position.");
  }

  /**
   * Asks about one of the position's actions.
   *
   * @param {string} action
   */
  ask(action) {
    this.#reset();
    this.#select.value = action;
    this.#say(`Analysing ${action} …`);
    this.dispatchEvent(new Event("ask"));
    const id = this.#socket.request("why", { action }, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  cancel() {
    this.#reset();
  }

  #reset() {
    if (this.#id) this.#socket.forget(this.#id);
    this.#id = 0;
    this.#stop();
    if (this.#answer) tell(this, "frame", null);
    this.#answer = null;
    this.#player.hidden = true;
    this.#lines.replaceChildren();
    this.#terms.replaceChildren();
  }

  /** @param {string} words */
  #say(words) {
    this.#words.say(words);
  }

  /**
   * @param {number} id
   * @param {Answer<"why"> | Waiting} answer
   */
  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") return this.#words.show(answer);
    this.#id = 0;
    if (answer.type === "error") return this.#say(answer.message);
    this.#answer = answer;
    this.#say(answer.words);
    this.#lines.replaceChildren(
      ...(answer.stand_in ? fact("Note", capital(answer.stand_in)) : []),
      ...fact("Your line", `${answer.line.join(" ")} (${answer.value_words})`),
      ...fact("Best line", `${answer.best.line.join(" ")} (${answer.best.value_words})`),
      ...(answer.difference_words ? fact("Difference", answer.difference_words) : []),
    );
    this.#drawTerms(answer.terms ?? []);
    this.#player.hidden = !answer.frames?.length;
    if (answer.frames?.length) this.#replay();
  }

  /** @param {ChangedTerm[]} list */
  #drawTerms(list) {
    if (!list.length) return;
    const most = Math.max(...list.map(({ change }) => Math.abs(change)), 0.01);
    const columns = ["Term", "Yours", "Best", "", "Change"];
    const head = columns.map((words) => element("th", { scope: "col" }, words));
    const rows = list.map((term) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, term.name),
        element("td", {}, term.mine_words),
        element("td", {}, term.best_words),
        element("td", { class: "in-bar" }, diverging(term.change, most)),
        element("td", {}, term.change_words),
      ),
    );
    this.#terms.replaceChildren(
      element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
    );
  }

  // --- the line on the board ----------------------------------------------------------------------------------------

  get #frames() {
    return this.#answer?.frames ?? [];
  }

  #replay() {
    this.#show(0);
    if (wantsLittleMotion()) return this.#show(1);
    this.#run();
  }

  #run() {
    this.#stop();
    this.#timer = setInterval(() => {
      if (this.#frame >= this.#frames.length) return this.#stop();
      this.#show(this.#frame + 1);
    }, FRAME);
    this.#labelPlay();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#labelPlay();
  }

  #toggle() {
    if (this.#timer) return this.#stop();
    if (this.#frame >= this.#frames.length) this.#show(0);
    this.#run();
  }

  /** @param {number} by */
  #step(by) {
    this.#stop();
    this.#show(Math.min(this.#frames.length, Math.max(0, this.#frame + by)));
  }

  /** @param {number} frame */
  #show(frame) {
    this.#frame = frame;
    const frames = this.#frames;
    write(this.#count, `${frame} of ${frames.length}${frame ? `: ${frames[frame - 1].text}` : ""}`);
    tell(this, "frame", frame ? frames[frame - 1] : null);
    if (frame >= frames.length) this.#stop();
  }

  #labelPlay() {
    write(this.#play, this.#timer ? "Pause" : "Play");
  }
}

/**
 * @param {string} name
 * @param {string} words
 */
function fact(name, words) {
  return [element("dt", {}, name), element("dd", {}, words)];
}

customElements.define("z-why", Why);
