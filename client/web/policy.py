"""The content security policy of the page: what a browser loads and runs there.

Here: that text, which allows a style and a script within a document by their hashes alone. Not here: sending it
(`http`), the policy of the frame in which a browser tries a next host (`next_hosts`).
"""

import base64
import hashlib
import re
from typing import Final

_WITHIN: Final = re.compile(rb"<(style|script)>(.*?)</\1>", re.DOTALL)


def policy(*, styles: str = "", scripts: str = "") -> str:
    """The policy; with these sources of styles and scripts, too."""
    return (
        f"default-src 'none'; script-src 'self'{scripts}; style-src 'self'{styles}; img-src 'self' data:; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )


POLICY: Final = policy()


def policy_of(document: bytes) -> str:
    """The policy of this HTML, whose own style and script have no attributes."""
    found = {"style": "", "script": ""}
    for kind, content in _WITHIN.findall(document):
        found[kind.decode()] += f" 'sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}'"
    return policy(styles=found["style"], scripts=found["script"])
