"""The question: one flat record for both modes, and its builder.

What an author may build is stricter than what a peer may send (`_faults`); what a version
can carry is render.py's business. A record never changes after it was made.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from typing_extensions import Self

from ._json import json_kind
from ._wire import LOOKS, WRITTEN, WireModel
from .errors import Fault, NotSendableError, RequestError
from .forms.fields import schema_faults
from .forms.secret_names import schema_secrets
from .ordinary import look_at_request
from .render import request_on_the_wire
from .urls.findings import UrlFinding, form_url_findings, url_findings
from .urls.rules import readable_url_faults, redact, url_faults
from .versions import VersionRules

if TYPE_CHECKING:
    from pydantic import BaseModel

    from .capability import ElicitationCapability
    from .forms.schemas import RequestedSchema

__all__ = ["ElicitRequest", "ElicitRequestBuilder"]

_FORM_ONLY: Final = ("requested_schema",)
_URL_ONLY: Final = ("url", "elicitation_id")


class Allowances(NamedTuple):
    """What an author cleared by name, for one request."""

    not_secret: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ("https",)


_NOTHING_CLEARED: Final = Allowances()


class ElicitRequest(WireModel, frozen=True):
    """A question to the user, by a form or by a URL.

    Build one with `for_form`, `for_url` or `builder`; the constructor obeys the same rules.
    `requested_schema` is the JSON object as on the wire and cannot be changed; `form` is its
    typed view. Equality and hash go by value.

    2025-11-25, client/elicitation#elicitation-requests

    Raises:
        RequestError: The combination is not allowed; every reason with its remedy.
    """

    message: str
    requested_schema: dict[str, Any] | None = None
    mode: Literal["form", "url"] = "form"
    """A message without mode reads as ``form``, and is written back without it."""
    url: str | None = None
    elicitation_id: str | None = None
    task: dict[str, Any] | None = None
    """Carried, not interpreted (2025-11-25 only)."""
    meta: dict[str, Any] | None = None

    _json_fields = ("requested_schema", "task", "meta")
    _lazy = frozenset({"requested_schema"})

    # ---- three ways to build --------------------------------------------------------------

    @classmethod
    def builder(
        cls,
        message: str | None = None,
        requested_schema: Mapping[str, Any] | RequestedSchema | type[BaseModel] | None = None,
    ) -> ElicitRequestBuilder:
        """Start a builder; `build()` checks everything at once."""
        return ElicitRequestBuilder(message, requested_schema)

    @classmethod
    def for_form(
        cls,
        message: str,
        requested_schema: Mapping[str, Any] | RequestedSchema | type[BaseModel],
        *,
        not_secret: Collection[str] = (),
    ) -> ElicitRequest:
        """Ask by a form.

        *requested_schema* is a JSON object, a `RequestedSchema` or a pydantic model class.
        *not_secret* names fields that look like a secret and are none.

        Raises:
            RequestError: The form is not one that the specification allows, or asks for a secret.
            UnsupportedFieldError: A field of the model class has no form.
        """
        return cls.builder(message, requested_schema).mode("form").not_secret(*_names(not_secret)).build()

    @classmethod
    def for_url(
        cls,
        message: str,
        url: str,
        elicitation_id: str | None = None,
        *,
        schemes: Collection[str] = ("https",),
        not_secret: Collection[str] = (),
    ) -> ElicitRequest:
        """Ask the user to open a page; without *elicitation_id* a UUID4 is minted.

        *schemes* names the URL schemes allowed (http is always allowed for loopback hosts).
        *not_secret* names query parameters that look like a credential and are none.

        2025-11-25, client/elicitation#url-mode-elicitation-requests
        """
        identity = str(uuid.uuid4()) if elicitation_id is None else elicitation_id
        builder = cls.builder(message).mode("url").url(url).elicitation_id(identity)
        return builder.schemes(*_names(schemes)).not_secret(*_names(not_secret)).build()

    # ---- reading it -----------------------------------------------------------------------

    @property
    def is_form(self) -> bool:
        """Whether the client shows a form."""
        return self.mode == "form"

    @property
    def is_url(self) -> bool:
        """Whether the user opens a page, and no data passes through the client."""
        return self.mode == "url"

    @property
    def form(self) -> RequestedSchema:
        """The typed view of `requested_schema`.

        Raises:
            RequestError: This is a URL request.
            PeerError: A peer sent fields that no form can hold.
        """
        cached: RequestedSchema | None = self._private().get("form")
        if cached is None:
            from .forms.schemas import RequestedSchema

            if self.is_url:
                raise RequestError(Fault("mode", "a url request has no form", "check is_form first"))
            cached = RequestedSchema.from_wire(self._plain("requested_schema"))
            self._private()["form"] = cached
        return cached

    @property
    def findings(self) -> tuple[UrlFinding, ...]:
        """What a person should know before opening `url`, or about clickable URLs in a form's texts."""
        if self.url is not None:
            return url_findings(self.url)
        return tuple(form_url_findings(self.message, self._plain("requested_schema")))

    def sendable_to(self, protocol_version: str, capability: ElicitationCapability | None = None) -> bool:
        """Whether `to_wire` would succeed, and, where *capability* is given, whether it covers the mode.

        Raises:
            UnknownProtocolVersionError: No such version.
        """
        try:
            self._written(protocol_version)
        except NotSendableError:
            return False
        return capability is None or capability.supports(self.mode, protocol_version)

    # ---- the rules ------------------------------------------------------------------------

    @classmethod
    def _admit(cls, data: Mapping[str, Any], allow: Any) -> dict[str, Any]:
        key = "requested_schema" if "requested_schema" in data else "requestedSchema"
        schema = data.get(key)
        if schema is not None and not isinstance(schema, Mapping):
            data = {**data, key: _as_json(schema)}
        return super()._admit(data, allow)

    @classmethod
    def _faults(cls, values: dict[str, Any], *, strict: bool, allow: Any = None) -> list[Fault]:
        mode = values.get("mode", "form")
        # "Clients MUST treat requests without a `mode` field as form mode."
        # 2025-11-25, client/elicitation#elicitation-requests
        if mode != "form" and mode != "url":
            kind = repr(mode) if type(mode) is str and len(mode) < 40 else json_kind(mode)
            return [
                Fault(
                    "mode",
                    f"expected 'form' or 'url', got {kind}",
                    "leave it out for a form" if strict else "",
                )
            ]
        faults: list[Fault] = []
        message = values.get("message")
        if type(message) is not str:
            faults.append(
                _missing_or_wrong(values, "message", "string", strict, "say what the user is asked")
            )
        elif strict and not message.strip():
            faults.append(Fault("message", "is blank", "say what the user is asked"))
        allowed: Allowances = allow or _NOTHING_CLEARED
        if mode == "form":
            faults += _form_faults(values, strict, allowed)
        else:
            faults += _url_faults(values, strict, allowed)
        for name in ("task", "meta"):
            if name in values and not isinstance(values[name], dict):
                faults.append(Fault(_label(name, strict), f"expected object, got {json_kind(values[name])}"))
        return faults

    def _render(self, rules: VersionRules) -> dict[str, Any]:
        wire = request_on_the_wire(
            rules,
            mode=self.mode,
            mode_written="mode" in self.model_fields_set,
            message=self.message,
            schema=self._plain("requested_schema"),
            url=self.url,
            elicitation_id=self.elicitation_id,
            task=self.task,
            meta=self.meta,
            extra=self.model_extra,
        )
        # One question is often put to many, and it never changes.
        self._private().setdefault(WRITTEN, {})[rules.protocol_version] = wire
        return wire

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        yield "mode", self.mode
        yield "message", self.message
        if self.is_form:
            yield "fields", list(self._plain("requested_schema").get("properties", ()))
        if self.url is not None:
            yield "url", redact(self.url)
        if self.elicitation_id is not None:
            yield "elicitation_id", self.elicitation_id


