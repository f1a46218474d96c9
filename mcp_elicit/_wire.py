"""The one base of everything that travels.

A wire model is a frozen record. It is *built* strictly (keywords; RequestError) and *read*
leniently (`from_wire`, `from_json`; PeerError), and both ways run the same rules, told apart
by one flag. There is no third way in: `model_copy`, `model_construct` and `copy` build.

Rules are each class's own `_faults`; writing for a version is its `_render`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, cast

from orjson import loads as orjson_loads
from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, PrivateAttr, ValidationError
from pydantic_core import InitErrorDetails, core_schema
from typing_extensions import Self

from ._json import (
    MAX_BYTES,
    FrozenDict,
    dumps,
    freeze,
    harden,
    json_kind,
    parse,
    refuse_hidden,
)
from ._slots import (
    LATER,
    FilledAtFirstTouch,
    FrozenAtFirstTouch,
    new,
    plain_of,
    same_names,
    set_extra,
    set_private,
    set_visible,
    visible_of,
    wire_name,
)
from .errors import Fault, PeerError, RequestError
from .versions import VersionRules, rules_for

__all__ = ["WireModel", "read_in_one_look", "wire_name"]

T = TypeVar("T", bound="WireModel")

Look = Callable[[dict[str, Any]], "dict[Any, dict[str, Any]] | None"]
"""Judges what was just parsed, if it is an ordinary message: what it is on the wire, by version, what it was
read from first (under `AS_READ` where no version writes that), or None.

