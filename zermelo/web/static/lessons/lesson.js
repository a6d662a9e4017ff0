// <z-lesson>: one lesson with its live figures and its questions.

/** @import {Block, LessonHead, LessonMessage} from "./messages.js" */
/** @import {Session} from "../common/session.js" */

import { element, hear, tell, write } from "../common/dom.js";
import { figure } from "./figure.js";
import { keepAnswered } from "./progress.js";
import { question } from "./question.js";
import { Queue } from "./queue.js";
import { spans } from "./spans.js";

/** Event: `leave`, when a link to somewhere else on the page is followed (detail: what has the focus, by its id). */
export class LessonView extends HTMLElement {
  name = "";
  title = "";
  /** Resolves when the text is there. @type {Promise<void>} */
  ready = Promise.resolve();
  #words = element("p", { class: "note", role: "status" }, "Loading …");

  /**
   * @param {Session} session
   * @param {string} name
   */
  configure(session, name) {
    this.name = name;
    this.classList.add("lesson");
    this.append(this.#words);
    this.addEventListener("click", (event) => this.#follow(event));
    this.ready = this.#load(session);
    return this;
  }

  /**
   * Shows a place of the lesson and puts the focus there.
   *
   * @param {string} place  the id of an element; "": the beginning
   */
  goTo(place) {
    const there = place ? this.querySelector(`[id="${CSS.escape(place)}"]`) : null;
    if (!(there instanceof HTMLElement)) return;
    there.focus({ preventScroll: true });
    there.scrollIntoView({ block: "center" });
  }

  /** @param {Session} session */
  async #load(session) {
    const told = await session.socket.ask("lesson", { name: this.name });
    if (told.type === "error") return write(this.#words, told.message);
    this.title = told.title;
    const queue = new Queue(session.socket);
    const blocks = told.blocks.map((block) => this.#block(block, session, queue));
    this.replaceChildren(...head(told), ...blocks, foot(told));
  }

  /**
   * @param {Block} block
   * @param {Session} session
   * @param {Queue} queue
   */
  #block(block, session, queue) {
    switch (block.kind) {
      case "heading":
        return element("h2", {}, ...spans(block.spans));
      case "paragraph":
        return element("p", {}, ...spans(block.spans));
      case "items":
        return element(block.numbered ? "ol" : "ul", {}, ...block.items.map((item) => element("li", {}, ...spans(item))));
      case "code":
        return element("pre", { tabindex: "0", "aria-label": "Code" }, element("code", {}, block.text));
      case "figure":
        return figure(block, session.socket, queue, session.info);
      case "question": {
        const asked = question(block, this.name, session.socket);
        hear(asked, "answered", (right) => right && keepAnswered(this.name, block.name));
        return asked;
      }
    }
  }

  /** @param {Event} event */
  #follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.id && link.getAttribute("href")?.startsWith("#/")) tell(this, "leave", link.id);
  }
}

/** @param {LessonMessage} told */
function head({ number, title, summary, notebook }) {
  return [
    element("p", { class: "lesson-way" }, element("a", { href: "#/lessons" }, "All lessons")),
    element("h1", {}, `${number}. ${title}`),
    element("p", { class: "lead" }, summary),
    element("p", { class: "lesson-links" }, element("a", { href: notebook, download: "" }, "Download as a notebook")),
  ];
}

/** @param {LessonMessage} told */
function foot({ before, after }) {
  const parts = [way(before, "Before: ", "before"), way(after, "Next: ", "after")];
  return element("nav", { class: "lesson-foot", "aria-label": "Other lessons" }, ...parts);
}

/**
 * @param {LessonHead | null} head
 * @param {string} words
 * @param {string} look
 */
function way(head, words, look) {
  return head ? element("a", { href: head.address, class: look, rel: look === "after" ? "next" : "prev" }, words, head.title) : "";
}

customElements.define("z-lesson", LessonView);
