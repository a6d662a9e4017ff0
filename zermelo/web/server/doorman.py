"""Who is let in: requests for a known host name, from the page itself, and with the token if the page is shared.

A page that is open to the network asks for a token, which is in the address that its owner passes on. The first request
brings it, and is answered with a cookie and a way to the address without it, so that it stands neither in the browser's
history nor in what other sites are told.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Sequence
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.web.policy import PAGE_POLICY

POLICY = f"{PAGE_POLICY}; frame-ancestors 'none'"
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}
NOT_HERE = 1008  # why a websocket is closed
UNKNOWN = "this page is not served under that name"
NO_TOKEN = "this page is shared by its whole address, with the token in it: ask for that"
TOKEN = "token"  # in the address


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(16)


class Doorman:
    """Refuses requests for an unknown host name (DNS rebinding), from another site's page, and without the token.

    A websocket must also name its Origin.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str], token: str | None = None) -> None:
        """hosts: `name:port`. token: what visitors of a shared page need; they may also name the address they reach."""
        self.app, self.token = app, token
        self.hosts = {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        is_known = self._is_known(host, scope) and (origin is None or origin.lower() == f"http://{host}")
        if scope["type"] == "websocket":
            if is_known and origin is not None and self._is_invited(headers, scope):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": NOT_HERE, "reason": "not allowed"})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_raw(HEADERS)]
            await send(message)

        answer: ASGIApp = self.app
        if not is_known:
            answer = PlainTextResponse(UNKNOWN, 403)
        elif self.token and self._is_right(_given(scope)):
            answer = self._welcome(scope)
        elif not self._is_invited(headers, scope):
            answer = PlainTextResponse(NO_TOKEN, 403)
        await answer(scope, receive, with_headers)

    def _is_known(self, host: str, scope: Scope) -> bool:
        """Is the page served under this name? A shared one also at the address where the request arrived."""
        if host in self.hosts:
            return True
        address, port = scope.get("server") or ("", 0)
        name = _bracketed(address)
        return bool(self.token and address) and host in (f"{name}:{port}", *([name] if port == 80 else []))

    def _is_invited(self, headers: Headers, scope: Scope) -> bool:
        """Has the visitor brought the token before, if there is one?"""
        if not self.token:
            return True
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        found = cookies.get(_cookie(scope))
        return found is not None and self._is_right(found.value)

    def _is_right(self, given: str) -> bool:
        """Compared in a time that does not tell how much of it is right."""
        return bool(self.token) and secrets.compare_digest(given.encode(), str(self.token).encode())

    def _welcome(self, scope: Scope) -> Response:
        """The way to the page without the token in its address, which a cookie has from now on."""
        welcome = RedirectResponse("/", 303)  # whatever follows a # in the address stays there
        welcome.set_cookie(_cookie(scope), str(self.token), httponly=True, samesite="lax")
        return welcome


def _given(scope: Scope) -> str:
    """The token in an address; "": there is none."""
    query: bytes = scope.get("query_string", b"")
    return parse_qs(query.decode("latin-1")).get(TOKEN, [""])[0]


def _cookie(scope: Scope) -> str:
    """The cookie's name: browsers do not tell the ports of a machine apart."""
    here = scope.get("server") or ("", 0)
    return f"zermelo_{here[1]}"


def _bracketed(address: str) -> str:
    """An address as it stands before the port."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(found.ipv4_mapped or f"[{address}]")  # a socket for both kinds of address writes the old one so


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]
