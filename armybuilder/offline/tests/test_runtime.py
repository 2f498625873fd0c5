"""The site as a device answers it: what is packed, and pages of the same code without a server."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.groups.certificates.judging import certify
from armybuilder.groups.present.files import sheet_for
from armybuilder.groups.present.games import fit, judge
from armybuilder.groups.services.groups import create_group
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.offline.runtime import corrections, packing, vendored
from armybuilder.offline.selectors import taken_along
from armybuilder.offline.tests.starts import NOTHING_CORRECTED, starting_database
from armybuilder.site.models import Owner, User
from collection.catalogue.entering.selectors import known_figure
from collection.catalogue.entering.services import Source, change_entry
from collection.catalogue.entering.services import corrected as corrected_record
from collection.catalogue.game import SYSTEM

#: What a device does, by this machine's own Python: the packed files, the database of the start.
ON_A_DEVICE = """
import json, sys
from pathlib import Path
from armybuilder.offline.runtime import device
device.CODE, device.DATA = Path(sys.argv[1]), Path(sys.argv[2])
own = device.prepare("only-for-tests-" * 4)
def asked(method, path, body="", follow=False, origin="http://site.example"):
    accept = "application/json" if path.startswith("/api/") else "text/html"
    headers = {"accept": accept, "content-type": "application/x-www-form-urlencoded"}
    if method == "POST":
        headers["origin"] = origin
    address = "http://site.example" + path
    status, found, content = own.answer(method, address, headers, body.encode(), follow)
    page, changed = content.decode(errors="replace"), own.changed()
    return {"status": status, "headers": dict(found), "page": page, "changed": changed}
def taken(file, keys):
    own.take_keys(keys.encode())
    own.take_in(file.encode())
    return {"person": own.person().pk, "changes": [each.decode() for each in own.changes()]}
def upgraded():
    own.upgrade()
    return {}
others = {"TAKE": taken, "UPGRADE": upgraded}
answers = [
    others[each[0]](*each[1:]) if each[0] in others else asked(*each)
    for each in json.loads(sys.stdin.read())
]
print(json.dumps(answers))
"""


def test_the_interpreter_is_the_one_that_was_kept() -> None:
    assert vendored.changed() == []
    assert (vendored.folder() / "LICENSE.txt").read_text().startswith("Mozilla Public License")


def test_the_interpreters_package_is_of_the_version_that_is_locked() -> None:
    lock = (settings.BASE_DIR / "requirements.txt").read_text()
    version = vendored.wheel().name.split("-")[1]
    assert f"msgspec=={version}" in lock


def test_an_archive_is_its_table_and_its_files() -> None:
    whole = packing.archive([("a/b.txt", b"one"), ("c", b"")])

    length = int.from_bytes(whole[:4], "little")
    assert json.loads(whole[4 : 4 + length]) == [["a/b.txt", 3], ["c", 0]]
    assert whole[4 + length :] == b"one"


@pytest.fixture
def packed_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packs go into a folder of their own, and the database of the start is made by nobody."""
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(packing, "starting_database", lambda corrected: b"a database")


@pytest.mark.django_db
def test_the_worker_may_compile_and_pages_may_not(client: Client) -> None:
    worker, page = client.get(reverse("service_worker")), client.get(reverse("offline"))
    thinker = client.get(reverse("offline_thinker"))

    assert worker["Service-Worker-Allowed"] == "/" and not thinker.get("Service-Worker-Allowed")
    for each in (worker, thinker):
        assert "'wasm-unsafe-eval'" in each["Content-Security-Policy"]
    assert "wasm-unsafe-eval" not in page["Content-Security-Policy"]
    text = worker.content.decode()
    config = json.loads(text[text.index("serve(") + 6 : text.rindex(", loadPyodide")])
    assert config["version"] == packing.version_now()
    names = {*config["runtime"].values(), *config["statics"]}
    assert "/static/js/offline/aboard.js" in names and not [
        each for each in names if ".map" in each
    ]


