// The form of a game's parameters: each by its name in words, within its bounds, and with a line that explains it.

/** @import {Values} from "../common/messages.js" */
/** @import {ParameterInfo} from "./messages.js" */

import { element } from "../common/dom.js";
import { capital } from "../common/words.js";

/**
 * @param {string} name
 * @param {string | number | boolean} value  the default
 * @param {ParameterInfo} [about]
 */
export function parameter(name, value, about) {
  const { words = "", least = null, most = null, choices = [] } = about ?? {};
  const kind = typeof value === "boolean" ? "checkbox" : typeof value === "number" ? "number" : "text";
  const help = words ? element("small", { id: `about-${name}` }, capital(words)) : "";
  const described = words ? { "aria-describedby": `about-${name}` } : {};
  const label = element("span", {}, capital(name.replaceAll("_", " ")));
  if (choices.length) {
    const options = choices.map((choice) => element("option", { value: choice }, choice));
    const select = element("select", { name, ...described }, ...options);
    select.value = String(value);
    return element("label", { class: "parameter choice" }, label, select, help);
  }
  const input = element("input", { name, type: kind, autocomplete: "off", spellcheck: "false", ...described });
  if (kind === "checkbox") input.checked = value === true;
  else input.value = String(value);
  if (kind === "number") {
    input.step = Number.isInteger(value) ? "1" : "any";
    if (least !== null) input.min = String(least);
    if (most !== null) input.max = String(most);
  }
  return element("label", { class: `parameter ${kind}` }, label, input, help);
}

/**
 * What was chosen, by name.
 *
 * @param {HTMLFormElement} form
 * @returns {Values}
 */
export function valuesIn(form) {
  /** @type {Values} */
  const values = {};
  for (const input of form.querySelectorAll(".parameter :is(input, select)")) {
    if (input instanceof HTMLSelectElement) values[input.name] = input.value;
    else if (input instanceof HTMLInputElement) values[input.name] = input.type === "checkbox" ? input.checked : input.value;
  }
  return values;
}
