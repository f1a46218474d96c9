"""The demo's server, run as a process of its own over stdio: one tool, two questions."""

from __future__ import annotations

from mcp.server.mcpserver import Context, MCPServer

from mcp_elicit import AsyncServerExchange, ElicitRequest

server = MCPServer("holiday-desk")

CITY = {
    "type": "object",
    "properties": {
        "city": {
            "type": "string",
            "title": "Where to?",
            "oneOf": [{"const": "LIS", "title": "Lisbon"}, {"const": "HEL", "title": "Helsinki"}],
            "default": "LIS",
        },
        "nights": {"type": "integer", "minimum": 1, "default": 3},
    },
    "required": ["city"],
}


@server.tool()
async def book(ctx: Context) -> str:
    """Book a trip: a form first, then a page where the user pays."""
    exchange = AsyncServerExchange.from_context(ctx)
    trip = ElicitRequest.builder("Let us plan your trip.", CITY).build()
    answer = await exchange.create_elicitation(trip)
    if answer.action != "accept" or answer.content is None:
        return f"no trip: {answer.action}"
    pay = (
        ElicitRequest.builder("Please pay on our page.")
        .url("https://pay.holiday-desk.example/checkout/7f3a")
        .elicitation_id("checkout-7f3a")
        .build()
    )
    consent = await exchange.create_elicitation(pay)
    return f"{answer.content['city']}, {answer.content.get('nights')} nights; payment page: {consent.action}"


if __name__ == "__main__":
    server.run("stdio")
