// Lines of a lesson as elements: emphasis, code and links. Text goes in as text.

/** @import {Span} from "./messages.js" */

import { element } from "../common/dom.js";

/**
 * @param {Span[]} line
 * @returns {(Node | string)[]}
 */
export function spans(line) {
  return line.map(({ text, style, target }) => {
    if (style === "emphasis") return element("em", {}, text);
    if (style === "strong") return element("strong", {}, text);
    if (style === "code") return element("code", {}, text);
    if (style === "link") return element("a", { href: target }, text);
    return text;
  });
}
