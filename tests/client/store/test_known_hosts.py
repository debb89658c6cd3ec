"""Known hosts in files: one host for each endpoint, private, and never able to stop a game."""

import stat
import sys
from pathlib import Path

import pytest

from client.store.file_hosts import MOST_HOSTS, FileHosts
from client.store.files import HOSTS
from client.store.known_hosts import MOST_ENDPOINTS, KnownHost, host_at, host_with, keys_by_name, save_at, save_name
from protocol.shared.host_key import key_of

OAK, ASH = KnownHost(key_of(b"oak"), (), "invitation"), KnownHost(key_of(b"ash"))


def test_a_host_is_found_by_its_key_and_by_its_endpoints_in_a_later_run(tmp_path: Path) -> None:
    save_at(FileHosts(tmp_path), OAK, "oak.example:5533")
    save_at(FileHosts(tmp_path), OAK.at("oak.example:5533"), "https://quick-fox.example")

    hosts = FileHosts(tmp_path).all()

    assert hosts == [KnownHost(OAK.key, ("https://quick-fox.example", "oak.example:5533"), "invitation")]
    assert host_with(OAK.key, hosts) == host_at("oak.example:5533", hosts) == hosts[0]
    assert host_at("ash.example:5533", hosts) is host_with(ASH.key, hosts) is None


def test_an_endpoint_is_of_the_host_that_was_there_last(tmp_path: Path) -> None:
    hosts = FileHosts(tmp_path)
    save_at(hosts, OAK, "192.168.1.20:5533")
    save_at(hosts, ASH, "192.168.1.20:5533")

    assert hosts.all() == [ASH.at("192.168.1.20:5533"), OAK]


def test_a_host_keeps_its_last_endpoints_and_the_player_the_last_hosts(tmp_path: Path) -> None:
    host = OAK
    for nth in range(MOST_ENDPOINTS + 2):
        host = host.at(f"host:{nth}")
    (tmp_path / HOSTS).mkdir()
    for nth in range(MOST_HOSTS):
        key = key_of(b"%d" % nth)
        (tmp_path / HOSTS / f"{key}.json").write_text(f'{{"key":"{key}"}}')
    hosts = FileHosts(tmp_path)
    hosts.save(host)

    assert host.endpoints == tuple(f"host:{nth}" for nth in range(MOST_ENDPOINTS + 1, 1, -1))
    assert len(hosts.all()) == MOST_HOSTS
    assert hosts.all()[0] == host


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"key":1}', b'{"key":"../seats/1"}', b'{"key":"a","endpoints":7}']
)
def test_a_damaged_file_is_renamed_and_reported_in_one_line(tmp_path: Path, content: bytes) -> None:
    FileHosts(tmp_path).save(OAK)
    (path,) = (tmp_path / HOSTS).iterdir()
    path.write_bytes(content)
    hosts = FileHosts(tmp_path)

    assert hosts.all() == []
    assert hosts.all() == []

    assert len(hosts.troubles) == 1
    assert "A saved host's key was damaged" in hosts.troubles[0]
    assert "\n" not in hosts.troubles[0]


def test_an_unwritable_folder_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    hosts = FileHosts(tmp_path / "file")

    save_at(hosts, OAK, "oak.example:5533")

    assert hosts.all() == []
    assert len(hosts.troubles) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes; the user's folder is private there")
def test_only_its_owner_may_read_a_known_host_which_has_an_invitation(tmp_path: Path) -> None:
    FileHosts(tmp_path).save(OAK)

    (path,) = (tmp_path / HOSTS).iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_name_from_the_list_of_hosts_belongs_to_the_host_that_was_joined_by_it_last(tmp_path: Path) -> None:
    hosts = FileHosts(tmp_path)
    ben, other = KnownHost(key_of(b"ben"), ("192.168.1.20:5533",)), key_of(b"other")
    hosts.save(ben)
    save_name(hosts, ben.key, "Ben")
    assert keys_by_name(FileHosts(tmp_path).all()) == {"ben": ben.key}

    save_name(hosts, other, "BEN")
    assert keys_by_name(hosts.all()) == {"ben": other}
    assert host_with(ben.key, hosts.all()) == ben
