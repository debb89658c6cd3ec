"""The menu of a table: its groups, and what is in them."""

from attrs import evolve

from client.actions.panel import Menu
from client.model.model import Model
from client.model.own_host import OwnHost
from client.panels.by_name import BY_NAME
from client.words.leaving_words import HostedBy
from protocol.log.table import Stage, Table
from tests.client.at_table import seated_model
from tests.protocol.table_notation import round_of

PLAYING = round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6")


def groups(model: Model) -> dict[str, list[str]]:
    """The labels of each group, by its heading."""
    menus = [block for block in BY_NAME["menu"](model).blocks if isinstance(block, Menu)]
    return {menu.heading: [choice.label for choice in menu.choices] for menu in menus}


def model_at(table: Table, *, host: bool = False) -> Model:
    return seated_model(table, is_host=host)


def test_a_host_has_a_group_of_rights_which_ends_with_what_cannot_be_undone() -> None:
    found = groups(model_at(PLAYING, host=True))

    assert list(found) == ["Host", "This match", "You"]
    assert found["Host"][0] == "Pause the game"
    assert found["Host"][-1] == "End the match for everybody"


def test_only_who_runs_the_host_can_hand_over_all_its_games() -> None:
    model, everything = model_at(PLAYING, host=True), "Let Ben go on hosting the match, and all your other games"
    assert everything not in groups(model)["Host"]

    model.own_host = OwnHost("http://localhost")

    assert everything in groups(model)["Host"]


def test_a_host_who_has_followed_the_match_takes_it_back_and_insists_once_the_other_host_is_silent() -> None:
    model, mine = model_at(PLAYING), "Take the match back to my machine"
    assert mine not in groups(model)["This match"]

    model.absent_host.left = "oak"
    assert [label for label in groups(model)["This match"] if label.startswith(mine)] == [mine]
    model.absent_host.is_silent_elsewhere = True
    insists = f"{mine}, although the other host does not answer"
    assert [label for label in groups(model)["This match"] if label.startswith(mine)] == [mine, insists]


def test_another_player_has_no_group_of_the_hosts_rights() -> None:
    assert list(groups(model_at(PLAYING))) == ["This match", "You"]


def test_a_player_without_other_people_reads_of_no_host() -> None:
    model = model_at(PLAYING, host=True)
    model.hosted_by = HostedBy.PROGRAM

    found = groups(model)

    assert list(found) == ["This match", "You"]
    assert "Pause the game" in found["This match"]


def test_after_a_match_another_one_comes_first() -> None:
    found = groups(model_at(evolve(PLAYING, stage=Stage.OVER)))

    assert found["This match"][:3] == [
        "Play another match, if everyone agrees",
        "Play the same deals again, if everyone wants that",
        "Analyse the match",
    ]


def test_what_is_rarely_needed_is_last() -> None:
    found = groups(model_at(PLAYING))

    assert found["This match"][0] == "Score sheet"
    assert found["This match"][-2:] == ["My hand in words", "React"]
    assert found["You"][-1] == "Keys"
