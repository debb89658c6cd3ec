"""Phrases that are often in what is sent without compression, each sent as one character.

Here: the phrases, and shortening texts by them. Compression would do more, but what depends on a hand is never
compressed (`shared_parts` says why): a sign is as long as any other, whatever else is in the message. Not here: which
texts are shortened (`outgoing`). The script gets the phrases in the first message, and puts them back
(`assets/parts.js`).
"""

from typing import Final

FIRST_SIGN: Final = 0x80
"""Signs are control characters. No text has them, since other people's words are cleaned."""
PHRASES: Final = (
    # tiles of the hand
    '<button type="button" class="tile',
    '" data-press="tile" data-value="',
    '" role="option" aria-selected="false"><svg viewBox="-10 -20 20 40" aria-hidden="true"><use href="#t',
    '" role="option" aria-selected="true"><svg viewBox="-10 -20 20 40" aria-hidden="true"><use href="#t',
    '"/></svg><span class="unseen">',
    ', does not fit</span><b aria-hidden="true">·</b></button>',
    '</span><b aria-hidden="true">0',
    '</span><b class="scores" aria-hidden="true">',
    '</b><span class="on" aria-hidden="true"><i>on the ',
    "</u></span></button>",
    "0 points on the ",
    " points on the ",
    "</i><u>on ",
    # places for the chosen tile
    '<svg viewBox="',
    '" class="board ghosts" role="listbox" aria-label="Where to lay ',
    '<g class="ghost ',
    ' nothing" role="option" tabindex="0" aria-label="',
    '" role="option" tabindex="0" aria-label="',
    '" aria-selected="false" data-press="end" data-value="',
    '" aria-selected="true" data-press="end" data-value="',
    '"><rect class="reach" x="',
    '"/><use href="#t',
    '" transform="translate(',
    '"/><rect class="outline" transform="translate(',
    '" x="-9.1" y="-19.1" width="18.2" height="38.2" rx="2.5"/><circle class="badge" cx="',
    '"/><text class="points" x="',
    '" dy="0.36em" font-size="',
    '" aria-hidden="true">',
    # the large button
    ' idle" data-press="advise" data-value="">Choose a tile',
    '" data-press="play" data-value="',
    # sentences
    '<li class="',
    '" data-tile="',
)
"""At most 32: then two bytes are enough for a sign."""
_SIGNS: Final = {phrase: chr(FIRST_SIGN + number) for number, phrase in enumerate(PHRASES)}
_IN_ORDER: Final = sorted(_SIGNS.items(), key=lambda pair: -len(pair[0]))


def short(text: str) -> str:
    """The text with signs in place of phrases."""
    for phrase, sign in _IN_ORDER:
        text = text.replace(phrase, sign)
    return text
