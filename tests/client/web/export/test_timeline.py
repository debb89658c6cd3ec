"""Elements that change from step to step."""

from hypothesis import given
from hypothesis import strategies as st

from client.picture.markup import Markup, tag
from client.web.export.timeline import changing, spans

STEPS = st.lists(st.lists(st.sampled_from("abcd"), max_size=6), max_size=8)


def in_italics(value: str) -> Markup:
    return tag("i", value)


@given(STEPS, st.integers(0, 3))
def test_each_step_shows_its_values_in_their_order(values_by_step: list[list[str]], first: int) -> None:
    found = spans(values_by_step, first)

    for step, values in enumerate(values_by_step, first):
        assert [span.value for span in found if span.first <= step < span.end] == values


def test_an_element_that_stays_is_written_once() -> None:
    assert list(changing(["ab", "bc", "b"], in_italics, first=3)) == [
        '<i data-from="3" data-to="4" hidden="">a</i>',
        "<i>b</i>",
        '<i data-from="4" data-to="5" hidden="">c</i>',
    ]


def test_without_a_script_the_last_step_is_shown() -> None:
    assert list(changing([[], ["new"]], in_italics)) == ['<i data-from="1" data-to="2">new</i>']
