"""What army building asks, one question a rule or two (KG-018, KG-022, KG-049 to KG-057)."""

from typing import Any

from rules.khans_and_generals.army.battles import USUAL_SIZES
from rules.khans_and_generals.army.findings import Findings, Question
from rules.khans_and_generals.army.muster import Muster, Troop
from rules.khans_and_generals.records.profile import Profile, undescribed

#: Units that the advice on numbers counts (KG-050).
COUNTED_CLASSES = ("line", "hq", "support", "artillery", "vehicle")
FEWEST_ADVISED, MOST_ADVISED = 10, 16


def limit(muster: Muster, found: Findings) -> dict[str, Any]:
    """The points fielded stay within the limit."""
    agreed, total = muster.group.build_total, muster.points.total
    if agreed is None:
        found.add("LIMIT_MISSING", "build_total")
    elif agreed <= 0:
        found.add("LIMIT_NOT_POSITIVE", "build_total", found=agreed)
    elif muster.limit is not None and total > muster.limit:
        excess = total - muster.limit
        found.add("OVER_POINTS", "build_total", total=total, limit=muster.limit, excess=excess)
    return {"total": total, "limit": muster.limit, "agreed": agreed, "bonus": muster.terms.bonus}


def purse(muster: Muster, found: Findings) -> dict[str, Any]:
    """Fortifications are bought from their own purse."""
    spent = muster.fortifications
    if muster.build_total is not None and spent > muster.purse:
        excess = spent - muster.purse
        found.add(
            "PURSE_EXCEEDED", "fortifications", spent=spent, purse=muster.purse, excess=excess
        )
    for troop in muster.troops:
        if troop.card and troop.card.class_ == "fortification":
            found.add("FORTIFICATION_AMONG_UNITS", troop.where, unit=troop.title)
    for work in muster.works:
        if work.card and work.card.class_ != "fortification":
            found.add("UNIT_AMONG_FORTIFICATIONS", work.where, unit=work.title)
    return {"spent": spent, "purse": muster.purse}


def headquarters(muster: Muster, found: Findings) -> dict[str, Any]:
    """The army has an HQ, and every formation has its own."""
    formations = muster.group.formations
    if not muster.has_hq:
        found.add("NO_HQ", "units")
        return {"formations": len(formations)}
    if not formations:
        found.add("NO_BASE_FORMATION", "formations")
    for index, formation in enumerate(formations):
        copies = sum(troop.entry.count for troop in muster.headquarters(formation.id))
        listed = muster.army_list is None or muster.kind_of(formation.id) is not None
        where = f"formations[{index}]"
        if copies == 0 and listed:
            found.add("FORMATION_WITHOUT_HQ", where, formation=formation.id)
        elif copies > 1 and muster.army_list is not None:
            found.add("TWO_HQ_IN_FORMATION", where, formation=formation.id, copies=copies)
    return {"formations": len(formations)}


