"""What of the site belongs to its owner alone, and to one start at a time."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from armybuilder.site.one_at_a_time import one_at_a_time
from armybuilder.tools.private import keep_private

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_folder_open_to_others_is_mended_with_all_that_is_in_it(tmp_path: Path) -> None:
    var, photos = tmp_path / "var", tmp_path / "var" / "media" / "photos"
    photos.mkdir(parents=True)
    var.chmod(0o755)
    for name in ("db.sqlite3", "media/photos/one.webp"):
        (var / name).touch(0o644)
    outside = tmp_path / "outside"
    outside.touch(0o644)
    (var / "link").symlink_to(outside)
    before = os.umask(0o022)
    try:
        keep_private(var)
        (var / "later").touch()
    finally:
        os.umask(before)

    assert {mode(var), mode(var / "media"), mode(photos)} == {0o700}
    assert {mode(var / name) for name in ("db.sqlite3", "media/photos/one.webp")} == {0o600}
    assert mode(var / "later") == 0o600
    assert mode(outside) == 0o644


def test_the_second_waits_for_the_first_and_says_so(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path\n"
    code += "from armybuilder.site.one_at_a_time import one_at_a_time\n"
    code += "with one_at_a_time(Path(sys.argv[1]), 'waiting'): print('mine')"
    lock = tmp_path / "lock"
    with one_at_a_time(lock, "nobody else"):
        second = subprocess.Popen(
            [sys.executable, "-c", code, str(lock)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert second.stderr is not None
        assert second.stderr.readline() == "waiting\n"
        time.sleep(0.3)
        assert second.poll() is None
    said, _ = second.communicate(timeout=60)

    assert (said, second.returncode) == ("mine\n", 0)
