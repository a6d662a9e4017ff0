// Addresses within the page: #/play/othello?size=6&seats=human,level:full

/** {view, game, parameters {name: text}, seats [choice] or null} */
export function readHash(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [view = "", ...rest] = path.split("/");
  const words = new URLSearchParams(query);
  const seats = words.get("seats");
  words.delete("seats");
  return {
    view,
    game: rest.length ? decoded(rest.join("/")) : "",
    parameters: Object.fromEntries(words),
    seats: seats ? seats.split(",") : null,
  };
}

export function playHash(game, parameters = {}, defaults = {}, seats = null) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== defaults[name]) words.set(name, value);
  }
  const pairs = [words.toString(), seats ? `seats=${seats.join(",")}` : ""].filter(Boolean);
  return `#/play/${encodeURIComponent(game)}${pairs.length ? `?${pairs.join("&")}` : ""}`;
}

/** Typed values as the game's defaults have them: numbers, true and false, or text. */
export function typed(parameters, defaults) {
  const entries = Object.entries(parameters).map(([name, value]) => {
    const kind = typeof defaults?.[name];
    if (kind === "boolean") return [name, value === true || value === "true"];
    const isNumber = String(value).trim() !== "" && Number.isFinite(Number(value));
    return [name, kind === "number" && isNumber ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
