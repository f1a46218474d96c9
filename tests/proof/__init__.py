"""Proof by others: the official referee, hosts that exist, the other SDKs. Our own parsers judge nothing."""
