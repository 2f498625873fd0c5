"""The ladder: ratings that say what the games say, the same from a seed, and the README's table."""

import json
import re
from pathlib import Path

import pytest

from rules import __main__ as cli
from rules.age_of_destruction.bots import COMMANDERS
from rules.age_of_destruction.bots.contest import read_fighter
from rules.tests.army import catalogue, group
from rules.tools import ladder as tool
from rules.tools.ladder import Ladder, fought, lines, summary, table, write_table
from rules.tools.ratings import ratings

GROUP = group("AOD-029", "AOD-053", total=150)


def climbed(games: int = 2) -> Ladder:
    """A ladder of two commanders that is soon played."""
    return Ladder(("random", "greedy"), (read_fighter(GROUP, catalogue()),) * 2, games, 4, 4)


def test_ten_wins_to_one_are_four_hundred_points() -> None:
    block = [("strong", "weak")] * 2095 + [("weak", "strong")] * 209
    found = ratings([block], "weak")
    assert found["weak"].points == 0
    assert found["strong"].points == pytest.approx(400, abs=1)


def test_who_beats_whom_by_a_third_is_rated_between() -> None:
    blocks = [[("b", "a"), ("b", "a"), ("a", "b"), ("c", "b"), ("c", "b"), ("b", "c")]] * 10
    found = ratings(blocks, "a")
    assert found["c"].points == pytest.approx(2 * found["b"].points, rel=0.01)
    assert 0 < found["b"].points < found["c"].points


def test_an_interval_is_narrower_with_more_games_and_holds_the_rating() -> None:
    few = [[("b", "a"), ("a", "b")], [("b", "a"), ("b", "a")]] * 5
    one, other = ratings(few, "a")["b"], ratings(few * 20, "a")["b"]
    assert one.low < one.points < one.high
    assert other.high - other.low < (one.high - one.low) / 3
    assert ratings(few, "a") == ratings(few, "a")


def test_who_won_all_is_not_infinitely_strong() -> None:
    found = ratings([[("b", "a")]] * 10, "a")["b"]
    assert 400 < found.points < 700


def test_every_pair_meets_with_every_group_and_swaps_seats() -> None:
    met = Ladder(("a", "b", "c"), climbed().groups, 2, 1, 4).meetings
    assert len(met) == len(set(met)) == 3 * 2 * 2
    assert {(m.one, m.other, m.number) for m in met if m.group == 0} == {
        (*pair, number) for pair in (("a", "b"), ("a", "c"), ("b", "c")) for number in (0, 1)
    }


def test_the_games_are_the_same_however_many_processes_play_them(tmp_path: Path) -> None:
    """And those on record are not played again."""
    record = tmp_path / "games"
    alone = list(fought(climbed(), catalogue(), 1, record))
    together = list(fought(climbed(), catalogue(), 2))
    shown = [(game.meeting, game.winner, game.orders, game.error) for game in alone]
    assert shown == [(g.meeting, g.winner, g.orders, g.error) for g in together]
    assert all(error == "" for *_, error in shown)
    kept = record.read_text("utf-8").splitlines()
    record.write_text("\n".join(kept[:3]) + "\n", "utf-8")
    again = list(fought(climbed(), catalogue(), 1, record))
    assert again[:3] == alone[:3]
    assert [game.winner for game in again] == [game.winner for game in alone]


def test_a_fault_is_counted_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Faulty:
        def __init__(self, chance: object) -> None:
            pass

        def choose(self, *asked: object) -> None:
            raise ValueError("lost")

    monkeypatch.setitem(COMMANDERS, "greedy", Faulty)
    games = list(fought(climbed(), catalogue()))
    found = summary(climbed(), games)
    assert len(games) == 4
    assert found["errors"] == ["ValueError: lost"] * 4
    assert [row["errors"] for row in found["commanders"]] == [4, 4]


def test_the_command_prints_what_was_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "group.json"
    file.write_text(json.dumps(GROUP), "utf-8")
    asked = ["ladder", "--commanders", "random", "greedy", "--groups", str(file), "--turns", "4"]
    assert cli.main([*asked, "--json"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["format"], found["games"], found["errors"]) == ("ladder/1", 2, [])
    assert "2/2" in err
    assert cli.main(asked) == 0
    printed = capsys.readouterr().out.splitlines()
    times = [row.pop("order_ms") for row in found["commanders"]]
    assert all(time > 0 for time in times)
    assert printed[0] == next(table(found | {"commanders": []}))
    assert printed[-1].startswith("greedy against random: won ")


def test_the_readme_keeps_a_table_as_the_command_writes_it(tmp_path: Path) -> None:
    games = list(fought(climbed(1), catalogue()))
    found = summary(climbed(1), games)
    copy = tmp_path / "README.md"
    copy.write_text(tool.README.read_text("utf-8"), "utf-8")
    write_table(found, copy)
    kept = copy.read_text("utf-8").split(tool.OPENING)[1].split(tool.CLOSING)[0]
    assert kept.strip().splitlines()[-4:] == list(table(found))
    assert list(lines(found))[:4] == list(table(found))
    with pytest.raises(ValueError, match="empty"):
        write_table(found, _empty(tmp_path))


def test_the_table_in_the_readme_is_one_of_the_commands() -> None:
    kept = tool.README.read_text("utf-8").split(tool.OPENING)[1].split(tool.CLOSING)[0]
    rows = [line for line in kept.splitlines() if line.startswith("|")]
    nobody = table({"commanders": []})
    assert rows[:2] == list(nobody)
    row = re.compile(
        r"\| `(\w+)` \| [+-]\d+ \| [+-]\d+ to [+-]\d+ \| \d+ of \d+ \| [\d.]+ ms \| 0 \|"
    )
    found = [row.fullmatch(line) for line in rows[2:]]
    assert {match and match[1] for match in found} == set(COMMANDERS)


def _empty(folder: Path) -> Path:
    file = folder / "empty.md"
    file.write_text("", "utf-8")
    return file
