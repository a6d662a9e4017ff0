// <z-play>: the board and everything around it.

/** @import {Action, Answer, Frame, Position} from "../common/messages.js" */
/** @import {Seat} from "../common/seats.js" */
/** @import {Begun, Session} from "../common/session.js" */

import { announce, button, element, hear, write } from "../common/dom.js";
import { chooseAction } from "./chooser.js";
import { orientation } from "./orientation.js";
import { Referee } from "./referee.js";
import { playerWords } from "../common/seats.js";
import { seatPlayers } from "../common/player.js";
import { capital, gameTitle, short } from "../common/words.js";
import "../analyse/asks.js";
import "../board/board.js";
import "../common/waiting.js";
import { ANEW, NOTE } from "./curtain.js";
import "./chance.js";
import "./moves.js";
import "./position.js";
import "./steps.js";

export class Play extends HTMLElement {
  /** @type {Session} */
  #session;
  /** @type {Referee} */
  #referee;
  /** @type {Position} on the board */
  #shown;
  /** @type {Begun | null} the session's game that it belongs to */
  #begun = null;
  /** @type {Seat[] | null} the session's seats as they are shown */
  #seated = null;
  /** @type {number | null} the ply that was asked for and is not shown yet */
  #aim = null;
  #isFollowing = false; // several moves are being played in a row: nobody else moves meanwhile
  #flippable = false;
  #stop = new AbortController(); // ends the listening when the view is left

  #title = element("h1", { id: "title" });
  #status = element("p", { id: "status" });
  #thought = element("p", { class: "thought" });
  #waiting = element("z-waiting", { hidden: true });
  #message = element("p", { class: "error", id: "message", role: "alert" });
  #board = element("z-board", { id: "board" });
  #curtain = element("z-curtain", { id: "curtain", hidden: true });
  #chance = element("z-chance", { hidden: true });
  #actions = element("div", { id: "actions", class: "actions", role: "group", "aria-label": "Moves to choose from" });
  #seats = element("div", { class: "seats" });
  #moves = element("z-moves", { id: "moves", role: "group", "aria-label": "Moves so far" });
  #asks = element("z-asks");
  #position = element("z-position", { class: "panel" });

