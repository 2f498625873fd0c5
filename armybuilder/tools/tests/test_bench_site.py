"""The bench of the pages, run as its user would: in a process and a database of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from armybuilder.tools.bench_crowds import CROWDED_PAGES
from armybuilder.tools.bench_site import COLLECTION_PAGES, PAGES


def test_pages_ask_as_often_on_a_larger_catalogue(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "bench_site", "--json", "--runs", "1", "--times", "3"]
    unset = {"DATABASE_URL", "DJANGO_SETTINGS_MODULE"}
    environment = {key: value for key, value in os.environ.items() if key not in unset}
    done = subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env=environment | {"VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    pages = json.loads(done.stdout)

    assert [page["page"] for page in pages] == [*PAGES, *COLLECTION_PAGES, *CROWDED_PAGES]
    for page in pages:
        most = 12 if page["page"] in PAGES else 20
        assert page["full"]["queries"] == page["large"]["queries"] <= most, page["page"]
        assert page["full"]["milliseconds"] > 0 and page["full"]["kilobytes"] > 0
