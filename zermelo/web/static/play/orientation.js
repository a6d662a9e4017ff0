// Which side of the board is at the bottom.

/** @import {Position} from "../common/messages.js" */

/**
 * Can the board be flipped, and is it at first, so that the only person's side is at the bottom? Only boards where two
 * players move pieces can, and backgammon's; no maze, where up is up for both.
 *
 * @param {Position} position  the first of the game
 * @param {(player: number) => boolean} isPerson
 */
export function orientation({ picture, actions, players, mover }, isPerson) {
  const people = [0, 1].filter(isPerson);
  if (picture.kind === "points") return { canFlip: true, isFlipped: String(people) === "1" };
  const moving = actions.filter(({ cells }) => cells.length > 1);
  if (picture.kind !== "board" || picture.shape === "maze" || !moving.length || players.length !== 2 || mover === null) {
    return { canFlip: false, isFlipped: false };
  }
  const middle = (picture.cells.length - 1) / 2;
  const mean = moving.reduce((sum, { cells }) => sum + cells[0][0], 0) / moving.length;
  const bottom = mean > middle ? mover : 1 - mover;
  return { canFlip: true, isFlipped: people.length === 1 && people[0] !== bottom };
}
