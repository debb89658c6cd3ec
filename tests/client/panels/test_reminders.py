"""Reminders of a player's turns: the panel, what is typed and pressed in each front end, and what is said of it."""

from gettext import NullTranslations

import pytest

from client.actions.panel import Passage
from client.lines.letters import Letters
from client.model.announcements import Subject
from client.model.model import Model
from client.panels.by_name import BY_NAME
from client.words.say import Language, say, speaking
from protocol.log.commands import RemindAt, RemindCode
from protocol.wire.messages import ReminderWays
from tests.client.at_desk import NORMAL, Player, at_table
from tests.client.at_lines import at, letters, sent
from tests.client.at_table import new_model
from tests.client.frames import as_text, painted
from tests.client.three_handed import game, played
from tests.client.web.at_page import PagePlayer, at_page
from tests.daemon.reminders.pasted import NTFY
from tests.protocol.table_notation import round_of

WAYS = ("ntfy", "discord", "pigeon")
NOWHERE = ReminderWays(WAYS)
AWAITED = ReminderWays(WAYS, awaits="ntfy (ntfy.sh)")
SOMEWHERE = ReminderWays(WAYS, place="ntfy (ntfy.sh)")
ROUND = round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6")
PLAYING = game(*played("6-6", "6-1", "6-5"))


def in_lines(*messages: ReminderWays) -> tuple[Letters, Model]:
    typed, model = at(ROUND)
    for reminders in messages:
        model.receive(reminders)
    return typed, model


def on_screen(*messages: ReminderWays) -> Player:
    player = at_table(*PLAYING)
    for reminders in messages:
        player.take(player.model.receive(reminders))
    return player


def on_page(*messages: ReminderWays) -> PagePlayer:
    player = at_page(*PLAYING)
    player.page.model.is_page = True
    for reminders in messages:
        player.page.receive(player.page.model.receive(reminders))
    return player


def choices(model: Model, name: str = "reminders") -> list[str]:
    return [choice.text for choice in BY_NAME[name](model).choices]


def sentences(model: Model) -> list[str]:
    blocks = BY_NAME["reminders"](model).blocks
    return [line for block in blocks if isinstance(block, Passage) for line in block.lines]


# The panel.


@pytest.mark.parametrize(
    ("ways", "offered"),
    [
        (NOWHERE, ["ntfy", "Discord", "pigeon"]),
        (AWAITED, ["Type in the code", "ntfy", "Discord", "pigeon"]),
        (SOMEWHERE, ["Be reminded no more", "ntfy", "Discord", "pigeon"]),
    ],
)
def test_the_panel_offers_what_can_be_done_now_and_what_the_host_uses_also_if_it_is_newer(
    ways: ReminderWays, offered: list[str]
) -> None:
    _, model = in_lines(ways)

    assert [choice.label for choice in BY_NAME["reminders"](model).choices] == offered


def test_the_panel_says_what_to_paste() -> None:
    _, model = in_lines(NOWHERE)

    assert "paste https://ntfy.sh/ and that name" in choices(model)[0]
    assert "Copy Webhook URL" in choices(model)[1]


@pytest.mark.parametrize("name", ["menu", "settings"])
def test_the_menu_and_the_settings_lead_there_where_the_host_reminds_players(name: str) -> None:
    _, model = in_lines()
    assert not any("Reminders" in label for label in choices(model, name))

    model.receive(SOMEWHERE)
    assert "Reminders of my turn: ntfy (ntfy.sh)" in choices(model, name)


def test_a_spectator_and_a_player_of_another_host_read_why_not() -> None:
    _, spectator = at(ROUND, seat=None)
    assert sentences(spectator) == ["Only a player with a seat can be reminded."]
    _, model = in_lines()
    assert sentences(model)[0].startswith("This host reminds nobody.")


def test_a_lost_connection_forgets_what_the_host_has_said() -> None:
    _, model = in_lines(SOMEWHERE)
    model.connection_lost("", 1.0)

    assert model.presence.reminders is None


# What is said.


@pytest.mark.parametrize(
    ("before", "reminders", "said"),
    [
        ((), NOWHERE, []),
        ((), SOMEWHERE, []),
        ((), AWAITED, ["A code was sent by ntfy (ntfy.sh): type it in within ten minutes. Type remind and the code"]),
        ((AWAITED,), AWAITED, ["A code was sent by ntfy (ntfy.sh)"]),
        ((SOMEWHERE,), SOMEWHERE, []),
        ((AWAITED,), SOMEWHERE, ["You are reminded of your turns by ntfy (ntfy.sh)"]),
        ((SOMEWHERE,), NOWHERE, ["You are reminded no more."]),
        ((NOWHERE,), ReminderWays(WAYS, detail="ntfy.sh could not be reached"), ["No code was sent: ntfy.sh could"]),
    ],
)
def test_only_what_has_changed_is_said(
    before: tuple[ReminderWays, ...], reminders: ReminderWays, said: list[str]
) -> None:
    _, model = in_lines(*before)

    announcements = model.receive(reminders)

    assert len(announcements) == len(said)
    assert all(text in announcement.text for announcement, text in zip(announcements, said, strict=True))
    assert all(
        (announcement.subject is Subject.REFUSED) == (reminders.detail is not None) for announcement in announcements
    )


