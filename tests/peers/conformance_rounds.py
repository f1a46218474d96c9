"""What the referee demands of a server of 2026-07-28: SDK 2.x alone.

Whatever asks the user is one call of ours. Where a scenario wants sampling or roots, those go by the
SDK's own means; where it wants all three in one round, that round is the SDK's, and the question in it ours.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from mcp.server.mcpserver.resolve import ListRoots, Resolve, Sample
from mcp.shared.exceptions import MCPError
from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    CreateMessageResult,
    InputRequiredResult,
    ListRootsResult,
    SamplingMessage,
    TextContent,
)

from mcp_elicit import AsyncServerExchange, ElicitRequest

from .conformance_sdk import Context, Server

__all__ = ["add_rounds"]


def one_field(name: str, kind: str = "string") -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}


NAME: Final = ElicitRequest.for_form("What is your name?", one_field("name"))
CONFIRM: Final = ElicitRequest.for_form("Please confirm", one_field("ok", "boolean"))
SAMPLE: Final = {
    "method": "sampling/createMessage",
    "params": {
        "messages": [{"role": "user", "content": {"type": "text", "text": "Generate a greeting"}}],
        "maxTokens": 50,
    },
}


def ask_capital() -> Sample:
    text = TextContent(type="text", text="What is the capital of France?")
    return Sample([SamplingMessage(role="user", content=text)], max_tokens=100)


def ask_roots() -> ListRoots:
    return ListRoots()


async def asked(ctx: Context, **requests: ElicitRequest) -> dict[str, Any]:
    """Ask in one round; the content of each answer."""
    results = await AsyncServerExchange.from_context(ctx).create_elicitations(requests)
    return {key: dict(result.content or {}) for key, result in results.items()}


def add_rounds(server: Server) -> None:
    """Give *server* the tools and the prompt of this file."""

    @server.tool()
    async def test_input_required_result_elicitation(ctx: Context) -> str:
        """Greet the user by name."""
        return f"Hello, {(await asked(ctx, user_name=NAME))['user_name'].get('name', 'stranger')}!"

    @server.tool()
    async def test_input_required_result_request_state(ctx: Context) -> str:
        """Go on when the user confirms."""
        await asked(ctx, confirm=CONFIRM)
        return "state-ok"

    @server.tool()
    async def test_input_required_result_tampered_state(ctx: Context) -> str:
        """Go on when the user confirms, and nobody touched the state."""
        await asked(ctx, confirm=CONFIRM)
        return "untouched"

    @server.tool()
    async def test_input_required_result_multi_round(ctx: Context) -> str:
        """Ask one thing after the other."""
        name = await asked(ctx, step1=ElicitRequest.for_form("Step 1: What is your name?", one_field("name")))
        colour = await asked(
            ctx, step2=ElicitRequest.for_form("Step 2: What is your favorite color?", one_field("color"))
        )
        return f"{name['step1'].get('name')} likes {colour['step2'].get('color')}"

    @server.prompt()
    async def test_input_required_result_prompt(ctx: Context) -> str:
        """Write a prompt for a context that the user names."""
        request = ElicitRequest.for_form("What context should the prompt use?", one_field("context"))
        return f"Use this context: {(await asked(ctx, user_context=request))['user_context'].get('context')}"

    @server.tool()
    async def test_streaming_elicitation(ctx: Context) -> str:
        """Ask on a response that is a stream."""
        await asked(ctx, confirm=CONFIRM)
        return "confirmed"

    @server.tool()
    async def test_input_required_result_sampling(
        capital: Annotated[CreateMessageResult, Resolve(ask_capital)],
    ) -> str:
        """Say what the client's model said."""
        return f"The model said: {capital.content.text if isinstance(capital.content, TextContent) else '-'}"

    @server.tool()
    async def test_input_required_result_list_roots(
        roots: Annotated[ListRootsResult, Resolve(ask_roots)],
    ) -> str:
        """Name the client's roots."""
        return ", ".join(str(root.uri) for root in roots.roots)

    @server.tool()
    async def test_input_required_result_multiple_inputs(ctx: Context) -> str | InputRequiredResult:
        """Ask the user, the model and the client in one round."""
        given = ctx.input_responses or {}
        if not {"user_name", "greeting", "client_roots"} <= set(given):
            question = {"method": "elicitation/create", "params": NAME.to_wire("2026-07-28")}
            return InputRequiredResult.model_validate(
                {
                    "inputRequests": {
                        "user_name": question,
                        "greeting": SAMPLE,
                        "client_roots": {"method": "roots/list", "params": {}},
                    },
                    "requestState": "three questions are out",
                }
            )
        return "all three answered"

    @server.tool()
    async def test_input_required_result_capabilities(ctx: Context) -> str | InputRequiredResult:
        """Ask the user where the client can, its model where it cannot."""
        if AsyncServerExchange.from_context(ctx).supports("form"):
            await asked(ctx, user_name=NAME)
        elif "greeting" not in (ctx.input_responses or {}):
            return InputRequiredResult.model_validate({"inputRequests": {"greeting": SAMPLE}})
        return "done"

    @server.tool()
    async def test_missing_capability(ctx: Context) -> str:
        """Need a model, which the client must have declared."""
        declared = ctx.client_capabilities
        if declared is None or declared.sampling is None:
            raise MCPError(
                MISSING_REQUIRED_CLIENT_CAPABILITY,
                "This tool needs the sampling capability",
                {"requiredCapabilities": {"sampling": {}}},
            )
        return "declared"

    @server.tool()
    async def test_logging_tool() -> str:
        """Log nothing that was not asked for."""
        return "nothing logged"

    @server.tool()
    async def test_trigger_tool_change(ctx: Context) -> str:
        """Tell whoever listens that the list of tools changed."""
        await ctx.notify_tools_changed()
        return "told"

    @server.tool()
    async def test_trigger_prompt_change(ctx: Context) -> str:
        """Tell whoever listens that the list of prompts changed."""
        await ctx.notify_prompts_changed()
        return "told"

    @server.prompt()
    async def test_prompt_with_arguments(arg1: str = "", arg2: str = "") -> str:
        """Hand the arguments on."""
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"
