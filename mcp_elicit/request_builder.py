"""The builder of a question: steps in any order, every rule checked at the end.

No rule stands here; request_rules.py has them. Nothing is refused before `build`, so that every fault is
told at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import Self

from .request import ElicitRequest
from .request_rules import NOTHING_CLEARED, Allowances

if TYPE_CHECKING:
    from pydantic import BaseModel

    from .forms.schemas import RequestedSchema

__all__ = ["ElicitRequestBuilder"]


class ElicitRequestBuilder:
    """Builds an `ElicitRequest` step by step; every rule is checked in `build`."""

    def __init__(
        self,
        message: str | None = None,
        requested_schema: Mapping[str, Any] | RequestedSchema | type[BaseModel] | None = None,
    ) -> None:
        self._data: dict[str, Any] = {}
        self._not_secret: tuple[object, ...] = ()
        self._schemes: tuple[object, ...] | None = None
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

    def not_secret(self, *names: str | Iterable[str]) -> Self:
        """Clear form fields, or query parameters of the URL, that look like a secret and are none."""
        self._not_secret += tuple(_flat(names))
        return self

    def schemes(self, *schemes: str | Iterable[str]) -> Self:
        """Name the URL schemes that are allowed instead of https alone."""
        self._schemes = tuple(_flat(schemes))
        return self

    def build(self) -> ElicitRequest:
        """Check everything and make the record.

        Raises:
            RequestError: Every fault at once, each with its remedy.
            UnsupportedFieldError: A field of the model class has no form.
        """
        data = dict(self._data)
        data.setdefault("mode", "url" if "url" in data else "form")
        meta: object = data.get("meta")
        if self._progress_token is not None and (meta is None or isinstance(meta, Mapping)):
            data["meta"] = {**(meta or {}), "progressToken": self._progress_token}
        allow = Allowances(
            self._not_secret, NOTHING_CLEARED.schemes if self._schemes is None else self._schemes
        )
        return ElicitRequest._build(data, allow)


def _flat(names: Iterable[object]) -> Iterator[object]:
    """Names given one by one or together; what is neither stays, for the rules to refuse."""
    for name in names:
        if isinstance(name, Iterable) and not isinstance(name, str):
            yield from name
        else:
            yield name
