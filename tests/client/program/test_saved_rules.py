"""Saved house rules in a running `fives`."""

from pathlib import Path

from tests.client.program.programs import fives

FRIDAY = '[{"name": "Friday", "game": "cinq-et-trois", "rules": {"target": "21"}}]'


def test_saved_house_rules_are_offered(tmp_path: Path) -> None:
    (tmp_path / "house-rules.json").write_text(FRIDAY, encoding="utf-8")
    ran = fives(tmp_path, "play", "--lines", "--name", "Ann", typed="open\ny\nopen\nq\nq\n")

    assert "Saved: house=Friday." in ran.stdout
    assert "is damaged" not in ran.stderr


def test_damaged_house_rules_are_one_line_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "house-rules.json").write_text("{", encoding="utf-8")
    ran = fives(tmp_path, "play", "--lines", "--name", "Ann", typed="open\nq\nq\n")

    (line,) = ran.stderr.splitlines()
    assert line.startswith("fives: ")
    assert line.endswith("house-rules.damaged.")
    assert ran.returncode == 0
