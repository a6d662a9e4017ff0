// A board of cells, for clicks, drags and the arrow keys.

/** @import {Action, BoardPicture, Cell} from "../common/messages.js" */
/** @import {Drawn} from "./arrows.js" */
/** @import {Scene} from "./board.js" */

import { drawArrows } from "./arrows.js";
import { drawing, element, wantsLittleMotion } from "../common/dom.js";
import { Cells } from "./cells.js";
import { drawGround } from "./ground.js";
import { arriving, bothWays, goingOver, last, nextCells, same } from "./jumps.js";
import { Layout, cellsOf, isPlaced } from "./layout.js";
import { isWay, onTheWay } from "./maze.js";
import { isOnPoints, markOf, piece } from "./pieces.js";
import { cornerOf } from "./looks/sea.js";
import { partOf } from "./shapes/dots.js";
import { slide } from "./shapes/sliding.js";
import { sow } from "./shapes/sowing.js";
import { directed, hearSwipes } from "./shapes/swipes.js";
import { cellName, pieceName } from "../common/words.js";

/** @typedef {Omit<Scene, "picture"> & {picture: BoardPicture}} BoardScene */

/**
 * Lives inside a `<z-board>` and tells it what was chosen: `choose(actions)` with all actions that share the touched
 * cells.
 */
