"""A small client that can speak any version, in plain JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..errors import ElicitError, Fault, PeerError
from ..request import ElicitRequest
from ..sdk.server_memory import Wire
from ..url_required import UrlElicitationRequiredError
from ..versions import (
    METHOD_ELICITATION_CREATE,
    METHOD_NOTIFICATION_ELICITATION_COMPLETE,
    ErrorCodes,
    rules_for,
)
from .person import Person

__all__ = ["CallError", "Reply", "TestClient"]

MAX_ROUNDS: Final = 10
"""Question rounds per call before the client gives up, as stock clients do."""
STATE_ONLY_PAUSE: Final = 0.05
"""Seconds before a round without questions is repeated, as stock clients do at first."""

INTERNAL_ERROR: Final = -32603
"""JSON-RPC 2.0, section 5.1."""

_CLIENT_INFO: Final = {"name": "mcp_elicit.testing", "version": "1"}


class CallError(ElicitError):
    """The server answered a call with a JSON-RPC error.

    A function of a `Person` raises it to have the client answer a question with an error; on 2026-07-28,
    where no answer is an error, the client's own call fails with it.
    """

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(code, message, data)
        self.code = code
        self.message = message
        self.data = data

    @property
    def sentence(self) -> str:
        """What went wrong, and what to do."""
        return f"{self.message} ({self.code})"


@dataclass(frozen=True)
class Reply:
    """The result of a call, as it came."""

    result: dict[str, Any]
    rounds: int = 0
    """How often the server asked for input before this result (2026-07-28)."""

    @property
    def text(self) -> str:
        """Every text in it, whichever kind of call it answers."""
        blocks = self.result.get("content") or self.result.get("contents") or []
        blocks = [*blocks, *(message["content"] for message in self.result.get("messages", []))]
        return "\n".join(block["text"] for block in blocks if "text" in block)

    @property
    def is_error(self) -> bool:
        """Whether a tool says that it failed."""
        return bool(self.result.get("isError"))


@dataclass
class TestClient:
    """A client that speaks one version; made by `connect`."""

    __test__ = False  # not a test case, whatever its name

    person: Person
    protocol_version: str
    capability: Mapping[str, Any] | None
    wire: Wire
    completed: list[str] = field(default_factory=list)
    """The ids of every completion notification."""
    question_ids: list[int | str] = field(default_factory=list)
    """The JSON-RPC ids of every request that the server sent."""
    _left: bool = False
    _ids: int = 0
    _waiting: dict[int, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    _answering: dict[Any, asyncio.Task[None]] = field(default_factory=dict)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def call_tool(self, name: str, arguments: Mapping[str, Any] | None = None) -> Reply:
        """Call a tool, answering what it asks.

        Raises:
            CallError: The server answered with an error; -32042 too, see `open_pages`.
            Exception: What a function of the `Person` raised, as it is.
        """
        return await self.call("tools/call", {"name": name, "arguments": dict(arguments or {})})

    async def get_prompt(self, name: str, arguments: Mapping[str, str] | None = None) -> Reply:
        """Like `call_tool`, for a prompt."""
        return await self.call("prompts/get", {"name": name, "arguments": dict(arguments or {})})

    async def read_resource(self, uri: str) -> Reply:
        """Like `call_tool`, for a resource."""
        return await self.call("resources/read", {"uri": uri})

    async def open_pages(self, error: CallError) -> None:
        """Do what a -32042 asks for: agree to its pages, and wait until all are complete."""
        required = UrlElicitationRequiredError.from_error(
            {"code": error.code, "message": error.message, "data": error.data}
        )
        for request in required.elicitations:
            answer = await self.person.answer(request)
            if answer.action != "accept":
                raise error
        wanted = {request.elicitation_id for request in required.elicitations}
        while not wanted <= set(self.completed):
            self._news.clear()
            await self._news.wait()

    async def call(self, method: str, params: dict[str, Any]) -> Reply:
        """Make a request, and go through as many rounds as it takes."""
        given = dict(params)
        for rounds in range(MAX_ROUNDS + 1):
            result = await self.request(method, given)
            if result.get("resultType") != "input_required":
                return Reply(result, rounds)
            given = dict(params)
            if result.get("inputRequests"):
                given["inputResponses"] = await self._responses(result["inputRequests"])
            else:
                await asyncio.sleep(STATE_ONLY_PAUSE)
            if "requestState" in result:
                given["requestState"] = result["requestState"]
        raise PeerError(Fault("", f"the server asked for input more than {MAX_ROUNDS} times"))

    async def _responses(self, requests: Mapping[str, Any]) -> dict[str, Any]:
        answers = await asyncio.gather(
            *(self.person.answer(ElicitRequest.from_wire(request["params"])) for request in requests.values())
        )
        pairs = zip(requests, answers, strict=True)
        return {key: answer.to_wire(self.protocol_version) for key, answer in pairs}

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Make one request; cancelling it tells the server."""
        self._ids += 1
        request_id = self._ids
        answer = self._waiting[request_id] = asyncio.get_running_loop().create_future()
        await self.wire.send(
            {"jsonrpc": "2.0", "id": request_id, "method": method, "params": self._stamped(params)}
        )
        try:
            message = await answer
        except asyncio.CancelledError:
            if not self._left:
                await self.notify("notifications/cancelled", {"requestId": request_id})
            raise
        finally:
            del self._waiting[request_id]
        if "error" in message:
            error = message["error"]
            raise CallError(error["code"], error["message"], error.get("data"))
        result: dict[str, Any] = message["result"]
        return result

    def _stamped(self, params: dict[str, Any]) -> dict[str, Any]:
        if rules_for(self.protocol_version).delivery != "result":
            return params
        prefix = "io.modelcontextprotocol"
        meta = {
            f"{prefix}/protocolVersion": self.protocol_version,
            f"{prefix}/clientInfo": _CLIENT_INFO,
            f"{prefix}/clientCapabilities": self._capabilities(),
        }
        return {**params, "_meta": {**(params.get("_meta") or {}), **meta}}

    def _capabilities(self) -> dict[str, Any]:
        return {} if self.capability is None else {"elicitation": dict(self.capability)}

    async def notify(self, method: str, params: dict[str, Any] | None = None) -> None:
        """Send a notification."""
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        await self.wire.send(message if params is None else {**message, "params": params})

    async def start(self) -> None:
        """Shake hands, on the versions that do."""
        if rules_for(self.protocol_version).delivery == "result":
            return
        hello = {
            "protocolVersion": self.protocol_version,
            "capabilities": self._capabilities(),
            "clientInfo": _CLIENT_INFO,
        }
        result = await self.request("initialize", hello)
        if result["protocolVersion"] != self.protocol_version:
            raise PeerError(Fault("protocolVersion", f"the server does not speak {self.protocol_version}"))
        await self.notify("notifications/initialized")

    async def listen(self) -> None:
        """Read what the server sends, until it ends."""
        async for message in self.wire.messages():
            method = message.get("method")
            if method is None:
                answer = self._waiting.get(message["id"])
                if answer is not None and not answer.done():
                    answer.set_result(message)
            elif method == METHOD_NOTIFICATION_ELICITATION_COMPLETE:
                self.completed.append(message["params"]["elicitationId"])
                self._news.set()
            elif method == "notifications/cancelled":
                task = self._answering.get(message["params"]["requestId"])
                if task is not None:
                    task.cancel()
            elif "id" in message:
                self.question_ids.append(message["id"])
                task = asyncio.create_task(self._serve(message))
                self._answering[message["id"]] = task

    async def _serve(self, message: dict[str, Any]) -> None:
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        try:
            if message["method"] == METHOD_ELICITATION_CREATE:
                reply |= await self._answered(message["params"])
            elif message["method"] == "ping":
                reply["result"] = {}
            else:
                reply["error"] = {"code": -32601, "message": "Method not found"}
        finally:
            self._answering.pop(message["id"], None)
        await self.wire.send(reply)

    async def _answered(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The result, or the error, in answer to a question."""
        try:
            request = ElicitRequest.from_wire(params)
        except PeerError as error:  # the server's fault, and the server hears of it
            return {"error": {"code": ErrorCodes.INVALID_PARAMS, "message": error.sentence}}
        try:
            answer = await self.person.answer(request)
            return {"result": answer.to_wire(self.protocol_version)}
        except CallError as error:  # what a client is scripted to answer
            return {"error": {"code": error.code, "message": error.message}}
        except Exception as failure:  # the script's fault: the test hears of it
            self._fail(failure)
            return {"error": {"code": INTERNAL_ERROR, "message": "the script of this test has no answer"}}

    def _fail(self, failure: Exception) -> None:
        """Fail every call that waits: one of them asked, and the others would wait for it."""
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(failure)

    async def leave(self) -> None:
        """Drop every question that is still open, and every call that waits for its result."""
        self._left = True
        for task in tuple(self._answering.values()):
            task.cancel()
        self._fail(PeerError(Fault("", "the connection closed before the result came")))
        await asyncio.gather(*tuple(self._answering.values()), return_exceptions=True)
