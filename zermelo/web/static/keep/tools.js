// <z-line-tools>: what can be done with the record at the position shown: a comment, the order of variations, deleting.

/** @import {Position} from "../common/messages.js" */
/** @import {Session} from "../common/session.js" */

import { button, element, tell, write } from "../common/dom.js";
import { linesOf } from "../common/numbering.js";

const DELETE = "Delete from here";
const LONGEST = 2000; // characters of a comment

/** Event: `asked` (detail: a promise of the server's answer). */
export class LineTools extends HTMLElement {
  /** @type {Session} */
  #session;
  /** @type {Position | null} */
  #position = null;
  #isSure = false;
  #comment = button("Comment", { id: "comment", "aria-expanded": "false", on: { click: () => this.#toggle() } });
  #promote = button("Make main line", { id: "promote", on: { click: () => this.#ask("promote") } });
  #delete = button(DELETE, { id: "delete-line", on: { click: () => this.#confirm(), blur: () => this.#calm() } });
  #text = element("textarea", { id: "comment-text", rows: 2, maxlength: LONGEST, "aria-label": "Comment on this position" });
  #form = element(
    "form",
    { class: "comment-form", hidden: true },
    this.#text,
    element("button", { type: "submit", id: "comment-save" }, "Save comment"),
  );

  /** @param {Session} session */
  configure(session) {
    this.#session = session;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      tell(this, "asked", session.socket.ask("comment", { text: this.#text.value }));
      this.#close();
    });
    this.#form.addEventListener("keydown", ({ key }) => key === "Escape" && this.#close());
    this.append(element("div", { class: "buttons" }, this.#comment, this.#promote, this.#delete), this.#form);
    return this;
  }

  /** @param {Position} position */
  show(position) {
    const { node, tree, secret, closed, plies } = position;
    if (node !== this.#position?.node) this.#close();
    this.#calm();
    this.#position = position;
    this.hidden = Boolean(secret) || closed || (!plies && !tree);
    const isMain = !tree || node === 0 || linesOf(tree)[0].some(([number]) => number === node);
    this.#promote.hidden = isMain;
    this.#delete.disabled = node === 0;
  }

  #toggle() {
    this.#form.hidden = !this.#form.hidden;
    this.#comment.setAttribute("aria-expanded", String(!this.#form.hidden));
    if (this.#form.hidden) return;
    this.#text.value = this.#position?.tree?.find(([number]) => number === this.#position?.node)?.[4] ?? "";
    this.#text.focus();
  }

  /** What is deleted is gone: so it is asked for twice. */
  #confirm() {
    if (this.#isSure) return this.#ask("delete");
    this.#isSure = true;
    write(this.#delete, "Really delete?");
  }

  #calm() {
    this.#isSure = false;
    write(this.#delete, DELETE);
  }

  #close() {
    this.#form.hidden = true;
    this.#comment.setAttribute("aria-expanded", "false");
  }

  /** @param {"promote" | "delete"} what */
  #ask(what) {
    if (this.#position) tell(this, "asked", this.#session.socket.ask(what, { node: this.#position.node }));
  }
}

customElements.define("z-line-tools", LineTools);
