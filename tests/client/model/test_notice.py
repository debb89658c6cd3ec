"""When a notice goes by itself."""

import pytest

from client.model.announcements import Announcement, Subject
from client.model.notice import Notice, Until

MY_TURN, ANOTHERS_TURN = Announcement(Subject.TURN, "", 0), Announcement(Subject.TURN, "", 1)
ROUND, MATCH = Announcement(Subject.ROUND, ""), Announcement(Subject.MATCH, "")
LATER = (MY_TURN, ANOTHERS_TURN, ROUND, MATCH, *(Announcement(subject, "") for subject in (Subject.PLAY, Subject.CHAT)))


@pytest.mark.parametrize(
    ("subject", "going"),
    [
        (Subject.OWN, (MY_TURN, ROUND, MATCH)),
        (Subject.REFUSED, (MY_TURN, ROUND, MATCH)),
        (Subject.THINKING, (MY_TURN, ANOTHERS_TURN, ROUND, MATCH)),
        (Subject.SEATS, (ROUND, MATCH)),
        *((subject, ()) for subject in (Subject.ANSWER, Subject.CHAT, Subject.AWAY, Subject.ALARM, Subject.LINK)),
    ],
)
def test_what_removes_a_notice_depends_on_its_subject(subject: Subject, going: tuple[Announcement, ...]) -> None:
    notice = Notice(subject, "it")

    assert tuple(later for later in LATER if notice.goes_with(later, 0)) == going


def test_for_a_spectator_no_turn_is_the_players_own() -> None:
    assert not Notice(Subject.REFUSED, "it").goes_with(Announcement(Subject.TURN, "", None), None)


def test_a_front_end_may_keep_a_notice_for_less_long() -> None:
    assert Notice(Subject.ANSWER, "it", until=Until.TURN).goes_with(ANOTHERS_TURN, 0)
