// <z-analysis>: one analysis, as it grows: value, line, candidates, terms.

import { button, element, write } from "../common/dom.js";
import { capital, percent, short, verdict } from "../common/words.js";
import { terms } from "./terms.js";
import "./candidates.js";

/**
 * named: gives the parts the ids that there can only be one of on a page.
 * Events: `point` (detail: a candidate or null), `follow` (detail: texts to be played, from this position on).
 */
export class Analysis extends HTMLElement {
  #analysis = null;
  #share = element("i", { class: "share-part" });
  #sides = [element("span"), element("span")];
  #bar = element("div", { class: "share", role: "img" }, this.#share);
  #value = element("output", { class: "value" });
  #best = element("p", { class: "best" });
  #facts = {};
  #line = element("p", { class: "line" });
  #note = element("p", { class: "note" });
  #candidates = document.createElement("z-candidates");
  #terms = element("div");
  #shownTerms = "";
  #shownLine = "";

  connectedCallback() {
    this.#build();
  }

  /** When it is first needed: whoever holds this element may speak to it before it is on the page. */
  #build() {
    if (this.childElementCount) return;
    const fact = (name) => {
      this.#facts[name] = element("dd");
      return element("div", {}, element("dt", {}, name), this.#facts[name]);
    };
    const facts = element("dl", { class: "facts" }, ...["depth", "nodes", "nodes/s", "seconds"].map(fact));
    this.body = element(
      "div",
      { class: "analysis-body" },
      element("div", { class: "headline" }, this.#value, this.#best),
      element("div", { class: "share-row" }, this.#sides[0], this.#bar, this.#sides[1]),
      facts,
      this.#line,
      this.#candidates,
      element(
        "details",
        { class: "terms-box", open: true },
        element("summary", {}, "What the evaluation sees"),
        this.#terms,
      ),
    );
    this.body.hidden = true;
    this.append(this.#note, this.body);
    if (this.hasAttribute("named")) {
      this.#value.id = "analysis-value";
      this.#facts.depth.id = "analysis-depth";
      this.#candidates.id = "candidates";
    }
    this.#candidates.addEventListener("point", (event) => {
      this.dispatchEvent(new CustomEvent("point", { detail: event.detail }));
    });
    this.#candidates.addEventListener("pick", (event) => this.#follow([event.detail.text]));
  }

  get analysis() {
    return this.#analysis;
  }

  /** A line instead of an analysis, or above the last one while the next is on its way. */
  say(words, isStale = true) {
    this.#build();
    write(this.#note, words);
    this.#note.hidden = !words;
    this.body.classList.toggle("stale", isStale);
  }

  clear(words = "") {
    this.#build();
    this.#analysis = null;
    this.body.hidden = true;
    this.say(words, false);
  }

  show(analysis, position) {
    this.#analysis = analysis;
    const remarks = [analysis.reason, analysis.stopped && `stopped: ${analysis.stopped}`].filter(Boolean);
    this.say(analysis.done && remarks.length ? capital(remarks.join("; ")) : "", false);
    this.body.hidden = false;
    write(this.#value, verdict(analysis));
    this.#value.title = "for the player to move, in the game's units";
    write(this.#best, analysis.action ?? "");
    this.#showShare(analysis.share, position.players);
    write(this.#facts.depth, String(analysis.depth));
    this.#facts.depth.title = analysis.selective ? `the longest line: ${analysis.selective} plies` : "";
    write(this.#facts.nodes, short(analysis.nodes));
    write(this.#facts["nodes/s"], short(analysis.speed ?? 0));
    write(this.#facts.seconds, (analysis.seconds ?? 0).toFixed(1));
    this.title = [analysis.engine, ...(analysis.parts ?? [])].filter(Boolean).join(" · ");
    this.#showLine(analysis.line ?? []);
    this.#candidates.show(analysis.candidates ?? []);
    this.#showTerms(analysis.terms ?? []);
  }

  #showShare(share, players) {
    const known = share !== null && share !== undefined;
    this.#bar.parentElement.hidden = !known;
    if (!known) return;
    this.#share.style.width = percent(share).replace(" ", "");
    const two = players.length === 2;
    this.#bar.dataset.first = two && ["white", "black"].includes(players[0]) ? players[0] : "other";
    write(this.#sides[0], `${players[0]} ${percent(share)}`);
    write(this.#sides[1], two ? `${percent(1 - share)} ${players[1]}` : "others");
    this.#bar.setAttribute("aria-label", `good for ${players[0]}: ${percent(share)}`);
  }

  #showLine(line) {
    if (line.join(" ") === this.#shownLine) return;
    this.#shownLine = line.join(" ");
    const moves = line.map((text, index) =>
      button(text, {
        class: "line-move",
        title: index ? `Play the line as far as ${text}` : `Play ${text}`,
        on: { click: () => this.#follow(line.slice(0, index + 1)) },
      }),
    );
    this.#line.replaceChildren(...moves);
    this.#line.hidden = !line.length;
  }

  #showTerms(list) {
    this.#terms.parentElement.hidden = !list.length;
    const key = JSON.stringify(list);
    if (!list.length || key === this.#shownTerms) return;
    this.#shownTerms = key;
    this.#terms.replaceChildren(terms(list));
  }

  #follow(texts) {
    this.dispatchEvent(new CustomEvent("follow", { detail: texts }));
  }
}

customElements.define("z-analysis", Analysis);
