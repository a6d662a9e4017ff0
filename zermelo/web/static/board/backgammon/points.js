// A backgammon board for clicks, drags and the arrow keys: checkers move one at a time until they make a whole turn.

/** @import {Action, Cell, PointsPicture} from "../../common/messages.js" */
/** @import {Drawn} from "../arrows.js" */
/** @import {Scene} from "../board.js" */
/** @import {Step} from "./turn.js" */

import { drawArrows } from "../arrows.js";
import { announce, button, drawing, element, write } from "../../common/dom.js";
import { Cells } from "../cells.js";
import { STONES, checkersOn, placed, slideTurn } from "./checkers.js";
import { drawFelt } from "./felt.js";
import { BAR, COLUMNS, Spots, TRAY, afterSteps, countsOf, pipsOf, placeOf, usedDice } from "./spots.js";
import { Turn } from "./turn.js";
import { capital } from "../../common/words.js";

/** @typedef {Omit<Scene, "picture"> & {picture: PointsPicture}} PointsScene */

/**
 * Lives inside a `<z-board>` and tells it what was chosen with `choose`, and with `changed` that the half-played turn is
 * another one.
 */
export class PointsBoard {
  #choose;
  #changed;
  /** @type {PointsScene} */
  #scene;
  #turn = new Turn([]);
  /** @type {Scene["turns"]} that the turn was made of */
  #turns;
  /** @type {number[][]} as they are shown */
  #counts = [];
  #spots = new Spots([], false);
  /** @type {Cells} */
  #cells = new Cells("spots", {
    touch: (place) => this.#touch(place),
    held: (place) => this.#held(place),
    select: (place) => this.#select(place),
    targets: () => this.#targets(),
    arrive: (place) => this.#arrive(place),
  });
  #flipped = false;
  /** @type {Drawn[]} */
  #moves = [];
  #expected = ""; // the action that is shown before the server has answered

  #back = button("Take back", { id: "take-back", title: "Take back the last checker (u)" });
  #backAll = button("Take back all", { id: "take-back-all" });
  #done = button("Play", { id: "play-turn", class: "primary" });

  /**
   * @param {(actions: Action[]) => void} choose
   * @param {() => void} changed
   */
  constructor(choose, changed) {
    this.#choose = choose;
    this.#changed = changed;
    this.felt = drawing("svg", { class: "felt-layer", "aria-hidden": "true" });
    this.layer = drawing("svg", { class: "arrows", "aria-hidden": "true" });
    this.plates = [element("p", { class: "plate" }), element("p", { class: "plate" })]; // at the top, at the bottom
    this.table = element("div", { class: "table" }, this.felt, this.#cells.element, this.layer);
    this.frame = element("div", { class: "backgammon" }, this.plates[0], this.table, this.plates[1]);
    this.tools = element(
      "div",
      { class: "turn-tools", role: "group", "aria-label": "The turn so far" },
      this.#back,
      this.#backAll,
      this.#done,
    );
    this.#back.addEventListener("click", () => this.takeBack());
    this.#backAll.addEventListener("click", () => this.takeBack(Infinity));
    this.#done.addEventListener("click", () => this.#play());
    this.#build();
  }

  /** @param {PointsScene} scene */
  show(scene) {
    this.#scene = scene;
    this.#cells.drop();
    if (scene.turns !== this.#turns) {
      this.#turns = scene.turns;
      this.#turn = new Turn(scene.turns ?? []);
    }
    this.#cells.name(scene.name);
    this.#paint();
    if (scene.animate && scene.last && scene.last.text !== this.#expected) {
      slideTurn(this.#cells.buttons, this.#spots, scene.last.cells, this.table.clientWidth / this.#spots.width);
    }
    this.#expected = "";
  }

  /** @param {boolean} flipped */
  set flipped(flipped) {
    if (flipped === this.#flipped) return;
    this.#flipped = flipped;
    this.#cells.walk.isUpsideDown = flipped;
    if (this.#scene) this.#paint();
  }

  /** @param {Drawn[]} moves */
  set moves(moves) {
    this.#moves = moves;
    if (this.#scene) this.#drawMoves();
  }

  get isWalkedOver() {
    return this.#cells.walk.isOn;
  }

  /** Has a part of a turn been played? */
  get isHalfPlayed() {
    return this.#isOpen && this.#turn.taken.length > 0;
  }

  /**
   * Takes back the last checkers of a half-played turn. Returns whether there were any.
   *
   * @param {number} [count]
   */
  takeBack(count = 1) {
    if (!this.#isOpen || !this.#turn.takeBack(count)) return false;
    this.#select(null);
    this.#changed();
    announce("Taken back");
    return true;
  }

  /**
   * The turn has been chosen: it stays as it is shown until the server's answer replaces it.
   *
   * @param {Action} action
   */
  expect(action) {
    this.#expected = action.text;
    this.#scene = { ...this.#scene, interactive: false };
    this.#select(null);
  }

  /** Can checkers be moved? */
  get #isOpen() {
    return Boolean(this.#scene?.interactive && this.#scene.turns?.length);
  }

  get #mover() {
    return this.#scene.mover ?? 0;
  }

  // --- building and painting ----------------------------------------------------------------------------------------

  #build() {
    const cells = [0, 1].flatMap((row) => Array.from({ length: COLUMNS }, (_, column) => /** @type {Cell} */ ([row, column])));
    this.#cells.build(cells, () => "spot");
    this.#cells.arrange(cells);
  }

  #paint() {
    const { picture } = this.#scene;
    const taken = this.#turn.taken;
    this.#counts = afterSteps(countsOf(picture), this.#mover, taken);
    this.#spots = new Spots(this.#counts, this.#flipped);
    this.table.style.aspectRatio = `${this.#spots.width} / ${this.#spots.height}`;
    const origins = this.#isOpen ? this.#turn.origins : new Set();
    const targets = this.#targets();
    for (const [place, cell] of this.#cells.buttons) {
      const [row, column] = place.split(",").map(Number);
      const isSelected = this.#cells.selected !== null && String(this.#cells.selected) === place;
      Object.assign(cell.style, this.#spots.box([row, column]));
      cell.classList.toggle("top", this.#spots.isTop(row));
      cell.classList.toggle("movable", origins.has(place));
      cell.classList.toggle("selected", isSelected);
      cell.classList.toggle("target", targets.has(place));
      this.#fill(cell, [row, column], targets.has(place));
      const notes = [isSelected && "selected", targets.has(place) && "legal target", origins.has(place) && "can move"];
      this.#cells.say(cell, [this.#nameOf([row, column]), this.#contentOf([row, column]), ...notes]);
    }
    drawFelt(this.felt, picture, this.#spots, this.#flipped, usedDice(picture.dice, this.#mover, taken));
    this.#paintPlates();
    this.#paintTools();
    this.#drawMoves();
  }

  /**
   * Keeps the checkers that are there, for one of them may be dragged.
   *
   * @param {HTMLElement} spot
   * @param {Cell} cell
   * @param {boolean} isTarget
   */
  #fill(spot, cell, isTarget) {
    const count = this.#counts[cell[0]][cell[1]];
    const content = `${count} ${this.#spots.isTop(cell[0])}`;
    if (spot.dataset.content !== content) {
      spot.dataset.content = content;
      spot.replaceChildren(...checkersOn(this.#spots, cell, count));
    }
    spot.querySelector(".landing")?.remove();
    if (!isTarget || cell[1] === TRAY) return;
    const isHit = count * (this.#mover === 0 ? 1 : -1) < 0;
    spot.append(placed(this.#spots, cell, isHit ? 0 : this.#spots.shown(cell), isHit ? "landing hit" : "landing"));
  }

  #paintPlates() {
    const { picture, players, mover } = this.#scene;
    const { score, length } = picture;
    [0, 1].forEach((player) => {
      const plate = this.plates[(player === 0) !== this.#flipped ? 1 : 0];
      const words = [`${pipsOf(this.#counts, player)} pips`, score && `${score[player]} of ${length} points`];
      plate.replaceChildren(
        element("i", { class: `dot ${STONES[player]}`, "aria-hidden": "true" }),
        element("b", {}, capital(players[player] ?? "")),
        element("span", {}, words.filter(Boolean).join(" · ")),
      );
      plate.classList.toggle("active", mover === player);
    });
  }

  #paintTools() {
    const action = this.#whole;
    this.tools.hidden = !this.#isOpen;
    this.#back.disabled = this.#backAll.disabled = !this.isHalfPlayed;
    this.#done.disabled = !action;
    write(this.#done, action ? `Play ${action.text}` : "Play");
  }

  #drawMoves() {
    /** @param {Drawn} move */
    const pairs = ({ cells, ...rest }) =>
      Array.from({ length: Math.floor(cells.length / 2) }, (_, at) => ({ ...rest, cells: cells.slice(2 * at, 2 * at + 2) }));
    drawArrows(this.layer, this.isHalfPlayed ? [] : this.#moves.flatMap(pairs), this.#spots);
  }

  /** @param {Cell} cell */
  #nameOf(cell) {
    if (cell[1] === BAR) return `${this.#scene.players[cell[0]] ?? ""} bar`.trim();
    if (cell[1] === TRAY) return `${this.#scene.players[1 - cell[0]] ?? ""} borne off`.trim();
    return `point ${placeOf(cell, this.#scene.picture.numbered)}`;
  }

  /** @param {Cell} cell */
  #contentOf([row, column]) {
    const count = this.#counts[row][column];
    if (!count) return "empty";
    const name = this.#scene.players[count > 0 ? 0 : 1] ?? "";
    return `${Math.abs(count)} ${name} checker${Math.abs(count) > 1 ? "s" : ""}`;
  }

  // --- choosing -----------------------------------------------------------------------------------------------------

  /** The action that the moves made so far are, or null. */
  get #whole() {
    const number = this.#isOpen ? this.#turn.action : null;
    return number === null ? null : this.#scene.actions[number];
  }

  #targets() {
    return this.#isOpen && this.#cells.selected ? this.#turn.targets(this.#cells.selected) : new Map();
  }

  #play() {
    const action = this.#whole;
    if (action) this.#choose([action]);
  }

  /** @param {Cell} place */
  #touch(place) {
    if (!this.#isOpen || this.#arrive(place)) return;
    const isOther = String(place) !== String(this.#cells.selected);
    this.#select(isOther && this.#turn.origins.has(String(place)) ? place : null);
  }

  /**
   * Moves the selected checker there. Returns whether it can go there.
   *
   * @param {Cell} place
   */
  #arrive(place) {
    const steps = this.#targets().get(String(place));
    if (!steps) return false;
    this.#turn.take(steps);
    this.#select(null);
    this.#changed();
    const whole = this.#whole;
    announce(whole ? `The turn is ${whole.text}` : this.#said(steps));
    if (whole && this.#cells.walk.isOn) this.#done.focus();
    return true;
  }

  /** @param {Step[]} steps */
  #said(steps) {
    return steps.map(({ from, to }) => `${this.#nameOf(from)} to ${this.#nameOf(to)}`).join(", ");
  }

  /** @param {Cell | null} place */
  #select(place) {
    this.#cells.selected = place;
    this.#paint();
  }

  /**
   * The checker that may be dragged from a place.
   *
   * @param {Cell} from
   */
  #held(from) {
    const canMove = this.#isOpen && this.#turn.origins.has(String(from));
    return canMove ? [...this.#cells.at(from).querySelectorAll(".checker")].at(-1) : null;
  }
}
