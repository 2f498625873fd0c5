"""Who may carry out one order together: numbers, types, contact, factions, alliances."""

from typing import Any

import pytest

from rules import Unreadable
from rules.tests.skirmishes import (
    END,
    Json,
    aboard,
    mech,
    move,
    play,
    quad,
    ranged,
    squad,
    tank,
    vtol,
    woods,
)

rule = pytest.mark.rule
FAR = squad("b1", (18, 34), 180)
TRIO = ("r1", "r2", "r3")


def row(*factions: str | None, **fields: Any) -> list[Json]:
    """Red squads side by side from (10, 10) on, touching, one for each faction."""
    return [
        squad(f"r{number}", (10 + 1.5 * (number - 1), 10), faction=faction, **fields)
        for number, faction in enumerate(factions, start=1)
    ]


def march(*members: str, north: float = 1, unit: str = "r1", **fields: Any) -> Json:
    """A movement formation of a row going north."""
    legs = {name: [{"travel": [[10 + 1.5 * (int(name[1:]) - 1), 10 + north]]}] for name in members}
    return move(unit, members=list(members), member_legs=legs, **fields)


def why_not(units: list[Json], *members: str, **fields: Any) -> set[str]:
    """Why members of a row may not march."""
    return play([*units, FAR], march(*(members or TRIO)), **fields).codes()


# What a formation is


@rule("AOD-FORM-001", "AOD-FORM-005", "AOD-ALLY-009")
def test_one_order_moves_all_members_and_no_one_else() -> None:
    game = play([*row(None, None, None, None), FAR], march(*TRIO))
    assert [game.r1.at, game.r2.at, game.r3.at] == [(10, 11), (11.5, 11), (13, 11)]
    assert game.r4.at == (14.5, 10)
    assert game.state.orders_left == 7
    paid = game.events("OrderPaid")
    assert [(event.unit, event.members) for event in paid] == [("r1", TRIO)]


@rule("AOD-FORM-001", "AOD-ALLY-009")
def test_units_in_contact_may_be_ordered_alone() -> None:
    game = play([*row(None, None, None), FAR], move("r1", (10, 11)))
    assert (game.r1.at, game.r2.ordered) == ((10, 11), None)


@rule("AOD-FORM-001", "AOD-ALLY-009", "AOD-TURN-010")
def test_a_formation_lasts_for_one_order_only() -> None:
    units = [*row(None, None, None), FAR]
    game = play(units, march(*TRIO), END, END, move("r1", (10, 12)))
    assert (game.r1.at, game.r2.at) == ((10, 12), (11.5, 11))


@rule("AOD-FORM-001", "AOD-TURN-010", "AOD-FORM-010", "AOD-FORM-019")
@pytest.mark.parametrize("second", ["r1", "r2"])
def test_every_member_has_had_its_order(second: str) -> None:
    game = play([*row(None, None, None), FAR], march(*TRIO), move(second))
    assert game.codes(1) == {"ALREADY_ORDERED"}


@rule("AOD-FORM-001", "AOD-FORM-015")
def test_the_unit_given_the_order_is_a_member_and_nobody_twice() -> None:
    units = row(None, None, None, None)
    game = play([*units, FAR], march(*TRIO, unit="r4"), march("r1", "r2", "r2", "r3"))
    assert game.refused == {0: {"LEADER_NO_MEMBER"}, 1: {"MEMBER_TWICE"}}
    assert play([*units, FAR], march(*TRIO) | {"members": [*TRIO, "r9"]}).codes() == {
        "UNKNOWN_UNIT"
    }


@rule("AOD-FORM-012")
@pytest.mark.parametrize(
    "order",
    [
        {"order": "assault", "unit": "r1", "kind": "close", "target": "b1"},
        {"order": "vent", "unit": "r1"},
        {"order": "charge", "unit": "r1", "target": "b1"},
        {"order": "ram", "unit": "r1", "target": "b1"},
    ],
)
def test_only_moves_ranged_and_close_attacks_are_made_in_formation(order: Json) -> None:
    with pytest.raises(Unreadable) as caught:
        play([*row(None, None, None), FAR], order | {"members": list(TRIO)})
    assert caught.value.path == "$.orders[0].members"


