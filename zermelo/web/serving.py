"""Serves the page: binds a port, prints the address and opens the browser."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.game import ZermeloError
from zermelo.players.own import is_file
from zermelo.web.app import application, configuration
from zermelo.web.catalogue import Catalogue, read_player, served_players
from zermelo.web.workers.crews import Crews

PORT = 8642
LONGEST_FAREWELL = 0.8  # seconds from Ctrl-C to the end
TRIES = 20  # ports to try, from the one asked for


def bound(host: str, port: int, fixed: bool = False) -> socket.socket:
    """A listening socket at the port, or at one of the next if it is taken. Raises ZermeloError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (port,) if fixed or port == 0 else range(port, min(port + TRIES, 65536)):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(256)
            return listening
        except OSError as error:
            listening.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise ZermeloError(f"the page cannot be served at {host}: {error.strerror}") from None
        except OverflowError:
            listening.close()
            raise ZermeloError(f"a port is 0 to 65535, not {port}") from None
    raise ZermeloError(f"port {port} is taken, and so are the next: choose another with --port")


def names(host: str, port: int) -> list[str]:
    """The `name:port` values under which browsers may ask for the page."""
    known = ["localhost", "127.0.0.1", "[::1]"]
    if host not in ("127.0.0.1", "localhost", "::1"):
        known.append(f"[{host}]" if ":" in host else host)
        if _is_any(host):  # every address of this machine
            known += [socket.gethostname(), *_addresses()]
    return [f"{name}:{port}" for name in known] + (known if port == 80 else [])


def serve(
    specs: Sequence[str],
    host: str = "127.0.0.1",
    port: int = PORT,
    browse: bool = True,
    ahead: bool = True,
    say: Callable[[str], Any] = print,
    players: Sequence[str] = (),
) -> None:
    """Serves the page until Ctrl-C.

    ahead: compile all games' searches while nobody is searching. players: what to play against, NAME=FILE: learned
    files, and engines from files of Python.
    """
    import uvicorn
    from websockets.exceptions import InvalidState

    learned = served_players(players)
    engines = [(name, spec) for name, spec in map(read_player, players) if is_file(spec)]
    listening = bound(host, port)
    port = int(listening.getsockname()[1])
    address = f"http://{'localhost' if host == '127.0.0.1' or _is_any(host) else host}:{port}/"
    crews = Crews([*specs, *(spec for _, spec in engines)])

    class Announced(uvicorn.Server):
        """Gives the address when it is ready: from then on Ctrl-C ends it quietly, and at once."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            say(f"Zermelo is at {address} (Ctrl-C ends it)")
            if browse:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            last = threading.Timer(LONGEST_FAREWELL, os._exit, [0])  # whatever a visitor's connection does
            last.daemon = True
            last.start()
            await crews.close()  # no visitor's job is waited for
            while True:
                try:
                    return await super().shutdown(sockets=sockets)
                except InvalidState:  # of a connection that is closing already: it will be gone in a moment
                    await asyncio.sleep(0.02)

    async def served() -> None:
        try:
            catalogue = await Catalogue.of(crews, specs, learned, engines)
            page = application(catalogue, names(host, port), catalogue.ahead() if ahead else ())
            await Announced(configuration(page)).serve(sockets=[listening])
        finally:
            await crews.close()

    with listening, contextlib.suppress(KeyboardInterrupt):  # the way to end it
        asyncio.run(served())


def _is_any(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _addresses() -> list[str]:
    try:
        return sorted({str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)})
    except OSError:
        return []
