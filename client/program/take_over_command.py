"""`fives take-over`: go on with a match whose host is gone, as its host, from the record that this machine has.

Here: the choice of the record, and looking for somebody who hosts its match already. Not here: reading it
(`record_to_take_over`), hosting (`app`), the same from within a running game (`hosting_here`).
"""

import argparse
import sys

import trio
from attrs import evolve

from client.net.successors import TIME_TO_LOOK, search_for
from client.program.app import App
from client.program.hosting import HostOptions, TakenMatch
from client.program.questions import asked_whether
from client.program.record_to_take_over import client_folder, newest_records, record_in
from client.store.file_hosts import FileHosts
from client.store.files import data_folder
from client.store.known_hosts import keys_by_name
from client.terminal.printed_lines import print_line
from client.terminal.typed_lines import standard_input
from client.words import take_over_words
from client.words.say import say
from client.words.take_over_words import Proof, Successor


def take_over_command(given: argparse.Namespace) -> int:
    """Go on with a match here, or where somebody hosts it already; returns the exit status. Raises `MisusedError`."""
    folder = client_folder(given.record, data_folder())
    data = None if folder == data_folder() else folder
    records = newest_records(folder) if given.record is None else [record_in(given.record, folder)]
    taken, *others = records
    options = HostOptions.to_take_over(given, TakenMatch(taken.path, taken.seat, taken.secret))
    app = evolve(App.from_arguments(given), name=taken.saved.name)
    print_line(say("take_over.looking"))
    search = search_for(taken.known_game, keys_by_name(FileHosts(folder).all()))
    found = trio.run(search.run_for, TIME_TO_LOOK)
    if found is not None and (found.proof is Proof.OWN_HOST or _goes_there(found)):
        print_line(take_over_words.you_go_to(found))
        return evolve(app, data=data).join(found.link)
    news = [take_over_words.goes_on_here(taken.summary)]
    news += take_over_words.others([(record.path, record.summary) for record in others])
    for line in news:
        print_line(line)
    return app.host(options, folder, news)


def _goes_there(found: Successor) -> bool:
    """Whether the player wants to go to the host that was found. Without a terminal, the match goes on here."""
    print_line(take_over_words.who_goes_on(found))
    return sys.stdin.isatty() and trio.run(asked_whether, _ask, say("go_there.question"))


async def _ask(question: str) -> str:
    print_line(question)
    return (standard_input().next() or "n").strip().casefold()
