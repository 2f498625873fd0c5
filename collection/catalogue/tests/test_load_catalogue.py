"""Loading the catalogue files: all of it or nothing, and the same again changes nothing."""

import io
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from collection.catalogue import game
from collection.catalogue.files import read_files
from collection.catalogue.models import Card, CatalogueVersion, ExpansionSet, Faction, Figure
from collection.conftest import FILES

Edit = Callable[[str, Callable[[Any], None]], None]
pytestmark = pytest.mark.usefixtures("no_catalogue")


def load(fixtures: Path) -> tuple[str, str]:
    """What the command says about a folder of files, and what it complains of."""
    said, complained = io.StringIO(), io.StringIO()
    try:
        call_command("load_catalogue", fixtures=fixtures, stdout=said, stderr=complained)
    except CommandError as error:
        complained.write(str(error))
    return said.getvalue(), complained.getvalue()


def test_every_record_arrives_with_its_columns(catalogue: None) -> None:
    records = [json.loads(path.read_text("utf-8")) for path in FILES.glob("*/*.json")]
    figures = Counter(row["status"] for held in records for row in held.get("figures", ()))
    cards = Counter(row.get("official", True) for held in records for row in held.get("cards", ()))

    counts = CatalogueVersion.objects.get().counts
    assert counts == {**figures, "cards": cards[True], "house_cards": cards[False]}
    hatchetman = Figure.objects.get(catalogue_id="AOD-102")
    assert (hatchetman.mech_class, hatchetman.rank, hatchetman.points) == ("Medium", "veteran", 129)
    assert hatchetman.faction == Faction.objects.get(name="Dragon's Fury")
    assert Figure.objects.get(catalogue_id="AOD-113").faction is None
    assert not Card.objects.get(catalogue_id="HSE-F-001").official


def test_the_database_gives_the_rules_the_catalogue_of_the_files(catalogue: None) -> None:
    files = read_files(FILES)

    assert game.catalogue().id == game.read_catalogue(files).id
    assert set(game.catalogue().units) >= {"AOD-102", "DA-073", "DA-074"}


def test_loading_twice_changes_nothing(catalogue: None) -> None:
    rows = list(Figure.objects.order_by("id").values())

    said, complained = load(FILES.parent)

    assert "unchanged" in said and not complained
    assert CatalogueVersion.objects.count() == 1
    assert list(Figure.objects.order_by("id").values()) == rows


def test_changed_records_change_and_vanished_ones_go(
    catalogue: None, fixtures: Path, edit: Edit
) -> None:
    kept, figures = Figure.objects.get(catalogue_id="AOD-102"), Figure.objects.count()

    def shorten(content: Any) -> None:
        content["figures"] = [f for f in content["figures"] if f["id"] != "AOD-103"]
        next(f for f in content["figures"] if f["id"] == "AOD-102")["points"] = 130

    edit("figures/AOD.json", shorten)
    said, complained = load(fixtures)

    assert f"{figures - 1} figures" in said and not complained
    changed = Figure.objects.get(catalogue_id="AOD-102")
    assert (changed.id, changed.points) == (kept.id, 130)
    assert not Figure.objects.filter(catalogue_id="AOD-103").exists()
    assert game.catalogue().units["AOD-102"].points == 130


def spoil_points(content: Any) -> None:
    content["figures"][0]["points"] = "many"


def spoil_dial(content: Any) -> None:
    next(f for f in content["figures"] if f["id"] == "AOD-102")["dial"][3]["click"] = 9


def test_every_bad_record_is_named_and_nothing_is_kept(fixtures: Path, edit: Edit) -> None:
    edit("figures/DA.json", spoil_points)
    edit("figures/AOD.json", spoil_dial)

    said, complained = load(fixtures)

    assert not said
    assert "figures/DA.json: DA-003: $.figures[0].points: Expected a whole number" in complained
    assert "figures/AOD.json: AOD-102: $.figures[" in complained
    assert "click 4 is out of sequence" in complained
    assert "2 problem(s)" in complained
    assert not CatalogueVersion.objects.exists() and not ExpansionSet.objects.exists()


def test_a_refused_load_leaves_the_former_one(catalogue: None, fixtures: Path, edit: Edit) -> None:
    before, figures = game.catalogue().id, Figure.objects.count()
    edit("figures/AOD.json", spoil_dial)

    load(fixtures)

    assert game.catalogue().id == before
    assert Figure.objects.count() == figures


def wrong_note(content: Any) -> None:
    content["figures"][0]["marks"]["*"]["note"] = {"en": 5, "pl": "x"}


def unknown_set(content: Any) -> None:
    content["cards"][0]["set"] = "ZZ"


def twice(content: Any) -> None:
    content["factions"].append(content["factions"][0])


def overlong_variant(content: Any) -> None:
    content["figures"][0]["variant"] = "x" * 200


@pytest.mark.parametrize(
    ("file", "spoil", "reason"),
    [
        ("figures/DA.json", wrong_note, "DA-003: $.figures[0].marks[...].note.en: Expected `str`"),
        ("cards/AOD.json", unknown_set, "AOD-G-001: $.cards[0].set: the set ZZ is not in sets"),
        ("factions.json", twice, "Bannson's Raiders is in the catalogue already"),
        ("figures/DA.json", overlong_variant, "DA-003: $.figures[0]: variant: "),
    ],
)
def test_what_only_the_pages_read_is_checked_too(
    file: str, spoil: Callable[[Any], None], reason: str, fixtures: Path, edit: Edit
) -> None:
    edit(file, spoil)

    _, complained = load(fixtures)

    assert f"{file}: " in complained and reason in complained
    assert not Figure.objects.exists()


def test_a_broken_file_is_named(fixtures: Path) -> None:
    (fixtures / "age_of_destruction" / "sets.json").write_text("{", encoding="utf-8")

    _, complained = load(fixtures)

    assert "sets.json: –: $: This is not valid JSON" in complained


def test_a_character_no_database_keeps_is_refused(fixtures: Path, edit: Edit) -> None:
    def hide(content: Any) -> None:
        content["figures"][0]["name"] = "Hatchet\0man"

    edit("figures/DA.json", hide)

    _, complained = load(fixtures)

    assert "figures/DA.json: –: $: a text holds the character U+0000" in complained
    assert not Figure.objects.exists()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: path.symlink_to("nowhere"), "it is not a regular file"),
        (lambda path: path.mkdir(), "it is not a regular file"),
        (os.mkfifo, "it is not a regular file"),
        (lambda path: path.write_bytes(b"[" * 6_000_000), "more than 5000000 bytes"),
        (lambda path: path.write_bytes(bytes(range(256))), "not text in UTF-8"),
    ],
)
def test_what_only_looks_like_a_file_is_refused(
    make: Callable[[Path], Any], reason: str, fixtures: Path
) -> None:
    make(fixtures / "age_of_destruction" / "figures" / "XX.json")

    _, complained = load(fixtures)

    assert "figures/XX.json: –: $: " in complained and reason in complained


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    assert "no catalogue files here" in load(tmp_path)[1]


def test_reading_the_catalogue_again_costs_one_query(
    catalogue: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game.catalogue()

    with django_assert_num_queries(1):
        game.catalogue()


def test_without_a_load_there_is_no_catalogue_and_the_pages_are_empty(client: Client) -> None:
    with pytest.raises(game.CatalogueNotLoaded):
        game.catalogue()

    for page in ("", "catalogue/", "catalogue/?q=hatch", "catalogue/cards/?q=GS"):
        assert client.get(f"/en/{page}").status_code == 200
    assert client.get("/en/catalogue/figures/AOD-102/").status_code == 404
