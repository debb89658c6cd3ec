"""The default router, in what each system says about its routes."""

from ipaddress import IPv4Address

import pytest

from daemon.mapping.gateway import COMMANDS, gateway_in_routes, gateway_printed

LINUX = """\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
tun0\t00000000\t00000000\t0001\t0\t0\t50\t00000000\t0\t0\t0
wlan0\t00000000\t0100A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
"""
MACOS = """\
   route to: default
destination: default
       mask: default
    gateway: 192.168.1.1
  interface: en0
"""
WINDOWS = """\
IPv4-Routentabelle
===========================================================================
Aktive Routen:
     Netzwerkziel    Netzwerkmaske          Gateway    Schnittstelle Metrik
          0.0.0.0          0.0.0.0      192.168.1.1     192.168.1.20     25
===========================================================================
"""


def test_the_router_of_the_best_route_of_linux_is_the_default() -> None:
    assert gateway_in_routes(LINUX) == IPv4Address("192.168.1.1")
    assert gateway_in_routes(LINUX.splitlines()[0]) is None


@pytest.mark.parametrize(("system", "output"), [("others", MACOS), ("win32", WINDOWS)])
def test_the_router_is_in_the_output_of_a_command(system: str, output: str) -> None:
    _, pattern = COMMANDS[system]

    assert gateway_printed(output, pattern) == IPv4Address("192.168.1.1")
    assert gateway_printed(output.replace("192.168.1.1 ", "999.1.1.1 ").replace("1.1\n", "1.1.1\n"), pattern) is None
    assert gateway_printed("", pattern) is None
