"""What a client says it can show.

Presence counts, not shape: hosts put members inside ``form``. The rule which mode is
supported stands here alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from typing_extensions import final

from ._json import json_kind
from ._wire import WireModel
from .errors import Fault, PeerError, RequestError
from .render import capability_on_the_wire
from .versions import VersionRules, rules_for

__all__ = ["ElicitationCapability"]


@final
class ElicitationCapability(WireModel, frozen=True):
    """The object under ``capabilities.elicitation``: ``{}`` means form alone.

    2025-11-25, client/elicitation#capabilities
    """

    form: dict[str, Any] | None = None
    url: dict[str, Any] | None = None

    _json_fields = ("form", "url")

    @classmethod
    def from_capabilities(cls, capabilities: Mapping[str, Any]) -> ElicitationCapability | None:
        """Read it out of a client's whole capabilities object; None when elicitation is not declared.

        Raises:
            PeerError: ``elicitation`` is there and is no object.
        """
        if not isinstance(capabilities, Mapping):
            raise PeerError(Fault("capabilities", f"expected object, got {json_kind(capabilities)}"))
        declared = capabilities.get("elicitation")
        if declared is None:
            return None
        if not isinstance(declared, Mapping):
            raise PeerError(Fault("capabilities.elicitation", f"expected object, got {json_kind(declared)}"))
        return cls.from_wire(declared)

    def supports(self, mode: Literal["form", "url"], protocol_version: str | None = None) -> bool:
        """Whether a question of *mode* may be sent.

        With *protocol_version* the modes of that version count: 2025-06-18 has no url, whatever
        the client declares, and a version without elicitation has neither.

        Raises:
            RequestError: There is no such mode.
        """
        if mode not in ("form", "url"):
            raise RequestError(
                Fault("mode", "expected 'form' or 'url', got another value", "name one of them")
            )
        if protocol_version is not None:
            rules = rules_for(protocol_version)
            if rules.delivery == "none":
                return False
            if not rules.url:
                # 2025-06-18 knows no modes: elicitation there means form.
                return mode == "form"
        if mode == "url":
            return self.url is not None
        # "an empty capabilities object is equivalent to declaring support for `form` mode only"
        return self.form is not None or self.url is None

    @classmethod
    def _faults(cls, values: dict[str, Any], *, strict: bool, allow: Any = None) -> list[Fault]:
        return [
            Fault(name, f"expected object, got {json_kind(values[name])}", "use {}" if strict else "")
            for name in ("form", "url")
            if name in values and not isinstance(values[name], dict)
        ]

    def _render(self, rules: VersionRules) -> dict[str, Any]:
        return capability_on_the_wire(rules, self.form, self.url, self.model_extra)

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        yield "modes", [mode for mode in ("form", "url") if self.supports(mode)]
