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

from zermelo.game import ZermeloError, brief
from zermelo.players.own import is_file
from zermelo.web.server.app import application, configuration
from zermelo.web.server.catalogue import Catalogue, read_player, served_players
from zermelo.web.server.crews import Crews
from zermelo.web.server.doorman import TOKEN, new_token

PORT = 8642
HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
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
            listening.listen(1024)
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
    if host not in (HERE, "localhost", "::1"):
        known.append(f"[{host}]" if ":" in host else host)
        if _is_any(host):  # every address of this machine
            known += [socket.gethostname(), f"{socket.gethostname()}.local", *_addresses()]
    return [f"{name}:{port}" for name in known] + (known if port == 80 else [])


def serve(
    specs: Sequence[str],
    host: str | None = None,
    port: int = PORT,
    browse: bool = True,
    ahead: bool = True,
    say: Callable[[str], Any] = print,
    players: Sequence[str] = (),
    share: bool = False,
) -> None:
    """Serves the page until Ctrl-C. Raises ZermeloError if it cannot, or would be open to the network unasked.

    host: the address, by default this machine's own, and all of them if the page is shared. ahead: compile all games'
    searches while nobody is searching. players: what to play against, NAME=FILE: learned files, and engines from files
    of Python. share: let others in who have the token that is in the address then.
    """
    import uvicorn
    from websockets.exceptions import InvalidState

    at = host or (EVERYWHERE if share else HERE)
    if not share and not is_this_machine(at):
        raise ZermeloError(f"--host {at} would open the page to the network: add --share if you want that")
    learned = served_players(players)
    engines = [(name, spec) for name, spec in map(read_player, players) if is_file(spec)]
    listening = bound(at, port)
    port = int(listening.getsockname()[1])
    token = new_token() if share else None
    address = address_of(at, port, token)
    crews = Crews([*specs, *(spec for _, spec in engines)])

    class Announced(uvicorn.Server):
        """Gives the address when it is ready: from then on Ctrl-C ends it quietly, and at once."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            say(f"Zermelo is at {address} (Ctrl-C ends it)")
            if share:
                say(open_words(at, port, token))
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
            page = application(catalogue, names(at, port), catalogue.ahead() if ahead else (), token)
            await Announced(configuration(page)).serve(sockets=[listening])
        finally:
            await crews.close()

    with listening, contextlib.suppress(KeyboardInterrupt):  # the way to end it
        asyncio.run(served())


def is_this_machine(host: str) -> bool:
    """Is it an address that only this machine can reach? Raises ZermeloError if it is no address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        pass
    try:
        found = {str(one[4][0]).partition("%")[0] for one in socket.getaddrinfo(host, None)}
    except (OSError, UnicodeError):
        raise ZermeloError(
            f"the page cannot be served at {brief(host)}: no address of this machine is called so"
        ) from None
    return bool(found) and all(ipaddress.ip_address(address).is_loopback for address in found)


def address_of(host: str, port: int, token: str | None) -> str:
    """What a browser on this machine is given."""
    name = "localhost" if host == HERE or _is_any(host) else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"?{TOKEN}={token}" if token else "")


def open_words(host: str, port: int, token: str | None) -> str:
    """Says who can reach a page that is shared."""
    if is_this_machine(host):
        return "it is shared on this machine: whoever has this address can use it"
    others = [name for name in _addresses() if not is_this_machine(name)] or [socket.gethostname()]
    name = others[0] if _is_any(host) else host
    return f"it is open to the network: whoever has the address {address_of(name, port, token)} can use it"


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
