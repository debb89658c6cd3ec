"""The options, the games, and rules that are not playable (RULES.md sections 2 and 3)."""

from collections.abc import Mapping

import pytest

from protocol.clean import clean
from protocol.game.options import RulesError, Spelling
from protocol.game.presets import DEFAULT_PRESET, PRESETS, make_rules, preset_named
from protocol.game.rules import OPTIONS
from protocol.game.scoring import highest_sum
from tests.protocol.table_notation import rules_of

# Section 2, row by row.

ACCEPTED: Mapping[str, Mapping[Spelling, object]] = {
    "max_pip": {"6": 6, 9: 9, "12": 12},
    "hand": {"1": 1, "7": 7, 45: 45, "more": "more", "less": "less"},
    "first_lead": {word: word for word in ("double_cycle", "highest_double", "chance")},
    "later_lead": {word: word for word in ("double_cycle", "highest_double", "chance", "rotate", "winner")},
    "after_block": {word: word for word in ("same", "rotate", "chance")},
    "lead_tile": {word: word for word in ("required", "any_double", "any")},
    "no_double": {word: word for word in ("redeal", "heaviest")},
    "draw": {word: word for word in ("none", "one", "until")},
    "reserve": {"0": 0, "1": 1, 2: 2},
    "spinner": {word: word for word in ("none", "first_double")},
    "spinner_count": {word: word for word in ("plain", "sniff")},
    "divisors": {"3,5": (3, 5), "5, 3": (3, 5), "7": (7,), 9: (9,), (3, 5, 7): (3, 5, 7), "primes": "primes"},
    "points": {word: word for word in ("quotient", "total")},
    "knock_bonus": {"0": 0, "1": 1, 100: 100},
    "chip_bonus": {"0": 0, "1": 1, 100: 100},
    "pips_divisor": {"0": 0, "3": 3, 5: 5},
    "pips_round": {word: word for word in ("nearest", "up")},
    "pips_unit": {word: word for word in ("multiple", "quotient")},
    "pips_scope": {word: word for word in ("sum", "each")},
    "pips_from": {word: word for word in ("opponents", "all")},
    "blocked": {word: word for word in ("none", "lowest")},
    "block_end": {word: word for word in ("immediate", "all_knock")},
    "target": {"61": 61, 121: 121, "1": 1},
    "target_mode": {word: word for word in ("exact", "at_least", "end_of_round")},
    "combine": {"yes": True, "no": False, True: True, False: False},
    "lead_wins": {"yes": True, "no": False, True: True, False: False},
    "tie": {word: word for word in ("extra_round", "shared")},
    "partners": {"yes": True, "no": False, True: True, False: False},
    "chip_out": {word: word for word in ("one", "both")},
    "max_rounds": {"1": 1, "500": 500, 3: 3},
}

NUMBERS_THAT_ARE_NONE: tuple[Spelling, ...] = ("", "six", "-1", "6.0", " 6", "6 ", "+6", "６", "9" * 10, True, (6,))
WORDS_THAT_ARE_NONE: tuple[Spelling, ...] = ("", "perhaps", "NONE", "none ", 1, True, (1,))
REFUSED: Mapping[str, tuple[Spelling, ...]] = {
    "max_pip": (*NUMBERS_THAT_ARE_NONE, "7", 0, 15),
    "hand": (*NUMBERS_THAT_ARE_NONE, "0", "46", "most"),
    "first_lead": (*WORDS_THAT_ARE_NONE, "rotate", "winner", "same"),
    "later_lead": (*WORDS_THAT_ARE_NONE, "same"),
    "after_block": (*WORDS_THAT_ARE_NONE, "winner", "double_cycle", "highest_double"),
    "lead_tile": WORDS_THAT_ARE_NONE,
    "no_double": WORDS_THAT_ARE_NONE,
    "draw": WORDS_THAT_ARE_NONE,
    "reserve": (*NUMBERS_THAT_ARE_NONE, "3"),
    "spinner": (*WORDS_THAT_ARE_NONE, "every_double"),
    "spinner_count": WORDS_THAT_ARE_NONE,
    "divisors": (
        "",
        "3,",
        "3,,5",
        "2",
        "4,5",
        "3,3",
        "1",
        "0",
        "-3",
        "3;5",
        "three",
        "prime",
        4,
        True,
        (),
        (3, 3),
        (2,),
    ),
    "points": WORDS_THAT_ARE_NONE,
    "knock_bonus": (*NUMBERS_THAT_ARE_NONE, "101"),
    "chip_bonus": (*NUMBERS_THAT_ARE_NONE, "101"),
    "pips_divisor": (*NUMBERS_THAT_ARE_NONE, "1", "7"),
    "pips_round": (*WORDS_THAT_ARE_NONE, "down"),
    "pips_unit": WORDS_THAT_ARE_NONE,
    "pips_scope": WORDS_THAT_ARE_NONE,
    "pips_from": WORDS_THAT_ARE_NONE,
    "blocked": WORDS_THAT_ARE_NONE,
    "block_end": WORDS_THAT_ARE_NONE,
    "target": (*NUMBERS_THAT_ARE_NONE, "0", "10001"),
    "target_mode": WORDS_THAT_ARE_NONE,
    "combine": ("", "Yes", "true", 1, 0, (1,)),
    "lead_wins": ("", "No", 0),
    "tie": WORDS_THAT_ARE_NONE,
    "partners": ("", "Yes", "true", 1, 0, (1,)),
    "chip_out": WORDS_THAT_ARE_NONE,
    "max_rounds": (*NUMBERS_THAT_ARE_NONE, "0", "10001"),
}


