"""One source, two speeds: what turns a kernel and a game into code that runs compiled or interpreted."""
