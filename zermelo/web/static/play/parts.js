// What <z-play> is made of: its elements, and where they stand.

import { button, element } from "../common/dom.js";
import "../analyse/asks.js";
import "../board/board.js";
import "../common/waiting.js";
import "../keep/clock.js";
import "../keep/ending.js";
import "../keep/keeper.js";
import "../keep/tools.js";
import "./chance.js";
import "./curtain.js";
import "./beside/moves.js";
import "./beside/position.js";
import "./beside/rules.js";
import "./steps.js";
import "./beside/typed.js";

export class Parts {
  title = element("h1", { id: "title" });
  status = element("p", { id: "status" });
  thought = element("p", { class: "thought" });
  waiting = element("z-waiting", { hidden: true });
  message = element("p", { class: "error", id: "message", role: "alert" });
  board = element("z-board", { id: "board" });
  curtain = element("z-curtain", { id: "curtain", hidden: true });
  chance = element("z-chance", { hidden: true });
  actions = element("div", { id: "actions", class: "actions", role: "group", "aria-label": "Moves to choose from" });
  typed = element("z-typed", { hidden: true });
  seats = element("div", { class: "seats" });
  moves = element("z-moves", { id: "moves", role: "group", "aria-label": "Moves so far" });
  tools = element("z-line-tools", { class: "line-tools" });
  ending = element("z-ending", { class: "ending" });
  clock = element("z-clock", { class: "clock" });
  keeper = element("z-keeper", { class: "panel" });
  asks = element("z-asks");
  position = element("z-position", { class: "panel" });
  rules = element("z-rules", { class: "panel", hidden: true });
  steps = element("z-steps", { class: "steps", role: "group", "aria-label": "Step through the game" });
  buttons = {
    undo: button("Undo", { id: "undo", title: "Take back (u)", "aria-keyshortcuts": "u" }),
    restart: button("Restart", { id: "restart" }),
    flip: button("Flip", { id: "flip", title: "Flip the board (f)", "aria-keyshortcuts": "f" }),
    pause: button("Pause", { id: "pause" }),
    newGame: button("New game", { id: "new-game" }),
  };
  #head = element("div", { class: "stage-head" }, this.title, this.status);
  #controls = element("div", { class: "controls" }, this.steps, ...Object.values(this.buttons), this.ending);
  #players = element("section", { class: "panel", "aria-label": "Players" }, this.seats, this.clock, this.thought);
  #record = element("section", { class: "panel moves-panel", "aria-label": "Moves" }, this.moves, this.tools);

  /**
   * Puts them in their places.
   *
   * @param {HTMLElement} view
   */
  build(view) {
    const stage = element(
      "section",
      { class: "stage", "aria-label": "The game" },
      this.#head,
      this.waiting,
      this.curtain,
      this.asks.evaluation,
      this.board,
      this.message,
      element("div", { class: "choosing" }, this.chance, this.typed, this.actions, this.board.tools),
      this.#controls,
    );
    const side = element(
      "aside",
      { class: "side", "aria-label": "About the game" },
      this.#players,
      this.#record,
      this.asks,
      this.rules,
      this.keeper,
      this.position,
    );
    view.append(stage, side);
  }

  /**
   * Puts what a player looks at all the time next to the board, where there is room for one column only: the clocks above
   * it, the moves below, then the controls and the questions, and last who plays.
   *
   * @param {boolean} isNarrow
   */
  arrange(isNarrow) {
    if (isNarrow) {
      this.#head.after(this.clock.faces);
      this.#controls.before(this.#record);
      this.asks.after(this.#players);
      this.keeper.prepend(this.tools);
    } else {
      this.clock.append(this.clock.faces);
      this.asks.before(this.#players, this.#record);
      this.#record.append(this.tools);
    }
  }
}
