"""Who reaches the machine of the next host before the match goes there, in sentences, and what its owner can do.

Not here: who finds that out (`net.rehearsal`), the hand-over itself (`take_over_words`, `presence_words`).
"""

from collections.abc import Sequence

from client.view.view import View
from client.words.name_words import name_of, player, players, shown
from client.words.say import Who, say, together
from protocol.shared.firewall import Firewall
from protocol.shared.join_link import JoinLink
from protocol.wire.notices import ReachableNotice


def is_tried(view: View, seat: int, there: JoinLink) -> str:
    """Says that a player's machine is ready, and that this program tries it."""
    return say("reach.is_tried", who=player(view, seat), place=shown(there.endpoints[0].typed))


def try_yourself(view: View, seat: int, there: JoinLink) -> str:
    """Says the same in a browser, whose player alone can find that out."""
    return say("reach.try", who=player(view, seat), link=browser_link(there))


def browser_link(there: JoinLink) -> str:
    """The link to the page of the next host, short enough for a QR code."""
    return f"{there.endpoints[0].link}/"


def who_reaches(view: View, found: ReachableNotice) -> str:
    """`Dai does not reach Cho's machine. You and Ben do. Whether Eve does cannot be known.`"""
    machine, sentences = _machine(view, found.seat), []
    if found.cannot:
        sentences.append(say("reach.cannot", who=_named(view, found.cannot), machine=machine))
    if found.can:
        who = _named(view, found.can)
        sentences.append(say("reach.do", who=who) if sentences else say("reach.can", who=who, machine=machine))
    if found.unknown:
        who = _named(view, found.unknown)
        sentences.append(
            say("reach.do_unknown", who=who) if sentences else say("reach.unknown", who=who, machine=machine)
        )
    return together(*sentences)


def about_to_go(view: View, seat: int) -> str:
    """Says, in place of whose turn it is, that the match waits for the next host."""
    return say("reach.about_to_go", who=player(view, seat))


def being_tried(view: View, seat: int) -> str:
    """Says the same while the players' programs try that machine."""
    return say("reach.being_tried", who=player(view, seat))


def goes_now(view: View, seat: int) -> str:
    """Says the same once everybody is about to go there."""
    return say("reach.goes_now", who=player(view, seat))


def not_reached(view: View, found: ReachableNotice, *, may_control: bool) -> str:
    """Says the same while the host has to decide; what I can do about it is first, for little room."""
    fault = say("reach.fault", who=_named(view, found.cannot), machine=_machine(view, found.seat))
    if view.is_you(found.seat):
        return say("reach.try_again_press" if view.is_drawn else "reach.try_again_type", fault=fault)
    if may_control:
        return say("reach.decide_press" if view.is_drawn else "reach.you_decide", fault=fault)
    return say("reach.host_decides_about", fault=fault)


def goes_anyway(view: View, found: ReachableNotice) -> str:
    """Says that the match goes there although some do not reach that machine."""
    return say("reach.goes_anyway", who=_named(view, found.cannot), machine=_machine(view, found.seat))


def host_decides(view: View, found: ReachableNotice) -> str:
    """Tells the host how to decide."""
    return say("reach.decide_menu") if view.is_drawn else say("reach.decide_type", name=name_of(view, found.seat))


def go_anyway_label(view: View, found: ReachableNotice) -> str:
    """The host's choice to go on there all the same."""
    return say("reach.anyway", name=name_of(view, found.seat), players=_named(view, found.cannot))


def go_anyway_question(view: View, found: ReachableNotice) -> str:
    """The question before that."""
    cannot = say("reach.cannot", who=_named(view, found.cannot), machine=_machine(view, found.seat))
    return together(cannot, say("reach.anyway_question"))


def how_to_let_in(view: View, firewall: Firewall, port: int) -> str:
    """Tells the owner of the machine that some do not reach what probably keeps them out, and how to try again."""
    return together(_let_in(firewall, port), say("reach.press" if view.is_drawn else "reach.type"))


def _let_in(firewall: Firewall, port: int) -> str:
    match firewall:
        case Firewall.WINDOWS:
            return say("reach.windows")
        case Firewall.MACOS:
            return say("reach.macos")
        case Firewall.UFW | Firewall.FIREWALLD:
            return say("reach.firewall", command=firewall.command(port) or "")
        case Firewall.OFF | Firewall.UNKNOWN:
            return say("reach.no_firewall", port=port)


def _machine(view: View, seat: int) -> str:
    return say("reach.machine", who=player(view, seat))


def _named(view: View, seats: Sequence[int]) -> Who:
    """The viewer first."""
    return players(view, sorted(seats, key=lambda seat: not view.is_you(seat)))
