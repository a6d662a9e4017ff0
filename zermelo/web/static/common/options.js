// The form for an engine's options: a field per option, with its bounds, its default and what it does.

/** @import {Option, Values} from "./messages.js" */

import { element } from "./dom.js";
import { capital, grouped } from "./words.js";

const BUDGET = ["time", "depth", "nodes", "sims", "threads"]; // these come first
const FOR_THE_GAME = "automatic"; // the default where the engine chooses by the game

/** @typedef {(value: string | number | boolean | null) => void} Set  null: the default */

/**
 * The fields, the budget first. `onSet` is called with null where the default is chosen again.
 *
 * @param {string} prefix  for the ids of the fields
 * @param {Option[]} options
 * @param {Values} values  those that differ from the defaults
 * @param {(name: string, value: string | number | boolean | null) => void} onSet
 */
export function optionFields(prefix, options, values, onSet) {
  /** @param {Option} option */
  const rank = ({ name }) => (BUDGET.includes(name) ? BUDGET.indexOf(name) : BUDGET.length);
  const sorted = [...options].sort((a, b) => rank(a) - rank(b));
  const fields = sorted.map((option) => field(`${prefix}-${option.name}`, option, values[option.name], (value) => {
    onSet(option.name, value);
  }));
  return element("div", { class: "option-list" }, ...fields);
}

/**
 * @param {string} id
 * @param {Option} option
 * @param {string | number | boolean | undefined} value
 * @param {Set} set
 */
function field(id, option, value, set) {
  const { name, kind, choices } = option;
  const input =
    kind === "bool" ? onOff(option, value, set)
    : kind === "choice" || choices?.length ? choice(option, value, set)
    : kind === "text" ? text(option, value, set)
    : number(option, value, set);
  input.id = id;
  input.dataset.option = name;
  const explanation = explained(option);
  const row = element("div", { class: `option ${kind}`, title: explanation });
  row.append(element("label", { for: id }, name.replaceAll("_", " ")), input);
  if (explanation) {
    input.setAttribute("aria-describedby", `${id}-help`);
    row.append(element("p", { id: `${id}-help`, class: "option-help" }, explanation));
  }
  return row;
}

/**
 * @param {Option} option
 * @param {string | number | boolean | undefined} value
 * @param {Set} set
 */
function onOff({ default: usual }, value, set) {
  const words = usual === null ? FOR_THE_GAME : `default: ${usual ? "on" : "off"}`;
  const input = choices([["true", "on"], ["false", "off"]], words);
  input.value = value === undefined ? "" : String(value);
  input.addEventListener("change", () => set(input.value === "" ? null : input.value === "true"));
  return input;
}

/**
 * @param {Option} option
 * @param {string | number | boolean | undefined} value
 * @param {Set} set
 */
function choice({ choices: names, default: usual }, value, set) {
  const input = choices((names ?? []).map((name) => [name, name]), usual === null ? FOR_THE_GAME : `default: ${usual}`);
  input.value = value === undefined ? "" : String(value);
  input.addEventListener("change", () => set(input.value === "" ? null : input.value));
  return input;
}

/**
 * @param {[value: string, words: string][]} pairs
 * @param {string} usual  words for the default
 */
function choices(pairs, usual) {
  const options = [["", usual], ...pairs].map(([value, words]) => element("option", { value }, words));
  return element("select", {}, ...options);
}

/**
 * @param {Option} option
 * @param {string | number | boolean | undefined} value
 * @param {Set} set
 */
function text({ default: usual }, value, set) {
  const input = element("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  input.placeholder = usual === null ? FOR_THE_GAME : String(usual) || "none";
  input.value = value === undefined ? "" : String(value);
  input.addEventListener("change", () => set(input.value.trim() === "" ? null : input.value.trim()));
  return input;
}

/**
 * @param {Option} option
 * @param {string | number | boolean | undefined} value
 * @param {Set} set
 */
function number({ kind, default: usual, least, most }, value, set) {
  const input = element("input", {
    type: "number",
    step: kind === "int" ? "1" : "any",
    min: least,
    max: most,
    inputmode: kind === "int" ? "numeric" : "decimal",
    autocomplete: "off",
  });
  input.placeholder = usual === null ? FOR_THE_GAME : String(usual);
  input.value = value === undefined ? "" : String(value);
  input.addEventListener("change", () => {
    const typed = input.value.trim() === "" ? NaN : Number(input.value);
    const isFine = Number.isFinite(typed) && input.validity.valid;
    input.removeAttribute("aria-invalid");
    if (!input.reportValidity()) input.setAttribute("aria-invalid", "true"); // the browser says what is allowed
    set(isFine ? typed : null);
  });
  return input;
}

/**
 * What the option does and its bounds: "Seconds per move (0.01 to 30)".
 *
 * @param {Option} option
 */
function explained({ help, least, most }) {
  const [low, high] = [least ?? null, most ?? null].map((bound) => (bound === null ? null : grouped(bound)));
  let range = "";
  if (low !== null && high !== null) range = `${low} to ${high}`;
  else if (low !== null) range = `at least ${low}`;
  else if (high !== null) range = `at most ${high}`;
  if (!help) return capital(range);
  const words = /^[a-z]{2}/.test(help) ? capital(help) : help; // "c of UCB1" stays
  return range ? `${words.replace(/\.$/, "")} (${range})` : words;
}
