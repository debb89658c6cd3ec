"""README's first command in a Debian of 32 bits without a compiler, and a match there, played from outside.

    sudo .venv/bin/python -m tests.chroots i386        natively, on a processor from Intel or AMD
    sudo .venv/bin/python -m tests.chroots armhf       a Raspberry Pi's, emulated by `qemu-user-static`

It has the last commit of this checkout. `debootstrap` puts the system into `build/chroots`, which takes minutes; later
runs use it again. Both it and pip need the network.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.end_to_end.line_player import play_in_lines

ROOT: Final = Path(__file__).parents[1]
INSTALL: Final = re.search(r"python3 -m venv .*", (ROOT / "README.md").read_text(encoding="utf-8"))
HOST: Final = "exec .venv/bin/fivesd --hidden --port 0 --rules all-fives --seats 2 --bots 1 --set target=40 --think 0"
ENVIRONMENT: Final = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "HOME": "/fives/build"}
ENTER: Final = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" sh -c "cd /fives; $1"'


def check(architecture: str) -> None:
    """Install, play, host, and ask `fives doctor`; raises if any of it fails."""
    system = ROOT / "build" / "chroots" / architecture
    if not system.exists():
        new = system.with_name("new")
        shutil.rmtree(new, ignore_errors=True)
        what = ("--variant=minbase", "--include=python3,python3-venv,ca-certificates", f"--arch={architecture}")
        subprocess.run(["debootstrap", *what, "bookworm", new], check=True)
        new.rename(system)
    for name in ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt"):
        shutil.copy(f"/{name}", system / name)
    shutil.rmtree(system / "fives", ignore_errors=True)
    subprocess.run(["git", "clone", "-q", ROOT, system / "fives"], check=True)
    inside = ["unshare", "--mount", "sh", "-c", ENTER, str(system)]
    assert INSTALL is not None
    begin = f"{INSTALL[0]} && .venv/bin/fives play"
    subprocess.run([*inside, begin], stdin=subprocess.DEVNULL, env=ENVIRONMENT, check=True)
    with subprocess.Popen([*inside, HOST], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as host:
        try:
            assert host.stdout is not None
            said, found = "", None
            while found is None and (line := host.stdout.readline()):
                said += line
                found = re.search(r"localhost:(\d+).* key is ([a-z\d-]+)", said, re.DOTALL)
            assert found, said
            join = (sys.executable, "-m", "client", "join", "127.0.0.1:{}#k={}".format(*found.groups()), "--lines")
            home = {"FIVES_HOME": str(system.with_name("home"))}
            status, lines, errors = play_in_lines([*join, "--name", "Ann"], home, ROOT)
        finally:
            host.terminate()
    assert (status, errors, host.returncode) == (0, "", 0), (errors, host.returncode)
    print(*(line for line in lines if re.search("wins? the match", line)), flush=True)
    subprocess.run([*inside, ".venv/bin/fives doctor"], env=ENVIRONMENT, check=True)


if __name__ == "__main__":
    if sys.argv[1:] not in (["i386"], ["armhf"]):
        sys.exit(__doc__)
    check(sys.argv[1])
