// Addresses within the page: #/play/othello?size=6&seats=human,level:full&position=…&moves=f5,d6&ply=1
//
// An address holds what is needed to show the same thing again, here or in another browser. It is only ever read as
// text: names are looked up, everything else goes to the server, which checks it.

/** @import {Values} from "./messages.js" */
/** @import {Variation} from "../play/messages.js" */

/** @type {Record<string, string[]>} the words of a view's addresses; all others are parameters of the game */
const WORDS = {
  play: ["seats", "position", "moves", "lines", "comments", "ply", "ended", "kept"],
  compare: ["seats", "position", "moves", "lines", "comments", "ply", "ended", "kept", "engines", "time", "match"],
  debugger: [
    ...["seats", "position", "moves", "lines", "comments", "ply", "ended", "kept"],
    ...["from", "tree", "algorithm", "depth", "simulations", "exploration", "cut", "leaves", "symmetric", "order", "step"],
  ],
  lessons: ["at"],
};
const LISTS = new Set(["seats", "moves", "lines", "comments", "engines", "match"]);
const PARAMETER = "rules."; // before a parameter that is called as one of the words
const PREFIX = /^rules\./;

/**
 * @typedef {object} Target  where an address leads
 * @property {string} view
 * @property {string} game  or the lesson
 * @property {Values} parameters  all as text
 * @property {Record<string, string>} words  of the view
 * @property {Record<string, string[]>} lists  those words that are lists
 */

/**
 * @param {string} hash
 * @returns {Target}
 */
export function readHash(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [view = "", ...rest] = path.split("/");
  /** @type {Target} */
  const target = { view, game: decoded(rest.join("/")), parameters: {}, words: {}, lists: {} };
  const known = wordsOf(view);
  for (const pair of query.split("&").filter(Boolean)) {
    const [name, value = ""] = pair.split(/=(.*)/s);
    const word = decoded(name);
    if (!known.includes(word)) target.parameters[word.replace(PREFIX, "")] = decoded(value);
    else if (LISTS.has(word)) target.lists[word] = value ? value.split(",").map(decoded) : [];
    else target.words[word] = decoded(value);
  }
  return target;
}

/**
 * The address of a target. Words without text and empty lists are left out.
 *
 * @param {Target} target
 */
export function writeHash({ view, game, parameters, words, lists }) {
  const known = wordsOf(view);
  /** @type {string[]} */
  const pairs = [];
  for (const [name, value] of Object.entries(parameters)) {
    pairs.push(`${encoded(known.includes(name) ? PARAMETER + name : name)}=${encoded(String(value))}`);
  }
  for (const [name, list] of Object.entries(lists)) {
    if (list.length) pairs.push(`${name}=${list.map((text) => encoded(text).replaceAll(",", "%2C")).join(",")}`);
  }
  for (const [name, text] of Object.entries(words)) if (text !== "") pairs.push(`${name}=${encoded(text)}`);
  const path = [view, ...(game ? [encodeURIComponent(game)] : [])].join("/");
  return `#/${path}${pairs.length ? `?${pairs.join("&")}` : ""}`;
}

/**
 * Variations as a list of an address: "12:2,Nf3,Nc6" are two moves after the twelfth position.
 *
 * @param {Variation[]} lines
 */
export function writeLines(lines) {
  return lines.flatMap(({ after, moves }) => [`${after}:${moves.length}`, ...moves]);
}

/**
 * Reads what `writeLines` wrote. Throws an Error with one line about what is wrong.
 *
 * @param {string[]} list
 * @returns {Variation[]}
 */
export function readLines(list) {
  /** @type {Variation[]} */
  const lines = [];
  for (let at = 0; at < list.length; at++) {
    const head = /^(\d{1,6}):([1-9]\d{0,5})$/.exec(list[at]);
    if (!head || at + Number(head[2]) >= list.length) throw new Error(`“${list[at]}” does not begin a variation`);
    lines.push({ after: Number(head[1]), moves: list.slice(at + 1, at + 1 + Number(head[2])) });
    at += Number(head[2]);
  }
  return lines;
}

/**
 * Comments as a list of an address: "12:good", about the twelfth position.
 *
 * @param {[place: number, text: string][]} comments
 */
export function writeComments(comments) {
  return comments.map(([place, text]) => `${place}:${text}`);
}

/**
 * Reads what `writeComments` wrote. Throws an Error with one line about what is wrong.
 *
 * @param {string[]} list
 * @returns {[place: number, text: string][]}
 */
export function readComments(list) {
  return list.map((entry) => {
    const found = /^(\d{1,6}):(.*)$/s.exec(entry);
    if (!found) throw new Error(`“${entry}” is not a comment`);
    return [Number(found[1]), found[2]];
  });
}

/**
 * The parameters that differ from the game's defaults.
 *
 * @param {Values} parameters
 * @param {Values} [defaults]
 * @returns {Values}
 */
export function changed(parameters, defaults = {}) {
  return Object.fromEntries(Object.entries(parameters).filter(([name, value]) => value !== defaults[name]));
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

/** @param {string} view */
function wordsOf(view) {
  return Object.hasOwn(WORDS, view) ? WORDS[view] : [];
}

/**
 * As much of a text as an address may hold is left readable.
 *
 * @param {string} text
 */
function encoded(text) {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
    .replaceAll("%20", "+")
    .replace(/%(2F|3A|2C|5B|5D|40)/g, (code) => decodeURIComponent(code));
}

/** @param {string} text */
function decoded(text) {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
