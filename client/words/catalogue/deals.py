"""Mixed deals: who mixes, what was checked, what is wrong."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "deal.how_mixed": "The host and the players mix the deals.",
    "deal.how_host": "The host alone deals.",
    "deal.how_alone": "The deals of this match can be recomputed from its record.",
    "deal.the_match_begins": "The match begins.",
    "deal.no_words_yet": "The words of this match come after its first round.",
    "deal.compare": (
        "Compare them with the other players, aloud or in another chat: different words mean that the host shows you"
        " two different games."
    ),
    "deal.by_page": "The host's page has checked this: run `fives` to check it yourself.",
    "deal.what_to_do": (
        "Stop playing with this host. Compare the words of this match (W shows them) with the other players, and"
        " keep its record, which shows what happened."
    ),
    "deal.in_brief": "W says what it can mean, and what to do.",
    "deal.breaks_rules": (
        "The program of the host is changed or faulty, or whoever runs it cheats: the tiles and points of this match"
        " prove nothing."
    ),
    # What is wrong, in a sentence, and what it can mean.
    "alarm.known_before": "WARNING: the host begins this deal anew after it has seen your number.",
    "alarm.known_before.means": (
        "It can choose among several deals like that, so your program gives it no more numbers."
    ),
    "alarm.left_out": "WARNING: your number is missing in this deal, although the host had it.",
    "alarm.left_out.means": "The host may have dealt again because it did not like the tiles.",
    "alarm.strange_seal": "WARNING: the deals count a number for your seat that is not yours.",
    "alarm.strange_seal.means": (
        "The host may only pretend that you mix the deals, or another program plays with your seat."
    ),
    "alarm.strange_key": "WARNING: this match has a key for your seat that is not yours.",
    "alarm.strange_key.means": (
        "Whoever has it could take your seat at another host, or host in your name; or another program plays with"
        " your seat."
    ),
    "alarm.played_on": "WARNING: bots have been given the seats of this running match.",
    "alarm.played_on.means": "Only a match that has ended can be played on, and that is another match.",
    "alarm.strange_play": "WARNING: a tile was played from your hand that you did not play.",
    "alarm.strange_play.means": "The host may play in your name, or another program plays with your seat.",
    "alarm.host": "WARNING: this host breaks the rules: {fault}.",
    "deal.explained.before": (
        "Before each deal, the host and every player's program choose a secret number, and none of them can change"
        " it any more."
    ),
    "deal.explained.together": "All numbers together make the deal, so nobody can choose the tiles, not even the host.",
    "deal.explained.after": "After the round all numbers are known, and every program checks the deal.",
    # Who has mixed a deal. `players` ends with `deal.the_host`.
    "deal.checked": "Deal checked: mixed by {players}.",
    "deal.checked_by_page": "Deal checked by the host's page: mixed by {players}.",
    "deal.checked_briefly": "Deal checked.",
    "deal.the_host": "the host",
    "deal.waits_for": {"one": "Waiting for {who}'s part of the deal.", "you": "Waiting for your part of the deal."},
    "deal.waits_for_one_of": "Waiting for a part of the deal, from {players}.",
    "deal.is_about_to_be_dealt": "The next round is about to be dealt.",
    "deal.goes_on_without": "In {seconds} s it goes on without.",
    "deal.missing_part": {
        "you": "Your part of the deal came too late: this round is dealt without it.",
        "one": "{Who}'s part of the deal has not come: this round is dealt without it.",
    },
    "deal.words_after": "Words after round {round}: {words}.",
    "deal.words_briefly": "Words: {words}.",
    "deal.warnings": "Warnings",
    "deal.heading": "Deals",
}
