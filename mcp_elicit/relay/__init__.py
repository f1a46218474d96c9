"""A relay for elicitation, to put into a gateway: upstream servers on one side, hosts on the other.

Each side may speak another protocol version. What is asked upstream reaches the one host whose
call it is, the broker, or nobody, and then the reason is said; everything else passes untouched.
"""

from __future__ import annotations

from .refusals import ParkedCallLostError, StillBlockedError, UpstreamGoneError
from .relay import Relay

__all__ = ["ParkedCallLostError", "Relay", "StillBlockedError", "UpstreamGoneError"]
