"""The manual: the pages of docs/ and a reference of every public name, as the page's Help and the site show them.

pages       the pages, in the order and the chapters of docs/index.md
entries     what is to be said about a public name: signature, contract, fields, methods, an example
reference   those entries as pages in Markdown
html        a page as HTML
"""
