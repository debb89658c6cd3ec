"""The content of a hint: computed from the seat's own view, with a reason that its numbers support."""

from random import Random

import pytest

from daemon.bots.advice import advice_on, advise, situation_after, weighed_plays
from daemon.bots.bot_player import BotPlayer
from protocol.game.layout import Arm
from protocol.log.events import Event, RoundDealt, TilePlayed
from protocol.log.sight import Viewer, see
from protocol.log.table import Table, fold
from protocol.wire.analysis import Grade, grade_of
from protocol.wire.hints import Advice, HintedPlay, Why, next_best
from tests.daemon.bots.tables import dealt_otherwise, match_events, opening_of, situation_of
from tests.protocol.table_notation import round_of, tile_of

WORLDS = 40


def advice_for(table: Table) -> Advice:
    """The hint for the seat in turn, as it sees this table."""
    assert table.turn is not None
    return advice_on(situation_of(table.turn, table), Random(1), WORLDS)


def test_the_advice_says_when_a_play_is_the_only_one() -> None:
    advice = advice_for(round_of(rules="cinq-et-trois", hands="6-3 5-5 | 1-1 2-0", line="3-2 l:2-1"))

    assert (advice.why, len(advice.plays)) == (Why.ONLY_PLAY, 1)
    assert advice.detail == "6-3 right is the only play"


def test_a_winning_play_is_advised_as_such() -> None:
    # 4-4 makes 1 + 8 = 9, three points, and 61 exactly; 6-1 makes 6 + 4 = 10, two.
    table = round_of(rules="cinq-et-trois", hands="6-1 4-4 | 1-1 2-0", line="4-1", scores=(58, 60))
    advice = advice_for(table)

    best = advice.plays[0]
    assert (best.tile, best.points, best.win, best.reply) == (tile_of("4-4"), 3, 1.0, None)
    assert (advice.why, advice.detail) == (Why.WINS, "4-4 right wins the match")


def test_a_play_that_ends_the_round_has_no_reply() -> None:
    advice = advice_for(round_of(rules="cinq-et-trois", hands="6-3 | 1-1 2-0", line="3-2 l:2-1"))

    (play,) = advice.plays
    assert (play.reply, play.knock, play.reply_points) == (None, 0, 0)


def test_a_next_player_who_can_hold_no_tile_that_fits_will_certainly_knock() -> None:
    """Every six is on the table or in the hand, and after the 6-6 both ends are sixes."""
    table = round_of(rules="cinq-et-trois", hands="6-6 6-5 6-4 6-3 6-0 | 1-1 2-0 3-3 4-4 5-5", line="6-1 l:2-1 l:6-2")
    knocks = {play.tile: play.knock for play in advice_for(table).plays}

    assert knocks[tile_of("6-6")] == 1
    assert all(chance < 1 for tile, chance in knocks.items() if tile != tile_of("6-6"))


def test_how_often_the_next_player_wins_at_once_follows_from_their_score() -> None:
    """At 60 they need a sum of 3 or 5 and a tile that makes it; far from the target nobody wins at once."""
    near, far = (
        advice_for(round_of(rules="fives-and-threes", hands="4-2 6-4 | 1-1 2-0 | 3-3 | 0-0", line="4-1", scores=scores))
        for scores in ((20, 60, 0, 0), (20, 20, 0, 0))
    )

    assert any(0 < play.reply_wins < 1 for play in near.plays)
    assert all(play.reply_wins <= 1 - play.knock for play in near.plays)
    assert not any(play.reply_wins for play in far.plays)


def test_the_partners_next_score_is_added_to_the_play() -> None:
    """From 119 of exactly 121: after the 5-0, which scores one, two points more of the partner's would not count."""
    table = round_of(
        rules="fives-and-threes",
        set={"partners": "yes", "chip_out": "both", "target": 121},
        hands="5-0 6-6 | | 6-4 4-1 4-0 6-0 5-5 | 3-3 2-2",
        line="0-0",
        scores=(119, 60),
    )
    five = next(play for play in advice_for(table).plays if play.tile == tile_of("5-0"))

    assert five.points == 1
    assert five.reply_points <= 1


