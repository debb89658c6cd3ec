"""The tutor: one sentence after each of the player's plays, and none about anybody else's."""

from collections.abc import Callable, Iterable, Sequence

import pytest
import trio
import trio.testing

from client.model.announcements import Announcement, Subject
from client.practice import tutor as tutor_module
from client.practice.tutor import Tutor
from client.replay.analyser import AnalysisError, BusyError, explain
from client.view.view import View
from client.words import tutor_words
from protocol.game.layout import Arm
from protocol.log.choices import plays_of
from protocol.log.events import Event, TilePlayed
from protocol.log.table import empty_table
from protocol.shared.analysis_progress import Progress
from protocol.wire.explained import ExplainedPlay, ExplainedTurn, Explanation
from protocol.wire.hints import Why
from protocol.wire.record import Header, Record
from tests.client.at_desk import Player, at_table
from tests.client.at_table import welcome
from tests.client.three_handed import game, played
from tests.client.words.test_hint_words import hinted
from tests.played import entered, played_match, seen_from, tables_of
from tests.protocol.table_notation import round_of, tile_of

# The sentences.

BEFORE = View(round_of(rules="cinq-et-trois", hands="6-3 3-1 | 5-5 4-4", line="6-6", turn=0), 0)


def explained(tile: str, points: int, lost: float, why: str, about: tuple[int, ...] = ()) -> ExplainedPlay:
    return ExplainedPlay(hinted(tile, Arm.RIGHT, points, win=0.6 - lost), lost, why, about)


BEST, OTHER = explained("6-3", 3, 0.0, Why.POINTS), explained("3-1", 0, 0.1, Why.POINTS)


@pytest.mark.parametrize(
    ("tile", "plays", "text"),
    [
        ("6-3", (), "6-3 was the only play."),
        ("6-3", (BEST, OTHER), "6-3 on the right was the best play: 3 points."),
        ("3-1", (BEST, OTHER), "6-3 on the right was better: 3 points; 3-1 on the right has no points."),
        (
            "3-1",
            (BEST, explained("3-1", 0, 0.001, Why.EVEN)),
            "3-1 on the right was a good play, about as good as 6-3 on the right.",
        ),
        (
            "3-1",
            (BEST, explained("3-1", 3, 0.1, Why.DOUBLE)),
            "6-3 on the right was better: a double fits one number only, so play it while you can.",
        ),
        (
            "3-1",
            (BEST, explained("3-1", 3, 0.07, Why.EVEN)),
            "6-3 on the right was better: it wins 7 in 100 more of such matches.",
        ),
    ],
)
def test_a_comment_says_how_good_a_play_was_and_why(tile: str, plays: tuple[ExplainedPlay, ...], text: str) -> None:
    assert tutor_words.comment(BEFORE, TilePlayed(0, tile_of(tile), Arm.RIGHT), plays) == text


def test_points_past_the_target_are_told_from_none() -> None:
    """At 58 only 3 points count, and 5-5 makes 15, which is worth 8."""
    table = round_of(
        rules="fives-and-threes", hands="5-5 5-3 | ? | ? | ?", line="5-2 l:2-4 l:4-5", scores=(58, 0, 0, 0)
    )
    best = ExplainedPlay(hinted("5-3", Arm.LEFT, 0), 0.0, Why.POINTS, ())
    past = ExplainedPlay(hinted("5-5", Arm.LEFT, 0, win=0.5), 0.1, Why.POINTS, ())

    said = tutor_words.comment(View(table, 0), TilePlayed(0, tile_of("5-5"), Arm.LEFT), (best, past))

    assert said == "5-3 on the left was better: no points; 5-5 on the left has 0 of 8 points, past the target."


# When they come.


class Explainer:
    """In place of the child program: what was asked for, and an answer for each that was not told to fail."""

    def __init__(self) -> None:
        self.asked: list[tuple[Record, int]] = []
        self.trouble: AnalysisError | None = None

    async def __call__(
        self, record: Record, turns: Iterable[int], report: Callable[[Progress], None], *, in_background: bool
    ) -> Explanation:
        assert in_background, "no bot may have to wait for it"
        (turn,) = turns
        self.asked.append((record, turn))
        if self.trouble is not None:
            raise self.trouble
        event = record.entries[-1].event
        assert isinstance(event, TilePlayed)
        play = ExplainedPlay(hinted(str(event.tile), event.arm, 0), 0.0, Why.ONLY_PLAY)
        return Explanation((ExplainedTurn(turn, (play,)),))


@pytest.fixture
def explainer(monkeypatch: pytest.MonkeyPatch) -> Explainer:
    found = Explainer()
    monkeypatch.setattr(tutor_module, "explain", found)
    return found


async def comments_after(player: Player, *batches: tuple[Event, ...]) -> list[str]:
    """What the tutor says while these plays come."""
    said: list[Announcement] = []
    tutor = Tutor(player.model, said.extend)
    tutor.receive([])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tutor.run)
        for events in batches:
            player.receives(*events)
            tutor.receive([])
            await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    return [announcement.text for announcement in said if announcement.subject is Subject.COMMENT]


