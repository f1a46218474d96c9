"""What the package promises to users' type checkers; mypy --strict and pyright read it, nobody runs it.

No plugin is needed, and keywords are snake_case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any, Literal

from pydantic import BaseModel
from typing_extensions import assert_never, assert_type

from mcp_elicit import (
    METHOD_ELICITATION_CREATE,
    METHOD_NOTIFICATION_ELICITATION_COMPLETE,
    PROTOCOL_VERSIONS,
    URL_ELICITATION_REQUIRED,
    Accepted,
    AsyncServerExchange,
    BooleanSchema,
    Broker,
    Call,
    Cancelled,
    CapabilityError,
    ClientElicitation,
    Declined,
    ElicitationCapability,
    ElicitationCompleteNotification,
    ElicitError,
    ElicitRequest,
    ElicitRequestBuilder,
    ElicitResult,
    EnumOption,
    ErrorCodes,
    Fault,
    InvalidAnswerError,
    LegacyTitledEnumSchema,
    MemoryOnceStore,
    NotSendableError,
    NumberSchema,
    OnceStore,
    OpenPage,
    OpenQuestion,
    PausedCall,
    PeerError,
    Problem,
    QuestionExpiredError,
    QuestionWithdrawnError,
    RefusedError,
    Relay,
    RequestedSchema,
    RequestError,
    ServerElicitation,
    StringSchema,
    SyncServerExchange,
    TitledMultiSelectEnumSchema,
    TitledSingleSelectEnumSchema,
    UnsupportedFieldError,
    UntitledMultiSelectEnumSchema,
    UntitledSingleSelectEnumSchema,
    UrlElicitationRequiredError,
    UrlFinding,
    enable,
)
from mcp_elicit.broker import Event


class Trip(BaseModel):
    city: str
    nights: int = 3


def constants() -> None:
    code: Literal[-32042] = URL_ELICITATION_REQUIRED
    create: Literal["elicitation/create"] = METHOD_ELICITATION_CREATE
    complete: Literal["notifications/elicitation/complete"] = METHOD_NOTIFICATION_ELICITATION_COMPLETE
    same: Literal[-32042] = ErrorCodes.URL_ELICITATION_REQUIRED
    assert_type(PROTOCOL_VERSIONS, tuple[str, ...])
    print(code, create, complete, same)


def building(schema: Mapping[str, Any]) -> None:
    assert_type(ElicitRequest.for_form("Where to?", Trip), ElicitRequest)
    assert_type(ElicitRequest.for_form("Where to?", schema, not_secret=("pin_color",)), ElicitRequest)
    assert_type(ElicitRequest.for_form("Where to?", RequestedSchema.from_model(Trip)), ElicitRequest)
    assert_type(
        ElicitRequest.for_url("Sign in", "https://example.org", "id", schemes=("https",)), ElicitRequest
    )
    assert_type(ElicitRequest(message="Where to?", requested_schema={}), ElicitRequest)
    assert_type(ElicitRequest(message="Go", mode="url", url="https://a", elicitation_id="id"), ElicitRequest)

    builder = ElicitRequest.builder("Where to?", Trip)
    assert_type(builder, ElicitRequestBuilder)
    assert_type(builder.message("m").requested_schema(schema).mode("form"), ElicitRequestBuilder)
    assert_type(builder.url("https://a").elicitation_id("id").schemes("https"), ElicitRequestBuilder)
    assert_type(builder.meta({"a": 1}).progress_token(1).not_secret("pin_color"), ElicitRequestBuilder)
    assert_type(builder.build(), ElicitRequest)


def reading(request: ElicitRequest) -> None:
    assert_type(request.message, str)
    assert_type(request.requested_schema, dict[str, Any] | None)
    assert_type(request.mode, Literal["form", "url"])
    assert_type(request.url, str | None)
    assert_type(request.elicitation_id, str | None)
    assert_type(request.task, dict[str, Any] | None)
    assert_type(request.meta, dict[str, Any] | None)
    assert_type(request.is_form, bool)
    assert_type(request.is_url, bool)
    assert_type(request.form, RequestedSchema)
    assert_type(request.findings, tuple[UrlFinding, ...])
    assert_type(request.sendable_to("2025-06-18"), bool)
    assert_type(request.sendable_to("2025-06-18", ElicitationCapability(form={})), bool)


def travelling(request: ElicitRequest, wire: Mapping[str, Any]) -> None:
    assert_type(request.to_wire("2025-11-25"), dict[str, Any])
    assert_type(request.to_json("2025-11-25"), bytes)
    assert_type(ElicitRequest.from_wire(wire), ElicitRequest)
    assert_type(ElicitResult.from_json(b"{}"), ElicitResult)
    assert_type(ElicitResult.accept().to_json("2025-11-25"), bytes)
    assert_type(RequestedSchema.from_wire(wire), RequestedSchema)
    assert_type(ElicitationCompleteNotification.from_json("{}"), ElicitationCompleteNotification)
    assert_type(ElicitationCapability.from_wire(wire), ElicitationCapability)


def answering(result: ElicitResult) -> str:
    assert_type(ElicitResult.accept({"city": "Oslo"}), ElicitResult)
    assert_type(ElicitResult.accept(), ElicitResult)
    assert_type(ElicitResult.decline(), ElicitResult)
    assert_type(ElicitResult.cancel(), ElicitResult)
    assert_type(result.content, dict[str, Any] | None)
    assert_type(result.meta, dict[str, Any] | None)
    match result.action:
        case "accept" | "decline" | "cancel":
            return result.action
        case _:
            assert_never(result.action)


def completing() -> None:
    notification = ElicitationCompleteNotification(elicitation_id="id")
    assert_type(notification.elicitation_id, str)
    assert_type(notification.meta, dict[str, Any] | None)
    capability = ElicitationCapability(form={}, url={})
    assert_type(capability.form, dict[str, Any] | None)
    assert_type(capability.supports("url"), bool)


def fields() -> None:
    schema = RequestedSchema(
        properties={
            "name": StringSchema(title="Name", min_length=1, max_length=9, format="email"),
            "age": NumberSchema(type="integer", minimum=18),
            "sure": BooleanSchema(default=False),
            "size": UntitledSingleSelectEnumSchema(enum=["S", "L"]),
            "city": TitledSingleSelectEnumSchema(one_of=[EnumOption(const="OSL", title="Oslo")]),
            "old": LegacyTitledEnumSchema(enum=["a"], enum_names=["A"]),
            "some": UntitledMultiSelectEnumSchema.of(["a", "b"]),
            "more": TitledMultiSelectEnumSchema.of({"a": "A"}),
        },
        required=["name"],
    )
    assert_type(schema.check({"name": "Ada"}), tuple[Problem, ...])
    assert_type(schema.with_defaults({}), dict[str, Any])
    assert_type(schema.required, Sequence[str])
    assert_type(RequestedSchema.from_model(Trip), RequestedSchema)


def outcomes(outcome: Accepted[Trip] | Declined | Cancelled) -> int:
    if isinstance(outcome, Accepted):
        assert_type(outcome.data, Trip)
        return outcome.data.nights
    assert_type(outcome, Declined | Cancelled)
    return 0


def order() -> int:
    return 1


async def order_later() -> int:
    return 1


def order_by_key(idempotency_key: str) -> int:
    return 1


async def asking(
    context: object, request: ElicitRequest, notification: ElicitationCompleteNotification
) -> None:
    exchange = AsyncServerExchange.from_context(context)
    assert_type(exchange, AsyncServerExchange)
    assert_type(exchange.protocol_version, str)
    assert_type(exchange.client_capability, ElicitationCapability | None)
    assert_type(exchange.supports("url"), bool)
    assert_type(await exchange.create_elicitation(request, timeout=None), ElicitResult)
    assert_type(await exchange.create_elicitations({"a": request}), dict[str, ElicitResult])
    assert_type(await exchange.ask("Where to?", Trip), Accepted[Trip] | Declined | Cancelled)
    assert_type(await exchange.ask("How many?", int, timeout=5.0), Accepted[int] | Declined | Cancelled)
    assert_type(await exchange.ask("Which?", Literal["a", "b"]), Accepted[Any] | Declined | Cancelled)
    assert_type(await exchange.ask("Which?", Annotated[int, 5]), Accepted[Any] | Declined | Cancelled)
    assert_type(await exchange.ask("Which?", int | None), Accepted[Any] | Declined | Cancelled)
    assert_type(await exchange.ask("Which?", list[str]), Accepted[list[str]] | Declined | Cancelled)
    assert_type(await exchange.choose("Which?", ["a", "b"]), Accepted[str] | Declined | Cancelled)
    assert_type(await exchange.choose("Which?", {"a": "A"}), Accepted[str] | Declined | Cancelled)
    assert_type(await exchange.confirm("Sure?"), bool)
    assert_type(await exchange.once("order", order), int)
    assert_type(await exchange.once("order", order_later), int)
    assert_type(await exchange.once("order", order_by_key), int)
    assert_type(await exchange.once("order", lambda: 3), int)
    await exchange.require_url(request, done=lambda: True)
    await exchange.send_elicitation_complete("id")
    await exchange.send_elicitation_complete(notification)


def asking_plainly(context: object, request: ElicitRequest) -> None:
    exchange = SyncServerExchange.from_context(context)
    assert_type(exchange, SyncServerExchange)
    assert_type(exchange.protocol_version, str)
    assert_type(exchange.client_capability, ElicitationCapability | None)
    assert_type(exchange.supports("form"), bool)
    assert_type(exchange.ask("How many?", int), Accepted[int] | Declined | Cancelled)
    assert_type(exchange.create_elicitation(request), ElicitResult)
    assert_type(exchange.create_elicitations({"a": request}), dict[str, ElicitResult])
    assert_type(exchange.ask("Where to?", Trip), Accepted[Trip] | Declined | Cancelled)
    assert_type(exchange.ask("Which?", Literal["a", "b"]), Accepted[Any] | Declined | Cancelled)
    assert_type(exchange.ask("Which?", Annotated[int, 5]), Accepted[Any] | Declined | Cancelled)
    assert_type(exchange.ask("Which?", int | None), Accepted[Any] | Declined | Cancelled)
    assert_type(exchange.choose("Which?", {"a": "A"}), Accepted[str] | Declined | Cancelled)
    assert_type(exchange.confirm("Sure?"), bool)
    assert_type(exchange.once("order", order), int)
    assert_type(exchange.once("order", order_later), int)
    assert_type(exchange.once("order", order_by_key), int)
    assert_type(exchange.once("order", lambda: 3), int)
    exchange.require_url(request, done=lambda: True)
    exchange.send_elicitation_complete("id")


def serving(server: object, broker: Broker, store: OnceStore) -> None:
    handle = enable(server, broker=broker, user_of=lambda ctx: "ada", once_store=store)
    assert_type(handle, ServerElicitation)
    assert_type(handle.is_open("id", user="ada"), bool)
    handle.complete("id", user="ada")
    held: OnceStore = MemoryOnceStore()
    print(held)


async def parking(broker: Broker, request: ElicitRequest) -> None:
    assert_type(await broker.ask(request, user="ada", timeout=None), ElicitResult)
    assert_type(broker.pending("ada", limit=5), tuple[OpenQuestion, ...])
    assert_type(broker.is_open("page", user=None), bool)
    assert_type(broker.expire(), int)
    broker.answer("id", ElicitResult.decline(), user="ada")
    broker.complete("page", user="ada")
    broker.withdraw("id", "no longer needed")
    async for event in broker.subscribe("ada"):
        assert_type(event, Event)


async def relaying(server: object, context: object) -> None:
    async with Relay("https://upstream.example/mcp", broker=Broker()) as relay:
        assert_type(relay, Relay)
        relay.serve(server)
        # The SDK's own result, whichever SDK it is.
        assert_type(await relay.call_tool(context, "name", {}), Any)


async def answer_later(request: ElicitRequest) -> ElicitResult:
    return ElicitResult.accept() if request.is_url else ElicitResult.decline()


def answer_at_once(request: ElicitRequest) -> ElicitResult:
    return ElicitResult.cancel()


def done(notification: ElicitationCompleteNotification) -> None:
    print(notification.elicitation_id)


class SdkClient:
    """What calls need of an SDK's client."""

    async def call_tool(self, name: str, arguments: dict[str, Any] | None = None) -> int:
        return 1

    async def get_prompt(self, name: str, arguments: dict[str, str] | None = None) -> str:
        return ""

    async def read_resource(self, uri: Any) -> bytes:
        return b""


