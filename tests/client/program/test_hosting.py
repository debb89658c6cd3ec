"""The operator's secret is shown only to this user's own daemon."""

import json
from pathlib import Path

import pytest

from client.program.hosting import secret_at
from protocol.shared.address import Address
from protocol.shared.operator_key import KEY


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this user's daemon."""
    monkeypatch.setattr("client.program.hosting.host_folder", lambda: tmp_path)
    return tmp_path


def keep_key(folder: Path, address: str) -> None:
    (folder / KEY).write_text(json.dumps({"address": address, "port": 5533, "secret": "s"}))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_this_users_daemon_gets_the_secret_under_every_name_of_this_machine(folder: Path, host: str) -> None:
    keep_key(folder, "127.0.0.1")

    assert secret_at(Address(host, 5533)) == "s"


@pytest.mark.parametrize(
    ("address", "listens"),
    [
        (Address("localhost", 5534), "127.0.0.1"),
        (Address("192.168.1.20", 5533), "127.0.0.1"),
        (Address("localhost.example.org", 5533), "127.0.0.1"),
        (Address("localhost", 5533), "192.168.1.20"),
    ],
    ids=["another port", "another machine", "another name", "not on the loopback"],
)
def test_no_other_daemon_gets_the_secret(folder: Path, address: Address, listens: str) -> None:
    keep_key(folder, listens)

    assert secret_at(address) is None


@pytest.mark.parametrize("kept", [None, "", "{}", "[1]"])
def test_without_a_readable_key_file_there_is_no_secret(folder: Path, kept: str | None) -> None:
    if kept is not None:
        (folder / KEY).write_text(kept)

    assert secret_at(Address("localhost", 5533)) is None
