"""The command line: what `python -m mcp_elicit` does.

A program on top of the package; nothing imports it but `__main__` and the demo, and no SDK is
named here.
"""
