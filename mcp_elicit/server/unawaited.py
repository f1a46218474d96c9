"""A coroutine that nobody can mistake for its answer.

In Python a coroutine is true; ``if exchange.confirm(...)`` without ``await`` must not read as a yes.
"""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from typing import Any, NoReturn, TypeVar, overload

from ..errors import Fault, RequestError

__all__ = ["Unawaited"]

T = TypeVar("T")


class Unawaited(Coroutine[Any, Any, T]):
    """Awaitable as what it wraps, and an error where a truth or a comparison is wanted."""

    def __init__(self, coroutine: Coroutine[Any, Any, T]) -> None:
        self._coroutine = coroutine

    def __bool__(self) -> bool:
        self._refuse()

    def __eq__(self, other: object) -> bool:
        return self is other or self._refuse()

    __hash__ = object.__hash__

    def _refuse(self) -> NoReturn:
        self._coroutine.close()
        raise RequestError(
            Fault("confirm", "was not awaited, so nobody was asked", "write `if await exchange.confirm(...)`")
        )

    def __await__(self) -> Generator[Any, Any, T]:
        return self._coroutine.__await__()

    def send(self, value: Any) -> Any:
        """As the coroutine."""
        return self._coroutine.send(value)

    @overload
    def throw(self, typ: type[BaseException], val: Any = None, tb: Any = None, /) -> Any: ...
    @overload
    def throw(self, typ: BaseException, val: None = None, tb: Any = None, /) -> Any: ...
    def throw(self, typ: Any, val: Any = None, tb: Any = None, /) -> Any:
        """As the coroutine."""
        return self._coroutine.throw(typ if isinstance(typ, BaseException) else val or typ)

    def close(self) -> None:
        """As the coroutine."""
        self._coroutine.close()
