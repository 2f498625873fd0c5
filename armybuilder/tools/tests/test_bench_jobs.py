"""The bench of long work, run as its user would: in processes and a database of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings


def test_a_killed_worker_of_the_bench_loses_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "bench_jobs", "--json", "--rounds", "1", "--jobs", "4"]
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
    found = json.loads(done.stdout)

    assert found["empty"].keys() == found["counting"].keys() == {"1", "2"}
    assert all(pace > 0 for pace in (*found["empty"].values(), *found["counting"].values()))
    assert found["pieces"] and found["lost"] == 0
    assert found["again"] <= 1, "only what the kill has lost is done once more"
