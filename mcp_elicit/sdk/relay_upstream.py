"""An SDK's client, spoken to in plain JSON, so that what a relay does not understand passes untouched.

The rounds of 2026-07-28 are driven here, because the answers come from another connection and
the server's state must stay in this process.
"""

from __future__ import annotations

import importlib
from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any, Final, Protocol

import anyio
from pydantic import RootModel

from ..client.asker import Call
from ..client.connection import CURRENT_CALL, Connection
from ..errors import Fault, PeerError
from ..versions import METHOD_ELICITATION_CREATE, rules_for
from .client_answer import ask, time_left
from .client_drive import call
from .client_wire import error_of, version_of
from .server_wait import shielded, together

__all__ = ["Hooks", "UpstreamClient"]

STATE_ONLY_PAUSE: Final = 0.25
"""Seconds between two rounds when the server asks nothing; the official SDK's own cap."""
SERVER_INFO_KEY: Final = "io.modelcontextprotocol/serverInfo"


class Hooks(Protocol):
    """What a forwarded call wants to hear of."""

    @property
    @abstractmethod
    def wants_progress(self) -> bool:
        """Whether the host asked to hear of progress."""

    async def progressed(self, progress: float, total: float | None, message: str | None) -> None:
        """The server reports progress."""

    def blocked(self, error: Mapping[str, Any]) -> None:
        """The server answered with an error; raising replaces it."""

    def paused(self, paused: bool) -> None:
        """The server asks nothing and is not done: the call is repeated after a pause."""

    async def pass_on(self, method: str, params: Mapping[str, Any] | None) -> Any:
        """The server asks for something that is no elicitation, and that the host may answer."""


class _Answer(RootModel[dict[str, Any]]):
    """A result as it came."""


class _Request:
    """A request whose params leave exactly as they are; it notes the id under which SDK 1.x sends it."""

    name_param = None
    root = None

    def __init__(self, session: Any, method: str, params: Mapping[str, Any] | None) -> None:
        self._session = session
        self._wire: dict[str, Any] = {"method": method}
        if params is not None:
            meta = params.get("_meta")
            self._wire["params"] = (
                {**params, "_meta": dict(meta)} if isinstance(meta, Mapping) else {**params}
            )
        self.request_id: int | None = None

    def model_dump(self, **_: Any) -> dict[str, Any]:
        """The message, for the SDK to send."""
        following = getattr(self._session, "_request_id", None)
        self.request_id = following - 1 if isinstance(following, int) else None
        return self._wire


class UpstreamClient:
    """A connected client of any SDK."""

    def __init__(self, client: Any, connection: Connection) -> None:
        self._client = client
        self._session = getattr(client, "session", client)
        self._connection = connection
        self.protocol_version = version_of(client)
        self.server_info: Any = getattr(client, "server_info", None)

    @property
    def closed(self) -> bool:
        """Whether the server's side of the connection ended: what is sent now reaches nobody."""
        return self._connection.closed

    async def request(self, method: str, params: Mapping[str, Any] | None, hooks: Hooks | None = None) -> Any:
        """Send a request and give the result as it came; cancelling it tells the server."""
        message = _Request(self._session, method, params)
        progressed = hooks.progressed if hooks is not None and hooks.wants_progress else None
        try:
            answer = await self._session.send_request(message, _Answer, progress_callback=progressed)
        except anyio.get_cancelled_exc_class():
            if message.request_id is not None:  # SDK 2.x tells the server itself
                await shielded(partial(self._cancel, message.request_id))
            raise
        self._learn(answer.root)
        return answer.root

    def _learn(self, result: Mapping[str, Any]) -> None:
        """On 2026-07-28 a server says its name with every result, and perhaps nowhere else."""
        meta = result.get("_meta")
        info = meta.get(SERVER_INFO_KEY) if self.server_info is None and isinstance(meta, Mapping) else None
        if isinstance(info, Mapping):
            self.server_info = SimpleNamespace(name=info.get("name"), version=info.get("version"))

    async def _cancel(self, request_id: int) -> None:
        types: Any = importlib.import_module("mcp.types")
        said = {"method": "notifications/cancelled", "params": {"requestId": request_id}}
        await self._session.send_notification(types.ClientNotification.model_validate(said))

    async def call(self, method: str, params: Mapping[str, Any], label: str, hooks: Hooks) -> Any:
        """Make one of the calls that may ask, and see it through to its result."""
        subject = Call(method, label)  # type: ignore[arg-type]  # one of the three, as the relay checked
        return await call(self._connection, self, subject, "forward", (method, params, hooks), {})

    async def forward(
        self, method: str, params: Mapping[str, Any], hooks: Hooks, *, allow_input_required: bool = False
    ) -> Any:
        """Send a call: once on handshake versions, else round by round."""
        if allow_input_required:
            return await self._in_rounds(method, params, hooks)
        try:
            return await self.request(method, params, hooks)
        except Exception as failure:
            error = error_of(failure)
            if error is not None and rules_for(self.protocol_version).url_required_error:
                hooks.blocked(error)
            raise

    async def _in_rounds(self, method: str, params: Mapping[str, Any], hooks: Hooks) -> Any:
        progress = CURRENT_CALL.get()
        given = dict(params)
        while True:
            result = await self.request(method, given, hooks)
            if result.get("resultType") != "input_required":
                return result
            asked: Mapping[str, Any] = result.get("inputRequests") or {}
            given = dict(params)
            if asked:
                answers = await together([partial(self._answer, key, asked[key], hooks) for key in asked])
                given["inputResponses"] = dict(zip(asked, answers, strict=True))
            elif progress is not None:
                hooks.paused(True)
                await anyio.sleep(min(STATE_ONLY_PAUSE, time_left(self._connection, progress)))
                hooks.paused(False)
            # "MUST echo back the exact value"; it never leaves this process any other way.
            if "requestState" in result:
                given["requestState"] = result["requestState"]

    async def _answer(self, key: str, request: Mapping[str, Any], hooks: Hooks) -> Any:
        params, method = request.get("params"), str(request.get("method"))
        passage = self._connection.settings.passage
        if passage is not None and passage.takes(method):
            return await hooks.pass_on(method, params)
        if request.get("method") == METHOD_ELICITATION_CREATE:
            result = await ask(
                self._connection,
                params if isinstance(params, Mapping) else {},
                session=self,
                version=self.protocol_version,
                current=CURRENT_CALL.get(),
            )
            return result.to_wire(self.protocol_version)
        return await self._answer_other(key, request)

    async def _answer_other(self, key: str, request: Mapping[str, Any]) -> Any:
        """Sampling and roots, where the gateway gave its client callbacks of its own."""
        session: Any = importlib.import_module("mcp.client.session")
        exceptions: Any = importlib.import_module("mcp.shared.exceptions")
        types: Any = importlib.import_module("mcp_types")
        kinds = {"sampling/createMessage": types.CreateMessageRequest, "roots/list": types.ListRootsRequest}
        kind = kinds.get(str(request.get("method")))
        if kind is None:
            raise PeerError(Fault("inputRequests", "asks for something that no client can answer"))
        asked = kind.model_validate(request)
        meta = asked.params.meta if asked.params else None
        context = session.ClientRequestContext(session=self._session, request_id=key, meta=meta)
        response = await self._session.dispatch_input_request(context, asked)
        if type(response).__name__ == "ErrorData":
            raise exceptions.MCPError.from_error_data(response)
        return response.model_dump(by_alias=True, mode="json", exclude_none=True)
