"""The rules of a table in plain English (RULES.md sections 2 and 3; seed 000's printed table)."""

import pytest

from client.program.rules_command import rules_command
from client.words.name_words import about_game
from client.words.rule_sentences import Sentence
from client.words.rule_words import (
    TOPICS,
    explain,
    house_rules,
    score_columns,
    score_table,
    scores_spoken,
    sections,
)
from protocol.game.options import Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS, Rules
from protocol.log.choices import why_not
from protocol.log.commands import PlayTile
from protocol.log.events import Knocked, RoundEnded, Scored
from protocol.log.refusals import Reason
from protocol.log.table import fold
from tests.protocol.table_notation import draws, knocks, plays, round_of, tile_of

SEED_000_PRINTS = (
    "0 - 6 2 12 4 18 6",
    "1 - 7 - 13 - 20 4",
    "2 - 8 - 14 - 22 -",
    "3 1 9 3 15 8",
    "4 - 10 2 16 -",
    "5 1 11 - 17 -",
)

A_CHANGE_OF_EVERY_OPTION: list[tuple[str, int | None, dict[str, Spelling], str]] = [
    ("fives-and-threes", 4, {"max_pip": 9}, "The set is double-9: 55 tiles, from 0-0 to 9-9."),
    ("fives-and-threes", 4, {"hand": 7}, "Each player is dealt 7 tiles; none are left over."),
    ("fives-and-threes", 4, {"first_lead": "chance"}, "The leader of the first round is chosen at random."),
    ("fives-and-threes", 4, {"later_lead": "rotate"}, "the lead passes to the next player clockwise"),
    ("fives-and-threes", 4, {"after_block": "chance"}, "After a blocked round the leader is chosen at random."),
    ("fives-and-threes", 4, {"lead_tile": "any_double"}, "The leader must lead a double"),
    ("fives-and-threes", 4, {"no_double": "heaviest"}, "the heaviest tile decides"),
    ("fives-and-threes", 4, {"draw": "one"}, "you draw one tile and play it if it fits"),
    ("all-fives", 2, {"reserve": 2}, "The last two tiles of the boneyard are never drawn."),
    ("fives-and-threes", 4, {"spinner": "first_double"}, "is the spinner"),
    ("all-fives", 2, {"spinner_count": "sniff"}, "still counts its number once for each empty narrow end"),
    ("fives-and-threes", 4, {"divisors": "3,5,7"}, "A sum divisible by 3, 5 or 7"),
    (
        "fives-and-threes",
        4,
        {"points": "total"},
        "once for each number that divides it: 15 scores 15 + 15 = 30",
    ),
    ("fives-and-threes", 4, {"knock_bonus": 1}, "A play also scores 1 point for each knock since the last play"),
    ("fives-and-threes", 4, {"chip_bonus": 2}, "The play that ends a round by going out scores 2 points more."),
    ("fives-and-threes", 4, {"pips_divisor": 5}, "rounded to the nearest multiple of 5: 27 pips score 25"),
    ("all-fives", 2, {"pips_round": "up"}, "rounded up to a multiple of 5: 27 pips score 30"),
    ("all-fives", 2, {"pips_unit": "quotient"}, "and divided by 5: 27 pips score 5"),
    ("all-threes", 2, {"pips_scope": "sum"}, "Their total is rounded up"),
    ("all-fives", 2, {"pips_from": "all"}, "including those of the same side"),
    ("all-fives", 2, {"blocked": "none"}, "After a blocked round nobody scores pips."),
    ("fives-and-threes", 4, {"block_end": "all_knock"}, "when every player with tiles has knocked in turn"),
    ("fives-and-threes", 4, {"target": 121}, "exactly 121 wins"),
    ("fives-and-threes", 4, {"target_mode": "at_least"}, "to reach 61 or more wins"),
    ("playroom", 4, {"target_mode": "end_of_round"}, "at the end of a round, the highest score wins"),
    ("playroom", 4, {"combine": "no"}, "each part counts only if it does not pass 61"),
    ("cinq-et-trois", 2, {"lead_wins": "no"}, "The first tile of a round cannot win the match"),
    ("playroom", 4, {"target_mode": "end_of_round", "tie": "shared"}, "A tie for the highest score is a shared win."),
    ("fives-and-threes", 4, {"partners": "yes"}, "partners sit opposite each other and share one score"),
    ("fives-and-threes", 4, {"partners": "yes", "chip_out": "both"}, "when both partners of a side are out of tiles"),
    ("fives-and-threes", 4, {"max_rounds": 20}, "nobody has won after 20 rounds"),
]


def test_the_changes_below_change_every_option() -> None:
    assert {name for _, _, settings, _ in A_CHANGE_OF_EVERY_OPTION for name in settings} == set(OPTIONS)


