"""Each message is said with its facts, and whoever translates them is told what is missing."""

import io

import pytest
from babel.messages.pofile import read_po, write_po

from client.words.catalogue import host_refusals, protocol_sentences
from client.words.catalogue.all_messages import MESSAGES, TOPICS
from client.words.catalogue.row import Person, Row, Text, texts_of
from client.words.say import Who, say
from tests.client.words.said import calls
from tools.messages import ALL, facts_in, faults, template


def by_person(row: Row) -> tuple[Text, ...]:
    """The texts of a row for each person, or the one for all."""
    return (row,) if isinstance(row, str | tuple) else tuple(row.values())


def facts_of(key: str) -> set[str]:
    """The facts that a message needs."""
    row = MESSAGES[key]
    texts = [text for _, forms in texts_of(key, row) for text in forms]
    needed = set().union(*map(facts_in, texts))
    counts = any(isinstance(text, tuple) for text in by_person(row))  # also where a text has no place for the number
    return needed | ({"n"} if counts else set()) | ({"who"} if isinstance(row, dict) else set())


def test_a_call_names_messages_and_gives_their_facts() -> None:
    """A fact too many is one that no message of the call has."""
    wrong = []
    for call in calls():
        needed = [facts_of(key) for key in call.keys]
        if not all(call.facts >= facts for facts in needed) or call.facts != set().union(*needed):
            wrong.append((call, needed))

    assert wrong == []


def test_nothing_is_said_while_a_module_is_imported() -> None:
    assert [call.where for call in calls() if not call.is_late] == []


def test_each_message_is_said_somewhere() -> None:
    """Those of refusals a host chooses, and the protocol those that it has."""
    said = {key for call in calls() for key in call.keys}

    assert MESSAGES.keys() - said - protocol_sentences.MESSAGES.keys() == host_refusals.MESSAGES.keys()


def test_no_key_stands_in_two_topics() -> None:
    assert len(MESSAGES) == sum(len(topic.MESSAGES) for topic in TOPICS)


def test_what_counts_or_has_a_subject_has_a_text_for_each() -> None:
    """In English some do not need it; other languages do."""
    named = {key for key in MESSAGES if "who" in facts_of(key)}
    counted = {key for key in MESSAGES if "n" in facts_of(key)}

    assert named == {key for key, row in MESSAGES.items() if isinstance(row, dict)}
    assert counted == {key for key, row in MESSAGES.items() if all(isinstance(text, tuple) for text in by_person(row))}


@pytest.mark.parametrize("name", ["{tile}", "{who.__class__}", "%s%(n)d", "{", "}}", "$who", "\\1"])
def test_a_name_is_said_as_it_is(name: str) -> None:
    who = Who(Person.ONE, name, name)

    assert say("log.led", who=who, tile="6-4") == f"{name} leads 6-4"


def test_a_message_speaks_to_the_reader_of_others_and_of_numbers() -> None:
    ana, you = Who(Person.ONE, "Ana", "Ana"), Who(Person.YOU, "you", "You")

    assert [say("log.drew", who=ana, n=number) for number in (1, 2)] == ["Ana draws 1 tile", "Ana draws 2 tiles"]
    assert say("log.drew", who=you, n=1) == "You draw 1 tile"
    assert [say("count.points", n=number) for number in (0, 1, 2)] == ["no points", "1 point", "2 points"]


def test_a_translator_reads_what_the_catalogue_says_about_a_message() -> None:
    said = {message.context: message.auto_comments for message in template()}

    assert said["count.pips:none"] == ["Numbers of things. Each is a part of another message."]
    assert said["rule.not_dealt"] == ["`rest` is one of the three that follow."]
    assert said["rule.later.chance"] == said["rule.first.cycle"] == ["Who leads a round, and with which tile."]


def test_the_template_is_a_file_that_translators_can_open_and_lacks_every_text() -> None:
    file = io.BytesIO()
    write_po(file, template())
    file.seek(0)

    found = list(faults(read_po(file, abort_invalid=True)))

    assert len(found) == sum(1 for key, row in ALL.items() for _ in texts_of(key, row))
    assert "missing: reminder_sent.turn: It is your turn in fives, at table {table}." in found
    assert "missing: match.won:you: You win the match with {points}." in found
