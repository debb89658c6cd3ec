"""`frozen` and `define`: decorators for attrs classes that are quick to define.

The type checker sees attrs' own. At run time, nothing prevents an assignment to an object of a `frozen` class: it only
has slots, equality, a hash and a representation. attrs' own guard makes creating an object of fourteen fields five
times as slow, and the fold creates at least one for every event. The idiom comes from the authors of attrs and cattrs
(https://threeofwands.com/attra-iv-zero-overhead-frozen-attrs-classes/).

attrs also compiles `__repr__`, `__eq__` and `__hash__` for each class, which takes more than half of the time of
defining it. The programs define over four hundred, before they show anything, and compare objects of few. So all
classes share one representation here, and attrs makes the methods that compare when they are first called.
"""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs

__all__ = ["IF_ANY", "define", "frozen"]

IF_ANY: Final = {"if_any": True}
"""The metadata of a field that is written, on the wire and in a journal, only if there is something else than its
default in it, so that what older releases wrote is written again as it was.
"""

if TYPE_CHECKING:
    from attrs import define, frozen
else:

    def frozen(cls: type | None = None, **options: Any) -> Any:
        """attrs' `define`, with a hash; takes its options."""
        return partial(frozen, **options) if cls is None else _defined(cls, _hash, options)

    def define(cls: type | None = None, **options: Any) -> Any:
        """attrs' `define`; takes its options."""
        hashed = _hash if options.get("frozen") else None
        return partial(define, **options) if cls is None else _defined(cls, hashed, options)


def _defined(cls: type, hashed: Any, options: dict[str, Any]) -> type:
    shared: dict[str, Any] = {"__repr__": _representation}
    if options.pop("eq", True):
        shared |= {"__eq__": _equals, "__hash__": hashed}
    for name, method in shared.items():
        # A class whose body has an `__eq__` and no `__hash__` has a `__hash__` of None.
        if cls.__dict__.get(name) is None:
            setattr(cls, name, method)
    return attrs.define(cls, eq=False, **options)


def _representation(self: Any) -> str:
    """`Name(field=value, ...)`, without the fields that have `repr=False`."""
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(type(self)) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _equals(self: Any, other: object) -> Any:
    _compile_comparing(type(self))
    return self.__eq__(other)


def _hash(self: Any) -> int:
    _compile_comparing(type(self))
    return hash(self)


def _compile_comparing(cls: type) -> None:
    """Give the class, or the ancestor from which it has them, the methods that attrs makes."""
    owner: Any = next((ancestor for ancestor in cls.__mro__ if ancestor.__dict__.get("__eq__") is _equals), None)
    if owner is None:  # another thread was first
        return
    compared = {field.name: attrs.field(eq=field.eq_key or field.eq, hash=field.hash) for field in attrs.fields(owner)}
    made = attrs.define(
        type(owner.__name__, (), {}), these=compared, init=False, repr=False, slots=False, unsafe_hash=True
    )
    if owner.__hash__ is _hash:
        owner.__hash__ = made.__hash__
    owner.__eq__ = made.__eq__
