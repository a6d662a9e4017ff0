// <z-drawer>: what a developer wants to know of a game of their own while it is played.

/** @import {Examined, Inspected} from "./messages.js" */
/** @import {Session} from "../common/session.js" */

import { button, element, hear, write } from "../common/dom.js";

export class Drawer extends HTMLElement {
  /** @type {Session} */
  #session;
  #turn = 0; // of the question whose answer counts
  #note = element("p", { id: "drawer-note", role: "status" });
  #verdict = element("p", { id: "drawer-verdict" }, "Not examined yet.");
  #laws = element("ul", { id: "drawer-laws" });
  #doctor = button("Examine", { id: "drawer-examine", on: { click: () => this.#examine() } });
  #mover = element("p", {});
  #state = code("drawer-state", "State");
  #actions = code("drawer-actions", "Actions");
  #calls = code("drawer-calls", "Calls");
  #count = element("p", { class: "note" });
  #details = element("details", { class: "panel drawer" });

  /** @param {Session} session */
  configure(session) {
    this.#session = session;
    const part = (/** @type {string} */ title, /** @type {Node[]} */ ...shown) =>
      element("section", {}, element("h3", {}, title), ...shown);
    this.#details.append(
      element("summary", { id: "drawer-open" }, "Developer: your game from inside"),
      element(
        "div",
        { class: "drawer-parts" },
        part("The doctor", this.#doctor, this.#verdict, this.#laws),
        part("State", this.#mover, this.#state),
        part("Actions", this.#actions),
        part("Calls of your functions for this position", this.#count, this.#calls),
      ),
    );
    this.#details.addEventListener("toggle", () => this.#look());
    hear(session, "position", () => this.#look());
    this.append(this.#note, this.#details);
    this.#fit();
    return this;
  }

  /**
   * The file was saved and its game loaded again, or could not be.
   *
   * @param {string} words
   * @param {boolean} isWrong
   */
  reloaded(words, isWrong) {
    write(this.#note, words);
    this.#note.classList.toggle("error", isWrong);
    if (isWrong || !this.#details.open) return write(this.#verdict, "Not examined since the file was saved.");
    this.#examine();
  }

  /** It is there beside one's own games only. */
  #fit() {
    this.hidden = !this.#session.known?.own;
  }

  async #look() {
    this.#fit();
    if (this.hidden || !this.#details.open) return;
    const turn = ++this.#turn;
    const answer = await this.#session.socket.ask("inspect", {});
    if (turn !== this.#turn) return;
    if (answer.type === "error") {
      write(this.#mover, answer.message);
      return [this.#state, this.#actions, this.#calls].forEach((one) => write(one, ""));
    }
    if (answer.type === "inspect") this.#show(answer);
  }

  /** @param {Inspected} told */
  #show({ kind, state, mover, actions, calls, count, failed }) {
    write(this.#mover, `A ${kind}; ${mover} is to move.`);
    write(this.#state, state);
    write(this.#actions, actions.map(({ value, text }) => (value === text ? value : `${value}  “${text}”`)).join("\n"));
    write(this.#count, failed ? `They failed: ${failed}` : `${count} ${count === 1 ? "call" : "calls"}`);
    write(this.#calls, calls.map(({ call, result, time }) => `${call} → ${result}  (${time})`).join("\n"));
  }

  async #examine() {
    write(this.#verdict, "Playing random games …");
    this.#laws.replaceChildren();
    this.#doctor.disabled = true;
    const answer = await this.#session.socket.ask("examine", {});
    this.#doctor.disabled = false;
    if (answer.type === "error") return write(this.#verdict, answer.message);
    if (answer.type === "examine") this.#tell(answer);
  }

  /** @param {Examined} found */
  #tell({ healthy, games, positions, laws, verdict, hint }) {
    const played = `${games} random games, ${positions} positions.`;
    write(this.#verdict, [healthy ? "Healthy:" : "A law is broken:", played, verdict, hint].join(" "));
    const first = [...laws].sort((one, other) => Number(one.holds) - Number(other.holds));
    this.#laws.replaceChildren(
      ...first.map(({ law, holds, broken }) =>
        element("li", { class: holds ? "" : "error" }, `${holds ? "✓" : "✗"} ${law}`, broken ? `: ${broken}` : ""),
      ),
    );
  }
}

/**
 * @param {string} id
 * @param {string} label
 */
function code(id, label) {
  return element("pre", { id, tabindex: "0", role: "region", "aria-label": label });
}

customElements.define("z-drawer", Drawer);
