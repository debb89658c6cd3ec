"""Panels: their headings, the heads of their columns, and what can be done in them."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # A row of a table, read out: the first cell says what the others are about. Then a line to choose.
    "panel.row": "{first}: {others}.",
    "panel.choice": "{choice}: {detail}",
    "panel.chosen": "{choice} (chosen)",
    # Then and now: a match beside the one in which its deals were new. Scores are messages `score`, in a line.
    "comparison.not_known": "The deals of this match are its own: there is no other match to compare it with.",
    "comparison.not_here": "This program has not seen the match whose deals these are, so it cannot compare them.",
    "comparison.heading": "Points then → points now",
    "comparison.result": "Then: {then}. Now: {now}.",
    "comparison.round": "Round {round}. Then: {then}. Now: {now}.",
    "comparison.only_then": "Round {round}, only then: {scores}.",
    "comparison.only_now": "Round {round}, only now: {scores}.",
    "comparison.other_tiles": "The tiles of this round are others than then.",
    "comparison.same_moves": ("The first move is the same.", "The first {n} moves are the same."),
    "comparison.then": "Then: {move}.",
    "comparison.now": "Now: {move}.",
    "comparison.same_rounds": (
        "{n} round of {played} went as it did then.",
        "{n} rounds of {played} went as they did then.",
    ),
    # Where the way back to one's own seat would be.
    "way_back.none": "No other device can open your seat: you have none here, or this host has no page for browsers.",
    # The score sheet.
    "scores.total": "Total",
    "scores.round": "Round",
    "scores.led": "Led",
    "scores.ended": "Ended",
    # The host's controls, and invitations.
    "offer.take_back": "Take back",
    "offer.link": "Link",
    "offer.end": "End",
    # The league's table, players and fixtures.
    "league.head_team": "Team",
    "league.head_place": "Place",
    "league.head_points": "Points",
    "league.head_played": "Played",
    "league.head_won": "Won",
    "league.head_drawn": "Drawn",
    "league.head_lost": "Lost",
    "league.head_boards": "Boards",
    "league.head_note": "Note",
    "league.head_player": "Player",
    "league.head_singles": "Singles",
    "league.head_doubles": "Doubles",
    "league.head_rating": "Rating",
    "league.head_fixture": "Fixture",
    "league.head_date": "Date",
    "league.head_home": "Home",
    "league.head_away": "Away",
    "league.to_open": "Fixture {number}: {home} against {away}",
    "offer.open": "Open",
    # The tables of a host.
    "lobby.choose": "Choose a table, or open one.",
    "lobby.no_table": "No table is open yet. Open one, and friends can join it.",
    "lobby.here": "you are here, {about}",
    "offer.close": "Close",
    "offer.take_seat": "Take your seat",
    "offer.join": "Join",
    "offer.join_with_password": "Join with its password",
    "offer.watch": "Watch",
    # Groups of the menu of a table.
    "menu.host": "Host",
    "menu.match": "This match",
    "menu.you": "You",
    # Playing on from a step of a replay.
    "play_on.title": "Play on from here",
    "play_on.where": "Round {round}. {turn}",
    "play_on.seats": "Play as",
    "play_on.in_turn": "{held}, whose turn it is",
    # Offers in a footer.
    "offer.take_back_briefly": "take back",
    "offer.link_briefly": "link",
    "offer.end_briefly": "end",
    "offer.open_briefly": "open",
    "offer.close_briefly": "close",
    "offer.take_seat_briefly": "take your seat",
    "offer.join_briefly": "join",
    "offer.join_with_password_briefly": "join with its password",
    "offer.watch_briefly": "watch",
}
