// <z-games>: all games as pictures, and a form for the chosen one's parameters and players.

/** @import {GameInfo, Values} from "../common/messages.js" */
/** @import {Seat} from "../common/seats.js" */
/** @import {Session} from "../common/session.js" */

import { element, pictureOf, write } from "../common/dom.js";
import { typed } from "../common/route.js";
import { usualSeats } from "../common/seats.js";
import { seatPlayers } from "../common/player.js";
import { parameter, valuesIn } from "./parameters.js";
import "./filter.js";

/** @typedef {(name: string, parameters: Values, seats: Seat[]) => Promise<string>} Begin */

const BESIDE = matchMedia("(min-width: 60rem)"); // there is room for the form beside the list

export class Games extends HTMLElement {
  /** @type {Session} */
  #session;
  /** @type {Begin} */
  #begin;
  #list = element("ul", { id: "game-list", class: "game-list", "aria-label": "Games" });
  #form = element("form", { class: "panel game-form" });
  #error = element("p", { class: "error", role: "alert" });
  #stop = new AbortController();
  #filter = element("z-filter");

  /**
   * @param {Session} session
   * @param {Begin} begin  resolves to a line that says what is wrong, or to ""
   */
  configure(session, begin) {
    this.#session = session;
    this.#begin = begin;
    this.#list.append(...session.info.games.map((game) => this.#card(game)));
    this.#filter.configure(session.info).addEventListener("change", () => this.#sift());
    this.append(element("h2", { class: "unseen" }, "Choose a game"), this.#filter, this.#list);
    this.#sift();
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
    const { name, label, summary, svg, own, solved } = game;
    const traits = [...(own ? ["yours"] : []), ...game.traits, ...(solved ? ["solved"] : [])].map((trait) => element("i", {}, trait));
    const words = element(
      "span",
      { class: "card-words" },
      element("strong", {}, label),
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
    const fields = Object.entries(game.parameters).map(([name, value]) => parameter(name, value, game.about[name]));
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      this.#start(game, seats);
    };
    write(this.#error, "");
    this.#form.setAttribute("aria-label", `A game of ${game.label}`);
    this.#form.replaceChildren(
      element("h2", {}, game.label),
      element("p", { class: "summary" }, game.summary),
      game.solved ? element("p", { class: "note" }, `Solved: ${game.solved}.`) : "",
      fields.length ? element("fieldset", { class: "parameters" }, element("legend", {}, "Rules"), ...fields) : "",
      element("fieldset", { class: "seats" }, element("legend", {}, "Players"), ...players),
      this.#error,
      element("button", { id: "start", type: "submit", class: "primary" }, "Start"),
    );
    this.#place();
    if (byPerson && !BESIDE.matches) this.#form.scrollIntoView({ block: "nearest" });
  }

  /** Shows the games that were asked for; the form stays with the chosen one. */
  #sift() {
    const { games } = this.#session.info;
    const fitting = new Set(games.filter((game) => this.#filter.fits(game)).map(({ name }) => name));
    for (const card of this.#list.querySelectorAll("button.game-card")) {
      const entry = card.parentElement;
      if (entry) entry.hidden = !fitting.has(/** @type {HTMLElement} */ (card).dataset.game ?? "");
    }
    this.#filter.tell(fitting.size);
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
    const parameters = typed(valuesIn(this.#form), game.parameters);
    const changed = Object.entries(parameters).filter(([name, value]) => value !== game.parameters[name]);
    write(this.#error, await this.#begin(game.name, Object.fromEntries(changed), seats));
  }
}

customElements.define("z-games", Games);
