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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.game import ZermeloError, brief
from zermelo.web.server.app import application, configuration
from zermelo.web.server.doorman import TOKEN, new_token

if TYPE_CHECKING:
    from zermelo.web.server.catalogue import Catalogue
    from zermelo.web.server.crews import Crews

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
    searches: Sequence[str] = (),
    page: str = "",
) -> None:
    """Serves the page until Ctrl-C. Raises ZermeloError if it cannot, or would be open to the network unasked.

    The page is there at once, and so is the browser; what takes its time, importing the searches and running the user's
    files, goes on meanwhile. The address is said when all of it is ready.

    host: the address, by default this machine's own, and all of them if the page is shared. ahead: compile all games'
    searches while nobody is searching. players: what to play against, NAME=FILE: learned files, and engines from files
    of Python. share: let others in who have the token that is in the address then. searches: files of searches to
    check. page: what to show first, an address within the page (`#/debugger`).
    """
    import uvicorn
    from websockets.exceptions import InvalidState

    at = host or (EVERYWHERE if share else HERE)
    if not share and not is_this_machine(at):
        raise ZermeloError(f"--host {at} would open the page to the network: add --share if you want that")
    listening = bound(at, port)
    port = int(listening.getsockname()[1])
    token = new_token() if share else None
    address = address_of(at, port, token) + page
    for spec in searches:
        if not Path(f"{spec.partition('.py')[0]}.py").is_file():
            raise ZermeloError(f"--search {brief(spec)}: there is no such Python file")
    opened: list[Crews] = []
    is_refused = False  # was something wrong with what was given?

    async def close() -> None:
        for crews in opened:
            await crews.close()

    class Prompt(uvicorn.Server):
        """Opens the browser when the page can be sent. Ctrl-C ends it quietly, and at once."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if browse:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            if not is_refused:
                last = threading.Timer(LONGEST_FAREWELL, os._exit, [0])  # whatever a visitor's connection does
                last.daemon = True
                last.start()
            await close()  # no visitor's job is waited for
            while True:
                try:
                    return await super().shutdown(sockets=sockets)
                except InvalidState:  # of a connection that is closing already: it will be gone in a moment
                    await asyncio.sleep(0.02)

    async def prepared() -> Catalogue:
        catalogue = await prepare(specs, players, searches, opened.append)
        later = catalogue.ahead() if ahead else ()
        for crews in opened:
            crews.open(later)
        return catalogue

    async def served() -> None:
        nonlocal is_refused
        promised = asyncio.ensure_future(prepared())
        page = application(promised, names(at, port), token)
        server = Prompt(configuration(page))
        watching: asyncio.Future[None] | None = None
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            await asyncio.wait({promised, serving}, return_when=asyncio.FIRST_COMPLETED)
            is_refused = promised.done() and promised.exception() is not None
            if promised.done() and not serving.done():
                from zermelo.web.server.developing.watching import watch_files

                catalogue = promised.result()  # or what is wrong with the user's files
                say(f"Zermelo is at {address} (Ctrl-C ends it)")
                if share:
                    say(open_words(at, port, token))
                watching = asyncio.ensure_future(watch_files(catalogue, page.state.tell_all))
                with contextlib.suppress(ZermeloError):  # whoever comes first would wait for the list
                    await catalogue.written_report()
            await serving
        finally:
            if watching:
                watching.cancel()
            promised.cancel()
            server.should_exit = True
            await asyncio.gather(promised, serving, return_exceptions=True)
            await close()

    with listening, contextlib.suppress(KeyboardInterrupt):  # the way to end it
        asyncio.run(served())


async def prepare(
    specs: Sequence[str], players: Sequence[str], searches: Sequence[str], opened: Callable[[Crews], Any]
) -> Catalogue:
    """The games and engines on offer. opened: gets the processes, which its caller ends. Raises ZermeloError."""

    def imported() -> None:
        """What takes long to import, while the page is sent to those who ask for it."""
        import zermelo.web.server.visitor  # noqa: F401

    await asyncio.get_running_loop().run_in_executor(None, imported)
    from zermelo.players.own import is_file
    from zermelo.web.server.catalogue import Catalogue, read_player, served_players
    from zermelo.web.server.crews import Crews

    learned = served_players(players)
    engines = [(name, spec) for name, spec in map(read_player, players) if is_file(spec)]
    crews = Crews([*specs, *(spec for _, spec in engines), *searches])
    opened(crews)
    return await Catalogue.of(crews, specs, learned, engines, searches)


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