def test_words_of_a_hostile_host_are_cleaned() -> None:
    _, model = in_lines()
    announcements = model.receive(ReminderWays(("\x1b[31mx",), awaits="\x1b]0;title\x07y"))

    assert not any("\x1b" in line for line in (*(one.text for one in announcements), *sentences(model)))


# Line mode.


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        (f"remind {NTFY}", RemindAt(NTFY)),
        ("remind ann@example.org", RemindAt("ann@example.org")),
        ("remind 482913", RemindCode("482913")),
        ("remind 482 913", RemindCode("482 913")),
        ("remind off", RemindAt(None)),
    ],
)
def test_an_address_and_a_code_are_typed_after_the_same_word(typed: str, command: object) -> None:
    player, model = in_lines(NOWHERE)
    player.obey(typed)

    assert sent(model) == [command]


def test_the_word_alone_prints_the_panel_whose_choices_say_what_to_type() -> None:
    player, model = in_lines(AWAITED)

    assert "1: Type in the code." in player.obey("remind").lines
    assert player.obey("1").lines == ("Type remind and the code, like remind 482913.",)
    player.obey("remind")
    assert player.obey("2").lines == ("Type remind and the link or address, like remind https://ntfy.sh/my-own-topic.",)
    player.obey("remind")
    assert player.obey(NTFY).lines == (
        "Type remind and the link or address, like remind https://ntfy.sh/my-own-topic.",
    )
    assert sent(model) == []


def test_nothing_is_sent_to_a_host_that_reminds_nobody_for_it_may_not_know_the_command() -> None:
    player, model = in_lines()

    assert "This host reminds nobody" in player.obey(f"remind {NTFY}").lines[0]
    assert sent(model) == []


def test_without_a_table_there_is_no_turn_to_be_reminded_of() -> None:
    player = letters(new_model())

    assert player.obey("remind").lines == (say("refusal.not_at_a_table"),)


def test_reminders_are_wanted_in_the_language_of_the_player() -> None:
    player, model = in_lines(NOWHERE)
    with speaking(Language(NullTranslations(), {}, "pt-BR")):
        player.obey(f"remind {NTFY}")

    assert sent(model) == [RemindAt(NTFY, "pt-BR")]


# The full screen.


def test_on_the_full_screen_an_address_and_a_code_are_typed_after_a_choice() -> None:
    player = on_screen(NOWHERE)
    player.press("x")
    player.choose("Reminders of my turn")
    player.choose("Discord")
    player.screen.type_in(NTFY)
    assert sent(player.model) == [RemindAt(NTFY)]

    player.take(player.model.receive(AWAITED))
    player.choose("Type in the code")
    player.screen.type_in("482913")
    assert sent(player.model)[1:] == [RemindCode("482913")]


def test_a_reason_that_comes_late_is_shown_over_the_board() -> None:
    player = on_screen(NOWHERE, ReminderWays(WAYS, detail="ntfy.sh could not be reached"))

    assert "No code was sent: ntfy.sh could not be reached." in as_text(painted(player.screen, NORMAL))


# The page.


def test_the_page_has_a_field_for_the_address_and_then_one_for_the_code() -> None:
    player = on_page(NOWHERE)
    player.press("show", "reminders")
    assert "paste https://ntfy.sh/ and that name." in player.sees("window")
    assert "Send me a code" in player.sees("window")
    assert "Use the code" not in player.sees("window")

    player.press("remind-at", {"text": f" {NTFY} "})
    player.page.receive(player.page.model.receive(AWAITED))
    assert "A code was sent by ntfy (ntfy.sh)" in player.sees("window")
    player.press("remind-code", {"text": "482913"})
    assert player.pending == (RemindAt(NTFY), RemindCode("482913"))


def test_the_page_ends_reminders_with_a_button() -> None:
    player = on_page(SOMEWHERE)
    player.press("show", "reminders")
    player.choose("reminders", RemindAt())

    assert player.pending == (RemindAt(),)


def test_a_late_press_at_a_host_that_reminds_nobody_says_so() -> None:
    player = on_page()
    player.press("remind-at", {"text": NTFY})

    assert player.pending == ()
    assert "This host reminds nobody" in player.said
