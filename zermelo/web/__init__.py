"""The web page: a server of static files and one websocket, visitors, and processes that search for them."""