@pytest.mark.parametrize(("preset", "seats", "settings", "sentence"), A_CHANGE_OF_EVERY_OPTION)
def test_a_house_rule_changes_the_text_and_is_marked(
    preset: str, seats: int, settings: dict[str, Spelling], sentence: str
) -> None:
    rules, _ = make_rules(PRESETS[preset], settings, seats)
    usual, _ = make_rules(PRESETS[preset], {}, seats)

    telling = [line for line in explain(rules, seats, preset) if sentence in line]

    assert len(telling) == 1
    assert telling[0].startswith("House rule: ")
    assert not any(sentence in line for line in explain(usual, seats, preset))
    assert house_rules(rules, seats, preset) >= settings.keys()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_no_house_rules(preset: str) -> None:
    rules, seats = make_rules(PRESETS[preset])

    assert house_rules(rules, seats, preset) == frozenset()
    assert not any("House rule: " in line for line in explain(rules, seats, preset))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_that_a_table_uses_has_a_sentence(preset: str) -> None:
    rules, seats = make_rules(PRESETS[preset])

    told = {name for sentence in sentences(rules, seats) for name in sentence.options}

    assert told >= {name for name, option in OPTIONS.items() if option.ignored_when(rules) is None} - {"chip_out"}
    assert not {name for name in told if OPTIONS[name].ignored_when(rules) is not None} - {"lead_tile"}


@pytest.mark.parametrize(
    ("first_lead", "later"),
    [
        ("double_cycle", "Each later round is led by the player with the double one below"),
        ("highest_double", "Each later round is led by the player with the double one below"),
        ("chance", "Each later round is led by the player with 6-6, later with the double one below"),
    ],
)
def test_a_double_that_decided_the_first_round_begins_the_cycle(first_lead: str, later: str) -> None:
    """RULES.md 1.15."""
    rules, seats = make_rules(PRESETS["fives-and-threes"], {"first_lead": first_lead})

    assert any(later in sentence.text for sentence in sentences(rules, seats))


def sentences(rules: Rules, seats: int) -> list[Sentence]:
    return [sentence for topic in TOPICS for sentence in topic(rules, seats)]


def test_the_table_of_scores_is_seed_000s_cell_by_cell() -> None:
    rules, _ = make_rules(PRESETS["fives-and-threes"])
    cells = " ".join(SEED_000_PRINTS).replace("-", "0").split()

    assert dict(score_table(rules)) == dict(zip(map(int, cells[::2]), map(int, cells[1::2]), strict=True))


def test_the_table_of_scores_is_printed_in_columns_like_seed_000s() -> None:
    rules, _ = make_rules(PRESETS["fives-and-threes"])

    heads, *rows = (" ".join(line.split()) for line in score_columns(rules, 80))

    assert heads == "Sum Points Sum Points Sum Points Sum Points"
    assert tuple(rows) == SEED_000_PRINTS


def test_the_table_of_scores_follows_the_divisors() -> None:
    advanced, _ = make_rules(PRESETS["playroom"], {"divisors": "primes"})

    scores = dict(score_table(advanced))

    assert {22: scores[22], 14: scores[14], 13: scores[13], 2: scores[2]} == {22: 2, 14: 2, 13: 1, 2: 0}


def test_the_spoken_table_has_every_scoring_sum_once() -> None:
    rules, _ = make_rules(PRESETS["fives-and-threes"])

    assert scores_spoken(rules) == [
        "8 points for a sum of 15.",
        "6 points for a sum of 18.",
        "4 points for a sum of 12 or 20.",
        "3 points for a sum of 9.",
        "2 points for a sum of 6 or 10.",
        "1 point for a sum of 3 or 5.",
        "Nothing for any other sum.",
    ]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_page_keeps_to_its_width(preset: str, width: int) -> None:
    rules, seats = make_rules(PRESETS[preset])

    assert max(map(len, explain(rules, seats, preset, width))) <= width


def test_a_larger_set_is_the_house_rule_and_the_deal_that_follows_from_it_is_not() -> None:
    rules, seats = make_rules(PRESETS["playroom"], {"max_pip": 9}, 8)

    assert house_rules(rules, seats, "playroom") == {"max_pip"}
    assert rules.hand == 6


def test_a_game_of_a_later_release_is_explained_without_a_word_on_house_rules() -> None:
    rules, seats = make_rules(PRESETS["all-threes"])

    page = explain(rules, seats, "all-sevens")

    assert page[0] == "all-sevens"
    assert page[1:] == explain(rules, seats, "all-threes")[1:]


def test_partners_are_called_sides() -> None:
    rules, seats = make_rules(PRESETS["all-fives"], {"partners": "yes"}, 4)

    winning = next(section for section in sections(rules, seats, "all-fives") if section.title == "Winning")

    assert winning.sentences[0] == "The first side to reach 200 or more wins at once."


def test_rules_without_a_name_lists_every_game_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command(None, [], None, 200) == 0

    printed = capsys.readouterr().out
    for preset in PRESETS.values():
        assert preset.name in printed
        assert about_game(preset.name) in printed


