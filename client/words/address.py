"""What is wrong with an address that was typed, and what one looks like. Imports nothing, so that help is quick."""

from typing import Final

EMPTY: Final = "it is empty"
NO_LINK: Final = "it is the address of a machine, without anything like http://"
AFTER_A_BRACKET: Final = "after [ comes an IPv6 address and ], and then :PORT or nothing"
BETWEEN_BRACKETS: Final = "only an IPv6 address goes between [ and ]"


def no_ipv6(host: str) -> str:
    """Colons that make no address."""
    return f"{host} is no IPv6 address"


def no_ipv4(host: str) -> str:
    """Numbers that make no address."""
    return f"{host or 'nothing'} is no IPv4 address: it takes four numbers up to 255"


def no_name(host: str) -> str:
    """Letters that no machine is called by."""
    return f"{host!r} is no name of a machine"


def no_port(port: str) -> str:
    """What stands behind the colon."""
    return f"{port!r} is no port: it takes a number from 1 to 65535"


def no_address(typed: str, why: str, port: int) -> str:
    """The whole complaint."""
    return f"{typed!r} is no address: {why}. Write HOST or HOST:PORT, like 192.168.1.20:{port}."