  #steps = element("z-steps", { class: "steps", role: "group", "aria-label": "Step through the game" });
  #buttons = {
    undo: button("Undo", { id: "undo", title: "Take back (u)", "aria-keyshortcuts": "u" }),
    restart: button("Restart", { id: "restart" }),
    flip: button("Flip", { id: "flip", title: "Flip the board (f)", "aria-keyshortcuts": "f" }),
    pause: button("Pause", { id: "pause" }),
    newGame: button("New game", { id: "new-game" }),
  };

  /**
   * Called once, before the view is shown.
   *
   * @param {Session} session
   */
  configure(session) {
    this.#session = session;
    this.#referee = new Referee(session);
    this.#asks.configure(session, () => this.#referee.isAtWork);
    this.#build();
    this.#listen();
    return this;
  }

  connectedCallback() {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    hear(this.#session, "position", (position) => this.#take(position), { signal });
    document.addEventListener("keydown", (event) => this.#keyed(event), { signal });
    const sayAnew = () => this.#session.shown.hidden && write(this.#message, ANEW);
    this.#session.socket.addEventListener("restored", sayAnew, { signal });
    if (this.#session.position) this.#show(this.#session.position);
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#referee.rest();
    this.#asks.leave();
    this.#session.socket.request("stop", {});
  }

  #build() {
    const stage = element(
      "section",
      { class: "stage", "aria-label": "The game" },
      element("div", { class: "stage-head" }, this.#title, this.#status),
      this.#waiting,
      this.#curtain,
      this.#board,
      this.#message,
      element("div", { class: "choosing" }, this.#chance, this.#actions, this.#board.tools),
      element("div", { class: "controls" }, this.#steps, ...Object.values(this.#buttons)),
    );
    const side = element(
      "aside",
      { class: "side", "aria-label": "About the game" },
      element("section", { class: "panel", "aria-label": "Players" }, this.#seats, this.#thought),
      element("section", { class: "panel moves-panel", "aria-label": "Moves" }, this.#moves),
      this.#asks,
      this.#position,
    );
    this.append(stage, side);
  }

  #listen() {
    const { undo, restart, flip, pause, newGame } = this.#buttons;
    hear(this.#board, "choose", (actions) => this.#choose(actions));
    hear(this.#board, "turn", () => this.#showButtons());
    hear(this.#curtain, "uncover", () => this.#do(this.#session.uncover()));
    hear(this.#chance, "roll", () => this.#roll());
    hear(this.#moves, "ply", (ply) => this.#goTo(ply));
    hear(this.#steps, "ply", (ply) => this.#goTo(ply));
    hear(undo, "click", () => this.#undo());
    hear(restart, "click", () => this.#restart());
    hear(flip, "click", () => (this.#board.flipped = !this.#board.flipped));
    hear(pause, "click", () => this.#pauseOrGoOn());
    hear(newGame, "click", () => (location.hash = "#/games"));
    hear(this.#asks, "moves", (moves) => (this.#board.moves = moves));
    hear(this.#asks, "frame", (frame) => this.#showFrame(frame));
    hear(this.#asks, "follow", (texts) => this.#follow(texts));
    hear(this.#asks, "ply", (ply) => this.#goTo(ply));
    hear(this.#asks, "marks", (kinds) => this.#moves.mark(kinds));
    hear(this.#asks, "asking", () => this.#showChoices());
    hear(this.#asks, "review", () => this.#makeRoom());
    hear(this.#position, "set", (text) => this.#setUp(text));
    hear(this.#referee, "thinking", (doing) => this.#showStatus(doing));
    hear(this.#referee, "waiting", (waiting) => (waiting ? this.#waiting.show(waiting) : this.#waiting.say("")));
    hear(this.#referee, "roll", () => this.#roll());
    hear(this.#referee, "trouble", (words) => this.#trouble(words));
  }

  // --- showing ------------------------------------------------------------------------------------------------------

  /** @param {Position} position */
  async #take(position) {
    if (this.#chance.isTumbling) {
      await this.#chance.land(position.last?.mover === -1 ? position.last.text : null);
      if (this.#session.position !== position || !this.isConnected) return;
    }
    this.#show(position);
  }

  /** @param {Position} position */
  #show(position) {
    const before = this.#shown;
    const isNewGame = this.#begun !== this.#session.game;
    const isStep = Boolean(before) && !isNewGame && position.ply === before.ply + 1;
    const chosen = document.activeElement;
    const wasChoosing = this.#actions.contains(chosen) || this.#chance.contains(chosen);
    this.#shown = position;
    this.#begun = this.#session.game;
    if (isNewGame) this.#beginGame(position);
    write(this.#message, "");
    write(this.#title, gameTitle(position));
    this.#showThought(position);
    this.#showSeats(position);
    this.#showMoves(position);
    this.#showChance(position);
    this.#asks.show(position, isNewGame);
    this.#showChoices(isStep);
    this.#position.show(position, isNewGame);
    this.#position.hidden = Boolean(position.secret);
    this.#curtain.show(position);
    this.#board.hidden = !this.#curtain.hidden;
    if (!this.#isFollowing) this.#proceed();
    if (isStep && position.last) this.#announceMove(position);
    else if (before && !isNewGame && before.ply !== position.ply) announce(this.#status.textContent ?? "");
    if (wasChoosing) this.#focusChoice();
  }

  /** @param {Position} position */
  #beginGame(position) {
    this.#referee.isHeld = false;
    this.#chance.rest(null);
    const { canFlip, isFlipped } = orientation(position, (player) => this.#session.isPerson(player));
    this.#flippable = canFlip;
    this.#board.flipped = isFlipped;
  }

  get #turn() {
    return this.#referee.turn(this.#chance.rollsByItself);
  }

  /** Shows the board, and as buttons below it the actions that have no cells. */
  #showChoices(isStep = false) {
    const { picture, actions, turns, last, mover, players, game } = this.#shown;
    const interactive = mover !== null && mover >= 0 && (this.#turn === "person" || this.#asks.isAsking);
    this.#board.classList.toggle("asking", this.#asks.isAsking);
    this.#board.show({ picture, actions, turns, last, mover, players, name: game, interactive, animate: isStep });
    const choices = actions.filter(({ cells }) => !cells.length).map((action) => {
      const choose = () => this.#choose([action]);
      return button(action.text, { "data-action": action.text, disabled: !interactive, on: { click: choose } });
    });
    this.#actions.replaceChildren(...choices);
    this.#actions.hidden = !choices.length;
  }

  /** @param {Frame | null} frame */
  #showFrame(frame) {
    if (!frame) return this.#showChoices();
    const { players, game: name } = this.#shown;
    const scene = { picture: frame.picture, last: frame, actions: [], mover: null, players, name };
    this.#board.show({ ...scene, interactive: false, animate: true });
  }

  #showStatus(doing = "") {
    if (!this.#shown) return;
    const { mover, players, result, ply, plies, moves } = this.#shown;
    const who = mover === null ? "" : mover < 0 ? "chance" : players[mover];
    let words = mover === null ? result || "the game is over" : `${who} to move`;
    if (this.#shown.secret && mover === -2) words = this.#curtain.hidden ? "the others move" : "the screen is handed over";
    else if (doing) words += ` – ${playerWords(this.#session.seatOf(mover ?? 0))} ${doing}`;
    const where = ply ? `After ${this.#session.moveNumber(ply)} ${moves[ply - 1]}` : "At the start";
    write(this.#status, ply < plies ? `${where}: ${words}` : capital(words));
  }

  /** @param {Position} position */
  #showThought({ thought, last, secret }) {
    if (secret) return write(this.#thought, NOTE);
    if (!thought || !last) return this.#thought.replaceChildren();
    const depth = thought.simulations ? `${short(thought.simulations)} simulations` : `depth ${thought.depth}`;
    const words = `${last.text}: ${thought.words}, ${depth}, ${short(thought.nodes)} nodes.`;
    const remark = thought.stand_in ? element("span", { class: "stand-in" }, capital(thought.stand_in)) : "";
    this.#thought.replaceChildren(words, remark);
  }

  /** @param {Position} position */
  #showSeats({ players, game, secret }) {
    this.#seats.inert = Boolean(secret);
    if (this.#seated === this.#session.seats) return;
    const seats = (this.#seated = this.#session.seats);
    const choosers = seatPlayers(this.#session.info, game, players, seats, (player, value) => {
      this.#session.seat(player, value);
      this.#referee.isHeld = false;
      this.#goOn();
    });
    this.#seats.replaceChildren(...choosers);
  }

  /** @param {Position} position */
  #showMoves({ moves, movers, ply }) {
    this.#moves.show(moves, ply, this.#session.isPaired ? movers : null);
    this.#moves.parentElement?.classList.toggle("is-empty", !moves.length);
  }

  /** @param {Position} position */
  #showChance({ mover, outcomes, last, ply, picture, secret }) {
    if (secret) this.#chance.rest(null);
    else if (mover === -1) this.#chance.show(outcomes ?? [], this.#turn === "roller");
    else if (picture.kind === "points") this.#chance.rest(null); // its dice are on the board
    else if (last?.mover === -1) this.#chance.rest(last.text);
    else if (ply === 0) this.#chance.rest(null);
  }

  #showButtons() {
    const { ply, plies, mover, secret, closed } = this.#shown;
    const { undo, flip, pause, restart } = this.#buttons;
    this.#steps.show(this.#aim ?? ply, plies);
    this.#steps.hidden = Boolean(secret);
    undo.hidden = Boolean(secret) || closed;
    undo.disabled = !this.#board.isHalfPlayed && (ply === 0 || this.#session.plyBefore < 0);
    restart.disabled = plies === 0 && !secret;
    flip.hidden = !this.#flippable;
    const isEngines = mover !== null && (mover < 0 ? !this.#session.personRolls : !this.#session.isPerson(mover));
    const isGoingOn = ["engine", "chance"].includes(this.#referee.turn());
    pause.hidden = !isEngines || Boolean(secret) || closed || (isGoingOn && this.#session.hasPerson);
    write(pause, isGoingOn ? "Pause" : ply < plies ? "Continue from here" : "Continue");
  }

  /** @param {Position} position */
  #announceMove({ last, players, result, mover }) {
    if (!last) return;
    const who = last.mover === -2 ? "somebody" : last.mover < 0 ? "chance" : players[last.mover];
    const end = mover === null ? `. ${capital(result || "the game is over")}` : "";
    announce(`${capital(who)}: ${last.text}${end}`);
  }

  /** Moves the keyboard focus to the next choice. */
  #focusChoice() {
    const isLost = () => document.activeElement === document.body || document.activeElement === null;
    if (isLost()) this.#chance.focusRoll();
    const choices = [...this.#actions.querySelectorAll("button")];
    if (isLost()) choices.find(({ disabled }) => !disabled)?.focus({ preventScroll: true });
  }

  /** @param {string} words */
  #trouble(words) {
    write(this.#message, words);
    this.#showChoices();
    this.#showButtons();
  }

  // --- engines and chance -------------------------------------------------------------------------------------------

  #proceed() {
    const isFree = this.#referee.attend(this.#chance.rollsByItself);
    this.#showStatus();
    if (isFree) this.#asks.think();
    else this.#asks.rest();
    this.#showButtons();
  }

  /** After something other than the position has changed. */
  #goOn() {
    this.#showChance(this.#shown);
    this.#showChoices();
    this.#proceed();
  }

  /** A review needs the search that an engine has. */
  #makeRoom() {
    if (!this.#referee.isAtWork) return;
    this.#referee.hold();
    this.#showChoices();
    this.#showButtons();
  }

  // --- what a person does -------------------------------------------------------------------------------------------

  /** @param {Action[]} actions */
  async #choose(actions) {
    const action = await chooseAction(actions);
    if (!action || this.#asks.isAsking) this.#showChoices();
    if (!action) return;
    if (this.#asks.isAsking) return this.#asks.askWhy(action.text);
    this.#referee.isHeld = false;
    this.#board.expect(action);
    await this.#do(this.#session.play(action.text));
  }

  /** @param {Promise<Answer<"play">>} asked */
  async #do(asked) {
    const answer = await asked;
    if (answer.type !== "error") return true;
    this.#showChoices();
    if (!answer.lost) write(this.#message, answer.message);
    return false;
  }

  async #roll() {
    this.#chance.tumble();
    const answer = await this.#session.roll();
    if (answer.type !== "error") return;
    this.#chance.rest(null);
    this.#showChance(this.#shown);
    if (!answer.lost) write(this.#message, answer.message);
  }

  /**
   * Goes to a ply; while another is on its way, there next. So quick steps add up.
   *
   * @param {number} ply
   */
  async #goTo(ply) {
    const { plies } = this.#shown;
    if (ply < 0 || ply > plies) return;
    const isOnTheWay = this.#aim !== null;
    this.#aim = ply;
    this.#steps.show(ply, plies);
    if (isOnTheWay) return;
    while (this.#aim !== this.#session.shown.ply && (await this.#do(this.#session.goTo(this.#aim))));
    this.#aim = null;
    this.#showButtons();
  }

  /**
   * Plays several moves, of both sides, one after the other.
   *
   * @param {string[]} texts
   */
  async #follow(texts) {
    if (this.#isFollowing) return;
    this.#referee.rest();
    this.#isFollowing = true;
    for (const text of texts) if (!(await this.#do(this.#session.play(text)))) break;
    this.#isFollowing = false;
    this.#proceed();
  }

  async #undo() {
    if (this.#board.takeBack() || this.#isFollowing) return;
    if (!this.#session.hasPerson) this.#referee.hold();
    this.#referee.rest();
    this.#isFollowing = true;
    const ply = this.#session.plyBefore;
    if (ply >= 0) await this.#do(this.#session.goTo(ply));
    this.#isFollowing = false;
    this.#proceed();
  }

  async #restart() {
    if (!this.#session.game) return;
    const { name, parameters, position } = this.#session.game;
    await this.#do(this.#session.begin(name, parameters, { position }));
  }

  /** @param {string} text */
  async #setUp(text) {
    if (!this.#session.game) return;
    const { name, parameters } = this.#session.game;
    const answer = await this.#session.begin(name, parameters, { position: text });
    if (answer.type === "error") this.#position.refuse(answer.message);
  }

  #pauseOrGoOn() {
    const { ply, plies, mover } = this.#shown;
    const isGoingOn = ["engine", "chance"].includes(this.#referee.turn());
    this.#referee.isHeld = false;
    if (isGoingOn) this.#referee.hold();
    else if (ply < plies) return mover === -1 ? this.#roll() : this.#referee.moveNow();
    this.#goOn();
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
    /** @type {Record<string, HTMLButtonElement>} */
    const letters = { f: this.#buttons.flip, u: this.#buttons.undo };
    const { isMove, action } = this.#board.moveOf(key);
    if (isMove && this.#session.hasPerson && this.#shown.mover !== null) {
      if (action) this.#choose([action]);
      return event.preventDefault(); // while an engine moves, or before a wall, the key does not step back either
    }
    const pressed = this.#board.isWalkedOver ? undefined : this.#steps.buttonOf(key);
    const found = pressed ?? letters[key] ?? this.#asks.buttonOf(key);
    if (found && !found.hidden && !found.disabled) found.click();
    if (pressed) event.preventDefault();
    if (key === "Escape" && this.#asks.isAsking) this.#asks.toggleWhy();
  }
}

customElements.define("z-play", Play);
