// Begins: connects, asks what there is, and shows the view that the address names.

import { element, write } from "../common/dom.js";
import { playHash, readHash, typed } from "../common/route.js";
import { Session, usualSeats } from "../common/session.js";
import { Socket } from "../common/socket.js";
import "../games/games.js";
import "../play/play.js";
import "../compare/compare.js";

const main = document.getElementById("main");
const address = new URL("socket", document.baseURI);
address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
const socket = new Socket(address);
let session = null;
let play = null; // the view is kept: it remembers what is switched on

socket.addEventListener("state", () => {
  const words = { connecting: "connecting …", lost: "connecting again …", open: "" };
  write(document.getElementById("connection"), words[socket.state]);
});

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address is the router's
  main.focus();
});

start();

async function start() {
  let info = null;
  while (info?.type !== "games") info = await socket.ask("games");
  session = new Session(socket, info);
  addEventListener("hashchange", () => route());
  await route();
}

async function route() {
  const target = readHash(location.hash);
  const own = session.info.games.find(({ name }) => name === session.info.first)?.own;
  if (!target.view && own) return goTo(playHash(session.info.first));
  if (target.view === "play" && !target.game) return goTo(session.hash || "#/games");
  const views = { play: showPlay, debugger: showDebugger, compare: showCompare };
  const show = views[target.view] ?? showGames;
  for (const link of document.querySelectorAll("[data-view]")) {
    if (link.dataset.view === target.view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  await show(target);
}

/** Without a step in the browser's history. */
function goTo(hash) {
  history.replaceState(null, "", hash);
  return route();
}

function put(view, title) {
  if (main.firstChild !== view || main.childElementCount !== 1) {
    main.replaceChildren(view);
    scrollTo(0, 0);
  }
  document.title = title ? `${title} – Zermelo` : "Zermelo";
}

function showGames() {
  put(document.createElement("z-games").configure(session, begin), "Games");
}

/** Begins what was chosen in the picker; resolves to an error's line, or "". */
async function begin(name, parameters, seats) {
  const answer = await session.begin(name, parameters, { seats });
  if (answer.type === "error") return answer.message;
  const { parameters: defaults } = session.info.games.find((game) => game.name === name);
  session.hash = playHash(name, parameters, defaults);
  location.hash = session.hash;
  return "";
}

async function showPlay({ game, parameters, seats }) {
  const hash = location.hash;
  if (hash !== session.hash || !session.position) {
    const known = session.info.games.find(({ name }) => name === game);
    if (!known) return put(trouble(`There is no game called “${game}”.`));
    const usual = usualSeats(session.info, known.players);
    const chosen = usual.map((seat, player) => (seats?.[player] ? { choice: seats[player], options: {} } : seat));
    const answer = await session.begin(game, typed(parameters, known.parameters), { seats: chosen });
    if (answer.lost) return socket.addEventListener("state", () => socket.state === "open" && route(), { once: true });
    if (answer.type === "error") return put(trouble(answer.message));
    session.hash = hash;
    if (location.hash !== hash) return;
  }
  play ??= document.createElement("z-play").configure(session);
  put(play, session.position.title);
}

function showCompare() {
  put(document.createElement("z-compare").configure(session), "Compare");
}

async function showDebugger() {
  try {
    await import("../debugger/debugger.js");
  } catch {
    return put(trouble("The debugger could not be loaded."), "Debugger");
  }
  const view = document.createElement("z-debugger");
  view.socket = socket;
  view.info = session.info;
  put(view, "Debugger");
}

function trouble(words) {
  return element("p", { class: "empty" }, `${words} `, element("a", { href: "#/games" }, "Choose a game"));
}
