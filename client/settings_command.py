"""`fives settings`: what is set, where that comes from, and how to change it.

Lives here: what the command prints and writes. Not here: what can be set (`settings`), where it is kept (`folders`).
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from client.cli import DONE, MISUSED, tell
from client.settings import SETTINGS, Kept, Setting, SettingsError, Value, changed, read_settings, read_text
from client.words import settings as words


def settings_command(path: Path, name: str | None, value: str | None, *, unset: bool) -> int:
    """Show all settings or one, or set one; the exit status."""
    try:
        if unset and (name is None or value is not None):
            raise SettingsError(words.UNSET_OR_SET)
        lines = _done(path, name, value, unset=unset)
    except SettingsError as error:
        tell(str(error))
        return MISUSED
    print("\n".join(lines))
    sys.stdout.flush()
    return DONE


def _done(path: Path, name: str | None, value: str | None, *, unset: bool) -> list[str]:
    if name is None:
        return list(_all(path, read_settings(path)))
    setting = SETTINGS.get(name)
    if setting is None:
        raise SettingsError(words.unknown(name, tuple(SETTINGS)))
    if unset:
        return [_unset(path, setting)]
    if value is None:
        return [words.spelled(read_settings(path).values.get(name, setting.usual))]
    return [_set(path, setting, value)]


def _all(path: Path, kept: Kept) -> Iterator[str]:
    yield words.where(path, is_there=path.exists())
    rows = [
        (
            each.name,
            f"= {words.spelled(kept.values.get(each.name, each.usual))}",
            words.from_line(kept.lines.get(each.name)),
            words.meaning(each.name, each.kind.values),
        )
        for each in SETTINGS.values()
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield words.HOW_TO


def _set(path: Path, setting: Setting, typed: str) -> str:
    value = setting.kind.parse(typed)
    if value is None:
        raise SettingsError(words.bad(setting.name, typed, setting.kind.values))
    _write(path, setting.name, value)
    return words.is_set(path, setting.name, value)


def _unset(path: Path, setting: Setting) -> str:
    before = read_text(path)
    if changed(path, before, setting.name, None) == before:
        return words.was_not_set(path, setting.name)
    _write(path, setting.name, None)
    return words.is_unset(path, setting.name, setting.usual)


def _write(path: Path, name: str, value: Value | None) -> None:
    from client.keeping import write_whole

    text = changed(path, read_text(path), name, value)
    # Who keeps such files elsewhere and links them here keeps the link.
    place = path.resolve()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, text.encode())
    except OSError as error:
        raise SettingsError(words.not_written(path, error.strerror or str(error))) from None
