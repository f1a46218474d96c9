"""Test a server's questions on every protocol version, in a few lines and without a network.

    person = Person({"Where to?": {"city": "Rome"}, "Book Rome?": {"confirm": True}})
    async with connect(server, person, protocol_version="2025-06-18") as client:
        reply = await client.call_tool("book", {"nights": 3})
    assert reply.text == "booked"
    assert person.asked == ["Where to?", "Book Rome?"]

The server is the real one of its SDK; the client is a small one of ours that can speak any
version. It runs on asyncio.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from .errors import ElicitError, Fault, PeerError, RequestError
from .request import ElicitRequest
from .result import ElicitResult
from .sdk.server_memory import Wire, serve
from .url_required import UrlElicitationRequiredError
from .versions import (
    METHOD_ELICITATION_CREATE,
    METHOD_NOTIFICATION_ELICITATION_COMPLETE,
    ErrorCodes,
    rules_for,
)

__all__ = ["CANCEL", "DECLINE", "NEVER", "After", "CallError", "Person", "Reply", "TestClient", "connect"]

DECLINE: Final = ElicitResult.decline()
"""The person says no."""
CANCEL: Final = ElicitResult.cancel()
"""The person closes the dialog."""
NEVER: Final = "never"
"""The person does not answer."""

MAX_ROUNDS: Final = 10
"""Question rounds per call before the client gives up, as stock clients do."""
STATE_ONLY_PAUSE: Final = 0.05
"""Seconds before a round without questions is repeated, as stock clients do at first."""

Answer = Any
"""A dict (accepted content), an `ElicitResult`, `After`, `NEVER`, or a function of the request."""


@dataclass(frozen=True)
class After:
    """Answer with *answer*, *seconds* later."""

    seconds: float
    answer: Answer


class Person:
    """Answers questions by their message.

    *answers* maps a message, or its first line, to an answer, or to a list of answers that are
    given one after the other, the last of them again and again. A URL question without an entry
    is agreed to; any other gets *otherwise*.
    """

    def __init__(self, answers: Mapping[str, Answer] | None = None, *, otherwise: Answer = CANCEL) -> None:
        self._answers = dict(answers or {})
        self._given: dict[str, int] = {}
        self._otherwise = otherwise
        self.requests: list[ElicitRequest] = []
        """Every question in the order it came, as it came."""
        self.withdrawn: list[str] = []
        """The messages of questions that the server took back."""

    @property
    def asked(self) -> list[str]:
        """The first line of every question, in the order they came."""
        return [request.message.partition("\n")[0] for request in self.requests]

    async def answer(self, request: ElicitRequest) -> ElicitResult:
        """Answer one question."""
        self.requests.append(request)
        try:
            return await self._act(self._next(request), request)
        except asyncio.CancelledError:
            self.withdrawn.append(request.message)
            raise

    def _next(self, request: ElicitRequest) -> Answer:
        for name in (request.message, request.message.partition("\n")[0]):
            if name in self._answers:
                answer = self._answers[name]
                if not isinstance(answer, list):
                    return answer
                nth = self._given.get(name, 0)
                self._given[name] = nth + 1
                return answer[min(nth, len(answer) - 1)]
        return ElicitResult.accept() if request.is_url else self._otherwise

    async def _act(self, answer: Answer, request: ElicitRequest) -> ElicitResult:
        if isinstance(answer, ElicitResult):
            return answer
        if isinstance(answer, Mapping):
            return ElicitResult.accept(answer)
        if isinstance(answer, After):
            await asyncio.sleep(answer.seconds)
            return await self._act(answer.answer, request)
        if answer == NEVER:
            await asyncio.Event().wait()
        if callable(answer):
            return await self._act(answer(request), request)
        kind = type(answer).__name__
        raise RequestError(Fault("answers", f"{kind} is no answer", "give a dict or an ElicitResult"))


class CallError(ElicitError):
    """The server answered a call with a JSON-RPC error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(code, message, data)
        self.code = code
        self.message = message
        self.data = data

    def __str__(self) -> str:
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
        return {**params, "_meta": meta}

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
                answer = await self.person.answer(ElicitRequest.from_wire(message["params"]))
                reply["result"] = answer.to_wire(self.protocol_version)
            elif message["method"] == "ping":
                reply["result"] = {}
            else:
                reply["error"] = {"code": -32601, "message": "Method not found"}
        except ElicitError as error:
            reply["error"] = {"code": ErrorCodes.INVALID_PARAMS, "message": str(error)}
        finally:
            self._answering.pop(message["id"], None)
        await self.wire.send(reply)

    def leave(self) -> None:
        """Drop every question that is still open, and every call that waits for its result."""
        self._left = True
        for task in tuple(self._answering.values()):
            task.cancel()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(PeerError(Fault("", "the connection closed before the result came")))


_CLIENT_INFO: Final = {"name": "mcp_elicit.testing", "version": "1"}


@contextlib.asynccontextmanager
async def connect(
    server: Any,
    person: Person,
    *,
    protocol_version: str = "2025-11-25",
    modes: tuple[Literal["form", "url"], ...] = ("form", "url"),
    channel: bool = True,
) -> AsyncIterator[TestClient]:
    """A client of *server* that speaks *protocol_version* and declares *modes*.

    *server* is a server of SDK 1.x, SDK 2.x or FastMCP 4, high or low level. Without *channel* it
    cannot send requests, as behind JSON responses (SDK 2.x and FastMCP 4).
    """
    rules = rules_for(protocol_version)
    capability: dict[str, Any] | None = {mode: {} for mode in modes} if rules.mode else {}
    if not modes or rules.delivery == "none":
        capability = None
    async with serve(server, channel=channel) as wire:
        client = TestClient(person, protocol_version, capability, wire)
        listening = asyncio.create_task(client.listen())
        try:
            await client.start()
            yield client
        finally:
            client.leave()
            listening.cancel()
            await _ended(listening)


async def _ended(task: asyncio.Task[None]) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        await task
