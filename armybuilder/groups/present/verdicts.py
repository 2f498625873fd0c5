"""What the rules say of a group, in words and as the pieces of the site show it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

import rules
from armybuilder.groups.present.groups import Judged, Way
from collection.catalogue import game
from collection.catalogue.present.values import (
    Place,
    PostAction,
    Problem,
    Proof,
    ProofSection,
    Repair,
    Rule,
    Tally,
    TallyPart,
    Verdict,
)
from collection.common.language import Words, language
from collection.common.numbers import whole_number
from rules import age_of_destruction as aod

SECTIONS = {
    "points": gettext_lazy("Points and orders"),
    "figures": gettext_lazy("Figures"),
    "cards": gettext_lazy("Cards of the group"),
    "gear": gettext_lazy("Gear"),
    "pilots": gettext_lazy("Pilots"),
    "recruitment": pgettext_lazy("of a pilot by a faction", "Recruitment"),
    "event": gettext_lazy("Event format"),
    "facts": gettext_lazy("Good to know"),
}


@dataclass(frozen=True)
class Standing:
    """A group in one line. `legal` is None when nothing is wrong but something is undecided;
    `empty` when all that is wrong is that no figure has joined yet, `unfinished` when something
    has still to be added or chosen and nothing else is wrong."""

    legal: bool | None
    total: int
    limit: int | None
    at_least: bool
    orders: int | None
    figures: int
    errors: int
    holding: int
    empty: bool
    unfinished: bool = False

    @property
    def word(self) -> str:
        """The verdict in one word."""
        if self.legal or self.legal is None:
            return _("Legal") if self.legal else _("Undecided")
        if self.empty:
            return pgettext("of a battle group", "Empty")
        return pgettext("of a battle group", "Unfinished") if self.unfinished else _("Illegal")


#: What to do with an empty group.
BEGIN = gettext_lazy("add the first figure")


@dataclass(frozen=True)
class Report:
    """Everything the rules say of a group; `begin` is what to do with an empty one."""

    standing: Standing
    tally: Tally
    orders: Proof | None
    problems: tuple[Problem, ...]
    sections: tuple[ProofSection, ...]
    begin: Words = BEGIN


def standing(judged: Judged) -> Standing:
    """The line of a group."""
    verdict = judged.verdict
    codes = [violation.code for violation in verdict.errors]
    return Standing(
        legal=verdict.legal,
        total=verdict.points.total,
        limit=verdict.limit,
        at_least=verdict.points.at_least,
        orders=verdict.orders,
        figures=sum(entry.count for entry in judged.group.units),
        errors=len(verdict.errors),
        holding=sum(check.holds for check in verdict.checks),
        empty=codes == ["EMPTY_BATTLE_GROUP"],
        unfinished=bool(codes) and aod.UNFINISHED.issuperset(codes),
    )


def report(judged: Judged) -> Report:
    """The whole verdict on a group."""
    verdict = judged.verdict
    return Report(
        standing=standing(judged),
        tally=Tally(
            label=_("Points"),
            total=verdict.points.total,
            parts=tuple(tally_parts(judged).values()),
            limit=verdict.limit,
            at_least=verdict.points.at_least,
        ),
        orders=next((_proof(check) for check in verdict.checks if check.topic == "orders"), None),
        problems=problems(judged, verdict.violations),
        sections=_sections(verdict),
    )


def problems(judged: Judged, violations: Iterable[rules.Violation]) -> tuple[Problem, ...]:
    """Violations of a group in words, those that forbid it first."""
    return tuple(
        Problem(
            severity=violation.severity,
            message=aod.violation_message(violation, language()),
            places=tuple(
                Place(place_name(judged, where), place_anchor(where))
                for where in dict.fromkeys(map(_entry_of, violation.where))
            ),
            rules=rule_values(violation.rules),
            unfinished=violation.code in aod.UNFINISHED | aod.UNDECIDED,
        )
        for violation in sorted(
            violations, key=lambda v: ("error", "warning", "note").index(v.severity)
        )
    )


def rule_values(ids: Iterable[str]) -> tuple[Rule, ...]:
    """Rules as chips name them."""
    return tuple(map(game.rule_chip, ids))


def place_name(judged: Judged, where: str) -> str:
    """A place of a group as people say it: a figure with its row, a card, or the build total."""
    group, known = judged.group, judged.known
    kind, index = split_place(where)
    if kind == "units" and 0 <= index < len(group.units):
        entry = group.units[index]
        unit = aod.figure_of(entry, known)
        name = unit.name if unit else entry.unit
        return _("%(name)s (row %(row)s)") % {"name": name, "row": index + 1}
    if kind == "cards" and 0 <= index < len(group.cards):
        card = known.card(group.cards[index].card)
        return card_name(card) if card else group.cards[index].card
    return str(PLACES.get(where, where))


PLACES = {
    "build_total": gettext_lazy("Build total"),
    "units": gettext_lazy("Figures"),
    "cards": gettext_lazy("Cards of the group"),
    "event": gettext_lazy("Event format"),
}


def place_anchor(where: str) -> str:
    """The spot of a place on a page that shows the group."""
    kind, index = split_place(where)
    return f"#{kind}-{index}" if index >= 0 else ""


def split_place(where: str) -> tuple[str, int]:
    """The list and the index a place names: ("units", 2) of "units[2].gear[0]"; -1 for no index."""
    kind, bracket, rest = where.partition("[")
    index = whole_number(rest.partition("]")[0]) if bracket else None
    return (where, -1) if index is None else (kind, index)


def card_name(card: aod.Card) -> str:
    """A card's name in the visitor's language."""
    return card.name_in(language())


def faction_names(faction: str) -> tuple[str, ...]:
    """A faction's name in every language of the site."""
    return tuple(aod.faction_name(faction, code) for code, _name in settings.LANGUAGES)


