"""The -32042 circuit, step by step, without a clock, a loop or a socket."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_elicit.client.circuit import (
    Await,
    Blocked,
    Failed,
    Join,
    Returned,
    Send,
    Show,
    blocked_call,
    fault_in,
)
from mcp_elicit.client.pages import OpenPage
from mcp_elicit.errors import RefusedError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.url_required import UrlElicitationRequiredError

PAGES = [ElicitRequest.for_url(f"Sign in {i}", f"https://auth.example/{i}", f"id-{i}") for i in range(3)]


class SdkError(Exception):
    """Stands for the SDK's own exception."""


def blocked(*requests: ElicitRequest) -> Failed:
    return Failed(SdkError("blocked"), UrlElicitationRequiredError(requests).to_error())


def run(flow: Any, *results: Any) -> list[Any]:
    """Hand *results* to the flow; return the steps it yielded."""
    steps = [next(flow)]
    steps += [flow.send(result) for result in results]
    return steps


def test_a_call_that_comes_back_is_not_touched() -> None:
    """Ours: as if we were not there."""
    flow = blocked_call()
    run(flow)
    with pytest.raises(StopIteration) as end:
        flow.send(Returned("result"))
    assert end.value.value == "result"


def test_all_pages_are_registered_before_any_is_shown_and_all_are_done_before_the_retry() -> None:
    """Decision 10."""
    opened = tuple(OpenPage(request) for request in PAGES)
    steps = run(blocked_call(), blocked(*PAGES), opened, "accept", "accept", "accept", "done")
    assert steps == [Send(), Join(tuple(PAGES)), *map(Show, opened), Await(opened), Send()]


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_a_refusal_ends_it_before_the_next_page_is_shown(action: str) -> None:
    """Decision 10: a refusal surfaces as an error, and the call is not repeated."""
    opened = tuple(OpenPage(request) for request in PAGES)
    flow = blocked_call()
    run(flow, blocked(*PAGES), opened, "accept")
    with pytest.raises(RefusedError) as refused:
        flow.send(action)
    assert refused.value.action == action


def test_giving_up_is_a_cancel() -> None:
    """Ours: the person dismissed it without a choice."""
    opened = (OpenPage(PAGES[0]),)
    flow = blocked_call()
    run(flow, blocked(PAGES[0]), opened, "accept")
    with pytest.raises(RefusedError) as refused:
        flow.send("given up")
    assert refused.value.action == "cancel"


def test_a_second_block_surfaces_and_is_not_handled() -> None:
    """Decision 10: exactly one retry."""
    opened = (OpenPage(PAGES[0]),)
    flow = blocked_call()
    run(flow, blocked(PAGES[0]), opened, "accept", "done")
    with pytest.raises(Blocked) as again:
        flow.send(blocked(PAGES[1]))
    assert again.value.again.elicitations == (PAGES[1],)


@pytest.mark.parametrize(
    "error",
    [
        None,
        {"code": -32602, "message": "no", "data": None},
        {"code": -32042, "message": "pay", "data": {"challenges": [{}]}},
        {"code": -32042, "message": "blocked", "data": {"elicitations": []}},
    ],
)
def test_every_other_failure_passes_untouched(error: dict[str, Any] | None) -> None:
    """Decision 10: the code also exists as "payment required"."""
    original = SdkError()
    flow = blocked_call()
    run(flow)
    with pytest.raises(SdkError) as raised:
        flow.send(Failed(original, error))
    assert raised.value is original


@pytest.mark.parametrize(
    ("error", "path"),
    [
        (None, None),
        ({"code": -32602, "message": "no", "data": None}, None),
        (UrlElicitationRequiredError(PAGES).to_error(), None),
        ({"code": -32042, "message": "pay", "data": {"challenges": [{}]}}, "error.data.elicitations"),
        ({"code": -32042, "message": "?", "data": {"elicitations": [7]}}, "error.data.elicitations[0]"),
    ],
)
def test_a_block_that_is_not_well_formed_is_named_by_its_first_fault(error: Any, path: str | None) -> None:
    """Ours: for the log; nothing else would say why nobody was asked."""
    assert path == fault_in(error)