def test_the_options_are_those_of_the_rule_book_in_its_order() -> None:
    assert list(OPTIONS) == list(ACCEPTED) == list(REFUSED)


@pytest.mark.parametrize(
    ("name", "spelled", "value"),
    [(name, spelled, value) for name, values in ACCEPTED.items() for spelled, value in values.items()],
)
def test_an_option_takes_each_value_of_its_row(name: str, spelled: Spelling, value: object) -> None:
    parsed = OPTIONS[name].parse(spelled)

    assert parsed == value
    assert isinstance(parsed, bool) == isinstance(value, bool)


@pytest.mark.parametrize(
    ("name", "spelled"), [(name, spelled) for name, values in REFUSED.items() for spelled in values]
)
def test_an_option_refuses_other_values_in_one_plain_line(name: str, spelled: Spelling) -> None:
    with pytest.raises(RulesError) as refusal:
        OPTIONS[name].parse(spelled)

    assert refusal.value.option == name
    assert str(refusal.value).startswith(f"{name}: ")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_describes_its_values_in_words(name: str) -> None:
    for spelled in ACCEPTED[name]:
        if isinstance(spelled, str) and not spelled.isdigit() and name != "divisors":
            assert spelled in str(OPTIONS[name].kind.values)


@pytest.mark.parametrize("name", OPTIONS)
def test_the_value_of_an_option_can_be_spelled_and_parsed_again(name: str) -> None:
    for preset in PRESETS:
        rules = rules_of(preset)
        assert OPTIONS[name].parse(OPTIONS[name].spell(rules)) == getattr(rules, name)


def test_an_unknown_option_is_refused_with_the_list_of_options() -> None:
    with pytest.raises(RulesError, match="there is no such option; the options are max_pip, hand"):
        rules_of("playroom", {"muggins": "yes"})


@pytest.mark.parametrize("name", ["\x90mug\x00gins", "x" * 9000, "\x1b]0;title"])
def test_a_hostile_option_name_does_not_hide_the_error(name: str) -> None:
    with pytest.raises(RulesError) as refused:
        rules_of("playroom", {name: "yes"})

    said = clean(str(refused.value))
    assert "there is no such option" in said
    assert len(said) < 500


@pytest.mark.parametrize("name", ["target\n", " target", "tar\u200bget", "\x1b[31mtarget"])
def test_an_option_with_invisible_characters_is_refused_with_the_right_spelling(name: str) -> None:
    with pytest.raises(RulesError) as refused:
        rules_of("playroom", {name: "61"})

    assert str(refused.value) == f"{name!r}: it contains spaces, line breaks or invisible characters; write target"


@pytest.mark.parametrize(("name", "flag"), [("players", "--seats"), ("seats", "--seats"), ("bots", "--bots")])
def test_seats_and_bots_are_separate_flags(name: str, flag: str) -> None:
    with pytest.raises(RulesError, match=flag):
        rules_of("playroom", {name: "3"})


