"""The settings that can change while playing: those that are on or off, then each other one with its values."""

from collections.abc import Iterator, Sequence

from client.actions.action import ChangeSetting
from client.actions.panel import Choice, Menu, Panel, choice
from client.model.settings import PlayerSettings, SettingNow
from client.words import setting_words


def panel(settings: PlayerSettings, of_the_table: tuple[Choice, ...] = ()) -> Panel:
    """Choosing a switch turns it; choosing a value of another setting sets it to that. `of_the_table`: more to choose.

    That comes last: it is for this table alone, and not for every player.
    """
    found = settings.now()
    switches = _switches([setting for setting in found if setting.is_switch])
    others = (_values(setting) for setting in found if not setting.is_switch)
    more = (Menu(of_the_table, setting_words.OF_THE_TABLE),) if of_the_table else ()
    return Panel(setting_words.TITLE, (*switches, *others, *more))


def _switches(found: Sequence[SettingNow]) -> Iterator[Menu]:
    """The switches in groups by topic; those without a topic first."""
    for topic in ("", *setting_words.TOPICS):
        switches = tuple(_switch(setting) for setting in found if setting_words.topic_of(setting.name) == topic)
        if switches:
            yield Menu(switches, topic)


def _switch(setting: SettingNow) -> Choice:
    name, is_on = setting.name, setting.value is True
    detail = f"{setting_words.spelled(name, is_on)}{_note(setting)}"
    return choice(setting_words.LABELS[name], ChangeSetting(name), detail, is_marked=is_on)


def _values(setting: SettingNow) -> Menu:
    name = setting.name
    values = (
        choice(setting_words.spelled(name, value), ChangeSetting(name, value), is_marked=value == setting.value)
        for value in setting.choices
    )
    return Menu(tuple(values), f"{setting_words.LABELS[name]}{_note(setting)}")


def _note(setting: SettingNow) -> str:
    """Why the setting has not its saved value; empty if it has."""
    if setting.value == setting.saved:
        return ""
    return f" {setting_words.not_as_saved(setting.name, setting.saved, by_option=setting.is_overridden)}"
