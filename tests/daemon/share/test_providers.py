"""Which tunnel program `--share` starts."""

import pytest

from daemon.share.providers import choose
from protocol.shared.exit_status import MisusedError


def only(*installed: str):  # type: ignore[no-untyped-def] # a function like `shutil.which`
    """A system on which these programs are installed."""
    return lambda name: f"/usr/bin/{name}" if name in installed else None


def test_cloudflared_comes_first() -> None:
    provider = choose("", only("tailscale", "cloudflared", "ssh"))

    assert provider.name == "cloudflared"
    assert provider.command(4000)[-1] == "--url=http://127.0.0.1:4000"
    assert provider.time_to_resolve > 10


def test_tailscale_is_taken_without_cloudflared() -> None:
    assert choose("", only("tailscale", "ssh")).command(4000) == ("/usr/bin/tailscale", "funnel", "4000")


@pytest.mark.parametrize(
    ("system", "how"), [("darwin", "brew install"), ("win32", "winget install"), ("linux", "package manager")]
)
def test_without_a_tunnel_program_one_sentence_says_what_to_install(system: str, how: str) -> None:
    with pytest.raises(MisusedError, match=how):
        choose("", only("ssh"), system)


def test_a_command_is_split_like_in_a_shell_and_gets_the_port() -> None:
    provider = choose("my-tunnel --to 'http://[::1]:{port}/' --name \"two words\" {port}#1", only("my-tunnel"))

    assert provider.command(4000) == (
        "/usr/bin/my-tunnel", "--to", "http://[::1]:4000/", "--name", "two words", "4000#1",
    )  # fmt: skip


def test_a_user_at_a_host_is_reached_with_ssh_which_asks_nothing() -> None:
    provider = choose("nokey@localhost.run", only("ssh"))

    assert provider.command(4000)[-2:] == ("-R80:127.0.0.1:4000", "nokey@localhost.run")
    assert "-oBatchMode=yes" in provider.words


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("all-fives", "has no {port}"),
        ("-oProxyCommand=x@host", "has no {port}"),
        ("tunnel 'http://{port}", "no closing quotation"),
        ("no-such-tunnel {port}", "there is no program 'no-such-tunnel'"),
    ],
)
def test_a_command_that_cannot_work_is_an_error_before_anything_starts(typed: str, why: str) -> None:
    with pytest.raises(MisusedError, match=why.replace("{", "\\{")):
        choose(typed, only("all-fives", "tunnel", "ssh"))
