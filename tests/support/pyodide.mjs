// Runs Python code by Pyodide, in which the sources of Zermelo are: node pyodide.mjs FOLDER_OF_PYODIDE ROOT CODE

import { pathToFileURL } from "node:url";

const [folder, root, code] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ stdout: (line) => console.log(line), stderr: (line) => console.error(line) });
pyodide.mountNodeFS("/sources", root);
pyodide.runPython("import sys; sys.path.insert(0, '/sources'); sys.dont_write_bytecode = True");
pyodide.runPython(code);
