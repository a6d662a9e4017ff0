// <z-debugger>: a tree, and a slider that steps through the search of it, forward and back.

/** @import {Info} from "../common/messages.js" */
/** @import {Target} from "../common/route.js" */
/** @import {Socket} from "../common/socket.js" */
/** @import {Placed, Trace, TraceQuestion} from "./messages.js" */
/** @import {Controls} from "./controls.js" */
/** @import {Report} from "./time.js" */

import { tell, write } from "../common/dom.js";
import { Asker } from "./asking.js";
import { controls, copyLink, empty, showFigures } from "./controls.js";
import { Form } from "./form.js";
import { legendWords, Looks, openingWords, usualDress } from "./looks.js";
import { Positions } from "./beside/positions.js";
import { Screen, STEPS } from "./screen.js";
import { Timeline } from "./time.js";
import { Training } from "./training.js";
import { save } from "./tree/picture.js";
import { TreeView } from "./tree/tree.js";

const MOVES = 22; // pixels of their letters on the whole screen
const NO_GAME = "begin a game in Play first";

/** Event: `shown`, when the address is another (detail: is another tree shown, or another step of it?). */
export class Debugger extends HTMLElement {
  /** @type {Socket} */
  #socket;
  /** @type {Asker} */
  #asker;
  /** @type {Form} */
  #form;
  /** @type {TreeView} */
  #tree;
  /** @type {Controls} */
  #controls;
  /** @type {Training} */
  #training;
  /** @type {Report} */
  #report;
  /** @type {{time: Timeline, looks: Looks} | null} the search that is shown; null in practice */
  #search = null;
  /** @type {Positions} at its nodes */
  #positions;
  /** @type {Set<number>} */
  #folded = new Set();
  /** @type {number[]} what was folded at first */
  #fewest = [];
  /** @type {() => Promise<Target | null>} the visitor's game */
  #current = async () => null;
  #first = 0; // the step to show first
  #hasBegun = false;
  #stop = new AbortController(); // ends the listening when it is taken off the page
  /** @type {number} */
  #timer = 0;

  /**
   * The search begins once it is on the page: what was there before may still end its own.
   *
   * @param {Socket} socket
   * @param {Info} info
   * @param {Target} target  what to search, and the step to show
   * @param {() => Promise<Target | null>} [current]  the visitor's game as an address holds it
   */
  configure(socket, info, target, current) {
    this.#socket = socket;
    if (current) this.#current = current;
    this.#build(info);
    this.#form.restore(target);
    this.#first = Number(target.words.step) || 0;
    return this;
  }

  /**
   * What the address is to hold.
   *
   * @returns {Target}
   */
  get target() {
    return this.#form.target(this.#search?.time.at ?? 0);
  }

  connectedCallback() {
    this.#stop = new AbortController();
    this.#socket.addEventListener?.("state", () => this.#reconnected(), { signal: this.#stop.signal });
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#run(this.#first);
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#pause();
    this.#screen.leave();
  }

  // --- asking -------------------------------------------------------------------------------------------------------

