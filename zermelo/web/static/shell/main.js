// Starts the page: connects, asks which games and engines there are, and shows the view that the address names.

/** @import {Values} from "../common/messages.js" */
/** @import {Target} from "../common/route.js" */
/** @import {Seat} from "../common/seats.js" */

import { byId, element, hear, write } from "../common/dom.js";
import { writeHash } from "../common/route.js";
import { Session } from "../common/session.js";
import { Socket } from "../common/socket.js";
import { Address, lastShown } from "./address.js";
import { beginUsual, Lost, restore } from "./restore.js";
import "../games/games.js";
import "../play/play.js";
import "../compare/compare.js";
import "../learn/learn.js";

const main = byId("main");
const server = new URL("socket", document.baseURI);
server.protocol = server.protocol === "https:" ? "wss:" : "ws:";
const socket = new Socket(server);
const address = new Address();
/** @type {Session} */
let session;
/** @type {HTMLElementTagNameMap["z-play"] | null} kept, because it remembers what is switched on */
let play = null;
let view = "";
let turns = 0; // addresses that were followed
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
};

socket.addEventListener("state", () => {
  const words = { connecting: "Connecting …", lost: "Reconnecting …", open: "" };
  write(byId("connection"), words[socket.state]);
});

byId("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address is the router's
  main.focus();
});

start();

async function start() {
  let info = await socket.ask("games", {});
  while (info.type !== "games") info = await socket.ask("games", {});
  session = new Session(socket, info);
  hear(session, "position", keepGame);
  hear(session, "seats", keepGame);
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
  const show = Object.hasOwn(VIEWS, target.view) ? VIEWS[target.view] : null;
  view = show ? target.view : "";
  for (const link of document.querySelectorAll("a")) {
    if (!link.dataset.view) continue;
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
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
  const { lists: { seats = [], moves = [] }, words: { position = "", ply = "" } } = wanted;
  const asked = writeHash({ ...wanted, view: "play", lists: { seats, moves }, words: { position, ply } });
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
    main.replaceChildren(shown);
    scrollTo(0, 0);
  }
  document.title = title ? `${title} – Zermelo` : "Zermelo";
}

function showGames() {
  put(element("z-games").configure(session, begin), "Games");
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
  put(play, session.shown.title);
  address.show(session.target("play"));
}

/** @param {Target} target */
async function showCompare(target) {
  const turn = turns;
  await ensureGame(target);
  if (turn !== turns) return;
  const last = lastShown("compare");
  const compare = element("z-compare").configure(session, target.lists.engines ? target : (last ?? target));
  const keep = () => {
    const { engines, time } = compare.chosen;
    const shown = session.target("compare");
    const whole = { ...shown, lists: { ...shown.lists, engines }, words: { ...shown.words, time } };
    lastShown("compare", whole);
    address.show(whole);
  };
  hear(compare, "change", keep);
  put(compare, "Compare");
  keep();
}

function showLearn() {
  put(element("z-learn").configure(session), "Learn");
}

/** @param {Target} target */
async function showDebugger(target) {
  const turn = turns;
  try {
    await import("../debugger/debugger.js");
  } catch {
    return put(element("p", { class: "empty" }, "The debugger could not be loaded."), "Debugger");
  }
  const wanted = Object.keys(target.words).length ? target : (lastShown("debugger") ?? target);
  if (wanted.words.from === "current") await ensureGame(wanted);
  if (turn !== turns) return;
  const shown = element("z-debugger");
  hear(shown, "shown", (isNew) => {
    if (main.firstChild !== shown) return;
    const searched = shown.target(session);
    lastShown("debugger", searched);
    complain("");
    address.show(searched, isNew);
  });
  put(shown.configure(socket, session.info, wanted), "Debugger");
}
