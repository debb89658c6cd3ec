"""What brings a player back to a seat, and what lets anybody in."""

from daemon.journal.interface import CommandAccepted, GameOpened, TokenIssued, TokensRevoked
from daemon.table.tokens import SeatTokens, digest, hash_password, is_password, new_token


def issued(seat: int, token: str, *, is_host: bool = False) -> TokenIssued:
    return TokenIssued(seat, digest(token), is_host)


def test_a_token_is_too_long_to_guess_and_never_the_same() -> None:
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


def test_the_next_token_of_a_seat_leaves_the_one_before_it_standing() -> None:
    tokens = SeatTokens([issued(0, "one"), issued(0, "two")])

    assert tokens.find("one") == issued(0, "one")
    assert tokens.find("two") == issued(0, "two")


def test_when_a_token_is_used_those_before_it_hold_no_longer_and_the_last_one_after_it_does() -> None:
    one, two, three = issued(0, "one"), issued(0, "two"), issued(0, "three")
    tokens = SeatTokens([one, two, three])

    assert tokens.used(one) == [one, three]
    assert tokens.used(two) == [two, three]
    assert tokens.used(three) == [three]


def test_revoked_tokens_hold_no_longer_and_those_of_other_seats_do() -> None:
    tokens = SeatTokens([issued(0, "one"), issued(0, "two"), issued(1, "ben"), TokensRevoked(0), issued(0, "three")])

    assert (tokens.find("one"), tokens.find("two")) == (None, None)
    assert tokens.find("three") is not None
    assert tokens.find("ben") is not None


def test_what_holds_can_be_taken_along_to_another_game() -> None:
    tokens = SeatTokens([GameOpened("oak", "now"), issued(0, "one"), CommandAccepted("a", "b", 1), issued(1, "ben")])

    again = SeatTokens(tokens.holding())

    assert again.holding() == tokens.holding() == [issued(0, "one"), issued(1, "ben")]


def test_the_opener_of_a_table_is_known_by_its_token() -> None:
    assert SeatTokens([issued(0, "ann"), issued(1, "ben")]).host_seat is None
    assert SeatTokens([issued(0, "ann"), issued(2, "ben", is_host=True)]).host_seat == 2
    assert SeatTokens([issued(2, "ben", is_host=True), TokensRevoked(2)]).host_seat is None


async def test_a_password_is_kept_salted() -> None:
    one, other = await hash_password("open sesame"), await hash_password("open sesame")

    assert one != other
    assert "sesame" not in one
    assert await is_password("open sesame", one)
    assert await is_password("open sesame", other)
    assert not await is_password("open barley", one)
    assert not await is_password("", one)


async def test_a_password_may_be_of_any_script() -> None:
    assert await is_password("Öffne dich 🁫", await hash_password("Öffne dich 🁫"))
