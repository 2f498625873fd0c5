"""Certificates: what is signed, what one is worth, and who may change nothing in between."""

import base64
import csv
import io
import json
import re
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from urllib.parse import quote

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from armybuilder.groups.certificates import judging
from armybuilder.groups.certificates.judging import Worth, certify, examine, examine_all
from armybuilder.groups.certificates.keys import distrust, rotate
from armybuilder.groups.certificates.writing import Unreadable, read
from armybuilder.groups.exports.packed import pack, unpack
from armybuilder.groups.models import CertificateKey
from armybuilder.groups.present.files import sheet_for
from armybuilder.groups.present.games import fit, judge
from armybuilder.groups.tests.builder import Builder
from armybuilder.groups.tests.test_api_groups import OVER, PATROL
from armybuilder.groups.tests.test_khans_armies import begun

pytestmark = pytest.mark.usefixtures("catalogue")


def certificate_of(document: dict[str, object]) -> str:
    return certify(sheet_for(judge(fit(document)))).text


@pytest.fixture
def patrol() -> str:
    return certificate_of(PATROL)


# What is signed ------------------------------------------------------------------------------


def test_a_certificate_says_what_the_sheet_says(patrol: str) -> None:
    sheet = sheet_for(judge(fit(PATROL)))
    statement = read(patrol).statement

    assert statement.legal is sheet.legal
    assert (statement.total, statement.ruleset) == (sheet.total, sheet.ruleset)
    assert statement.code == sheet.check_code  # type: ignore[union-attr]
    assert len(statement.catalogue) == 12
    assert sheet.verdict["catalogue"].startswith(f"sha256:{statement.catalogue}")
    assert unpack(statement.line) == sheet.group
    assert timezone.now() - statement.moment < timedelta(minutes=1)
    assert read(patrol).text == patrol


def test_anybody_verifies_it_with_the_published_key(client: Client, patrol: str) -> None:
    published = client.get("/.well-known/certificate-keys.json")
    (key,) = json.loads(published.content)["keys"]
    assert (key["kty"], key["crv"]) == ("OKP", "Ed25519")

    mark, signature, signed = patrol.split("~", 2)
    assert signed.startswith(key["kid"])
    public = Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(f"{key['x']}="))
    public.verify(base64.urlsafe_b64decode(f"{signature}=="), f"{mark}~{signed}".encode())


def test_the_private_key_is_nowhere_to_be_read(client: Client, patrol: str) -> None:
    key = CertificateKey.objects.get()
    raw = base64.urlsafe_b64decode(key.private + "==")
    assert len(raw) == 12 + 32 + 16  # nonce, key, tag
    assert key.private not in client.get("/.well-known/certificate-keys.json").content.decode()


# What one is worth ---------------------------------------------------------------------------


def test_a_sheet_of_today_is_what_it_says() -> None:
    legal = examine(certificate_of(PATROL))
    assert (legal.worth, legal.differing) == (Worth.LEGAL, ())
    over = examine(certificate_of(OVER))
    assert (over.worth, over.differing) == (Worth.NOT_LEGAL, ())


def test_armies_of_other_games_bear_certificates_too() -> None:
    army = begun().group.document
    found = examine(certificate_of(army))
    assert found.worth == Worth.NOT_LEGAL
    assert found.document == army


@pytest.mark.parametrize("part", range(1, 9))
def test_whatever_part_is_changed_it_shows(patrol: str, part: int) -> None:
    parts = patrol.split("~", 9)
    was = parts[part]
    changed = {"l": "i", "i": "l"}.get(was) or was[:-1] + ("0" if was[-1] != "0" else "1")
    if part == 1:  # The last sign of a signature has bits that say nothing.
        changed = ("A" if was[0] != "A" else "B") + was[1:]
    parts[part] = changed
    assert examine("~".join(parts)).worth in (Worth.FORGED, Worth.FOREIGN, Worth.UNREADABLE)


def test_another_list_under_the_same_signature_is_found_out(patrol: str) -> None:
    other = pack(fit({**PATROL, "name": "Somebody else's"}))
    forged = patrol[: patrol.index("mw1~")] + other
    assert examine(forged).worth == Worth.FORGED


