"""The exchange: what an author calls. Two thin shells around the same conversations.

The conversations are in flow.py, what a step does is in carry.py. A shell only brings the two
together: one awaits, the other waits on a worker thread.
"""

from __future__ import annotations

from .async_exchange import AsyncServerExchange
from .sync_exchange import SyncServerExchange

__all__ = ["AsyncServerExchange", "SyncServerExchange"]
