// Which side of the board is at the bottom.

/** @import {Position} from "../common/messages.js" */

/**
 * Can the board be flipped, and is it at first, so that the only person's side is at the bottom? Only boards where two
 * players move pieces can, backgammon's, and tables of cards. Whose side is below does not depend on the position, which may be set up.
 *
 * @param {Position} position
 * @param {(player: number) => boolean} isPerson
 */
export function orientation({ picture, bottom }, isPerson) {
  const people = [0, 1].filter(isPerson);
  if (picture.kind === "points") return { canFlip: true, isFlipped: String(people) === "1" };
  // on a table the last player sits below
  if (picture.kind === "cards" && picture.table) return { canFlip: true, isFlipped: String(people) === "0" };
  if (picture.kind !== "board" || bottom === null) return { canFlip: false, isFlipped: false };
  return { canFlip: true, isFlipped: people.length === 1 && people[0] !== bottom };
}
