"""The answer, and the notice that a page is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from typing_extensions import final

from ._frozen import FrozenDict
from ._json import json_kind
from ._wire import WireModel, read_in_one_look
from .errors import Fault
from .forms.values import member_path
from .ordinary import copied_result, look_at_completion, look_at_result
from .reasons import Loss
from .render import completion_on_the_wire, result_on_the_wire
from .versions import VersionRules

__all__ = ["ElicitResult", "ElicitationCompleteNotification"]

CONTENT_ALLOWED: Final[Mapping[str, bool]] = {"accept": True, "decline": False, "cancel": False}
"""2025-11-25, client/elicitation#response-actions"""

_PLAIN: Final = frozenset({str, int, float, bool})


@final
class ElicitResult(WireModel, frozen=True):
    """What the user did, and, for an accepted form, what they entered.

    Content on decline or cancel is dropped, when built and when read. Content values are
    strings, numbers, booleans and lists of strings. Null stands for a field left empty: it is left out when
    built and when written, and kept when read, for a required field must not be null. `repr` never shows a
    value.

    2025-11-25, client/elicitation#response-actions

    Raises:
        RequestError: An unknown action, or a content value that the wire cannot carry.
    """

    action: Literal["accept", "decline", "cancel"]
    content: dict[str, Any] | None = None
    """What was entered, by field; None without an accepted form."""
    meta: dict[str, Any] | None = None
    """``_meta``; 2026-07-28 does not send it."""

    _json_fields = ("content", "meta")
    _lazy = frozenset({"content"})

    @classmethod
    def accept(
        cls, content: Mapping[str, Any] | None = None, *, meta: Mapping[str, Any] | None = None
    ) -> ElicitResult:
        """The user submitted the form, or agreed to open the page (then without *content*)."""
        return cls._build({"action": "accept", "content": content, "meta": meta})

    @classmethod
    def decline(cls, *, meta: Mapping[str, Any] | None = None) -> ElicitResult:
        """The user said no."""
        return cls._build({"action": "decline", "meta": meta})

    @classmethod
    def cancel(cls, *, meta: Mapping[str, Any] | None = None) -> ElicitResult:
        """The user dismissed the question without choosing."""
        return cls._build({"action": "cancel", "meta": meta})

    @classmethod
    def _faults(cls, values: dict[str, Any], *, strict: bool, allow: Any = None) -> list[Fault]:
        faults: list[Fault] = []
        action = values.get("action")
        if type(action) is not str or action not in CONTENT_ALLOWED:
            got = (
                "nothing"
                if "action" not in values
                else "another string"
                if type(action) is str
                else json_kind(action)
            )
            remedy = "use ElicitResult.accept(), decline() or cancel()" if strict else ""
            faults.append(Fault("action", f"expected 'accept', 'decline' or 'cancel', got {got}", remedy))
        content = values.get("content")
        if content is None or not CONTENT_ALLOWED.get(str(action), True):
            values.pop("content", None)
        else:
            faults += _content_faults(content, strict)
            if strict and isinstance(content, dict) and None in content.values():
                values["content"] = FrozenDict(
                    {name: value for name, value in content.items() if value is not None}
                )
        return faults + _meta_faults(values, strict)

    def _render(self, rules: VersionRules, lost: list[Loss] | None = None) -> dict[str, Any]:
        visible = self.__dict__
        return result_on_the_wire(
            rules, visible["action"], self._plain("content"), visible["meta"], self.__pydantic_extra__, lost
        )

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        yield "action", self.action
        if self.content is not None:
            yield "content", f"<{len(self.content)} value{'s' if len(self.content) != 1 else ''}>"


def _meta_faults(values: dict[str, Any], strict: bool) -> list[Fault]:
    if isinstance(values.get("meta", {}), dict):
        return []
    return [Fault("meta" if strict else "_meta", f"expected object, got {json_kind(values['meta'])}")]


def _content_faults(content: Any, strict: bool) -> list[Fault]:
    if not isinstance(content, dict):
        remedy = "give the values by field name" if strict else ""
        return [Fault("content", f"expected object, got {json_kind(content)}", remedy)]
    remedy = "write it as one of them" if strict else ""
    return [
        Fault(
            member_path("content", name),
            f"expected string, number, boolean or list of strings, got {_kind(value)}",
            remedy,
        )
        for name, value in content.items()
        if type(value) not in _PLAIN and value is not None and not _is_strings(value)
    ]


def _is_strings(value: Any) -> bool:
    return isinstance(value, list) and all(type(element) is str for element in value)


def _kind(value: Any) -> str:
    return "list of other things" if isinstance(value, list) else json_kind(value)


@final
class ElicitationCompleteNotification(WireModel, frozen=True):
    """Tell the client that the page behind *elicitation_id* is done (2025-11-25 only).

    2025-11-25, client/elicitation#completion-notifications-for-url-mode-elicitation
    """

    elicitation_id: str
    meta: dict[str, Any] | None = None

    _json_fields = ("meta",)

    @classmethod
    def _faults(cls, values: dict[str, Any], *, strict: bool, allow: Any = None) -> list[Fault]:
        faults: list[Fault] = []
        identity = values.get("elicitation_id")
        label = "elicitation_id" if strict else "elicitationId"
        if type(identity) is not str:
            got = json_kind(identity) if "elicitation_id" in values else "nothing"
            faults.append(
                Fault(label, f"expected string, got {got}", "give the id of the request" if strict else "")
            )
        elif strict and not identity.strip():
            faults.append(Fault(label, "is blank", "give the id of the request"))
        return faults + _meta_faults(values, strict)

    def _render(self, rules: VersionRules) -> dict[str, Any]:
        visible = self.__dict__
        return completion_on_the_wire(
            rules, visible["elicitation_id"], visible["meta"], self.__pydantic_extra__
        )

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        yield "elicitation_id", self.elicitation_id


read_in_one_look(ElicitResult, look_at_result, copied_result)
read_in_one_look(ElicitationCompleteNotification, look_at_completion)
