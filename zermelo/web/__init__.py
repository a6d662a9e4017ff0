"""The web page's server: static files, one websocket, and worker processes that search for visitors."""
