// Starts the page: connects, asks which games and engines there are, and shows the view that the address names.

/** @import {Values} from "../common/messages.js" */
/** @import {Reloaded} from "../develop/messages.js" */
/** @import {Target} from "../common/route.js" */
/** @import {Seat} from "../common/seats.js" */

import { byId, element, hear, tell, write } from "../common/dom.js";
import { changed, writeHash } from "../common/route.js";
import { asPlayer, isPersonSeat } from "../common/seats.js";
import { Session } from "../common/session.js";
import { Socket } from "../common/socket.js";
import { Line, site } from "../site/line.js";
import { Address, lastShown } from "./address.js";
import { beginUsual, Lost, restore } from "./restore.js";
import "../front/front.js";
import { openBy, sheet } from "../front/sheet.js";
import { point } from "../front/tour.js";
import "../play/play.js";
import { switchBy } from "../play/sounds.js";
import "../compare/compare.js";
import "../learn/learn.js";
import "../check/check.js";
import "../develop/drawer.js";

const main = byId("main");
const server = new URL("socket", document.baseURI);
server.protocol = server.protocol === "https:" ? "wss:" : "ws:";
const about = site();
const socket = new Socket(about ? () => startPython(about) : () => new WebSocket(server));
const address = new Address();
/** @type {Session} */
let session;
/** @type {HTMLElementTagNameMap["z-play"] | null} kept, because it remembers what is switched on */
let play = null;
/** @type {HTMLElementTagNameMap["z-drawer"] | null} */
let drawer = null;
/** @type {HTMLElementTagNameMap["z-compare"] | null} kept, with the games of its match */
let compare = null;
/** @type {HTMLElementTagNameMap["z-lesson"] | null} kept, so that its steps and answers are there when one comes back */
let lesson = null;
let view = "";
let turns = 0; // addresses that were followed
let guided = false; // was the tour asked for?
let isRestoring = false; // what is shown comes from the address
/** @type {object | null} the session's game that the address stands for */
let addressed = null;
/** @type {Record<string, (target: Target) => void | Promise<void>>} */
const VIEWS = {
  "": showGames,
  games: showGames,
  play: showPlay,
  debugger: showDebugger,
  compare: showCompare,
  learn: showLearn,
  lessons: showLessons,
  check: showCheck,
};

socket.addEventListener("state", () => {
  const words = { connecting: "Connecting …", lost: "Reconnecting …", open: "" };
  write(byId("connection"), words[socket.state]);
  if (socket.state === "open" && !session) opening("Loading the games …");
});

const help = sheet();
document.body.append(help);
openBy(help, byId("sheet-open"));
switchBy(byId("sounds"));
help.addEventListener("tour", () => {
  guided = true;
  if (view === "" || view === "games") showGames();
  else location.hash = "#/games";
});

byId("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address is the router's
  main.focus();
});

start();

/** @param {NonNullable<ReturnType<typeof site>>} where */
function startPython(where) {
  const line = new Line(where);
  hear(line, "note", (words) => {
    write(byId("connection"), words);
    opening(words);
  });
  return line;
}

async function start() {
  let info = await socket.ask("games", {});
  while (info.type !== "games") info = await socket.ask("games", {});
  tell(help, "versions", info.versions);
  session = new Session(socket, info);
  byId("check-link").hidden = info.searches.length === 0;
  hear(session, "position", keepGame);
  hear(socket, "reloaded", reloaded);
  hear(session, "seats", keepGame);
  hear(session, "ended", keepGame);
  addEventListener("hashchange", () => {
    address.forget();
    route();
  });
  addEventListener("pagehide", () => address.flush());
  await route();
}

