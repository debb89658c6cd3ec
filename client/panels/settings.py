"""The settings that can change while playing: those that are on or off, then each other one with its values."""

from collections.abc import Iterator, Sequence

from client.actions.action import ChangeSetting
from client.actions.panel import Choice, Menu, Panel, choice
from client.model.settings import PlayerSettings, SettingNow
from client.words.say import say, together
from client.words.settings import TOPICS


def panel(settings: PlayerSettings, of_the_table: tuple[Choice, ...] = ()) -> Panel:
    """Choosing a switch turns it; choosing a value of another setting sets it to that. `of_the_table`: more to choose.

    That comes last: it is for this table alone, and not for every player.
    """
    found = settings.now()
    switches = _switches([setting for setting in found if setting.is_switch])
    others = (_values(setting) for setting in found if not setting.is_switch)
    more = (Menu(of_the_table, say("settings.of_the_table")),) if of_the_table else ()
    return Panel(say("settings.title"), (*switches, *others, *more))


def _switches(found: Sequence[SettingNow]) -> Iterator[Menu]:
    """The switches in groups by topic; those without a topic first."""
    for topic in ("", *TOPICS):
        switches = tuple(_switch(setting) for setting in found if setting.setting.topic == topic)
        if switches:
            yield Menu(switches, say(f"settings.topic.{topic}") if topic else "")


def _switch(setting: SettingNow) -> Choice:
    row, is_on = setting.setting, setting.value is True
    return choice(row.label, ChangeSetting(row.name), together(row.shown_as(is_on), _note(setting)), is_marked=is_on)


def _values(setting: SettingNow) -> Menu:
    row = setting.setting
    values = (
        choice(row.shown_as(value), ChangeSetting(row.name, value), is_marked=value == setting.value)
        for value in row.kind.choices
    )
    return Menu(tuple(values), together(row.label, _note(setting)))


def _note(setting: SettingNow) -> str:
    """Why the setting has not its saved value; empty if it has."""
    if setting.value == setting.saved:
        return ""
    return setting.setting.not_as_saved(setting.saved, by_option=setting.is_overridden)
