"""What a form and all its parts are as records: one JSON object each, the same for every version.

The object is what the rules see, what an answer is checked against, and what is rendered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import Self

from .._frozen import harden, thaw
from .._wire import WireModel, wire_name
from ..errors import NotSendableError
from ..reasons import NO_ELICITATION
from ..render import Obstacle, schema_on_the_wire
from ..versions import VersionRules

__all__ = ["JsonModel", "rendered"]


class JsonModel(WireModel, frozen=True, defer_build=True):
    """A wire model that is one JSON object, whatever the version, before it is rendered.

    Nothing of it is pydantic's to validate, so pydantic's own schema is not built before it is asked for.
    """

    def to_json_object(self) -> dict[str, Any]:
        """The JSON object of the newest version; the caller may change it."""
        members = {wire_name(name): value for name, value in self._values().items() if _is_said(value)}
        written: dict[str, Any] = thaw(as_json({**members, **(self.model_extra or {})}))
        return written

    def _serialize(self, handler: Any) -> Any:
        # One JSON object is all that there is to dump, whatever pydantic was asked to leave out.
        return self.to_json_object()

    @classmethod
    def _admit(cls, data: Mapping[str, Any], allow: Any) -> dict[str, Any]:
        return super()._admit({name: as_json(value) for name, value in data.items()}, allow)

    def _set(
        self, values: dict[str, Any], extra: dict[str, Any], private: dict[str, Any] | None = None
    ) -> None:
        typed = {name: harden(value) for name, value in self._typed(values).items()}
        super()._set(typed, extra, private)

    @classmethod
    def _typed(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Turn the JSON inside the fields into the records that their annotations promise."""
        return values

    @classmethod
    def _json_of(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        return {wire_name(name): as_json(value) for name, value in values.items()}

    @classmethod
    def _lift(cls, wire: Mapping[str, Any]) -> Self:
        """Make a record of JSON whose faults are known to be none."""
        known = {field: wire[name] for name, field in cls._field_of.items() if name in wire}
        return cls._make(known, {name: value for name, value in wire.items() if name not in cls._field_of})


def _is_said(value: Any) -> bool:
    return value is not None and value != ()


def as_json(value: Any) -> Any:
    if isinstance(value, JsonModel):
        return value.to_json_object()
    if isinstance(value, Mapping):
        return {name: as_json(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(element) for element in value]
    return value


def rendered(schema: dict[str, Any], rules: VersionRules) -> dict[str, Any]:
    """Write a requested schema for one version.

    Raises:
        NotSendableError: With every reason.
    """
    obstacles: list[Obstacle] = []
    written = schema_on_the_wire(schema, rules, obstacles)
    if rules.delivery == "none":
        obstacles.append(("", NO_ELICITATION))
    if obstacles:
        raise NotSendableError(rules.protocol_version, tuple(obstacles))
    return written