def test_primes_are_every_odd_prime_up_to_the_highest_sum_of_the_set() -> None:
    for max_pip, primes in {6: [3, 5, 7, 11, 13, 17, 19], 9: [3, 5, 7, 11, 13, 17, 19, 23, 29, 31]}.items():
        assert list(rules_of("playroom", {"divisors": "primes", "max_pip": max_pip}).divisors) == primes
    double_12 = rules_of("playroom", {"divisors": "primes", "max_pip": 12}).divisors
    assert double_12 == tuple(n for n in range(3, 47, 2) if all(n % d for d in range(3, n, 2)))
    assert rules_of("all-fives", {"divisors": "primes"}).divisors[-1] == 31
    assert highest_sum(6, spinner=True) == 36


# Section 3, value by value.

PRESET_TABLE = """
option        | fives-and-threes | playroom       | cinq-et-trois | all-fives    | all-threes | pub
max_pip       | 6                | 6              | 6             | 6            | 6          | 6
hand          | 6                | 7              | 7             | 7            | 7          | 6
first_lead    | double_cycle     | highest_double | chance        | chance       | chance     | chance
later_lead    | double_cycle     | highest_double | rotate        | winner       | winner     | rotate
after_block   | same             | same           | same          | chance       | chance     | same
lead_tile     | required         | any            | any           | any          | any        | any
no_double     | redeal           | heaviest       | -             | -            | -          | -
draw          | none             | none           | none          | until        | until      | none
reserve       | -                | -              | -             | 0            | 0          | -
spinner       | none             | none           | none          | first_double | none       | none
spinner_count | -                | -              | -             | plain        | -          | -
divisors      | 3,5              | 3,5            | 3,5           | 5            | 3          | 3,5
points        | quotient         | quotient       | quotient      | total        | total      | quotient
knock_bonus   | 0                | 0              | 0             | 0            | 0          | 0
chip_bonus    | 0                | 1              | 1             | 0            | 0          | 0
pips_divisor  | 0                | 0              | 0             | 5            | 3          | 0
pips_round    | -                | -              | -             | nearest      | up         | -
pips_unit     | -                | -              | -             | multiple     | quotient   | -
pips_scope    | -                | -              | -             | sum          | each       | -
pips_from     | -                | -              | -             | opponents    | opponents  | -
blocked       | none             | none           | none          | lowest       | lowest     | none
block_end     | immediate        | immediate      | all_knock     | immediate    | immediate  | immediate
target        | 61               | 61             | 61            | 250          | 150        | 61
target_mode   | exact            | exact          | exact         | at_least     | at_least   | exact
combine       | yes              | yes            | yes           | -            | -          | yes
lead_wins     | yes              | yes            | yes           | yes          | yes        | no
tie           | -                | -              | -             | -            | -          | -
partners      | no               | no             | no            | no           | no         | yes
chip_out      | -                | -              | -             | -            | -          | both
max_rounds    | 500              | 500            | 500           | 500          | 500        | 500
"""
"""A dash: the game takes no notice of the option."""

ROWS = [[cell.strip() for cell in line.split("|")] for line in PRESET_TABLE.strip().splitlines()]
CELLS = [
    (preset, option, value)
    for option, *values in ROWS[1:]
    for preset, value in zip(ROWS[0][1:], values, strict=True)
    if value != "-"
]


def test_the_table_of_presets_is_complete() -> None:
    assert ROWS[0][1:] == list(PRESETS)
    assert [row[0] for row in ROWS[1:]] == list(OPTIONS)


@pytest.mark.parametrize(("preset", "option", "value"), CELLS)
def test_a_game_plays_with_the_values_of_its_seed(preset: str, option: str, value: str) -> None:
    assert OPTIONS[option].spell(rules_of(preset)) == value


@pytest.mark.parametrize(("preset", "seats"), list(zip(ROWS[0][1:], (4, 4, 2, 2, 2, 4), strict=True)))
def test_a_game_has_its_own_number_of_seats(preset: str, seats: int) -> None:
    assert make_rules(PRESETS[preset])[1] == seats


