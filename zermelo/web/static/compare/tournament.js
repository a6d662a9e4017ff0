// <z-tournament>: several engines and levels against each other: the table so far, a game to watch, games to replay.

/** @import {Place, Standings} from "../common/match.js" */
/** @import {Answer, Waiting} from "../common/messages.js" */
/** @import {Seat} from "../common/seats.js" */
/** @import {Session} from "../common/session.js" */

import { button, element, pictureOf, tell, write } from "../common/dom.js";
import { writeHash } from "../common/route.js";
import { asPlayer } from "../common/seats.js";
import { capital, leftWords } from "../common/words.js";
import "../common/player.js";
import "../common/waiting.js";

const LEAST = 2;
const MOST = 12;
const KINDS = {
  "round-robin": "All meet each other",
  gauntlet: "The first meets all others",
  swiss: "Swiss, by points",
  "knock-out": "Knock-out",
};

/** Events: `begin`, before it takes the visitor's one search; `live` (detail: a game as it is played); `over`. */
export class Tournament extends HTMLElement {
  /** @type {Session} */
  #session;
  #id = 0;
  #made = 0;
  /** @type {import("../common/player.js").Player[]} */
  #engines = [];
  #list = element("ol", { class: "entrants", "aria-label": "Engines of the tournament" });
  #kind = element(
    "select",
    { id: "tournament-kind" },
    ...Object.entries(KINDS).map(([value, words]) => element("option", { value }, words)),
  );
  #games = element("input", { id: "tournament-games", type: "number", min: "1", max: "100", step: "1", value: "2" });
  #run = button("Play a tournament", { id: "tournament-run", class: "primary" });
  #more = button("Add an engine", { id: "tournament-add" });
  #note = element("z-waiting", { class: "note" });
  #bar = element("progress", { id: "tournament-progress", "aria-label": "Games played" });
  #progress = element("p", { id: "tournament-words", class: "note" });
  #places = element("table", { id: "tournament-places", class: "standings" });
  #cross = element("table", { id: "tournament-cross", class: "standings" });
  #remarks = element("p", { class: "note" });
  #plot = element("div", { id: "tournament-plot" });
  #played = element("ol", { id: "tournament-list", class: "match-list", "aria-label": "Games of the tournament" });

  /** @param {Session} session */
  configure(session) {
    this.#session = session;
    this.className = "panel";
    const { levels } = session.info;
    const usual = levels.slice(0, 3).map((level) => ({ choice: `level:${level}`, options: {} }));
    for (const seat of usual.length >= LEAST ? usual : [null, null, null]) this.#add(seat);
    this.#more.addEventListener("click", () => this.#add(null));
    this.#run.addEventListener("click", () => (this.#id ? this.#halt() : this.#begin()));
    this.#bar.hidden = true;
    const kind = element("label", { class: "inline" }, "Who meets whom", this.#kind);
    const games = element("label", { class: "inline" }, "Games of each pair", this.#games);
    this.replaceChildren(
      element("div", { class: "panel-head" }, element("h2", {}, "Tournament")),
      this.#list,
      element("div", { class: "compare-head" }, this.#more, kind, games, this.#run, this.#note),
      this.#bar,
      this.#progress,
      element("div", { class: "scrolled" }, this.#places),
      element("div", { class: "scrolled" }, this.#cross),
      this.#remarks,
      this.#plot,
      this.#played,
    );
    return this;
  }

  /**
   * Offers the engines that play another game.
   *
   * @param {string} game
   */
  fit(game) {
    for (const engine of this.#engines) engine.fit(game);
  }

  /** Stops, because another search took its place. */
  forget() {
    if (!this.#id) return;
    this.#session.socket.forget(this.#id);
    this.#over("The tournament was stopped.");
  }

  /** @param {Seat | null} seat */
  #add(seat) {
    if (this.#engines.length >= MOST) return this.#note.say(`At most ${MOST} engines take part.`);
    const { info, game } = this.#session;
    const engine = element("z-player");
    const number = this.#made++;
    engine.configure({ id: `entrant-${number}`, label: `Engine ${number + 1}`, info, game: game?.name, levels: true });
    if (seat) engine.value = seat;
    const remove = button("Remove", { "aria-label": `Remove engine ${number + 1}` });
    const row = element("li", {}, engine, remove);
    remove.addEventListener("click", () => {
      if (this.#engines.length <= LEAST) return this.#note.say("A tournament has two engines or more.");
      this.#engines = this.#engines.filter((one) => one !== engine);
      row.remove();
    });
    this.#engines.push(engine);
    this.#list.append(row);
  }

  #begin() {
    this.dispatchEvent(new Event("begin"));
    const games = Math.min(100, Math.max(1, Math.round(Number(this.#games.value)) || 2));
    const engines = this.#engines.map(({ value }) => asPlayer(value)).map((one) => ("level" in one ? one : one.engine));
    this.#note.say("Playing the first game …");
    write(this.#run, "Stop");
    write(this.#progress, "");
    write(this.#remarks, "");
    this.#bar.hidden = true;
    for (const part of [this.#places, this.#cross, this.#plot, this.#played]) part.replaceChildren();
    const fields = { engines, kind: this.#kind.value, games };
    const id = this.#session.socket.request("tournament", fields, (answer) => this.#hear(id, answer));
    this.#id = id;
  }

  #halt() {
    this.#session.socket.forget(this.#id);
    this.#session.socket.request("stop", {});
    this.#over("The tournament was stopped.");
  }

  /** @param {string} words */
  #over(words) {
    this.#id = 0;
    write(this.#run, "Play a tournament");
    this.#note.say(words);
    this.dispatchEvent(new Event("over"));
  }

  /**
   * @param {number} id
   * @param {Answer<"tournament"> | Waiting} answer
   */
  #hear(id, answer) {
    if (id !== this.#id) return;
    if (answer.type === "waiting") return this.#note.show(answer);
    if (answer.type === "error") return this.#over(answer.message);
    if (answer.live) return tell(this, "live", answer.live);
    this.#note.say("");
    this.#show(answer);
    if (answer.done) this.#over("");
  }

  /** @param {Standings} found */
  #show({ games, total, left, places, cross, remarks, svg, game, done }) {
    this.#bar.hidden = false;
    this.#bar.max = total;
    this.#bar.value = games;
    const time = done ? "" : `, ${leftWords(left)}`;
    write(this.#progress, `${games} of ${total} games${time}`);
    const rows = places.map((one) => this.#place(one));
    const heads = ["Place", "Engine", "Points", "Games", "Won, shared, lost", "Elo", "95% between", "Better than next"];
    this.#places.replaceChildren(
      element("caption", {}, "Places"),
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, ...rows),
    );
    this.#cross.replaceChildren(
      element("caption", {}, "Points against each other"),
      element(
        "thead",
        {},
        element("tr", {}, element("td"), ...places.map(({ engine }) => element("th", { scope: "col" }, engine))),
      ),
      element(
        "tbody",
        {},
        ...cross.map((cells, row) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, places[row].engine),
            ...cells.map((cell) => element("td", {}, cell)),
          ),
        ),
      ),
    );
    write(this.#remarks, remarks.map((remark) => `${capital(remark)}.`).join(" "));
    this.#plot.replaceChildren(pictureOf(svg, "Ratings with 95% intervals, and results by opening"));
    this.#played.append(this.#replay(game));
  }

  /** @param {Place} one */
  #place({ place, engine, points, games, counts, elo, between, better }) {
    const cells = [points, String(games), counts.join(", "), elo, between, better];
    const name = element("th", { scope: "row" }, engine);
    return element("tr", {}, element("td", {}, String(place)), name, ...cells.map((cell) => element("td", {}, cell)));
  }

  /**
   * A game that is over, with the way to its first position in Play, where it can be stepped through and reviewed.
   *
   * @param {Standings["game"]} game
   */
  #replay({ engines, seat, moves, result }) {
    const target = this.#session.target("play");
    const seats = this.#session.seats.map(() => "human");
    const hidden = this.#session.shown.hidden;
    const words = { ...target.words, ply: "0" };
    const address = writeHash({ ...target, lists: { seats, moves }, words });
    const [first, second] = seat ? [...engines].reverse() : engines;
    const link = hidden ? "" : element("a", { href: address }, "Replay");
    return element("li", {}, `${first} against ${second}: ${result}. `, link);
  }
}

customElements.define("z-tournament", Tournament);
