"""A whole game as one HTML file: to send to a friend, open without a network, read or print.

Here: the structure of the file, and its content security policy. The script (`export.js`) knows nothing about dominoes:
it shows each element at the steps that the element names, and announces the sentences of a step. Without a script, and
on paper, the file shows every round as it ended, and the log. Pure, apart from reading the script and the styles. Not
here: what changes from step to step (`parts`), writing the file (`program.export`).
"""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Final

from client.model.sheet import Sheet
from client.panels import scores
from client.picture.markup import SPACE, Markup, joined, tag
from client.picture.svg import symbols
from client.replay.cursor import Replay
from client.replay.record_file import OpenedRecord
from client.replay.replay_words import deal_sentences, house_rule_sentences
from client.web import page_words
from client.web.export import labels, parts
from client.web.export.steps import Step, first_deal, step_after, steps_of
from client.web.page_controls import button
from client.web.panel_html import panel_html
from client.web.replay_windows import step_button
from client.words.name_words import game_title, target_of
from client.words.number_words import in_short
from client.words.say import name_of_language, say

_SPEEDS: Final = ("0.5", "1", "2", "4")
_DEFAULT_SPEED: Final = "1"


def document_of(opened: OpenedRecord, at: int | None = None, *, has_chat: bool = False) -> str:
    """A record as an HTML file, which opens at the first deal or at play `at`."""
    replay = Replay(opened.record, opened.analysis, has_chat=has_chat)
    steps = steps_of(replay)
    script = _text("client.web.export", "export.js")
    style = joined([_text("client.web", "assets/shared.css"), _text("client.web.export", "export.css")])
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(script, style)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="dark light"),
        tag("title", labels.title(opened.record, steps[-1].view.table)),
        tag("style", style),
    )
    opens_at = first_deal(steps) if at is None else step_after(steps, at)
    body = tag("body", *_body(opened, replay.sheet, steps, opens_at), tag("script", script))
    return f"<!doctype html>\n{tag('html', head, body, lang=name_of_language())}\n"


def _text(package: str, name: str) -> Markup:
    return Markup(files(package).joinpath(name).read_text(encoding="utf-8"))


def _policy(script: str, style: str) -> str:
    """A policy that allows this script and this style, nothing else in the file, and no network."""
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _body(opened: OpenedRecord, sheet: Sheet, steps: Sequence[Step], opens_at: int) -> Iterator[Markup]:
    view = steps[-1].view
    table = view.table
    yield tag("div", symbols(table.rules.max_pip), id="symbols")
    heading = tag("h1", game_title(table.preset), SPACE, tag("span", target_of(view)))
    about = (
        labels.players_and_time(opened.record, table),
        *house_rule_sentences(table),
        *deal_sentences(opened.record),
    )
    doubt = [tag("p", opened.doubt, class_="doubt")] if opened.doubt else []
    yield tag("header", heading, *(tag("p", sentence) for sentence in about), *doubt)
    stage = tag(
        "section",
        *parts.boards(steps),
        parts.ends(steps),
        tag("div", tag("h2", say("export.now")), tag("div", id="step", aria_live="polite"), class_="now"),
        _controls(len(steps) - 1, opens_at),
        tag("h2", say("export.hands"), class_="unseen"),
        parts.hands(steps),
        parts.table_in_words(steps),
        aria_label=say("export.table"),
        id="stage",
    )
    yield tag("main", stage, tag("section", tag("h2", say("export.log")), parts.log(steps), id="history"))
    points = panel_html(scores.panel(view, sheet.rounds), "")
    yield tag("footer", tag("h2", say("export.sheet")), *points, tag("p", labels.outcome_sentence(table)))


def _controls(last: int, opens_at: int) -> Markup:
    slider = tag(
        "input", type="range", id="slider", min=0, max=last, step=1, value=opens_at, aria_label=say("export.slider")
    )
    steps = {
        does: step_button(does, sign, label, data_keys=labels.KEYS[does])
        for does, sign, label in (*page_words.REPLAY_STEPS, *labels.ROUND_STEPS)
    }
    play = button(
        "replay", "play", say("page.run"), class_="main", data_keys=labels.KEYS["play"], data_pause=say("page.pause")
    )
    options = (
        tag("option", in_short(float(speed)), value=speed, selected="" if speed == _DEFAULT_SPEED else None)
        for speed in _SPEEDS
    )
    speed = tag("label", tag("span", say("export.speed")), tag("select", *options, id="speed"))
    return tag(
        "div",
        tag("p", id="place"),
        slider,
        tag("div", steps["first"], steps["back"], play, steps["on"], steps["last"], class_="row steps"),
        tag("div", steps["round-back"], steps["round-on"], speed, class_="row"),
        tag("p", say("export.about_keys"), class_="keys"),
        role="group",
        aria_label=say("page.steps"),
        class_="controls",
    )
