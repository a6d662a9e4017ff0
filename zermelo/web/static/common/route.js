// Addresses within the page: #/play/othello?size=6&seats=human,level:full

/** @import {Values} from "./messages.js" */

/**
 * @typedef {object} Target  where an address leads
 * @property {string} view
 * @property {string} game
 * @property {Values} parameters  all as text
 * @property {string[] | null} seats  a choice per player
 */

/**
 * @param {string} hash
 * @returns {Target}
 */
export function readHash(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [view = "", ...rest] = path.split("/");
  const words = new URLSearchParams(query);
  const seats = words.get("seats");
  words.delete("seats");
  return {
    view,
    game: rest.length ? decoded(rest.join("/")) : "",
    parameters: Object.fromEntries(words),
    seats: seats ? seats.split(",") : null,
  };
}

/**
 * The address of a game. Parameters that are as the defaults are left out.
 *
 * @param {string} game
 * @param {Values} [parameters]
 * @param {Values} [defaults]
 * @param {string[] | null} [seats]
 */
export function playHash(game, parameters = {}, defaults = {}, seats = null) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== defaults[name]) words.set(name, String(value));
  }
  const pairs = [words.toString(), seats ? `seats=${seats.join(",")}` : ""].filter(Boolean);
  return `#/play/${encodeURIComponent(game)}${pairs.length ? `?${pairs.join("&")}` : ""}`;
}

/**
 * Values as typed, in the types of the game's defaults: numbers, true and false, or text.
 *
 * @param {Values} parameters
 * @param {Values} defaults
 * @returns {Values}
 */
export function typed(parameters, defaults) {
  const entries = Object.entries(parameters).map(([name, value]) => {
    const kind = typeof defaults?.[name];
    if (kind === "boolean") return [name, value === true || value === "true"];
    const isNumber = String(value).trim() !== "" && Number.isFinite(Number(value));
    return [name, kind === "number" && isNumber ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
