#!/usr/bin/env bash
# Whose lock it is after a fork depends on the library that has locked the file, and of filelock on the version.
#
# One would expect that a lock on a file is free once the process that took it was killed, and that it stays taken by a
# program that takes it and then goes to the background. With each library one of the two is wrong. A worker of a
# process pool outlives a program that is killed; if it was forked after the lock was taken, it keeps a lock of flock
# for ever, which nobody who looks for the program finds. fasteners locks by lockf, which a fork never shares, and
# filelock closes the file in forked children since 3.30: a program that forks, and whose first process then ends, has
# no lock any more, and is not told. Seen on 2026-11-30 on Linux with Python 3.11.7:
#
#     library               killed, its worker lives     in the background
#     filelock 3.29.7       still locked                 locked
#     filelock 4.3.1        free                         free
#     portalocker 4.4.2     still locked                 locked
#     zc.lockfile 4.0       still locked                 locked
#     fasteners 0.20        free                         free
#
# With workers that are spawned, or come from a fork server, all of them are free.
#
# Exits with 1 if any of this changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q filelock==4.3.1 portalocker==4.4.2 zc.lockfile==4.0 fasteners==0.20
venv/bin/pip install -q --target before filelock==3.29.7

cat > owner.py <<'P'
"""Takes a lock; then has a worker, or goes to the background. Prints the processes that are left."""

import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor


def taken(library, path):
    """The lock, or None if somebody else has it."""
    try:
        if library == "filelock":
            import filelock

            lock = filelock.FileLock(path)
            lock.acquire(timeout=0)
        elif library == "portalocker":
            import portalocker

            lock = portalocker.Lock(path, timeout=0)
            lock.acquire()
        elif library == "zc.lockfile":
            import zc.lockfile

            lock = zc.lockfile.LockFile(path)
        else:
            import fasteners

            lock = fasteners.InterProcessLock(path)
            return lock if lock.acquire(blocking=False) else None
    except Exception as error:
        if type(error).__name__ in ("Timeout", "AlreadyLocked", "LockException", "LockError"):
            return None
        raise
    return lock


if __name__ == "__main__":
    library, way, path = sys.argv[1:]
    lock = taken(library, path)
    if way == "background":
        if os.fork():
            os._exit(0)
        print(os.getpid(), flush=True)
    else:
        pool = ProcessPoolExecutor(1, multiprocessing.get_context(way))
        print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(600)
P

cat > seen.py <<'P'
import os
import signal
import subprocess
import sys

from owner import taken


def state(library, way):
    path = f"{library}-{way}"
    owner = subprocess.Popen([sys.executable, "owner.py", library, way, path], stdout=subprocess.PIPE, text=True)
    left = int(owner.stdout.readline())
    if way != "background":
        owner.kill()
    owner.wait()
    found = "free" if taken(library, path) else "locked"
    os.kill(left, signal.SIGKILL)  # it was there until now
    return found


for library in sys.argv[1:]:
    print(library, *(f"{way} {state(library, way)}" for way in ("fork", "spawn", "forkserver", "background")))
P

expected='filelock fork locked spawn free forkserver free background locked
filelock fork free spawn free forkserver free background free
portalocker fork locked spawn free forkserver free background locked
zc.lockfile fork locked spawn free forkserver free background locked
fasteners fork free spawn free forkserver free background free'

{ PYTHONPATH=before venv/bin/python seen.py filelock && rm -f filelock-*
  venv/bin/python seen.py filelock portalocker zc.lockfile fasteners; } 2> errors | tee seen
[ "$(cat seen)" = "$expected" ] || { cat errors >&2; echo "this has changed" >&2; exit 1; }
