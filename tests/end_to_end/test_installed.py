"""fives as it is installed: from a wheel beside another distribution that owns a `daemon`, and as one zip file."""

import os
import shutil
import sys
import zipapp
import zipfile
from pathlib import Path

import pytest

from tests.end_to_end.installation import Installation, build_wheel, clean_environment, run, write_wheel
from tests.end_to_end.line_player import play_in_lines

PLAY = ("play", "--lines", "--rules", "all-fives", "--seats", "2", "--bot-level", "club", "--think", "0",
        "--set", "target=20", "--name", "Ann")  # fmt: skip
HOST = ("--rules", "all-fives", "--seats", "2", "--bots", "2", "--bot-level", "casual", "--think", "0",
        "--set", "target=20", "--matches", "1", "--port", "0", "--hidden")  # fmt: skip
IMPORT_ALL = """
import pkgutil, sys
import fives
sys.path.insert(0, fives.__path__[0] + "/inside")
for module in pkgutil.walk_packages([sys.path[0]]):
    if not module.name.endswith("__main__"):
        try:
            __import__(module.name)
        except ModuleNotFoundError as error:  # only a club needs it
            if error.name != "psycopg":
                raise
        print(module.name)
"""
RECORDS = Path(__file__).parents[1] / "records"
OWNER = "import daemon; print(daemon.OWNER)"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def installation(wheel: Path, tmp_path: Path) -> Installation:
    return Installation(tmp_path / "environment", wheel)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A working folder with files named like modules of other packages."""
    made = tmp_path / "here"
    for name in ("daemon", "client", "protocol", "random"):
        (made / name).mkdir(parents=True)
        (made / name / "__init__.py").write_text("raise SystemExit('not this one')", encoding="utf-8")
    return made


def test_it_plays_beside_another_distribution_and_does_not_damage_it(
    installation: Installation, wheel: Path, tmp_path: Path, folder: Path
) -> None:
    env = clean_environment(tmp_path / "home")
    other = {"daemon/__init__.py": "OWNER = 'somebody else'\n", "daemon/pidfile.py": "", "client.py": ""}
    installation.install(write_wheel(tmp_path, "other", other))
    before = {path.name for path in installation.packages.iterdir()}
    installation.install(wheel)
    added = {path.name for path in installation.packages.iterdir()} - before

    assert {name for name in added if not name.endswith(".dist-info")} == {"fives"}
    assert len(added) == 2

    status, lines, errors = play_in_lines([installation.program("fives"), *PLAY], env, folder)
    assert (status, errors) == (0, "")
    assert any(" the match with " in line for line in lines)
    data = tmp_path / "data"
    run(installation.program("fivesd"), *HOST, "--data", data, cwd=folder, env=env)
    (record,) = (data / "records").iterdir()
    assert "entries follow the rules" in run(installation.program("fivesd"), "verify", record, cwd=folder, env=env)
    assert "--html" in run(installation.python, "-P", "-m", "fives", "replay", "--help", cwd=folder, env=env)
    run(installation.program("fives"), "replay", record, "--html", tmp_path / "game.html", cwd=folder, env=env)
    run(installation.program("fivesd"), "arena", "random", "greedy", "--matches", "2", cwd=folder, env=env)
    run(installation.program("fivesd"), "analyse", record, "--worlds", "2", cwd=folder, env=env)

    assert run(installation.python, "-P", "-c", OWNER, env=env) == "somebody else\n"
    installation.uninstall("fives")
    assert {path.name for path in installation.packages.iterdir()} == before
    assert run(installation.python, "-P", "-c", OWNER, env=env) == "somebody else\n"
    assert {path: (installation.packages / path).read_text(encoding="utf-8") for path in other} == other


@pytest.mark.skipif(sys.platform == "win32", reason="trio needs a compiled module there, which no zip file can hold")
def test_it_plays_from_a_single_zip_file(installation: Installation, wheel: Path, tmp_path: Path, folder: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    installation.put_bytecode_beside_sources()
    zipfile.ZipFile(wheel).extractall(installation.packages)
    zip_file = tmp_path / "fives.pyz"
    zipapp.create_archive(installation.packages, zip_file, main="fives.entry_points:fives")
    shutil.rmtree(installation.packages)
    env = clean_environment(tmp_path / "home")

    status, lines, errors = play_in_lines([installation.python, Path("..") / zip_file.name, *PLAY], env, folder)

    assert (status, errors) == (0, "")
    assert any(" the match with " in line for line in lines)
    inside = {**env, "PYTHONPATH": os.pathsep.join([str(zip_file / "fives" / "inside"), str(zip_file)])}
    words = ("analyse", RECORDS / "hints.jsonl", "--worlds", "2")
    assert "accuracy" in run(installation.python, "-P", "-m", "daemon", *words, cwd=folder, env=inside)

    # A zip file can hold no compiled modules that are imported, so none is needed, except by a club.
    imported = run(installation.python, "-P", "-c", IMPORT_ALL, env={**env, "PYTHONPATH": str(zip_file)}).splitlines()
    assert {"client.screen.full_screen", "daemon.table.workers", "protocol.wire.codec"} <= set(imported)
