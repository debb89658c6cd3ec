"""The buttons and forms that every part of the page is made of.

Here: their HTML, and reading what they send. Not here: which there are (the parts).
"""

from client.picture.markup import Markup, tag
from client.picture.svg import symbol_of
from client.web.page_messages import Value
from protocol.game.tiles import SeenTile


def button(press: str, value: str, *label: str, class_: str | None = None, **more: str | None) -> Markup:
    """A button that sends this press with this value. `data_waits`: not in the first second after it has appeared."""
    return tag("button", *label, type="button", class_=class_, data_press=press, data_value=value, **more)


def one_field(press: str, label: str, send: str, *, value: str = "", type_: str = "text", longest: int = 400) -> Markup:
    """A form with one text field, in which typing begins. The script empties it when it is sent."""
    typed = tag("input", name="text", type=type_, value=value, autocomplete="off", maxlength=longest, autofocus="")
    fields = tag("label", tag("span", label), typed)
    send_button = tag("button", send, type="submit", class_="main")
    return tag("form", fields, send_button, data_press=press, data_empties="", class_="line")


def tile_picture(tile: SeenTile) -> Markup:
    """A tile that stands with its high half above."""
    return tag("svg", tag("use", href=f"#{symbol_of(tile)}"), viewBox="-10 -20 20 40", aria_hidden="true")


def field(value: Value) -> str:
    """The text of a button, or of a form's one field."""
    return value if isinstance(value, str) else value.get("text", "")


def fields(value: Value) -> dict[str, str]:
    """The fields of a form; nothing for a button."""
    return {} if isinstance(value, str) else dict(value)


def unseen(text: str) -> Markup:
    """Words that only a screen reader reads."""
    return tag("span", text, class_="unseen")
