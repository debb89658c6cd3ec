"""The icons before the lines of a menu on the page.

Not here: which icon stands for which action (its row in `actions.verbs`), their shapes, which the page has once
(`assets/page.html`).
"""

from client.actions.verbs.all_verbs import verb_of
from client.picture.markup import Markup, tag


def icon(name: str) -> Markup:
    """The icon with this name; a screen reader skips it."""
    return tag("svg", tag("use", href=f"#icon-{name}"), class_="icon", aria_hidden="true")


def icon_of(action: object) -> Markup:
    """The icon of what this action does; empty if it has none."""
    verb = verb_of(action)
    return icon(verb.icon) if verb is not None and verb.icon else Markup()