async def calling(person: ClientElicitation, client: SdkClient, paused: PausedCall) -> None:
    assert_type(await person.call_tool(client, "name", {"a": 1}), int)
    assert_type(await person.get_prompt(client, "name"), str)
    assert_type(await person.read_resource(client, "a:b"), bytes)
    assert_type(
        person.connect("https://a", client=SdkClient, protocol_version="2025-06-18"),
        AbstractAsyncContextManager[SdkClient],
    )
    assert_type(person.connect("https://a"), AbstractAsyncContextManager[Any])
    assert_type(person.pages, tuple[OpenPage, ...])
    assert_type(paused.questions, Mapping[str, ElicitRequest])
    assert_type(paused.call, Call)
    assert_type(PausedCall.from_json(paused.to_json()), PausedCall)
    await person.message_handler(None)


def handling() -> None:
    assert_type(ClientElicitation(answer_at_once), ClientElicitation)
    person = ClientElicitation(
        answer_later, modes=("form", "url"), elicitation_complete_consumers=[done], apply_defaults=True
    )
    assert_type(person, ClientElicitation)
    builder = ClientElicitation.builder().handler(answer_later).modes("form", "url")
    assert_type(builder.elicitation_complete_consumer(done).apply_defaults(True).build(), ClientElicitation)


def failing(error: ElicitError) -> None:
    match error:
        case NotSendableError():
            assert_type(error.protocol_version, str)
            assert_type(error.reasons, tuple[tuple[str, str], ...])
        case CapabilityError():
            assert_type(error.mode, Literal["form", "url"])
            assert_type(error.protocol_version, str)
        case InvalidAnswerError():
            assert_type(error.problems, tuple[Problem, ...])
        case RefusedError():
            assert_type(error.action, Literal["decline", "cancel"])
        case QuestionExpiredError():
            assert_type(error.seconds, float)
        case QuestionWithdrawnError():
            assert_type(error.reason, str)
        case UrlElicitationRequiredError():
            assert_type(error.elicitations, tuple[ElicitRequest, ...])
            assert_type(error.to_error(), dict[str, Any])
            assert_type(UrlElicitationRequiredError.from_error(error.to_error()), UrlElicitationRequiredError)
        case UnsupportedFieldError():
            assert_type(error.remedy, str)
        case RequestError():
            assert_type(error.faults, tuple[Fault, ...])
        case PeerError():
            assert_type(error.faults, tuple[Fault, ...])
        case _:
            pass