@pytest.mark.parametrize(("seats", "are_partners"), [(2, False), (3, False), (4, True)])
def test_four_are_partners_in_the_pub_unless_they_say_otherwise(seats: int, are_partners: bool) -> None:
    assert make_rules(PRESETS["pub"], {}, seats)[0].partners is are_partners
    assert not make_rules(PRESETS["pub"], {"partners": "no"}, seats)[0].partners


def test_seed_000_is_the_default() -> None:
    assert DEFAULT_PRESET == "fives-and-threes"


def test_an_unknown_game_is_refused_with_the_list_of_games() -> None:
    assert preset_named("playroom") is PRESETS["playroom"]
    with pytest.raises(RulesError, match="there is no game called 'muggins'; the games are fives-and-threes, playroom"):
        preset_named("muggins")


@pytest.mark.parametrize(
    ("preset", "seats", "hand", "target"),
    [
        ("all-fives", 2, 7, 250),
        ("all-fives", 3, 5, 200),
        ("all-fives", 4, 5, 200),
        ("all-threes", 2, 7, 150),
        ("all-threes", 3, 5, 100),
        ("all-threes", 4, 5, 100),
        ("pub", 2, 9, 61),
        ("pub", 3, 6, 61),
        ("pub", 4, 6, 61),
    ],
)
def test_hand_and_target_follow_the_number_of_players(preset: str, seats: int, hand: int, target: int) -> None:
    rules = rules_of(preset, None, seats)

    assert (rules.hand, rules.target) == (hand, target)


# Seed 001's deals.

FIRST_VARIANT = """
2 14 16 16
3 9 16 16
4 7 13 16
5 5 11 16
6 - 8 15
7 - 7 13
8 - 6 11
9 - 6 10
10 - 5 9
11 - 5 8
12 - - 7
"""
SECOND_VARIANT = """
2 5 10 10
3 5 10 10
4 7 10 10
5 5 10 10
6 - 8 10
7 - 7 10
8 - 6 10
9 - 6 10
10 - 5 9
11 - 5 8
12 - - 7
"""
"""As the seed prints them: players, double 6, double 9, double 12."""

DEAL_CELLS = [
    (deal, max_pip, int(line.split()[0]), cell)
    for deal, table in (("more", FIRST_VARIANT), ("less", SECOND_VARIANT))
    for line in table.strip().splitlines()
    for max_pip, cell in zip((6, 9, 12), line.split()[1:], strict=True)
]


@pytest.mark.parametrize(("deal", "max_pip", "seats", "cell"), DEAL_CELLS)
def test_playroom_deals_by_its_tables_and_refuses_other_hands(deal: str, max_pip: int, seats: int, cell: str) -> None:
    """Trap 16: missing cells are refused, not defaulted."""
    settings: dict[str, Spelling] = {"hand": deal, "max_pip": max_pip}
    if cell != "-":
        assert rules_of("playroom", settings, seats).hand == int(cell)
        return
    with pytest.raises(RulesError, match=f"not {seats}"):
        rules_of("playroom", settings, seats)


def test_the_first_listed_table_is_the_default() -> None:
    assert rules_of("playroom", None, 2).hand == 14
    assert rules_of("playroom", {"hand": "less"}, 2).hand == 5


def test_other_games_may_use_playrooms_deal_tables() -> None:
    assert rules_of("all-threes", {"hand": "less"}, 3).hand == 5
    assert rules_of("fives-and-threes", {"hand": "more"}).hand == 7


# Impossible games.


def refusal_of(preset: str, settings: Mapping[str, Spelling] | None = None, seats: int | None = None) -> RulesError:
    with pytest.raises(RulesError) as refusal:
        rules_of(preset, settings, seats)
    assert "\n" not in str(refusal.value)
    return refusal.value


@pytest.mark.parametrize(
    ("preset", "max_pip", "seats"),
    [
        ("fives-and-threes", 6, 2),
        ("fives-and-threes", 6, 5),
        ("playroom", 6, 1),
        ("playroom", 6, 6),
        ("playroom", 9, 12),
        ("playroom", 12, 13),
        ("cinq-et-trois", 6, 1),
        ("cinq-et-trois", 6, 3),
        ("all-fives", 6, 1),
        ("all-fives", 6, 5),
        ("all-threes", 6, 5),
        ("all-threes", 12, 5),
        ("playroom", 6, 0),
        ("playroom", 6, -2),
    ],
)
def test_a_game_refuses_other_numbers_of_players(preset: str, max_pip: int, seats: int) -> None:
    assert refusal_of(preset, {"max_pip": max_pip}, seats).option == "seats"


