"""The web page.

server      what runs in the server's process, which never calls a game's functions
worker      what runs in worker processes, which search for visitors and can be killed
static      what runs in the browser
site        the page as a folder of files, without a server
addresses   addresses within the page; lessons: lessons as the page draws them
policy      what the page may load
messages    what passes between them; secret: of games with hidden information; folding: of the debugger's trees
variations  the moves of a game as a tree
"""
