// The search debugger: a tree, and a slider that goes through the search step by step, forward and back.

import { controls } from "./controls.js";
import { Form } from "./form.js";
import { compared, randomTree } from "./practice.js";
import { boundary, childrenOf, labelOf, short, Timeline } from "./time.js";
import { TreeView } from "./tree.js";
import { write } from "../common/dom.js";

const MOST_TO_PRACTISE = 250; // nodes
const LEAST_RADIUS = 0.42; // of a node that MCTS visited once, as a share of the largest
const PLAYERS = { max: "MAX", min: "MIN", chance: "Chance", leaf: "Leaf" };
const JUDGED = {
  marked: "marked as not looked at",
  right: "right, it is cut",
  missed: "missed: it is cut",
  wrong: "wrong: it is looked at",
};
const TRIES = 12; // at a random tree in which something is cut

class Debugger extends HTMLElement {
  socket = null;
  info = null;
  #form = null;
  #tree = null;
  #time = null; // the timeline of what is shown; null in practice
  #report = null;
  #folded = new Set();
  #fewest = []; // what was folded at first
  #turn = 0; // numbers the questions: only the latest answer counts
  #timer = 0;
  #current = null; // the node that this step is about, or the one that it is folded into
  #lately = new Set(); // nodes that look special at this step
  #practice = null; // {cut, marked, result}
  #notes = {}; // the page's own elements by name

  connectedCallback() {
    if (!this.#form) {
      this.#build();
      this.#search();
    }
  }

  disconnectedCallback() {
    this.#pause();
  }

  // --- asking ---

