"""A whole game as one HTML page: to send to a friend, open without a network, read or print.

Here: the structure of the page, and its content security policy. The script (`page.js`) knows nothing about dominoes:
it shows each element at the steps that the element names, and announces the sentences of a step. Without a script, and
on paper, the page shows every round as it ended, and the log. Pure, apart from reading the script and the style. Not
here: pictures (`page_table`), hands (`page_seats`), log and score sheet (`page_log`).
"""

import base64
import hashlib
from collections.abc import Iterator
from importlib.resources import files

from client.picture.markup import SPACE, Markup, joined, tag
from client.picture.svg import symbols
from client.replay import html_words as words
from client.replay import replay_words
from client.replay.cursor import Replay
from client.replay.page_log import log, sheet
from client.replay.page_seats import seats
from client.replay.page_steps import Steps
from client.replay.page_table import ends, in_words, tables
from client.replay.record_file import Shown

_SPEEDS = ("0.5", "1", "2", "4")
_DEFAULT_SPEED = "1"


def page_of(shown: Shown, at: int | None = None, *, has_chat: bool = False) -> str:
    """The page of a record, which opens at the first deal or at play `at`."""
    replay = Replay(shown.record, shown.analysis, has_chat=has_chat)
    steps = Steps(replay)
    script, style = _beside("page.js"), _beside("page.css")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(script, style)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", words.title(shown.record, steps.tables[-1])),
        tag("style", style),
    )
    body = tag("body", *_body(shown, replay, steps, at), tag("script", script))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _beside(name: str) -> Markup:
    return Markup(files(__package__).joinpath(name).read_text(encoding="utf-8"))


def _policy(script: str, style: str) -> str:
    """A policy that allows this script and this style, nothing else on the page, and no network."""
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _body(shown: Shown, replay: Replay, steps: Steps, at: int | None) -> Iterator[Markup]:
    table = steps.tables[-1]
    first = steps.first_deal if at is None else steps.showing(at)
    yield symbols(table.rules.max_pip)
    about = [words.played(shown.record, table), *replay_words.house_rule_sentences(table)]
    doubt = [tag("p", shown.doubt, class_="doubt")] if shown.doubt else []
    yield tag("header", tag("h1", words.heading(table)), *(tag("p", each) for each in about), *doubt)
    stage = tag(
        "section",
        *tables(steps, shown.record.entries),
        ends(steps),
        tag("div", tag("h2", words.NOW), tag("div", id="step", aria_live="polite"), class_="now"),
        _controls(steps, first),
        tag("div", tag("h2", words.SEATS), *seats(steps), id="seats"),
        in_words(steps),
        aria_label=words.TABLE,
        id="stage",
    )
    history = tag("section", tag("h2", words.LOG, id="log-name"), log(steps, replay), id="history")
    replay.to_end()
    yield tag("main", stage, history)
    yield tag("footer", sheet(replay, table), tag("p", words.came_out(table)))


def _controls(steps: Steps, first: int) -> Markup:
    slider = tag(
        "input", type="range", id="slider", min=0, max=steps.last, step=1, value=first, aria_label=words.SLIDER
    )
    options = (tag("option", each, selected="" if each == _DEFAULT_SPEED else None) for each in _SPEEDS)
    return tag(
        "div",
        tag("p", id="place"),
        slider,
        tag("div", *map(_button, words.BUTTONS), tag("label", words.SPEED, SPACE, tag("select", *options, id="speed"))),
        tag("p", words.KEYS, class_="keys"),
        role="group",
        aria_label=words.STEPS,
        class_="controls",
    )


def _button(button: words.Button) -> Markup:
    pauses = words.PAUSE if button.does == "play" else None
    return tag(
        "button",
        tag("span", button.sign, aria_hidden="true"),
        type="button",
        data_does=button.does,
        data_keys=joined(button.keys, "|"),
        data_pause=pauses,
        aria_label=button.name,
        title=button.name,
    )
