"""The recipes of docs/frameworks.md as functions: each connects a framework to a server, and yields how
the framework calls a tool. The programs of that document start the server as a command; here it is a URL.

The frameworks are imported by name: they live in environments of their own, where this file runs.
"""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from mcp_elicit import ClientElicitation

CallTool = Callable[[str, dict[str, Any]], Awaitable[str]]
Recipe = Callable[[ClientElicitation, str], AbstractAsyncContextManager[CallTool]]

HUMAN = 600.0
"""Seconds for a person; some of these frameworks give a server five."""


def langchain_call(tools: list[Any]) -> CallTool:
    async def call(name: str, arguments: dict[str, Any]) -> str:
        blocks = await {tool.name: tool for tool in tools}[name].ainvoke(arguments)
        return str(blocks[0]["text"])

    return call


@asynccontextmanager
async def langchain(person: ClientElicitation, url: str) -> AsyncIterator[CallTool]:
    """The two lines: ``session_kwargs`` of the connection."""
    callbacks = {
        "elicitation_callback": person.elicitation_callback,
        "message_handler": person.message_handler,
    }
    connection = {"transport": "streamable_http", "url": url, "session_kwargs": callbacks}
    client = import_module("langchain_mcp_adapters.client").MultiServerMCPClient({"desk": connection})
    yield langchain_call(await client.get_tools())


@asynccontextmanager
async def langchain_callbacks(person: ClientElicitation, url: str) -> AsyncIterator[CallTool]:
    """Its `Callbacks`, which have no place for completions."""

    async def on_elicitation(context: Any, params: Any, _: Any) -> Any:
        return await person.elicitation_callback(context, params)

    callbacks = import_module("langchain_mcp_adapters.callbacks").Callbacks(on_elicitation=on_elicitation)
    connections = {"desk": {"transport": "streamable_http", "url": url}}
    made: Any = import_module("langchain_mcp_adapters.client").MultiServerMCPClient
    yield langchain_call(await made(connections, callbacks=callbacks).get_tools())


@asynccontextmanager
async def langchain_session(person: ClientElicitation, url: str) -> AsyncIterator[CallTool]:
    """Our session under LangChain's tools, and an interceptor for the circuit."""
    async with person.connect(url) as session:

        async def through_pages(request: Any, handler: Any) -> Any:
            return await person.call_tool(session, request.name, request.args)

        load: Any = import_module("langchain_mcp_adapters.tools").load_mcp_tools
        yield langchain_call(await load(session, tool_interceptors=[through_pages]))


def pydantic_call(toolset: Any) -> CallTool:
    """One run of an agent whose model is a function: it calls the tool, and repeats what came back."""
    messages: Any = import_module("pydantic_ai.messages")
    agent_type: Any = import_module("pydantic_ai").Agent
    model: Any = import_module("pydantic_ai.models.function").FunctionModel

    async def call(name: str, arguments: dict[str, Any]) -> str:
        def speak(history: list[Any], info: Any) -> Any:
            last = history[-1].parts[-1]
            if last.part_kind == "user-prompt":
                return messages.ModelResponse(parts=[messages.ToolCallPart(name, arguments)])
            return messages.ModelResponse(parts=[messages.TextPart(last.model_response_str())])

        agent = agent_type(model(speak), toolsets=[toolset])
        return str((await agent.run("go")).output)

    return call


@asynccontextmanager
async def pydantic_ai(person: ClientElicitation, url: str, **more: Any) -> AsyncIterator[CallTool]:
    """The two lines: the toolset's own parameters."""
    toolset = import_module("pydantic_ai.mcp").MCPToolset(
        url,
        elicitation_handler=person.elicitation_handler,
        message_handler=person.message_handler,
        init_timeout=HUMAN,
        read_timeout=HUMAN,
        **more,
    )
    with warnings.catch_warnings():
        # On FastMCP 4 it says that the handler is never called; these tests measure that it is.
        warnings.simplefilter("ignore", UserWarning)
        async with toolset:
            yield pydantic_call(toolset)


def pydantic_ai_hook(person: ClientElicitation, url: str) -> AbstractAsyncContextManager[CallTool]:
    """The same with its hook around calls, for the circuit (FastMCP 3)."""

    async def through_pages(ctx: Any, call: Any, name: str, arguments: dict[str, Any]) -> Any:
        return await person.call_tool(SimpleNamespace(call_tool=call), name, arguments)

    return pydantic_ai(person, url, process_tool_call=through_pages, tool_error_behavior="error")


@asynccontextmanager
async def pydantic_ai_client(person: ClientElicitation, url: str) -> AsyncIterator[CallTool]:
    """Our FastMCP 4 client under the toolset: it declares what is true."""
    async with person.connect(url, client="fastmcp") as client:
        yield pydantic_call(import_module("pydantic_ai.mcp").MCPToolset(client))


def agents_call(server: Any) -> CallTool:
    async def call(name: str, arguments: dict[str, Any]) -> str:
        result = await server.call_tool(name, arguments)
        return str(result.content[0].text)

    return call


@asynccontextmanager
async def openai_agents(person: ClientElicitation, url: str) -> AsyncIterator[CallTool]:
    """Its own servers: they take a message handler, and no way to answer a question."""
    agents: Any = import_module("agents.mcp")
    options = {"url": url, "timeout": HUMAN}
    made = agents.MCPServerStreamableHttp(options, client_session_timeout_seconds=HUMAN)
    async with made as server:
        yield agents_call(server)


@asynccontextmanager
async def openai_agents_server(person: ClientElicitation, url: str) -> AsyncIterator[CallTool]:
    """A server of our own, by its public base class."""
    base: Any = import_module("agents.mcp").MCPServer

    class AskingServer(base):  # type: ignore[misc]  # the class is known at run time only
        name = "desk"

        async def connect(self) -> None:
            self._stack = AsyncExitStack()
            self._client = await self._stack.enter_async_context(person.connect(url))

        async def cleanup(self) -> None:
            await self._stack.aclose()

        async def list_tools(self, run_context: Any = None, agent: Any = None) -> Any:
            return (await self._client.list_tools()).tools

        async def call_tool(self, tool_name: str, arguments: Any, meta: Any = None) -> Any:
            return await person.call_tool(self._client, tool_name, arguments)

        async def list_prompts(self) -> Any:
            return await self._client.list_prompts()

        async def get_prompt(self, name: str, arguments: Any = None) -> Any:
            return await person.get_prompt(self._client, name, arguments)

    server = AskingServer()
    await server.connect()
    try:
        yield agents_call(server)
    finally:
        await server.cleanup()


RECIPES: dict[str, Recipe] = {
    "langchain": langchain,
    "langchain, its callbacks": langchain_callbacks,
    "langchain, our session": langchain_session,
    "pydantic-ai": pydantic_ai,
    "pydantic-ai, its hook": pydantic_ai_hook,
    "pydantic-ai, our client": pydantic_ai_client,
    "openai-agents": openai_agents,
    "openai-agents, our server": openai_agents_server,
}
