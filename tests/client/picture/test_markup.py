"""Markup: what is escaped, and what is written once."""

from client.picture.markup import Markup, isolated, tag, text


def test_a_text_is_escaped_even_if_the_same_markup_has_been_written_before() -> None:
    dot = tag("i")
    assert tag("b", dot, title=dot) == '<b title="<i></i>"><i></i></b>'

    assert tag("b", str(dot), title=str(dot)) == '<b title="&lt;i&gt;&lt;/i&gt;">&lt;i&gt;&lt;/i&gt;</b>'
    assert tag("b", dot) == "<b><i></i></b>"


def test_markup_is_not_escaped_again() -> None:
    assert text(text("4 < 5")) == "4 &lt; 5"
    assert isinstance(text("plain"), Markup)


def test_an_element_is_written_once_for_all_who_see_it() -> None:
    def name() -> Markup:
        return tag("span", "Ben", class_="name", data_seat=3)

    assert name() is name()


def test_the_spaces_before_a_sign_stay_and_others_are_plain_ones() -> None:
    assert text("Scores\u00a0: 92\u202f% ; oui\u202f!") == "Scores\u00a0: 92\u202f% ; oui\u202f!"
    assert text("a\u00a0b\u202f\u202f c\x1b[2J\u00a0: d") == "a b c\u00a0: d"


def test_the_name_of_a_tile_is_kept_in_a_line_where_an_element_may_be() -> None:
    assert tag("p", "Ben plays 6-4 on the 6.") == "<p>Ben plays <nobr>6-4</nobr> on the 6.</p>"
    assert isolated("12-10?") == "<bdi><nobr>12-10</nobr>?</bdi>"
    assert tag("b", "2026-12-03, s3x6t-si6af, 1-2-3") == "<b>2026-12-03, s3x6t-si6af, 1-2-3</b>"
    assert tag("title", "6-4") == "<title>6-4</title>"
    assert tag("i", title="6-4") == '<i title="6-4"></i>'
