"""What the protocol says: why options make no table, why a name is not valid, what is wrong with a record.

The English is in the tables of `protocol`, for its own programs say it too. Not here: what a host does not allow
(`host_refusals`), the names and meanings of options (`options`).
"""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row
from protocol import names
from protocol.game import options, rule_faults, rules
from protocol.league import league_faults
from protocol.log import deal_count, faults, not_allowed
from protocol.sentences import LISTS, Sentences
from protocol.shared import address, flags

TABLES: Final[tuple[Sentences, ...]] = (
    LISTS,
    options.VALUES,
    rules.IGNORED,
    rule_faults.FAULTS,
    names.FAULTS,
    deal_count.COUNTS,
    not_allowed.NOT_OPENED,
    faults.FAULTS,
    address.FAULTS,
    flags.FAULTS,
    league_faults.FAULTS,
)
MESSAGES: Final[Mapping[str, Row]] = {key: text for table in TABLES for key, text in table.by_key}
NOTES: Final = {key: table.about for table in TABLES for key, _ in table.by_key}
"""What translators have to know, by key."""
