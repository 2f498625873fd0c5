"""What hands are told: lit places are legal and legal places are lit; ways, menus, odds."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules.core.geometry import Point, ahead, distance, inside, point_to_segment
from rules.core.geometry import edges as sides
from rules.core.hands import Menu, MenuLine, Pace, Reach, Region, Way
from rules.core.violations import Violation
from rules.tests.placeholders import bare
from rules.tests.warzone.scenes import WALL, block, box, model, scene, trench
from rules.warzone.guide.telling import WORDS as GUIDE
from rules.warzone.match import WarzoneMatch
from rules.warzone.refusals import REFUSALS, sentence
from rules.warzone.state import NAMING
from rules.warzone.tabletop import WORDS

rule = pytest.mark.rule
#: Inches from an outline within which nothing is said of places.
MARGIN = 0.3


def match_of(*units: dict[str, Any], **fields: Any) -> WarzoneMatch:
    return WarzoneMatch(scene(*units, **fields), 1)


def reach(match: WarzoneMatch, unit: str = "r1") -> Reach:
    assert match.hands is not None
    return match.hands.reach(unit, (), "en")


def way(
    match: WarzoneMatch, to: Point, pace: str = "", unit: str = "r1", facing: float | None = None
) -> Way:
    assert match.hands is not None
    found = match.hands.way(unit, to, facing=facing, pace=pace, along=(), language="en")
    assert found is not None
    return found


def menu(match: WarzoneMatch, target: str = "r1", unit: str = "r1") -> Menu:
    assert match.hands is not None
    return match.hands.menu(unit, target, (), "en")


def line(found: Menu, label: str) -> MenuLine:
    return next(each for each in found.lines if each.label.startswith(label))


def pace(found: Reach, name: str) -> Pace:
    return next(each for each in found.paces if each.name == name)


def lies_in(at: Point, region: Region) -> bool:
    return sum(inside(at, outline) for outline in region) % 2 == 1


def from_rim(at: Point, region: Region) -> float:
    return min(
        (point_to_segment(at, one, other) for outline in region for one, other in sides(outline)),
        default=99.0,
    )


def places(middle: Point, inches: float) -> Iterator[Point]:
    """Places about a point, as far as some inches and somewhat farther."""
    for ring in (0.3, 0.55, 0.8, 0.97, 1.2):
        for step in range(24):
            yield ahead(middle, 15 * step + 40 * ring, inches * ring)


def legal(match: WarzoneMatch, order: Any) -> bool:
    return not match.explain(order, "en")


def arrives(match: WarzoneMatch, place: Point, name: str, unit: str) -> str:
    """Whether a way to a place is legal and ends "there" or, drawn to a wall or a friend, "near",
    else ""."""
    found = way(match, place, name, unit)
    assert bool(found.reasons) != legal(match, found.order), (place, found)
    if found.reasons:
        return ""
    if distance(found.at, place) < 0.001:
        return "there"
    return "near" if found.snapped else ""


def is_kept(match: WarzoneMatch, name: str, unit: str = "r1") -> int:
    """Compares a lit area with the ways to places about it: every lit one is come to, and one that
    is not lit is not, or lies beside one that is not. How many were lit."""
    lit = pace(reach(match, unit), name)
    at = match.game.state.units[unit].at
    count = 0
    for place in places(at, lit.most + (1.2 if name in ("jump", "drop") else 0)):
        if from_rim(place, lit.region) < MARGIN:
            continue
        if lies_in(place, lit.region):
            count += 1
            assert arrives(match, place, name, unit), (name, place)
            continue
        around = (place, *(ahead(place, 45 * step, MARGIN) for step in range(8)))
        ends = {arrives(match, each, name, unit) for each in around}
        assert ends != {"there"}, (name, place)
    return count


CROWD = {
    "open": (model("r1", [24, 24]),),
    "mates": (model("r1", [24, 24]), model("r2", [25.5, 24]), model("r3", [24, 26])),
    "others": (model("r1", [24, 24]), *(model(f"r{n}", [22 + n, 26], squad="z") for n in (2, 3))),
    "enemies": (model("r1", [24, 24]), model("b1", [22.5, 26]), model("b2", [25.2, 26])),
    "fighting": (
        model("r1", [24, 24]),
        model("b1", [23, 26], engaged=True),
        model("b2", [25.2, 26], engaged=True),
    ),
}


@rule("WZ-003", "WZ-005", "WZ-006", "WZ-007", "WZ-009", "WZ-010", "WZ-014", "WZ-015", "WZ-064")
@pytest.mark.parametrize("crowd", CROWD)
def test_on_foot_what_is_lit_is_legal_and_the_rest_is_not(crowd: str) -> None:
    assert is_kept(match_of(*CROWD[crowd]), "move") > 20


@rule("WZ-008", "WZ-034")
def test_among_walls_edges_and_gaps() -> None:
    ground = [
        block("house", 6, *box(25.5, 20, 27, 30)),
        block("crate", 1.5, *box(20, 25, 23, 26)),
        {"id": "pit", "kind": "gap", "depth": 4, "polygon": box(22, 20, 26, 22)},
    ]
    assert is_kept(match_of(model("r1", [24, 24]), terrain=ground), "move") > 20
    roof = [block("roof", 6, *box(20, 20, 27, 27))]
    assert is_kept(match_of(model("r1", [24, 24], elevation=6), terrain=roof), "move") > 20


@rule("WZ-016", "WZ-027", "WZ-033", "WZ-063")
def test_darkness_and_crawling_halve_what_is_lit() -> None:
    low = [{"id": "pipe", "kind": "passage", "clearance": 1, "polygon": box(22, 25, 26, 26)}]
    table = {"width": 48, "depth": 48, "dark": True}
    crawls = match_of(model("r1", [24, 24], posture="mp", mv=8), terrain=low, table=table)
    assert pace(reach(crawls), "crawl").most == 2
    assert is_kept(crawls, "crawl") > 10
    upright = match_of(model("r1", [24, 24], mv=8), terrain=low, table=table)
    assert pace(reach(upright), "move").most == 4
    assert is_kept(upright, "move") > 10
    assert not lies_in((24, 25.5), pace(reach(upright), "move").region)


@rule("WZ-017", "WZ-018", "WZ-019", "WZ-020")
def test_pushing_through() -> None:
    large = model("r1", [24, 24], size=4, base=2)
    small = (model("b1", [24, 26.5]), model("b2", [25.6, 26]))
    assert is_kept(match_of(large, *small), "push_through") > 10
    assert [each.name for each in reach(match_of(model("r1", [24, 24]))).paces] == [
        "move",
        "climb",
        "jump",
        "drop",
        "arrange",
    ]


@rule("WZ-040")
def test_the_places_on_top_of_a_wall() -> None:
    match = match_of(model("r1", [15, 9.5], mv=12), terrain=[WALL])
    lit = pace(reach(match), "climb")
    assert lit.legal
    assert lies_in((15, 10.3), lit.region)
    assert not lies_in((15, 9.7), lit.region)
    found = way(match, (15.2, 10.3), "climb")
    assert found.at == (15.2, 10.3)
    assert legal(match, found.order)
    slow = match_of(model("r1", [15, 9.5]), terrain=[WALL])
    part = pace(reach(slow), "climb")
    assert (part.region, [spot.label for spot in part.spots]) == ((), ["↑2/6″"])
    assert pace(reach(match_of(model("r1", [15, 9]), terrain=[WALL])), "climb").why


@rule("WZ-043", "WZ-044", "WZ-045", "WZ-046")
@pytest.mark.parametrize("width", [1.5, 3])
def test_the_places_beyond_a_gap(width: float) -> None:
    match = match_of(model("r1", [15, 9.5]), terrain=[trench(width)])
    assert is_kept(match, "jump") > 2
    found = line(menu(match), "Jump")
    assert (found.legal, found.chance) == (True, None if width < 2 else 0.9)
    assert ("prone" in found.risk) == (width > 2)


@rule("WZ-045")
def test_a_gap_too_wide_says_so() -> None:
    match = match_of(model("r1", [15, 9.5]), terrain=[trench(5)])
    assert not pace(reach(match), "jump").legal
    assert not line(menu(match), "Jump").legal


@rule("WZ-047", "WZ-048", "WZ-050")
def test_the_places_below_an_edge() -> None:
    roof = [block("roof", 5, *box(20, 20, 27, 24.3))]
    match = match_of(model("r1", [24, 24], elevation=5), terrain=roof)
    assert is_kept(match, "drop") > 5
    found = way(match, (24, 25.5))
    assert (found.order or {})["order"] == "drop"
    assert [spot.label for spot in found.spots] == ["↓5″ 10×2"]


@rule("WZ-060", "WZ-061", "WZ-062", "WZ-032")
def test_diving() -> None:
    blast = [{"id": "blast", "circle": [24, 24, 1.4]}]
    waits = match_of(model("r1", [24, 24], waiting=True), templates=blast)
    assert [each.name for each in reach(waits).paces][1:3] == ["dive", "dive_full"]
    out = way(waits, (26, 24), "dive")
    assert any("outside" in says for says in out.says)
    assert any("still" in says for says in way(waits, (25, 24), "dive").says)
    tank = match_of(model("r1", [24, 24], waiting=True, kind="vehicle"), templates=blast)
    assert "dive_full" not in [each.name for each in reach(tank).paces]
    bystander = match_of(model("r1", [24, 24]), templates=blast)
    assert "dive" not in [each.name for each in reach(bystander).paces]


@rule("WZ-005")
def test_two_moves_are_declared_where_the_first_ends_on_a_mate() -> None:
    match = match_of(model("r1", [24, 24]), model("r2", [24, 28]))
    both = way(match, (24, 30))
    assert (both.order or {})["next"]
    assert (both.spent, both.most) == (6, 8)
    assert legal(match, both.order)
    tired = match_of(model("r1", [24, 24], actions_left=1), model("r2", [24, 28]))
    one = way(tired, (24, 30))
    assert one.is_clamped
    assert one.at == pytest.approx((24, 27), abs=0.06)
    assert legal(tired, one.order)


@rule("WZ-003")
def test_a_way_is_held_to_what_may_be_gone() -> None:
    found = way(match_of(model("r1", [24, 24])), (24, 40))
    assert found.is_clamped
    assert (found.at, found.spent, found.facing) == ((24, 28), 4, 0)
    assert found.says == ("1 of 2 actions",)
    assert found.why == "too far"


@pytest.mark.parametrize(
    ("to", "pace", "why"),
    [
        ((15, 12), "move", "has to jump"),
        ((17, 8.2), "move", "another squad in the way"),
        ((13, 8.2), "move", "ends on a base"),
        ((15, 6.2), "move", "through an enemy"),
        ((19.7, 9.5), "move", "too far"),
        ((15, 15), "jump", "too far"),
        ((15, 14), "jump", ""),
        ((18, 9.4), "move", ""),
    ],
)
@rule("WZ-003", "WZ-005", "WZ-007", "WZ-009", "WZ-034", "WZ-046")
def test_a_way_that_ends_before_its_place_says_why(to: Point, pace: str, why: str) -> None:
    match = match_of(
        model("r1", [15, 9.5]),
        model("r2", [13, 8.2]),
        model("r3", [17, 8.2], squad="s"),
        model("b1", [15, 6.2], size=4),
        terrain=[trench(3)],
    )
    found = way(match, to, pace)
    assert not found.reasons
    assert found.why == why
    assert found.is_clamped == bool(why)


@rule("WZ-015")
def test_a_way_to_an_enemy_ends_before_its_base() -> None:
    found = way(match_of(model("r1", [24, 24]), model("b1", [24, 27])), (24, 27))
    assert not found.reasons
    assert 1.01 < distance(found.at, (24, 27)) < 1.15


@rule("WZ-011", "WZ-009")
def test_a_narrow_gap_is_gone_round_or_passed_straight_at_the_nearest() -> None:
    pair = (model("b1", [23, 26.2]), model("b2", [25.2, 26.2]))
    passed = way(match_of(model("r1", [24.1, 24], mv=9), *pair), (24.1, 29))
    assert len(passed.points) > 2
    assert passed.spent > 6
    nearest = model("b3", [24.1, 25.8], size=1, base=0.5)
    straight = way(match_of(model("r1", [24.1, 24]), nearest), (24.1, 25))
    assert len(straight.points) == 2


@rule("WZ-014", "WZ-035")
def test_ways_are_drawn_to_walls_and_friends() -> None:
    match = match_of(model("r1", [15, 8]), model("r2", [12, 8]), terrain=[WALL])
    at_wall = way(match, (15, 9.3))
    assert at_wall.snapped == "wall"
    assert pace(reach_after(match, at_wall), "climb").legal
    assert way(match, (13.2, 8)).snapped == "r2"


def reach_after(match: WarzoneMatch, found: Way) -> Reach:
    match.take(found.order)
    return reach(match)


@rule("WZ-024", "WZ-029", "WZ-031")
def test_the_menu_at_oneself() -> None:
    prone = menu(match_of(model("r1", [24, 24], posture="prone")))
    assert [each.label for each in prone.lines if each.legal][:2] == [
        "Stand up",
        "Take the firing posture",
    ]
    assert line(prone, "Turn").why == "prone: rise first"
    assert way_or_none(match_of(model("r1", [24, 24], posture="prone"))) is None
    rider = line(menu(match_of(model("r1", [24, 24], kind="rider"))), "Take the firing")
    assert (rider.legal, rider.why) == (False, "not for its kind")


def way_or_none(match: WarzoneMatch) -> Way | None:
    assert match.hands is not None
    return match.hands.way("r1", (24, 26), facing=None, pace="", along=(), language="en")


@rule("WZ-035", "WZ-036", "WZ-037", "WZ-038")
def test_the_menu_on_a_wall() -> None:
    hangs = model("r1", [15, 9.5], climbing={"piece": "wall", "height": 4})
    match = match_of(hangs, terrain=[WALL])
    found = menu(match)
    up = line(found, "Climb")
    assert (up.chance, up.result) == (0.8, "stands 6″ up")
    assert up.risk == "falls 6″: damage 11×3, prone"
    assert line(found, "End").chance == 0.8
    assert line(found, "End").risk == "falls 4″: damage 9×2, prone"
    assert line(found, "Turn").why == "hangs on a wall"
    assert pace(reach(match), "move").why == "hangs on a wall"
    assert pace(reach(match), "climb").legal
    assert pace(reach(match), "drop").legal


def test_models_and_terrain_are_called_by_their_titles() -> None:
    """On the table, in a menu, why not and in what is told, each where it has one."""
    keep = WALL | {"titles": {"en": "keep", "pl": "baszta"}}
    ogre = {"titles": {"en": "ogre", "pl": "ogr"}}
    match = match_of(model("r1", [15, 9.5], **ogre), model("b1", [15, 7]), terrain=[keep])

    table, hands = match.table, match.hands
    assert table is not None and hands is not None
    picture = table.picture("pl")
    assert [piece.name for piece in picture.pieces] == ["ogr", "b1"]
    assert [area.label for area in picture.areas] == ["baszta, wysokość 6″"]
    assert hands.menu("r1", "wall", (), "pl").title == "baszta"
    climb = {"order": "climb", "unit": "r1", "piece": "wall"}
    assert table.says(climb, "en") == "Climb: model ogre; terrain keep, 6″ high"
    match.take(climb)
    events = [match.keep_event(event) for event in match.game.steps[-1].events]
    assert table.tells(climb, events, "pl") == "Ogr wspina się na 2″ (baszta)."
    jump = {"order": "jump", "unit": "r1", "piece": "wall", "at": [15, 4]}
    said = [refused["message"] for refused in match.explain(jump, "pl")]
    assert "Baszta nie jest wyrwą." in said


#: What of a refusal and of a sentence of the log is told as it is: numbers, places, words.
PLAIN = {"at", "field", "size"}
TOLD_PLAIN = {
    "damage",
    "die",
    "elevation",
    "height",
    "left",
    "length",
    "multiplier",
    "posture",
    "result",
    "skill",
    "turn",
    "value",
    "x",
    "y",
    "z",
}


def test_every_refusal_calls_models_terrain_and_templates_by_their_titles() -> None:
    ogre = {"titles": {"en": "ogre", "pl": "ogr"}}
    keep = WALL | {"id": "w1", "titles": {"en": "keep", "pl": "baszta"}}
    blast = {"id": "t1", "circle": [30, 30, 2], "titles": {"en": "blast", "pl": "wybuch"}}
    setup = match_of(model("r1", [15, 9.5], **ogre), terrain=[keep], templates=[blast]).setup
    things = {"piece": "w1", "template": "t1"}
    numbers = ("allowance", "clearance", "distance", "fall", "gap", "height", "higher", "length")
    rest = dict.fromkeys((*numbers, "reach", "rise", "width", *PLAIN), 1) | {"posture": "prone"}
    for code, parameters in bare(REFUSALS.wording.sentences).items():
        named = {name: things.get(name, "r1") for name in parameters - PLAIN - {"where"}}
        names = [*named.values(), *(["r1"] if "where" in parameters else [])]
        for language in ("en", "pl"):
            violation = Violation(code, "error", (), ("r1",), rest | named)
            message = sentence(violation, setup, language)
            told = message.lower()
            assert all(setup.title(name, language) in told for name in names), message
            assert not {"r1", "w1", "t1"} & set(re.findall(r"\w+", message)), message


def test_every_line_of_the_log_calls_models_and_terrain_by_their_titles() -> None:
    setup = match_of(model("r1", [15, 9.5], titles={"en": "ogre"})).setup
    for code, parameters in bare(WORDS.section("told")).items():
        names = dict.fromkeys(parameters - TOLD_PLAIN, "r1")
        assert set(setup.with_titles(names, "en").values()) <= {"ogre"}, code


def test_polish_sentences_need_no_title_in_another_case() -> None:
    """A title stands at the beginning, in brackets or after what says which kind of thing it is."""
    kinds = {"model", "modelu", "albo", "i"}
    sections = (REFUSALS.wording.sentences, WORDS.section("told"), GUIDE.section("says"))
    for code, texts in ((code, texts) for section in sections for code, texts in section.items()):
        names = "|".join(("where", "name", *NAMING))
        for named in re.finditer(rf"\{{(?:{names})\}}", texts["pl"]):
            before = texts["pl"][: named.start()].rstrip(" ")
            word = re.split(r"\W", before.lower())[-1] if before else ""
            assert not word or word in kinds, (code, texts["pl"])


def test_who_stands_in_the_way_is_called_by_its_title() -> None:
    brute = {"titles": {"en": "brute", "pl": "osiłek"}}
    match = match_of(model("r1", [15, 9.5]), model("b1", [15, 7], **brute))
    through = {"order": "move", "unit": "r1", "legs": [{"travel": [[15, 4.5]]}]}
    said = [refused["message"] for refused in match.explain(through, "pl")]
    assert "Model r1 przeszedłby przez model osiłek; wrogów się omija." in said


def test_a_line_of_the_log_begins_with_a_capital() -> None:
    """Unless it begins with what files call a model, or with a die."""
    match = match_of(model("r1", [15, 9.5]))
    table = match.table
    assert table is not None
    dark = {"event": "darkness_set", "dark": True}
    turned = {"event": "moved", "unit": "r1", "length": 0}
    rolled = {"event": "jump_test", "unit": "r1", "die": 3, "passed": True}
    told = [table.tells({}, [event], "pl") for event in (dark, turned, rolled)]
    assert told == ["Zapada ciemność.", "r1 obraca się.", "k20 3: przeskakuje."]


def test_a_model_called_as_a_way_out_is_told_by_its_title() -> None:
    """What an event says of how somebody got away names no model, whatever models are called."""
    match = match_of(model("leadership", [15, 9.5], titles={"en": "ogre"}))
    avoided = {"event": "avoided", "unit": "leadership", "by": "leadership"}
    table = match.table
    assert table is not None
    assert table.tells({}, [avoided], "en") == "Ogre avoids it."


@rule("WZ-040")
def test_no_room_at_the_top_is_foretold() -> None:
    giant = model("b1", [15, 10.6], elevation=6, size=5, base=1.5)
    found = menu(match_of(model("r1", [15, 9.5], mv=12), giant, terrain=[WALL]))
    up = line(found, "Climb")
    assert up.legal
    assert up.result == "hangs 6″ up"
    friend = model("r2", [15, 10.6], elevation=6)
    aside = way(
        match_of(model("r1", [15, 9.5], mv=12), friend, terrain=[WALL]), (15, 10.5), "climb"
    )
    assert [aim.piece for aim in aside.aims] == ["r2"]


@rule("WZ-041")
def test_climbers_that_may_be_attacked() -> None:
    near = model("b1", [15, 9.5], climbing={"piece": "wall", "height": 2})
    match = match_of(model("r1", [15, 8.4]), near, terrain=[WALL])
    (aim,) = reach(match).aims
    assert aim.legal
    high = model("b1", [15, 9.5], climbing={"piece": "wall", "height": 5})
    (aim,) = reach(match_of(model("r1", [15, 8.4]), high, terrain=[WALL])).aims
    assert (aim.legal, aim.why) == (False, "out of reach")


@rule("WZ-057", "WZ-058")
def test_a_drop_foretells_whom_it_hits() -> None:
    roof = [block("roof", 5, *box(20, 20, 27, 24.3))]
    below = model("b1", [24, 25.5], ld=11)
    match = match_of(model("r1", [24, 24], elevation=5), below, terrain=roof)
    found = way(match, (24, 25.5), "drop")
    (aim,) = found.aims
    assert (aim.piece, aim.needed) == ("b1", 9)
    assert aim.chance == pytest.approx(11 / 20)
    waits = match_of(model("r1", [24, 24], elevation=5), below | {"waiting": True}, terrain=roof)
    (aim,) = way(waits, (24, 25.5), "drop").aims
    assert aim.chance == 0


@rule("WZ-009", "WZ-013", "WZ-026")
def test_passages_of_the_enemy_line_and_the_field_of_fire() -> None:
    pair = (model("b1", [22.5, 26]), model("b2", [25.5, 26]))
    assert [link.holds for link in reach(match_of(model("r1", [24, 22]), *pair)).links] == [False]
    tank = match_of(model("r1", [24, 22], kind="vehicle"), *pair)
    assert [link.holds for link in reach(tank).links] == [True]
    low = reach(match_of(model("r1", [24, 22], posture="mp"), *pair))
    assert [sector.kind for sector in low.sectors] == ["control", "control", "front"]


@rule("WZ-025", "WZ-041")
def test_the_menu_at_an_enemy_says_what_postures_change() -> None:
    match = match_of(model("r1", [24, 22], rc=12), model("b1", [24, 26], posture="mp"))
    shot = line(menu(match, "b1"), "Shoot")
    assert shot.result.startswith("10 = RC +12, cover -2.")
    assert not line(menu(match, "b1", "b1"), "Lie").reasons
    with pytest.raises(KeyError):
        menu(match, "nobody")


@rule("WZ-003")
def test_who_is_gone_or_done_reaches_nothing() -> None:
    done = reach(match_of(model("r1", [24, 24], ended=True)))
    assert [each.name for each in done.paces if each.legal] == ["arrange"]
    assert not reach(match_of(model("r1", [24, 24], eliminated=True))).paces
    tired = pace(reach(match_of(model("r1", [24, 24], actions_left=0))), "move")
    assert (tired.legal, tired.why, tired.region) == (False, "no action left", ())
