// <z-player>: who plays or thinks: a person, a level, or an engine with its options.

/** @import {EngineInfo, Info, Values} from "./messages.js" */
/** @import {Seat} from "./seats.js" */

import { element, write } from "./dom.js";
import { optionFields } from "./options.js";
import { capital } from "./words.js";

/**
 * @typedef {object} Setup
 * @property {string} id  of the select
 * @property {string} label
 * @property {Info} info
 * @property {string} [game]  that is played: engines for another one are not offered
 * @property {boolean} [people]  may a person be chosen?
 * @property {boolean} [levels]  may a level be chosen?
 * @property {string} [automatic]  words for "the server chooses"; "": that cannot be chosen
 */

/** `value` is {choice, options}; options holds only what differs from the engine's defaults. Event: `change`. */
export class Player extends HTMLElement {
  /** @type {Info} */
  #info;
  #select = element("select");
  #label = element("label", { class: "player-label" });
  #help = element("p", { class: "engine-help" });
  #more = element("details", { class: "options" });
  /** @type {Values} */
  #options = {};
  #engines = element("optgroup", { label: "Engines" });

  /** @param {Setup} setup */
  configure({ id, label, info, game = "", people = false, levels = false, automatic = "" }) {
    this.#info = info;
    this.#select.id = this.#label.htmlFor = id;
    this.#help.id = `${id}-help`;
    this.#select.setAttribute("aria-describedby", this.#help.id);
    write(this.#label, label);
    if (automatic) this.#select.append(choice("", automatic));
    if (people) this.#select.append(choice("human", "Human"));
    if (levels && info.levels.length) {
      const names = info.levels.map((name) => choice(`level:${name}`, `Level: ${name}`));
      this.#select.append(element("optgroup", { label: "Levels" }, ...names));
    }
    this.#select.append(this.#engines);
    this.fit(game);
    this.#select.addEventListener("change", (event) => {
      event.stopPropagation();
      this.#options = {};
      this.#drawEngine();
      this.#changed();
    });
    this.replaceChildren(this.#label, this.#select, this.#help, this.#more);
    this.#drawEngine();
    return this;
  }

  /**
   * Offers the engines that play a game; the chosen one stays if it does.
   *
   * @param {string} game
   */
  fit(game) {
    const chosen = this.#select.value;
    const fitting = this.#info.engines.filter((engine) => !engine.game || engine.game === game);
    this.#engines.replaceChildren(...fitting.map(({ name }) => choice(`engine:${name}`, name)));
    this.#select.value = chosen;
    if (this.#select.selectedIndex >= 0) return;
    this.#select.selectedIndex = 0;
    this.#options = {};
    this.#drawEngine();
  }

  /** @returns {Seat} */
  get value() {
    return { choice: this.#select.value, options: { ...this.#options } };
  }

  /** @param {Seat} seat */
  set value({ choice: chosen, options }) {
    this.#select.value = chosen;
    if (this.#select.selectedIndex < 0) this.#select.selectedIndex = 0;
    this.#options = { ...options };
    this.#drawEngine();
  }

  /** The engine as the server is told of it, or null where another kind of player is chosen. */
  get engine() {
    const found = this.#engine();
    return found ? { name: found.name, options: { ...this.#options } } : null;
  }

  /** @returns {EngineInfo | undefined} */
  #engine() {
    const { value } = this.#select;
    const name = value.startsWith("engine:") ? value.slice("engine:".length) : null;
    return this.#info.engines.find((engine) => engine.name === name);
  }

  /** How strong the chosen level is; "": no level is chosen. */
  #levelWords() {
    const { value } = this.#select;
    return value.startsWith("level:") ? (this.#info.level_words[value.slice("level:".length)] ?? "") : "";
  }

  #drawEngine() {
    const { help = "", options = [] } = this.#engine() ?? { help: this.#levelWords() };
    write(this.#help, help ? capital(help) : "");
    this.#more.hidden = !options.length;
    if (!options.length) return this.#more.replaceChildren();
    const fields = optionFields(this.#select.id, options, this.#options, (name, value) => this.#set(name, value));
    this.#more.replaceChildren(element("summary", {}, "Options"), fields);
  }

  /**
   * @param {string} name
   * @param {string | number | boolean | null} value  null: the default
   */
  #set(name, value) {
    if (value === null) delete this.#options[name];
    else this.#options[name] = value;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/**
 * A `<z-player>` for every seat of a game.
 *
 * @param {Info} info
 * @param {string} game
 * @param {string[]} names  of the players
 * @param {Seat[]} seats
 * @param {(player: number, seat: Seat) => void} onChange
 */
export function seatPlayers(info, game, names, seats, onChange) {
  return names.map((name, player) => {
    const chooser = element("z-player");
    chooser.configure({ id: `player-${player}`, label: capital(name), info, game, people: true, levels: true });
    chooser.value = seats[player] ?? { choice: "human", options: {} };
    chooser.addEventListener("change", (event) => {
      if (event.target === chooser) onChange(player, chooser.value);
    });
    return chooser;
  });
}

/**
 * @param {string} value
 * @param {string} words
 */
function choice(value, words) {
  return element("option", { value }, words);
}

customElements.define("z-player", Player);
