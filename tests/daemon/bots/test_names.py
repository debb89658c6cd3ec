"""Names for bots."""

from random import Random

from daemon.bot_names import NAMES, name_for


def test_a_bot_does_not_get_a_name_already_at_the_table() -> None:
    taken: list[str] = []
    for _ in NAMES:
        taken.append(name_for(taken, Random(1)))

    assert sorted(taken) == sorted(NAMES)


def test_a_bot_does_not_get_a_persons_name_in_any_spelling() -> None:
    others = [name for name in NAMES if name != "Greta"]

    assert name_for([*others[1:], "gReTa"], Random(1)) == others[0]


def test_a_number_is_added_when_all_names_are_taken() -> None:
    taken = [*NAMES, *(f"{name} 2" for name in NAMES)]

    name = name_for(taken, Random(1))

    assert name not in taken
    assert name.endswith(" 3")


def test_names_are_plain_and_short() -> None:
    assert all(name.isascii() and name.isalpha() and len(name) <= 8 for name in NAMES)
    assert len(set(NAMES)) == len(NAMES) > 24
