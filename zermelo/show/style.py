"""The colours and letters of the SVG drawings, in light and in dark."""

from __future__ import annotations

COLOUR_NAMES = ("red", "green", "blue", "yellow")  # that a bar may be given (the classes bar-red, …), and a stone
GROUNDS = ("felt", "sea")  # of a board that is not of wood
GROUP_NAMES = (*COLOUR_NAMES, "brown", "sky", "pink", "orange")  # of groups of a track's places

# what, which property, its colour in light, its colour in dark
COLOURS = (
    (".card", "fill", "#fbfaf7", "#1d2126"),
    (".card", "stroke", "#dcd8cf", "#363c44"),
    ("text", "fill", "#24292f", "#e3e6ea"),
    (".faint", "fill", "#6b7178", "#98a0aa"),
    (".halo", "stroke", "#fbfaf7", "#1d2126"),
    (".pale", "fill", "#f1e3c8", "#c9b78f"),
    (".deep", "fill", "#d9bd90", "#a98d5f"),
    (".felt-cell", "fill", "#2f8a58", "#256b45"),
    (".felt-cell", "stroke", "#1c5c39", "#143f28"),
    (".sea-cell", "fill", "#a9d3ea", "#2b5878"),
    (".sea-cell", "stroke", "#6fa9c9", "#1c3f58"),
    (".fog", "fill", "#4a5058", "#14171b"),
    (".fog-line", "stroke", "#6c737c", "#2a3038"),
    (".corner", "fill", "#6b4d1d", "#463310"),
    (".danger", "fill", "#d8433b", "#d9534b"),
    (".hull", "fill", "#6d7883", "#8a949e"),
    (".hull", "stroke", "#3c444c", "#1c2228"),
    (".hull.sunk", "fill", "#8b4038", "#7a342d"),
    (".hit", "stroke", "#d8231a", "#ff6a5c"),
    (".miss", "fill", "#ffffff", "#dfe9f1"),
    (".miss", "stroke", "#4c86a8", "#10273a"),
    (".crown", "stroke", "#f4c430", "#efc23a"),
    (".crown.dark", "stroke", "#a3761a", "#8a6213"),
    (".rim", "stroke", "#8d6f3f", "#6f5a36"),
    (".mark", "fill", "#f6c945", "#e8b92f"),
    (".piece", "fill", "#1b1b1b", "#141414"),
    (".white", "fill", "#ffffff", "#f6f3ea"),
    (".cross", "fill", "#b3362b", "#8f1f17"),
    (".nought", "fill", "#1d5a92", "#12426f"),
    (".black-disc", "fill", "#23262a", "#17191c"),
    (".white-disc", "fill", "#fdfdfb", "#f2efe6"),
    (".red-disc", "fill", "#d8433b", "#d9534b"),
    (".green-disc", "fill", "#2c9257", "#3fa86c"),
    (".blue-disc", "fill", "#2f63b8", "#4f86dc"),
    (".yellow-disc", "fill", "#f4c430", "#efc23a"),
    (".plank", "fill", "#e6bd7a", "#b48d52"),
    (".plank", "stroke", "#8d6f3f", "#6f5a36"),
    (".under-letter", "fill", "#e6bd7a", "#b48d52"),
    (".line", "stroke", "#5a4220", "#33240f"),
    (".star", "fill", "#3c2a12", "#23180a"),
    (".hexagon", "fill", "#f1e3c8", "#c9b78f"),
    (".hexagon", "stroke", "#8d6f3f", "#6f5a36"),
    (".side-red", "stroke", "#d8433b", "#d9534b"),
    (".side-green", "stroke", "#2c9257", "#3fa86c"),
    (".side-blue", "stroke", "#2f63b8", "#4f86dc"),
    (".side-yellow", "stroke", "#f4c430", "#efc23a"),
    (".black-lit", "stop-color", "#6b7178", "#5c6167"),
    (".black-dim", "stop-color", "#17191c", "#101214"),
    (".white-lit", "stop-color", "#ffffff", "#ffffff"),
    (".white-dim", "stop-color", "#d3cfc4", "#c4beb0"),
    (".red-lit", "stop-color", "#f08a80", "#ee8278"),
    (".red-dim", "stop-color", "#b8281f", "#b32d24"),
    (".green-lit", "stop-color", "#7cc79a", "#74c093"),
    (".green-dim", "stop-color", "#1c7040", "#1d6e41"),
    (".blue-lit", "stop-color", "#84abea", "#7ea6e8"),
    (".blue-dim", "stop-color", "#1f4a94", "#204b93"),
    (".yellow-lit", "stop-color", "#fbe391", "#f9df88"),
    (".yellow-dim", "stop-color", "#d39d12", "#cc9812"),
    (".mark-on-black", "stroke", "#ffffff", "#ffffff"),
    (".mark-on-white", "stroke", "#1b1b1b", "#141414"),
    (".frame", "fill", "#2f63b8", "#2a569c"),
    (".hole", "fill", "#fbfaf7", "#1d2126"),
    (".red", "fill", "#d8433b", "#d9534b"),
    (".yellow", "fill", "#f4c430", "#efc23a"),
    (".ring", "stroke", "#ffffff", "#ffffff"),
    (".floor", "fill", "#14161f", "#0c0e14"),
    (".wall", "fill", "#3b5fc0", "#35539f"),
    (".wall", "stroke", "#3b5fc0", "#35539f"),
    (".maze-mark", "fill", "#4a4630", "#3d3a28"),
    (".food", "fill", "#f7e3b5", "#e8d4a6"),
    (".pacman", "fill", "#ffd83d", "#f5cf38"),
    (".pacman.caught", "fill", "#b9a44a", "#a89445"),
    (".ghost-0", "fill", "#e5483f", "#e0524a"),
    (".ghost-1", "fill", "#f29bc4", "#e893bc"),
    (".ghost-2", "fill", "#44c7d4", "#3fb9c5"),
    (".ghost-3", "fill", "#f0a13c", "#e69a3a"),
    (".scared", "fill", "#5d7be0", "#5773d6"),
    (".eye", "fill", "#ffffff", "#ffffff"),
    (".arrow", "fill", "#1f8a4c", "#1f8a4c"),
    (".arrow-ring", "stroke", "#1f8a4c", "#1f8a4c"),
    (".face-up", "fill", "#ffffff", "#f2efe6"),
    (".face-up", "stroke", "#b9b4a8", "#14171a"),
    (".face-down", "fill", "#2f63b8", "#2a569c"),
    (".face-down", "stroke", "#24508f", "#14171a"),
    (".lattice", "stroke", "#c7d6ee", "#9db6dc"),
    (".no-card", "stroke", "#b9b4a8", "#525a64"),
    (".table", "fill", "#2a7a50", "#1d5238"),
    (".table", "stroke", "#7a5230", "#5a3f28"),
    (".on-table", "fill", "#ffffff", "#f2f5f2"),
    (".on-table.faint", "fill", "#d5ecdf", "#b4cdbf"),
    (".no-card.on-felt-place", "stroke", "#9fd0b6", "#6ea98a"),
    (".chip", "fill", "#c8281e", "#c8281e"),
    (".chip", "stroke", "#ffffff", "#f2efe6"),
    (".red-suit", "fill", "#c8281e", "#b3221a"),
    (".black-suit", "fill", "#1b1b1b", "#141414"),
    (".wood", "fill", "#7a5230", "#5a3f28"),
    (".felt", "fill", "#efe0c3", "#b9a682"),
    (".spike", "fill", "#d3ac74", "#97794c"),
    (".spike.dark", "fill", "#a8432f", "#7c3224"),
    (".on-black", "fill", "#ffffff", "#f2efe6"),
    (".on-white", "fill", "#1b1b1b", "#141414"),
    (".on-felt", "fill", "#3c2a18", "#1c140b"),
    (".on-wood", "fill", "#f3e4c8", "#e6d5b4"),
    (".on-die", "fill", "#1b1b1b", "#141414"),
    (".die", "fill", "#ffffff", "#f2efe6"),
    (".pip", "fill", "#1b1b1b", "#141414"),
    (".black-die", "fill", "#23262a", "#17191c"),
    (".black-pip", "fill", "#ffffff", "#f2efe6"),
    (".cube", "fill", "#f7f1e1", "#f2e9d3"),
    (".tray", "fill", "#b3a596", "#4a443d"),
    (".no-tile", "fill", "#c8bbac", "#5c554d"),
    (".tile-0", "fill", "#eee4da", "#d9cdbf"),
    (".tile-1", "fill", "#eee4da", "#d9cdbf"),
    (".tile-2", "fill", "#ede0c8", "#d8c9a8"),
    (".tile-3", "fill", "#f2b179", "#dd9d66"),
    (".tile-4", "fill", "#f0955f", "#db824e"),
    (".tile-5", "fill", "#cf4527", "#c23f23"),
    (".tile-6", "fill", "#a92a14", "#9b2712"),
    (".tile-7", "fill", "#7d3c98", "#74378d"),
    (".tile-8", "fill", "#edcf72", "#dcbd5f"),
    (".tile-9", "fill", "#ecc850", "#d9b440"),
    (".tile-10", "fill", "#e6b91e", "#cfa51a"),
    (".tile-11", "fill", "#8a6a00", "#7d6000"),
    (".tile-12", "fill", "#3c3a32", "#23221d"),
    (".on-tile", "fill", "#3b2f23", "#2a2119"),
    (".on-dark-tile", "fill", "#ffffff", "#ffffff"),
    (".mark-line", "stroke", "#1f8a4c", "#4cc57e"),
    (".paper", "fill", "#fdfdf8", "#262b31"),
    (".dot", "fill", "#24292f", "#e3e6ea"),
    (".open-line", "stroke", "#c9cdd2", "#474e57"),
    (".drawn-line", "stroke", "#24292f", "#e3e6ea"),
    (".marked-line", "stroke", "#f6c945", "#b8901c"),
    (".box-red", "fill", "#eda39d", "#a8403a"),
    (".box-green", "fill", "#93cfaa", "#2f7d50"),
    (".box-blue", "fill", "#9fbcec", "#3c66a8"),
    (".box-yellow", "fill", "#f8dd86", "#a98722"),
    (".hollow", "fill", "#5e3c20", "#3d2917"),
    (".seed", "fill", "#ecd9a8", "#dcc68f"),
    (".letter-square", "stroke", "#f6f2e6", "#15201c"),
    (".no-bonus", "fill", "#d8d3bf", "#2c3a35"),
    (".bonus-2l", "fill", "#a9d3ea", "#2b5878"),
    (".bonus-3l", "fill", "#3f8fc4", "#1d6fa8"),
    (".bonus-2w", "fill", "#f2b8b0", "#7a3d3a"),
    (".bonus-3w", "fill", "#d8564b", "#a8322a"),
    (".on-bonus", "fill", "#1d2830", "#ffffff"),
    (".letter-tile", "fill", "#f7e3b0", "#e3cc92"),
    (".letter-tile", "stroke", "#a98d5f", "#6f5a36"),
    (".letter-tile.fresh", "fill", "#fff3a8", "#f6d45a"),
    (".on-letter", "fill", "#2a1d0c", "#1c1206"),
    (".on-letter.blank", "fill", "#b3362b", "#9a1f14"),
    (".sheet-box", "fill", "#ffffff", "#262b31"),
    (".sheet-box", "stroke", "#b9b4a8", "#525a64"),
    (".on-sheet", "fill", "#24292f", "#e3e6ea"),
    (".offered", "fill", "#1f6f3f", "#6fd39b"),
    (".runner", "fill", "#ffffff", "#f2efe6"),
    (".runner", "stroke", "#1b1b1b", "#141414"),
    (".token-0", "fill", "#c0392b", "#c0392b"),
    (".token-1", "fill", "#2f63b8", "#2f63b8"),
    (".token-2", "fill", "#23804a", "#23804a"),
    (".token-3", "fill", "#8a5a00", "#8a5a00"),
    (".token-4", "fill", "#6d4fb3", "#6d4fb3"),
    (".token-5", "fill", "#12707a", "#12707a"),
    (".on-token", "fill", "#ffffff", "#ffffff"),
    (".track", "fill", "#e7e3da", "#31373f"),
    (".full", "fill", "#8fa3bd", "#6f86a6"),
    (".full.active", "fill", "#2f63b8", "#6ea0ee"),
    (".bar-red", "fill", "#d8433b", "#d9534b"),
    (".bar-green", "fill", "#2c9257", "#3fa86c"),
    (".bar-blue", "fill", "#2f63b8", "#6ea0ee"),
    (".bar-yellow", "fill", "#f4c430", "#efc23a"),
    (".bar-brown", "fill", "#7b4a2b", "#8f5a38"),
    (".bar-sky", "fill", "#8cc9e8", "#7ab8d8"),
    (".bar-pink", "fill", "#cf4b93", "#c9559a"),
    (".bar-orange", "fill", "#e8862a", "#dd8535"),
    (".place", "fill", "#eef3e6", "#2c3a33"),
    (".place", "stroke", "#6f7d68", "#566a5e"),
    (".place-name", "fill", "#24292f", "#e3e6ea"),
    (".inside", "fill", "#dfe9d8", "#22302a"),
    (".tick", "fill", "#24292f", "#e3e6ea"),
    (".won", "fill", "#2c9257", "#2c8a53"),
    (".drawn", "fill", "#9aa0a6", "#767d86"),
    (".lost", "fill", "#c4483c", "#b34a3f"),
    (".on-bar", "fill", "#ffffff", "#ffffff"),
    (".whisker", "stroke", "#24292f", "#e3e6ea"),
    (".pointer", "fill", "#2f63b8", "#6ea0ee"),
    (".edge", "stroke", "#8b929a", "#7b848f"),
    (".edge.best", "stroke", "#1f8a4c", "#4cc57e"),
    (".edge.cut", "stroke", "#c3c5c7", "#4c535c"),
    (".bar", "stroke", "#c0392b", "#e2695d"),
    (".max", "fill", "#d6e4f7", "#24456f"),
    (".max", "stroke", "#2f63b8", "#6ea0ee"),
    (".min", "fill", "#f9dcd7", "#6b2f2a"),
    (".min", "stroke", "#b8463b", "#ee8b80"),
    (".chance", "fill", "#f7ecc8", "#5d4d17"),
    (".chance", "stroke", "#a8841a", "#e0bb4a"),
    (".player", "fill", "#e5ddf5", "#443570"),
    (".player", "stroke", "#6d4fb3", "#ab92ea"),
    (".leaf", "fill", "#ffffff", "#2a3038"),
    (".leaf", "stroke", "#8b929a", "#7b848f"),
    (".leaf.best", "stroke", "#1f8a4c", "#4cc57e"),
    (".node.cut", "fill", "#f4f3f0", "#22262c"),
    (".node.cut", "stroke", "#c3c5c7", "#4c535c"),
    ("text.cut", "fill", "#a3a6aa", "#6d7580"),
    (".glow", "fill", "#f6c945", "#b8901c"),
    (".alike-0", "stroke", "#2f63b8", "#6ea0ee"),
    (".alike-1", "stroke", "#c0392b", "#e2695d"),
    (".alike-2", "stroke", "#2c9257", "#4cc57e"),
    (".alike-3", "stroke", "#8a5fc4", "#ab92ea"),
    (".alike-4", "stroke", "#b8860b", "#e0bb4a"),
    (".alike-5", "stroke", "#12838f", "#44c7d4"),
)

