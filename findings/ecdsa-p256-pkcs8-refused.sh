#!/usr/bin/env bash
# A P-256 key that `ecdsa` writes as PKCS#8 is read by OpenSSL, and refused by `cryptography` from 45 on.
#
# ecdsa 0.19.2 (2026-03) writes PKCS#8 with version 1 for NIST curves and version 0 for Ed25519, both without the public
# key in the outer structure. RFC 5958 gives version 1 to structures that have that public key, RFC 5208 knows only 0.
# One would expect that what one library's `to_pem(format="pkcs8")` writes, the other one's `load_pem_private_key`
# reads, whichever curve it is. Seen on 2026-11-28, Python 3.11, OpenSSL 3.0.19:
#
#     cryptography     P-256 as PKCS#8             P-256 as SEC 1 (ssleay)    Ed25519 as PKCS#8
#     44.0.3           read                        read                       read
#     50.0.2           ValueError("Invalid key")   read                       read
#     openssl pkey     read                        read                       read
#
# 45.0.7, 46.0.3 and 48.0.1 behave as 50.0.2, and 43.0.3 as 44.0.3.
#
# Exits with 1 if any of this changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv

cat > tried.py <<'P'
import subprocess
from importlib.metadata import version

from cryptography.hazmat.primitives.serialization import load_pem_private_key
from ecdsa import Ed25519, NIST256p, SigningKey


def by_cryptography(pem: bytes) -> str:
    try:
        load_pem_private_key(pem, None)
    except ValueError as error:
        return f"refused: {error}"
    return "read"


def by_openssl(pem: bytes) -> str:
    done = subprocess.run(["openssl", "pkey", "-noout"], input=pem, capture_output=True, check=False)
    return "refused" if done.returncode else "read"


for curve, form in ((NIST256p, "pkcs8"), (NIST256p, "ssleay"), (Ed25519, "pkcs8")):
    key = SigningKey.generate(curve)
    pem = key.to_pem(format=form)
    print(version("cryptography"), curve.name, form, by_cryptography(pem), "openssl:", by_openssl(pem), sep="; ")
P

expected='44.0.3; NIST256p; pkcs8; read; openssl:; read
44.0.3; NIST256p; ssleay; read; openssl:; read
44.0.3; Ed25519; pkcs8; read; openssl:; read
50.0.2; NIST256p; pkcs8; refused: Invalid key; openssl:; read
50.0.2; NIST256p; ssleay; read; openssl:; read
50.0.2; Ed25519; pkcs8; read; openssl:; read'

for release in 44.0.3 50.0.2; do
    venv/bin/pip install -q "ecdsa==0.19.2" "cryptography==$release"
    venv/bin/python tried.py
done | tee seen
[ "$(cat seen)" = "$expected" ] || { echo "this has changed" >&2; exit 1; }