  /**
   * @param {TraceQuestion} [question]  else what the form says
   * @returns {Promise<Trace>}
   */
  async #trace(question) {
    const form = this.#form;
    if (this.#isPlayed && form.source === "current" && !form.current) {
      form.current = await this.#current();
      if (!form.current) throw new Error(NO_GAME);
    }
    return this.#asker.ask("trace", question ?? form.question);
  }

  /** Does the form say what is searched? In a lesson it is a figure. */
  get #isPlayed() {
    return this.contains(this.#form.element);
  }

  /** The server may have begun anew: then it knows nothing of this search. */
  async #reconnected() {
    if (this.#socket.state !== "open" || !this.#isPlayed || this.#training.exercise) return;
    if (!this.#search) return this.#run(this.#first);
    const hasOpened = this.#report.nodes.some(({ opened }) => opened);
    const answer = await this.#asker.latest(() => this.#trace());
    if (!answer || !hasOpened || !this.#search) return;
    const { at } = this.#search.time;
    this.#show(answer); // without the branches that were opened
    this.#goTo(at, true);
  }

  /**
   * Searches what the form says, and shows it.
   *
   * @param {number | null} [step]  null: the first, of another search than before
   */
  async #run(step = null) {
    this.#pause();
    const answer = await this.#asker.latest(() => this.#trace());
    if (this.#asker.isLost) return; // it is asked again once the connection is back
    if (!answer) return this.#drop();
    this.#training.leave();
    if (this.#isPlayed) this.#form.settle(answer);
    this.#show(answer);
    if (step) this.#goTo(step, true);
    tell(this, "shown", step === null);
  }

  /** Removes the tree where the server refused another: it is not that of the form. */
  #drop() {
    if (!this.#controls.error.textContent) return;
    this.#training.leave();
    this.#search = null;
    this.#positions.forget();
    this.#tree.clear();
    empty(this.#controls);
  }

  /** @param {Trace} answer */
  #show(answer) {
    this.#positions.forget();
    this.#take(answer);
    this.#controls.steps.inert = false;
    [this.#fewest, this.#folded] = [answer.folded, new Set(answer.folded)];
    this.#controls.slider.max = String(answer.steps.length);
    this.#tree.clear();
    this.#place(answer.placed);
    this.#tree.fit();
    this.#legend();
    this.#goTo(0, true);
    this.#point(null);
  }

  /** @param {Report} report */
  #take(report) {
    const time = new Timeline(report);
    this.#report = report;
    this.#search = { time, looks: new Looks(report, time) };
    this.#positions.take(report, time);
  }

  /** @param {Placed} placed */
  #place(placed) {
    this.#tree.place(this.#report.nodes, placed, this.#report.algorithm === "mcts");
    this.#positions.arrange();
  }

  /** @param {Set<number>} folded */
  async #fold(folded) {
    const answer = await this.#asker.latest(() => this.#asker.ask("fold", { folded: [...folded] }));
    if (!answer || !this.#search) return;
    this.#folded = folded;
    this.#place(answer);
    this.#goTo(this.#search.time.at, true);
    this.#legend();
  }

  /**
   * Searches a branch that was cut, to show that it would not have mattered.
   *
   * @param {number | null} node
   */
  async #open(node) {
    if (node === null || !this.#canOpen(node) || !this.#search) return;
    this.#pause();
    const { at } = this.#search.time;
    const answer = await this.#asker.latest(() => this.#asker.ask("branch", { node, folded: [...this.#folded] }));
    if (!answer) return;
    this.#take({ ...this.#report, ...answer, steps: answer.steps ?? this.#report.steps });
    this.#folded = new Set(answer.folded);
    this.#place(answer.placed);
    this.#goTo(at, true);
    this.#legend();
    this.#tree.select(node);
    this.#tree.follow(node);
    write(this.#controls.words, answer.words);
  }

  /** @param {number} node */
  #canOpen(node) {
    const { state, opened } = this.#report.nodes[node];
    return state === "cut" && !opened && this.#search?.time.known(node).cut === true;
  }

  // --- time ---------------------------------------------------------------------------------------------------------

  /**
   * Shows the search after a number of steps.
   *
   * @param {number} step
   * @param {boolean} [whole]  are all nodes painted again?
   */
  #goTo(step, whole = false) {
    if (!this.#search) return;
    const { time, looks } = this.#search;
    const touched = time.seek(step);
    const before = looks.lately;
    looks.lately = new Set(time.path.map((node) => this.#tree.shown(node)).filter((node) => node !== null));
    looks.current = time.step ? this.#tree.shown(time.step.node) : null;
    this.#tree.update(whole ? this.#tree.visible : new Set([...touched, ...before, ...looks.lately]));
    const { slider, number, words, first, previous, next, last } = this.#controls;
    slider.value = String(time.at);
    const where = `Step ${time.at} of ${time.length}`;
    slider.setAttribute("aria-valuetext", where);
    write(number, where);
    write(words, time.step?.words ?? openingWords(this.#report, this.#form.method.selectedOptions[0]?.textContent));
    showFigures(this.#controls, this.#report, time);
    this.#windows();
    this.#positions.show();
    first.disabled = previous.disabled = time.at === 0;
    next.disabled = last.disabled = time.at === time.length;
  }

  /** Alpha and beta beside the nodes from the root to the current one, or how a simulation ended. */
  #windows() {
    if (!this.#search) return;
    const { time, looks: { current } } = this.#search;
    const told = time.step?.path ? [] : time.path.slice(0, -1).filter((node) => this.#tree.shown(node) === node);
    const above = told.map((node) => ({ node, words: time.known(node).window }));
    this.#tree.tell(current === null ? [] : [...above, { node: current, words: time.step?.window ?? "" }]);
    if (current !== null && this.#controls.follow.checked) this.#tree.follow(current);
  }

  #play() {
    if (!this.#search) return;
    if (this.#timer) return this.#pause();
    const { time } = this.#search;
    if (time.at === time.length) this.#goTo(0);
    write(this.#controls.play, "Pause");
    this.#controls.words.setAttribute("aria-live", "off"); // too fast for a screen reader
    const tick = () => {
      this.#goTo(time.at + 1);
      tell(this, "shown", false);
      if (time.at === time.length) this.#pause();
      else this.#timer = setTimeout(tick, Number(this.#controls.speed.value));
    };
    this.#timer = setTimeout(tick, 60);
  }

  #pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    write(this.#controls.play, "Play");
    this.#controls.words.setAttribute("aria-live", "polite");
  }

  /** @param {number} step */
  #step(step) {
    this.#pause();
    this.#goTo(step);
    tell(this, "shown", false);
  }

  /** @param {number} steps */
  #move(steps) {
    const { at, length } = this.#search?.time ?? { at: 0, length: 0 };
    this.#step(steps === Infinity ? length : steps === -Infinity ? 0 : at + steps);
  }

  /** Shows the whole tree, with positions below its nodes where there is room now. */
  #fit() {
    this.#positions.arrange();
    this.#tree.fit();
  }

  #legend() {
    const { nodes } = this.#report;
    const seen = [...this.#tree.visible].length;
    write(this.#controls.legend, legendWords(this.#report, seen));
    this.#controls.unfold.hidden = seen === nodes.length;
    this.#controls.refold.hidden = seen < nodes.length || this.#fewest.length === 0;
  }

  // --- nodes --------------------------------------------------------------------------------------------------------

  /** @param {number} node */
  #press(node) {
    if (!this.#training.exercise) return;
    this.#training.exercise.toggle(node);
    this.#tree.update(this.#tree.visible);
    this.#point(node);
  }

  /** @param {number} node */
  #flip(node) {
    if (!this.#search?.time.children[node].length) return;
    const folded = new Set(this.#folded);
    if (!folded.delete(node)) folded.add(node);
    this.#fold(folded);
  }

  /**
   * Says what is known about a node.
   *
   * @param {number | null} node  null: none
   */
  #point(node) {
    const { about, open } = this.#controls;
    open.hidden = true;
    this.#positions.show();
    if (node === null || !this.#report?.nodes[node]) return write(about, "");
    const { exercise } = this.#training;
    write(about, exercise ? exercise.look(node).said : (this.#search?.looks.said(node) ?? ""));
    open.hidden = !this.#canOpen(node) || this.#tree.selected !== node;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, summary");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !this.#search) return;
    const isUpOrDown = ["ArrowUp", "ArrowDown", " "].includes(event.key); // they scroll the page
    const steps = isUpOrDown ? undefined : STEPS[event.key];
    if (event.key === "f") this.#screen.toggle();
    else if (steps === undefined) return;
    else this.#move(steps);
    event.preventDefault();
  }

  // --- practice -----------------------------------------------------------------------------------------------------

  /** @param {string | null} [text]  of a tree; null: what the form says */
  async #practise(text = null) {
    this.#pause();
    const whole = await this.#training.begin(text);
    if (!whole) return this.#drop();
    [this.#report, this.#search] = [whole, null];
    this.#positions.forget();
    [this.#fewest, this.#folded] = [[], new Set()];
    this.#tree.clear();
    this.#place(whole.placed);
    this.#tree.fit();
    this.#tree.update(this.#tree.visible);
    this.#legend();
    this.#point(null);
    this.#training.show();
  }

  // --- the page -----------------------------------------------------------------------------------------------------

  #screen = new Screen(this, {
    move: (steps) => this.#move(steps),
    walk: (direction) => this.#tree.walk(direction),
    letters: {
      f: () => this.#screen.leave(),
      c: () => this.#controls.code.flip(),
      p: () => this.#play(),
      b: () => this.#positions.flip(),
      0: () => this.#fit(),
    },
    changed: () => {
      const { isFull } = this.#screen;
      this.#controls.code.present(isFull);
      this.#tree.smallest = isFull ? MOVES : null;
      this.#tree.view.measure();
      this.#fit(); // at once: a fit in the next frame would undo what a person zooms until then
    },
  });

  /** @param {Info} info */
  #build(info) {
    this.classList.add("debugger");
    this.#form = new Form(info);
    this.#form.addEventListener("ask", () => this.#run());
    this.#tree = new TreeView({
      press: (node) => this.#press(node),
      pressKey: (node) => (this.#training.exercise ? this.#press(node) : this.#flip(node)),
      fold: (node) => this.#flip(node),
      open: (node) => this.#open(node),
      point: (node) => this.#point(node),
      look: (node) => {
        const shown = this.#training.exercise ?? this.#search?.looks;
        return shown ? shown.look(node) : { state: "", label: "", edge: "", bar: false, said: "" };
      },
      dot: (node) => {
        return this.#search ? this.#search.looks.dot(node) : { dress: usualDress(this.#report.nodes[node].kind) };
      },
      boards: (nodes) => this.#positions.want(nodes),
      board: (node) => this.#positions.urlOf(node),
    });
    this.#controls = controls(this.#tree, this.#screen.button, {
      open: () => this.#open(this.#tree.selected),
      unfold: () => this.#fold(new Set()),
      refold: () => this.#fold(new Set(this.#fewest)),
      zoom: (factor) => this.#tree.view.zoom(factor),
      fit: () => this.#fit(),
      step: (step) => this.#step(step),
      move: (steps) => this.#move(steps),
      play: () => this.#play(),
      search: () => this.#run(),
      practice: () => (this.#training.exercise ? this.#run() : this.#practise()),
      check: () => this.#training.check(),
      again: () => this.#training.again(),
      anew: async () => this.#practise(await this.#training.another()),
      boards: () => this.#positions.flip(),
      save: (kind) => save(this.#tree, kind, `${this.#report.algorithm}-step-${this.#search?.time.at ?? 0}`),
      link: () => copyLink(this.target),
    });
    const { busy, error, practice, exercise, stage, under, steps, told } = this.#controls;
    this.#asker = new Asker(this.#socket, this, { busy, error });
    const parts = { asker: this.#asker, form: this.#form, tree: this.#tree, controls: this.#controls };
    this.#positions = new Positions({
      ...parts,
      ask: (nodes) => this.#asker.ask("boards", { nodes }),
      playFrom: (moves) => (this.#isPlayed ? this.#form.playFrom(moves) : null),
    });
    this.#training = new Training(this, { ...parts, trace: (question) => this.#trace(question) });
    this.#form.run.after(practice);
    this.append(this.#form.element, error, exercise, stage, under, steps, told);
    this.addEventListener("keydown", (event) => this.#key(event));
  }
}

customElements.define("z-debugger", Debugger);
