// <z-rules>: the rules of the game in a few sentences, folded together until somebody wants to read them.

/** @import {GameInfo} from "../../common/messages.js" */

import { element } from "../../common/dom.js";

export class Rules extends HTMLElement {
  #shown = "";

  /** @param {GameInfo | undefined} game */
  show(game) {
    const rules = game?.rules ?? "";
    this.hidden = !rules;
    if (!game || rules === this.#shown) return;
    this.#shown = rules;
    this.replaceChildren(
      element(
        "details",
        { id: "rules" },
        element("summary", {}, "Rules"),
        ...rules.split("\n\n").map((paragraph) => element("p", {}, paragraph)),
      ),
    );
  }
}

customElements.define("z-rules", Rules);
