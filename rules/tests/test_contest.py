"""Contests of two battle groups: fair, the same from a seed, and told in numbers and words."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rules import __main__ as cli
from rules.age_of_destruction.bots import COMMANDERS
from rules.age_of_destruction.bots.contest import (
    Contest,
    NotPlayable,
    Played,
    play_game,
    read_fighter,
    set_up_contest,
    summary,
    summary_lines,
)
from rules.age_of_destruction.bots.contest.game import begin, seats_of
from rules.age_of_destruction.bots.contest.summary import WORDING
from rules.core.intervals import wilson
from rules.tests.army import catalogue, group
from rules.tools.contests import play_contest

ONE = group("AOD-029", "AOD-053", total=150)
OTHER = group("AOD-061", total=150)
RANDOM = ("random", "random")

Capture = pytest.CaptureFixture[str]


def contest(commanders: tuple[str, str] = RANDOM, turns: int = 6) -> Contest:
    groups = read_fighter(ONE, catalogue()), read_fighter(OTHER, catalogue())
    return set_up_contest(groups, commanders, 7, catalogue(), turns)


def test_every_commander_is_called_something() -> None:
    assert WORDING.words["commanders"].keys() == COMMANDERS.keys()


def test_wilsons_interval_is_the_published_one() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == pytest.approx(1.0)


def test_groups_change_seats_and_keep_the_terrain_of_their_pair() -> None:
    fought = contest()
    assert seats_of(0) == tuple(reversed(seats_of(1)))
    first, second, third = (begin(fought, number, catalogue()) for number in range(3))
    for number, scenario in enumerate((first, second)):
        own = [f.unit.id for f in scenario.setup.figures.values() if f.owner == seats_of(number)[0]]
        assert own == ["AOD-029", "AOD-053"]
    pools = [scenario.state.preparation for scenario in (first, second, third)]
    assert pools[0] and pools[1] and pools[2]
    assert pools[0].pool == pools[1].pool != pools[2].pool


def test_a_game_follows_from_its_number_and_the_seed() -> None:
    fought = contest()
    assert play_game(fought, 3, catalogue()) == play_game(fought, 3, catalogue())
    games = [play_game(fought, number, catalogue()) for number in range(4)]
    assert len(set(map(repr, games))) > 1
    assert all(game.turns <= 6 for game in games)
    assert all(game.won.keys() <= {"elimination", "battlefield", "zone"} for game in games)


def test_as_many_processes_as_one_likes_play_the_same_games() -> None:
    alone = list(play_contest(contest(), 3, catalogue(), workers=1))
    assert list(play_contest(contest(), 3, catalogue(), workers=2)) == alone


def test_a_summary_counts_the_games() -> None:
    fought = contest()
    games: list[Played] = [play_game(fought, number, catalogue()) for number in range(4)]
    found = summary(fought, games, catalogue())
    one, other = found["sides"]
    assert one["won"]["games"] + other["won"]["games"] == found["games"] == 4
    assert [unit["unit"] for unit in one["units"]] == ["AOD-029", "AOD-053"]
    assert sum(found["endings"].values()) == sum(found["decided_by"].values()) == 4
    dealt = sum(unit["damage"] for side in found["sides"] for unit in side["units"])
    assert dealt * 4 == pytest.approx(
        sum(each.damage for game in games for side in game.served for each in side), abs=0.01
    )
    for language in ("en", "pl"):
        assert all(isinstance(line, str) for line in summary_lines(found, language))


def test_a_condition_a_card_brings_is_called_as_the_card() -> None:
    fought = contest()
    game = replace(play_game(fought, 0, catalogue()), won={"HSE-F-005": 0})
    found = summary(fought, [game], catalogue())
    assert found["sides"][0]["conditions_won"] == {"HSE-F-005": 1}
    assert any("“Not One Step”" in line for line in summary_lines(found, "en"))
    assert any("„Ani kroku w tył”" in line for line in summary_lines(found, "pl"))


def test_illegal_groups_do_not_fight() -> None:
    with pytest.raises(NotPlayable, match="400"):
        read_fighter(group("AOD-029", total=400), catalogue())


def simulate(capsys: Capture, folder: Path, one: Any, *options: str) -> tuple[int, str, str]:
    """The exit status, what was printed, and what was said of progress and faults."""
    for name, content in (("one.json", one), ("other.json", OTHER)):
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / name).write_text(text, "utf-8")
    files = [str(folder / "one.json"), str(folder / "other.json")]
    status = cli.main(["simulate", *files, *options])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_command_prints_a_summary_and_its_progress(tmp_path: Path, capsys: Capture) -> None:
    options = ("--games", "2", "--commander", "random", "--turns", "4", "--workers", "1")
    status, out, err = simulate(capsys, tmp_path, ONE, *options, "--json")
    assert status == 0
    assert json.loads(out)["games"] == 2
    assert "2/2" in err
    status, out, _ = simulate(capsys, tmp_path, ONE, *options, "--lang", "pl")
    assert status == 0
    assert "dowódca losowy" in out


def test_a_game_that_gets_stuck_is_reported_with_its_position(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = "rules.age_of_destruction.play.rules.is_legal"
    monkeypatch.setattr(where, lambda field, order: False)
    status, out, err = simulate(
        capsys, tmp_path, ONE, "--games", "1", "--commander", "random", "--workers", "1"
    )
    *_, fault, position = err.splitlines()
    assert (status, out) == (3, "")
    assert fault == "turn 0: nothing red may do is legal"
    assert json.loads(position)["preparation"]["step"] == "pool"


@pytest.mark.parametrize(
    ("content", "status", "says"),
    [
        ("{", 2, "JSON"),
        ({"format": "battle-group/1"}, 2, "one.json"),
        (group("AOD-029", total=400), 1, "one.json"),
        (group("AOD-029", total=None), 1, "one.json"),
        (group("CA-081", total=150), 2, "CA-081"),
    ],
)
def test_files_that_cannot_fight_say_why(
    content: Any, status: int, says: str, tmp_path: Path, capsys: Capture
) -> None:
    got, out, err = simulate(capsys, tmp_path, content, "--games", "1")
    assert (got, out) == (status, "")
    assert says in err
    assert err.strip()


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: Capture) -> None:
    missing = str(tmp_path / "missing.json")
    assert cli.main(["simulate", missing, missing, "--games", "1"]) == 2
    assert "missing.json" in capsys.readouterr().err
