"""The page without a server: a folder of plain files, in which Pyodide runs Zermelo's own sources in the browser.

building   writes the folder: the page, the sources, and Pyodide or where it comes from
line       what the browser's worker talks to in place of the websocket
here       jobs done in this process, in place of a crew of processes
"""
