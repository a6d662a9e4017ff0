// <z-position>: the position as text, to read, copy, paste and set up.

/** @import {Position} from "../../common/messages.js" */

import { announce, button, copy, element, tell, write } from "../../common/dom.js";
import { arrangeable } from "../editor/editor.js";

/** Events: `set` (detail: the text of a position to set up; the owner answers with `refuse` or `show`), `edit` on the board. */
export class PositionText extends HTMLElement {
  /** @type {Position | null} */
  #position = null;
  #input = element("input", {
    id: "position-text",
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-describedby": "position-error",
  });
  #error = element("p", { id: "position-error", class: "error", role: "alert" });
  #edit = button("Edit board", { id: "edit-board", hidden: true });
  #isTyped = false; // was the text typed, and not set up yet?

  connectedCallback() {
    if (this.childElementCount) return;
    this.#input.addEventListener("input", () => {
      this.#isTyped = true;
      this.refuse("");
    });
    this.#input.addEventListener("blur", () => {
      if (this.#input.value.trim() === "") this.#restore();
    });
    const setUp = element("button", { id: "set-position", type: "submit" }, "Set up");
    const form = element(
      "form",
      { class: "position-form" },
      element("label", { for: "position-text" }, "Position"),
      element("div", { class: "joined" }, this.#input, setUp),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (text) tell(this, "set", text);
    });
    this.#edit.addEventListener("click", () => tell(this, "edit"));
    const copies = element(
      "div",
      { class: "buttons" },
      this.#edit,
      copier("copy-position", "Copy position", () => this.#position?.position ?? ""),
      copier("copy-moves", "Copy moves", () => this.#position?.moves.join(" ") ?? ""),
      element("a", { id: "debug-position", href: "#/debugger?from=current" }, "Debug this position"),
    );
    this.append(form, this.#error, copies);
  }

  /**
   * @param {Position} position
   * @param {boolean} isNew  of another game?
   */
  show(position, isNew) {
    this.#position = position;
    this.#edit.hidden = !arrangeable(position);
    if (isNew) this.#isTyped = false;
    if (!this.#isTyped) this.#restore();
  }

  /** @param {string} words */
  refuse(words) {
    write(this.#error, words);
    if (words) this.#input.setAttribute("aria-invalid", "true");
    else this.#input.removeAttribute("aria-invalid");
  }

  #restore() {
    this.#isTyped = false;
    this.#input.value = this.#position?.position ?? "";
    this.refuse("");
  }
}

/**
 * @param {string} id
 * @param {string} words
 * @param {() => string} text
 */
function copier(id, words, text) {
  const copies = button(words, { id });
  copies.addEventListener("click", async () => {
    const done = await copy(text());
    copies.textContent = done ? "Copied" : "Could not copy";
    announce(done ? "Copied" : "Could not copy");
    setTimeout(() => (copies.textContent = words), 1200);
  });
  return copies;
}

customElements.define("z-position", PositionText);
