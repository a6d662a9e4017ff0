// <z-front>: what is seen first: what this is in a sentence, the debugger at work, the lessons, and all games.

/** @import {Begin} from "../games/games.js" */
/** @import {Session} from "../common/session.js" */

import { element } from "../common/dom.js";
import "../games/games.js";
import "./demo.js";
import { tour } from "./tour.js";

export const SENTENCE = "Play any game against an engine that explains itself.";

export class Front extends HTMLElement {
  /**
   * @param {Session} session
   * @param {Begin} begin
   */
  configure(session, begin) {
    const { info } = session;
    const lessons = element(
      "p",
      {},
      "Or begin with the ",
      element("a", { href: "#/lessons" }, "Lessons"),
      ": searching and playing games, from the first tree to learning machines, with figures that you step through.",
    );
    const words = element(
      "div",
      { class: "front-words" },
      element("h1", {}, SENTENCE),
      element(
        "p",
        {},
        `Choose one of ${info.games.length} games below, or bring your own. Ask what a move is worth, why yours was worse, and watch how the search finds out.`,
      ),
      lessons,
    );
    const demo = element("z-demo").configure(session.socket);
    const games = element("z-games").configure(session, begin);
    this.append(tour(false), element("section", { class: "front-head", "aria-label": "What this is" }, words, demo), games);
    return this;
  }

  /** Shows the tour again, from its first step. */
  guide() {
    this.querySelector("#tour")?.remove();
    this.prepend(tour(true));
    this.scrollIntoView({ block: "start" });
  }
}

customElements.define("z-front", Front);