@pytest.mark.django_db
def test_the_files_of_a_version_are_made_once_and_kept(client: Client, packed_here: None) -> None:
    version = packing.version_now()
    site, start = (
        client.get(reverse("offline_file", args=[kind, version])) for kind in ("site", "start")
    )

    whole = gzip.decompress(b"".join(site))
    length = int.from_bytes(whole[:4], "little")
    table = json.loads(whole[4 : 4 + length])
    assert len(whole) == 4 + length + sum(size for _name, size in table)
    assert gzip.decompress(b"".join(start)) == b"a database"
    assert "immutable" in site["Cache-Control"] and site["Content-Encoding"] == "gzip"
    other = client.get(reverse("offline_file", args=["site", "0" * 16]))
    assert other.status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_site_can_be_installed(client: Client, language: str) -> None:
    page = client.get(f"/{language}/").content.decode()
    address = f"/app-{language}.webmanifest"
    told = client.get(address).json()

    assert f'<link rel="manifest" href="{address}">' in page
    assert told["start_url"] == f"/{language}/" and told["display"] == "standalone"
    assert [icon["sizes"] for icon in told["icons"]] == ["192x192", "512x512"]
    for each in (*told["shortcuts"], {"url": told["share_target"]["action"]}):
        assert client.get(each["url"]).status_code == 200
    assert client.get("/app-xx.webmanifest").status_code == 404


@pytest.mark.django_db
def test_what_is_shared_with_the_installed_site_is_ready_to_be_read(client: Client) -> None:
    page = client.get(reverse("group_import"), {"text": "2x AOD-033"}).content.decode()

    assert "2x AOD-033</textarea>" in page


@pytest.fixture(scope="session")
def files() -> dict[str, bytes]:
    return dict(packing.files())


def test_what_answers_pages_is_packed_and_nothing_else(files: dict[str, bytes]) -> None:
    for name in ("rules/__init__.py", "templates/base.html", "static.json", "zones/UTC"):
        assert name in files
    for name in files:
        assert "/tests/" not in name and not name.startswith(("PIL/", "cryptography/", "psycopg"))
    compiled = [name for name in files if name.endswith(".so")]
    assert [name.partition("/")[0] for name in compiled] == ["msgspec"]
    assert not [name for name in files if "secret" in name and not name.endswith((".py", ".pyc"))]


