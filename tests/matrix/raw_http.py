"""A client of streamable HTTP in plain JSON, which does what a stock client is too polite for.

It reads the stream of every request in a thread of its own.
"""

from __future__ import annotations

import json
import queue
import threading
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

__all__ = ["RawClient"]

PATIENCE = 20
"""Seconds for the server's next message."""


class RawClient:
    """One session of 2025-11-25."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._session: str | None = None
        self._ids = 0
        self._held: list[dict[str, Any]] = []
        self.messages: queue.Queue[dict[str, Any]] = queue.Queue()
        """What the server sent, on any stream, in the order it came."""
        hello = {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "raw", "version": "1"},
        }
        self.until(lambda message: "result" in message, self.request("initialize", hello))
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        threading.Thread(target=self._read, args=(self._open(None),), daemon=True).start()

    def request(self, method: str, params: Mapping[str, Any]) -> int:
        """Start a request; its answer comes with the messages."""
        self._ids += 1
        self.send({"jsonrpc": "2.0", "id": self._ids, "method": method, "params": dict(params)})
        return self._ids

    def call(self, tool: str) -> int:
        """Start a call without arguments."""
        return self.request("tools/call", {"name": tool, "arguments": {}})

    def text_of(self, tool: str) -> str:
        """The text that a tool gives."""
        call = self.call(tool)
        message = self.until(lambda message: "result" in message, call)
        return str(message["result"]["content"][0]["text"])

    def send(self, message: Mapping[str, Any]) -> None:
        """Post one message."""
        response = self._open(json.dumps(message).encode())
        self._session = response.headers.get("Mcp-Session-Id") or self._session
        threading.Thread(target=self._read, args=(response,), daemon=True).start()

    def until(self, wanted: Any, request_id: int | None = None) -> dict[str, Any]:
        """The next message that is *wanted*; the others are kept for later."""
        for message in self._held:
            if wanted(message) and request_id in (None, message.get("id")):
                self._held.remove(message)
                return message
        while True:
            message = self.messages.get(timeout=PATIENCE)
            if wanted(message) and request_id in (None, message.get("id")):
                return message
            self._held.append(message)

    def _open(self, body: bytes | None) -> Any:
        headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        else:
            headers["Accept"] = "text/event-stream"
        if self._session is not None:
            headers["Mcp-Session-Id"] = self._session
        request = urllib.request.Request(self._url, body, headers)
        return urllib.request.urlopen(request, timeout=PATIENCE)

    def _read(self, response: Any) -> None:
        with response:
            for line in response:
                if line.startswith(b"data:") and line[5:].strip():
                    self.messages.put(json.loads(line[5:]))
