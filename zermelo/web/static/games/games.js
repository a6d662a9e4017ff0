// <z-games>: all games as pictures, and a form for the chosen one's parameters and players.

/** @import {GameInfo, Values} from "../common/messages.js" */
/** @import {Seat} from "../common/seats.js" */
/** @import {Session} from "../common/session.js" */

import { element, pictureOf, write } from "../common/dom.js";
import { typed } from "../common/route.js";
import { usualSeats } from "../common/seats.js";
import { seatPlayers } from "../common/player.js";
import { capital } from "../common/words.js";

const BESIDE = matchMedia("(min-width: 60rem)"); // there is room for the form beside the list

/** @typedef {(name: string, parameters: Values, seats: Seat[]) => Promise<string>} Begin */

export class Games extends HTMLElement {
  /** @type {Session} */
  #session;
  /** @type {Begin} */
  #begin;
  #list = element("ul", { id: "game-list", class: "game-list", "aria-label": "Games" });
  #form = element("form", { class: "panel game-form" });
  #error = element("p", { class: "error", role: "alert" });
  #stop = new AbortController();

  /**
   * @param {Session} session
   * @param {Begin} begin  resolves to a line that says what is wrong, or to ""
   */
  configure(session, begin) {
    this.#session = session;
    this.#begin = begin;
    this.#list.append(...session.info.games.map((game) => this.#card(game)));
    this.append(element("h1", { class: "unseen" }, "Choose a game"), this.#list);
    return this;
  }

  connectedCallback() {
    this.#stop = new AbortController();
    BESIDE.addEventListener("change", () => this.#place(), { signal: this.#stop.signal });
    const { info, game } = this.#session;
    const chosen = info.games.find(({ name }) => name === (game?.name ?? info.first)) ?? info.games[0];
    if (chosen) this.#choose(chosen, false);
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  /** @param {GameInfo} game */
  #card(game) {
    const { name, summary, svg, own } = game;
    const traits = [...(own ? ["yours"] : []), ...game.traits].map((trait) => element("i", {}, trait));
    const words = element(
      "span",
      { class: "card-words" },
      element("strong", {}, capital(name)),
      element("span", { class: "summary" }, summary),
      element("span", { class: "traits" }, ...traits),
    );
    const attributes = { type: "button", class: "game-card", "data-game": name, "aria-expanded": "false" };
    const card = element("button", attributes, element("span", { class: "card-picture" }, pictureOf(svg, "")), words);
    card.addEventListener("click", () => this.#choose(game, true));
    return element("li", {}, card);
  }

  /**
   * @param {GameInfo} game
   * @param {boolean} byPerson
   */
  #choose(game, byPerson) {
    for (const card of this.#list.querySelectorAll("button")) {
      card.setAttribute("aria-expanded", String(card.dataset.game === game.name));
    }
    const seats = usualSeats(this.#session.info, game.players);
    const names = seats.map((_, player) => `player ${player + 1}`);
    const players = seatPlayers(this.#session.info, game.name, names, seats, (player, value) => {
      seats[player] = value;
    });
    const fields = Object.entries(game.parameters).map(([name, value]) => parameter(name, value));
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      this.#start(game, seats);
    };
    write(this.#error, "");
    this.#form.setAttribute("aria-label", `A game of ${game.name}`);
    this.#form.replaceChildren(
      element("h2", {}, capital(game.name)),
      element("p", { class: "summary" }, game.summary),
      fields.length ? element("fieldset", { class: "parameters" }, element("legend", {}, "Rules"), ...fields) : "",
      element("fieldset", { class: "seats" }, element("legend", {}, "Players"), ...players),
      this.#error,
      element("button", { id: "start", type: "submit", class: "primary" }, "Start"),
    );
    this.#place();
    if (byPerson && !BESIDE.matches) this.#form.scrollIntoView({ block: "nearest" });
  }

  /** Beside the list, or below the chosen card where there is no room for that. */
  #place() {
    const card = this.#list.querySelector("[aria-expanded='true']");
    const holder = this.#form.parentElement;
    if (BESIDE.matches) this.append(this.#form);
    else card?.parentElement?.after(element("li", { class: "form-holder" }, this.#form));
    if (holder?.classList.contains("form-holder")) holder.remove();
  }

  /**
   * @param {GameInfo} game
   * @param {Seat[]} seats
   */
  async #start(game, seats) {
    const inputs = [...this.#form.querySelectorAll("input")].filter(({ name }) => name);
    const values = inputs.map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value]);
    const parameters = typed(Object.fromEntries(values), game.parameters);
    const changed = Object.entries(parameters).filter(([name, value]) => value !== game.parameters[name]);
    write(this.#error, await this.#begin(game.name, Object.fromEntries(changed), seats));
  }
}

/**
 * @param {string} name
 * @param {string | number | boolean} value
 */
function parameter(name, value) {
  const kind = typeof value === "boolean" ? "checkbox" : typeof value === "number" ? "number" : "text";
  const input = element("input", { name, type: kind, autocomplete: "off", spellcheck: "false" });
  if (kind === "checkbox") input.checked = value === true;
  else input.value = String(value);
  if (kind === "number") input.step = Number.isInteger(value) ? "1" : "any";
  return element("label", { class: `parameter ${kind}` }, element("span", {}, name.replaceAll("_", " ")), input);
}

customElements.define("z-games", Games);
