// The call stack: the nodes from the root to the one that the step is about, with what is known of each.

/** @import {Report, Timeline} from "../time.js" */

import { element, write } from "../../common/dom.js";
import { nodeName } from "../looks.js";

export class Stack {
  #title = element("h2", {});
  #list = element("ol", {});
  element = element("section", { id: "call-stack", class: "d-stack", "aria-label": "Call stack", tabindex: "0" }, this.#title, this.#list);

  clear() {
    this.#list.replaceChildren();
    this.element.hidden = true;
  }

  /**
   * @param {Report} report
   * @param {Timeline} time
   */
  show({ nodes, algorithm }, time) {
    const { path } = time;
    this.element.hidden = path.length === 0;
    write(this.#title, algorithm === "mcts" ? "Path" : "Call stack");
    const rows = path.map((node, depth) => {
      const { kind, edge, name } = nodes[node];
      const { window, label, record } = time.known(node);
      const found = record || (label && `v = ${label}`);
      const isLast = depth === path.length - 1;
      return element(
        "li",
        isLast ? { "aria-current": "step" } : {},
        element("span", {}, nodeName(kind, edge, name)),
        element("span", { class: "d-known" }, [window, found].filter(Boolean).join("  ")),
      );
    });
    this.#list.replaceChildren(...rows);
    this.element.scrollTop = this.element.scrollHeight;
  }
}
