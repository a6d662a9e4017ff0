// <z-waiting>: why there is no answer yet, with a progress bar while something is compiled.

/** @import {Waiting} from "./messages.js" */

import { element, write } from "./dom.js";
import { leftWords, waitingWords } from "./words.js";

export class WaitingNote extends HTMLElement {
  #words = element("span", { class: "waiting-words", role: "status" });
  #left = element("span", { class: "waiting-left" });
  #bar = element("progress", { class: "waiting-bar", max: "1", "aria-label": "Compiling" });

  connectedCallback() {
    this.#build();
  }

  /** When it is first needed: its owner may call it before it is on the page. */
  #build() {
    if (this.childElementCount) return;
    this.classList.add("waiting");
    this.append(this.#words, this.#left, this.#bar);
    this.say(this.#words.textContent ?? "");
  }

  /**
   * A line without progress; "" hides the note.
   *
   * @param {string} words
   */
  say(words) {
    this.#build();
    write(this.#words, words);
    write(this.#left, "");
    this.#bar.hidden = true;
    this.hidden = !words;
  }

  /**
   * What the server says of the wait.
   *
   * @param {Waiting} waiting
   * @param {string} [words]  in place of the usual ones
   */
  show(waiting, words = waitingWords(waiting)) {
    this.say(words);
    const { progress } = waiting;
    write(this.#left, leftWords(waiting.left));
    this.#bar.hidden = progress === null || progress === undefined;
    this.#bar.value = Math.min(1, Math.max(0, progress ?? 0));
  }
}

customElements.define("z-waiting", WaitingNote);
