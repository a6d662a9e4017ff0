// Plays checkers with npm's rapid-draughts: a position a line in, its legal moves and the one it chooses a line out.
// node rapid_draughts.mjs FOLDER DEPTH, where FOLDER has rapid-draughts in its node_modules.
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [folder, depth] = process.argv.slice(2);
const require = createRequire(join(folder, "node_modules", "here.js"));
const { DraughtsPlayer } = require("rapid-draughts");
const { EnglishDraughts, EnglishDraughtsComputerFactory } = require("rapid-draughts/english");

const computer = EnglishDraughtsComputerFactory.alphaBeta({ maxDepth: Number(depth) });
const { adapter } = EnglishDraughts.setup();
const bit = (place) => adapter.toEngineMove({ origin: place, destination: place, captures: [] }).origin;
const word = (places) => places.reduce((all, place) => (all | bit(place)) >>> 0, 0);

for await (const line of createInterface({ input: process.stdin })) {
  const { player, dark, light, kings, choose } = JSON.parse(line);
  const game = EnglishDraughts.setup({
    player: player === "dark" ? DraughtsPlayer.DARK : DraughtsPlayer.LIGHT,
    board: { dark: word(dark), light: word(light), king: word(kings) },
    stats: { sinceCapture: 0, sinceNonKingAdvance: 0 }, // it is never told to fear a draw
  });
  console.log(JSON.stringify({ moves: game.moves, move: choose ? await computer(game) : null }));
}
