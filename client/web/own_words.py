"""What the page says before and without its server, put into its documents when they are made.

Here: which messages its documents and scripts have, and filling them in. A document has the key of a message between
double braces, at `{{words}}` all those that its scripts say, for `assets/words.js`, and at `{{language}}` its language.
Not here: the messages (`words.catalogue.scripts`), what the server sends (`page_words` and the parts).
"""

import json
import re
from html import escape
from typing import Final

from client.words.say import Phrase, name_of_language

_OF_SCRIPTS: Final = (
    Phrase("script.saved"),
    Phrase("script.trying_there"),
    Phrase("script.in_folder"),
    Phrase("script.connected_again"),
    Phrase("script.not_connected"),
    Phrase("script.trying_again"),
    Phrase("script.may_not_have_arrived"),
    Phrase("script.was_not_sent"),
    Phrase("script.blocked", {"name": "{name}"}),
    Phrase("script.link_is_cut"),
    Phrase("script.no_link"),
    Phrase("script.link_copied"),
    Phrase("script.text_copied"),
    Phrase("script.link_selected"),
    Phrase("script.link"),
    Phrase("script.close"),
    Phrase("script.escape_closes"),
    Phrase("script.tv_moved"),
)
"""A fact stands for itself: a script puts it in."""
_OF_DOCUMENTS: Final = (
    Phrase("document.about"),
    Phrase("document.title"),
    Phrase("document.how"),
    Phrase("document.host_gone"),
    Phrase("document.paste"),
    Phrase("document.open"),
    Phrase("document.elsewhere"),
    Phrase("document.play_here"),
    Phrase("document.actions"),
    Phrase("document.side"),
    Phrase("document.said"),
    Phrase("document.newest"),
    Phrase("document.say"),
    Phrase("document.send"),
    Phrase("document.needs_script"),
    Phrase("document.too_old"),
    Phrase("document.one_moment"),
    Phrase("document.league"),
    Phrase("document.about_briefly"),
)
_GAP: Final = re.compile(r"\{\{([\w.]+)\}\}")


def filled(document: str, *, is_json: bool = False) -> str:
    """The document, which is HTML or JSON, in the language that is spoken."""
    quoted = _in_json if is_json else escape
    texts = {phrase.key: quoted(str(phrase)) for phrase in _OF_DOCUMENTS}
    texts["words"] = _compact({phrase.key: str(phrase) for phrase in _OF_SCRIPTS}).replace("<", "\\u003c")
    texts["language"] = name_of_language()
    return _GAP.sub(lambda gap: texts[gap[1]], document)


def _in_json(text: str) -> str:
    return _compact(text)[1:-1]


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
