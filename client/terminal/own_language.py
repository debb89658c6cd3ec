"""The language of the player at this terminal: the setting, or what the system asks for.

Here: the environment as gettext reads it, and Windows' own setting. Not here: the setting (`words.settings`), the
languages (`words.languages`), which one a browser asks for (the page).
"""

import os
import sys
from collections.abc import Mapping
from typing import Final

from client.words.say import ENGLISH, Language
from client.words.settings import AUTO
from protocol.shared import offered_languages
from protocol.shared.offered_languages import offered_of

_LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_NONE: Final = ("C", "POSIX")
"""What a system asks for that wants no language: English, whatever `LANGUAGE` says."""
_LANGUAGE: Final = 0x3FF
_USUAL_COUNTRY: Final = 0x400
"""Windows' number of a language, and of its usual country: Python does not know those of Cuba and Haiti, for one."""


def language_of_setting(value: object) -> Language:
    """The language that a value of the setting means. Raises `UnreadableError` if its texts cannot be read."""
    name = language_of_system() if value == AUTO else str(value)
    if name == offered_languages.ENGLISH:
        return ENGLISH
    from client.words.languages.by_name import language_named  # noqa: PLC0415 - English starts without

    return language_named(name)


def language_of_system(environ: Mapping[str, str] = os.environ) -> str:
    """The name of the language that the environment asks for, as gettext reads it; or else Windows."""
    locale = next((environ[name] for name in _LOCALE if environ.get(name)), "")
    if locale in _NONE:
        return offered_languages.ENGLISH
    wanted = [_without_encoding(name) for name in (*environ.get("LANGUAGE", "").split(":"), locale) if name]
    return offered_of(wanted or _of_windows())


def _without_encoding(locale: str) -> str:
    """`es_MX` in `es_MX.UTF-8@euro`."""
    return locale.partition(".")[0].partition("@")[0]


def _of_windows() -> list[str]:
    """The language in which Windows shows its own windows."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only Windows has what is asked for
        from locale import windows_locale  # noqa: PLC0415

        without_country = _USUAL_COUNTRY | ctypes.windll.kernel32.GetUserDefaultUILanguage() & _LANGUAGE
        name = windows_locale.get(without_country)
        return [] if name is None else [name]
    return []
