"""Answers to a player's questions: hand, ends, chain, scores, tiles, turn, who is here."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "answer.table_is_empty": "The table is empty.",
    "answer.must_lead": "{tile} must lead.",
    # The hand. `places` are messages `answer.place`, or ends, of which the last follows `answer.or`.
    "answer.watching": "You are watching: you hold no tiles.",
    "answer.no_tiles": "You hold no tiles.",
    "answer.not_shown": "This table does not show which tiles fit.",
    "answer.nothing_fits": "Nothing fits.",
    "answer.tile": "{number}: {tile}.",
    "answer.fits_nowhere": "{tile}, no",
    "answer.fits": "{tile}, {places}",
    "answer.or": "{most}, or {last}",
    "answer.place": "{where}, {points}",
    "answer.lead": "lead",
    "answer.past_target": "{awarded} of {points}, past the target",
    "answer.lead_cannot_win": "{awarded} of {points}, as a lead cannot win",
    "answer.ends": "{ends}: {sum}.",
    "answer.chain": "From left to right: {tiles}.",
    "answer.spinner": "The spinner is {tile}.",
    "answer.up_from_spinner": "Up from it: {tiles}.",
    "answer.down_from_spinner": "Down from it: {tiles}.",
    "answer.scores": "{scores}. Playing {target}.",
    "answer.nothing_dealt": "No tiles have been dealt yet.",
    "answer.tiles": "Tiles: {tiles}.",
    "answer.not_dealt": ("{n} tile is not dealt.", "{n} tiles are not dealt."),
    "answer.boneyard": "Boneyard {left}.",
    "answer.boneyard_in_part": (
        "Boneyard {left}, none can be drawn.",
        "Boneyard {left}, {n} can be drawn.",
        "Boneyard {left}, {n} can be drawn.",
    ),
    "answer.not_started": (
        "The match has not started: no seats free.",
        "The match has not started: {n} seat free.",
        "The match has not started: {n} seats free.",
    ),
    "answer.nothing_played": "Nothing has been played yet.",
    "log.line": "{line}.",
    # Who sits at a seat.
    "sits.at": "Seat {seat}: {who_sits}.",
    # The reader, behind the colon.
    "sits.you": "You",
    "sits.free": "free",
    "sits.free_for": "free, for {name}",
    "sits.free_first": "Free",
    "sits.free_for_first": "Free, for {name}",
    "sits.bot": "a {level}-level bot",
    "sits.away": "away",
    "sits.stand_in": "a bot plays meanwhile",
    "sits.wants": {"you": "ready to play", "one": "ready to play"},
    "answer.nothing_said": "Nobody has said anything.",
}