async def test_only_plays_of_the_player_made_from_now_on_are_commented_on(explainer: Explainer) -> None:
    before = game(*played("6-6", "6-1", "6-5"))
    later = played("6-4", game=before)

    said = await comments_after(at_table(*before), tuple(later))

    mine = [event for event in later if isinstance(event, TilePlayed) and event.seat == 0]
    assert len(said) == len(explainer.asked) == len(mine) == 1
    ((record, turn),) = explainer.asked
    assert record.entries[-1].seq == turn
    assert record.entries[-1].event == mine[0]
    assert said[0].startswith(str(mine[0].tile))


async def test_the_comment_is_on_the_screen_beside_what_there_is_to_do(explainer: Explainer) -> None:
    ann = at_table(*game(*played("6-6", "6-1", "6-5")))
    ann.take([Announcement(Subject.COMMENT, "6-4 on the 6 was the best play: 10 points.", 0, seq=3)])

    assert "6-4 on the 6 was the best play: 10 points." in ann.sees()
    assert "Your turn" in ann.sees()
    ann.press("h")
    assert "6-4 on the 6 was the best play" in ann.sees()


async def test_if_a_play_cannot_be_explained_that_is_said_once(explainer: Explainer) -> None:
    explainer.trouble = AnalysisError("The analysis ended.")
    before = game(*played("6-6", "6-1", "6-5"))

    said = await comments_after(at_table(*before), tuple(played("6-4", game=before)))

    assert said == ["There are no more comments on your plays. The analysis ended."]


async def test_the_next_match_has_comments_again(explainer: Explainer) -> None:
    explainer.trouble = AnalysisError("The analysis ended.")
    before = game(*played("6-6", "6-1", "6-5"))
    ann = at_table()
    said: list[Announcement] = []
    tutor = Tutor(ann.model, said.extend)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tutor.run)
        for match in ("g1", "g2"):
            ann.model.receive(welcome(game=match, head=len(before)), ann.now)
            ann.receives(*before)
            tutor.receive([])
            ann.receives(*played("6-4", game=before))
            tutor.receive([])
            await trio.testing.wait_all_tasks_blocked()
            explainer.trouble = None
        nursery.cancel_scope.cancel()
    assert [one.text.partition(" ")[0] for one in said] == ["There", "6-4"]


async def test_a_play_that_nobody_has_time_to_explain_gets_no_comment_and_the_next_one_does(
    explainer: Explainer,
) -> None:
    explainer.trouble = BusyError("There are too many analyses.")
    ann = at_table(*game())
    first = played("6-6")
    second = played("6-1", "6-5", "6-4", game=game(*first))
    said: list[Announcement] = []
    tutor = Tutor(ann.model, said.extend)
    tutor.receive([])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tutor.run)
        for events in (first, second):
            ann.receives(*events)
            tutor.receive([])
            await trio.testing.wait_all_tasks_blocked()
            explainer.trouble = None
        nursery.cancel_scope.cancel()
    (only,) = said
    assert only.text.startswith("6-4")


async def test_a_comment_that_comes_once_the_player_is_elsewhere_is_not_said() -> None:
    before = game(*played("6-6", "6-1", "6-5"))
    ann, is_explained, has_tutor = at_table(*before), trio.Event(), True
    said: list[Announcement] = []

    async def explain_late(record: Record, turns: Sequence[int]) -> Explanation:
        await is_explained.wait()
        return Explanation(())

    tutor = Tutor(ann.model, said.extend, explain_late, lambda: has_tutor)
    tutor.receive([])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tutor.run)
        ann.receives(*played("6-4", game=before))
        tutor.receive([])
        await trio.testing.wait_all_tasks_blocked()
        has_tutor = False
        is_explained.set()
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert said == []


async def test_a_comment_takes_the_place_of_no_hint_for_the_next_play() -> None:
    ann = at_table(*game(*played("6-6", "6-1", "6-5")))
    ann.take([Announcement(Subject.HINT, "Play 6-4: 10 points.", 0)])
    ann.take([Announcement(Subject.COMMENT, "6-6 was the only play.", 0)])

    assert "Play 6-4: 10 points." in ann.sees()


@pytest.mark.slow("starts `fivesd analyse`")
async def test_a_play_is_explained_while_its_round_goes_on_from_what_the_player_has_seen() -> None:
    entries = entered(played_match("all-fives", {"hand": 3, "target": 10}, 2))
    before = [empty_table(), *tables_of(entry.event for entry in entries)]
    choice = next(
        entry.seq
        for entry, table in zip(entries, before, strict=False)
        if isinstance(entry.event, TilePlayed) and entry.event.seat == 0 and len(plays_of(table, 0)) > 1
    )
    seen = seen_from(0, entries[:choice])

    explanation = await explain(Record(Header("g1", "oak", seen[0].at), tuple(seen)), [choice], lambda _: None)

    (turn,) = explanation.turns
    assert turn.seq == choice
    assert len(turn.plays) > 1
