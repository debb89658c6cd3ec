"""The texts of a language that is offered, read from its PO file among the program's own.

Here: finding and reading the file, once. Not here: the format (`po_file`), which languages there are
(`offered_languages`).
"""

from functools import cache
from gettext import NullTranslations
from pkgutil import get_data

from protocol.shared.offered_languages import UnreadableError
from protocol.shared.po_file import PoFileError, read_po


@cache
def translation(language: str) -> NullTranslations:
    """The texts of this language. Raises `UnreadableError`."""
    try:
        content = get_data(__package__, f"languages/{language}.po")
    except OSError as error:
        raise UnreadableError(f"{language}.po: {error.strerror or error}; fives speaks English") from None
    try:
        return read_po(content or b"")
    except PoFileError as error:
        raise UnreadableError(f"{language}.po cannot be read: {error}; fives speaks English") from None
