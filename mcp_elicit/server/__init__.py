"""The server side: how a question is delivered, the conversations, and the exchange that an author calls.

What waits (carry.py and above) stands above what decides (delivery, flow, rounds); the SDKs are
reached through `mcp_elicit.sdk` alone.
"""
