"""Sheets to test with: the sample groups, and groups nobody would build."""

import functools
import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.present.sheet import sheet_of
from rules.__main__ import ROOT, read_records
from rules.age_of_destruction import (
    AGE_OF_DESTRUCTION,
    Catalogue,
    read_catalogue,
    read_group,
    validate,
)

SAMPLES = sorted((Path(__file__).resolve().parents[4] / "fixtures/samples/groups").glob("*.json"))
LINK = "https://mw.example.org/g/k3Jd82nQx1Zp"
HOSTILE = "=1+1 <b>bold</b> & <img src='http://x.invalid/'/> Zażółć\x07 gęślą\njaźń"


@functools.cache
def catalogue() -> Catalogue:
    return read_catalogue(read_records(ROOT / "fixtures" / AGE_OF_DESTRUCTION.fixtures))


def sample(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        next(path for path in SAMPLES if path.stem == name).read_text(encoding="utf-8")
    )
    return found


def sheet(data: dict[str, Any], language: str = "en", link: str = "") -> Sheet:
    group = read_group(data)
    verdict = validate(group, catalogue())
    return sheet_of(group, verdict, catalogue(), language=language, link=link)


def many(count: int) -> dict[str, Any]:
    """So many different figures, which cost far too much together."""
    units = [unit.id for unit in catalogue().units.values() if unit.set == "AOD"]
    return sample("starter-mercenaries-450") | {
        "units": [{"unit": unit} for unit in units[:count]],
        "loads": [],
    }


ANY_TEXT = st.text(st.characters(codec="utf-8"), max_size=30)
IDS = st.one_of(
    st.sampled_from(["AOD-102", "AOD-114", "AOD-033", "AOD-041", "DA-001", "XX-999"]), ANY_TEXT
)
CARD_IDS = st.one_of(
    st.sampled_from(["AOD-G-001", "AOD-P-010", "AOD-GS-002", "AOD-L-001", "HSE-MC-001"]), ANY_TEXT
)
POINTS = st.integers(0, 999)
FACTIONS = st.one_of(st.sampled_from(["Spirit Cats", "none", "Clan Jade Falcon"]), ANY_TEXT)


def objects(required: dict[str, Any], optional: dict[str, Any]) -> Any:
    return st.fixed_dictionaries(required, optional=optional)


CHOICES = objects(
    {"card": CARD_IDS},
    {
        "weapon": st.sampled_from(["primary", "secondary"]),
        "recruit": st.one_of(st.none(), FACTIONS, st.lists(FACTIONS, min_size=2, max_size=3)),
        "points": POINTS,
        "recruit_points": POINTS,
        "faction": st.booleans(),
        "unit": ANY_TEXT,
        "count": st.integers(),
        "sleeve": ANY_TEXT,
    },
)
INLINE = objects(
    {"id": IDS, "name": ANY_TEXT, "type": st.sampled_from(["mech", "vehicle", "infantry"])},
    {"points": POINTS, "variant": ANY_TEXT, "source": ANY_TEXT},
)
ENTRIES = st.one_of(
    objects({"unit": IDS, "count": st.integers(1, 12)}, {"weapon": st.booleans(), "card": IDS}),
    objects(
        {"unit": st.one_of(IDS, INLINE)},
        {
            "gear": st.lists(CHOICES, max_size=2),
            "pilot": st.one_of(CHOICES, st.lists(CHOICES, min_size=2, max_size=2)),
            "points": POINTS,
            "recruit": st.integers(),
            "painted": st.dictionaries(ANY_TEXT, ANY_TEXT, max_size=2),
        },
    ),
)
GROUP_CARDS = st.one_of(
    CARD_IDS,
    objects(
        {"card": CARD_IDS},
        {
            "faction": FACTIONS,
            "confirmed": st.lists(ANY_TEXT, max_size=2),
            "points": POINTS,
            "weapon": st.none(),
            "unit": IDS,
            "": ANY_TEXT,
        },
    ),
)
EVENTS = st.one_of(
    st.sampled_from(["standard-300", "unrestricted"]),
    objects({"name": ANY_TEXT}, {"pure": st.booleans(), "build_totals": st.just([300, 450])}),
)


@st.composite
def groups(draw: st.DrawFn) -> dict[str, Any]:
    """Any readable battle-group/1 object."""
    group: dict[str, Any] = draw(
        objects(
            {
                "format": st.just("battle-group/1"),
                "system": st.just("age-of-destruction"),
                "name": ANY_TEXT,
                "build_total": st.one_of(st.none(), st.integers(-300, 900)),
                "units": st.lists(ENTRIES, max_size=5),
                "cards": st.lists(GROUP_CARDS, max_size=3),
            },
            {
                "event": EVENTS,
                "rulings": st.dictionaries(ANY_TEXT, st.booleans(), max_size=2),
                "owned": st.dictionaries(IDS, st.integers(0, 9), max_size=2),
                "notes": ANY_TEXT,
                "x-vendor": st.dictionaries(ANY_TEXT, ANY_TEXT, max_size=2),
            },
        )
    )
    if group["units"]:
        index = st.integers(0, len(group["units"]) - 1)
        load = objects(
            {"transport": index, "passengers": st.lists(index, max_size=2)}, {"": ANY_TEXT}
        )
        group["loads"] = draw(st.lists(load, max_size=2))
    return group
