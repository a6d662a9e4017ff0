// <z-filter>: a search and switches above the gallery, for the games that have all that was asked for.

/** @import {GameInfo, Info} from "../common/messages.js" */

import { button, element, write } from "../common/dom.js";

/** @typedef {(game: GameInfo, info: Info) => boolean} Test */
/** @type {[name: string, words: string, group: string, test: Test][]} of one group any will do, of several all must hold */
const TESTS = [
  ["one", "1 player", "players", ({ players }) => players === 1],
  ["two", "2 players", "players", ({ players }) => players === 2],
  ["more", "3 or more", "players", ({ players }) => players > 2],
  ["chance", "chance", "chance", ({ traits }) => traits.includes("chance")],
  ["hidden", "hidden information", "hidden", ({ traits }) => traits.includes("hidden information")],
  ["solved", "solved", "solved", ({ solved }) => Boolean(solved)],
  [
    "learned",
    "learned",
    "learned",
    ({ name }, { engines }) => engines.some(({ learned, game }) => learned && game === name),
  ],
];

/** Event: `change`, when something else is asked for. */
export class Filter extends HTMLElement {
  /** @type {Info} */
  #info;
  #search = element("input", {
    id: "game-search",
    type: "search",
    placeholder: "Search the games",
    "aria-label": "Search the games",
    autocomplete: "off",
    spellcheck: "false",
  });
  #count = element("p", { id: "game-count", class: "note", role: "status" });
  /** @type {Map<string, HTMLButtonElement>} */
  #switches = new Map();

  /** @param {Info} info */
  configure(info) {
    this.#info = info;
    const useful = TESTS.filter(([, , , test]) => info.games.some((game) => test(game, info)));
    for (const [name, words] of useful) {
      const one = button(words, { class: "toggle", "data-filter": name, "aria-pressed": "false" });
      one.addEventListener("click", () => {
        one.setAttribute("aria-pressed", String(one.ariaPressed !== "true"));
        this.#changed();
      });
      this.#switches.set(name, one);
    }
    this.#search.addEventListener("input", () => this.#changed());
    const switches = element("div", { class: "filter-switches", role: "group", "aria-label": "Only games with" });
    switches.append(...this.#switches.values());
    this.append(this.#search, switches, this.#count);
    return this;
  }

  /**
   * Is it a game that was asked for?
   *
   * @param {GameInfo} game
   */
  fits(game) {
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = [game.name, game.name.replaceAll("-", " "), game.summary, ...game.traits].join(" ").toLowerCase();
    if (!words.every((word) => text.includes(word))) return false;
    const asked = TESTS.filter(([name]) => this.#switches.get(name)?.ariaPressed === "true");
    const groups = [...new Set(asked.map(([, , group]) => group))];
    return groups.every((wanted) => asked.some(([, , group, test]) => group === wanted && test(game, this.#info)));
  }

  /** @param {number} count  of the games that are shown */
  tell(count) {
    const all = this.#info.games.length;
    write(this.#count, count === all ? `${all} games` : count ? `${count} of ${all} games` : "No game is like that.");
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

customElements.define("z-filter", Filter);
