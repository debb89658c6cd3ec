#!/usr/bin/env bash
# A French catalog without a Plural-Forms header, compiled by Babel 2.19, is English again from two to 999,999.
#
# One would expect that a newer Babel compiles a catalog of two forms as the older one did. Babel fills in the header
# where it is missing, and with 2.19.0 has three forms for French, Spanish, Italian, Portuguese and Catalan, as CLDR has
# them: one, many (whole millions) and other, in this order. A translation of two forms is compiled without a word, also
# by a check of the catalog, though its second form now stands for millions alone; for 2 to 999,999 gettext finds none,
# and falls back to the original. With the header that GNU msginit 0.21 writes (two forms) both versions agree. Seen on
# 2026-11-29 with Python 3.11.7:
#
#     number of tiles                  1           2           5           1000000
#     Babel 2.18.0, no header          French      French      French      French
#     Babel 2.19.0, no header          French      English     English     French
#     both, with a header              French      French      French      French
#
# Exits with 1 if any of this changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

catalog() {  # $1: a line of the header, or nothing
    printf '%s\n' 'msgid ""' 'msgstr ""' '"Content-Type: text/plain; charset=utf-8\n"' "$1" '' \
        'msgid "%d tile"' 'msgid_plural "%d tiles"' 'msgstr[0] "%d domino"' 'msgstr[1] "%d dominos"'
}
catalog '' > without.po
catalog '"Plural-Forms: nplurals=2; plural=(n > 1);\n"' > with.po

cat > shown.py <<'P'
import gettext
import io
import sys

from babel import __version__
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

for name in ("without", "with"):
    with open(f"{name}.po", "rb") as file:
        catalog = read_po(file, locale="fr")
    complaints = [str(error) for message in catalog for error in message.check(catalog)]
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    shown = [translations.ngettext("%d tile", "%d tiles", number) % number for number in (1, 2, 5, 1_000_000)]
    print(f"Babel {__version__}, {name} header, {len(complaints)} complaints: {', '.join(shown)}")
P

expected='Babel 2.18.0, without header, 0 complaints: 1 domino, 2 dominos, 5 dominos, 1000000 dominos
Babel 2.18.0, with header, 0 complaints: 1 domino, 2 dominos, 5 dominos, 1000000 dominos
Babel 2.19.0, without header, 0 complaints: 1 domino, 2 tiles, 5 tiles, 1000000 dominos
Babel 2.19.0, with header, 0 complaints: 1 domino, 2 dominos, 5 dominos, 1000000 dominos'

for version in 2.18.0 2.19.0; do
    python3 -m venv "venv-$version"
    "venv-$version/bin/pip" install -q "babel==$version"
    "venv-$version/bin/python" shown.py
done | tee seen
[ "$(cat seen)" = "$expected" ] || { echo "this has changed" >&2; exit 1; }
