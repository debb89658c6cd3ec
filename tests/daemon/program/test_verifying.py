"""What `fivesd verify` says about the record of a game that had another host."""

from pathlib import Path

import pytest
from attrs import evolve

from daemon.program.stored_games import verify_records
from protocol.log.events import HostChanged
from protocol.wire.record import Header, write_record
from protocol.wire.stored_history import history_of
from tests.client.succeeded import OLD, begun_round
from tests.played import entered


@pytest.mark.parametrize(
    ("is_right", "status", "said"), [(True, 0, "entries follow the rules"), (False, 1, "named another history")]
)
def test_a_host_that_named_another_history_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], is_right: bool, status: int, said: str
) -> None:
    before = entered(begun_round(1)[:4])
    change = HostChanged(OLD, 0, "1" * 64, history=history_of(before) if is_right else "0" * 64)
    entries = [*before, evolve(before[-1], seq=len(before) + 1, event=change)]
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(write_record(Header(OLD, "oak", before[0].at), entries)))

    assert verify_records([path], tmp_path) == status
    assert said in capsys.readouterr().out
