"""What is not allowed: a code for each reason, its facts, and the sentence in English (WIRE.md, *What is not allowed*).

A host sends all three: the sentence for programs that do not know the code, the code and the facts for those that say
it in their player's language. Here: the sentences, as the middle of one, with their facts in braces; the exception that
carries a code. Not here: the other reasons (`refusals`), what a player reads (the client's `words.catalogue`).

A few reasons beside `not_allowed` have a code, too, where only the host knows the facts.
"""

from collections.abc import Mapping
from typing import Final

from protocol.log.refusals import Reason, Refused
from protocol.sentences import English, Fact, Sentences

AT_A_TABLE: Final[Mapping[str, English]] = {
    "host_only": "only the host of the table may do that",
    "operator_only": "that is for the operator, and for no table",
    "whole_board": "this is a board of the league: who plays here is said when its fixture is opened",
    "board_for_two": "this board of the league is for {one} and {two}",
    "board_for_four": "this board of the league is for {one} and {two} and {three} and {four}",
    # What is wrong with an option of a game, or with a link, is a sentence of its own.
    "impossible_game": "{option}: {why}",
    "unusable_link": "{link} cannot be used: {why}",
    "no_such_level": "there is no level {level}: the levels are {levels}",
    # The answer to a play that its player wants to be warned of, in chances to win.
    "costly": "{tile} may cost about {loss} in 100 chances to win",
    "costly_there": "{tile} there may cost about {loss} in 100 chances to win",
    "no_board_waits": "no other board of the league waits for you now",
    "board_stays": "a board of the league stays at its host, where its result counts",
    # Hints.
    "nothing_to_choose": "no tile fits, so there is nothing to choose",
    "no_hints": "this table gives no hints: its assist is {assist}",
    # Seats and bots.
    "has_a_seat": "you already have a seat: leave it first",
    "seats_from_one_address": (
        "this host allows {n} seat at a table from one address",
        "this host allows {n} seats at a table from one address",
    ),
    "no_bot_there": "there is no bot on that seat",
    "bots_alone": "sit down first: bots play among themselves for the host alone",
    "too_few_seats": (
        "seats: {n} person sits here, and {seats} seats are too few",
        "seats: {n} people sit here, and {seats} seats are too few for them",
    ),
    "host_watches": "spectators: you watch yourself, so take a seat first",
    "remove_another": "only another person can be removed",
    "readmit_another": "only another person can come back to a seat",
    # The seat of a bot, in a match.
    "deals_are_known": "the deals of this match are known, so nobody sits down before its end",
    "sent_away": "whoever the host has sent away from a match gets no other seat in it",
    "seat_asked_for": "{name} asks for that seat already",
    "ask_after_round": "the answer was no: ask again when this round is over",
    "no_such_request": "{name} does not ask for seat {seat}",
    "host_answers": "the host is here, who answers",
    "still_connected": "the player of seat {seat} is connected; if not, that is noticed within a minute",
    # Between matches.
    "host_begins": "only the host begins without everyone: ask for a rematch",
    "nobody_here": "nobody who has a seat is here",
    "other_people": "people or the game have changed since that match: it has new deals",
    "no_deals": "no round was dealt in that match, so there are no deals to repeat",
    # Talking.
    "empty": "the message is empty",
    "too_long": "the message has {length} characters; at most {most} are allowed",
    "said_much": "spectators say at most {most} things in a round: wait for its end",
    "no_reactions": "there are no reactions at this table",
    "reactions_wait": "where partners play, reactions wait until the round is over",
    "no_such_reaction": "there is no such reaction: there are {reactions}",
    # Mixed deals.
    "not_a_seal": "a seal has 64 hexadecimal digits, in lower case",
    "not_a_seat_key": "the key of a seat has 64 hexadecimal digits, in lower case",
    "no_number_awaited": "no deal of round {round} waits for a number of this seat",
    "wrong_number": "this number does not lead to the last known link of the seat's chain",
    # Another host.
    "hand_to_another": "only another person can go on hosting",
    "hand_over_is_others": "only the host, and the player who was asked, can change this",
    "not_all_from_here": "only at the host's own table all games can be handed over",
    "player_is_away": "the player of seat {seat} is away",
    "this_host": "that is this host itself",
    "not_a_host": "this is not the key of a host, or not the id of a game",
    "not_a_host_key": "this is not the key of a host",
    "not_for_others": "others cannot reach that address: it means each machine itself",
    "not_awaited": "the table does not wait for this player's machine",
    "not_reached_by_all": "not everybody is known to reach this machine yet",
    "not_asked": "the host has not asked this player to go on hosting",
    "tried_often": "this machine has been tried {most} times",
    "must_hold": "it has to hold the game, so `release` is needed",
    "not_held": "this game is not held",
    "not_released": "this is not the word of the host before",
    "owned_elsewhere": "the daemon at {place} has {key} now",
    "taken_back": "game {game} has been taken back already",
    # Reminders.
    "no_reminders": "this host sends no reminders",
    "not_an_address": "an address has 1 to {most} letters, digits and signs, without spaces",
    "paste_a_link": "paste a whole link, which begins with https://",
    "not_a_link": "this is not a link",
    "not_https": "the link has to begin with https:// and to have no other port than 443",
    "not_in_the_internet": (
        "the link has to name a machine of the internet, such as ntfy.sh; own servers in a home network cannot be used"
    ),
    "not_a_webhook": "this is not the link of a webhook of {service}",
    "no_service": "this is neither a topic of ntfy, such as https://ntfy.sh/TOPIC, nor a webhook's link",
    "service_is_off": "this host does not send reminders by {service}; it does by {others}",
    "many_codes": "people at your address have asked for {most} codes within an hour: try again later",
    "no_code_awaited": "no code is awaited: give the address again",
    "wrong_code": "that is not the code that was sent to your address",
    "too_many_wrong_codes": "too many wrong codes: give the address again",
}
"""By code: what those read who ask at a table."""

