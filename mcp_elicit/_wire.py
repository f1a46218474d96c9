"""The one base of everything that travels.

A wire model is a frozen record with a form on the wire. It is *built* strictly (keywords; RequestError)
and *read* leniently (`from_wire`, `from_json`; PeerError), and both ways run the same rules, told apart
by one flag. There is no third way in.

Rules are each class's own `_faults`; writing for a version is its `_render`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from orjson import loads as orjson_loads
from typing_extensions import Self

from ._frozen import freeze
from ._json import MAX_BYTES, dumps, json_kind, parse, refuse_hidden
from ._record import Record, set_by_version
from ._slots import FilledAtFirstTouch, new, wire_name
from .errors import Fault, PeerError
from .versions import VersionRules, rules_for

__all__ = ["WireModel", "read_in_one_look", "wire_name"]

Look = Callable[[Any], "dict[Any, dict[str, Any]] | None"]
"""Judges what was just parsed, whatever it is: of an ordinary message what it is on the wire, by version, and
first what it was read from (under `AS_READ` where no version writes that); else None.

Reading by the rules (`WireModel._read`) must make the same record of it, without unknown members; and every
single value has to be looked at: in what is read here, nobody looks for nesting or for integers past 64 bits.
"""

Reader = Callable[..., Any]
"""`from_json` of one class."""

READERS: Final[dict[type, Reader]] = {}
"""By class, never by inheritance: a subclass may have fields and rules of its own. A table, as looking up
an attribute of a pydantic class takes three times as long.
"""

COPIES: Final[dict[type, Look]] = {}
"""By class, as `READERS`: judges a message that somebody else parsed, or made, and keeps a copy."""


def read_in_one_look(cls: type[WireModel], look: Look, copied: Look | None = None) -> None:
    """Let ordinary messages of *cls* be read by *look*, and by `WireModel._read` whatever is left.

    *copied* looks at what was not parsed here, and nobody else shares what it names.
    """
    READERS[cls] = reader = _reader(cls, look)
    # Called straight from its class it need not ask whose it is: 1.5 % of a form's time, 3 of a URL's.
    setattr(cls, "from_json", staticmethod(reader))  # noqa: B010  # a method, to a checker
    if copied is not None:
        COPIES[cls] = copied
    for field in cls.model_fields.keys() - cls._lazy:
        setattr(cls, field, FilledAtFirstTouch(field))


def _reader(cls: type[WireModel], look: Look) -> Reader:
    def from_json(data: bytes | str, *, max_bytes: int | None = MAX_BYTES) -> WireModel:
        if type(data) is bytes and max_bytes is MAX_BYTES and len(data) <= MAX_BYTES:
            try:
                value = orjson_loads(data)
            except ValueError:
                value = parse(data, max_bytes)  # and says what is wrong
        else:
            value = parse(data, max_bytes)
        by_version = look(value)
        if by_version is None:
            return cls._parsed(data, value)
        record = new(cls)
        set_by_version(record, by_version)
        return record

    from_json.__doc__ = WireModel.from_json.__doc__
    from_json.__module__, from_json.__qualname__ = cls.__module__, f"{cls.__qualname__}.from_json"
    from_json.__annotations__["return"] = cls.__name__
    return from_json


class WireModel(Record, frozen=True):
    """A frozen record with a form on the wire.

    Members that a peer sent and this package does not know are kept in `model_extra`, and written back.
    """

    __slots__ = ()

    def _render(self, rules: VersionRules) -> dict[str, Any]:
        """Write for one version; may share values with the record.

        Raises:
            NotSendableError: With every reason.
        """
        raise NotImplementedError

    # ---- reading ----------------------------------------------------------------------------

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        for base in cls.__mro__:
            ours = vars(base).get("from_json")
            if isinstance(ours, staticmethod) and ours.__func__ is READERS.get(base):
                # Whoever derives from it asks as a class of its own, perhaps by `super()`.
                delattr(base, "from_json")

    @classmethod
    def from_wire(cls, mapping: Mapping[str, Any]) -> Self:
        """Read a JSON object that is already parsed; it is copied.

        Unknown members are kept in `model_extra`.

        Raises:
            PeerError: It breaks the specification; every reason at once.
        """
        if type(mapping) is dict and cls in COPIES:
            by_version = COPIES[cls](mapping)
            if by_version is not None:
                record = new(cls)
                set_by_version(record, by_version)
                return record
        if not isinstance(mapping, Mapping):
            raise PeerError(Fault("", f"{cls.__name__}: expected an object, got {json_kind(mapping)}"))
        return cls._read(freeze(mapping, "", PeerError))

    @classmethod
    def from_json(cls, data: bytes | str, *, max_bytes: int | None = MAX_BYTES) -> Self:
        """Like `from_wire`, from JSON text of at most *max_bytes* bytes (None: any)."""
        reader = READERS.get(cls)
        if reader is None:
            return cls._parsed(data, parse(data, max_bytes))
        record: Self = reader(data, max_bytes=max_bytes)
        return record

    @classmethod
    def _parsed(cls, data: bytes | str, value: Any) -> Self:
        refuse_hidden(data, value)
        if type(value) is not dict:
            raise PeerError(Fault("", f"{cls.__name__}: expected an object, got {json_kind(value)}"))
        return cls._read(value)

    @classmethod
    def _read(cls, wire: dict[str, Any]) -> Self:
        field_of = cls._field_of
        values: dict[str, Any] = {}
        extra: dict[str, Any] = {}
        for key, value in wire.items():
            field = field_of.get(key)
            if field is None:
                extra[key] = value
            else:
                values[field] = value
        faults = cls._faults(values, strict=False)
        if faults:
            raise PeerError(*faults)
        return cls._make(values, extra)

    # ---- writing ----------------------------------------------------------------------------

    def to_wire(self, protocol_version: str) -> dict[str, Any]:
        """Write as a JSON object for *protocol_version*; the caller may change it.

        Raises:
            NotSendableError: That version has no form of this message that means the same.
            UnknownProtocolVersionError: No such version.
        """
        # A copy by way of JSON: 4 us for a form of 550 bytes, where copying it in Python takes 9.
        wire: dict[str, Any] = orjson_loads(self.to_json(protocol_version))
        return wire

    def to_json(self, protocol_version: str) -> bytes:
        """Like `to_wire`, as UTF-8 JSON."""
        # What `_written` does, without the call: a sixteenth of the time of a short message.
        try:
            wire = self._by_version[protocol_version]
        except (KeyError, TypeError):
            wire = self._render(rules_for(protocol_version))
        return dumps(wire)

    def _written(self, protocol_version: str) -> dict[str, Any]:
        try:
            return self._by_version[protocol_version]
        except (KeyError, TypeError):
            return self._render(rules_for(protocol_version))