def test_rules_of_a_game_end_with_every_option_and_the_values_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("cinq-et-trois", [], None, 200) == 0

    lines = capsys.readouterr().out.splitlines()
    rules, _ = make_rules(PRESETS["cinq-et-trois"])
    _, _, ignored = " ".join(line.strip() for line in lines).partition("This table ignores these options. ")
    for name, option in OPTIONS.items():
        reason = option.ignored_when(rules)
        if reason is None:
            (row,) = [line for line in lines if line.split()[:1] == [f"{name}={option.spell(rules)}"]]
            assert f"{option.meaning}. Takes {option.kind.values}.".lower() in row.lower()
        else:
            names, _, says = next(part for part in ignored.split("; ") if name in part).partition(": ")
            assert name in names.split(", ")
            assert says.rstrip(".").casefold() == str(reason).casefold(), "each reason once, after all that it is about"


def test_in_a_narrow_terminal_what_an_option_means_is_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("all-fives", [], None, 40) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index("  target=250") + 1] == "    The score that ends the match. Takes"
    assert max(map(len, lines)) <= 40


def test_rules_with_a_house_rule_tell_the_games_own_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules_command("playroom", ["target=121", "max_pip=9"], 8, 80) == 0

    printed = " ".join(capsys.readouterr().out.split())
    assert "target=121 The score that ends the match. Takes 1 to 10000. A house rule; the game has 61." in printed
    assert "Takes 6, 9 or 12. A house rule; the game has 6." in printed
    assert "hand=6 Tiles" in printed


@pytest.mark.parametrize(
    ("name", "settings", "seats", "error"),
    [
        ("sixes", [], None, "there is no game called 'sixes'"),
        ("playroom", ["target"], None, "write it as OPTION=VALUE; target takes 1 to 10000"),
        ("playroom", ["colour"], None, "write it as OPTION=VALUE, like target=121"),
        ("playroom", ["target=100", "target=300"], None, "target: it is given twice, as 100 and as 300"),
        ("playroom", ["colour=red"], None, "there is no such option"),
        ("playroom", [], 9, "is for 2 to 5 players"),
    ],
)
def test_rules_that_make_no_game_are_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], name: str, settings: list[str], seats: int | None, error: str
) -> None:
    assert rules_command(name, settings, seats, 80) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert error in said.err
    assert said.err.count("\n") == 1


# The text agrees with play.


def said(preset: str, settings: dict[str, Spelling], seats: int = 2) -> str:
    rules, seats = make_rules(PRESETS[preset], settings, seats)
    return " ".join(sentence.text for sentence in sentences(rules, seats))


def test_knocks_all_round_end_a_round_only_once_no_tile_can_be_drawn() -> None:
    """RULES.md 1.10, with draw=one."""
    settings: dict[str, Spelling] = {"draw": "one", "block_end": "all_knock"}
    sentence = "when every player with tiles has knocked in turn"
    table = round_of(rules="all-fives", set=settings, hands="6-6 | 1-0", line="4-3", boneyard="6-5 2-2 5-5")

    for seat in (0, 1):
        table = fold(draws(table, seat), table)
        assert knocks(table, seat) == (Knocked(seat),)
        table = fold(knocks(table, seat), table)
    table = fold(draws(table, 0), table)

    assert [type(event) for event in knocks(table, 0)] == [Knocked, RoundEnded]
    assert f"{sentence} and no tile can be drawn." in said("all-fives", settings)
    assert f"{sentence}." in said("cinq-et-trois", {})


def test_with_an_exact_target_pips_are_paid_separately_from_the_play() -> None:
    """RULES.md 1.12: 15 for the play count, 25 for the pips would pass 250."""
    settings: dict[str, Spelling] = {"target_mode": "exact"}
    table = round_of(rules="all-fives", set=settings, hands="6-3 | 6-5 5-3 4-4", line="6-6", scores=(230, 0))

    _, scored, ended = plays(table, 0, "6-3", "r")

    assert isinstance(scored, Scored)
    assert isinstance(ended, RoundEnded)
    assert (scored.awarded, ended.winner, ended.pips) == (15, 0, 0)
    sentence = "Pips are scored after that, on their own: they count only if they do not take the score past"
    assert f"{sentence} 250." in said("all-fives", settings)
    assert sentence not in said("all-fives", {})
    assert sentence not in said("cinq-et-trois", {})


def test_a_player_with_a_double_must_lead_one_when_any_double_may_lead() -> None:
    """RULES.md 1.15 and trap 25."""
    settings: dict[str, Spelling] = {"lead_tile": "any_double"}
    table = round_of(rules="playroom", set=settings, hands="6-3 5-5 4-4 | 1-0")
    without = round_of(rules="playroom", set=settings, hands="6-3 | 1-0")

    assert why_not(table, 0, PlayTile(tile_of("6-3"))) is Reason.MUST_LEAD
    assert why_not(table, 0, PlayTile(tile_of("5-5"))) is why_not(table, 0, PlayTile(tile_of("4-4"))) is None
    assert why_not(without, 0, PlayTile(tile_of("6-3"))) is None
    assert "The leader must lead a double, any double; a leader without one may lead any tile." in said(
        "playroom", settings
    )