@pytest.mark.slow("analyses many turns")
def test_plays_are_about_the_same_if_an_analysis_would_grade_both_as_good() -> None:
    """The one standard of hints and analyses (`WeighedPlay.lost`)."""
    reasons = []
    for events in [*turns_of_a_match("all-fives", 5), *turns_of_a_match("cinq-et-trois", 2)]:
        seat = fold(events).turn
        assert seat is not None
        advice = advice_after(events, seat)
        other = next_best(advice.plays)
        if other is not None and advice.why is not Why.WINS:
            situation = situation_after(*told_since_the_deal(events, seat), seat)
            weighed = weighed_plays(situation, Random(7), WORLDS)
            lost = next(play.lost for play in weighed if play.play == (other.tile, other.arm))
            assert (advice.why is Why.EVEN) == (grade_of(lost) in (Grade.BEST, Grade.GOOD))
            reasons.append(advice.why)

    assert {Why.EVEN, Why.POINTS} <= set(reasons)


def hinted(tile: str, points: int = 0, win: float = 0.5, arm: Arm = Arm.LEFT) -> HintedPlay:
    return HintedPlay(tile_of(tile), arm, points, win, 0.01, 0.2, None, 0.0)


def test_the_same_play_on_another_arm_is_no_alternative() -> None:
    best, twin, other = hinted("6-6", 2), hinted("6-6", 2, arm=Arm.RIGHT), hinted("5-4", 1, 0.4)

    assert next_best((best, twin, other)) is other
    assert next_best((best, twin)) is None
    assert next_best((best,)) is None


def turns_of_a_match(preset: str, seed: int) -> list[list[Event]]:
    """The events before each play of a match of one round."""
    events: list[Event] = []
    found = []
    for _, event in match_events(opening_of(preset, {"max_rounds": "1"}), Random(seed)):
        if isinstance(event, TilePlayed):
            found.append(list(events))
        events.append(event)
    return found


def told_since_the_deal(events: list[Event], seat: int) -> tuple[Table, list[Event]]:
    """The table before the last deal, and the events that a seat received after it."""
    deal = max(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
    return fold(events[:deal]), [see(event, Viewer(seat)).event for event in events[deal:]]


def advice_after(events: list[Event], seat: int) -> Advice:
    return advise(*told_since_the_deal(events, seat), seat, 7, WORLDS)


@pytest.mark.parametrize("preset", ["all-fives", "fives-and-threes"])
def test_the_entries_since_the_deal_give_complete_knowledge(preset: str) -> None:
    """Before a deal everything is open, so a seat's whole game folds to the same."""
    events = [event for _, event in match_events(opening_of(preset, {"max_rounds": "3"}), Random(8))]
    for at in [at for at, event in enumerate(events) if isinstance(event, TilePlayed)][::5]:
        seat = fold(events[:at]).turn
        assert seat is not None
        player = BotPlayer("casual", seat)
        for event in events[:at]:
            player.observe(see(event, Viewer(seat)).event)
        situation = situation_after(*told_since_the_deal(events[:at], seat), seat)
        assert (situation.table, situation.memory) == (player.table, player.memory)


@pytest.mark.parametrize("preset", ["cinq-et-trois", "all-fives", "fives-and-threes"])
def test_a_hint_uses_only_what_its_seat_knows(preset: str) -> None:
    """Two games that look the same to a seat give it the same hint from the same seed."""
    looked_at = 0
    for events in turns_of_a_match(preset, 3)[::3]:
        seat = fold(events).turn
        assert seat is not None
        elsewhere = dealt_otherwise(events, seat, Random(5))
        looked_at += elsewhere != events
        assert advice_after(events, seat) == advice_after(elsewhere, seat)
    assert looked_at


@pytest.mark.parametrize("preset", ["cinq-et-trois", "all-threes", "playroom"])
def test_the_reason_given_agrees_with_the_numbers(preset: str) -> None:
    for events in turns_of_a_match(preset, 4)[::4]:
        seat = fold(events).turn
        assert seat is not None
        advice = advice_after(events, seat)
        best, other = advice.plays[0], next_best(advice.plays)
        assert (other is None) <= (advice.why in (Why.ONLY_PLAY, Why.WINS))
        match advice.why:
            case Why.POINTS:
                assert other is not None
                assert best.points > other.points
            case Why.REPLY:
                assert other is not None
                assert best.reply_points < other.reply_points
            case Why.KNOCK:
                assert other is not None
                assert best.knock > other.knock
