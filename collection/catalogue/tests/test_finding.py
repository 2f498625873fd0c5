"""What people mean by a set, a number, a name, and by what they type into the keypad."""

from dataclasses import replace

import pytest

from collection.catalogue.finding.finder import Finder
from collection.catalogue.finding.meaning import FIGURE, GROUP_CARD, Known
from collection.catalogue.finding.typed import MOST_AT_ONCE, TooMany, only_a_set, read_typed
from collection.catalogue.pieces import Piece

SYSTEM = "age-of-destruction"


def known(set_code: str, number: str, name: str, variant: str = "", card: bool = False) -> Known:
    return Known(Piece(SYSTEM, set_code, number), name, variant, GROUP_CARD if card else FIGURE)


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder(
        SYSTEM,
        {"AOD": ("Age of Destruction", "AD"), "DA": ("Dark Age", "D"), "L": ("Liao Incursion",)},
        [
            known("AOD", "033", "DI Multipurpose VTOL"),
            known("AOD", "102", "Hatchetman", "HCT-4F-M"),
            known("AOD", "103", "Hatchetman", "HCT-5S"),
            known("DA", "102", "Spider"),
            known("L", "096", "Wasp"),
            known("AOD", "G-001", "Improved Targeting", card=True),
            known("AOD", "P-001", "Gunner", card=True),
            replace(known("AOD", "LP-001", "Duchess", card=True), others=("Księżna",)),
        ],
    )


def meaning(finder: Finder, **said: str) -> str:
    meant = finder.meaning(**said)
    return str(meant.piece) if meant.piece else "|".join(str(each.piece) for each in meant.near)


@pytest.mark.parametrize(
    ("set_said", "number", "meant"),
    [
        ("AOD", "33", "AOD-033"),
        ("aod", "033", "AOD-033"),
        ("Age of Destruction", "0033", "AOD-033"),
        ("", "AOD-033", "AOD-033"),
        ("", "aod 33", "AOD-033"),
        ("DA", "aod33", "AOD-033"),
        ("AD", "#33", "AOD-033"),
        ("AOD", "g1", "AOD-G-001"),
        ("AOD", "G-001", "AOD-G-001"),
        ("", "AOD-G-1", "AOD-G-001"),
        ("", "L96", "L-096"),
        ("AOD", "LP-1", "AOD-LP-001"),
        ("", "LP-1", "AOD-LP-001"),
        ("", "AODP1", "AOD-P-001"),
        ("DOM", "oc1", "DOM-OC1"),
        ("", "102", "AOD-102|DA-102"),
        ("", "999", ""),
    ],
)
def test_a_number_is_understood_in_several_spellings(
    finder: Finder, set_said: str, number: str, meant: str
) -> None:
    assert meaning(finder, set_said=set_said, number=number) == meant


def test_an_unknown_number_of_a_set_is_a_piece_all_the_same(finder: Finder) -> None:
    meant = finder.meaning(set_said="AOD", number="140")
    assert str(meant.piece) == "AOD-140"
    assert meant.known is None


def test_the_variant_the_catalogue_gives_a_number_makes_no_other_piece(finder: Finder) -> None:
    assert meaning(finder, set_said="AOD", number="102", variant="hct-4f-m") == "AOD-102"
    assert meaning(finder, set_said="AOD", number="102", variant="repaint") == "AOD-102 repaint"


def test_a_name_finds_its_piece_or_those_it_may_be(finder: Finder) -> None:
    assert meaning(finder, name="spider") == "DA-102"
    assert meaning(finder, name="Hatchetman HCT-5S") == "AOD-103"
    assert meaning(finder, name="Hatchetman", variant="HCT-5S") == "AOD-103"
    assert meaning(finder, name="Hatchetman") == "AOD-102|AOD-103"
    assert meaning(finder, name="Spider", set_said="AOD") == ""
    assert [each.name for each in finder.suggest("Hachetman")] == ["Hatchetman", "Hatchetman"]


def typed(finder: Finder, line: str) -> list[str]:
    return [
        f"{each.count} {each.meant.piece or [str(near.piece) for near in each.meant.near]}"
        for each in read_typed(line, finder, "AOD")
    ]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("102", ["1 AOD-102"]),
        ("3x102", ["3 AOD-102"]),
        ("3 x 102", ["3 AOD-102"]),
        ("102 x3", ["3 AOD-102"]),
        ("102x3", ["3 AOD-102"]),
        ("33x2", ["2 AOD-033"]),
        ("12x33", ["12 AOD-033"]),
        ("3x2", ["3 AOD-002"]),
        ("-102", ["-1 AOD-102"]),
        ("-2x102", ["-2 AOD-102"]),
        ("33 102, 5", ["1 AOD-033", "1 AOD-102", "1 AOD-005"]),
        ("AOD-033 AOD-102", ["1 AOD-033", "1 AOD-102"]),
        ("AOD-102 2xAOD-033 DA-102", ["1 AOD-102", "2 AOD-033", "1 DA-102"]),
        ("da 102 103", ["1 DA-102", "1 DA-103"]),
        ("2xDA-102", ["2 DA-102"]),
        ("L96", ["1 L-096"]),
        ("102-104", ["1 AOD-102", "1 AOD-103", "1 AOD-104"]),
        ("2xDA102–103", ["2 DA-102", "2 DA-103"]),
        ("g1", ["1 AOD-G-001"]),
        ("AOD-L-1", ["1 AOD-LP-001"]),
        ("HCT-5S", ["1 AOD-103"]),
        ("spiders", ["1 DA-102"]),
        ("księżna", ["1 AOD-LP-001"]),
        ("spider", ["1 DA-102"]),
        ("2x Spider", ["2 DA-102"]),
        ("hatchetman", ["1 ['AOD-102', 'AOD-103']"]),
        ("AOD-102 Hatchetman HCT-4F-M x2", ["2 AOD-102"]),
        ("2x AOD-033 DI Multipurpose VTOL", ["2 AOD-033"]),
        ("hachetman", ["1 []"]),
        ("102, 103.", ["1 AOD-102", "1 AOD-103"]),
        ("LE-3", ["1 LE-003"]),
        ("104-102", ["1 []"]),
        ("0", ["1 []"]),
        ("   ", []),
    ],
)
def test_a_typed_line_names_pieces_and_amounts(finder: Finder, line: str, meant: list[str]) -> None:
    assert typed(finder, line) == meant


def test_a_line_with_only_a_set_goes_on_with_that_set(finder: Finder) -> None:
    assert only_a_set("da", finder) == "DA"
    assert only_a_set("Dark Age", finder) == "DA"
    assert only_a_set("102", finder) == ""


def test_a_range_has_its_limits(finder: Finder) -> None:
    with pytest.raises(TooMany):
        read_typed(f"1-{MOST_AT_ONCE + 1}", finder, "AOD")
