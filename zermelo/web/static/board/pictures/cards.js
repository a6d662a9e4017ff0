// Hands of cards, face up or face down, and of dice: one per line, or on a table. Cards in a hand may be played by touching.

/** @import {CardsPicture, Hand} from "../../common/messages.js" */
/** @import {Held} from "./held.js" */

import { element } from "../../common/dom.js";
import { die } from "../shapes/dice.js";

const RED = /[♥♦]/;
const COMPASS = ["north", "east", "south", "west"];

/** @typedef {Hand & {faces: Element[]}} Drawn */

/**
 * @param {CardsPicture} picture
 * @param {boolean} flipped  does the first player sit below?
 * @param {Held} held  who makes buttons of the cards that can be played
 */
export function cards(picture, flipped, held) {
  const hands = picture.hands.map((one, place) => ({ ...one, faces: faces(one, place, held) }));
  if (!picture.table) return element("div", { class: "hands" }, ...hands.map(hand));
  const [middle, around] = [true, false].map((isMiddle) => hands.filter((one) => one.middle === isMiddle));
  const pot = picture.pot ? [element("span", { class: "pot" }, picture.pot)] : [];
  if (around.length === COMPASS.length) {
    return compass(flipped ? [...around.slice(2), ...around.slice(0, 2)] : around, middle, pot);
  }
  if (flipped) around.reverse();
  // the first player sits above, or several in a row; the last one below
  const [above, below] = [around.slice(0, Math.max(1, around.length - 1)), around.slice(Math.max(1, around.length - 1))];
  return element(
    "div",
    { class: "card-table" },
    element("div", { class: "around" }, ...above.map(seat)),
    element("div", { class: "centre" }, ...middle.map(seat), ...pot),
    element("div", { class: "around" }, ...below.map(seat)),
  );
}

/**
 * Four players sit on the four sides, clockwise.
 *
 * @param {Drawn[]} around
 * @param {Drawn[]} middle
 * @param {Element[]} pot
 */
function compass(around, middle, pot) {
  return element(
    "div",
    { class: "card-table compass" },
    ...around.map((one, place) => element("div", { class: `around ${COMPASS[place]}` }, seat(one))),
    element("div", { class: "centre" }, ...middle.map(seat), ...pot),
  );
}

/** @param {Drawn} one  on a table */
function seat(one) {
  const { label, chips, bet, note, active, middle } = one;
  const told = [label, chips, note].filter((words) => words && !(middle && words === "table"));
  const parts = told.map((words, place) => element("span", { class: place ? "" : "label" }, words));
  if (bet) parts.push(element("span", { class: "bet" }, bet));
  const toMove = active ? [element("span", { class: "unseen" }, "to move:")] : [];
  const about = parts.length ? [element("span", { class: "about" }, ...toMove, ...parts)] : [];
  const look = ["hand", active && "active"].filter(Boolean).join(" ");
  const held = element("span", { class: "held" }, ...one.faces);
  held.style.setProperty("--count", String(held.childElementCount));
  return element("div", { class: look }, held, ...about);
}

/** @param {Drawn} one  on a line of its own */
function hand(one) {
  const told = [one.label, one.chips, one.bet, one.note].filter(Boolean).join(", ");
  return element(
    "div",
    { class: one.active ? "hand active" : "hand" },
    element("span", { class: "label" }, told),
    element("span", { class: "held" }, ...one.faces),
  );
}

/** @param {string} card */
function face(card) {
  const look = RED.test(card) ? "playing-card red-suit" : "playing-card";
  const [, suit, rank] = /^([♠♣♥♦])(.*)$/.exec(card) ?? [];
  if (!suit) return element("span", { class: look }, card);
  const index = [element("span", {}, `${suit}\ufe0e`), element("span", {}, rank)];
  const pip = element("span", { class: "suit", "aria-hidden": "true" }, `${suit}\ufe0e`);
  return element("span", { class: look }, element("span", { class: "index" }, ...index), pip);
}

/**
 * @param {Hand} hand
 * @param {number} place  in the picture
 * @param {Held} held
 */
function faces({ cards: its, places, dice }, place, held) {
  const shown = dice ? its.map(ofDice) : its.map((card, at) =>
    card
      ? held.playable(face(card), place, at)
      : element("span", { class: "playing-card face-down", role: "img", "aria-label": "a card face down" }),
  );
  const empty = Array.from({ length: Math.max(0, places - its.length) }, () => element("span", { class: "no-card" }));
  return [...shown, ...empty];
}

/** @param {string} face */
function ofDice(face) {
  const unseen = element("span", { class: "die unseen-die" }, "?");
  return element("span", { role: "img", "aria-label": face || "a die that is not seen" }, face ? die(face) : unseen);
}