@pytest.mark.parametrize(
    ("preset", "max_pip", "fewest", "most"),
    [
        ("fives-and-threes", 6, 4, 4),
        ("playroom", 6, 2, 5),
        ("playroom", 9, 2, 11),
        ("playroom", 12, 2, 12),
        ("cinq-et-trois", 6, 2, 2),
        ("all-fives", 6, 2, 4),
        ("all-threes", 6, 2, 4),
    ],
)
def test_every_number_of_players_within_the_range_is_accepted(
    preset: str, max_pip: int, fewest: int, most: int
) -> None:
    for seats in range(fewest, most + 1):
        assert make_rules(PRESETS[preset], {"max_pip": max_pip}, seats)[1] == seats


@pytest.mark.parametrize(
    ("preset", "settings", "seats"),
    [
        ("fives-and-threes", {"hand": 8}, 4),
        ("cinq-et-trois", {"hand": 15}, 2),
        ("playroom", {"hand": 16, "max_pip": 9}, 4),  # trap 16: 4 x 16 = 64 > 55
        ("playroom", {"hand": 8, "max_pip": 12}, 12),
    ],
)
def test_hands_that_need_more_tiles_than_the_set_has_are_refused(
    preset: str, settings: Mapping[str, Spelling], seats: int
) -> None:
    assert "at most" in str(refusal_of(preset, settings, seats))


def test_hands_may_use_the_whole_set() -> None:
    """Trap 15."""
    assert rules_of("fives-and-threes", {"hand": 7}).hand * 4 == 28
    assert rules_of("cinq-et-trois", {"hand": 14}).hand * 2 == 28


def test_seed_000_accepts_any_hand_up_to_seven() -> None:
    for hand in range(2, 8):
        assert rules_of("fives-and-threes", {"hand": hand}).hand == hand


@pytest.mark.parametrize(("preset", "seats"), [("all-fives", 2), ("all-fives", 3), ("playroom", 5)])
def test_partners_need_four_seats(preset: str, seats: int) -> None:
    assert refusal_of(preset, {"partners": "yes"}, seats).option == "partners"


