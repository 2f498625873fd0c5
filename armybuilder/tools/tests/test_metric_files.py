"""What several processes count together, and what is left of those that are dead."""

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.mmap_dict import MmapedDict, mmap_key
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.parser import text_string_to_metric_families

from armybuilder.tests.process import free_port, running_site
from armybuilder.tools.metric_files import counting, end


def count(folder: Path, name: str, value: float, kind: str = "counter") -> None:
    """Leave a file of a process that has counted so much."""
    file = MmapedDict(str(folder / f"{kind}_{name}.db"))
    file.write_value(mmap_key("asked", "asked_total", ["why"], ["so"], "Said."), value, 0.0)
    file.close()


def total(folder: Path) -> dict[str, float]:
    found = MultiProcessCollector(None, str(folder)).collect()
    return {each.type: each.samples[0].value for each in found}


def test_a_site_that_starts_begins_at_nothing(tmp_path: Path) -> None:
    count(tmp_path, "dead", 3)
    count(tmp_path, "past", 4)

    with counting(tmp_path, "first"):
        assert not list(tmp_path.glob("*.db"))


def test_what_the_dead_have_counted_is_kept_beside_the_living(tmp_path: Path) -> None:
    with counting(tmp_path, "first"):
        count(tmp_path, "first", 1)
        for lap in (1, 2):
            with counting(tmp_path, f"mortal{lap}"):
                count(tmp_path, f"mortal{lap}", 10)
                count(tmp_path, f"mortal{lap}", 5, "gauge_livesum")
            with counting(tmp_path, "second"):
                assert total(tmp_path) == {"counter": 1 + 10 * lap}
        names = {file.name for file in tmp_path.glob("*.db")}
        assert names == {"counter_first.db", "counter_past.db"}
        assert {lock.stem for lock in tmp_path.glob("*.lock")} == {"first", "second"}


def test_a_process_that_ends_takes_what_lives_only_with_it(tmp_path: Path) -> None:
    for name in ("first", "second"):
        count(tmp_path, name, 2)
        count(tmp_path, name, 2, "gauge_livesum")

    end(tmp_path, "first")

    assert {file.name for file in tmp_path.glob("*.db")} == {
        *("counter_first.db", "counter_second.db", "gauge_livesum_second.db")
    }


def test_processes_of_one_site_are_added_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two as people run them; the second is killed and comes again."""
    monkeypatch.setenv("METRICS_TOKEN", "a-token")
    var, ports = tmp_path / "var", (free_port(), free_port())

    def asked(port: int, path: str) -> str:
        request = urllib.request.Request(f"http://localhost:{port}/{path}")
        request.add_header("Authorization", "Bearer a-token")
        with urllib.request.urlopen(request) as answer:
            return str(answer.read().decode())

    def healthz(port: int) -> float:
        families = text_string_to_metric_families(asked(port, "metrics"))
        samples = [each for family in families for each in family.samples]
        return sum(
            each.value
            for each in samples
            if each.name == "armybuilder_requests_total" and each.labels["route"] == "/healthz"
        )

    with running_site(var, ports[0]):
        with running_site(var, ports[1], ends_by=9):
            for port in (*ports, *ports):
                assert json.loads(asked(port, "healthz"))
            assert [healthz(port) for port in ports] == [4, 4]
        with running_site(var, ports[1]):
            asked(ports[1], "healthz")
            assert [healthz(port) for port in ports] == [5, 5]
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://localhost:{ports[0]}/metrics")
