"""No workbook a stranger sends takes more memory than a site has to spare."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory
from pytest_django import Settings

from armybuilder.groups.tests.importing.bombs import BOMBS, packed, table_of_texts, worksheet
from collection.common.tabular.files import read_file
from collection.common.tabular.limits import Limits, RefusedFile
from collection.common.tabular.turns import TurnsMiddleware, turn

#: What a process may come to in MB, the site's own code in it included.
MOST_MEMORY = 400
HARMLESS = {"properties", "a_packed_file_in_a_packed_file", "one_long_text"}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_read_or_refused_within_bounds(name: str, tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.xlsx"
    bomb.write_bytes(BOMBS[name]())
    told = subprocess.run(
        [sys.executable, "-m", "armybuilder.groups.tests.importing.bombs", str(bomb)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    peak, *ended = told.stdout.split()
    assert int(peak) < MOST_MEMORY
    assert name in HARMLESS or ended == ["refused", "refused"]


def test_a_text_many_cells_share_is_kept_once() -> None:
    row = "<row>" + '<c t="s"><v>0</v></c>' * 3 + "</row>"
    book = packed(worksheet(row * 50), table_of_texts(f"<si><t> {'x' * 900}</t></si>"))
    (table,) = read_file(book, Limits())
    cells = {id(cell) for line in table.lines for cell in line.cells}
    assert len(cells) == 1


@pytest.mark.parametrize(
    "limits", [Limits(cells=149), Limits(characters=900 * 150 - 1), Limits(cells=20)]
)
def test_cells_and_characters_of_a_whole_file_are_counted(limits: Limits) -> None:
    row = "<row>" + '<c t="s"><v>0</v></c>' * 3 + "</row>"
    book = packed(worksheet(row * 50), table_of_texts(f"<si><t>{'x' * 900}</t></si>"))
    assert read_file(book, Limits(cells=150, characters=900 * 150))
    with pytest.raises(RefusedFile, match="larger than"):
        read_file(book, limits)


class TestTurns:
    """One workbook at a time for each person."""

    def asked(self, address: str) -> WSGIRequest:
        """A guest's request that came through the proxy of every test here."""
        told = {"X-Forwarded-For": address}
        request = RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", headers=told)
        request.user = AnonymousUser()
        return request

    @pytest.fixture(autouse=True)
    def behind_a_proxy(self, settings: Settings) -> None:
        settings.TRUSTED_PROXIES = 1

    def reading(self, address: str) -> str:
        """How a request ends that reads a workbook."""
        request = self.asked(address)
        ended = []

        def answer(_request: object) -> None:
            try:
                read_file(packed(), Limits())
                ended.append("read")
            except RefusedFile as refused:
                ended.append(str(refused))

        TurnsMiddleware(answer)(request)  # type: ignore[arg-type]
        return ended[0]

    def test_a_second_one_waits_for_the_first(self) -> None:
        cache.clear()
        request = self.asked("192.0.2.1")
        told: list[str] = []

        def answer(_request: object) -> None:
            with turn():
                for address in ("192.0.2.1", "192.0.2.2"):
                    other = threading.Thread(
                        target=lambda sender: told.append(self.reading(sender)), args=[address]
                    )
                    other.start()
                    other.join()

        TurnsMiddleware(answer)(request)  # type: ignore[arg-type]
        assert "Another workbook" in told[0]
        assert told[1] == "read"
        assert self.reading("192.0.2.1") == "read"

    def test_a_refused_one_gives_its_turn_back(self) -> None:
        cache.clear()
        request = self.asked("192.0.2.1")

        def answer(_request: object) -> None:
            with pytest.raises(RefusedFile):
                read_file(b"PK\x03\x04nothing", Limits())

        TurnsMiddleware(answer)(request)  # type: ignore[arg-type]
        assert self.reading("192.0.2.1") == "read"

    def test_a_command_reads_whenever_it_likes(self) -> None:
        with turn(), turn():
            assert read_file(packed(), Limits())
