// The pseudocode beside the tree, with the line that the step executes lit, and tables of what UCB1 compares.

/** @import {Compared, Step} from "../messages.js" */
/** @import {Report} from "../time.js" */

import { button, element, remembered, write } from "../../common/dom.js";

const KEPT = "pseudocode"; // is it shown? as this browser remembers it
const WIDE = "(min-width: 64rem)"; // from here on it is shown unless somebody does not want it
const HEADINGS = ["", "W/N", "+ C √(ln N / n)", "= UCB1"];

export class Code {
  element = element("section", { id: "pseudocode", class: "d-code", tabindex: "0", "aria-label": "Pseudocode" });
  toggle = button("Pseudocode", {
    id: "pseudocode-toggle",
    class: "toggle",
    title: "Show the pseudocode beside the tree",
    "aria-controls": "pseudocode",
    on: { click: () => this.flip() },
  });
  /** The line of the step alone, for where the others are hidden. */
  line = element("p", { id: "pseudocode-line", class: "d-line", hidden: true });
  tables = element("div", { id: "compared", class: "d-tables" });
  #list = element("ol", { class: "d-lines" });
  /** @type {HTMLElement[]} */
  #lines = [];
  /** @type {string[]} */
  #text = [];
  /** @type {HTMLElement | null} */
  #lit = null;
  #isPresented = false;

  constructor() {
    this.element.append(this.#list);
    new ResizeObserver(() => this.#follow()).observe(this.element);
    this.#set(this.#isWanted);
  }

  /** Removes the lines of a search that is gone. */
  clear() {
    this.#write([]);
    this.line.hidden = true;
    this.tables.replaceChildren();
  }

  /**
   * Lights the line of a step.
   *
   * @param {Report} report
   * @param {Step | null} step  null: before the first
   */
  light({ pseudocode }, step) {
    if (pseudocode !== this.#text) this.#write(pseudocode);
    this.#lit?.removeAttribute("aria-current");
    this.#lit = step ? this.#lines[step.line - 1] : null;
    this.#lit?.setAttribute("aria-current", "step");
    write(this.line, this.#lit?.textContent?.trim() ?? "");
    this.line.hidden = !this.line.textContent;
    this.tables.replaceChildren(...(step?.tables ?? []).map(table));
    this.#follow();
  }

  /** @param {string[]} text */
  #write(text) {
    this.#text = text;
    this.#lit = null;
    this.#lines = text.map((line, index) => element("li", { "data-line": index + 1 }, line));
    this.#list.replaceChildren(...this.#lines);
  }

  /** Scrolls to the line that is lit, without moving the page. */
  #follow() {
    if (!this.#lit || this.element.hidden) return;
    const { scrollTop, clientHeight } = this.element;
    const [top, height] = [this.#lit.offsetTop, this.#lit.offsetHeight];
    if (top < scrollTop) this.element.scrollTop = top - height;
    else if (top + height > scrollTop + clientHeight) this.element.scrollTop = top + 2 * height - clientHeight;
  }

  /** Shows the lines, or hides them, as the button does. */
  flip() {
    if (this.#isPresented) this.#set(this.element.hidden);
    else this.#show(this.element.hidden);
  }

  /**
   * On the whole screen the tree comes first: the lines are hidden until somebody wants them there.
   *
   * @param {boolean} isPresented
   */
  present(isPresented) {
    this.#isPresented = isPresented;
    this.#set(isPresented ? false : this.#isWanted);
  }

  /** Are the lines to be shown, as far as this browser remembers? */
  get #isWanted() {
    const kept = remembered(KEPT);
    return kept === null ? matchMedia(WIDE).matches : kept === "shown";
  }

  /** @param {boolean} isShown */
  #show(isShown) {
    remembered(KEPT, isShown ? "shown" : "hidden");
    this.#set(isShown);
    this.#follow();
  }

  /** @param {boolean} isShown */
  #set(isShown) {
    this.element.hidden = !isShown;
    this.toggle.setAttribute("aria-pressed", String(isShown));
  }
}

/** @param {Compared} compared */
function table({ title, rows, chosen }) {
  const head = element("tr", {}, ...HEADINGS.map((words) => element("th", { scope: "col" }, words)));
  const body = rows.map((row, place) => {
    const cells = row.map((words, column) => element(column ? "td" : "th", column ? {} : { scope: "row" }, words));
    return element("tr", place === chosen ? { "aria-current": "true" } : {}, ...cells);
  });
  const caption = element("caption");
  write(caption, title);
  return element("table", {}, caption, element("thead", {}, head), element("tbody", {}, ...body));
}
