"""`frozen`: attrs classes that nobody changes, as quick to make as any other.

Lives here: one decorator. The type checker takes it for attrs' own and refuses every assignment. At run time it is a
class with slots, equality and a hash whose fields could be set: attrs' own guard makes an object of fourteen fields
five times as slow to make, and the fold makes one or more for every event. The idiom is of attrs' and cattrs' authors
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
