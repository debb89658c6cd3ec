"""`frozen`: a decorator for immutable attrs classes that are as quick to make as mutable ones.

The type checker sees attrs' own `frozen` and rejects every assignment. At run time the class has slots, equality and a
hash, and its fields could be set: attrs' own guard makes an object of fourteen fields five times as slow to create, and
the fold creates one or more for every event. The idiom comes from the authors of attrs and cattrs
(https://threeofwands.com/attra-iv-zero-overhead-frozen-attrs-classes/).
"""

from functools import partial
from typing import TYPE_CHECKING

import attrs

__all__ = ["frozen"]

if TYPE_CHECKING:
    from attrs import frozen
else:
    frozen = partial(attrs.define, unsafe_hash=True)