/** @returns {Promise<void>} */
async function route() {
  const turn = ++turns;
  const { target, wrong } = address.read();
  complain(wrong);
  const own = session.info.games.find(({ name }) => name === session.info.first)?.own;
  if (!target.view && own) target.view = "play";
  if (!target.view && about) target.view = "lessons";
  const show = Object.hasOwn(VIEWS, target.view) ? VIEWS[target.view] : null;
  view = show ? target.view : "";
  for (const link of document.querySelectorAll("a")) {
    if (!link.dataset.view) continue;
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (!["play", "debugger"].includes(view)) byId("way-back").replaceChildren();
  if (!show) complain(`There is no page called “${target.view}”.`);
  isRestoring = true;
  try {
    await (show ?? showGames)(target);
  } catch (error) {
    if (!(error instanceof Lost)) return complain(error instanceof Error ? error.message : "");
    socket.addEventListener("state", () => socket.state === "open" && route(), { once: true });
  } finally {
    if (turn === turns) isRestoring = false;
  }
}

/**
 * One line about what is wrong with the address; "": nothing.
 *
 * @param {string} words
 */
function complain(words) {
  write(byId("notice"), words);
}

/**
 * The file of a game was saved: the game goes on where it was, as far as its rules still allow that.
 *
 * @param {Reloaded} told
 */
async function reloaded({ game, file, wrong, card }) {
  const place = session.info.games.findIndex(({ name }) => name === game);
  if (card && place >= 0) session.info.games[place] = card;
  if (session.game?.name !== game) return;
  if (wrong) return drawer?.reloaded(`${file} was saved, and its game cannot be loaded: ${wrong}`, true);
  const { hidden, moves, ply, parameters } = session.shown;
  const { position } = session.game;
  const known = hidden ? [] : moves;
  const seats = session.seats.map((seat) => (isPersonSeat(seat) ? null : asPlayer(seat)));
  const more = { ...(position ? { position } : {}), ...(hidden ? { seats } : {}) };
  const answer = await socket.ask("new", { game, parameters: changed(parameters, card?.parameters), moves: known, fits: true, ...more });
  if (answer.type === "error") return drawer?.reloaded(`${file} was saved: ${answer.message}`, true);
  if (answer.type === "position" && ply < answer.plies) await socket.ask("goto", { ply });
  const lost = known.length - session.shown.plies;
  const words = lost ? `${lost} ${lost === 1 ? "move does" : "moves do"} not fit any more.` : "The position is kept.";
  drawer?.reloaded(`${file} was saved and its game loaded again. ${words}`, false);
}

/** Keeps the session's game in the address, and for the next visit. */
function keepGame() {
  const target = session.target("play");
  lastShown("play", target);
  const isNew = session.game !== addressed && !isRestoring;
  addressed = session.game;
  if (view !== "play" || !play?.isConnected) return;
  if (!isRestoring) complain("");
  address.show(target, isNew);
}

/**
 * Begins the game of an address, if it is not the one in progress.
 *
 * @param {Target} target  without a game: the one in progress, or the last one
 */
async function ensureGame(target) {
  if (!target.game && session.position) return;
  const wanted = target.game ? target : lastShown("play");
  if (!wanted) return beginUsual(session, session.info.first);
  const { lists: { seats = [], moves = [], lines = [], comments = [] }, words } = wanted;
  const record = { seats, moves, lines, comments };
  const { position = "", ended = "", ply = "" } = words;
  const asked = writeHash({ ...wanted, view: "play", lists: record, words: { position, ended, ply } });
  if (session.position && asked === writeHash(session.target("play"))) return;
  const wrong = await restore(session, wanted);
  if (wrong) complain(wrong);
}

/**
 * @param {Element} shown
 * @param {string} [title]
 */
function put(shown, title) {
  if (main.firstChild !== shown || main.childElementCount !== 1) {
    point("");
    if (shown !== play) byId("beside").replaceChildren();
    main.replaceChildren(shown);
    scrollTo(0, 0);
  }
  document.title = title ? `${title} – Zermelo` : "Zermelo";
}

function showGames() {
  const front = element("z-front").configure(session, begin);
  put(front, "Games");
  if (guided) front.guide();
  guided = false;
}

/**
 * What is said until there is something to show.
 *
 * @param {string} words
 */
function opening(words) {
  const line = document.getElementById("opening");
  if (line) write(line, words);
}

/**
 * Begins what was chosen in the picker; resolves to an error's line, or "".
 *
 * @param {string} name
 * @param {Values} parameters
 * @param {Seat[]} seats
 */
async function begin(name, parameters, seats) {
  const answer = await session.begin(name, parameters, { seats });
  if (answer.type === "error") return answer.message;
  location.hash = writeHash(session.target("play"));
  return "";
}

/** @param {Target} target */
async function showPlay(target) {
  const turn = turns;
  const own = session.info.games.find(({ own: isOwn }) => isOwn);
  if (!target.game && !session.position && !lastShown("play")) {
    if (!own) return showGames();
    target.game = own.name;
  }
  await ensureGame(target);
  if (turn !== turns) return; // another address was followed meanwhile
  play ??= element("z-play").configure(session);
  drawer ??= element("z-drawer").configure(session);
  byId("beside").replaceChildren(drawer);
  put(play, session.shown.title);
  address.show(session.target("play"));
}

/** @param {Target} target */
async function showCompare(target) {
  const turn = turns;
  await ensureGame(target);
  if (turn !== turns) return;
  const wanted = target.lists.engines ? target : (lastShown("compare") ?? target);
  const asked = wanted.lists.engines;
  const isOther = compare && asked && String(asked) !== String(compare.chosen.engines);
  const shownNow = compare && !isOther ? compare : element("z-compare").configure(session, wanted);
  const keep = () => {
    const { engines, time, match } = shownNow.chosen;
    const shown = session.target("compare");
    const whole = { ...shown, lists: { ...shown.lists, engines, match }, words: { ...shown.words, time } };
    lastShown("compare", whole);
    address.show(whole);
  };
  if (compare !== shownNow) hear(shownNow, "change", keep);
  compare = shownNow;
  put(compare, "Compare");
  keep();
}

function showLearn() {
  put(element("z-learn").configure(session), "Learn");
}

function showCheck() {
  put(element("z-check").configure(session), "Check");
}

/** @param {Target} target  a lesson and a place in it; without one, all are listed */
async function showLessons({ game: name, words: { at = "" } }) {
  const turn = turns;
  try {
    await import("../lessons/lessons.js");
  } catch {
    return put(element("p", { class: "empty" }, "The lessons could not be loaded."), "Lessons");
  }
  if (turn !== turns) return;
  if (!name) return put(element("z-lessons").configure(session), "Lessons");
  if (lesson?.name !== name) {
    const shown = element("z-lesson").configure(session, name);
    hear(shown, "leave", (place) => leaveLesson(shown.title, name, place));
    lesson = shown;
  }
  const shown = lesson;
  put(shown, "Lessons");
  await shown.ready;
  if (turn !== turns) return;
  document.title = `${shown.title} – Zermelo`;
  if (at) shown.goTo(at);
  else main.focus({ preventScroll: true });
}

/**
 * Keeps the place of a link in the address, and shows the way back to it where the link leads.
 *
 * @param {string} title
 * @param {string} name
 * @param {string} at
 */
function leaveLesson(title, name, at) {
  const target = { view: "lessons", game: name, parameters: {}, lists: {}, words: { at } };
  address.show(target);
  address.flush();
  const link = element("a", { href: writeHash(target) }, `← Back to “${title}”`);
  byId("way-back").replaceChildren(link);
}

/** @param {Target} target */
async function showDebugger(target) {
  const turn = turns;
  try {
    await import("../debugger/debugger.js");
  } catch {
    return put(element("p", { class: "empty" }, "The debugger could not be loaded."), "Debugger");
  }
  const wanted = Object.keys(target.words).length ? target : rememberedSearch(target);
  const shown = element("z-debugger");
  hear(shown, "shown", (isNew) => {
    if (main.firstChild !== shown) return;
    lastShown("debugger", shown.target);
    complain("");
    address.show(shown.target, isNew);
  });
  const current = async () => {
    await ensureGame({ ...target, game: "" });
    return session.target("debugger");
  };
  if (turn === turns) put(shown.configure(socket, session.info, wanted, current), "Debugger");
}

/**
 * What the debugger showed last; of the visitor's game, if that has gone on, its position now.
 *
 * @param {Target} target
 * @returns {Target}
 */
function rememberedSearch(target) {
  const last = lastShown("debugger") ?? target;
  if (last.words.from !== "current" || !session.position) return last;
  const { position = "", ply = "" } = last.words;
  const now = session.target("debugger");
  const searched = writeHash({ ...last, words: { position, ply } });
  const moves = now.lists.moves?.slice(0, session.position.ply) ?? [];
  const isSame = searched === writeHash({ ...now, lists: { moves }, words: { position: now.words.position } });
  return isSame ? last : { ...now, words: { ...last.words, ...now.words, step: "" } };
}
