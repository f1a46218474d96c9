"""Answers the questions of a server, case by case, with whichever SDK is installed here.

    python -m tests.client.answering_program TARGET CLIENT CASE...

Prints one JSON object per case: what the server got, what came out here, and what the handler saw.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections.abc import Callable
from typing import Any

import anyio

from mcp_elicit.client import Asker, ClientElicitation, OpenPage, UnansweredError
from mcp_elicit.errors import ElicitError
from mcp_elicit.request import ElicitRequest
from mcp_elicit.result import ElicitResult
from mcp_elicit.sdk import client_answer

from .opening import opened

SECRET = "hunter2"

FORM = {
    "message": "Who is it?",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "age": {"type": "integer", "default": 30},
            "news": {"type": "boolean", "default": True},
        },
        "required": ["name"],
    },
}
PAGE = {
    "mode": "url",
    "message": "Sign in",
    "url": "https://auth.example/connect?flow=1",
    "elicitationId": "id-1",
}
ROUND_PAGE = {key: value for key, value in PAGE.items() if key != "elicitationId"}

Case = tuple[dict[str, Any], dict[str, Any], Callable[..., Any]]
"""Arguments of the tool, keywords of ClientElicitation, the handler."""


def asks(*questions: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"questions": questions, **more}


def rounds(*each: Any, again: int = 0) -> dict[str, Any]:
    return {"rounds": each, "again": again}


def says(result: ElicitResult) -> Callable[..., Any]:
    async def handler(request: ElicitRequest) -> ElicitResult:
        return result

    return handler


def raises(error: Exception) -> Callable[..., Any]:
    async def handler(request: ElicitRequest) -> ElicitResult:
        raise error

    return handler


def in_a_thread(request: ElicitRequest, asker: Asker) -> ElicitResult:
    assert threading.current_thread() is not threading.main_thread()
    return ElicitResult.accept({"name": f"{asker}, {asker.protocol_version}"})


async def until_withdrawn(request: ElicitRequest, asker: Asker) -> ElicitResult:
    try:
        await anyio.sleep_forever()
    finally:
        withdrawn.append("cancelled")
    return ElicitResult.accept()


def until_withdrawn_in_a_thread(request: ElicitRequest, asker: Asker) -> ElicitResult:
    if asker.withdrawn.wait(20):
        withdrawn.append("told")
    return ElicitResult.accept({"name": "too late"})


async def until_completed(request: ElicitRequest, asker: Asker) -> ElicitResult:
    while not completed:
        await anyio.sleep(0.01)
    return ElicitResult.accept()


completed: list[str] = []
withdrawn: list[str] = []


def broken(request: ElicitRequest) -> Any:
    return {"action": "accept"}


NAMED = ElicitResult.accept({"name": "Ada", "age": 5}, meta={"x/trace": "t"})
WRONG = ElicitResult.accept({"name": 7, "age": SECRET})
OK = ElicitResult.accept()
BOTH: dict[str, Any] = {"modes": ("form", "url")}
URL_ALONE: dict[str, Any] = {"modes": ("url",)}

CASES: dict[str, Case] = {
    "accept": (asks(FORM), {}, says(NAMED)),
    "accept with defaults": (asks(FORM), {"apply_defaults": True}, says(NAMED)),
    "decline": (asks(FORM), {"apply_defaults": True}, says(ElicitResult.decline(meta={"x/why": "no"}))),
    "cancel": (asks(FORM), {"apply_defaults": True}, says(ElicitResult.cancel())),
    "page accepted with content": (asks(PAGE), BOTH, says(NAMED)),
    "wrong answer": (asks(FORM), {}, says(WRONG)),
    "missing answer": (asks(FORM), {}, says(OK)),
    "handler raises": (asks(FORM), {}, raises(ValueError(SECRET))),
    "no one there": (asks(FORM), {}, raises(UnansweredError("no one is there"))),
    "handler returns something else": (asks(FORM), {}, broken),
    "undeclared url": (asks(PAGE), {}, says(OK)),
    "undeclared form": (asks(FORM), URL_ALONE, says(NAMED)),
    "script url": (asks({**PAGE, "url": "javascript:alert(1)"}), BOTH, says(OK)),
    "allowed scheme": (asks({**PAGE, "url": "myapp://connect"}), {**BOTH, "schemes": ["myapp"]}, says(OK)),
    "too often": (asks(FORM, FORM, FORM), {"max_questions_per_minute": 2}, says(NAMED)),
    "plain function": (asks(FORM), {}, in_a_thread),
    "field of no known kind": (
        asks(
            {"message": "?", "requestedSchema": {"type": "object", "properties": {"a": {"type": "object"}}}}
        ),
        {},
        says(OK),
    ),
    "completed while asked": (asks(PAGE, complete=True), BOTH, until_completed),
    "withdrawn": (asks(FORM, patience=0.3), {}, until_withdrawn),
    "withdrawn from a plain function": (asks(FORM, patience=0.3), {}, until_withdrawn_in_a_thread),
    # -- 2026-07-28
    "rounds: accept": (rounds({"q": FORM}), {"apply_defaults": True}, says(NAMED)),
    "rounds: twelve": (
        rounds(*({"q": {**FORM, "message": f"Question {i}?"}} for i in range(12))),
        {},
        says(NAMED),
    ),
    "rounds: page unchanged": (rounds({"q": ROUND_PAGE}, again=2), BOTH, says(OK)),
    "rounds: page given up": (rounds({"q": ROUND_PAGE}, again=9), BOTH, says(OK)),
    "rounds: page never done": (
        rounds({"q": ROUND_PAGE}, again=999),
        {**BOTH, "page_timeout": 0.4},
        says(OK),
    ),
    "rounds: state only for ever": (rounds("state only", again=999), {**BOTH, "page_timeout": 0.4}, says(OK)),
    "rounds: state only": (rounds("state only", "state only", {"q": FORM}), {}, says(NAMED)),
    "rounds: handler raises": (rounds({"q": FORM}), {}, raises(ValueError(SECRET))),
    "rounds: wrong answer": (rounds({"q": FORM}), {}, says(WRONG)),
    "rounds: undeclared url": (rounds({"q": ROUND_PAGE}), {}, says(OK)),
    "rounds: script url": (rounds({"q": {**ROUND_PAGE, "url": "javascript:alert(1)"}}), BOTH, says(OK)),
    "rounds: decline": (rounds({"q": FORM}), {}, says(ElicitResult.decline())),
    "rounds: two at once": (rounds({"q": FORM, "p": ROUND_PAGE}), BOTH, says(NAMED)),
    "rounds: other requests beside": (rounds({"q": FORM, "r": {"roots": True}}), {}, says(NAMED)),
}


async def run_case(url: str, client_kind: str, case: str) -> dict[str, Any]:
    arguments, keywords, handler = CASES[case]
    asked: list[str] = []

    def draw(page: OpenPage) -> None:
        if case == "rounds: page given up":
            page.give_up()

    async def counted(request: ElicitRequest) -> Any:
        asked.append(request.message)
        return await handler(request)

    completed.clear()
    withdrawn.clear()
    person = ClientElicitation(
        handler if handler.__module__ == __name__ and handler.__name__ != "handler" else counted,
        page_consumers=[draw],
        elicitation_complete_consumers=[lambda page: completed.append(page.elicitation_id)],
        **keywords,
    )
    version = "2026-07-28" if case.startswith("rounds") else "2025-11-25"
    outcome: dict[str, Any] = {"case": case}
    more = roots_of(client_kind) if "beside" in case else {}
    async with opened(person, url, client_kind, version, **more) as client:
        try:
            result = await person.call_tool(client, "ask", arguments)
            outcome["answers"] = json.loads(result.content[0].text)
        except Exception as error:
            said = error.sentence if isinstance(error, ElicitError) else str(error)
            outcome.update(error=type(error).__name__, ours=isinstance(error, ElicitError), text=said)
        outcome["left"] = len(person.pages)
    outcome.update(asked=len(asked), completed=list(completed), withdrawn=list(withdrawn))
    return outcome


def roots_of(client_kind: str) -> dict[str, Any]:
    if client_kind == "fastmcp":
        return {"roots": ["file:///here"]}
    from mcp_types import ListRootsResult

    async def list_roots(context: Any) -> Any:
        return ListRootsResult.model_validate({"roots": [{"uri": "file:///here"}]})

    return {"list_roots_callback": list_roots}


class Overheard(logging.Handler):
    """Everything that this package logs."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))


async def outcomes(url: str, client: str, cases: list[str]) -> list[dict[str, Any]]:
    client_answer.FIRST_RETRY = 0.05  # type: ignore[misc]  # seconds; a test does not wait for a person
    overheard = Overheard()
    log = logging.getLogger("mcp_elicit")
    log.addHandler(overheard)
    rows = []
    for case in cases:
        with anyio.fail_after(30):
            rows.append({**await run_case(url, client, case), "logged": overheard.texts})
        overheard.texts = []
    log.removeHandler(overheard)
    return rows


if __name__ == "__main__":
    for row in anyio.run(outcomes, sys.argv[1], sys.argv[2], sys.argv[3:]):
        print(json.dumps(row))
