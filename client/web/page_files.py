"""The files of the page, as they are sent: the page, its scripts and styles, icons; and the same for a TV and a league.

Here: which files there are, what they are made of, their compressed form and their version. A script or style needs a
line here and a file in the folder `assets`. A page's scripts are plain ones, joined in this order, so they have one
scope: a name at the top of one is the same in all, and no two may have the same. Not here: the responses with them
(`http`).
"""

import gzip
import hashlib
import json
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from client.model.sounds import TUNES
from client.web.lobby_part import first_page
from client.web.own_words import filled
from client.web.policy import policy_of
from protocol.shared.table_path import LEAGUE, TV

_PNG: Final = "image/png"
_SCRIPT: Final = "text/javascript"
_STRICT: Final = b'"use strict";\n'
"""How each script begins, also one that is no module: to set a name that nobody has declared is a fault then."""
_FOR_ALL: Final = ("words", "storage", "parts", "awake", "between", "inflate", "link", "next_host", "speech")
"""The scripts that the page and a TV both have."""
SCRIPTS: Final = (
    *_FOR_ALL,
    "look",
    "choosing",
    "dragging",
    "keys",
    "motion",
    "opening",
    "replay",
    "share",
    "side",
    "sound",
    "page",
)
TV_SCRIPTS: Final = (*_FOR_ALL, "tv")
_FIRST_STYLES: Final = ("shared", "arrangement", "around", "rooms")
"""Those that the first page needs. They come within the document, so that it is drawn before any other file comes."""
_STYLES: Final = (
    "waiting",
    "seats",
    "board",
    "hand",
    "windows",
    "curve",
    "end",
    "motion",
    "replay",
    "course",
    "side",
    "small",
    "access",
)
_TV_STYLES: Final = ("shared", "motion", "curve", "around", "tv")
_FILES: Final = {
    "/": ("text/html", ["page.html"]),
    "/page.html": ("text/html", ["page.html"]),
    "/page.css": ("text/css", [f"{name}.css" for name in _STYLES]),
    TV: ("text/html", ["tv.html"]),
    "/tv.css": ("text/css", [f"{name}.css" for name in _TV_STYLES]),
    LEAGUE: ("text/html", ["league.html"]),
    "/league.css": ("text/css", ["shared.css", "league.css"]),
    "/page.js": (_SCRIPT, [f"{name}.js" for name in SCRIPTS]),
    "/tv.js": (_SCRIPT, [f"{name}.js" for name in TV_SCRIPTS]),
    "/motion.js": (_SCRIPT, ["motion.js"]),
    "/manifest.webmanifest": ("application/manifest+json", ["manifest.webmanifest"]),
    "/icon.svg": ("image/svg+xml", ["icon.svg"]),
    **{f"/icon-{size}.png": (_PNG, [f"icon-{size}.png"]) for size in (180, 192, 512)},
}
"""The type of each file of the page, and the files in the folder `assets` that it is made of."""
_OTHERS: Final = (TV, LEAGUE)
"""Pages beside the players' own, whose addresses of other files begin with `/`."""


class File(NamedTuple):
    """A file of the page: its type, its bytes and the same compressed, its version, which the page asks for.

    Compressing is safe here, because no file has anything of a player. `policy`: as in `client.web.policy`.
    """

    type: str
    content: bytes
    compressed: bytes
    version: str
    policy: str


Files = Mapping[str, File]
"""The files of the page, by path."""


def page_files() -> Files:
    """The files of the page, read from the folder `assets`, with the version in each address of another of them.

    They are in the language that is spoken.
    """
    assets = files(__package__) / "assets"
    read = {
        path: (_with_charset(type_), _beginning(type_) + b"".join(_content(assets / name) for name in names))
        for path, (type_, names) in _FILES.items()
    }
    version = hashlib.sha256(b"".join(content for _, content in read.values())).hexdigest()[:16]
    return {path: _versioned(path, type_, content, version) for path, (type_, content) in read.items()}


def _beginning(type_: str) -> bytes:
    return _STRICT if type_ == _SCRIPT else b""


def _content(asset: Traversable) -> bytes:
    content, is_json = asset.read_bytes(), asset.name.endswith(".webmanifest")
    if asset.name == "sound.js":
        return content.replace(b'"{{tunes}}"', _tunes())
    if not is_json and not asset.name.endswith(".html"):
        return content
    text = content.decode()
    for gap, put in _within().items() if asset.name == "page.html" else ():
        text = text.replace(gap, put)
    return filled(text, is_json=is_json).encode()


def _tunes() -> bytes:
    """The tunes as a JSON text that is quoted in a script."""
    return json.dumps(json.dumps(TUNES, separators=(",", ":"))).encode()


def _within() -> Mapping[str, str]:
    """What the page's document has in place of these gaps, so that it can be used before any other file comes."""
    assets = files(__package__) / "assets"
    style = "".join((assets / f"{name}.css").read_text("utf-8") for name in _FIRST_STYLES)
    early = (assets / "early.js").read_text("utf-8")
    return {"{{style}}": style, "{{early}}": early, "{{first_page}}": first_page()}


def _versioned(path: str, type_: str, content: bytes, version: str) -> File:
    for name in [other[1:] for other in _FILES if "." in other]:  # not the pages, which are also texts such as ""
        for quoted in (f'"{name}"', *([f'"/{name}"'] if path in _OTHERS else [])):
            content = content.replace(quoted.encode(), f'{quoted[:-1]}?v={version}"'.encode())
    return File(type_, content, gzip.compress(content, mtime=0), version, policy_of(content))


def _with_charset(type_: str) -> str:
    return type_ if type_ == _PNG else f"{type_}; charset=utf-8"
