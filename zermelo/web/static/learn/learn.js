// <z-learn>: what a learned player thinks of the first moves, drawn anew while its run goes on.

/** @import {EngineInfo} from "../common/messages.js" */
/** @import {Session} from "../common/session.js" */

import { element, pictureOf, write } from "../common/dom.js";
import { grouped } from "../common/words.js";

const EVERY = 1500; // milliseconds between two looks at a run in progress

export class Learn extends HTMLElement {
  /** @type {Session} */
  #session;
  #choice = element("select", { id: "learned-player" });
  #words = element("p", { id: "learned-words", role: "status" });
  #picture = element("div", { id: "learned-picture", class: "learned-picture", tabindex: "0", role: "region", "aria-label": "What it thinks" });
  #shown = "";
  #timer = 0;
  #turn = 0; // of the question whose answer counts

  /** @param {Session} session */
  configure(session) {
    this.#session = session;
    const players = session.info.engines.filter(({ learned }) => learned);
    this.#choice.append(...players.map((player) => this.#option(player)));
    this.#choice.addEventListener("change", () => this.#look());
    const label = element("label", { for: "learned-player" }, "Player");
    this.append(
      element("h1", {}, "Watch a network learn"),
      element("p", {}, "The value of each first move by the network alone, without any search: +1 wins, -1 loses."),
      element("p", { class: "learned-choice" }, label, this.#choice),
      this.#words,
      this.#picture,
    );
    if (players.length) return this;
    this.querySelector(".learned-choice")?.remove();
    write(this.#words, "There is no learned player yet: “zermelo learn” makes one, and “zermelo serve --player” offers it.");
    return this;
  }

  connectedCallback() {
    this.#look();
  }

  disconnectedCallback() {
    this.#turn++;
    clearTimeout(this.#timer);
  }

  /** @param {EngineInfo} player */
  #option({ name, help }) {
    return element("option", { value: name, title: help ?? "" }, name);
  }

  async #look() {
    clearTimeout(this.#timer);
    if (!this.#choice.value) return;
    const turn = ++this.#turn;
    const answer = await this.#session.socket.ask("learning", { player: this.#choice.value });
    if (turn !== this.#turn) return;
    if (answer.type === "error") return write(this.#words, answer.message);
    if (answer.type !== "learning") return;
    const games = `${grouped(answer.games)} games`;
    write(this.#words, answer.done ? `Finished after ${games}.` : `Learning: ${games} so far.`);
    if (answer.svg !== this.#shown) {
      this.#shown = answer.svg;
      this.#picture.replaceChildren(pictureOf(answer.svg, `The values of the first moves after ${games}`));
    }
    if (!answer.done) this.#timer = setTimeout(() => this.#look(), EVERY);
  }
}

customElements.define("z-learn", Learn);