# Numbers and types


@rule("AOD-FORM-004", "AOD-ALLY-011")
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_three_to_five_march(count: int) -> None:
    units = row(*[None] * count)
    names = tuple(f"r{number}" for number in range(1, count + 1))
    assert why_not(units, *names) == (set() if 3 <= count <= 5 else {"FORMATION_SIZE"})


@rule("AOD-FORM-004", "AOD-ALLY-010", "AOD-ALLY-011")
@pytest.mark.parametrize(
    ("third", "codes"),
    [
        (tank, set()),
        (mech, {"NOT_IN_THIS_FORMATION"}),
        (quad, {"NOT_IN_THIS_FORMATION"}),
        (vtol, {"NEVER_IN_FORMATION"}),
    ],
)
def test_infantry_and_vehicles_march_together(third: Any, codes: set[str]) -> None:
    units = [*row(None, None), third("r3", (13, 10) if third is tank else (13.4, 10))]
    orders = march(*TRIO) | {"member_legs": {}}
    found = play([*units, FAR], orders).codes()
    assert (found & {"NOT_IN_THIS_FORMATION", "NEVER_IN_FORMATION"}) == codes


@rule("AOD-VTOL-005", "AOD-ALLY-010")
def test_no_vtol_joins_any_formation() -> None:
    units = [*row(None, None), vtol("r3", (13, 10)), squad("b1", (11.5, 15), 180)]
    assert play(units, ranged("r1", "b1", members=list(TRIO))).codes() == {"NEVER_IN_FORMATION"}


@rule("AOD-FACT-015", "AOD-ALLY-010")
def test_clan_sea_fox_marches_alone() -> None:
    foxes = row(*["Clan Sea Fox"] * 3)
    assert why_not(foxes) == {"NEVER_IN_FORMATION"}
    assert not play([*foxes, FAR], move("r1", (10, 11))).refused


@rule("AOD-FORM-004")
@pytest.mark.parametrize(
    ("state", "code"),
    [({"shutdown": True}, "NOT_IN_THIS_FORMATION"), ({"captive_of": "b1"}, "CAPTIVE_UNIT")],
)
def test_every_member_must_be_able_to_have_the_order(state: Json, code: str) -> None:
    third = mech("r3", (13.5, 10), **state) if "shutdown" in state else squad("r3", (13, 10))
    units = [*row(None, None), third | state]
    guard = squad("b1", (13, 11.5), 180) if code == "CAPTIVE_UNIT" else FAR
    assert code in play([*units, guard], march(*TRIO)).codes()


@rule("AOD-FORM-004", "AOD-CAPTURE-006", "AOD-CARRY-004", "AOD-ALLY-010")
def test_captives_and_passengers_are_no_members() -> None:
    held = squad("r3", (13, 10), captive_of="b1")
    guarded = [*row(None, None), held, squad("b1", (14.5, 10), 180)]
    assert "CAPTIVE_UNIT" in play(guarded, march(*TRIO)).codes()
    inside = [*row(None, None), tank("r4", (14, 10), transport_capacity=3)]
    inside.append(aboard(squad("r3", (0, 0)), "r4"))
    assert "PASSENGER_UNIT" in play([*inside, FAR], march(*TRIO)).codes()


# Contact


@rule("AOD-FORM-004")
def test_members_stand_in_one_group() -> None:
    apart = [*row(None, None), squad("r3", (13.1, 10))]
    assert "FORMATION_APART" in why_not(apart)
    pairs = [
        *row(None, None),
        squad("r3", (14, 10)),
        squad("r4", (15.5, 10)),
    ]
    order = march("r1", "r2", "r3", "r4") | {"member_legs": {}}
    assert play([*pairs, FAR], order).codes() == {"FORMATION_APART", "MARCH_DIVIDED"}


