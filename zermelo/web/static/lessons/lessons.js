// <z-lessons>: the list of all lessons.

/** @import {LessonHead} from "./messages.js" */
/** @import {Session} from "../common/session.js" */

import { element, write } from "../common/dom.js";
import { answered } from "./progress.js";
import "./lesson.js";

export class Lessons extends HTMLElement {
  #words = element("p", { class: "note", role: "status" }, "Loading …");

  /** @param {Session} session */
  configure(session) {
    this.classList.add("lessons");
    this.append(
      element("h1", {}, "Lessons"),
      element("p", { class: "lead" }, "Searching and playing games, from the first tree to learning machines. Every figure is alive: step through it, change it, play it."),
      this.#words,
    );
    this.#load(session);
    return this;
  }

  /** @param {Session} session */
  async #load(session) {
    const told = await session.socket.ask("lessons", {});
    if (told.type === "error") return write(this.#words, told.message);
    this.#words.replaceWith(element("ol", { id: "lesson-list", class: "lesson-list" }, ...told.lessons.map(card)));
  }
}

/** @param {LessonHead} head */
function card({ name, number, title, summary, questions, address }) {
  const done = answered(name);
  const left = questions.filter((question) => !done.has(question)).length;
  const state = questions.length && !left ? element("span", { class: "done" }, "✓ done") : "";
  return element(
    "li",
    {},
    element(
      "a",
      { href: address, class: "lesson-card" },
      element("span", { class: "lesson-number", "aria-hidden": "true" }, String(number)),
      element("span", {}, element("strong", {}, title), element("span", { class: "summary" }, summary)),
      state,
    ),
  );
}

customElements.define("z-lessons", Lessons);
