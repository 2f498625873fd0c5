"""Who is in communication: a chain of links from the headquarters (KG-084, KG-085)."""

from typing import Annotated

import msgspec

from rules.core.calculators import Said, Sum, TypedCalculator, Worked, number, only
from rules.core.tally import of_parts
from rules.khans_and_generals.calculators.bench import MIDDLE, ONE, Bench, Stand
from rules.khans_and_generals.calculators.cards import soldiers
from rules.khans_and_generals.calculators.trying import WORDS, summed
from rules.khans_and_generals.moment.command import in_communication
from rules.khans_and_generals.moment.field import Field

CHAIN = ("a", "b", "c")


class Links(msgspec.Struct, frozen=True, kw_only=True):
    """Three units one behind the other, by the gaps between their bases."""

    a: Annotated[int, number(0, 200, "cm", of="chain", label="link_a")] = 20
    b: Annotated[int, number(0, 200, "cm", label="link_b")] = 20
    c: Annotated[int, number(0, 200, "cm", label="link_c")] = 20
    enemy: Annotated[bool, only(of="around_it", label="enemy_beside")] = False
    gap: Annotated[int, number(0, 200, "cm", label="enemy_gap", enemy=True)] = 8


class LinksCalculator(TypedCalculator[Links]):
    """Which units of a chain can be given orders."""

    name = "communication"
    values = Links
    rules = ("KG-084", "KG-085", "KG-009")
    words = WORDS

    def reckon(self, values: Links, faces: tuple[int, ...], language: str) -> Worked:
        """Every unit of the chain."""
        field = _chain(values)
        said = []
        sums: list[Sum] = []
        for name in CHAIN:
            reached = in_communication(field, name)
            text = WORDS.say("says", f"{'reached' if reached else 'cut_off'}_{name}", language)
            said.append(Said(text, ("KG-084", "KG-085"), "good" if reached else "bad"))
            gap = getattr(values, name)
            sums.append(summed(f"link_{name}", of_parts(link=gap), language, unit="cm"))
        headline = " ".join(each.text for each in said if each.weight == "bad")
        return Worked(
            headline=headline or WORDS.say("says", "all_reached", language),
            sums=tuple(sums),
            said=tuple(said),
        )


def _chain(v: Links) -> Field:
    """The headquarters, then the units away from it; the enemy beside the middle of the chain."""
    staff = soldiers("hq", "3", 5, command=9)
    card = soldiers("support", "3", 5)
    wide = card.footprint[1]
    more, y = {}, MIDDLE
    for name in CHAIN:
        y += getattr(v, name) + wide
        more[name] = Stand(card, {"hq": ONE}, (MIDDLE, y), red=True)
    middle = (MIDDLE + y) / 2
    enemy = Stand(card, {}, (MIDDLE + v.gap, middle - wide / 2)) if v.enemy else None
    one = Stand(staff, {"supreme": True})
    return Bench(one, enemy, lambda res: None, more=more).field
