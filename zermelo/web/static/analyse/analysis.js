// <z-analysis>: one analysis as it grows: value, line, candidates, terms.

/** @import {Analysis as Found, Position, Term, Waiting} from "../common/messages.js" */

import { button, element, hear, tell, write } from "../common/dom.js";
import { capital, short } from "../common/words.js";
import { terms } from "./terms.js";
import { dressed } from "./bar/sides.js";
import "../common/waiting.js";
import "./candidates.js";

const BEST = "the best"; // as the server says it
const STILL = "still thinking …"; // in place of a value that is too early

/**
 * The attribute `named` gives its parts ids, for the one that the tests look for.
 * Events: `point` (detail: a candidate or null), `follow` (detail: texts to play from this position on).
 */
export class Analysis extends HTMLElement {
  /** @type {Found | null} */
  #analysis = null;
  #share = element("i", { class: "share-part" });
  #sides = [element("span"), element("span")];
  #bar = element("div", { class: "share", role: "img" }, this.#share);
  #value = element("output", { class: "value" });
  #whose = element("span", { class: "whose" });
  #best = element("p", { class: "best" });
  #solved = element("p", { class: "solved", role: "status", hidden: true });
  #standIn = element("p", { class: "stand-in", role: "status", hidden: true });
  #facts = { depth: element("dd"), nodes: element("dd"), speed: element("dd"), seconds: element("dd") };
  #unit = element("dt"); // of the speed
  #line = element("p", { class: "line" });
  #network = element("p", { class: "network" });
  #note = element("z-waiting", { class: "note" });
  #candidates = element("z-candidates");
  #terms = element("div");
  #termsBox = element(
    "details",
    { class: "terms-box", open: true },
    element("summary", {}, "Evaluation terms at the end of the line"),
    this.#terms,
  );
  #shareRow = element("div", { class: "share-row" }, this.#sides[0], this.#bar, this.#sides[1]);
  #chances = element("p", { class: "chances" });
  #lead = element("p", { class: "lead" });
  #decision = element("div");
  #body = element("div", { class: "analysis-body", hidden: true });
  #shownTerms = "";
  #shownLine = "";

  connectedCallback() {
    this.#build();
  }

  /** When it is first needed: its owner may call it before it is on the page. */
  #build() {
    if (this.childElementCount) return;
    const facts = Object.entries(this.#facts).map(([name, value]) =>
      element("div", {}, name === "speed" ? this.#unit : element("dt", {}, name), value),
    );
    this.#body.append(
      element("div", { class: "headline" }, this.#value, this.#whose, this.#best, this.#solved, this.#standIn),
      this.#shareRow,
      this.#chances,
      this.#lead,
      this.#decision,
      element("dl", { class: "facts" }, ...facts),
      this.#line,
      this.#network,
      this.#candidates,
      this.#termsBox,
    );
    this.append(this.#note, this.#body);
    if (this.hasAttribute("named")) {
      this.#value.id = "analysis-value";
      this.#facts.depth.id = "analysis-depth";
      this.#candidates.id = "candidates";
    }
    hear(this.#candidates, "point", (candidate) => tell(this, "point", candidate));
    hear(this.#candidates, "pick", (candidate) => tell(this, "follow", [candidate.text]));
  }

  get analysis() {
    return this.#analysis;
  }

  /**
   * A line in place of an analysis, or above the last one until the next arrives.
   *
   * @param {string} words
   * @param {boolean} [isStale]  is the last analysis out of date?
   */
  say(words, isStale = true) {
    this.#build();
    this.#note.say(words);
    this.#body.classList.toggle("stale", isStale);
  }

  /**
   * Why the next answer takes a while; a stand-in's analysis of this ply stays valid meanwhile.
   *
   * @param {Waiting} waiting
   * @param {number} ply
   */
  wait(waiting, ply) {
    this.#build();
    this.#note.show(waiting);
    const isValid = Boolean(this.#analysis?.stand_in) && this.#analysis?.ply === ply;
    this.#body.classList.toggle("stale", !isValid);
  }

  /** @param {string} [words] */
  clear(words = "") {
    this.#build();
    this.#analysis = null;
    this.#body.hidden = true;
    this.say(words, false);
  }

  /**
   * @param {Found} analysis
   * @param {Position} position
   */
  show(analysis, position) {
    const isStandIn = Boolean(analysis.stand_in);
    this.#analysis = analysis;
    const ended = analysis.stopped && `stopped: ${analysis.stopped}`;
    const remarks = [analysis.choice, analysis.reason, ended].filter(Boolean);
    if (analysis.done || !isStandIn) this.say(analysis.done ? capital(remarks.join("; ")) : "", false);
    else this.#body.classList.remove("stale"); // the note on compiling stays
    write(this.#standIn, capital(analysis.stand_in ?? ""));
    this.#standIn.hidden = !isStandIn;
    this.#body.hidden = false;
    write(this.#solved, analysis.solved ? `solved: ${analysis.solved}` : "");
    this.#solved.hidden = !analysis.solved;
    write(this.#value, analysis.early ? (analysis.done ? analysis.words : STILL) : analysis.words);
    write(this.#whose, analysis.whose);
    write(this.#best, analysis.action ?? "");
    this.#showShare(analysis, position.players);
    this.#showOutlook(analysis);
    write(this.#facts.depth, String(analysis.depth));
    this.#facts.depth.title = analysis.selective ? `The longest line has ${analysis.selective} plies` : "";
    write(this.#facts.nodes, short(analysis.nodes));
    write(this.#unit, analysis.simulations === null ? "nodes/s" : "simulations/s");
    write(this.#facts.speed, short(analysis.speed ?? 0));
    write(this.#facts.seconds, (analysis.seconds ?? 0).toFixed(1));
    this.title = [analysis.engine, ...(analysis.parts ?? [])].filter(Boolean).join(" · ");
    this.#showLine(analysis.line ?? []);
    write(this.#network, capital(analysis.network ?? ""));
    this.#candidates.show(analysis.candidates ?? [], analysis.side);
    this.#showTerms(analysis.terms ?? []);
  }

  /**
   * @param {Found} analysis
   * @param {string[]} players
   */
  #showShare({ share, share_words: [first, second], early, done }, players) {
    const isKnown = share !== null && first !== undefined;
    this.#shareRow.hidden = !isKnown && !(early && players.length > 1);
    this.#shareRow.classList.toggle("is-thinking", !isKnown);
    if (!isKnown) {
      write(this.#sides[0], early && !done ? STILL : "");
      write(this.#sides[1], "");
      return this.#bar.setAttribute("aria-label", "The value is not known yet");
    }
    this.#share.style.width = `${100 * share}%`;
    const two = players.length === 2;
    dressed(this.#bar, players);
    write(this.#sides[0], `${players[0]} ${first}`);
    write(this.#sides[1], two ? `${second} ${players[1]}` : "others");
    this.#bar.setAttribute("aria-label", `Good for ${players[0]}: ${first}`);
  }

  /**
   * The chances of the ways in which the game can end, who leads by how much, and a decision such as whether to double.
   *
   * @param {Found} analysis
   */
  #showOutlook({ chances, lead, choices }) {
    const told = (chances ?? []).map(({ name, words }) => element("span", {}, `${name} `, element("b", {}, words)));
    this.#chances.replaceChildren(...told);
    this.#chances.hidden = !told.length;
    write(this.#lead, lead ?? "");
    this.#lead.hidden = !lead;
    this.#decision.hidden = !choices;
    if (!choices) return;
    const rows = choices.rows.map((row) =>
      element(
        "tr",
        { class: row[2] === BEST ? "is-best" : null },
        ...row.map((words) => element("td", {}, words)),
      ),
    );
    const body = element("tbody", {}, ...rows);
    this.#decision.replaceChildren(
      element("table", { class: "decision" }, element("caption", {}, choices.title), body),
    );
  }

  /** @param {string[]} line */
  #showLine(line) {
    if (line.join(" ") === this.#shownLine) return;
    this.#shownLine = line.join(" ");
    const moves = line.map((text, index) =>
      button(text, {
        class: "line-move",
        title: index ? `Play the line up to ${text}` : `Play ${text}`,
        on: { click: () => tell(this, "follow", line.slice(0, index + 1)) },
      }),
    );
    this.#line.replaceChildren(...moves);
    this.#line.hidden = !line.length;
  }

  /** @param {Term[]} list */
  #showTerms(list) {
    this.#termsBox.hidden = !list.length;
    const key = JSON.stringify(list);
    if (!list.length || key === this.#shownTerms) return;
    this.#shownTerms = key;
    const isOpen = this.#terms.querySelector("details")?.open ?? false; // as it was left
    this.#terms.replaceChildren(terms(list, isOpen));
  }
}

customElements.define("z-analysis", Analysis);
