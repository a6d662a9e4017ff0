// <z-player>: who plays or thinks here: a person, a level, or an engine with its options.

import { element } from "./dom.js";
import { capital } from "./words.js";

const BUDGET = ["time", "depth", "nodes", "sims", "threads"]; // what is asked for first

/**
 * Configure with {id, label, info, people, levels, automatic}: which kinds of player can be chosen besides engines.
 * `value` is {choice, options}; options holds only what differs from the engine's own. `change` tells of every change.
 */
export class Player extends HTMLElement {
  #info = null;
  #select = null;
  #more = element("details", { class: "options" });
  #options = {};

  configure({ id, label, info, people = false, levels = false, automatic = "" }) {
    this.#info = info;
    this.#select = element("select", { id });
    if (automatic) this.#select.append(option("", automatic));
    if (people) this.#select.append(option("human", "A person"));
    if (levels && info.levels.length) {
      const names = info.levels.map((name) => option(`level:${name}`, `Level: ${name}`));
      this.#select.append(element("optgroup", { label: "Levels" }, ...names));
    }
    const names = info.engines.map(({ name }) => option(`engine:${name}`, name));
    this.#select.append(element("optgroup", { label: "Engines" }, ...names));
    this.#select.addEventListener("change", (event) => {
      event.stopPropagation();
      this.#options = {};
      this.#drawOptions();
      this.#tell();
    });
    this.replaceChildren(
      element("label", { for: id, class: "player-label" }, label),
      this.#select,
      this.#more,
    );
    this.#drawOptions();
    return this;
  }

  get value() {
    return { choice: this.#select.value, options: { ...this.#options } };
  }

  set value({ choice, options }) {
    this.#select.value = choice;
    if (this.#select.selectedIndex < 0) this.#select.selectedIndex = 0;
    this.#options = { ...options };
    this.#drawOptions();
  }

  set label(text) {
    this.querySelector("label").textContent = text;
  }

  /** The engine as the server is told of it, or null where another kind of player is chosen. */
  get engine() {
    const found = this.#engine();
    return found ? { name: found.name, options: { ...this.#options } } : null;
  }

  #engine() {
    const name = this.#select.value.startsWith("engine:") ? this.#select.value.slice("engine:".length) : null;
    return this.#info.engines.find((engine) => engine.name === name);
  }

  #drawOptions() {
    const options = this.#engine()?.options ?? [];
    this.#more.hidden = !options.length;
    if (!options.length) return this.#more.replaceChildren();
    const rank = ({ name }) => (BUDGET.includes(name) ? BUDGET.indexOf(name) : BUDGET.length);
    const sorted = [...options].sort((a, b) => rank(a) - rank(b));
    this.#more.replaceChildren(
      element("summary", {}, "Options"),
      element("div", { class: "option-list" }, ...sorted.map((one) => this.#field(one))),
    );
  }

  #field({ name, kind, default: usual }) {
    const input = kind === "bool" ? this.#switch(name, usual) : this.#number(name, kind, usual);
    return element("label", { class: "option" }, element("span", {}, name.replaceAll("_", " ")), input);
  }

  #switch(name, usual) {
    const input = element("select", {}, option("", usual === null ? "default" : `default: ${usual ? "on" : "off"}`));
    input.append(option("true", "on"), option("false", "off"));
    input.value = name in this.#options ? String(this.#options[name]) : "";
    input.addEventListener("change", () => this.#set(name, input.value === "" ? null : input.value === "true"));
    return input;
  }

  #number(name, kind, usual) {
    const attributes = { type: "number", step: kind === "int" ? "1" : "any", placeholder: usual ?? "none" };
    const input = element("input", { ...attributes, inputmode: "decimal", autocomplete: "off" });
    input.value = this.#options[name] ?? "";
    input.addEventListener("change", () => {
      const number = input.value.trim() === "" ? NaN : Number(input.value);
      this.#set(name, Number.isFinite(number) ? number : null);
    });
    return input;
  }

  #set(name, value) {
    if (value === null) delete this.#options[name];
    else this.#options[name] = value;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** A `<z-player>` for every seat of a game. */
export function seatPlayers(info, names, seats, onChange) {
  return names.map((name, player) => {
    const chooser = document.createElement("z-player");
    chooser.configure({ id: `player-${player}`, label: capital(name), info, people: true, levels: true });
    chooser.value = seats[player] ?? { choice: "human", options: {} };
    chooser.addEventListener("change", (event) => {
      if (event.target === chooser) onChange(player, chooser.value);
    });
    return chooser;
  });
}

function option(value, words) {
  return element("option", { value }, words);
}

customElements.define("z-player", Player);