def _entry_of(where: str) -> str:
    return where.partition("]")[0] + "]" if "[" in where else where


def tally_parts(judged: Judged) -> dict[str, TallyPart]:
    """What every line and card of a group adds to the total, by its place; a line with cards opens
    into its figure, cards and recruitment."""
    by_entry: dict[str, list[rules.Part]] = {}
    for part in judged.verdict.points.parts:
        by_entry.setdefault(_entry_of(part.where), []).append(part)
    return {where: _entry_part(judged, parts) for where, parts in by_entry.items()}


def _entry_part(judged: Judged, parts: list[rules.Part]) -> TallyPart:
    told = tuple(TallyPart(part.what, part.value, _printed(judged, part.where)) for part in parts)
    if len(told) == 1:
        return told[0]
    return TallyPart(told[0].what, sum(part.value for part in told), parts=told)


def _printed(judged: Judged, where: str) -> str:
    """How a summand comes about where that is more than a number: copies, or a card's cost."""
    kind, index = split_place(where)
    if kind == "units" and where.endswith("]") and "." not in where:
        facts = judged.verdict.pieces[index]
        return _("%(points)s each") % {"points": facts.points} if facts.count > 1 else ""
    card = _card_at(judged, where)
    text = card.cost_text if card else None
    return _("prints %(cost)s") % {"cost": text} if text and not text.isdecimal() else ""


def _card_at(judged: Judged, where: str) -> aod.Card | None:
    """The card at a place, on a figure or of the group."""
    kind, index = split_place(where)
    if kind == "cards":
        return judged.known.card(judged.group.cards[index].card)
    if kind != "units":
        return None
    mounted = judged.group.units[index].cards_at(f"units[{index}]")
    return next((judged.known.card(choice.card) for _p, at, choice in mounted if at == where), None)


def _proof(check: rules.Check) -> Proof:
    return Proof(aod.check_message(check, language()), check.holds, rule_values(check.rules))


def _sections(verdict: aod.Verdict) -> tuple[ProofSection, ...]:
    by_section: dict[str, list[Proof]] = {section: [] for section in SECTIONS}
    for check in verdict.checks:
        by_section[check.section].append(_proof(check))
    return tuple(
        ProofSection(str(SECTIONS[section]), tuple(proofs))
        for section, proofs in by_section.items()
        if proofs
    )


def verdict_value(said: Report, repairs: Iterable[Repair] = ()) -> Verdict:
    """The verdict as the piece of the site shows it."""
    line = said.standing
    verdict = Verdict(
        problems=said.problems,
        repairs=tuple(repairs),
        sections=said.sections,
        undecided=line.legal is None,
        empty=line.empty,
    )
    over = line.total - line.limit if line.limit and len(verdict.blocking) == 1 else 0
    headline = str(said.begin) if verdict.empty else _headline(verdict, max(over, 0))
    return replace(verdict, headline=headline, over=max(over, 0))


def _headline(verdict: Verdict, over: int) -> str:
    """What is to say of a group in a few words."""
    errors, opened = len(verdict.blocking), len(verdict.unfinished)
    if over:
        said = ngettext("%(over)s point too many", "%(over)s points too many", over)
        return said % {"over": over}
    if errors == 1:
        return str(verdict.blocking[0].message).partition(". ")[0].rstrip(".")
    if errors:
        return ngettext("%(errors)s problem", "%(errors)s problems", errors) % {"errors": errors}
    if opened:
        said = ngettext("%(open)s thing is open", "%(open)s things are open", opened)
        return said % {"open": opened}
    holding = verdict.holding
    said = ngettext("%(holding)s check holds", "%(holding)s checks hold", holding)
    return said % {"holding": holding}


def repair_values(ways: Iterable[Way]) -> tuple[Repair, ...]:
    """Changes as the verdict offers them, each a button of the page's form of changes."""
    return tuple(
        Repair(
            message=way.message,
            total=way.total,
            action=PostAction(
                label=_("Do it"),
                name="changes",
                value=json.dumps(way.changes, separators=(",", ":")),
                icon="repair-tool",
                form="change",
            ),
            keeps=way.keeps,
            left=way.left,
            leads=bool(way.keeps) and number == 0,
        )
        for number, way in enumerate(ways)
    )
