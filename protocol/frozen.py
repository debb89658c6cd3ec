"""`frozen`: a decorator for immutable attrs classes that are quick to define, and as fast to create as mutable ones.

The type checker sees attrs' own `frozen` and rejects every assignment. At run time, nothing prevents an assignment: the
class only has slots, equality, a hash and a representation. attrs' own guard makes creating an object of fourteen
fields five times as slow, and the fold creates at least one for every event. The idiom comes from the authors of attrs
and cattrs (https://threeofwands.com/attra-iv-zero-overhead-frozen-attrs-classes/).

attrs also compiles a `__repr__` for each class, which takes a third of the time of defining it. All classes share one
here: the programs define over a hundred, before they show anything.
"""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs

__all__ = ["IF_ANY", "frozen"]

IF_ANY: Final = {"if_any": True}
"""The metadata of a field that is written, on the wire and in a journal, only if there is something else than its
default in it, so that what older releases wrote is written again as it was.
"""

if TYPE_CHECKING:
    from attrs import frozen
else:

    def frozen(cls: type | None = None, **options: Any) -> Any:
        """attrs' `define`, with a hash and the shared representation; takes its options."""
        if cls is None:
            return partial(frozen, **options)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _representation
        return attrs.define(cls, unsafe_hash=True, **options)


def _representation(self: Any) -> str:
    """`Name(field=value, ...)`, without the fields that have `repr=False`."""
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(type(self)) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"
