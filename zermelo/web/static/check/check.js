// <z-check>: tries a search of the user's own, from a file that the command line named, and shows what is wrong with it.

/** @import {Session} from "../common/session.js" */

import { element, write } from "../common/dom.js";

export class Check extends HTMLElement {
  /** @type {Session} */
  #session;
  #choice = element("select", { id: "check-search" });
  #button = element("button", { type: "button", id: "check-begin" }, "Check it");
  #words = element("p", { id: "check-words", role: "status" });
  #found = element("div", { id: "check-found" });
  #turn = 0; // of the question whose answer counts

  /** @param {Session} session */
  configure(session) {
    this.#session = session;
    this.#choice.append(...session.info.searches.map((name) => element("option", { value: name }, name)));
    this.#button.addEventListener("click", () => this.#check());
    this.append(element("h1", {}, "Is my search right?"));
    if (session.info.searches.length === 0) {
      this.append(element("p", {}, "Start the page with zermelo serve --search mysearch.py to check a search of yours."));
      return this;
    }
    this.append(
      element("p", {}, "It is tried on hundreds of small trees; the smallest one on which it goes wrong is shown."),
      element("p", { class: "check-choice" }, element("label", { for: "check-search" }, "File"), this.#choice, this.#button),
      this.#words,
      this.#found,
    );
    return this;
  }

  disconnectedCallback() {
    this.#turn++;
  }

  async #check() {
    const turn = ++this.#turn;
    this.#button.disabled = true;
    this.#found.replaceChildren();
    write(this.#words, "Trying it …");
    const answer = await this.#session.socket.ask("check", { search: this.#choice.value });
    if (turn !== this.#turn) return;
    this.#button.disabled = false;
    if (answer.type === "error") return write(this.#words, answer.message);
    if (answer.type !== "check") return;
    const isRight = answer.searches.every(({ right }) => right);
    write(this.#words, isRight ? "Nothing wrong was found." : "Something is wrong.");
    for (const { lines, tree } of answer.searches) {
      const [title, ...rest] = lines;
      const list = rest.map((line) => element("li", {}, line));
      this.#found.append(element("h2", {}, title), element("ul", { class: "check-lines" }, ...list));
      if (tree) this.#found.append(element("pre", { class: "check-tree", tabindex: "0" }, tree));
    }
  }
}

customElements.define("z-check", Check);
