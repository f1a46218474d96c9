"""The question: one flat record for both modes.

What an author may build is stricter than what a peer may send: request_rules.py has both, and
request_builder.py builds; what a version can carry is render.py's business. A record never changes after
it was made.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from typing_extensions import final

from ._json import json_kind
from ._wire import WireModel, read_in_one_look
from .capability import ElicitationCapability
from .errors import Fault, NotSendableError, RequestError
from .ordinary import look_at_request
from .reasons import Loss
from .render import request_on_the_wire
from .request_rules import NOTHING_CLEARED, request_faults
from .urls.parts import redact
from .versions import VersionRules

if TYPE_CHECKING:
    from pydantic import BaseModel

    from .forms.schemas import RequestedSchema
    from .request_builder import ElicitRequestBuilder
    from .urls.findings import UrlFinding

__all__ = ["ElicitRequest", "ElicitRequestBuilder"]


@final
class ElicitRequest(WireModel, frozen=True):
    """A question to the user, by a form or by a URL.

    Build one with `for_form`, `for_url` or `builder`; the constructor obeys the same rules.
    `requested_schema` is the JSON object as on the wire and cannot be changed; `form` is its
    typed view. Equality and hash go by value.

    The constructor takes the wire's names, too (``requestedSchema=``, ``_meta=``), which type checkers do
    not see. It takes a `RequestedSchema` or a model class for the form as well, but a field has one
    annotation, so type checkers see the JSON object alone: for these, use `for_form` or `builder`.

    2025-11-25, client/elicitation#elicitation-requests

    Raises:
        RequestError: The combination is not allowed; every reason with its remedy.
    """

    message: str
    """What the user is asked, and why."""
    requested_schema: dict[str, Any] | None = None
    """The form, as the JSON object on the wire; None with a url."""
    mode: Literal["form", "url"] = "form"
    """A message without mode reads as ``form``, and is written back without it."""
    url: str | None = None
    """The page to open; None with a form."""
    elicitation_id: str | None = None
    """Unique on the server; with every url, though 2026-07-28 does not send it."""
    task: dict[str, Any] | None = None
    """Carried, not interpreted (2025-11-25 only)."""
    meta: dict[str, Any] | None = None
    """``_meta``; 2026-07-28 does not send it."""

    _json_fields = ("requested_schema", "task", "meta")
    _lazy = frozenset({"requested_schema"})
    _roots: ClassVar[Mapping[str, str]] = {"requested_schema": "requestedSchema"}

    # ---- three ways to build --------------------------------------------------------------

    @classmethod
    def builder(
        cls,
        message: str | None = None,
        requested_schema: Mapping[str, Any] | RequestedSchema | type[BaseModel] | None = None,
    ) -> ElicitRequestBuilder:
        """Start a builder; `build()` checks everything at once."""
        from .request_builder import ElicitRequestBuilder

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
        *not_secret* names fields that look like a secret and are none. What looks like one is told by whole
        English words in names and short titles: a form in another language is for its author to judge.

        Raises:
            RequestError: The form is not one that the specification allows, or asks for a secret.
            UnsupportedFieldError: A field of the model class has no form.
        """
        return cls.builder(message, requested_schema).mode("form").not_secret(not_secret).build()

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

        Raises:
            RequestError: The URL is none that may be sent, or carries a credential or a mail address.
        """
        identity = str(uuid.uuid4()) if elicitation_id is None else elicitation_id
        builder = cls.builder(message).mode("url").url(url).elicitation_id(identity)
        return builder.schemes(schemes).not_secret(not_secret).build()

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
        from .urls.findings import form_url_findings, url_findings

        if self.url is not None:
            return url_findings(self.url)
        return tuple(form_url_findings(self.message, self._plain("requested_schema")))

    def sendable_to(
        self,
        protocol_version: str,
        capability: ElicitationCapability | Mapping[str, Any] | None = None,
    ) -> bool:
        """Whether `to_wire` would succeed, and, where *capability* is given, whether it covers the mode.

        *capability* is the record, or the JSON object under ``capabilities.elicitation``.

        Raises:
            UnknownProtocolVersionError: No such version.
            PeerError: *capability* is a JSON object that declares nothing readable.
        """
        if isinstance(capability, Mapping):
            capability = ElicitationCapability.from_wire(capability)
        elif not isinstance(capability, (ElicitationCapability, NoneType)):
            raise RequestError(
                Fault(
                    "capability",
                    f"expected ElicitationCapability, got {json_kind(capability)}",
                    "give it, its JSON object, or None",
                )
            )
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
        return request_faults(values, strict=strict, allowed=allow or NOTHING_CLEARED)

    def _render(self, rules: VersionRules, lost: list[Loss] | None = None) -> dict[str, Any]:
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
            lost=lost,
        )
        # One question is often put to many, and it never changes.
        self._by_version[rules.protocol_version] = wire
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


read_in_one_look(ElicitRequest, look_at_request)


def _as_json(schema: Any) -> Any:
    """A RequestedSchema or a model class as the JSON object it stands for."""
    if isinstance(schema, type):
        from .forms.schemas import RequestedSchema

        return RequestedSchema.from_model(schema).to_json_object()
    return schema.to_json_object() if hasattr(schema, "to_json_object") else schema


def __getattr__(name: str) -> Any:
    if name == "ElicitRequestBuilder":
        from .request_builder import ElicitRequestBuilder

        return ElicitRequestBuilder
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
