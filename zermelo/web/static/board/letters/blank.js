// Asks which letter a blank stands for.

import { button, element } from "../../common/dom.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Resolves to the letter, or to "" when the question was closed.
 *
 * @returns {Promise<string>}
 */
export function chooseLetter() {
  return new Promise((resolve) => {
    let chosen = "";
    const dialog = element("dialog", { class: "chooser letters-chooser", "aria-labelledby": "blank-question" });
    /** @param {string} letter */
    const choose = (letter) => {
      chosen = letter;
      dialog.close();
    };
    const field = element("input", { type: "text", maxlength: "3", "aria-label": "Another letter", placeholder: "another" });
    const form = element("form", {}, field, element("button", { type: "submit" }, "Take it"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      choose(field.value.trim());
    });
    dialog.append(
      element("h2", { id: "blank-question" }, "Which letter is the blank?"),
      element("div", { class: "choices" }, ...[...LETTERS].map((letter) => button(letter, { on: { click: () => choose(letter) } }))),
      form,
      button("Cancel", { class: "quiet", on: { click: () => dialog.close() } }),
    );
    dialog.addEventListener("keydown", (event) => {
      const letter = event.key.toUpperCase();
      if (event.target !== field && event.key.length === 1 && LETTERS.includes(letter)) choose(letter);
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
