"""FastMCP 4's client, made to declare the truth.

Its transport is told which session class to build, publicly (`TransportOptions`), and is handed the
session's own callbacks: there ours take their place, because FastMCP's handler knows one error only.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from .client_choice import Wanted
from .client_v2 import client_arguments, honest

__all__ = ["connect"]


@asynccontextmanager
async def connect(wanted: Wanted, target: Any, kind: str) -> AsyncIterator[Any]:
    """Connect FastMCP's `Client`."""
    from fastmcp import Client

    arguments = client_arguments(wanted)
    callback = arguments.pop("elicitation_callback")

    async def elicitation_handler(message: str, response_type: Any, params: Any, context: Any) -> Any:
        from .client_answer import answer_or_raise

        return await answer_or_raise(wanted.connection, context, params)

    client: Any = Client(target, elicitation_handler=elicitation_handler, **arguments)
    client.transport = _honest_transport(client.transport, wanted, callback)
    async with client:
        yield client


def _honest_transport(inner: Any, wanted: Wanted, callback: Any) -> Any:
    """*inner* again, as one that builds an honest session; everything else is inner's own."""
    from fastmcp.client.transports.base import TransportOptions

    class HonestTransport(type(inner)):  # type: ignore[misc]  # the class is known at run time only
        def __init__(self) -> None:
            self.__dict__.update(vars(inner))

        def connect_session(self, *, transport_options: Any = None, **session: Any) -> Any:
            options = transport_options or TransportOptions()
            session["elicitation_callback"] = callback
            return super().connect_session(
                transport_options=replace(
                    options, session_class=_honest_session(options.session_class, wanted)
                ),
                **session,
            )

    return HonestTransport()


def _honest_session(base: Any, wanted: Wanted) -> Any:
    from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher

    class HonestSession(base):  # type: ignore[misc]  # the class is known at run time only
        def __init__(self, read_stream: Any = None, write_stream: Any = None, **given: Any) -> None:
            if given.get("dispatcher") is None:
                given["dispatcher"] = JSONRPCDispatcher(read_stream, write_stream)
            given["dispatcher"] = honest(given["dispatcher"], wanted)
            super().__init__(**given)

    return HonestSession
