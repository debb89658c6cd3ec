"""Which browser it is, in words for the host's list: `Chrome on Android`.

Pure. It is what the browser says of itself, so nothing depends on it.
"""

from typing import Final

from client.words.say import say

_NAMES: Final = (
    ("Firefox", ("firefox/", "fxios/")),
    ("Edge", ("edg/", "edga/", "edgios/")),
    ("Opera", ("opr/",)),
    ("Samsung Internet", ("samsungbrowser/",)),
    ("Chrome", ("chrome/", "crios/", "chromium/")),
    ("Safari", ("safari/",)),
)
"""The first that is found counts: most browsers name older ones, too."""
_SYSTEMS: Final = (
    ("Android", ("android",)),
    ("iPhone", ("iphone",)),
    ("iPad", ("ipad",)),
    ("Windows", ("windows",)),
    ("Mac", ("mac os", "macintosh")),
    ("Linux", ("linux", "x11")),
)


def kind_of(user_agent: str) -> str:
    """The browser and its system, as far as they are known."""
    said = user_agent.lower()
    name, system = (
        next((kind for kind, signs in kinds if any(sign in said for sign in signs)), "") for kinds in (_NAMES, _SYSTEMS)
    )
    name = name or say("browser.unknown")
    return say("browser.on", browser=name, system=system) if system else name