def test_four_may_play_as_partners() -> None:
    rules = rules_of("fives-and-threes", {"partners": "yes"})

    assert [rules.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert rules.sides(4) == 2


@pytest.mark.parametrize(
    ("preset", "settings"),
    [
        ("fives-and-threes", {"reserve": 1}),
        ("fives-and-threes", {"reserve": 0}),
        ("fives-and-threes", {"spinner_count": "sniff"}),
        ("fives-and-threes", {"pips_round": "up"}),
        ("fives-and-threes", {"pips_unit": "quotient"}),
        ("fives-and-threes", {"pips_scope": "each"}),
        ("fives-and-threes", {"pips_from": "all"}),
        ("fives-and-threes", {"blocked": "lowest"}),
        ("fives-and-threes", {"tie": "shared"}),
        ("fives-and-threes", {"chip_out": "both"}),
        ("all-fives", {"lead_wins": "no", "target_mode": "end_of_round"}),
        ("fives-and-threes", {"combine": "no", "target_mode": "at_least"}),
        ("all-fives", {"combine": "no"}),
        ("all-fives", {"no_double": "heaviest"}),
        ("all-fives", {"lead_tile": "required"}),
        ("all-fives", {"tie": "shared"}),
        ("cinq-et-trois", {"no_double": "redeal"}),
    ],
)
def test_setting_an_option_that_the_game_ignores_is_refused(preset: str, settings: Mapping[str, Spelling]) -> None:
    refusal = refusal_of(preset, settings)

    assert refusal.option == next(iter(settings))
    assert "has no effect" in str(refusal)


@pytest.mark.parametrize(
    ("preset", "settings"),
    [
        ("fives-and-threes", {"draw": "one", "reserve": 2}),
        ("fives-and-threes", {"spinner": "first_double", "spinner_count": "sniff"}),
        ("fives-and-threes", {"pips_divisor": 3, "pips_round": "up", "pips_unit": "quotient", "blocked": "lowest"}),
        ("fives-and-threes", {"target_mode": "end_of_round", "tie": "shared"}),
        ("fives-and-threes", {"partners": "yes", "chip_out": "both"}),
        ("all-fives", {"target_mode": "exact", "combine": "no"}),
        ("all-fives", {"first_lead": "highest_double", "no_double": "heaviest", "lead_tile": "required"}),
        ("cinq-et-trois", {"later_lead": "double_cycle", "no_double": "redeal"}),
        ("cinq-et-trois", {"lead_wins": "no"}),
        ("all-fives", {"lead_wins": "no"}),
    ],
)
def test_the_same_option_is_accepted_when_the_game_uses_it(preset: str, settings: Mapping[str, Spelling]) -> None:
    rules = rules_of(preset, settings)

    assert all(OPTIONS[name].parse(spelled) == getattr(rules, name) for name, spelled in settings.items())


def test_a_divisor_larger_than_every_sum_is_refused() -> None:
    assert refusal_of("playroom", {"divisors": "3,23"}).option == "divisors"
    assert rules_of("playroom", {"divisors": "3,23", "max_pip": 9}).divisors == (3, 23)
    assert rules_of("all-fives", {"divisors": "5,35"}).divisors == (5, 35)
    assert "nothing can score" in str(refusal_of("fives-and-threes", {"divisors": "21"}))


def test_a_divisor_too_large_to_score_is_accepted_when_something_else_pays() -> None:
    assert rules_of("cinq-et-trois", {"divisors": "21"}).chip_bonus == 1


# Trap 14: games that cannot end.


@pytest.mark.parametrize(
    ("preset", "settings"),
    [
        ("fives-and-threes", {"hand": 1}),  # every lead is a double worth 4, 2 or 0: 61 is never hit
        ("fives-and-threes", {"hand": 1, "lead_tile": "any"}),  # the only tile is the double that chose the leader
        ("fives-and-threes", {"hand": 1, "after_block": "rotate"}),  # a round of one tile is never blocked
        ("all-fives", {"target_mode": "exact", "target": 251}),
        ("all-fives", {"target_mode": "exact", "target": 4}),
        ("all-fives", {"target_mode": "exact", "target": 12, "pips_divisor": 0}),
        ("all-fives", {"target_mode": "exact", "target": 61, "knock_bonus": 5, "chip_bonus": 10}),
        ("all-threes", {"target_mode": "exact", "target": 100, "pips_unit": "multiple"}),
    ],
)
def test_an_exact_target_that_no_points_add_up_to_is_refused(preset: str, settings: Mapping[str, Spelling]) -> None:
    refusal = refusal_of(preset, settings)

    assert refusal.option == "target"
    assert "target_mode=at_least" in str(refusal)


def test_the_refusal_suggests_a_valid_target() -> None:
    assert "try target=250 or" in str(refusal_of("all-fives", {"target_mode": "exact", "target": 251}))
    assert rules_of("all-fives", {"target_mode": "exact", "target": 250}).target == 250


@pytest.mark.parametrize(
    ("preset", "settings"),
    [
        ("fives-and-threes", {"hand": 1, "target": 60}),
        ("fives-and-threes", {"hand": 1, "chip_bonus": 1}),
        ("fives-and-threes", {"hand": 1, "target_mode": "at_least"}),
        ("fives-and-threes", {"hand": 1, "no_double": "heaviest"}),
        ("fives-and-threes", {"hand": 1, "first_lead": "chance"}),
        ("fives-and-threes", {"hand": 2}),
        ("all-fives", {"target_mode": "exact", "target": 61, "chip_bonus": 1}),
        ("all-fives", {"target_mode": "exact", "target": 61, "knock_bonus": 1}),
        ("all-fives", {"target_mode": "exact", "target": 61, "points": "quotient"}),
        ("all-fives", {"target_mode": "exact", "target": 61, "pips_unit": "quotient"}),
        ("all-threes", {"target_mode": "exact", "target": 100}),
        ("all-fives", {"target": 251}),
    ],
)
def test_a_reachable_exact_target_is_accepted(preset: str, settings: Mapping[str, Spelling]) -> None:
    rules = rules_of(preset, settings)

    assert all(OPTIONS[name].parse(spelled) == getattr(rules, name) for name, spelled in settings.items())