@pytest.fixture(scope="session")
def code(tmp_path_factory: pytest.TempPathFactory, files: dict[str, bytes]) -> Path:
    """The packed files in a folder, with this machine's msgspec; the database of the start."""
    folder = tmp_path_factory.mktemp("code")
    for name, content in files.items():
        if not name.startswith("msgspec"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    (folder / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    (folder / "start").write_bytes(starting_database(NOTHING_CORRECTED))
    return folder


@pytest.fixture
def device(code: Path, tmp_path: Path) -> Any:
    """Asks a device of its own, in a process that has the packed files only."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(code / "start", data / "db.sqlite3")
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(code), "PYTHONHASHSEED": "0"}

    def ask(*requests: tuple[Any, ...], start: bytes = b"") -> list[dict[str, Any]]:
        if start:
            (data / "db.sqlite3").write_bytes(start)
        # Without the environment's own packages: -S leaves them out.
        answer = subprocess.run(
            [sys.executable, "-S", "-c", ON_A_DEVICE, str(code), str(data)],
            input=json.dumps(requests),
            env=environ,
            cwd=code,
            capture_output=True,
            text=True,
            check=False,
        )
        assert answer.returncode == 0, answer.stderr[-3000:]
        found: list[dict[str, Any]] = json.loads(answer.stdout.splitlines()[-1])
        return found

    return ask


PAGES = (
    *("/en/", "/pl/", "/en/catalogue/", "/en/catalogue/figures/AOD-102/", "/en/catalogue/cards/"),
    *("/en/rules/", "/en/collection/", "/en/groups/", "/en/groups/start/", "/en/groups/public/"),
    *("/en/formats/", "/en/skirmishes/", "/en/scenarios/", "/en/games/", "/en/help/"),
    *("/pl/offline/", "/en/search/?q=hachetman"),
)


@pytest.mark.database
def test_a_device_answers_the_pages_of_the_site(device: Any) -> None:
    """In both languages, without what is compiled; it says so where something needs the site."""
    answers = device(*(("GET", path) for path in PAGES), ("GET", "/en/account/profile/"))

    assert [each["status"] for each in answers[:-1]] == [200] * len(PAGES)
    assert all('id="aboard"' in each["page"] for each in answers)
    assert "Hatchetman" in answers[-2]["page"]
    assert answers[-1]["status"] == 503 and "This needs the site" in answers[-1]["page"]


@pytest.mark.database
def test_a_group_is_built_and_printed_and_a_game_played_on_a_device(device: Any) -> None:
    """What is written is there for the next one who asks, also after the device was ended."""
    built, table, foreign = device(
        ("POST", "/en/groups/new/", "name=Away&build_total=300"),
        ("POST", "/en/skirmishes/age-of-destruction/quick/"),
        ("POST", "/en/groups/new/", "name=Not+mine&build_total=300", False, "null"),
    )
    assert foreign["status"] == 403  # A form of another site.
    assert built["status"] == table["status"] == 302 and built["changed"]

    group, game = built["headers"]["Location"], table["headers"]["Location"]
    shown, *sheets, played = device(
        ("GET", group),
        *(("GET", f"{group}sheet.{ending}") for ending in ("json", "xlsx", "pdf", "txt")),
        ("GET", game),
    )
    assert shown["status"] == 200 and "Away" in shown["page"]
    assert [each["status"] for each in sheets] == [200] * 4
    assert played["status"] == 200


def test_what_a_guest_built_on_a_device_is_theirs_once_they_take_their_things_along(
    device: Any, member: User, catalogue: None, client: Client
) -> None:
    create_group(owner=Owner(member=member), document=PATROL | {"name": "At home"})
    file = taken_along(member).decode()
    text = certify(sheet_for(judge(fit(PATROL)))).text
    keys = client.get(reverse("certificate_keys")).content.decode()

    built, taken, groups, judged = device(
        ("POST", "/en/groups/new/", "name=On+the+way&build_total=300"),
        ("TAKE", file, keys),
        ("GET", "/en/groups/"),
        ("GET", f"/en/c/{text}/"),
    )

    assert built["status"] == 302 and taken["person"] == member.pk
    (changes,) = taken["changes"]
    assert "On the way" in changes and "At home" not in changes
    assert "At home" in groups["page"] and "On the way" in groups["page"]
    assert judged["status"] == 200 and "Genuine" in judged["page"]


FIGURE = "AOD-102"


@pytest.fixture
def corrected(catalogue: None) -> str:
    """A figure an editor has corrected: what the site said of it and of all before, its version."""
    before = packing.version_now()
    record = known_figure(SYSTEM, FIGURE)
    assert record
    change_entry(
        system=SYSTEM,
        catalogue_id=FIGURE,
        record=corrected_record(record, "figure.points", None, 77) | {"nickname": "Zażółć"},
        source=Source("figure", None),
        by=None,
        now=timezone.now(),
    )
    return before


def as_the_site_says(client: Client) -> str:
    """All of it, the site being where the device takes it to be."""
    said = client.get(f"/api/v1/figures/{FIGURE}/").content.decode()
    assert '"points":77' in said
    return said.replace("testserver", "site.example")


def test_a_correction_is_in_a_version_of_its_own(corrected: str, packed_here: None) -> None:
    assert packing.version_now() != corrected

    whole = gzip.decompress(packing.packed().site.read_bytes())

    length = int.from_bytes(whole[:4], "little")
    name, size = json.loads(whole[4 : 4 + length])[-1]
    assert name == corrections.FILE
    records = json.loads(whole[-size:])[SYSTEM]
    assert list(records) == [FIGURE] and records[FIGURE]["points"] == 77


def test_a_corrected_figure_reads_the_same_on_a_new_device(
    corrected: str, client: Client, device: Any
) -> None:
    start = packing.starting_database(corrections.as_file())
    (said,) = device(("GET", f"/api/v1/figures/{FIGURE}/"), start=start)

    assert said["page"] == as_the_site_says(client)


def test_a_device_that_goes_on_gets_corrections_and_loses_what_is_taken_off(
    corrected: str, client: Client, code: Path, device: Any
) -> None:
    """With its next version: what was done on it stays."""
    figure = ("GET", f"/api/v1/figures/{FIGURE}/")
    plain, _built = device(figure, ("POST", "/en/groups/new/", "name=Away&build_total=300"))
    with kept_beside(code, corrections.as_file()):
        _none, said, groups = device(("UPGRADE",), figure, ("GET", "/en/groups/"))
    assert said["page"] == as_the_site_says(client) != plain["page"]
    assert "Away" in groups["page"]

    with kept_beside(code, json.dumps({SYSTEM: {}}).encode()):
        _none, again = device(("UPGRADE",), figure)
    assert again["page"] == plain["page"]


@contextmanager
def kept_beside(code: Path, corrected: bytes) -> Iterator[None]:
    """The corrections of another version beside the code of a device."""
    (code / corrections.FILE).write_bytes(corrected)
    try:
        yield
    finally:
        (code / corrections.FILE).unlink()
