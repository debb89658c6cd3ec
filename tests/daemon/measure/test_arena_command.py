"""`fivesd arena` from the user's point of view."""

import json

import pytest

from daemon.program.command import main

SHORT = ("--matches", "4", "--set", "target=21", "--rules", "cinq-et-trois")


def arena(*words: str) -> int:
    return main(["arena", *words])


def test_a_round_robin_is_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("casual", "random", *SHORT) == 0

    printed = capsys.readouterr()
    assert "Cinq et Trois, target=21, 2 seats" in printed.out
    assert "casual beats random in " in printed.out
    assert printed.err == "casual v random: 4 matches played\n"


def test_json_output_is_exactly_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("random", "casual", "--json", *SHORT) == 0

    result = json.loads(capsys.readouterr().out)
    assert (result["rules"], result["seats"], result["seed"]) == ("cinq-et-trois", 2, 1)
    assert result["set"] == {"target": "21"}
    assert [rating["level"] for rating in result["ratings"]] == ["random", "casual"]
    (pair,) = result["pairs"]
    assert (pair["level"], pair["against"], pair["matches"]) == ("casual", "random", 4)
    assert pair["win_rate"]["low"] <= pair["win_rate"]["value"] <= pair["win_rate"]["high"]


def test_the_number_of_processes_changes_nothing_but_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for workers in ("1", "2"):
        assert arena("random", "casual", "--workers", workers, *SHORT) == 0
        printed.append(capsys.readouterr().out)

    assert printed[0] == printed[1]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["club", "casual", "--workers", "0"], "--workers: '0' is not valid: it takes 1 to 256"),
        (["club", "grandmaster"], "there is no level 'grandmaster'; the levels are random, greedy, learner, casual"),
        (["club", "club"], "name at least two different levels"),
        (["club", "casual", "--matches", "0"], "--matches: '0' is not valid: it takes 1 to 1000000"),
        (["club", "casual", "--set", "target"], "target: write it as OPTION=VALUE; target takes 1 to 10000"),
        (["club", "casual", "--set", "target=9", "--set", "target=8"], "target: it is given twice, as 9 and as 8"),
        (["club", "casual", "--rules", "chess"], "there is no game called 'chess'"),
        (["club", "casual", "--seats", "5"], "for 2 players, not 5"),
    ],
)
def test_wrong_usage_is_one_plain_line_and_status_2(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(*words) == 2

    printed = capsys.readouterr()
    assert complaint in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""
