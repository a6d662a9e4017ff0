// <z-typed>: a field for the moves of a board that has too many for buttons: what is typed is looked for among them.

/** @import {Action} from "../../common/messages.js" */

import { button, element, tell, write } from "../../common/dom.js";

const MOST_SHOWN = 8;
const HINT = "A word, a place and a word (8D WORD), exchange ABC, or pass";

/** Events: `choose`, with the action; `typed`, with a text that is none: the answer says why. */
export class Typed extends HTMLElement {
  #field = element("input", { type: "text", id: "typed", autocomplete: "off", spellcheck: "false", placeholder: "8D WORD" });
  #found = element("div", { class: "actions", role: "group", "aria-label": "Moves that fit" });
  #note = element("p", { class: "faint", role: "status" });
  /** @type {Action[]} */
  #actions = [];
  #unlisted = 0;

  connectedCallback() {
    if (this.childElementCount) return;
    const form = element("form", {}, element("label", { for: "typed" }, "Your move"), this.#field);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [first, ...others] = this.#fitting();
      if (first && (!others.length || plain(first.text) === plain(this.#field.value))) this.#choose(first);
      else if (!first && this.#field.value.trim()) tell(this, "typed", this.#field.value.trim());
    });
    this.#field.addEventListener("input", () => this.#look());
    this.append(form, this.#note, this.#found);
  }

  /**
   * The actions to choose from; null: nobody is to choose.
   *
   * @param {Action[] | null} actions
   * @param {number} unlisted  how many more can be played
   */
  show(actions, unlisted) {
    this.#unlisted = unlisted;
    this.hidden = actions === null;
    this.#actions = actions ?? [];
    this.#look();
  }

  #look() {
    const found = this.#fitting();
    const shown = found.slice(0, MOST_SHOWN);
    const isTyped = this.#field.value.trim() !== "";
    const more = found.length - shown.length;
    const nothing = this.#unlisted ? "Enter plays this or says why it is no move" : "No legal move fits this; Enter says why";
    write(this.#note, !isTyped ? HINT : !found.length ? nothing : more > 0 ? `and ${more} more` : "");
    this.#found.replaceChildren(
      ...shown.map((action) => button(action.text, { "data-action": action.text, on: { click: () => this.#choose(action) } })),
    );
  }

  /** The actions that what was typed may be the beginning of, those that it is first. */
  #fitting() {
    const words = plain(this.#field.value).split(" ").filter(Boolean);
    if (!words.length) return [];
    const fits = this.#actions.filter(({ text }) => {
      const parts = plain(text).split(" ");
      if (words.length > 1) return parts[0] === words[0] && (parts[1] ?? "").startsWith(words[1]);
      return parts.some((part) => part.startsWith(words[0]));
    });
    const last = words[words.length - 1];
    /** @param {Action} action */
    const isWhole = ({ text }) => plain(text).split(" ").includes(last);
    return [...fits.filter(isWhole), ...fits.filter((action) => !isWhole(action))];
  }

  /** @param {Action} action */
  #choose(action) {
    this.#field.value = "";
    tell(this, "choose", action);
  }
}

/**
 * A move as it is compared: in capitals, without the brackets around what lies on the board.
 *
 * @param {string} text
 */
function plain(text) {
  return text.replace(/[()[\]]/g, "").toUpperCase().trim();
}

customElements.define("z-typed", Typed);
