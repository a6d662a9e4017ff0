// How numbers, pieces and places are said, to the eye and to the ear.

const MEN = { "♔": "king", "♕": "queen", "♖": "rook", "♗": "bishop", "♘": "knight", "♙": "pawn" };
const SOLID = { "♔": "♚", "♕": "♛", "♖": "♜", "♗": "♝", "♘": "♞", "♙": "♟" };
const PIECES = { "": "empty", "●": "black disc", "○": "white disc" };
for (const [white, name] of Object.entries(MEN)) {
  PIECES[white] = `white ${name}`;
  PIECES[SOLID[white]] = `black ${name}`;
}

/** What a screen reader calls the content of a cell. */
export function pieceName(text) {
  return PIECES[text] ?? text;
}

/** The solid shape of a chess piece, and whether it is a white one; null for other texts. */
export function chessShape(text) {
  if (text in SOLID) return { shape: SOLID[text], white: true };
  return Object.values(SOLID).includes(text) ? { shape: text, white: false } : null;
}

/** e4, or square 13 on a draughts board whose rows are called 9-12, or what else there is to go by. */
export function cellName(board, row, column) {
  const rowLabel = board.rows?.[row] ?? "";
  const columnLabel = board.columns?.[column] ?? "";
  if (rowLabel && columnLabel) return `${columnLabel}${rowLabel}`;
  const squares = /^(\d+)-(\d+)$/.exec(rowLabel);
  if (squares && !columnLabel) {
    return (row + column) % 2 ? `square ${Number(squares[1]) + Math.floor(column / 2)}` : "light square";
  }
  return `column ${columnLabel || column + 1}, row ${rowLabel || row + 1}`;
}

/** +0.25, −1, 0; more digits where the number is small. */
export function signed(value) {
  if (value === null || value === undefined) return "";
  if (!Number.isFinite(value)) return value > 0 ? "+∞" : "−∞";
  const digits = Math.abs(value) >= 100 ? 0 : 2;
  const size = String(Number(Math.abs(value).toFixed(digits)));
  return size === "0" ? "0" : `${value > 0 ? "+" : "−"}${size}`;
}

/** 1,234,567 is 1.23 M: for numbers that grow while they are read. */
export function short(number) {
  for (const [unit, name] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    const digits = number >= 100 * unit ? 0 : number >= 10 * unit ? 1 : 2;
    if (number >= unit) return `${(number / unit).toFixed(digits)} ${name}`;
  }
  return String(Math.round(number));
}

export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An analysis' value in words: +0.31, or how far the end is. */
export function verdict(analysis) {
  const value = signed(analysis.value);
  if (analysis.distance !== null && analysis.distance !== undefined) {
    const plies = `${analysis.distance} ${analysis.distance === 1 ? "ply" : "plies"}`;
    return `${value}, decided in ${plies}`;
  }
  return analysis.exact ? `${value}, exact` : value;
}

/** The value of a candidate, with ≤ where the search only has a bound. */
export function candidateValue(candidate) {
  if (candidate.bound === "stopped" || candidate.value === null) return "not searched";
  return candidate.bound === "upper" ? `≤ ${signed(candidate.value)}` : signed(candidate.value);
}

/** The game's name as a heading, with parameters that are not the usual ones. */
export function gameTitle(position) {
  const [name, ...rest] = position.title.split(":");
  return rest.length ? `${capital(name)} (${rest.join(":").replaceAll(",", ", ")})` : capital(name);
}

/** Why an answer is not here yet: something is compiled first, or others were first. */
export function waitingWords({ ahead, note }) {
  if (note) return `${capital(note).replace(/[.…\s]+$/, "")} …`;
  if (!ahead) return "Thinking …";
  return ahead === 1 ? "Waiting: one search is ahead." : `Waiting: ${ahead} searches are ahead.`;
}
