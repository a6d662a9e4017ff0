// <z-candidates>: the moves that were considered, with their values.

/** @import {Candidate} from "../common/messages.js" */

import { element, tell, write } from "../common/dom.js";

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

  /** @param {Candidate[]} candidates */
  show(candidates) {
    const hasVisits = candidates.some(({ visits }) => visits !== null && visits !== undefined);
    const hasLines = candidates.filter(({ line }) => (line?.length ?? 0) > 1).length > 1; // one line is shown above
    const hasPriors = candidates.some(({ prior }) => prior !== null && prior !== undefined);
    this.#drawHead(hasVisits, hasPriors, hasLines);
    const focused = document.activeElement;
    const order = candidates.map((candidate) => this.#row(candidate, hasVisits, hasPriors, hasLines));
    this.#candidates = new Map(candidates.map((candidate) => [candidate.text, candidate]));
    for (const text of [...this.#rows.keys()]) if (!this.#candidates.has(text)) this.#rows.delete(text);
    const shown = [...this.#body.children];
    if (order.length !== shown.length || order.some((row, index) => row !== shown[index])) {
      this.#body.replaceChildren(...order);
      order.find((row) => row === focused)?.focus({ preventScroll: true });
    }
  }

  /**
   * @param {boolean} hasVisits
   * @param {boolean} hasPriors
   * @param {boolean} hasLines
   */
  #drawHead(hasVisits, hasPriors, hasLines) {
    const columns = ["move", "value"];
    if (hasVisits) columns.push("visits");
    if (hasPriors) columns.push("prior");
    if (hasLines) columns.push("line");
    if (columns.join() === this.#columns) return;
    this.#columns = columns.join();
    this.#head.replaceChildren(...columns.map((name) => element("th", { scope: "col", class: `in-${name}` }, name)));
  }

  /**
   * @param {Candidate} candidate
   * @param {boolean} hasVisits
   * @param {boolean} hasPriors
   * @param {boolean} hasLines
   */
  #row(candidate, hasVisits, hasPriors, hasLines) {
    let row = this.#rows.get(candidate.text);
    if (!row) {
      row = element("tr", { "data-action": candidate.text, tabindex: "0", title: `Play ${candidate.text}` });
      const names = ["move", "value", "visits", "prior", "line"];
      row.append(...names.map((name) => element("td", { class: `in-${name}` })));
      this.#rows.set(candidate.text, row);
    }
    const [move, value, visits, prior, line] = row.cells;
    write(move, candidate.text);
    write(value, candidate.words);
    row.classList.toggle("unsearched", candidate.bound === "stopped");
    visits.hidden = !hasVisits;
    write(visits, candidate.visits?.toLocaleString("en") ?? "");
    prior.hidden = !hasPriors;
    write(prior, candidate.prior?.toFixed(2) ?? "");
    line.hidden = !hasLines;
    write(line, (candidate.line ?? []).slice(1).join(" "));
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
