// A question of a lesson: choices, or a field for the answer. The server says whether it is right, and why.

/** @import {QuestionBlock} from "./messages.js" */
/** @import {Socket} from "../common/socket.js" */

import { element, tell, write } from "../common/dom.js";
import { spans } from "./spans.js";

const SHORT = 12; // characters of an answer that shares its line with others

/**
 * Event of the form: `answered` (detail: was it right?).
 *
 * @param {QuestionBlock} block
 * @param {string} lesson
 * @param {Socket} socket
 */
export function question(block, lesson, socket) {
  const { place, name, prompt, choices, hint } = block;
  const verdict = element("p", { class: "verdict", id: `${place}-verdict`, role: "status", "aria-live": "polite" });
  const check = element("button", { type: "submit", class: "primary" }, "Check");
  const field = choices.length ? options(block, check) : given(block, check);
  const form = element(
    "form",
    { class: "panel lesson-question", id: place, tabindex: "-1", "aria-labelledby": `${place}-prompt` },
    element("p", { id: `${place}-prompt`, class: "prompt" }, ...spans(prompt)),
    field,
    verdict,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = String(new FormData(form).get("answer") ?? "");
    if (!answer.trim()) return show(null, hint);
    const told = await socket.ask("answer", { lesson, question: name, answer });
    if (told.type === "error") return show(null, told.message);
    show(told.right, told.words);
    if (told.right !== null) tell(form, "answered", told.right);
  });

  /**
   * @param {boolean | null} right
   * @param {string} words
   */
  function show(right, words) {
    form.dataset.right = right === null ? "" : String(right);
    write(verdict, words);
  }

  return form;
}

/**
 * @param {QuestionBlock} block
 * @param {HTMLElement} check
 */
function options({ place, choices }, check) {
  const labels = choices.map(({ text, spans: line }, index) => {
    const id = `${place}-${index}`;
    const button = element("input", { type: "radio", name: "answer", id, value: text });
    return element("label", { for: id, class: "choice" }, button, element("span", {}, ...spans(line)));
  });
  const look = choices.every(({ text }) => text.length < SHORT) ? "choices-in-line" : "choices-in-lines";
  const group = element("div", { class: look, role: "radiogroup", "aria-labelledby": `${place}-prompt` }, ...labels);
  return element("div", { class: `${look} with-check` }, group, check);
}

/**
 * @param {QuestionBlock} block
 * @param {HTMLElement} check
 */
function given({ place, hint }, check) {
  const field = element("input", {
    ...{ type: "text", name: "answer", id: `${place}-answer`, autocomplete: "off", spellcheck: "false" },
    maxlength: 200,
    "aria-labelledby": `${place}-prompt`,
    "aria-describedby": `${place}-hint`,
  });
  return element("p", { class: "given" }, field, check, element("span", { id: `${place}-hint`, class: "note" }, hint));
}
