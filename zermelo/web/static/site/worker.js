// A worker that runs Zermelo by Pyodide. It is told first where everything is, and then what the page says; each text
// that Python answers goes to the page.

const FOLDER = "/zermelo"; // in Pyodide's own file system

/** @type {((text: string) => void) | null} takes what the page says, once Python is ready */
let hear = null;
/** @type {string[]} what it said before */
const waiting = [];

addEventListener("message", ({ data }) => {
  if (typeof data !== "string") start(data).catch((error) => postMessage({ failed: String(error?.message ?? error) }));
  else if (hear) hear(data);
  else waiting.push(data);
});

/** @param {{pyodide: string, packages: string[], sources: string}} about */
async function start({ pyodide, packages, sources }) {
  postMessage({ note: "Loading Python …" });
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: pyodide });
  if (packages.length) await python.loadPackage(packages, { messageCallback: () => {} });
  postMessage({ note: "Loading Zermelo …" });
  const answer = await fetch(sources);
  if (!answer.ok) throw new Error(`${sources}: ${answer.status}`);
  python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: FOLDER });
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  const line = python.pyimport("zermelo.web.site.line").Line((/** @type {string} */ said) => postMessage({ said }));
  await line.prepare();
  hear = (text) => line.hear(text);
  postMessage({});
  for (const text of waiting.splice(0)) hear(text);
}