OF_A_HOST: Final[Mapping[str, English]] = {
    "not_for_the_operator": "that is for those at the table",
    "no_page": "this daemon has no page",
    "page_names_full": "the page has {most} names, which is as many as it may have",
    "nobody_needs_invitations": "nobody needs an invitation to this daemon",
    "invitations_full": "{most} names are invited, which is as many as there may be",
    "not_invited": "nobody is invited as {name}",
    "browsers_full": "{most} browsers are the host's, which is as many as there may be",
    "no_such_browser": "no such browser has the host's controls",
    "host_code_ended": "this code is wrong, used or too old; make a new one at the host's terminal",
    "many_host_codes": "too many wrong codes came from your address; make a new one at the host's terminal",
    "no_such_table": "there is no table {table}",
    "home_stays": "the host's own table is always there",
    "no_home": "this host has no table of its own",
    "not_for_home": "there is no table {table} that can be the host's own",
    "no_such_fixture": "the league has no fixture {fixture}",
    # `why` is what is wrong with the file, or that there is none.
    "no_league": "{why}",
    "league_file": "the league's file: {why}",
    "cannot_substitute": "{name} cannot play: {why}",
    "not_a_name": "{why}",
    "not_a_machine": "{typed} is not the name of a machine; write it without http:// and without a port",
    # A match that has gone to another host. `place` is that host, `command` what its operator types.
    "no_match_left": "no match has gone from here to another host",
    "no_match_left_of": "no match of table {table} has gone from here to another host",
    "no_match_left_but": "{why}; there are {tables}",
    "no_match_left_in_club": "{why}; `fivesd resume GAME --journal URL` takes back any match of the club",
    "nothing_to_go_on_with": "the match of game {game} has not begun, or is over: there is nothing to go on with",
    "round_played_at": (
        "the match went on at {place}: a round was played there; it stays there. `{command}`, once this host has"
        " stopped, goes on here all the same, from the end of its last round here; then both matches exist"
    ),
    "ended_at": (
        "the match went on at {place}: the match has ended there; it stays there. `{command}`, once this host has"
        " stopped, goes on here all the same, from the end of its last round here; then both matches exist"
    ),
    "not_known_at": (
        "nobody answers at {place}, where the match went: if it is played on there, and you take it back anyway, both"
        " matches exist"
    ),
    "walkover": "fixture {fixture} is a walkover for {team}",
    "withdrawn": "fixture {fixture} is not played: {team} has withdrawn",
    "two_seats": "board {board}: nobody can have two seats there",
}
"""By code: what those read who have the host's controls, or want to have them."""

SENTENCES: Final = Sentences("not_allowed", "", {**AT_A_TABLE, **OF_A_HOST})
OF_OTHER_REASONS: Final[Mapping[str, Reason]] = {
    "no_such_level": Reason.NO_SUCH_LEVEL,
    "costly": Reason.COSTLY,
    "costly_there": Reason.COSTLY,
    "round_played_at": Reason.PLAYED_ELSEWHERE,
    "ended_at": Reason.PLAYED_ELSEWHERE,
    "not_known_at": Reason.NOT_KNOWN_ELSEWHERE,
}
"""The codes that come with another reason than `not_allowed`."""
NOT_OPENED: Final = Sentences(
    "not_opened",
    "Why a host opens no table, behind the name of an option, as the middle of a sentence.",
    {
        "many_tables": "{most} tables are open, and this host allows no more",
        "many_from_you": "{number} tables were opened from your address, and no more are allowed",
        "bots_alone": "leave a seat free: only the host opens tables for bots alone",
        "no_level": "there is no level {level}",
        "no_seat": "there is no seat {seat} in that game",
        "no_finished_game": "there is no finished game {game} here",
        "not_yours_to_play_on": (
            "only its players may play this game on: its table had a password, or nobody could watch it"
        ),
    },
)


def sentence(code: str, /, **facts: Fact) -> str:
    """The middle of a sentence, in English."""
    return str(SENTENCES(code, **facts))


class NotAllowed(Refused):
    """A command is not allowed, with a code of `SENTENCES` and the facts of its sentence."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        self.said: Final = SENTENCES(code, **facts)
        super().__init__(OF_OTHER_REASONS.get(code, Reason.NOT_ALLOWED), str(self.said), code, facts)
