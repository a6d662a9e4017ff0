// <z-debugger>: a tree, and a slider that steps through the search of it, forward and back.

/** @import {Answers, Info, Placed, Questions, Trace, TraceQuestion} from "../common/messages.js" */
/** @import {Target} from "../common/route.js" */
/** @import {Session} from "../common/session.js" */
/** @import {Socket} from "../common/socket.js" */
/** @import {Controls} from "./controls.js" */
/** @import {Report} from "./time.js" */

import { tell, write } from "../common/dom.js";
import { capital } from "../common/words.js";
import { controls, empty, showFigures } from "./controls.js";
import { Form } from "./form.js";
import { legendWords, Looks, openingWords, usualDress } from "./looks.js";
import { ASKED, checkSize, Exercise, randomTree } from "./practice.js";
import { Timeline } from "./time.js";
import { TreeView } from "./tree.js";

const TRIES = 12; // at a random tree in which something is cut

/** Event: `shown`, when the address is another (detail: is another tree shown, or another step of it?). */
export class Debugger extends HTMLElement {
  /** @type {Socket} */
  #socket;
  /** @type {Form} */
  #form;
  /** @type {TreeView} */
  #tree;
  /** @type {Controls} */
  #controls;
  /** @type {Report} */
  #report;
  /** @type {{time: Timeline, looks: Looks} | null} the search that is shown; null in practice */
  #search = null;
  /** @type {Exercise | null} */
  #exercise = null;
  /** @type {Set<number>} */
  #folded = new Set();
  /** @type {number[]} what was folded at first */
  #fewest = [];
  #turn = 0; // numbers the questions: only the latest answer counts
  /** @type {number} */
  #timer = 0;

  /**
   * @param {Socket} socket
   * @param {Info} info
   * @param {Target} target  what to search, and the step to show
   */
  configure(socket, info, target) {
    this.#socket = socket;
    this.#build(info);
    this.#form.restore(target);
    this.#run(Number(target.words.step) || 0);
    return this;
  }

  /**
   * What the address is to hold.
   *
   * @param {Session} session
   * @returns {Target}
   */
  target(session) {
    return this.#form.target(session, this.#search?.time.at ?? 0);
  }

  disconnectedCallback() {
    this.#pause();
  }

  // --- asking -------------------------------------------------------------------------------------------------------