  /** Resolves to the answer; rejects with the server's words. Says how many wait before us. */
  #ask(type, fields) {
    return new Promise((resolve, reject) => {
      this.socket.request(type, fields, (answer) => {
        if (answer.type === "waiting") {
          this.#busy(answer.note || (answer.ahead > 0 ? `Waiting: ${answer.ahead} before you …` : "Searching …"));
        } else if (answer.type === "error") reject(new Error(answer.message));
        else resolve(answer);
      });
    });
  }

  /** Runs what asks the server, and shows what it says when it refuses. Returns undefined where that is out of date. */
  async #asking(work) {
    const turn = ++this.#turn;
    this.#busy("Searching …");
    write(this.#notes.error, "");
    try {
      const answer = await work();
      return turn === this.#turn ? answer : undefined;
    } catch (error) {
      if (turn === this.#turn) write(this.#notes.error, sentence(error.message));
      return undefined;
    } finally {
      if (turn === this.#turn) this.#busy("");
    }
  }

  #busy(words) {
    write(this.#notes.busy, words);
    if (words) this.setAttribute("aria-busy", "true");
    else this.removeAttribute("aria-busy");
  }

  async #trace(question) {
    const start = this.#form.start;
    if (start) await this.#ask("new", start);
    return this.#ask("trace", question);
  }

  /** Searches what the form says and shows it from the start, or from a step. */
  async #search() {
    this.#pause();
    const answer = await this.#asking(() => this.#trace(this.#form.question));
    if (!answer) return;
    this.#leavePractice();
    this.#show(answer);
  }

  #show(answer) {
    this.#report = answer;
    this.#time = new Timeline(answer);
    this.#lately = new Set();
    this.#current = null;
    this.#prepareTones();
    this.#folded = new Set(answer.folded);
    this.#fewest = answer.folded;
    this.#notes.slider.max = this.#time.length;
    this.#tree.clear();
    this.#place(answer.placed);
    this.#tree.fit();
    this.#legend();
    this.#goTo(0, true);
    this.#point(null);
  }

  #place(placed) {
    this.#tree.place(this.#report.nodes, placed, this.#report.algorithm === "mcts");
  }

  async #fold(folded) {
    const answer = await this.#asking(() => this.#ask("fold", { folded: [...folded] }));
    if (!answer) return;
    this.#folded = folded;
    this.#place(answer);
    this.#goTo(this.#time.at, true);
    this.#legend();
  }

  /** Searches a branch that was cut, to show that it would not have mattered. */
  async #open(node) {
    const { state, opened } = this.#report.nodes[node];
    if (this.#practice || state !== "cut" || opened || !this.#time.known(node).cut) return;
    this.#pause();
    const answer = await this.#asking(() => this.#ask("branch", { node, folded: [...this.#folded] }));
    if (!answer) return;
    const at = this.#time.at;
    this.#report = { ...this.#report, ...answer, steps: answer.steps ?? this.#report.steps };
    this.#time = new Timeline(this.#report);
    this.#folded = new Set(answer.folded);
    this.#place(answer.placed);
    this.#goTo(at, true);
    this.#legend();
    this.#tree.select(node);
    this.#tree.follow(node);
    write(this.#notes.words, answer.words);
  }

  // --- time ---

  /** Shows the search after so many steps. */
  #goTo(step, whole = false) {
    if (!this.#time) return;
    const touched = this.#time.seek(step);
    const before = this.#lately;
    this.#lately = this.#special();
    this.#current = this.#time.step ? this.#tree.shown(this.#time.step.node) : null;
    this.#tree.update(whole ? this.#tree.visible : new Set([...touched, ...before, ...this.#lately]));
    const { slider } = this.#notes;
    slider.value = this.#time.at;
    const where = `Step ${this.#time.at} of ${this.#time.length}`;
    slider.setAttribute("aria-valuetext", where);
    write(this.#notes.number, where);
    write(this.#notes.words, this.#time.step?.words ?? this.#opening());
    this.#figures();
    this.#window();
    this.#notes.first.disabled = this.#notes.previous.disabled = this.#time.at === 0;
    this.#notes.next.disabled = this.#notes.last.disabled = this.#time.at === this.#time.length;
  }

  #opening() {
    const { algorithm, nodes, simulations } = this.#report;
    const name = this.#form.method.selectedOptions[0]?.textContent ?? algorithm;
    if (algorithm === "mcts") return `${name}: ${simulations} simulations, four phases each. Step on, or press Play.`;
    const seen = nodes.length === 1 ? "one node" : `${nodes.length.toLocaleString("en")} nodes`;
    return `${name} on a tree of ${seen}. Nothing is known yet: step on, or press Play.`;
  }

  /** The nodes that this step is about, as far as they are visible. */
  #special() {
    const step = this.#time.step;
    if (!step) return new Set();
    return new Set((step.path ?? [step.node]).map((node) => this.#tree.shown(node)).filter((node) => node !== null));
  }

  #figures() {
    const root = this.#time.known(0);
    write(this.#notes.root, root.label || "?");
    write(this.#notes.cut, String(this.#time.cutLeaves));
    write(this.#notes.seen, String(this.#time.seenLeaves));
    write(this.#notes.seenName, this.#report.algorithm === "mcts" ? "Simulations " : "Leaves seen ");
    this.#notes.cutFigure.hidden = !this.#report.bounded;
  }

  /** Alpha and beta beside the current node, or how a simulation ended. */
  #window() {
    const step = this.#time.step;
    const node = this.#current;
    let words = "";
    if (step?.phase === "simulation") {
      words = `→ ${step.utilities.map((utility) => (utility === null ? "∞" : short(utility, 3))).join(", ")}`;
    } else if (step && !step.phase && this.#report.bounded && this.#report.nodes[step.node].kind !== "leaf") {
      words = `α ${boundary(step.alpha, "−∞")}  β ${boundary(step.beta, "+∞")}`;
    }
    this.#tree.say(node, words);
    if (node !== null && this.#notes.follow.checked) this.#tree.follow(node);
  }

  #play() {
    if (!this.#time) return;
    if (this.#timer) return this.#pause();
    if (this.#time.at === this.#time.length) this.#goTo(0);
    write(this.#notes.play, "Pause");
    this.#notes.words.setAttribute("aria-live", "off"); // nobody can listen that fast
    const tick = () => {
      this.#goTo(this.#time.at + 1);
      if (this.#time.at === this.#time.length) this.#pause();
      else this.#timer = setTimeout(tick, Number(this.#notes.speed.value));
    };
    this.#timer = setTimeout(tick, 60);
  }

  #pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.#notes.play) return;
    write(this.#notes.play, "Play");
    this.#notes.words.setAttribute("aria-live", "polite");
  }

  #step(step) {
    this.#pause();
    this.#goTo(step);
  }

  // --- looks ---

  #look(node) {
    if (this.#practice) return this.#practiceLook(node);
    const known = this.#time.known(node);
    const { algorithm } = this.#report;
    let state = "";
    if (node === this.#current) state = "current";
    else if (known.cut) state = "cut";
    else if (!known.seen) state = "future";
    else if (known.best) state = "best";
    else if (algorithm === "mcts" && this.#lately.has(node)) state = "path";
    const isOnPath = algorithm === "mcts" && this.#lately.has(node);
    const edge = known.cut ? "cut" : isOnPath ? "path" : known.best ? "best" : state;
    const look = { state, label: known.label, edge, bar: known.cut && this.#report.nodes[node].state === "cut" };
    look.said = this.#said(node, known);
    if (algorithm !== "mcts") return look;
    const share = known.visits / Math.max(1, this.#report.nodes[0].visits);
    look.scale = LEAST_RADIUS + (1 - LEAST_RADIUS) * Math.sqrt(share);
    look.inside = known.visits ? String(known.visits) : "";
    look.below = known.label;
    look.isNew = node === this.#current && this.#time.step?.phase === "expansion" && known.visits === 0;
    look.tone = known.visits ? this.#tone(known.value) : null;
    return look;
  }

  /** A node from afar. */
  #dot(node) {
    const { kind } = this.#report.nodes[node];
    const usual = `d-${PLAYERS[kind] ? kind : "player"}`;
    if (!this.#time) return { dress: usual };
    const known = this.#time.known(node);
    const isBold = known.best || (this.#report.algorithm === "mcts" && this.#lately.has(node));
    if (node === this.#current) return { dress: "d-dot-current", isBold };
    if (known.cut) return { dress: "d-dot-cut" };
    if (!known.seen) return this.#report.algorithm === "mcts" ? null : { dress: `d-dot-future ${usual}` };
    if (known.best) return { dress: "d-dot-best", isBold };
    if (!known.visits) return { dress: usual, isBold };
    const { side, much } = this.#tone(known.value) ?? { side: "good", much: 0 };
    return { dress: `d-${side}`, much: 20 * Math.round(much / 20), isBold };
  }

  /** What a node is, for a tooltip and for those who listen. */
  #said(node, known) {
    const { kind, edge, skipped, state, opened, value, bound } = this.#report.nodes[node];
    const who = PLAYERS[kind] ?? sentence(kind.replace(/\d+/, (index) => String(Number(index) + 1)));
    const name = edge ? `${who} after ${edge}` : `${who}, the root`;
    if (known.cut && state === "cut") {
      const found = opened ? ` It would have been worth ${labelOf(value, bound)}.` : "";
      const leaves = skipped === 1 ? "1 leaf" : `${skipped} leaves`;
      return `${name}: cut, ${leaves} not looked at. ${this.#time.reason(node)}${found}`;
    }
    if (known.cut) return `${name}: ${known.label}, below a cut branch`;
    if (!known.seen) return `${name}: not looked at yet`;
    if (known.visits) return `${name}: ${known.visits} visits, on average ${known.label}`;
    return `${name}: ${known.label || "not known yet"}`;
  }

  /** Between which utilities the colours lie; around 0 where there are gains and losses. */
  #prepareTones() {
    if (this.#report.algorithm !== "mcts") return;
    const utilities = this.#report.steps.flatMap((step) => step.utilities ?? []).filter((value) => value !== null);
    const mirrored = this.#report.players.length === 2;
    const mine = mirrored
      ? this.#report.steps.map((step) => step.utilities?.[0]).filter((value) => value !== undefined && value !== null)
      : utilities;
    const low = Math.min(...mine.slice(0, 20_000));
    const high = Math.max(...mine.slice(0, 20_000));
    const half = low < 0 && high > 0 ? Math.max(-low, high) : (high - low) / 2;
    this.tones = { middle: low < 0 && high > 0 ? 0 : (low + high) / 2, half: half || 1 };
  }

  #tone(value) {
    if (value === null) return null;
    const share = Math.max(-1, Math.min(1, (value - this.tones.middle) / this.tones.half));
    return { side: share >= 0 ? "good" : "bad", much: Math.round(100 * Math.abs(share)) };
  }

  #legend() {
    const { players = [], nodes, algorithm } = this.#report;
    const kinds = new Set(nodes.map(({ kind }) => kind));
    const named = (index, word) => {
      const name = players[index] ?? word;
      return name.toUpperCase() === word ? word : `${word} (${name})`;
    };
    const parts = [];
    if (kinds.has("max")) parts.push(`▲ ${named(0, "MAX")}`);
    if (kinds.has("min")) parts.push(`▼ ${named(1, "MIN")}`);
    if (kinds.has("chance")) parts.push("● chance");
    if (algorithm === "mcts") {
      const who = players.length === 2 ? "MAX" : "who chose it";
      parts.push("size and number: visits", "below: mean", `blue: good for ${who}`, "orange: bad");
    }
    const total = nodes.length.toLocaleString("en");
    const seen = [...this.#tree.visible].length;
    const all = nodes.length === 1 ? "1 node" : `${total} nodes`;
    parts.push(seen < nodes.length ? `${seen} of ${total} nodes unfolded` : all);
    write(this.#notes.legend, parts.join("   "));
    this.#notes.unfold.hidden = seen === nodes.length;
    this.#notes.refold.hidden = seen < nodes.length || this.#fewest.length === 0;
  }

  // --- what is touched ---

  #press(node) {
    if (this.#practice) return this.#toggle(node);
    const hasChildren = this.#time.children[node].length > 0;
    if (!hasChildren) return;
    const folded = new Set(this.#folded);
    if (!folded.delete(node)) folded.add(node);
    this.#fold(folded);
  }

  /** A node that is pointed at or chosen; null: none. */
  #point(node) {
    const { about, open } = this.#notes;
    if (node === null || !this.#report?.nodes[node]) {
      write(about, "");
      open.hidden = true;
      return;
    }
    write(about, this.#practice ? this.#practiceLook(node).said : this.#said(node, this.#time.known(node)));
    const { state, opened } = this.#report.nodes[node];
    const canOpen = !this.#practice && state === "cut" && !opened && this.#time.known(node).cut;
    open.hidden = !canOpen || this.#tree.selected !== node;
  }

  #key(event) {
    const isTyping = event.target.closest("input, textarea, select, summary");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !this.#time) return;
    const { at, length } = this.#time;
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: length }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.#step(target);
  }

  // --- practice ---

  async #startPractice(text = null) {
    this.#pause();
    if (text !== null) this.#form.useTree(text);
    this.#form.algorithm = "alphabeta";
    const answer = await this.#asking(async () => {
      const question = this.#form.question;
      const searched = await this.#trace(question);
      if (searched.nodes.length > MOST_TO_PRACTISE) {
        throw new Error(`practise on at most ${MOST_TO_PRACTISE} nodes: look less deep, or take a smaller tree`);
      }
      const whole = await this.#ask("trace", { ...question, algorithm: "minimax" });
      if (whole.nodes.length > MOST_TO_PRACTISE) {
        throw new Error(`practise on at most ${MOST_TO_PRACTISE} nodes: look less deep, or take a smaller tree`);
      }
      return { searched, whole };
    });
    if (!answer) return;
    const { searched, whole } = answer;
    const cut = new Set(searched.nodes.filter(({ state }) => state === "cut").map(({ id }) => id));
    this.#practice = { cut, marked: new Set(), result: null };
    this.#report = whole;
    this.#time = null;
    this.#fewest = [];
    this.#folded = new Set();
    this.#tree.clear();
    this.#place(whole.placed);
    this.#tree.fit();
    this.#tree.say(null, "");
    this.#tree.update(this.#tree.visible);
    this.#legend();
    this.#point(null);
    this.classList.add("d-practising");
    this.#notes.practice.setAttribute("aria-pressed", "true");
    write(this.#notes.result, "Which branches will alpha-beta not look at? Press them, then check.");
    this.#notes.through.hidden = true;
  }

  /** A random tree in which something is cut, where luck allows. */
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
    this.#practice = null;
    this.classList.remove("d-practising");
    this.#notes.practice.setAttribute("aria-pressed", "false");
  }

  #toggle(node) {
    const { marked } = this.#practice;
    if (node === 0 || this.#practice.result) return;
    if (!marked.delete(node)) marked.add(node);
    this.#tree.update(this.#tree.visible);
    this.#point(node);
  }

  #check() {
    const { nodes } = this.#report;
    const { cut, marked } = this.#practice;
    const result = compared(nodes, childrenOf(nodes), cut, marked);
    this.#practice.result = result;
    this.#tree.select(null);
    this.#tree.update(this.#tree.visible);
    write(this.#notes.result, result.words);
    this.#notes.through.hidden = false;
  }

  #again() {
    this.#practice.marked.clear();
    this.#practice.result = null;
    this.#tree.update(this.#tree.visible);
    write(this.#notes.result, "Press the branches that alpha-beta will not look at, then check.");
    this.#notes.through.hidden = true;
  }

  #practiceLook(node) {
    const { marked, result } = this.#practice;
    const { kind, edge, value, bound, parent } = this.#report.nodes[node];
    const isLeaf = this.#practiceChildren(node) === 0;
    const label = isLeaf ? labelOf(value, bound) : "";
    let above = node;
    while (above > 0 && !marked.has(above)) above = this.#report.nodes[above].parent;
    const isMarked = above > 0;
    let state = isMarked ? "marked" : "";
    let mark = null;
    if (result) {
      if (result.right.includes(node)) [state, mark] = ["right", "✓"];
      else if (result.missed.includes(node)) [state, mark] = ["missed", "!"];
      else if (result.wrong.includes(node)) [state, mark] = ["wrong", "✗"];
    }
    const name = `${PLAYERS[kind] ?? kind}${edge ? ` after ${edge}` : ", the root"}${label ? `: ${label}` : ""}`;
    const said = JUDGED[state] ? `${name}; ${JUDGED[state]}` : name;
    return { state, label, edge: state, bar: isMarked && marked.has(node) && parent >= 0, mark, said };
  }

  #practiceChildren(node) {
    this.#practice.children ??= childrenOf(this.#report.nodes);
    return this.#practice.children[node].length;
  }

  // --- the page ---

  #build() {
    this.classList.add("debugger");
    this.#form = new Form(this.info);
    this.#form.addEventListener("ask", () => this.#search());
    this.#tree = new TreeView({
      press: (node) => this.#press(node),
      open: (node) => this.#open(node),
      point: (node) => this.#point(node),
      look: (node) => this.#look(node),
      dot: (node) => this.#dot(node),
    });
    this.#notes = controls(this.#tree.element, {
      open: () => this.#open(this.#tree.selected),
      unfold: () => this.#fold(new Set()),
      refold: () => this.#fold(new Set(this.#fewest)),
      zoom: (factor) => this.#tree.zoom(factor),
      fit: () => this.#tree.fit(),
      step: (step) => this.#step(step),
      move: (steps) => this.#step(this.#time.at + steps),
      play: () => this.#play(),
      search: () => this.#search(),
      practice: () => (this.#practice ? this.#search() : this.#startPractice()),
      check: () => this.#check(),
      again: () => this.#again(),
      anew: () => this.#practiseAnew(),
    });
    const { error, practice, exercise, stage, under, steps, told } = this.#notes;
    this.#form.run.after(practice);
    this.append(this.#form.element, error, exercise, stage, under, steps, told);
    this.addEventListener("keydown", (event) => this.#key(event));
  }
}

function sentence(words) {
  return words ? `${words[0].toUpperCase()}${words.slice(1)}` : "";
}

customElements.define("z-debugger", Debugger);
