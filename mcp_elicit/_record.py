"""The frozen record under everything that travels: built, copied, compared and kept, as a pydantic model.

It is *built* strictly, from keywords, and every copy builds: `model_copy`, `model_construct` and `copy` too.
Nothing here knows the wire; what a class allows are its own `_faults`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, PrivateAttr, ValidationError
from pydantic_core import InitErrorDetails, core_schema
from typing_extensions import Self

from ._frozen import FrozenDict, freeze, harden
from ._slots import (
    LATER,
    FrozenAtFirstTouch,
    plain_of,
    same_names,
    set_extra,
    set_private,
    set_visible,
    visible_of,
    wire_name,
)
from .errors import Fault, RequestError

__all__ = ["Record", "set_by_version"]


class Record(BaseModel, frozen=True):
    """A frozen record.

    Keywords may be written in snake_case or as on the wire; type checkers see snake_case.
    Equality and hash go by value.
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

    @classmethod
    def _faults(cls, values: dict[str, Any], *, strict: bool, allow: Any = None) -> list[Fault]:
        """Say what is wrong with *values* (by field name), and drop from them what does not belong.

        *strict* when an author builds, not when a peer is read. *allow* is whatever the author
        cleared, kept beside the record.
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
            return type(self)._build(values, private["built"])
        read: dict[str, Any] = {name: freeze(value, name, RequestError) for name, value in values.items()}
        unknown = [
            Fault(name, f"{type(self).__name__} has no such field")
            for name in read
            if name not in self._blank
        ]
        faults = unknown or self._faults(read, strict=False)
        if faults:
            raise RequestError(*faults)
        return type(self)._make(read, self.model_extra or {})

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
            set_extra(self, harden(extra))
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


set_by_version = vars(Record)["_by_version"].__set__
_set_names = vars(Record)["_names"].__set__


def _frozen(record: Record, name: str) -> ValidationError:
    # pydantic's own error for it holds and shows what was to be set.
    told: InitErrorDetails = {"type": "frozen_instance", "loc": (name,), "input": None}
    return ValidationError.from_exception_data(type(record).__name__, [told], hide_input=True)


def _hashable(value: Any) -> Any:
    return tuple(value.items()) if type(value) is dict else value
