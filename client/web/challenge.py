"""The challenge: how the daemon finds out whether a public name leads to its own page, and not to somebody else's.

Here: the answer, which only this process can give. Pure. Not here: the request (`http`), asking for it through a public
name (`public_check`).
"""

import hashlib
import hmac
import re
import secrets
from functools import partial
from typing import Final

from attrs import field

from protocol.frozen import frozen

PATH: Final = "/.well-known/fives"
_NONCE: Final = re.compile(r"[\w-]{1,100}", re.ASCII)


@frozen
class Challenge:
    """The challenge of one run of this process."""

    _secret: bytes = field(factory=partial(secrets.token_bytes, 32), repr=False)

    def answer(self, nonce: str) -> str | None:
        """The answer to this nonce; None if it is not a valid one."""
        if not _NONCE.fullmatch(nonce):
            return None
        return hmac.new(self._secret, nonce.encode(), hashlib.sha256).hexdigest()
