"""`frozen`: a decorator for immutable attrs classes that are as fast to create as mutable ones.

The type checker sees attrs' own `frozen` and rejects every assignment. At run time, nothing prevents an assignment: the
class only has slots, equality and a hash. attrs' own guard makes creating an object of fourteen fields five times as
slow, and the fold creates at least one for every event. The idiom comes from the authors of attrs and cattrs
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