@rule("AOD-FORM-004", "AOD-FORM-007")
def test_the_other_reading_lets_two_pairs_start_but_not_end_apart() -> None:
    pairs = [*row(None, None), squad("r3", (14, 10)), squad("r4", (15.5, 10))]
    together = {
        "r3": [{"travel": [[13, 10]]}],
        "r4": [{"travel": [[14.5, 10]]}],
    }
    order = move("r1", members=["r1", "r2", "r3", "r4"], member_legs=together)
    loose = {"group_must_be_connected": False}
    assert play([*pairs, FAR], order).codes() == {"FORMATION_APART"}
    assert not play([*pairs, FAR], order, rulings=loose).refused
    still = order | {"member_legs": {}}
    assert play([*pairs, FAR], still, rulings=loose).codes() == {"MARCH_DIVIDED"}
    lonely = [*row(None, None), squad("r3", (14, 10))]
    assert "FORMATION_APART" in why_not(lonely, rulings=loose)


# Abrupt elevations

ROOF = {"kind": "clear", "elevated": True, "abrupt": True, "access": [[10, 9]]}
HILL = {"kind": "clear", "elevated": True}


@rule("AOD-FORM-027", "AOD-ELEV-012")
@pytest.mark.parametrize(
    ("corners", "flags", "codes"),
    [
        (((9, 9), (12.25, 11)), ROOF, {"FORMATION_ON_ABRUPT_EDGE"}),
        (((9, 9), (14, 11)), ROOF, set()),
        (((9, 9), (12.25, 11)), HILL, set()),
    ],
    ids=["some on the roof", "all on the roof", "some on a hill"],
)
def test_no_formation_partly_on_an_abrupt_elevation(
    corners: Any, flags: Json, codes: set[str]
) -> None:
    order = march(*TRIO) | {"member_legs": {}}
    found = play([*row(None, None, None), FAR], order, terrain=[woods("up", *corners, **flags)])
    assert found.codes() == codes


# Factions


@rule("AOD-FORM-002", "AOD-FORM-003", "AOD-ALLY-001", "AOD-ALLY-006")
@pytest.mark.parametrize(
    ("factions", "codes"),
    [
        (("Steel Wolves",) * 3, set()),
        (("Highlanders", "Republic of the Sphere", "Highlanders"), set()),
        (("House Davion", "Swordsworn", "Swordsworn"), set()),
        (("House Steiner", "Stormhammers", "House Steiner"), set()),
        (("House Davion", "House Steiner", "House Davion"), {"FACTIONS_NOT_ALLIED"}),
        (("House Davion", "Highlanders", "House Davion"), {"FACTIONS_NOT_ALLIED"}),
        (("Highlanders", "Stormhammers", "Highlanders"), {"FACTIONS_NOT_ALLIED"}),
    ],
)
def test_members_are_of_one_faction_or_of_house_allies(
    factions: tuple[str, ...], codes: set[str]
) -> None:
    assert why_not(row(*factions)) == codes


@rule("AOD-FORM-002", "AOD-ALLY-002")
def test_alliances_bind_pair_by_pair() -> None:
    middle = row("House Kurita", "Clan Nova Cat", "Spirit Cats")
    assert why_not(row("Spirit Cats", "Clan Nova Cat", "Clan Nova Cat")) == set()
    assert why_not(middle, release="Domination") == {"FACTIONS_NOT_ALLIED"}


@rule("AOD-ALLY-007", "AOD-FORM-003")
def test_grand_alliances_are_those_of_the_release_played() -> None:
    allies = row("House Liao", "Bannson's Raiders", "House Liao")
    assert why_not(allies) == {"FACTIONS_NOT_ALLIED"}
    assert why_not(allies, release="Domination") == set()
    ended = row("House Kurita", "Spirit Cats", "House Kurita")
    assert why_not(ended, release="Domination") == {"FACTIONS_NOT_ALLIED"}
    with pytest.raises(Unreadable):
        why_not(allies, release="Tomorrow")


