// Who sits where: a person, a level, or an engine with its options; and how an address writes that.

/** @import {Chooser, Info, Option, Values} from "./messages.js" */

const HUMAN = "human";

/** @typedef {{choice: string, options: Values}} Seat  choice: "human", "level:medium" or "engine:mcts" */

/** @returns {Seat} */
export function personSeat() {
  return { choice: HUMAN, options: {} };
}

/** @param {Seat} seat */
export function isPersonSeat({ choice }) {
  return choice === HUMAN;
}

/**
 * The seats that a game begins with: a person against the medium level.
 *
 * @param {Info} info
 * @param {number} players
 * @returns {Seat[]}
 */
export function usualSeats(info, players) {
  const level = info.levels.includes("medium") ? "medium" : info.levels[0];
  const rest = level ? `level:${level}` : info.engines[0] ? `engine:${info.engines[0].name}` : HUMAN;
  return [...Array(players).keys()].map((player) => ({ choice: player === 0 ? HUMAN : rest, options: {} }));
}

/**
 * A player as `move` and `analyse` are told of it.
 *
 * @param {Seat} seat
 * @returns {Chooser}
 */
export function asPlayer({ choice, options }) {
  const [kind, name] = split(choice);
  return kind === "level" ? { level: name } : { engine: { name, options } };
}

/** @param {Seat} seat */
export function playerWords({ choice }) {
  const [kind, name] = split(choice);
  return kind === HUMAN ? "you" : kind === "level" ? `the ${name} level` : name;
}

/**
 * A seat as an address writes it: "human", "level:full", "engine:alphabeta:depth=3,time=0.5".
 *
 * @param {Seat} seat
 */
export function writeSeat({ choice, options }) {
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return chosen.length ? `${choice}:${chosen.join(",")}` : choice;
}

/**
 * Reads what `writeSeat` wrote. Throws an Error with one line about what there is not.
 *
 * @param {Info} info
 * @param {string} text
 * @returns {Seat}
 */
export function readSeat(info, text) {
  if (text === HUMAN) return personSeat();
  const [kind, rest] = split(text);
  const [name, list] = split(rest);
  const engine = kind === "engine" ? info.engines.find((one) => one.name === name) : undefined;
  if (kind === "level" && info.levels.includes(rest)) return { choice: text, options: {} };
  if (!engine) throw new Error(`there is no player called “${text}”`);
  /** @type {Values} */
  const options = {};
  for (const pair of list ? list.split(",") : []) {
    const [key, value = ""] = pair.split(/=(.*)/s);
    const option = engine.options.find((one) => one.name === key);
    if (!option) throw new Error(`${name} has no option “${key}”`);
    options[key] = optionValue(option, value);
  }
  return { choice: `engine:${name}`, options };
}

/**
 * @param {Option} option
 * @param {string} text
 */
function optionValue({ name, kind }, text) {
  if (kind === "bool") return text === "true";
  if (kind !== "int" && kind !== "float") return decodeURIComponent(text);
  if (text.trim() === "" || !Number.isFinite(Number(text))) throw new Error(`${name} is a number, not “${text}”`);
  return Number(text);
}

/**
 * @param {string} text
 * @returns {[first: string, rest: string]}
 */
function split(text) {
  const at = text.indexOf(":");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
