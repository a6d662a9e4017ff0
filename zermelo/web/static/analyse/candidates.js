// <z-candidates>: the moves that were considered, with their values.

/** @import {Candidate} from "../common/messages.js" */

import { element, tell, write } from "../common/dom.js";
import { grouped } from "../common/words.js";

/** @type {Record<string, (candidate: Candidate) => string>} the columns' texts, in their order */
const TEXTS = {
  move: ({ text }) => text,
  played: ({ frequency_words: words }) => words,
  votes: ({ votes }) => count(votes),
  value: ({ words }) => words,
  visits: ({ visits }) => count(visits),
  prior: ({ prior_words: words }) => words,
  note: ({ note }) => note ?? "",
  line: ({ line }) => (line ?? []).slice(1).join(" "),
};
const NAMES = Object.keys(TEXTS);

/** @param {number | null} number */
function count(number) {
  return number === null ? "" : grouped(number);
}

/**
 * Is there something to show in a column?
 *
 * @param {string} name
 * @param {Candidate[]} candidates
 */
function isShown(name, candidates) {
  if (name === "move" || name === "value") return true;
  if (name === "line") return candidates.filter(({ line }) => (line?.length ?? 0) > 1).length > 1; // one is shown above
  return candidates.some((candidate) => TEXTS[name](candidate) !== "");
}

/**
 * "win", "draw" or "loss" for the player who makes the move; "" if nothing is proved.
 *
 * @param {Candidate} candidate
 */
export function outcomeName({ outcome }) {
  return outcome === null || outcome === undefined ? "" : ["loss", "draw", "win"][outcome + 1];
}

/**
 * Events: `point` (detail: the candidate under the pointer or focus, or null), `pick` (detail: the candidate).
 * Rows stay the same elements while their numbers grow, so that a pointer on one of them stays there.
 */
export class Candidates extends HTMLElement {
  /** @type {Map<string, HTMLTableRowElement>} by text */
  #rows = new Map();
  /** @type {Map<string, Candidate>} by text */
  #candidates = new Map();
  #head = element("tr");
  #body = element("tbody");
  #columns = "";

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(element("table", {}, element("thead", {}, this.#head), this.#body));
    this.#body.addEventListener("mouseover", (event) => this.#point(event.target));
    this.#body.addEventListener("focusin", (event) => this.#point(event.target));
    this.#body.addEventListener("mouseleave", () => this.#point(null));
    this.#body.addEventListener("focusout", () => this.#point(null));
    this.#body.addEventListener("click", (event) => this.#pick(event.target));
    this.#body.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.#pick(event.target);
    });
  }

  /**
   * @param {Candidate[]} candidates
   * @param {string} [whose]  for whom the values are: "for White"
   */
  show(candidates, whose = "") {
    const columns = NAMES.filter((name) => isShown(name, candidates));
    this.#drawHead(columns, whose);
    const focused = document.activeElement;
    const order = candidates.map((candidate) => this.#row(candidate, columns));
    this.#candidates = new Map(candidates.map((candidate) => [candidate.text, candidate]));
    for (const text of [...this.#rows.keys()]) if (!this.#candidates.has(text)) this.#rows.delete(text);
    const shown = [...this.#body.children];
    if (order.length !== shown.length || order.some((row, index) => row !== shown[index])) {
      this.#body.replaceChildren(...order);
      order.find((row) => row === focused)?.focus({ preventScroll: true });
    }
  }

  /**
   * @param {string[]} columns
   * @param {string} whose
   */
  #drawHead(columns, whose) {
    const key = [...columns, whose].join();
    if (key === this.#columns) return;
    this.#columns = key;
    /** @type {(name: string) => string} */
    const title = (name) => (name === "value" ? `value ${whose}`.trim() : name);
    this.#head.replaceChildren(
      ...columns.map((name) => element("th", { scope: "col", class: `in-${name}` }, title(name))),
    );
  }

  /**
   * @param {Candidate} candidate
   * @param {string[]} columns
   */
  #row(candidate, columns) {
    let row = this.#rows.get(candidate.text);
    if (!row) {
      row = element("tr", { "data-action": candidate.text, tabindex: "0" });
      row.append(...NAMES.map((name) => element("td", { class: `in-${name}` })));
      this.#rows.set(candidate.text, row);
    }
    row.classList.toggle("unsearched", Boolean(candidate.remark));
    row.title = [`Play ${candidate.text}`, candidate.remark].filter(Boolean).join(": ");
    row.dataset.outcome = outcomeName(candidate);
    for (const [place, name] of NAMES.entries()) {
      const cell = row.cells[place];
      cell.hidden = !columns.includes(name);
      write(cell, TEXTS[name](candidate));
      if (name === "played") cell.style.setProperty("--share", `${100 * (candidate.frequency ?? 0)}%`);
    }
    return row;
  }

  /** @param {EventTarget | null} target */
  #of(target) {
    const row = target instanceof Element ? target.closest("tr[data-action]") : null;
    return row instanceof HTMLElement ? this.#candidates.get(row.dataset.action ?? "") : undefined;
  }

  /** @param {EventTarget | null} target */
  #point(target) {
    tell(this, "point", this.#of(target) ?? null);
  }

  /** @param {EventTarget | null} target */
  #pick(target) {
    const candidate = this.#of(target);
    if (candidate) tell(this, "pick", candidate);
  }
}

customElements.define("z-candidates", Candidates);