def test_what_the_rules_say_otherwise_today_is_named(
    patrol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed = read(patrol).statement

    def otherwise(_judged: object) -> tuple[str, str]:
        return "age-of-destruction@9", f"sha256:{signed.catalogue}"

    monkeypatch.setattr(judging, "judged_by", otherwise)
    (rules,) = examine(patrol).differing
    assert (rules.signed, rules.today) == (signed.ruleset, "age-of-destruction@9")


def test_a_verdict_that_no_longer_holds_is_told() -> None:
    sheet = replace(sheet_for(judge(fit(PATROL))), total=1)
    found = examine(certify(sheet).text)
    assert found.worth == Worth.OTHERWISE
    assert [fact.signed for fact in found.differing] == ["1"]


def test_keys_change_and_what_they_signed_holds_until_one_is_withdrawn(patrol: str) -> None:
    before = examine(patrol).worth
    rotate()
    second = certificate_of(PATROL)
    assert read(second).statement.key != read(patrol).statement.key
    assert examine(patrol).worth == examine(second).worth == before

    distrust(read(patrol).statement.key)
    assert examine(patrol).worth == Worth.DISTRUSTED
    assert examine(second).worth == before


def test_withdrawing_the_key_in_use_takes_another_into_use(patrol: str) -> None:
    distrust(read(patrol).statement.key)
    assert examine(certificate_of(PATROL)).worth.is_genuine
    assert CertificateKey.objects.filter(retired=None, trusted=True).count() == 1


def test_a_new_secret_of_the_site_does_not_stop_signing(patrol: str, settings: Settings) -> None:
    was, settings.SECRET_KEY = settings.SECRET_KEY, "another secret of the site " * 3
    settings.SECRET_KEY_FALLBACKS = [was]
    assert read(certificate_of(PATROL)).statement.key == read(patrol).statement.key

    settings.SECRET_KEY_FALLBACKS = []
    anew = certificate_of(PATROL)
    assert read(anew).statement.key != read(patrol).statement.key
    assert examine(anew).worth == examine(patrol).worth


@pytest.mark.parametrize(
    "text",
    ["", "x", "mwc1~", "mwc1~a~b", "https://example.org/en/p/mw1~450~x/", "mwc1~" + "~" * 300],
)
def test_what_is_no_certificate_is_said_to_be_none(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)
    assert examine(text).worth == Worth.UNREADABLE


def test_scanners_tell_it_in_their_own_ways(patrol: str) -> None:
    for told in (
        patrol,
        f"  {patrol}\n",
        f"https://games.example/en/c/{patrol}/",
        f"https://games.example/pl/c/{quote(patrol, safe='')}/",
        patrol.replace("+", " "),
    ):
        assert read(told).text == patrol


# Pages ---------------------------------------------------------------------------------------


def test_the_code_on_a_sheet_leads_to_its_certificate(client: Client) -> None:
    person = Builder(client)
    person.start("Evening patrol")
    person.add("AOD-102", "AOD-033")
    page = person.page("sheet/?form=qr&signed=on")
    address = re.search(r'href="http://testserver(/en/c/[^"]+)"', page)
    assert address
    assert "qr.svg?signed=on" in page

    answer = Client().get(address[1])
    assert answer.status_code == 200
    assert "Genuine" in answer.content.decode()
    assert "Evening patrol" in answer.content.decode()
    assert answer["X-Robots-Tag"] == "noindex"

    assert "/en/c/" not in person.page("sheet/?form=qr")
    plain, signed = (client.get(f"{person.url}sheet.pdf{query}") for query in ("", "?signed=on"))
    assert plain.content[:5] == signed.content[:5] == b"%PDF-"
    assert len(plain.content) != len(signed.content)


def test_a_list_too_long_for_it_is_told_so(client: Client) -> None:
    person = Builder(client)
    person.start("Long")
    person.add("AOD-102")
    person.show_to("link")
    person.edit("settings", name="Long", build_total=450, event="", notes="word " * 150)
    answer = client.get(f"{person.url}sheet/?form=pdf&signed=on")
    assert answer.status_code == 422
    assert "too long for a certificate" in answer.content.decode()


def test_a_forged_address_is_said_to_be_one(client: Client, patrol: str) -> None:
    forged = patrol.replace("~l~", "~i~") if "~l~" in patrol else patrol.replace("~i~", "~l~")
    assert "Changed after it was signed" in client.get(f"/en/c/{forged}/").content.decode()
    nothing = client.get("/en/c/mwc1~nothing/")
    assert nothing.status_code == 400
    assert "No certificate" in nothing.content.decode()


def test_lists_are_scanned_one_after_another(client: Client, patrol: str) -> None:
    second = certificate_of({**PATROL, "name": "=2+2 second"})
    first = client.post("/en/judge/", {"scanned": patrol, "kept": ""}).content.decode()
    kept = re.search(r'name="kept" value="([^"]*)"', first)
    assert kept and kept[1] == patrol

    both = client.post("/en/judge/", {"scanned": second, "kept": kept[1]}).content.decode()
    assert re.findall(r'rowheader"[^>]*><a[^>]*>([^<]+)', both) == ["=2+2 second", "Patrol"]
    again = client.post("/en/judge/", {"scanned": patrol, "kept": f"{second} {patrol}"})
    assert again.content.decode().count('role="rowheader"') == 2

    table = client.post("/en/judge/table.csv", {"kept": f"{second}\n{patrol}\nrubbish"})
    rows = list(csv.reader(io.StringIO(table.content.decode("utf-8-sig"))))
    assert [row[0] for row in rows[1:]] == ["'=2+2 second", PATROL["name"], ""]
    assert rows[3][-1] == "rubbish"


def test_a_long_table_asks_no_more_than_a_short_one(
    patrol: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    texts = [certificate_of({**PATROL, "name": f"No {number}"}) for number in range(12)]
    examine(patrol)
    with django_assert_max_num_queries(3):
        assert len(examine_all(texts)) == 12


# The command ---------------------------------------------------------------------------------


def test_keys_are_listed_changed_and_withdrawn(patrol: str) -> None:
    old = read(patrol).statement.key
    told = StringIO()
    call_command("certificate_keys", "--rotate", "--distrust", old, stdout=told)
    assert f"{old}  withdrawn" in told.getvalue()
    assert told.getvalue().count("in use") == 1
    with pytest.raises(CommandError, match="no key ffffffff"):
        call_command("certificate_keys", "--distrust", "ffffffff", stdout=told)
