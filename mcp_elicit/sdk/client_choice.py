"""Which SDK's client connects, and what all of them need to declare the truth.

Imports an SDK only when it is the one.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from ..client.answers import declared
from ..client.connection import Connection
from ..errors import ElicitError, Fault, RequestError
from ..given import wrong_kind
from ..versions import rules_for
from .client_target import check_target, unreached

if TYPE_CHECKING:
    from ..client.elicitation import ClientElicitation

__all__ = ["Wanted", "check_client", "connect", "lost_hook", "takes_more"]

KINDS: Final = ("mcp", "mcp-session", "fastmcp")


class Wanted:
    """One connection to make: its books, and what its client shall declare."""

    def __init__(
        self, connection: Connection, protocol_version: str | None, arguments: Mapping[str, Any]
    ) -> None:
        self.connection = connection
        self.protocol_version = protocol_version
        self.arguments = dict(arguments)
        self.in_place = False
        """What the client declares passes through here: set by the hook, checked once connected."""

    def capabilities(self, said: Mapping[str, Any], protocol_version: str | None) -> dict[str, Any]:
        """A capabilities object with the truth about elicitation."""
        settings = self.connection.settings
        passed = settings.passage.declared() if settings.passage is not None else {}
        honest = {**passed, **{key: value for key, value in said.items() if key != "elicitation"}}
        elicitation = declared(settings.modes, protocol_version)
        return honest if elicitation is None else {**honest, "elicitation": elicitation}

    def initialize(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The params of `initialize`: the truth, and the version that is wanted."""
        self.in_place = True
        version = self.protocol_version or params.get("protocolVersion")
        capabilities = params.get("capabilities")
        return {
            **params,
            "protocolVersion": version,
            "capabilities": self.capabilities(
                capabilities if isinstance(capabilities, Mapping) else {}, version
            ),
        }


def connect(
    person: ClientElicitation,
    target: Any,
    client: type[Any] | str | None,
    protocol_version: str | None,
    arguments: Mapping[str, Any],
) -> AbstractAsyncContextManager[Any]:
    """Connect the client that *client* and *target* call for."""
    if protocol_version is not None:
        rules_for(protocol_version)
    kind = _kind(target, client)
    if kind != "fastmcp":  # which takes more: paths, configurations
        check_target(target)
    return _connected(person, target, kind, protocol_version, arguments)


@asynccontextmanager
async def _connected(
    person: ClientElicitation,
    target: Any,
    kind: str,
    protocol_version: str | None,
    arguments: Mapping[str, Any],
) -> AsyncIterator[Any]:
    connection = person._open()
    wanted = Wanted(connection, protocol_version, arguments)
    made = importlib.import_module(f".{_module(kind)}", __package__).connect(wanted, target, kind)
    left: BaseException | None = None
    unwrapped: BaseException | None = None
    try:
        async with made as client:
            try:
                if not wanted.in_place:
                    raise lost_hook()
                person._connections[id(client)] = connection
                yield client
            except BaseException as failure:
                left = failure
                raise
            finally:
                connection.close()
                person._connections.pop(id(client), None)
    except BaseException as raised:
        # The SDKs' task groups wrap whatever leaves the block; what left it shall arrive as it was.
        unwrapped = _unwrapped(raised)
        if not (isinstance(left, Exception) or isinstance(unwrapped, ElicitError)):
            # On 2026-07-28 there is no handshake: the first call finds nobody there, and is cancelled.
            refused = unreached(target, raised)
            if refused is not None:
                raise refused from raised
        if unwrapped is raised or not (unwrapped is left or isinstance(unwrapped, ElicitError)):
            raise
    finally:
        connection.ledger.close()
    if unwrapped is not None:
        raise unwrapped


def _unwrapped(raised: BaseException) -> BaseException:
    """What is in a group of one, of one, of one."""
    inside: tuple[BaseException, ...] = getattr(raised, "exceptions", ())
    return _unwrapped(inside[0]) if len(inside) == 1 else raised


def lost_hook() -> RequestError:
    """This release of an SDK no longer lets us say what is declared; the modes may be a lie."""
    remedy = "use a release that this package is tested with, or the SDK's own constructor with our callbacks"
    return RequestError(
        Fault("client", "this release of the SDK has no place to say what is declared", remedy)
    )


def _module(kind: str) -> str:
    if kind == "fastmcp":
        return "client_fastmcp4"
    if importlib.util.find_spec("mcp") is None:
        raise RequestError(
            Fault("client", "the MCP Python SDK is not installed", "pip install 'mcp-elicit[sdk]'")
        )
    return "client_v1" if importlib.util.find_spec("mcp_types") is None else "client_v2"


def check_client(client: Any) -> None:
    """Look whether *client* is the client of an SDK.

    Raises:
        RequestError: It is none.
    """
    one_of = f"use one of {', '.join(KINDS)}"
    if isinstance(client, str):
        if client not in KINDS:
            raise RequestError(Fault("client", f"unknown client {client!r}", one_of))
    elif isinstance(client, type):
        if client.__module__.partition(".")[0] not in ("mcp", "fastmcp"):
            raise RequestError(Fault("client", f"{client.__name__} is no client of an SDK", one_of))
    elif client is not None:
        raise wrong_kind("client", "a client's class or its name", client, one_of)


def takes_more(target: Any, client: Any) -> bool:
    """Whether the client also takes paths and configurations, and looks at them itself."""
    return _kind(target, client) == "fastmcp"


def _kind(target: Any, client: type[Any] | str | None) -> str:
    check_client(client)
    if isinstance(client, str):
        return client
    chosen = client if client is not None else type(target)
    package = chosen.__module__.partition(".")[0]
    if package == "fastmcp":
        if importlib.util.find_spec("fastmcp") is None:
            raise RequestError(
                Fault("client", "FastMCP is not installed", "pip install 'mcp-elicit[fastmcp]'")
            )
        return "fastmcp"
    return "mcp-session" if client is not None and client.__name__.endswith("ClientSession") else "mcp"
