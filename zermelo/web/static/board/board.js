// <z-board>: a position as it looks, whatever kind of picture its game describes.

/** @import {Action, BoardPicture, HalfTurn, LinesPicture, Picture} from "../common/messages.js" */
/** @import {Drawn} from "./arrows.js" */
/** @import {BoardScene} from "./grid.js" */

import { element, tell } from "../common/dom.js";
import { Grid } from "./grid.js";
import { Laying } from "./letters/laying.js";
import { layBeside } from "./looks/beside.js";
import { bars } from "./pictures/bars.js";
import { cards } from "./pictures/cards.js";
import { Held } from "./pictures/held.js";
import { Dice } from "./shapes/dice.js";
import { PointsBoard } from "./backgammon/points.js";
import { track } from "./pictures/track.js";
import { tree } from "./pictures/tree.js";

/** @type {Record<string, (picture: any, flipped: boolean, held: Held) => Element>} by the picture's kind */
const PAINTERS = { bars, cards, track, tree, lines };

/**
 * @typedef {object} Scene  what a board shows
 * @property {Picture} picture
 * @property {Action[]} actions
 * @property {HalfTurn[]} [turns]  for turns of several moves
 * @property {boolean} interactive  may something be chosen?
 * @property {Action | null} last  the last move
 * @property {number | null} mover
 * @property {string[]} players
 * @property {string} name  of the game
 * @property {boolean} [animate]
 * @property {boolean} [isMoved]  do pieces move here? left out: it is seen from the actions
 */

/**
 * Events: `choose` (detail: the actions that share the touched cells), `turn` when a checker of a turn was moved or taken
 * back, `lay` (tiles that were laid, before the move is made) and `laid` (the texts of the actions that lay them).
 */
export class Board extends HTMLElement {
  /** @type {Grid | PointsBoard | null} where something can be touched */
  #surface = null;
  #flipped = false;
  #repaint = () => {}; // of a picture without a surface
  /** @type {Drawn[]} */
  #moves = [];
  #caption = element("p", { class: "caption" });
  #dice = new Dice((actions) => tell(this, "choose", actions));
  #held = new Held((actions) => tell(this, "choose", actions));
  /** @type {BoardPicture | null} whose pieces lie beside the board */
  #beside = null;
  #above = element("div", { class: "beside", hidden: true });
  #below = element("div", { class: "beside", hidden: true });
  /** @type {Laying | null} where tiles of a rack can be laid */
  #laying = null;
  /** @type {BoardScene | null} on which they are laid */
  #laid = null;
  /** The buttons of a half-played turn, to be put where the view has its buttons. */
  tools = element("div", { class: "board-tools" });