export class Grid {
  #choose;
  /** @type {BoardScene} */
  #scene;
  /** @type {Cells} */
  #cells = new Cells("cells", {
    touch: (place) => this.#touch(place),
    held: (place) => this.#held(place),
    select: (place) => this.#select(place),
    targets: () => this.#targets(),
    arrive: (place) => this.#arrive(place),
  });
  /** @type {Layout} */
  #layout;
  #built = ""; // the cells that were made, as text
  #flipped = false;
  /** @type {Drawn[]} */
  #moves = [];
  /** @type {Cell[]} that were touched since a piece was picked up, on the way of a chain of jumps */
  #via = [];
  /** @type {boolean | null} do pieces move in this game, or are they put down? null: not seen yet */
  #moving = null;
  #expected = ""; // the action that is shown before the server has answered

  /** @param {(actions: Action[]) => void} choose */
  constructor(choose) {
    this.#choose = choose;
    const cells = this.#cells.element;
    this.rowLabels = element("div", { class: "row-labels", "aria-hidden": "true" });
    this.columnLabels = element("div", { class: "column-labels", "aria-hidden": "true" });
    this.layer = drawing("svg", { class: "arrows", "aria-hidden": "true" });
    this.ground = drawing("svg", { class: "ground", "aria-hidden": "true" });
    this.field = element("div", { class: "field" }, this.ground, cells, this.layer);
    this.frame = element("div", { class: "frame" }, this.rowLabels, this.field, this.columnLabels);
    cells.addEventListener("pointerover", (event) => this.#hover(this.#cells.placeOf(event.target)));
    cells.addEventListener("pointerleave", () => this.#hover(null));
    hearSwipes(cells, (key) => this.#swiped(key));
    this.rowLabels.addEventListener("click", ({ target }) => this.#touchRow([...this.rowLabels.children].indexOf(/** @type {Element} */ (target))));
  }

  /** @param {BoardScene} scene */
  show(scene) {
    const { picture } = scene;
    const before = this.#scene?.picture;
    scene = { ...scene, actions: bothWays(scene.actions, picture) };
    const columns = Math.max(0, ...picture.cells.map((row) => row.length));
    const shape = JSON.stringify([picture.shape, cellsOf(picture)]);
    const isNew = shape !== this.#built;
    if (isNew || scene.name !== this.#scene?.name) this.#moving = null;
    if (scene.isMoved !== undefined) this.#moving = scene.isMoved;
    const touches = scene.isMoved !== undefined ? [] : [...scene.actions, ...(scene.last ? [scene.last] : [])].filter(({ cells }) => cells.length);
    if (touches.length) this.#moving = touches.some(({ cells }) => cells.length > 1);
    this.#scene = scene;
    this.#via = [];
    this.#cells.drop();
    if (isNew) {
      this.#built = shape;
      this.#build();
    }
    this.#cells.walk.isOff = picture.shape === "maze" || picture.shape === "tile";
    const isPlain = this.#moving === false || columns < 3;
    const looks = [picture.shape, picture.ground, isPlain && "plain", picture.absent.length && "loose"];
    this.frame.className = ["frame", ...looks].filter(Boolean).join(" ");
    this.#cells.name(scene.name);
    this.#label();
    this.#paint();
    if (scene.animate && scene.last && scene.last.text !== this.#expected) this.#animate(scene.last.cells, before, scene.last.text);
    this.#expected = "";
    this.#drawMoves();
  }

  /** @param {boolean} flipped */
  set flipped(flipped) {
    if (flipped === this.#flipped) return;
    this.#flipped = flipped;
    this.#cells.walk.isTurned = flipped;
    if (!this.#scene) return;
    this.#arrange();
    this.#label();
    this.#drawMoves();
  }

  /** @param {Drawn[]} moves */
  set moves(moves) {
    this.#moves = moves;
    this.#drawMoves();
  }

  get isWalkedOver() {
    return this.#cells.walk.isOn;
  }

  /**
   * Is a key for the moves of this board, and which one is it for? In a maze and on tiles the arrow keys are; none while
   * nobody may choose, or where a wall is in the way.
   *
   * @param {string} key
   */
  moveOf(key) {
    const { picture, actions, interactive } = this.#scene;
    const isMove = (picture.shape === "maze" || picture.shape === "tile") && isWay(key);
    if (!isMove || !interactive) return { isMove };
    return { isMove, action: picture.shape === "tile" ? directed(key, actions) : onTheWay(key, actions, this.#flipped) };
  }

  /**
   * Shows an action at once, as far as it can be guessed, until the server's answer replaces it.
   *
   * @param {Action} action
   */
  expect(action) {
    const { picture } = this.#scene;
    if (["dots", "pits", "sheet", "climb", "tile"].includes(picture.shape) || action.cells[0][0] < 0) return;
    const [from, to] = [action.cells[0], last(action.cells)];
    const isCapture = action.cells.length > 2 && picture.cells[to[0]][to[1]]; // the last cell is the one that is taken
    const text = isCapture ? "" : action.cells.length > 1 ? picture.cells[from[0]][from[1]] : this.#mark();
    const cells = picture.cells.map((row) => [...row]);
    if (text) {
      cells[from[0]][from[1]] = "";
      cells[to[0]][to[1]] = text;
      this.#expected = action.text;
    }
    [this.#cells.selected, this.#via] = [null, []];
    this.#scene = { ...this.#scene, picture: { ...picture, cells }, interactive: false, last: action };
    this.#paint();
    if (text && !this.#cells.wasDragged) this.#animate(action.cells); // what was dragged is there already
  }

  // --- building -----------------------------------------------------------------------------------------------------

  #build() {
    const cells = cellsOf(this.#scene.picture);
    const isDots = this.#scene.picture.shape === "dots";
    this.#cells.build(cells, ([row, column]) => {
      return `cell ${isDots ? partOf([row, column]) : (row + column) % 2 ? "deep" : "pale"}`;
    });
    this.#arrange();
  }

  /** Puts the cells where they are seen. */
  #arrange() {
    const { picture } = this.#scene;
    const layout = new Layout(picture, this.#flipped);
    this.#layout = layout;
    for (const [measure, value] of Object.entries({ wide: layout.width, high: layout.height })) {
      this.frame.style.setProperty(`--${measure}`, String(value));
    }
    this.frame.style.setProperty("--columns", String(Math.max(1, ...picture.cells.map((row) => row.length))));
    for (const cell of layout.cells) {
      const [x, y] = layout.middle(cell);
      const inGrid = { gridArea: `${Math.ceil(y)} / ${Math.ceil(x)}` };
      Object.assign(this.#cells.at(cell).style, isPlaced(picture.shape) ? layout.box(cell) : inGrid);
    }
    this.#cells.arrange(this.#flipped ? [...layout.cells].reverse() : layout.cells);
  }

  #label() {
    const { picture } = this.#scene;
    drawGround(this.ground, picture, this.#layout);
    /** @param {string[]} labels */
    const spans = (labels) => {
      // those of hexagons and dots are part of the ground, and cells with names of their own need none beside them
      const isNamed = picture.corners.length && picture.shape !== "letters";
      const isDrawn = picture.shape === "hex" || picture.shape === "dots" || isNamed;
      const shown = isDrawn ? [] : labels;
      return (this.#flipped ? [...shown].reverse() : shown).map((label) => element("span", {}, label));
    };
    this.rowLabels.replaceChildren(...spans(picture.rows ?? []));
    this.columnLabels.replaceChildren(...spans(picture.columns ?? []));
  }

  // --- painting -----------------------------------------------------------------------------------------------------

  #paint() {
    const { picture, actions, interactive, last: played } = this.#scene;
    const marked = new Set((picture.marked ?? []).map(String));
    const recent = new Set((played?.cells ?? []).map(String));
    const [warned, dark] = [new Set(picture.warned.map(String)), new Set(picture.dark.map(String))];
    const targets = this.#targets();
    const offers = new Map(picture.offers.map(([cell, words]) => [String(cell), words]));
    const open = interactive ? actions : [];
    const movable = new Set(open.filter(({ cells }) => cells.length > 1 && picture.shape !== "climb").map(({ cells }) => String(cells[0])));
    const empty = this.#layout.cells.filter(([row, column]) => !picture.cells[row]?.[column]).length;
    // where every empty cell may be played, or most points are open as in Go, dots would only be noise
    const many = isOnPoints(picture.shape) ? empty / 2 : empty;
    const shown = this.#cells.selected || (targets.size < many && picture.shape !== "hole") ? targets : new Set();
    for (const [place, cell] of this.#cells.buttons) {
      const [row, column] = place.split(",").map(Number);
      const text = picture.cells[row]?.[column] ?? "";
      const corner = cornerOf(picture, row, column);
      const look = picture.shape + picture.ground + corner;
      if (cell.dataset.piece !== text || cell.dataset.look !== look) {
        cell.dataset.piece = text;
        cell.dataset.look = look;
        const drawn = piece(text, picture.shape, picture.ground);
        const area = picture.shape === "hex" ? [element("span", { class: "area" })] : []; // what can be clicked
        const words = corner ? [element("span", { class: "corner", "aria-hidden": "true" }, corner)] : [];
        cell.replaceChildren(...area, ...words, ...(drawn ? [drawn] : []));
      }
      const isSelected = [this.#cells.selected, ...this.#via].some((touched) => same(touched, [row, column]));
      const isTarget = targets.has(place) || (picture.shape === "hole" && this.#putOn([row, column]).length > 0);
      cell.classList.toggle("marked", marked.has(place));
      cell.classList.toggle("recent", recent.has(place));
      cell.classList.toggle("warned", warned.has(place));
      cell.classList.toggle("dark", dark.has(place) && !text);
      cell.classList.toggle("selected", isSelected);
      cell.classList.toggle("target", shown.has(place));
      cell.classList.toggle("open", isTarget);
      cell.classList.toggle("movable", movable.has(place));
      const offer = text ? "" : (offers.get(place) ?? "");
      cell.dataset.offer = offer;
      const notes = [
        cellName(picture, row, column),
        picture.shape === "letters" && corner,
        offer ? `would bring ${offer}` : dark.has(place) && !text ? "not seen" : pieceName(text, picture.shape),
        warned.has(place) && (/king$/.test(pieceName(text)) ? "in check" : "in danger"),
        isSelected && "selected",
        !isSelected && isTarget && "legal target",
        !isSelected && !isTarget && movable.has(place) && (text ? "can move" : "legal target"),
        recent.has(place) && "last move",
      ];
      this.#cells.say(cell, notes);
    }
    this.#hover(null);
  }

  /** The cells that complete a move: where the selected piece may go, or where something may be put. */
  #targets() {
    const { actions, interactive } = this.#scene;
    if (!interactive) return new Set();
    if (this.#scene.picture.shape === "climb") return new Set(actions.flatMap(({ cells }) => cells.map(String)));
    const put = actions.filter(({ cells }) => cells.length === 1).map(({ cells }) => String(cells[0]));
    if (!this.#cells.selected) return new Set(put);
    const touched = [this.#cells.selected, ...this.#via];
    return new Set(nextCells(goingOver(actions, touched), touched).map(String));
  }

  /**
   * The actions that put something here; a click anywhere in a column drops a disc there.
   *
   * @param {Cell} place
   */
  #putOn([row, column]) {
    const { actions, interactive, picture } = this.#scene;
    if (!interactive) return [];
    if (picture.shape === "climb") return actions.filter(({ cells }) => cells.some(([up, at]) => up >= 0 && at === column));
    /** @param {Cell} cell */
    const fits = ([atRow, atColumn]) => atColumn === column && (atRow === row || picture.shape === "hole");
    return actions.filter(({ cells }) => cells.length === 1 && fits(cells[0]));
  }

  #drawMoves() {
    if (!this.#layout) return;
    const isClimbed = this.#scene.picture.shape === "climb"; // several cells are not a way from one to another
    const onBoard = this.#moves.filter(({ cells }) => cells.every(([row]) => row >= 0));
    const moves = isClimbed ? onBoard.flatMap((move) => move.cells.map((cell) => ({ ...move, cells: [cell] }))) : onBoard;
    drawArrows(this.layer, moves, this.#layout, this.#scene.picture.shape === "square");
  }

  /**
   * @param {Cell[]} cells
   * @param {BoardPicture} [before]
   * @param {string} [text]  of the action
   */
  #animate(cells, before, text = "") {
    if (wantsLittleMotion()) return;
    const { picture } = this.#scene;
    const isTile = picture.shape === "tile" && before?.shape === "tile";
    if (isTile && slide(before, picture, text.toLowerCase(), this.#layout, (cell) => this.#cells.at(cell))) return;
    if (!cells?.length) return;
    if (picture.shape === "pits" && before?.shape === "pits") {
      return sow(before, picture, cells[0], this.#layout, (cell) => this.#cells.at(cell));
    }
    const [row, column] = last(cells);
    const cell = this.#cells.buttons.get(`${row},${column}`);
    const drawn = cell?.querySelector(".piece");
    if (!cell || !drawn?.animate) return;
    if (cells.length > 1) {
      const [from, to] = [this.#layout.middle(cells[0]), this.#layout.middle([row, column])];
      const [across, down] = from.map((part, axis) => (part - to[axis]) * cell.offsetWidth);
      const steps = [{ transform: `translate(${across}px, ${down}px)` }, { transform: "none" }];
      cell.classList.add("arriving");
      const slide = drawn.animate(steps, { duration: 170, easing: "ease-out" });
      slide.addEventListener("finish", () => cell.classList.remove("arriving"));
    } else if (picture.shape === "hole") {
      const steps = [{ transform: `translateY(${-(row + 1) * 100}%)` }, { transform: "none" }];
      drawn.animate(steps, { duration: 120 + 45 * row, easing: "cubic-bezier(.5, 0, .9, .6)" });
    } else {
      drawn.animate([{ transform: "scale(.6)", opacity: 0.3 }, { transform: "none", opacity: 1 }], { duration: 140 });
    }
  }

  // --- choosing -----------------------------------------------------------------------------------------------------

  /**
   * Chooses what a swipe over tiles stands for.
   *
   * @param {string} key  the arrow key for the same
   */
  #swiped(key) {
    const { action } = this.#scene.picture.shape === "tile" ? this.moveOf(key) : {};
    if (action) this.#choose([action]);
  }

  /**
   * A click on the label of a box of a score sheet is one on the box.
   *
   * @param {number} row
   */
  #touchRow(row) {
    const { picture, actions, interactive } = this.#scene;
    const fill = actions.filter(({ cells }) => cells.length === 1 && cells[0][0] === row);
    if (interactive && picture.shape === "sheet" && row >= 0 && fill.length === 1) this.#choose(fill);
  }

  /** @param {Cell} place */
  #touch(place) {
    const { actions, interactive } = this.#scene;
    if (!interactive) return;
    if (this.#cells.selected && this.#arrive(place)) return;
    if (same(place, this.#cells.selected)) {
      const put = this.#putOn(place);
      return put.length ? this.#choose(put) : this.#select(null);
    }
    const isMoved = this.#scene.picture.shape !== "climb";
    if (isMoved && actions.some(({ cells }) => cells.length > 1 && same(cells[0], place))) return this.#select(place);
    const put = this.#putOn(place);
    if (put.length) return this.#choose(put);
    const steps = this.#scene.picture.shape === "maze" ? actions.filter(({ cells }) => same(last(cells), place)) : [];
    if (steps.length) return this.#choose(steps); // only one figure can move in a maze
    this.#select(null);
  }

  /**
   * Takes a cell as the end of a move of the selected piece (a capture may end where it began), or as one on its way.
   * Returns whether it is either.
   *
   * @param {Cell} place
   */
  #arrive(place) {
    if (!this.#cells.selected) return false;
    const fitting = goingOver(this.#scene.actions, [this.#cells.selected, ...this.#via]);
    const { ending, passing } = arriving(fitting, place);
    const put = same(place, this.#cells.selected) ? this.#putOn(place) : [];
    if (ending.length) this.#choose([...ending, ...passing, ...put]);
    else if (passing.length) {
      this.#via.push(place);
      this.#paint();
    }
    return ending.length + passing.length > 0;
  }

  /** @param {Cell | null} place */
  #select(place) {
    [this.#cells.selected, this.#via] = [place, []];
    this.#paint();
  }

  /**
   * Shows what a click would put here.
   *
   * @param {Cell | null} place
   */
  #hover(place) {
    for (const preview of this.#cells.element.querySelectorAll(".preview")) preview.remove();
    if (!place || !this.#scene?.interactive || this.#cells.selected) return;
    const [action, ...others] = this.#putOn(place);
    if (!action || others.length) return;
    const landing = this.#cells.at(action.cells[0]);
    const drawn = piece(this.#mark(), this.#scene.picture.shape);
    if (!drawn || landing.dataset.piece) return;
    drawn.classList.add("preview");
    landing.append(drawn);
  }

  /** What the player to move puts down, where the player's name tells; else "". */
  #mark() {
    const { picture, mover, players } = this.#scene;
    if (picture.shape === "hole") return mover === 0 ? "R" : "Y";
    return markOf(players[mover ?? -1] ?? "", picture.shape);
  }

  /**
   * The piece that may be dragged from a cell.
   *
   * @param {Cell} from
   */
  #held(from) {
    const { actions, interactive } = this.#scene;
    const canMove = interactive && actions.some(({ cells }) => cells.length > 1 && same(cells[0], from));
    return canMove ? this.#cells.at(from).querySelector(".piece:not(.preview)") : null;
  }
}
