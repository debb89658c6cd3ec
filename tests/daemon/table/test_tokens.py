"""The tokens that return a player to a seat, and the password of a table."""

from daemon.journal.interface import CommandAccepted, GameOpened, TokenIssued, TokensRevoked
from daemon.table.tokens import SeatTokens, digest, hash_password, is_password, new_token


def issued(seat: int, token: str, *, is_host: bool = False) -> TokenIssued:
    return TokenIssued(seat, digest(token), is_host)


def test_a_token_is_too_long_to_guess_and_unique() -> None:
    tokens = {new_token() for _ in range(100)}

    assert len(tokens) == 100
    assert min(len(token) for token in tokens) * 6 >= 128
    assert all(token.isascii() and token.isprintable() for token in tokens)


def test_a_token_is_for_the_seat_it_was_issued_for() -> None:
    tokens = SeatTokens([issued(0, "ann"), issued(1, "ben", is_host=True)])

    assert tokens.find("ben") == issued(1, "ben", is_host=True)
    assert tokens.find("cho") is None
    assert tokens.find("") is None
    assert tokens.find(digest("ann")) is None, "its hash is no token"


def test_a_new_token_of_a_seat_leaves_the_previous_one_valid() -> None:
    tokens = SeatTokens([issued(0, "one"), issued(0, "two")])

    assert tokens.find("one") == issued(0, "one")
    assert tokens.find("two") == issued(0, "two")


def test_using_a_token_invalidates_earlier_ones_but_not_the_latest() -> None:
    one, two, three = issued(0, "one"), issued(0, "two"), issued(0, "three")
    tokens = SeatTokens([one, two, three])

    assert tokens.valid_after_use_of(one) == [one, three]
    assert tokens.valid_after_use_of(two) == [two, three]
    assert tokens.valid_after_use_of(three) == [three]


def test_revoking_the_tokens_of_a_seat_leaves_those_of_other_seats_valid() -> None:
    tokens = SeatTokens([issued(0, "one"), issued(0, "two"), issued(1, "ben"), TokensRevoked(0), issued(0, "three")])

    assert (tokens.find("one"), tokens.find("two")) == (None, None)
    assert tokens.find("three") is not None
    assert tokens.find("ben") is not None


def test_valid_tokens_can_be_carried_over_to_another_game() -> None:
    tokens = SeatTokens([GameOpened("oak", "now"), issued(0, "one"), CommandAccepted("a", "b", 1), issued(1, "ben")])

    again = SeatTokens(tokens.all_valid())

    assert again.all_valid() == tokens.all_valid() == [issued(0, "one"), issued(1, "ben")]


def test_the_opener_of_a_table_is_recognised_by_its_token() -> None:
    assert SeatTokens([issued(0, "ann"), issued(1, "ben")]).host_seat is None
    assert SeatTokens([issued(0, "ann"), issued(2, "ben", is_host=True)]).host_seat == 2
    assert SeatTokens([issued(2, "ben", is_host=True), TokensRevoked(2)]).host_seat is None


async def test_a_password_is_stored_with_a_salt() -> None:
    one, other = await hash_password("open sesame"), await hash_password("open sesame")

    assert one != other
    assert "sesame" not in one
    assert await is_password("open sesame", one)
    assert await is_password("open sesame", other)
    assert not await is_password("open barley", one)
    assert not await is_password("", one)


async def test_a_password_may_be_in_any_script() -> None:
    assert await is_password("Öffne dich 🁫", await hash_password("Öffne dich 🁫"))