LOOKS[ElicitRequest] = look_at_request


def _names(names: Collection[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _as_json(schema: Any) -> Any:
    """A RequestedSchema or a model class as the JSON object it stands for."""
    if isinstance(schema, type):
        from .forms.schemas import RequestedSchema

        return RequestedSchema.from_model(schema).to_json_object()
    return schema.to_json_object() if hasattr(schema, "to_json_object") else schema


def _label(field: str, strict: bool) -> str:
    """A field under the name that whoever erred knows it by."""
    return (
        field
        if strict
        else str(
            {"requested_schema": "requestedSchema", "elicitation_id": "elicitationId", "meta": "_meta"}.get(
                field, field
            )
        )
    )


def _missing_or_wrong(values: Mapping[str, Any], field: str, kind: str, strict: bool, remedy: str) -> Fault:
    value = values.get(field)
    if value is None and (strict or field not in values):
        return Fault(_label(field, strict), "required, got nothing", remedy if strict else "")
    return Fault(_label(field, strict), f"expected {kind}, got {json_kind(value)}", remedy if strict else "")


def _form_faults(values: dict[str, Any], strict: bool, allowed: Allowances) -> list[Fault]:
    faults: list[Fault] = []
    for name in _URL_ONLY:
        if values.get(name) is None or not strict:
            values.pop(name, None)
            continue
        remedy = "set mode to 'url', or leave it out" if "requested_schema" not in values else "leave it out"
        faults.append(Fault(name, "a form request does not carry it", remedy))
    schema = values.get("requested_schema")
    if not isinstance(schema, dict):
        remedy = "give the form's fields as a JSON object, a RequestedSchema or a pydantic model"
        faults.append(_missing_or_wrong(values, "requested_schema", "object", strict, remedy))
        return faults
    faults += schema_faults(schema, strict=strict)
    if strict and not faults:
        faults += schema_secrets(schema, not_secret=allowed.not_secret)
    return faults


def _url_faults(values: dict[str, Any], strict: bool, allowed: Allowances) -> list[Fault]:
    faults: list[Fault] = []
    if values.pop("requested_schema", None) is not None and strict:
        # Decision 3: ignoring it would hide a form that may hold secrets.
        faults.append(
            Fault(
                "requested_schema",
                "a url request does not carry a form",
                "ask the form in a request of its own",
            )
        )
    url = values.get("url")
    if type(url) is not str:
        faults.append(
            _missing_or_wrong(values, "url", "string", strict, "give the page that the user shall open")
        )
    elif strict:
        faults += url_faults(url, schemes=allowed.schemes, cleared=allowed.not_secret)
    else:
        faults += readable_url_faults(url)
    identity = values.get("elicitation_id")
    if identity is None and not strict:
        if "elicitation_id" in values:
            faults.append(Fault("elicitationId", "expected string, got null"))
    elif type(identity) is not str:
        remedy = "give an id that is unique on this server, or use ElicitRequest.for_url, which mints one"
        faults.append(_missing_or_wrong(values, "elicitation_id", "string", strict, remedy))
    elif strict and not identity.strip():
        faults.append(Fault("elicitation_id", "is blank", "give an id that is unique on this server"))
    return faults


class ElicitRequestBuilder:
    """Builds an `ElicitRequest` step by step; every rule is checked in `build`."""

    def __init__(
        self,
        message: str | None = None,
        requested_schema: Mapping[str, Any] | RequestedSchema | type[BaseModel] | None = None,
    ) -> None:
        self._data: dict[str, Any] = {}
        self._not_secret: tuple[str, ...] = ()
        self._schemes: tuple[str, ...] | None = None
        self._progress_token: str | int | None = None
        if message is not None:
            self.message(message)
        if requested_schema is not None:
            self.requested_schema(requested_schema)

    def message(self, message: str) -> Self:
        """Say what the user is asked, and why."""
        self._data["message"] = message
        return self

    def requested_schema(self, schema: Mapping[str, Any] | RequestedSchema | type[BaseModel]) -> Self:
        """Set the form: a JSON object, a `RequestedSchema` or a pydantic model class."""
        self._data["requested_schema"] = schema
        return self

    def mode(self, mode: Literal["form", "url"]) -> Self:
        """Set the mode; without it `url` means url mode, and everything else a form."""
        self._data["mode"] = mode
        return self

    def url(self, url: str) -> Self:
        """Set the page that the user shall open."""
        self._data["url"] = url
        return self

    def elicitation_id(self, elicitation_id: str) -> Self:
        """Set the id, unique on this server, by which the page's completion is told."""
        self._data["elicitation_id"] = elicitation_id
        return self

    def task(self, task: Mapping[str, Any]) -> Self:
        """Carry task metadata (2025-11-25 only); it is not interpreted."""
        self._data["task"] = task
        return self

    def meta(self, meta: Mapping[str, Any]) -> Self:
        """Set ``_meta``; it is copied."""
        self._data["meta"] = meta
        return self

    def progress_token(self, token: str | int) -> Self:
        """Set ``_meta.progressToken``, beside whatever `meta` holds."""
        self._progress_token = token
        return self

    def not_secret(self, *names: str) -> Self:
        """Clear form fields, or query parameters of the URL, that look like a secret and are none."""
        self._not_secret += _flat(names)
        return self

    def schemes(self, *schemes: str) -> Self:
        """Name the URL schemes that are allowed instead of https alone."""
        self._schemes = _flat(schemes)
        return self

    def build(self) -> ElicitRequest:
        """Check everything and make the record.

        Raises:
            RequestError: Every fault at once, each with its remedy.
            UnsupportedFieldError: A field of the model class has no form.
        """
        data = dict(self._data)
        data.setdefault("mode", "url" if "url" in data else "form")
        if self._progress_token is not None:
            data["meta"] = {**(data.get("meta") or {}), "progressToken": self._progress_token}
        allow = Allowances(
            self._not_secret, _NOTHING_CLEARED.schemes if self._schemes is None else self._schemes
        )
        return ElicitRequest._build(data, allow)


def _flat(names: Iterable[str | Iterable[str]]) -> tuple[str, ...]:
    return tuple(one for name in names for one in ([name] if isinstance(name, str) else name))
