#!/usr/bin/env bash
# A program that a test starts under pytest-xdist takes its terminal for 80 columns wide, whatever the terminal is.
#
# One would expect that workers of pytest-xdist have the environment of the command that started them. They have two
# variables more, COLUMNS=80 and LINES=24, and what they start has them, too; `shutil.get_terminal_size`, and so
# argparse and whatever wraps lines, believes them before it asks the terminal. pytest-xdist does not set them: Python's
# `readline` does, as GNU readline exports the size of the terminal when it is initialised, and takes 80 by 24 where
# there is none. It does so in the environment of C, which `os.environ` is a copy of, made when Python starts. So the
# process that has imported `readline` does not see them itself, its children do, but not with `env=os.environ`. pytest
# imports `readline`, and execnet starts the workers without an `env`. Seen on 2026-11-28 with Python 3.11.7 and 3.11.2,
# readline 8.2:
#
#     standard input is no terminal            COLUMNS in os.environ     COLUMNS in a child     with env=os.environ
#     plain Python                             none                      none                   none
#     after `import readline`                  none                      80                     none
#     pytest 9.0.2, a test                     none                      80                     none
#     pytest-xdist 3.8.0, the same test        80                        80                     80
#
# Exits with 1 if any of this changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
unset COLUMNS LINES
python3 -m venv venv
venv/bin/pip install -q "pytest==9.0.2" "pytest-xdist==3.8.0"

cat > sizes.py <<'P'
import os
import subprocess


def sizes() -> str:
    """COLUMNS here, in a child, and in a child that is given this process's environment."""
    shown = [os.environ.get("COLUMNS", "none")]
    for given in ({}, {"env": os.environ}):
        shown.append(subprocess.check_output(["sh", "-c", "echo ${COLUMNS:-none}"], text=True, **given).strip())
    return " ".join(shown)
P
cat > test_sizes.py <<'P'
import os
from pathlib import Path

from sizes import sizes


def test_sizes():
    Path(os.environ["SEEN"]).write_text(sizes() + "\n")
P

expected='plain: none none none
readline: none 80 none
pytest: none 80 none
pytest-xdist: 80 80 80'

{
    echo "plain: $(venv/bin/python -c 'from sizes import sizes; print(sizes())' </dev/null)"
    echo "readline: $(venv/bin/python -c 'import readline; from sizes import sizes; print(sizes())' </dev/null)"
    for workers in 0 1; do
        export SEEN=$folder/pytest-$workers
        venv/bin/pytest -q -n "$workers" -p no:cacheprovider test_sizes.py </dev/null >/dev/null
    done
    echo "pytest: $(cat pytest-0)"
    echo "pytest-xdist: $(cat pytest-1)"
} | tee seen
[ "$(cat seen)" = "$expected" ] || { echo "this has changed" >&2; exit 1; }