  /** @param {Scene} scene */
  show(scene) {
    const { picture } = scene;
    this.dataset.kind = picture.kind;
    const dice = picture.kind === "board" && picture.dice ? picture : null;
    if (dice) this.#dice.show(dice, scene.actions, scene.interactive);
    else this.#dice.element.hidden = true;
    this.#beside = picture.kind === "board" ? picture : null;
    this.#layBeside();
    if (picture.kind === "board") this.#showGrid({ ...scene, picture });
    else if (picture.kind === "points") this.#take(PointsBoard).show({ ...scene, picture });
    else {
      this.#surface = null;
      const paint = PAINTERS[picture.kind] ?? unknown;
      this.#held.show(scene.actions, scene.interactive);
      this.#repaint = () => {
        const keepFocus = this.#held.keepFocus(this);
        this.replaceChildren(paint(picture, this.#flipped, this.#held), this.#caption);
        keepFocus();
      };
      this.#repaint();
      this.tools.replaceChildren();
    }
    this.#caption.textContent = captionOf(scene);
    this.#caption.hidden = !this.#caption.textContent;
  }

  /** @param {BoardScene} scene */
  #showGrid(scene) {
    const grid = this.#take(Grid);
    const { picture } = scene;
    const isLaid = picture.shape === "letters" && scene.interactive && picture.beside.some((rack) => rack.length);
    if (!isLaid) {
      this.#laying?.rest();
      this.#layBeside();
      this.tools.replaceChildren();
      return grid.show(scene);
    }
    this.#laid = scene;
    this.#laying ??= new Laying(this.#below, grid.frame, {
      draw: (drawn) => this.#laid && grid.show({ ...this.#laid, picture: drawn, actions: [], animate: false }),
      lay: (tiles) => tell(this, "lay", tiles),
      play: (actions) => tell(this, "laid", actions),
    });
    const { picture: drawn, others } = this.#laying.begin(scene);
    layBeside(this.#above, { ...picture, beside: [others, []] }, 0);
    if (!this.tools.contains(this.#laying.tools)) this.tools.replaceChildren(this.#laying.tools);
    grid.show({ ...scene, picture: drawn, actions: [] });
  }

  /**
   * What tiles that were laid come to, as the server told.
   *
   * @param {[number, number, string][]} tiles
   * @param {{actions: string[], words: string}} told
   */
  judge(tiles, told) {
    this.#laying?.judge(tiles, told);
  }

  /**
   * The surface of this kind: the one that is there, or a new one.
   *
   * @template {Grid | PointsBoard} Surface
   * @param {new (choose: (actions: Action[]) => void, changed: () => void) => Surface} kind
   * @returns {Surface}
   */
  #take(kind) {
    if (this.#surface instanceof kind) return this.#surface;
    const surface = new kind((actions) => tell(this, "choose", actions), () => tell(this, "turn"));
    surface.flipped = this.#flipped;
    surface.moves = this.#moves;
    this.#surface = surface;
    this.replaceChildren(this.#dice.element, this.#above, surface.frame, this.#below, this.#caption);
    this.tools.replaceChildren(...(surface instanceof PointsBoard ? [surface.tools] : []));
    this.#laying?.rest();
    this.#laying = null; // it belongs to the surface
    return surface;
  }

  get flipped() {
    return this.#flipped;
  }

  /** @param {boolean} flipped */
  set flipped(flipped) {
    this.#flipped = flipped;
    if (this.#surface) this.#surface.flipped = flipped;
    else this.#repaint();
    this.#layBeside();
    tell(this, "flipped");
  }

  #layBeside() {
    const rows = /** @type {const} */ ([[this.#above, this.#flipped ? 1 : 0], [this.#below, this.#flipped ? 0 : 1]]);
    for (const [row, side] of rows) {
      if (this.#beside && !(this.#laying?.isOn && this.#surface instanceof Grid)) layBeside(row, this.#beside, side);
      else if (!this.#beside) row.hidden = true;
    }
  }

  /**
   * Moves to be drawn as arrows.
   *
   * @param {Drawn[]} moves
   */
  set moves(moves) {
    this.#moves = moves;
    this.#held.moves = moves;
    if (this.#surface) this.#surface.moves = moves;
    else if (this.dataset.kind === "cards") this.#repaint();
  }

  get isWalkedOver() {
    return Boolean(this.#surface?.isWalkedOver);
  }

  /** Has a part of a turn been played? */
  get isHalfPlayed() {
    return this.#surface instanceof PointsBoard && this.#surface.isHalfPlayed;
  }

  /** Takes back the last checker of a half-played turn. Returns whether there was one. */
  takeBack() {
    return this.#surface instanceof PointsBoard && this.#surface.takeBack();
  }

  /**
   * Is a key for the moves of this board, and for which one? A digit keeps a die or takes it back.
   *
   * @param {string} key
   * @returns {{isMove: boolean, action?: Action}}
   */
  moveOf(key) {
    if (/^[1-9]$/.test(key) && !this.#dice.element.hidden && this.#dice.toggle(Number(key) - 1)) return { isMove: true };
    return this.#surface instanceof Grid ? this.#surface.moveOf(key) : { isMove: false };
  }

  /**
   * Shows an action before the server has answered.
   *
   * @param {Action} action
   */
  expect(action) {
    if (action.cells.length) this.#surface?.expect(action);
  }
}

/**
 * The caption without "white to move", which is shown beside the board.
 *
 * @param {Scene} scene
 */
function captionOf({ picture, players = [] }) {
  const caption = picture.caption ?? "";
  const turn = players.map((name) => `${name} to move`).find((words) => caption.endsWith(words));
  return turn ? caption.slice(0, -turn.length).replace(/[,;]?\s*$/, "") : caption;
}

/** @param {LinesPicture} picture */
function lines(picture) {
  return element("pre", { class: "lines", tabindex: "0" }, picture.lines.join("\n")); // scrolled by keyboard
}

/** @param {{kind: string}} picture */
function unknown(picture) {
  return element("p", { class: "empty" }, `This page cannot draw a picture of kind “${picture.kind}”.`);
}

customElements.define("z-board", Board);