@rule("AOD-FORM-002", "AOD-ALLY-003", "AOD-ALLY-004")
@pytest.mark.parametrize(
    ("factions", "codes"),
    [
        ((None, None, None), set()),
        ((None, "House Davion", None), set()),
        ((None, "House Davion", "Swordsworn"), {"MERCENARIES_WITH_SEVERAL"}),
        (
            (None, "House Davion", "House Steiner"),
            {"MERCENARIES_WITH_SEVERAL", "FACTIONS_NOT_ALLIED"},
        ),
    ],
)
def test_mercenaries_stand_with_one_faction_only(
    factions: tuple[str | None, ...], codes: set[str]
) -> None:
    assert why_not(row(*factions)) == codes


@rule("AOD-ALLY-008", "AOD-ALLY-005")
def test_alliances_change_nobodys_faction_and_allow_mixed_groups() -> None:
    units = row("House Davion", "House Steiner", "Swordsworn")
    game = play([*units, FAR], move("r1", (10, 11)), move("r2", (11.5, 11)))
    assert not game.refused
    assert game.outcome.setup.figures["r3"].faction == "Swordsworn"


def under(card: Any, holder: str = "red") -> list[Json]:
    """The players, one of whom holds a card of the whole group."""
    return [{"id": name, "cards": [card] if name == holder else []} for name in ("red", "blue")]


SWORDSWORN = {"card": "HSE-MC-001", "faction": "Swordsworn"}


@rule("AOD-ALLY-012", "AOD-MERC-008", "AOD-ALLY-003")
def test_mercenaries_under_contract_form_up_as_units_of_their_faction() -> None:
    hired = row(None, "House Davion", "Swordsworn")
    assert why_not(hired) == {"MERCENARIES_WITH_SEVERAL"}
    assert why_not(hired, players=under(SWORDSWORN)) == set()
    other = row(None, "House Steiner", None)
    assert why_not(other) == set()
    assert why_not(other, players=under(SWORDSWORN)) == {"FACTIONS_NOT_ALLIED"}
    offered = row("Highlanders", "Swordsworn", "Highlanders")
    assert why_not(offered, players=under(SWORDSWORN)) == {"FACTIONS_NOT_ALLIED"}


@rule("AOD-ALLY-005", "AOD-SA-002", "AOD-FORM-003")
def test_a_situational_alliance_joins_the_factions_of_its_holder() -> None:
    pair = row("Steel Wolves", "Stormhammers", "Steel Wolves")
    assert why_not(pair) == {"FACTIONS_NOT_ALLIED"}
    assert why_not(pair, players=under("HSE-SA-001")) == set()
    assert why_not(pair, players=under("HSE-SA-001", "blue")) == {"FACTIONS_NOT_ALLIED"}
    assert why_not(pair, players=under("HSE-SA-002")) == {"FACTIONS_NOT_ALLIED"}


@rule("AOD-SA-010", "AOD-ALLY-003")
def test_a_situational_alliance_changes_nothing_for_mercenaries() -> None:
    mixed = row("Steel Wolves", "Stormhammers", None)
    assert why_not(mixed, players=under("HSE-SA-001")) == {"MERCENARIES_WITH_SEVERAL"}


# Whose units


@rule("AOD-ALLY-013", "AOD-CONTACT-007")
def test_a_team_mates_unit_is_no_member() -> None:
    players = [{"id": "red", "team": "sun"}, {"id": "gold", "team": "sun"}, "blue"]
    units = row(None, None, None)
    units[2]["owner"] = "gold"
    assert why_not(units, players=players) == {"NOT_YOUR_UNIT"}
    units[2]["owner"] = "red"
    assert why_not(units, players=players) == set()


# What is switched off and on

EVADE = {"speed": ("red", "square")}


@rule("AOD-EQUIP-004", "AOD-FORM-001")
def test_what_is_switched_off_is_off_in_every_member_that_has_it() -> None:
    units = [
        tank("r1", (10, 10), equipment=EVADE),
        tank("r2", (11.5, 10), equipment=EVADE),
        tank("r3", (13, 10)),
    ]
    game = play([*units, FAR], march(*TRIO, off=["Evade"]))
    assert [game.r1.off, game.r2.off, game.r3.off] == [("Evade",), ("Evade",), ()]
    assert play([*units, FAR], march(*TRIO, off=["Command"])).codes() == {"EQUIPMENT_ABSENT"}
