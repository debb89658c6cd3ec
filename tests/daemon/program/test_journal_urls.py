"""A `--journal` that leads to no database: one plain line that says why, without the password, and status 2."""

from pathlib import Path

import pytest

from daemon.program.command import main

pytest.importorskip("psycopg")
NO_URL = "write a URL like postgresql://club@db.example.org/fives"
NOT_VALID = "the URL of the database is not valid: `fives help hosting` shows one"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", NO_URL),
        ("club", NO_URL),
        ("mysql://club@db.example/fives", NO_URL),
        ("/home/ann/.local/share/fivesd", NO_URL),
        ("postgresql://club:secret@127.0.0.1:1/fives", "Connection refused"),
        ("postgresql://club:secret@127.0.0.1:99999/fives", 'invalid port number: "99999"'),
        ("postgresql://club:secret@127.0.0.1:port/fives", 'invalid integer value "port"'),
        ("postgresql://club:secret@no-such-host.invalid/fives", "no-such-host.invalid/fives cannot be used"),
        ("postgresql://club:sec@ret@127.0.0.1/fives", "in a password, write %40 for @"),
        ("postgresql://club:secret@127.0.0.1/fives?sslmode=sometimes", 'invalid sslmode value: "sometimes"'),
        ("postgresql://club:secret@127.0.0.1/fives?nonsense=1", NOT_VALID),
        ("postgresql://club:secret@127.0.0.1/fives?connect_timeout=soon", "bad value for connect_timeout"),
        ("postgresql://club:secret@[127.0.0.1/fives", NOT_VALID),
        ("postgresql://club:secret@127.0.0.1/fi%00ves", NOT_VALID),
        ("postgresql://club:secret@127.0.0.1:1,127.0.0.2:2/fives", "127.0.0.1:1,127.0.0.2:2/fives cannot be used"),
        ("postgresql://club:secret@127.0.0.1/fives?target_session_attrs=any-one", "invalid target_session_attrs value"),
    ],
)
def test_a_url_that_leads_to_no_database_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], url: str, why: str
) -> None:
    status = main(["--data", str(tmp_path), "--journal", url, "--public-address", "127.0.0.1:1", "--port", "0"])

    printed = capfd.readouterr()
    (line,) = printed.err.splitlines()
    assert status == 2
    assert line.startswith("fivesd: ")
    assert why in line
    assert "sec" not in line.replace("seconds", "")
