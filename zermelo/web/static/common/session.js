// The visitor's game as the page knows it: the last position that the server told, and who sits where.

import { playHash } from "./route.js";

const HUMAN = "human";

/** Event: `position` (detail: the message). */
export class Session extends EventTarget {
  position = null;
  seats = []; // {choice: "human", "level:medium" or "engine:mcts", options: {}} a player
  hash = ""; // the address under which this game was begun
  game = null; // {name, parameters, position}: how it was begun; another object for every beginning
  #beginning = false;
  #movers = []; // who is to move at a ply, where that was seen

  constructor(socket, info) {
    super();
    this.socket = socket;
    this.info = info;
    socket.addEventListener("position", (event) => this.#take(event.detail));
  }

  /** Begins a game; resolves to the answer, a position or an error. */
  async begin(name, parameters = {}, { position, moves, seats } = {}) {
    const fields = { game: name, parameters };
    if (position) fields.position = position;
    if (moves?.length) fields.moves = moves;
    const before = [this.game, this.seats, this.#movers];
    this.game = { name, parameters, position };
    this.#movers = [];
    if (seats) this.seats = seats;
    this.#beginning = true;
    const answer = await this.socket.ask("new", fields);
    this.#beginning = false;
    if (answer.type !== "position") [this.game, this.seats, this.#movers] = before;
    return answer;
  }

  play(action) {
    return this.socket.ask("play", { action });
  }

  goTo(ply) {
    return this.socket.ask("goto", { ply });
  }

  roll() {
    return this.socket.ask("roll");
  }

  seatOf(player) {
    return this.seats[player] ?? { choice: HUMAN, options: {} };
  }

  isPerson(player) {
    return player >= 0 && this.seatOf(player).choice === HUMAN;
  }

  get hasPerson() {
    return (this.position?.players ?? []).some((_, player) => this.isPerson(player));
  }

  /** Who was to move at this ply; undefined where nobody has looked yet. */
  moverAt(ply) {
    return this.#movers[ply];
  }

  /** Does nature's turn wait for a person to roll? It is theirs who moved before it. */
  get personRolls() {
    for (let ply = this.position.ply - 1; ply >= 0; ply--) {
      const mover = this.#movers[ply];
      if (mover !== undefined && mover >= 0) return this.isPerson(mover);
    }
    return this.hasPerson;
  }

  /** The ply that taking back leads to: where a person last had to choose, or one ply back among engines. */
  get plyBefore() {
    const { ply } = this.position;
    if (!this.hasPerson) return ply - 1;
    for (let before = ply - 1; before >= 0; before--) {
      const mover = this.#movers[before];
      if (mover === undefined || this.isPerson(mover)) return before;
    }
    return -1;
  }

  #take(position) {
    const known = this.position?.moves ?? [];
    let shared = 0;
    while (shared < known.length && known[shared] === position.moves[shared]) shared++;
    this.#movers.length = Math.min(this.#movers.length, shared + 1);
    this.#movers[position.ply] = position.mover;
    this.#adopt(position);
    this.position = position;
    this.dispatchEvent(new CustomEvent("position", { detail: position }));
  }

  /** Another game that somebody else has begun on this connection: the debugger may. */
  #adopt(position) {
    const kind = ({ game, parameters, start }) => JSON.stringify([game, parameters, start ?? null]);
    if (this.#beginning || (this.position && kind(position) === kind(this.position))) return;
    const { game: name, parameters, start } = position;
    this.game = { name, parameters, position: start ?? undefined };
    this.seats = usualSeats(this.info, position.players.length);
    const defaults = this.info.games.find((known) => known.name === name)?.parameters;
    this.hash = playHash(name, parameters, defaults);
  }
}

/** The seats that a game begins with: a person against a medium engine. */
export function usualSeats(info, players) {
  const level = info.levels.includes("medium") ? "medium" : info.levels[0];
  const rest = level ? `level:${level}` : info.engines[0] ? `engine:${info.engines[0].name}` : HUMAN;
  return [...Array(players).keys()].map((player) => ({ choice: player === 0 ? HUMAN : rest, options: {} }));
}

/** What `move` and `analyse` are told of a player. */
export function asPlayer({ choice, options }) {
  const [kind, name] = split(choice);
  return kind === "level" ? { level: name } : { engine: { name, options } };
}

export function playerWords({ choice }) {
  const [kind, name] = split(choice);
  return kind === HUMAN ? "you" : kind === "level" ? `the ${name} level` : name;
}

function split(choice) {
  const at = choice.indexOf(":");
  return at < 0 ? [choice, ""] : [choice.slice(0, at), choice.slice(at + 1)];
}
