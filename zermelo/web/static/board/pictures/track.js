// A track: squares in a ring with names, owners, what is built there and tokens; in it what the players have.

/** @import {Purse, TrackPicture, TrackPlace} from "./pictures.js" */

import { element } from "../../common/dom.js";

const TOKENS = 6; // looks of players

/** @param {TrackPicture} picture */
export function track(picture) {
  const { places, purses, side, marked } = picture;
  const squares = places.map((one, number) => place(one, marked.includes(number)));
  const ring = element("ol", { class: "ring", "aria-label": "The board" }, ...squares);
  ring.style.setProperty("--side", String(side + 1));
  const held = element("div", { class: "purses" }, ...purses.map((one, number) => purse(one, number + 1)));
  return element("div", { class: "circuit" }, ring, held);
}

/**
 * @param {TrackPlace} place
 * @param {boolean} isMarked
 */
function place({ name, colour, note, owner, built, tokens, cell: [row, column] }, isMarked) {
  const said = [name, note, owner > 0 && `of player ${owner}`, built && builtWords(built), ...tokens.map((player) => `player ${player} is here`)];
  const made = element(
    "li",
    { class: isMarked ? "place marked" : "place", title: said.filter(Boolean).join(", ") },
    element("span", { class: "unseen" }, said.filter(Boolean).join(", ")),
    element("span", { class: "band", "data-colour": colour, "aria-hidden": "true" }, built),
    element("span", { class: "place-name", "aria-hidden": "true" }, name),
    element("span", { class: "place-note", "aria-hidden": "true" }, note),
    element("span", { class: "tokens", "aria-hidden": "true" }, ...tokens.map(token)),
    owner > 0 ? element("span", { class: `owner ${lookOf(owner)}`, "aria-hidden": "true" }) : null,
  );
  made.style.gridArea = `${row + 1} / ${column + 1}`;
  return made;
}

/** @param {string} built */
function builtWords(built) {
  const houses = [...built].filter((sign) => sign === "▪").length;
  return houses ? `${houses} ${houses === 1 ? "house" : "houses"}` : built;
}

/** @param {number} player */
function lookOf(player) {
  return `owned-${(player - 1) % TOKENS}`;
}

/** @param {number} player */
function token(player) {
  return element("b", { class: `counter ${lookOf(player)}` }, String(player));
}

/**
 * @param {Purse} purse
 * @param {number} player
 */
function purse({ label, money, note, things, active }, player) {
  const listed = things.map(([name, colour]) => {
    return element("li", {}, element("i", { "data-colour": colour, "aria-hidden": "true" }), name);
  });
  return element(
    "section",
    { class: active ? "purse active" : "purse", "aria-label": label },
    element("p", { class: "purse-head" }, token(player), element("span", {}, label), element("b", {}, money)),
    element("p", { class: "purse-note" }, note),
    element("ul", {}, ...listed),
  );
}
