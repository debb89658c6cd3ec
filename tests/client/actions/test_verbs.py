"""The rows of what a player can do: each action has one, and no word or key stands in two."""

from collections import Counter
from typing import get_args

import pytest

from client.actions.action import SharedAction
from client.actions.verbs.all_verbs import VERBS, verb_of
from client.actions.verbs.verb import Allowed
from client.model.own_host import OwnHost
from protocol.log.commands import EndMatch, HandOver, Kick
from protocol.log.table import Stage
from tests.client.at_table import seated_model
from tests.protocol.table_notation import round_of

PLAYING = round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6")


@pytest.mark.parametrize("action", get_args(SharedAction), ids=lambda action: action.__name__)
def test_every_action_that_all_front_ends_share_has_a_row(action: type) -> None:
    assert [verb for verb in VERBS if verb.action is action]


def test_no_action_and_no_word_has_two_rows() -> None:
    of_a_class = Counter(verb.action for verb in VERBS if verb.only is None)
    words = Counter(verb.typed.word for verb in VERBS if verb.typed is not None)

    assert [action for action, number in of_a_class.items() if number > 1] == []
    assert [word for word, number in words.items() if number > 1] == []


def test_declining_to_host_is_a_thing_of_its_own_beside_handing_over() -> None:
    declining, handing_over = verb_of(HandOver(None)), verb_of(HandOver(1))

    assert declining is not None
    assert handing_over is not None
    assert (declining.who, handing_over.who) == (Allowed.ANYBODY, Allowed.HOST)


@pytest.mark.parametrize("action", [EndMatch(), Kick(1)])
def test_what_is_the_hosts_is_for_who_runs_the_daemon_too(action: EndMatch | Kick) -> None:
    verb, model = verb_of(action), seated_model(PLAYING)
    assert verb is not None
    assert not verb.who.may(model)
    assert verb.offered(model)

    model.own_host = OwnHost("http://localhost")

    assert verb.who.may(model)


def test_who_may_begin_is_the_first_player_only_before_a_match() -> None:
    assert not Allowed.BEGINNER.may(seated_model(PLAYING, may_begin=True))
    assert PLAYING.stage is Stage.PLAYING
