// <z-play>: the board and everything around it.

/** @import {Action, Answer, Frame, Position} from "../common/messages.js" */
/** @import {Seat} from "../common/seats.js" */
/** @import {Begun, Session} from "../common/session.js" */

import { announce, button, hear, write } from "../common/dom.js";
import { beginAgain, nameRestart } from "./again.js";
import { chooseAction, forgetQuestion } from "./chooser.js";
import { openEditor } from "./editor/editor.js";
import { orientation } from "./orientation.js";
import { Parts } from "./parts.js";
import { Referee } from "./referee.js";
import { moveWords, statusWords, thoughtWords } from "./said.js";
import { hearSound, soundOf } from "./sounds.js";
import { Walk } from "./walk.js";
import { seatPlayers } from "../common/player.js";
import { gameTitle } from "../common/words.js";
import { ANEW, NOTE } from "./curtain.js";

const NARROW = matchMedia("(max-width: 60rem)"); // one column, as in play.css
const MOST_BUTTONS = 40; // of a board on which moves can be typed
const KEPT = "There is no connection: your move is kept, and played when it is back.";

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
  /** @type {Walk} */
  #walk;
  #flippable = false;
  #stop = new AbortController(); // ends the listening when the view is left
  #parts = new Parts();
  #message = this.#parts.message;
  #board = this.#parts.board;
  #curtain = this.#parts.curtain;
  #chance = this.#parts.chance;
  #actions = this.#parts.actions;
  #moves = this.#parts.moves;
  #asks = this.#parts.asks;
  #position = this.#parts.position;

  /**
   * Called once, before the view is shown.
   *
   * @param {Session} session
   */
  configure(session) {
    this.#session = session;
    this.#referee = new Referee(session);
    this.#parts.tools.configure(session);
    this.#parts.keeper.configure(session);
    this.#parts.ending.configure(session);
    this.#parts.clock.configure(session);
    this.#asks.configure(session, this.#board, () => this.#referee.isAtWork);
    this.#walk = new Walk(session, this.#referee, (asked) => this.#do(asked));
    this.#parts.build(this);
    this.#listen();
    return this;
  }

  connectedCallback() {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#parts.keeper.listen(signal);
    NARROW.addEventListener("change", () => this.#parts.arrange(NARROW.matches), { signal });
    this.#parts.arrange(NARROW.matches);
    hear(this.#session, "position", (position) => this.#take(position), { signal });
    hear(this.#session, "ended", () => this.#end(), { signal });
    document.addEventListener("keydown", (event) => this.#keyed(event), { signal });
    const sayAnew = () => this.#session.shown.hidden && write(this.#message, ANEW);
    this.#session.socket.addEventListener("restored", sayAnew, { signal });
    if (this.#session.position) this.#show(this.#session.position);
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#referee.rest();
    this.#asks.leave();
    this.#parts.clock.rest();
    this.#session.socket.request("stop", {});
  }

  #listen() {
    const { steps, waiting, ending, clock } = this.#parts;
    const { undo, restart, flip, pause, newGame } = this.#parts.buttons;
    hear(this.#board, "choose", (actions) => this.#choose(actions));
    hear(this.#board, "turn", () => this.#showButtons());
    hear(this.#board, "lay", (tiles) => this.#lay(tiles));
    hear(this.#board, "laid", (actions) => this.#playAll(actions));
    hear(this.#curtain, "uncover", () => this.#do(this.#session.uncover()));
    hear(this.#chance, "roll", () => this.#roll());
    hear(this.#moves, "ply", (ply) => this.#walk.goTo(ply));
    hear(this.#moves, "node", (node) => this.#walk.goToNode(node));
    hear(ending, "said", (words) => write(this.#message, words));
    hear(ending, "rematch", () => this.#rematch());
    hear(clock, "flag", (player) => this.#session.end("time", player));
    hear(this.#parts.typed, "choose", (action) => this.#choose([action]));
    hear(this.#parts.typed, "typed", (text) => this.#playAll([text]));
    hear(this.#parts.tools, "asked", (asked) => this.#do(asked));
    hear(steps, "ply", (ply) => this.#walk.goTo(ply));
    hear(undo, "click", () => this.#undo());
    hear(restart, "click", () => this.#session.game && this.#do(beginAgain(this.#session)));
    hear(flip, "click", () => (this.#board.flipped = !this.#board.flipped));
    hear(pause, "click", () => this.#pauseOrGoOn());
    hear(newGame, "click", () => (location.hash = "#/games"));
    hear(this.#asks, "moves", (moves) => (this.#board.moves = moves));
    hear(this.#asks, "frame", (frame) => this.#showFrame(frame));
    hear(this.#asks, "follow", (texts) => this.#walk.follow(texts));
    hear(this.#asks, "ply", (ply) => this.#walk.goTo(ply));
    hear(this.#asks, "marks", (kinds) => this.#moves.mark(kinds));
    hear(this.#asks, "asking", () => this.#showChoices());
    hear(this.#asks, "review", () => this.#makeRoom());
    hear(this.#position, "set", (text) => this.#setUp(text));
    hear(this.#position, "edit", () => openEditor(this.#shown, this.#board.flipped, (cells, mover) => this.#arrange(cells, mover)));
    hear(this.#referee, "thinking", (doing) => this.#showStatus(doing));
    hear(this.#referee, "waiting", (told) => (told ? waiting.show(told) : waiting.say("")));
    hear(this.#referee, "roll", () => this.#roll());
    hear(this.#walk, "aim", () => this.#showButtons());
    hear(this.#walk, "settled", () => this.#proceed());
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
    forgetQuestion();
    this.#parts.rules.show(this.#session.known);
    if (isNewGame) this.#beginGame(position);
    write(this.#message, "");
    write(this.#parts.title, gameTitle(position));
    this.#showThought(position);
    this.#showSeats(position);
    this.#showMoves(position);
    this.#chance.follow(position, this.#turn === "roller");
    this.#asks.show(position, isNewGame);
    this.#showChoices(isStep);
    this.#position.show(position, isNewGame);
    this.#parts.keeper.show();
    this.#parts.ending.show();
    this.#parts.clock.show(position);
    this.#position.hidden = Boolean(position.secret);
    this.#curtain.show(position);
    this.#board.hidden = !this.#curtain.hidden;
    if (!this.#walk.isFollowing) this.#proceed();
    if (isStep && position.last) {
      announce(moveWords(position));
      hearSound(soundOf(before, position));
    } else if (before && !isNewGame && before.ply !== position.ply) announce(this.#parts.status.textContent ?? "");
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
    return this.#referee.turn(this.#chance.rollsAt(this.#shown));
  }

  /** Shows the board, and as buttons below it the actions that have no cells. */
  #showChoices(isStep = false) {
    const { picture, actions, unlisted, turns, last, mover, players, game } = this.#shown;
    const interactive = mover !== null && mover >= 0 && (this.#turn === "person" || this.#asks.isAsking);
    this.#board.classList.toggle("asking", this.#asks.isAsking);
    this.#board.show({ picture, actions, turns, last, mover, players, name: game, interactive, animate: isStep });
    const isTyped = picture.kind === "board" && picture.shape === "letters"; // it has hundreds of moves
    this.#parts.typed.show(isTyped && interactive ? actions : null, unlisted);
    const choices = (isTyped && actions.length > MOST_BUTTONS ? [] : actions).filter(({ cells }) => !cells.length).map((action) => {
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
    write(this.#parts.status, statusWords(this.#session, this.#shown, doing, !this.#curtain.hidden));
  }

  /** @param {Position} position */
  #showThought(position) {
    this.#parts.thought.replaceChildren(...(position.secret ? [NOTE] : thoughtWords(position)));
  }

  /** @param {Position} position */
  #showSeats({ players, game, secret }) {
    this.#parts.seats.inert = Boolean(secret);
    if (this.#seated === this.#session.seats) return;
    const seats = (this.#seated = this.#session.seats);
    const choosers = seatPlayers(this.#session.info, game, players, seats, (player, value) => {
      this.#session.seat(player, value);
      this.#referee.isHeld = false;
      this.#goOn();
    });
    this.#parts.seats.replaceChildren(...choosers);
  }

  /** @param {Position} position */
  #showMoves(position) {
    this.#moves.show(position, this.#session.isPaired);
    this.#moves.parentElement?.classList.toggle("is-empty", !position.moves.length && !position.tree);
    this.#parts.tools.show(position);
  }

  #showButtons() {
    const { ply, plies, mover, secret, closed } = this.#shown;
    const { steps } = this.#parts;
    const { undo, flip, pause, restart } = this.#parts.buttons;
    steps.show(this.#walk.aim ?? ply, plies);
    steps.hidden = Boolean(secret);
    undo.hidden = Boolean(secret) || closed;
    undo.disabled = !this.#board.isHalfPlayed && (ply === 0 || this.#session.plyBefore < 0);
    restart.disabled = plies === 0 && !secret;
    nameRestart(restart, this.#session);
    flip.hidden = !this.#flippable;
    const isEngines = mover !== null && (mover < 0 ? !this.#session.personRolls : !this.#session.isPerson(mover));
    const isGoingOn = ["engine", "chance"].includes(this.#referee.turn());
    pause.hidden = !isEngines || Boolean(secret) || closed || (isGoingOn && this.#session.hasPerson);
    write(pause, isGoingOn ? "Pause" : ply < plies ? "Continue from here" : "Continue");
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
    const isFree = this.#referee.attend(this.#chance.rollsAt(this.#shown));
    this.#showStatus();
    if (isFree) this.#asks.think();
    else this.#asks.rest();
    this.#showButtons();
  }

  /** After something other than the position has changed. */
  #goOn() {
    this.#chance.follow(this.#shown, this.#turn === "roller");
    this.#showChoices();
    this.#proceed();
  }

  /** Players have ended the game. */
  #end() {
    if (this.#shown !== this.#session.position) return;
    if (this.#referee.isAtWork) this.#referee.hold();
    this.#parts.ending.show();
    this.#parts.clock.show(this.#shown);
    this.#goOn();
    announce(this.#parts.status.textContent ?? "");
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
    const action = await chooseAction(actions, this.#board);
    if (!action || this.#asks.isAsking) this.#showChoices();
    if (!action) return;
    if (this.#asks.isAsking) return this.#asks.askWhy(action.text);
    if (this.#session.socket.keepsMove) return; // one is waiting already
    this.#referee.isHeld = false;
    this.#board.expect(action);
    if (this.#session.socket.state === "lost") write(this.#message, KEPT);
    await this.#do(this.#session.play(action.text));
  }

  /**
   * Asks what tiles come to that were laid on the board.
   *
   * @param {[number, number, string][]} tiles
   */
  async #lay(tiles) {
    const answer = await this.#session.socket.ask("lay", { tiles });
    if (answer.type !== "error") this.#board.judge(tiles, answer);
    else if (!answer.lost) this.#board.judge(tiles, { actions: [], words: answer.message });
  }

  /**
   * Plays actions that were put together on the board or typed, one after the other.
   *
   * @param {string[]} texts
   */
  async #playAll(texts) {
    if (this.#asks.isAsking) return this.#asks.askWhy(texts[0]);
    if (this.#session.socket.keepsMove) return;
    this.#referee.isHeld = false;
    for (const text of texts) if (!(await this.#do(this.#session.play(text)))) return;
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
    if (!this.#chance.hidden) this.#chance.tumble();
    const answer = await this.#session.roll();
    if (answer.type !== "error") return;
    this.#chance.rest(null);
    this.#chance.follow(this.#shown, this.#turn === "roller");
    if (!answer.lost) write(this.#message, answer.message);
  }

  #undo() {
    if (!this.#board.takeBack()) this.#walk.undo();
  }

  /** The same game again; two players change sides. */
  async #rematch() {
    if (!this.#session.game) return;
    const { name, parameters, position } = this.#session.game;
    const { seats } = this.#session;
    await this.#do(this.#session.begin(name, parameters, { position, seats: seats.length === 2 ? [seats[1], seats[0]] : seats }));
  }

  /** @param {string} text */
  async #setUp(text) {
    if (!this.#session.game) return;
    const { name, parameters } = this.#session.game;
    const answer = await this.#session.begin(name, parameters, { position: text });
    if (answer.type === "error") this.#position.refuse(answer.message);
  }

  /**
   * Sets up what was put together on the board. Returns what is wrong with it.
   *
   * @param {string[][]} cells
   * @param {number} mover
   */
  async #arrange(cells, mover) {
    const answer = await this.#session.socket.ask("arrange", { cells, mover });
    if (answer.type === "error") return answer.message;
    await this.#setUp(answer.text);
    return "";
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
    const letters = { f: this.#parts.buttons.flip, u: this.#parts.buttons.undo };
    const { isMove, action } = this.#board.moveOf(key);
    if (isMove && this.#session.hasPerson && this.#shown.mover !== null) {
      if (action) this.#choose([action]);
      return event.preventDefault(); // while an engine moves, or before a wall, the key does not step back either
    }
    const pressed = this.#board.isWalkedOver ? undefined : this.#parts.steps.buttonOf(key);
    const found = pressed ?? letters[key] ?? this.#asks.buttonOf(key);
    if (found && !found.hidden && !found.disabled) found.click();
    if (pressed) event.preventDefault();
    if (key === "Escape" && this.#asks.isAsking) this.#asks.toggleWhy();
  }
}

customElements.define("z-play", Play);
