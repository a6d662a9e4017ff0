// Which questions were answered rightly, kept in this browser.

import { remembered } from "../common/dom.js";

/**
 * @param {string} lesson
 * @returns {Set<string>} the names of its questions
 */
export function answered(lesson) {
  return new Set((remembered(`answered ${lesson}`) ?? "").split(" ").filter(Boolean));
}

/**
 * @param {string} lesson
 * @param {string} question
 */
export function keepAnswered(lesson, question) {
  remembered(`answered ${lesson}`, [...answered(lesson).add(question)].join(" "));
}
