"""`fives settings`: shows the settings and where each comes from, and changes one.

Here: the output of the command. Not here: the settings (`words.settings`), writing one (`store.file_settings`), the
path of the file (`store.files`).
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from client.store.file_settings import doubt, save_setting
from client.store.settings import (
    IN_FILE,
    SavedSettings,
    SettingsError,
    no_such_setting,
    read_settings,
    read_text,
    text_with,
)
from client.terminal.printed_lines import print_error
from client.words.settings import Setting
from client.words.wrapping import cells, wrap
from protocol.game.options import RulesError, Value
from protocol.shared.exit_status import DONE, MISUSED

_ANY_WIDTH: Final = sys.maxsize
_HOW_TO: Final = (
    "`fives settings KEY` says more about a setting, `fives settings KEY VALUE` changes it, and `fives settings --unset"
    " KEY` restores its default."
)
_LEAST_FOR_MEANING: Final = 20
"""Columns: if fewer remain beside the values, the meanings go below them."""


def settings_command(path: Path, name: str | None, value: str | None, *, unset: bool, width: int | None = None) -> int:
    """Show all settings or one, or change one; `width`: columns of a terminal. Returns the exit status."""
    try:
        if unset and (name is None or value is not None):
            raise SettingsError("--unset takes a key and no value")
        lines = _carry_out(path, name, value, unset=unset, width=width)
    except SettingsError as error:
        print_error(str(error))
        return MISUSED
    print("\n".join(lines))
    sys.stdout.flush()
    return DONE


def _carry_out(path: Path, name: str | None, value: str | None, *, unset: bool, width: int | None) -> list[str]:
    if name is None:
        return list(_all(path, read_settings(path), width or _ANY_WIDTH))
    setting = IN_FILE.get(name)
    if setting is None:
        raise SettingsError(no_such_setting(name))
    if unset:
        return [_unset(path, setting)]
    if value is None:
        return list(_one(setting, read_settings(path), width or _ANY_WIDTH))
    return list(_set(path, setting, value))


def _all(path: Path, saved: SavedSettings, width: int) -> Iterator[str]:
    """Every setting with its value and a few words about it."""
    yield from wrap(f"Your settings are in {path}{_if_any(path, saved)}.", width)
    rows = [(setting.name, f"= {_now(setting, saved)}", setting.brief) for setting in IN_FILE.values()]
    *widths, _ = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    indent = sum(widths) + 2 * len(widths)
    for *row, meaning in rows:
        first = "".join(f"{cell}{' ' * (most - cells(cell) + 2)}" for cell, most in zip(row, widths, strict=True))
        if width - indent < _LEAST_FOR_MEANING:
            yield first.rstrip()
            yield from (f"  {line}" for line in wrap(meaning, width - 2))
            continue
        first_line, *more = wrap(meaning, width - indent)
        yield f"{first}{first_line}"
        yield from (f"{'':{indent}}{line}" for line in more)
    yield from wrap(_HOW_TO, width)


def _if_any(path: Path, saved: SavedSettings) -> str:
    if not path.exists():
        return ", which does not exist yet: these are the defaults"
    return "; one without a line there has its default" if len(saved.values) < len(IN_FILE) else ""


def _one(setting: Setting, saved: SavedSettings, width: int) -> Iterator[str]:
    """A setting with its value, all that there is to say about it, and what it takes."""
    yield f"{setting.name} = {_now(setting, saved)}"
    yield from wrap(f"{setting.meaning[0].upper()}{setting.meaning[1:]}. It takes {setting.kind.values}.", width)


def _now(setting: Setting, saved: SavedSettings) -> str:
    """The value, and the line of the file that has it, if one does."""
    value = _spelled(setting, saved.values.get(setting.name, setting.default))
    return f"{value} (line {saved.line_numbers[setting.name]})" if setting.name in saved.line_numbers else value


def _set(path: Path, setting: Setting, typed: str) -> Iterator[str]:
    try:
        value = setting.parse(typed)
    except RulesError as error:
        raise SettingsError(str(error)) from None
    save_setting(path, setting.name, value)
    yield f"{setting.name} is now {_spelled(setting, value)} ({path})."
    without = doubt(setting.name, value)
    if without:
        yield without


def _unset(path: Path, setting: Setting) -> str:
    before = read_text(path)
    if text_with(path, before, setting.name, None) == before:
        return f"{setting.name} is not set in {path}."
    save_setting(path, setting.name, None)
    return f"{setting.name} has its default again: {_spelled(setting, setting.default)} ({path})."


def _spelled(setting: Setting, value: Value | None) -> str:
    """A value as the player types it."""
    return "your login name" if value is None else setting.kind.spell(value)