SHAPES = """
text{font-family:ui-sans-serif,system-ui,"Segoe UI","DejaVu Sans",sans-serif;text-anchor:middle}
.start{text-anchor:start}
.end{text-anchor:end}
.mono{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,monospace}
.strong{font-weight:600}
.halo{stroke-width:5;stroke-linejoin:round;paint-order:stroke}
.rim{fill:none;stroke-width:2}
.mark{fill-opacity:.75}
.cross,.nought{font-weight:700}
.white{stroke:#1b1b1b;stroke-width:1.2;paint-order:stroke}
.black-disc,.white-disc{stroke:#1b1b1b;stroke-width:1.2}
.red,.yellow{stroke:#000;stroke-opacity:.25;stroke-width:2}
.ring{fill:none;stroke-width:4}
.red-disc,.green-disc,.blue-disc,.yellow-disc{stroke:#1b1b1b;stroke-width:1.2}
.plank{stroke-width:1.5}
.line{fill:none;stroke-width:1.2;stroke-linecap:square}
.hexagon{stroke-width:1.2;stroke-linejoin:round}
.wall{stroke-linejoin:round;stroke-linecap:round}
.side{fill:none;stroke-linejoin:round}
.felt-cell,.sea-cell{stroke-width:1}
.fog-line{fill:none;stroke-width:2}
.danger{fill-opacity:.72}
.hull{stroke-width:1.2}
.hit{fill:none;stroke-linecap:round}
.miss{stroke-width:1}
.crown{fill:none;stroke-linejoin:round;stroke-linecap:round}
.table{stroke-width:6}
.chip{stroke-width:2;stroke-dasharray:3 3}
.on-table{font-weight:600}
.shadow{fill:#000;fill-opacity:.28}
.stone{stroke:#000;stroke-opacity:.35;stroke-width:.6}
.black-stone{fill:url(#zermelo-black-stone)}
.white-stone{fill:url(#zermelo-white-stone)}
.red-stone{fill:url(#zermelo-red-stone)}
.green-stone{fill:url(#zermelo-green-stone)}
.blue-stone{fill:url(#zermelo-blue-stone)}
.yellow-stone{fill:url(#zermelo-yellow-stone)}
.mark-on-black,.mark-on-white{fill:none;stroke-width:2.4}
.arrow{stroke:#fff;stroke-opacity:.6;stroke-width:1;stroke-linejoin:round}
.arrow-ring{fill:none}
.face-up,.face-down{stroke-width:1}
.lattice{fill:none;stroke-width:2;stroke-dasharray:3 3}
.no-card{fill:none;stroke-width:1.2;stroke-dasharray:4 4}
.series{fill:none;stroke-width:2;stroke-linejoin:round}
.formula{stroke-dasharray:5 4}
.whisker{fill:none;stroke-width:2;stroke-linecap:round}
.on-bar,.on-black,.on-white,.on-felt,.on-wood,.on-die{font-weight:600}
.groove{fill:none;stroke:#808080;stroke-opacity:.55;stroke-width:1.5}
.on-tile,.on-dark-tile,.on-token,.on-letter{font-weight:700}
.letter-square,.letter-tile{stroke-width:1.2}
.mark-line{fill:none;stroke-width:3}
.open-line,.drawn-line,.marked-line{fill:none;stroke-linecap:round}
.hollow{stroke:#000;stroke-opacity:.3;stroke-width:2}
.seed{stroke:#3b2a12;stroke-width:.8}
.sheet-box{stroke-width:1}
.runner{stroke-width:3}
.place{stroke-width:1}
.die,.cube{stroke:#1b1b1b;stroke-width:1.2}
.edge{fill:none;stroke-width:1.5;stroke-linecap:round}
.edge.best{stroke-width:4}
.edge.cut{stroke-dasharray:4 5}
.bar{stroke-width:2.5;stroke-linecap:round}
.node{stroke-width:1.8;stroke-linejoin:round}
.node.best{stroke-width:3}
.node.cut{stroke-dasharray:4 4}
.alike{fill:none;stroke-width:1.8;stroke-dasharray:6 4}
"""


def stylesheet() -> str:
    """The rules for a drawing's `<style>`. Each is confined to `.zermelo`, so a page around the drawing is left alone.

    Colours are written out twice and not as CSS variables, which converters to PNG and PDF don't know.
    """
    light = "".join(_rule(what, name, colour) for what, name, colour, _ in COLOURS)
    dark = "".join(_rule(what, name, colour) for what, name, _, colour in COLOURS)
    shapes = "".join(_confined(line) for line in SHAPES.split("\n") if line)
    return f"{shapes}{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _rule(what: str, name: str, colour: str) -> str:
    return f".zermelo {what}{{{name}:{colour}}}"


def _confined(line: str) -> str:
    selectors, _, declarations = line.partition("{")
    return ",".join(f".zermelo {selector}" for selector in selectors.split(",")) + "{" + declarations
