// Starts the page: connects, asks which games and engines there are, and shows the view that the address names.

/** @import {Values} from "../common/messages.js" */
/** @import {Target} from "../common/route.js" */
/** @import {Seat} from "../common/session.js" */

import { byId, element, write } from "../common/dom.js";
import { playHash, readHash, typed } from "../common/route.js";
import { Session, usualSeats } from "../common/session.js";
import { Socket } from "../common/socket.js";
import "../games/games.js";
import "../play/play.js";
import "../compare/compare.js";

const main = byId("main");
const address = new URL("socket", document.baseURI);
address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
const socket = new Socket(address);
/** @type {Session} */
let session;
/** @type {HTMLElementTagNameMap["z-play"] | null} kept, because it remembers what is switched on */
let play = null;

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
  addEventListener("hashchange", () => route());
  await route();
}

/** @returns {Promise<void>} */
async function route() {
  const target = readHash(location.hash);
  const own = session.info.games.find(({ name }) => name === session.info.first)?.own;
  if (!target.view && own) return goTo(playHash(session.info.first));
  if (target.view === "play" && !target.game) return goTo(session.hash || "#/games");
  /** @type {Record<string, (target: Target) => void | Promise<void>>} */
  const views = { play: showPlay, debugger: showDebugger, compare: showCompare };
  const show = views[target.view] ?? showGames;
  for (const link of document.querySelectorAll("a")) {
    if (!link.dataset.view) continue;
    if (link.dataset.view === target.view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  await show(target);
}

/**
 * Goes to another address without a step in the browser's history.
 *
 * @param {string} hash
 * @returns {Promise<void>}
 */
function goTo(hash) {
  history.replaceState(null, "", hash);
  return route();
}

/**
 * @param {Element} view
 * @param {string} [title]
 */
function put(view, title) {
  if (main.firstChild !== view || main.childElementCount !== 1) {
    main.replaceChildren(view);
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
  const defaults = session.info.games.find((game) => game.name === name)?.parameters;
  session.hash = playHash(name, parameters, defaults);
  location.hash = session.hash;
  return "";
}

/** @param {Target} target */
async function showPlay({ game, parameters, seats }) {
  const hash = location.hash;
  if (hash !== session.hash || !session.position) {
    const known = session.info.games.find(({ name }) => name === game);
    if (!known) return put(trouble(`There is no game called “${game}”.`));
    const usual = usualSeats(session.info, known.players);
    const chosen = usual.map((seat, player) => (seats?.[player] ? { choice: seats[player], options: {} } : seat));
    const answer = await session.begin(game, typed(parameters, known.parameters), { seats: chosen });
    if (answer.type === "error") {
      if (!answer.lost) return put(trouble(answer.message));
      return socket.addEventListener("state", () => socket.state === "open" && route(), { once: true });
    }
    session.hash = hash;
    if (location.hash !== hash) return;
  }
  play ??= element("z-play").configure(session);
  put(play, session.shown.title);
}

function showCompare() {
  put(element("z-compare").configure(session), "Compare");
}

async function showDebugger() {
  try {
    await import("../debugger/debugger.js");
  } catch {
    return put(trouble("The debugger could not be loaded."), "Debugger");
  }
  put(element("z-debugger").configure(socket, session.info), "Debugger");
}

/** @param {string} words */
function trouble(words) {
  return element("p", { class: "empty" }, `${words} `, element("a", { href: "#/games" }, "Choose a game"));
}
