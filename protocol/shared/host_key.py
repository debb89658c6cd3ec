"""A host's key: how a client knows a host again, wherever it is and whatever leads there.

Here: the key as text. Pure. Not here: the certificate behind it, links with a key (`join_link`).

The key is the SHA-256 of the host's certificate in DER, truncated to 100 bits: nobody can make another certificate with
the same key, and people can still read it out. It is written in base32 with small letters, as four groups of five.
"""

import base64
import hashlib
from typing import Final

GROUP: Final = 5
GROUPS: Final = 4
_CHARACTERS: Final = GROUP * GROUPS
_ALPHABET: Final = frozenset("abcdefghijklmnopqrstuvwxyz234567")


def key_of(certificate: bytes) -> str:
    """The key of the host with this certificate, in DER: `vbnm5-a7z33-34ywp-emt4v`."""
    return _grouped(base64.b32encode(hashlib.sha256(certificate).digest()).decode().lower()[:_CHARACTERS])


def parse_key(typed: str) -> str | None:
    """The key in a text, with or without its hyphens; None if it is none."""
    letters = typed.replace("-", "").lower()
    return _grouped(letters) if len(letters) == _CHARACTERS and _ALPHABET.issuperset(letters) else None


def is_cut_key(typed: str) -> bool:
    """Whether the text is the beginning of a key, whose end is missing."""
    letters = typed.replace("-", "").lower()
    return len(letters) < _CHARACTERS and _ALPHABET.issuperset(letters)


def _grouped(letters: str) -> str:
    return "-".join(letters[at : at + GROUP] for at in range(0, _CHARACTERS, GROUP))
