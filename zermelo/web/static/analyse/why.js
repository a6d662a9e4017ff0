// <z-why>: "why not my move?": its refutation, played on the board, and what the evaluation says of both.

import { button, element, wantsLittleMotion, write } from "../common/dom.js";
import { diverging } from "./terms.js";
import { signed, waitingWords } from "../common/words.js";

const FRAME = 900; // milliseconds

/**
 * Events: `frame` (detail: {picture, text, cells} to be shown on the board, or null for the game itself), `ask` before
 * a search begins, `close`.
 */
export class Why extends HTMLElement {
  #socket = null;
  #id = 0;
  #answer = null;
  #frame = 0; // how many moves of the line are on the board
  #timer = 0;
  #select = element("select", { id: "why-select" });
  #words = element("p", { id: "why-words", role: "status" });
  #lines = element("dl", { class: "why-lines" });
  #player = element("div", { class: "playback", role: "group", "aria-label": "The line on the board" });
  #play = button("Pause", { on: { click: () => this.#toggle() } });
  #count = element("span", { class: "number" });
  #terms = element("div", { class: "why-terms" });

  configure(socket) {
    this.#socket = socket;
    this.#select.addEventListener("change", () => {
      if (this.#select.value) this.ask(this.#select.value);
    });
    const step = (by, words, label) =>
      button(words, { "aria-label": label, title: label, on: { click: () => this.#step(by) } });
    this.#player.append(
      step(-1, "‹", "One move back"),
      this.#play,
      step(1, "›", "One move on"),
      button("Replay", { on: { click: () => this.#replay() } }),
      this.#count,
    );
    const close = button("Close", { class: "quiet", on: { click: () => this.dispatchEvent(new Event("close")) } });
    this.replaceChildren(
      element("div", { class: "panel-head" }, element("h2", {}, "Why not my move?"), close),
      element("div", { class: "why-pick" }, element("label", { for: "why-select" }, "The move"), this.#select),
      this.#words,
      this.#player,
      this.#lines,
      this.#terms,
    );
    return this;
  }

  /** Ready for a question about this position. */
  open(position) {
    this.#reset();
    const options = position.actions.map(({ text }) => element("option", { value: text }, text));
    this.#select.replaceChildren(element("option", { value: "" }, "choose …"), ...options);
    const hasMoves = position.actions.length > 0;
    this.#say(hasMoves ? "Point at a move on the board, or choose it here." : "There is no move to ask about here.");
  }

  /** Asks about one of the position's actions. */
  ask(action) {
    this.#reset();
    this.#select.value = action;
    this.#say(`Looking at ${action} …`);
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
    if (this.#answer) this.dispatchEvent(new CustomEvent("frame", { detail: null }));
    this.#answer = null;
    this.#player.hidden = true;
    this.#lines.replaceChildren();
    this.#terms.replaceChildren();
  }

  #say(words) {
    write(this.#words, words);
  }

  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") return this.#say(waitingWords(answer));
    this.#id = 0;
    if (answer.type !== "why") return this.#say(answer.message ?? "The question was interrupted.");
    this.#answer = answer;
    this.#say(answer.words);
    this.#lines.replaceChildren(
      ...fact("Your line", `${answer.line.join(" ")} (${signed(answer.value)})`),
      ...fact("Better", `${answer.best.line.join(" ")} (${signed(answer.best.value)})`),
      ...(answer.difference === null ? [] : fact("Difference", signed(answer.difference))),
    );
    this.#drawTerms(answer.terms ?? []);
    this.#player.hidden = !answer.frames?.length;
    if (answer.frames?.length) this.#replay();
  }

  #drawTerms(list) {
    if (!list.length) return;
    const most = Math.max(...list.map(({ change }) => Math.abs(change)), 0.01);
    const columns = ["what changes", "yours", "better", "", "change"];
    const head = columns.map((words) => element("th", { scope: "col" }, words));
    const rows = list.map(({ name, mine, best, change }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, name),
        element("td", {}, signed(mine)),
        element("td", {}, signed(best)),
        element("td", { class: "in-bar" }, diverging(change, most)),
        element("td", {}, signed(change)),
      ),
    );
    this.#terms.replaceChildren(
      element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
    );
  }

  // --- the line on the board ----------------------------------------------------------------------------------------

  #replay() {
    this.#show(0);
    if (wantsLittleMotion()) return this.#show(1);
    this.#run();
  }

  #run() {
    this.#stop();
    this.#timer = setInterval(() => {
      if (this.#frame >= this.#answer.frames.length) return this.#stop();
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
    if (this.#frame >= this.#answer.frames.length) this.#show(0);
    this.#run();
  }

  #step(by) {
    this.#stop();
    this.#show(Math.min(this.#answer.frames.length, Math.max(0, this.#frame + by)));
  }

  #show(frame) {
    this.#frame = frame;
    const { frames } = this.#answer;
    write(this.#count, `${frame} of ${frames.length}${frame ? `: ${frames[frame - 1].text}` : ""}`);
    this.dispatchEvent(new CustomEvent("frame", { detail: frame ? frames[frame - 1] : null }));
    if (frame >= frames.length) this.#stop();
  }

  #labelPlay() {
    write(this.#play, this.#timer ? "Pause" : "Play");
  }
}

function fact(name, words) {
  return [element("dt", {}, name), element("dd", {}, words)];
}

customElements.define("z-why", Why);
