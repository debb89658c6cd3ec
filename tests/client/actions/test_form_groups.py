"""The order of the form: every option once, with its values in words."""

from client.actions.form import Form, shown_value
from client.actions.form_groups import FIRST, GROUPS, ORDER
from protocol.game.options import Words
from protocol.game.presets import PRESETS
from protocol.game.rules import OPTIONS
from protocol.game.table_options import TABLE_OPTIONS


def test_every_option_is_in_one_place() -> None:
    assert sorted(ORDER) == sorted((*TABLE_OPTIONS, *OPTIONS))


def test_the_form_begins_with_the_game_who_plays_and_who_may_join() -> None:
    assert [row.name for row in Form().rows][: len(FIRST)] == list(FIRST)


def test_lines_of_a_group_are_together() -> None:
    group = {name: title for title, names in GROUPS for name in names}
    for game in PRESETS:
        titles = [group[row.name] for row in Form().typed("game", game).rows[len(FIRST) :]]
        assert titles == sorted(titles, key=[title for title, _ in GROUPS].index)


def test_every_word_that_is_typed_has_one_for_the_screen_that_fits_forty_columns() -> None:
    for option in (*TABLE_OPTIONS.values(), *OPTIONS.values()):
        if not isinstance(option.kind, Words) or option.name == "bot_level":
            continue
        typed = str(option.kind.values).replace(" or ", ", ").split(", ")
        shown = [shown_value(option.name, text) for text in typed]
        assert len(set(shown)) == len(shown), option.name
        assert all("_" not in text and len(text) <= 16 for text in shown), shown


def test_divisors_and_sets_are_shown_in_words() -> None:
    assert shown_value("divisors", "3,5") == "3 and 5"
    assert shown_value("max_pip", "12") == "double-12"
    assert shown_value("turn_time", "0") == "no limit"


def test_a_game_is_shown_by_its_title_and_a_password_as_stars() -> None:
    assert shown_value("game", "cinq-et-trois") == "Cinq et Trois"
    assert shown_value("password", "secret") == "******"
    assert shown_value("password", "") == "anyone may join"