Reading by the rules (`WireModel._read`) must make the same record of it, without unknown members; and every
single value has to be looked at: in what is read here, nobody looks for nesting or for integers past 64 bits.
"""

Copy = Callable[[dict[str, Any]], "dict[str, Any] | None"]
"""Copies a message that somebody else parsed, or made, for a look at it; None where the copy might hold what
parsing does not give."""

LOOKS: Final[dict[type, Look]] = {}
"""By class, never by inheritance: a subclass may have fields and rules of its own. A table, as looking up
an attribute of a pydantic class takes three times as long.
"""

COPIES: Final[dict[type, Copy]] = {}
"""By class, as `LOOKS`."""


def read_in_one_look(cls: type[WireModel], look: Look, copied: Copy | None = None) -> None:
    """Let ordinary messages of *cls* be read by *look*, and by `WireModel._read` whatever is left."""
    LOOKS[cls] = look
    if copied is not None:
        COPIES[cls] = copied
    for field in cls.model_fields.keys() - cls._lazy:
        setattr(cls, field, FilledAtFirstTouch(field))


class WireModel(BaseModel, frozen=True):
    """A frozen record with a form on the wire.

    Keywords may be written in snake_case or as on the wire; type checkers see snake_case.
    Equality and hash go by value. Members that a peer sent and this package does not know
    are kept in `model_extra`, and written back.
    """

    model_config = ConfigDict(
        alias_generator=wire_name,
        populate_by_name=True,
        extra="allow",
        protected_namespaces=(),
        # An answer that pydantic refuses is an answer all the same.
        hide_input_in_errors=True,
        # pydantic's own validator is built only for a model that a user puts into one of their own.
        defer_build=True,
    )

    __slots__ = ("_by_version", "_names")
    if TYPE_CHECKING:
        _by_version: dict[Any, dict[str, Any]] = PrivateAttr()
        """What it is on the wire, by version: what it was read from stands first, then what it wrote."""
        _names: frozenset[str] = PrivateAttr()
        """The fields that were given; not set in a record that was read in one look."""

    _field_of: ClassVar[Mapping[str, str]] = {}
    """Wire name -> field name."""
    _member_of: ClassVar[Mapping[str, str]] = {}
    """Field name -> wire name."""
    _lazy: ClassVar[frozenset[str]] = frozenset()
    """Fields whose JSON is frozen at first touch: freezing a form costs more than reading it."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls._member_of = {field: wire_name(field) for field in cls.model_fields}
        cls._field_of = {member: field for field, member in cls._member_of.items()}
        cls._blank = {
            name: None if field.is_required() else field.default for name, field in cls.model_fields.items()
        }
        for field in cls._lazy:
            setattr(cls, field, FrozenAtFirstTouch(field))

    _blank: ClassVar[dict[str, Any]] = {}
    """Field name -> what it is where nobody gave it."""
    _json_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that hold a JSON object."""
    _roots: ClassVar[Mapping[str, str]] = {}
    """Field name -> what the paths inside it start with, where that is not the field name."""

    # ---- the rules and the form on the wire: each class its own ----------------------------

    @classmethod
    def _faults(cls, values: dict[str, Any], *, strict: bool, allow: Any = None) -> list[Fault]:
        """Say what is wrong with *values* (by field name), and drop from them what does not belong.

        *strict* when an author builds, not when a peer is read. *allow* is whatever the author
        cleared, kept beside the record.
        """
        raise NotImplementedError

    def _render(self, rules: VersionRules) -> dict[str, Any]:
        """Write for one version; may share values with the record.

        Raises:
            NotSendableError: With every reason.
        """
        raise NotImplementedError

    # ---- building ---------------------------------------------------------------------------

    if not TYPE_CHECKING:  # checkers see the keywords of the fields

        def __init__(self, /, **data: Any) -> None:
            self._set(self._admit(data, None), {}, {"built": None})

        def copy(self, **kwargs: Any) -> Self:
            return self.model_copy(update=kwargs.get("update"))

        def __getattr__(self, name: str) -> Any:
            work_out = LATER.get(name)
            return super().__getattr__(name) if work_out is None else work_out(self)

        __dict__ = property(visible_of, set_visible)

        def __iter__(self) -> Iterator[tuple[str, Any]]:
            self._values()  # freezes what is frozen at first touch, so that it is among them
            return super().__iter__()

        def __setattr__(self, name: str, value: Any) -> None:
            raise _frozen(self, name)

        def __delattr__(self, name: str) -> None:
            raise _frozen(self, name)

    @classmethod
    def _build(cls, data: Mapping[str, Any], allow: Any = None) -> Self:
        """Build as the constructor does, with what the author cleared."""
        self = cls.__new__(cls)
        self._set(cls._admit(data, allow), {}, {"built": allow})
        return self

    @classmethod
    def _admit(cls, data: Mapping[str, Any], allow: Any) -> dict[str, Any]:
        faults: list[Fault] = []
        values: dict[str, Any] = {}
        for key, value in data.items():
            field = key if key in cls._blank else cls._field_of.get(key)
            if field is None:
                known = ", ".join(cls._blank)
                faults.append(Fault(key, f"{cls.__name__} has no such field", f"use one of {known}"))
            elif field in values:
                faults.append(
                    Fault(key, f"given twice, as {field} and as {wire_name(field)}", "give it once")
                )
            elif value is not None:
                root = cls._roots.get(field, field)
                values[field] = freeze(value, root, RequestError) if cls._is_json(value) else value
        faults += cls._faults(values, strict=True, allow=allow)
        if faults:
            raise RequestError(*faults)
        return values

    @staticmethod
    def _is_json(value: Any) -> bool:
        return isinstance(value, (str, int, float, list, tuple, Mapping))

    @classmethod
    def model_construct(cls, _fields_set: set[str] | None = None, **values: Any) -> Self:
        """Build; the rules hold here too."""
        return cls._build(values)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Copy with *update*; the rules hold for the copy as they held for this record.

        Raises:
            RequestError: The copy would break them.
        """
        private = self._private()
        fields_set = set(self.model_fields_set)
        values = {name: self._plain(name) for name in fields_set}
        for key, value in (update or {}).items():
            field = key if key in self._blank else self._field_of.get(key, key)
            if value is None:
                values.pop(field, None)
            else:
                values[field] = value
        if "built" in private:
            return type(self)._build(values, private["built"])._with_extra(self.model_extra)
        read: dict[str, Any] = {name: freeze(value, name, RequestError) for name, value in values.items()}
        unknown = [
            Fault(name, f"{type(self).__name__} has no such field")
            for name in read
            if name not in self._blank
        ]
        faults = unknown or self._faults(read, strict=False)
        if faults:
            raise RequestError(*faults)
        return type(self)._make(read, dict(self.model_extra or {}))

    def _with_extra(self, extra: Mapping[str, Any] | None) -> Self:
        set_extra(self, dict(extra or {}))
        return self

    # ---- reading ----------------------------------------------------------------------------

    @classmethod
    def from_wire(cls, mapping: Mapping[str, Any]) -> Self:
        """Read a JSON object that is already parsed; it is copied.

        Unknown members are kept in `model_extra`.

        Raises:
            PeerError: It breaks the specification; every reason at once.
        """
        if type(mapping) is dict and cls in COPIES:
            copied = COPIES[cls](mapping)
            by_version = None if copied is None else LOOKS[cls](copied)
            if by_version is not None:
                record = new(cls)
                _set_by_version(record, by_version)
                return record
        if not isinstance(mapping, Mapping):
            raise PeerError(Fault("", f"{cls.__name__}: expected an object, got {json_kind(mapping)}"))
        return cls._read(freeze(mapping, "", PeerError))

    @classmethod
    def from_json(cls, data: bytes | str, *, max_bytes: int | None = MAX_BYTES) -> Self:
        """Like `from_wire`, from JSON text of at most *max_bytes* bytes (None: any)."""
        if type(data) is bytes and type(max_bytes) is int and len(data) <= max_bytes:
            try:
                value = orjson_loads(data)
            except ValueError:
                value = parse(data, max_bytes)  # and says what is wrong
        else:
            value = parse(data, max_bytes)
        look = LOOKS.get(cls)
        if type(value) is dict and look is not None:
            by_version = look(value)
            if by_version is not None:
                record = new(cls)
                _set_by_version(record, by_version)
                return record
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

    @classmethod
    def _make(cls, values: dict[str, Any], extra: dict[str, Any]) -> Self:
        self = cls.__new__(cls)
        self._set(values, extra)
        return self

    def _set(
        self, values: dict[str, Any], extra: dict[str, Any], private: dict[str, Any] | None = None
    ) -> None:
        private = {} if private is None else private
        visible = {**self._blank, **values}
        for name in self._json_fields:
            value = visible[name]
            if type(value) is dict:
                if name in self._lazy:
                    private[name] = value
                    del visible[name]
                else:
                    visible[name] = harden(value)
        if extra:
            extra = {key: harden(value) for key, value in extra.items()}
            set_extra(self, extra)
        set_visible(self, visible)
        set_private(self, private)
        _set_names(self, same_names(values))

    def _private(self) -> dict[str, Any]:
        private = self.__pydantic_private__
        assert private is not None
        return private

    def _plain(self, name: str) -> Any:
        """The value of a field without freezing it: not to be changed, not to be handed out."""
        return plain_of(self, name)

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

    # ---- a value ----------------------------------------------------------------------------

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._blank}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values() and (self.model_extra or {}) == (other.model_extra or {})

    def __hash__(self) -> int:
        return hash(
            (type(self), *map(_hashable, self._values().values()), FrozenDict(self.model_extra or {}))
        )

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return self

    def __copy__(self) -> Self:
        return self

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[BaseModel], handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        # What `model_serializer` does; importing that costs as much as two of the models.
        written = core_schema.wrap_serializer_function_ser_schema(cls._serialize)
        return cast("core_schema.CoreSchema", {**handler(source), "serialization": written})

    def _serialize(self, handler: Any) -> Any:
        self._values()  # freezes what is frozen at first touch, so that the serializer sees it
        return handler(self)


_set_by_version = vars(WireModel)["_by_version"].__set__
_set_names = vars(WireModel)["_names"].__set__


def _frozen(record: WireModel, name: str) -> ValidationError:
    # pydantic's own error for it holds and shows what was to be set.
    told: InitErrorDetails = {"type": "frozen_instance", "loc": (name,), "input": None}
    return ValidationError.from_exception_data(type(record).__name__, [told], hide_input=True)


def _hashable(value: Any) -> Any:
    return tuple(value.items()) if type(value) is dict else value