  /**
   * Resolves to the answer; rejects with the server's words. Shows why there is a wait.
   *
   * @template {keyof Questions} Kind
   * @param {Kind} type
   * @param {Questions[Kind]} fields
   * @returns {Promise<Answers[Kind]>}
   */
  #ask(type, fields) {
    return new Promise((resolve, reject) => {
      this.#socket.request(type, fields, (answer) => {
        if (answer.type === "error") reject(new Error(answer.message));
        else if (answer.type !== "waiting") resolve(/** @type {Answers[Kind]} */ (answer));
        else if (answer.note || answer.ahead) this.#controls.busy.show(answer);
        else this.#busy("Searching …");
      });
    });
  }

  /**
   * Runs what asks the server, and shows what it says when it refuses. Returns undefined where that is out of date.
   *
   * @template Result
   * @param {() => Promise<Result>} work
   */
  async #asking(work) {
    const turn = ++this.#turn;
    this.#busy("Searching …");
    write(this.#controls.error, "");
    try {
      const answer = await work();
      return turn === this.#turn ? answer : undefined;
    } catch (error) {
      if (turn === this.#turn) write(this.#controls.error, capital(error instanceof Error ? error.message : ""));
      return undefined;
    } finally {
      if (turn === this.#turn) this.#busy("");
    }
  }

  /** @param {string} words */
  #busy(words) {
    this.#controls.busy.say(words);
    if (words) this.setAttribute("aria-busy", "true");
    else this.removeAttribute("aria-busy");
  }

  /**
   * @param {TraceQuestion} question
   * @returns {Promise<Trace>}
   */
  async #trace(question) {
    const { start } = this.#form;
    if (start) await this.#ask("new", start);
    return this.#ask("trace", question);
  }

  /**
   * Searches what the form says, and shows it.
   *
   * @param {number | null} [step]  null: the first, of another search than before
   */
  async #run(step = null) {
    this.#pause();
    const answer = await this.#asking(() => this.#trace(this.#form.question));
    if (!answer) return this.#drop();
    this.#leavePractice();
    this.#show(answer);
    if (step) this.#goTo(step, true);
    tell(this, "shown", step === null);
  }

  /** Removes the tree where the server refused another: it is not that of the form. */
  #drop() {
    if (!this.#controls.error.textContent) return;
    this.#leavePractice();
    this.#search = null;
    this.#tree.clear();
    this.#tree.say(null, "");
    empty(this.#controls);
  }

  /** @param {Trace} answer */
  #show(answer) {
    this.#take(answer);
    this.#controls.steps.inert = false;
    this.#folded = new Set(answer.folded);
    this.#fewest = answer.folded;
    this.#controls.slider.max = String(answer.steps.length);
    this.#tree.clear();
    this.#place(answer.placed);
    this.#tree.view.fit();
    this.#legend();
    this.#goTo(0, true);
    this.#point(null);
  }

  /** @param {Report} report */
  #take(report) {
    const time = new Timeline(report);
    this.#report = report;
    this.#search = { time, looks: new Looks(report, time) };
  }

  /** @param {Placed} placed */
  #place(placed) {
    this.#tree.place(this.#report.nodes, placed, this.#report.algorithm === "mcts");
  }

  /** @param {Set<number>} folded */
  async #fold(folded) {
    const answer = await this.#asking(() => this.#ask("fold", { folded: [...folded] }));
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
    const answer = await this.#asking(() => this.#ask("branch", { node, folded: [...this.#folded] }));
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
    looks.lately = this.#special();
    looks.current = time.step ? this.#tree.shown(time.step.node) : null;
    this.#tree.update(whole ? this.#tree.visible : new Set([...touched, ...before, ...looks.lately]));
    const { slider, number, words, first, previous, next, last } = this.#controls;
    slider.value = String(time.at);
    const where = `Step ${time.at} of ${time.length}`;
    slider.setAttribute("aria-valuetext", where);
    write(number, where);
    write(words, time.step?.words ?? openingWords(this.#report, this.#form.method.selectedOptions[0]?.textContent));
    showFigures(this.#controls, this.#report, time);
    this.#window();
    first.disabled = previous.disabled = time.at === 0;
    next.disabled = last.disabled = time.at === time.length;
  }

  /** The nodes that this step is about, as far as they are visible. */
  #special() {
    const step = this.#search?.time.step;
    const nodes = step ? (step.path ?? [step.node]) : [];
    return new Set(nodes.map((node) => this.#tree.shown(node)).filter((node) => node !== null));
  }

  /** Alpha and beta beside the current node, or how a simulation ended. */
  #window() {
    if (!this.#search) return;
    const { time: { step }, looks: { current } } = this.#search;
    this.#tree.say(current, step?.window ?? "");
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
    if (this.#exercise) {
      this.#exercise.toggle(node);
      this.#tree.update(this.#tree.visible);
      return this.#point(node);
    }
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
    if (node === null || !this.#report?.nodes[node]) return write(about, "");
    write(about, this.#exercise ? this.#exercise.look(node).said : (this.#search?.looks.said(node) ?? ""));
    open.hidden = !this.#canOpen(node) || this.#tree.selected !== node;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, summary");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !this.#search) return;
    const { at, length } = this.#search.time;
    const steps = new Map([["ArrowLeft", at - 1], ["ArrowRight", at + 1], ["Home", 0], ["End", length]]);
    const step = steps.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    this.#step(step);
  }

  // --- practice -----------------------------------------------------------------------------------------------------

  /** @param {string | null} [text]  of a tree; null: what the form says */
  async #startPractice(text = null) {
    this.#pause();
    if (text !== null) this.#form.useTree(text);
    this.#form.algorithm = "alphabeta";
    const answer = await this.#asking(async () => {
      const { question } = this.#form;
      const searched = await this.#trace(question);
      checkSize(searched);
      const whole = await this.#ask("trace", { ...question, algorithm: "minimax" });
      checkSize(whole);
      return { searched, whole };
    });
    if (!answer) return this.#drop();
    const { searched, whole } = answer;
    const cut = new Set(searched.nodes.filter(({ state }) => state === "cut").map(({ id }) => id));
    this.#exercise = new Exercise(whole.nodes, cut);
    [this.#report, this.#search] = [whole, null];
    [this.#fewest, this.#folded] = [[], new Set()];
    this.#tree.clear();
    this.#place(whole.placed);
    this.#tree.view.fit();
    this.#tree.say(null, "");
    this.#tree.update(this.#tree.visible);
    this.#legend();
    this.#point(null);
    this.classList.add("d-practising");
    this.#controls.practice.setAttribute("aria-pressed", "true");
    write(this.#controls.result, ASKED);
    this.#controls.through.hidden = true;
  }

  /** Practises on a random tree, if possible one in which something is cut. */
  async #practiseAnew() {
    let text = randomTree();
    for (let tries = 0; tries < TRIES; tries++) {
      const found = await this.#asking(() => this.#ask("trace", { algorithm: "alphabeta", tree: text, strict: false }));
      if (!found || found.skipped > 1) break;
      text = randomTree();
    }
    await this.#startPractice(text);
  }

  #leavePractice() {
    this.#exercise = null;
    this.classList.remove("d-practising");
    this.#controls.practice.setAttribute("aria-pressed", "false");
  }

  #check() {
    if (!this.#exercise) return;
    const { words } = this.#exercise.check();
    this.#tree.select(null);
    this.#tree.update(this.#tree.visible);
    write(this.#controls.result, words);
    this.#controls.through.hidden = false;
  }

  #again() {
    this.#exercise?.again();
    this.#tree.update(this.#tree.visible);
    write(this.#controls.result, ASKED);
    this.#controls.through.hidden = true;
  }

  // --- the page -----------------------------------------------------------------------------------------------------

  /** @param {Info} info */
  #build(info) {
    this.classList.add("debugger");
    this.#form = new Form(info);
    this.#form.addEventListener("ask", () => this.#run());
    this.#tree = new TreeView({
      press: (node) => this.#press(node),
      open: (node) => this.#open(node),
      point: (node) => this.#point(node),
      look: (node) => {
        const shown = this.#exercise ?? this.#search?.looks;
        return shown ? shown.look(node) : { state: "", label: "", edge: "", bar: false, said: "" };
      },
      dot: (node) => {
        return this.#search ? this.#search.looks.dot(node) : { dress: usualDress(this.#report.nodes[node].kind) };
      },
    });
    this.#controls = controls(this.#tree.element, {
      open: () => this.#open(this.#tree.selected),
      unfold: () => this.#fold(new Set()),
      refold: () => this.#fold(new Set(this.#fewest)),
      zoom: (factor) => this.#tree.view.zoom(factor),
      fit: () => this.#tree.view.fit(),
      step: (step) => this.#step(step),
      move: (steps) => this.#step((this.#search?.time.at ?? 0) + steps),
      play: () => this.#play(),
      search: () => this.#run(),
      practice: () => (this.#exercise ? this.#run() : this.#startPractice()),
      check: () => this.#check(),
      again: () => this.#again(),
      anew: () => this.#practiseAnew(),
    });
    const { error, practice, exercise, stage, under, steps, told } = this.#controls;
    this.#form.run.after(practice);
    this.append(this.#form.element, error, exercise, stage, under, steps, told);
    this.addEventListener("keydown", (event) => this.#key(event));
  }
}

customElements.define("z-debugger", Debugger);
