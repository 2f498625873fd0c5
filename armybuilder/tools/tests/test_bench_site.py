"""The bench of the pages, run as its user would: in a process and a database of its own."""

from pathlib import Path

from armybuilder.tests.process import told_by
from armybuilder.tools.bench_crowds import CROWDED_PAGES
from armybuilder.tools.bench_site import COLLECTION_PAGES, PAGES


def test_pages_ask_as_often_on_a_larger_catalogue(tmp_path: Path) -> None:
    pages = told_by(tmp_path, "bench_site", "--runs", "1", "--times", "3")

    assert [page["page"] for page in pages] == [*PAGES, *COLLECTION_PAGES, *CROWDED_PAGES]
    for page in pages:
        most = 12 if page["page"] in PAGES else 20
        assert page["full"]["queries"] == page["large"]["queries"] <= most, page["page"]
        assert page["full"]["milliseconds"] > 0 and page["full"]["kilobytes"] > 0