def slots(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Formations consist of what the army list gives them."""
    if muster.army_list is None:
        return None
    for index, entry in enumerate(muster.group.formations):
        kind = muster.kind_of(entry.id)
        where = f"formations[{index}]"
        if kind is None:
            found.add("FORMATION_UNKNOWN", where, formation=entry.formation)
            continue
        numbers = muster.counted(entry.id)
        for slot in kind.slots:
            number = numbers[slot.unit]
            card = muster.cards.get(slot.unit)
            title = (card.name if card else "") or slot.unit
            facts = {"formation": entry.id, "unit": slot.unit, "name": title, "number": number}
            if number < slot.min:
                found.add("SLOT_TOO_FEW", where, least=slot.min, **facts)
            elif slot.max is not None and number > slot.max:
                found.add("SLOT_TOO_MANY", where, most=slot.max, **facts)
        allowed = {kind.hq, *(slot.unit for slot in kind.slots)}
        for troop in muster.members(entry.id):
            if troop.fights and troop.named not in allowed:
                found.add(
                    "UNIT_NOT_IN_FORMATION", troop.where, unit=troop.title, formation=entry.id
                )
    return {"formations": len(muster.group.formations)}


def subordination(muster: Muster, found: Findings) -> dict[str, Any]:
    """Every unit belongs to a formation or is assigned to the HQ of one."""
    known = {entry.id for entry in muster.group.formations}
    for troop in muster.troops:
        if not troop.fights:
            continue
        belongs = troop.entry.formation if troop.entry.formation is not None else troop.entry.hq
        if belongs is None:
            found.add("UNIT_WITHOUT_HQ", troop.where, unit=troop.title)
        elif belongs not in known:
            found.add("FORMATION_UNKNOWN", troop.where, formation=belongs)
        if troop.entry.hq is not None and not _independent(muster, troop):
            found.add("NOT_INDEPENDENT", troop.where, unit=troop.title)
    return {"units": len(muster.troops)}


def _independent(muster: Muster, troop: Troop) -> bool:
    return muster.army_list is None or troop.named in muster.army_list.independent


def command(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Independent units go under an HQ whose Command allows."""
    if not muster.has_hq:
        return None
    for index, formation in enumerate(muster.group.formations):
        most, subordinates = muster.command(formation.id), muster.subordinates(formation.id)
        if most is not None and muster.assigned(formation.id) and subordinates > most:
            found.add(
                "COMMAND_EXCEEDED",
                f"formations[{index}]",
                formation=formation.id,
                subordinates=subordinates,
                command=most,
            )
    return {"orders": muster.orders}


def known_units(muster: Muster, found: Findings) -> dict[str, Any]:
    """Every name is that of a profile."""
    for troop in muster.troops:
        if troop.card is None:
            found.add("UNIT_UNKNOWN", troop.where, unit=troop.named)
        for section in troop.attached:
            if section.card is None:
                found.add("UNIT_UNKNOWN", section.where, unit=section.title)
    for work in muster.works:
        if work.card is None:
            found.add("UNIT_UNKNOWN", work.where, unit=work.title)
    return {"units": len(muster.troops)}


def availability(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Units serve the army's faction in its year (KG-022)."""
    if muster.army_list is None:
        return None
    faction, year = muster.group.faction, muster.group.year
    for where, title, card in _cards(muster):
        if faction is not None and card.faction is not None and card.faction != faction:
            found.add("WRONG_FACTION", where, unit=title, of=card.faction, faction=faction)
        if year is not None and card.period and not card.period[0] <= year <= card.period[1]:
            first, last = card.period
            found.add("WRONG_PERIOD", where, unit=title, first=first, last=last, year=year)
    return {"faction": faction, "year": year}


def _cards(muster: Muster) -> list[tuple[str, str, Profile]]:
    cards = [(troop.where, troop.title, troop.card) for troop in muster.troops]
    cards += [(s.where, s.title, s.card) for troop in muster.troops for s in troop.attached]
    cards += [(work.where, work.title, work.card) for work in muster.works]
    return [(where, title, card) for where, title, card in cards if card is not None]


def attachments(muster: Muster, found: Findings) -> dict[str, Any]:
    """Sections are attached to units, normally one to each (KG-055)."""
    most = muster.army_list.attachments_per_unit if muster.army_list else 1
    for troop in muster.troops:
        if troop.card and troop.card.class_ == "attachment":
            found.add("ATTACHMENT_ALONE", troop.where, unit=troop.title)
        if troop.card and len(troop.attached) > most:
            number = len(troop.attached)
            found.add("TWO_ATTACHMENTS", troop.where, unit=troop.title, number=number, most=most)
        for section in troop.attached:
            listed = muster.army_list is None or section.named in muster.army_list.attachments
            if section.card and (section.card.class_ != "attachment" or not listed):
                found.add("ATTACHMENT_NOT_ALLOWED", section.where, unit=section.title)
    return {"most": most}


def escorts(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Only the defender of a convoy escorts units that do not count."""
    escorted = [troop for troop in muster.troops if troop.entry.escorted]
    for troop in escorted:
        if troop.card and not muster.escorted(troop):
            found.add("ESCORT_OUTSIDE_CONVOY", troop.where, unit=troop.title)
    return {"escorted": len(escorted)} if escorted else None


def numbers(muster: Muster, found: Findings) -> dict[str, Any]:
    """About twelve units a player are advised."""
    number = sum(
        troop.entry.count
        for troop in muster.troops
        if troop.card and troop.card.class_ in COUNTED_CLASSES
    )
    if not FEWEST_ADVISED <= number <= MOST_ADVISED:
        found.add("UNIT_COUNT_ADVISED", "units", number=number)
    agreed, period = muster.build_total, muster.group.period
    if agreed is not None and period and agreed not in USUAL_SIZES[period]:
        sizes = list(USUAL_SIZES[period])
        found.add("SIZE_NOT_USUAL", "build_total", found=agreed, sizes=sizes, period=period)
    return {"number": number}


def notices(muster: Muster, found: Findings) -> None:
    """Stated costs are only compared; abilities without a text have no effect (KG-175)."""
    stated = [(t.where, t.title, t.entry.points, t.card) for t in muster.troops]
    stated += [(w.where, w.title, w.stated, w.card) for w in muster.works]
    for where, title, said, card in stated:
        if said is not None and card is not None and said != card.points:
            found.add("STATED_COST_DIFFERS", where, unit=title, stated=said, counted=card.points)
    for where, title, card in _cards(muster):
        if abilities := undescribed(card):
            found.add("ABILITY_NOT_DESCRIBED", where, unit=title, abilities=abilities)


QUESTIONS = (
    Question("limit", "8", ("KG-049",), limit),
    Question("purse", "8", ("KG-051",), purse),
    Question("known_units", "8", ("KG-056",), known_units),
    Question("headquarters", "8", ("KG-052", "KG-053"), headquarters),
    Question("slots", "8", ("KG-056",), slots),
    Question("subordination", "8", ("KG-052", "KG-054"), subordination),
    Question("command", "8", ("KG-054",), command),
    Question("availability", "5", ("KG-022",), availability),
    Question("attachments", "8", ("KG-055",), attachments),
    Question("escorts", "8", ("KG-049",), escorts),
    Question("numbers", "8", ("KG-050",), numbers),
    Question("notices", "22", ("KG-175",), notices),
)
