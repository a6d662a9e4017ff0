// <z-position>: the position as text, to be read, pasted, set up and copied.

import { announce, button, copy, element, write } from "../common/dom.js";

/** Asks to set up a position by the event `set` (detail: the text); the page tells back with `refuse` or `show`. */
export class PositionText extends HTMLElement {
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
  #isTyped = false; // what stands there was typed and not set up yet

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
      if (text) this.dispatchEvent(new CustomEvent("set", { detail: text }));
    });
    const copies = element(
      "div",
      { class: "buttons" },
      copier("copy-position", "Copy position", () => this.#position.position),
      copier("copy-moves", "Copy moves", () => this.#position.moves.join(" ")),
    );
    this.append(form, this.#error, copies);
  }

  show(position, isNew) {
    this.#position = position;
    if (isNew) this.#isTyped = false;
    if (!this.#isTyped) this.#restore();
  }

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

function copier(id, words, text) {
  const copies = button(words, { id });
  copies.addEventListener("click", async () => {
    const done = await copy(text());
    copies.textContent = done ? "Copied" : "Could not copy";
    announce(copies.textContent);
    setTimeout(() => (copies.textContent = words), 1200);
  });
  return copies;
}

customElements.define("z-position", PositionText);
