"""The smallest changes that make an army legal; each is validated before it is offered."""

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rules.core.codec import Unreadable
from rules.core.violations import Violation
from rules.khans_and_generals.army.battle_group import Army, read_army
from rules.khans_and_generals.army.findings import WORDING
from rules.khans_and_generals.army.muster import Muster
from rules.khans_and_generals.army.verdict import Verdict, validate

Change = dict[str, Any]
#: Changes put together into one repair at most, armies tried, repairs offered.
LONGEST = 3
MOST_TRIED = 200
MOST_OFFERED = 4


class _Way(NamedTuple):
    """Changes so far, each said, and what they made of the army."""

    changes: list[Change]
    said: list[str]
    data: dict[str, Any]
    army: Army
    verdict: Verdict


def repairs(data: dict[str, Any], army: Army, verdict: Verdict, language: str) -> list[Change]:
    """Repairs of an illegal army, the shortest first, as verdict/1 has them."""
    if verdict.legal:
        return []
    tried = 0
    waiting = [_Way([], [], data, army, verdict)]
    offered: list[Change] = []
    while waiting and tried < MOST_TRIED and len(offered) < MOST_OFFERED:
        way = waiting.pop(0)
        muster = Muster(way.army)
        for change in _remedies(way.verdict.errors[0], muster):
            tried += 1
            changed = apply_change(way.data, change)
            try:
                read = read_army(changed)
            except Unreadable:
                continue
            after = validate(read)
            taken = [*way.changes, change]
            said = [*way.said, _say(change, muster, language)]
            if after.legal:
                total = after.points.total
                offered.append({"changes": taken, "total": total, "message": " ".join(said)})
            elif len(taken) < LONGEST and len(after.errors) <= len(way.verdict.errors):
                waiting.append(_Way(taken, said, changed, read, after))
    return offered[:MOST_OFFERED]


def apply_change(data: dict[str, Any], change: Change) -> dict[str, Any]:
    """A battle-group/1 object after one change."""
    changed: dict[str, Any] = copy.deepcopy(data)
    if change["op"] == "add":
        changed.setdefault(change["to"], []).append(change["entry"])
        return changed
    if change["op"] == "set" and change["where"] == "":
        changed[change["field"]] = change["value"]
        return changed
    *leading, last = steps(change["where"])
    holder: Any = changed
    for step in leading:
        holder = holder[step]
    if change["op"] == "set":
        holder[last][change["field"]] = change["value"]
        return changed
    entry = holder.pop(last)
    if change["op"] == "move":
        kept = {key: entry[key] for key in ("unit", "count", "points") if key in entry}
        changed.setdefault(change["to"], []).append(kept)
    return changed


def steps(where: str) -> list[str | int]:
    """ "units[2].attached[0]" as steps into the document."""
    found = re.findall(r"[a-z_]+|\d+", where)
    return [int(step) if step.isdigit() else step for step in found]


def _remedies(violation: Violation, muster: Muster) -> Iterator[Change]:
    yield from REMEDIES[violation.code](violation, muster)


def _take_out(violation: Violation, muster: Muster) -> Iterator[Change]:
    yield {"op": "remove", "where": violation.where[0]}


def _spend_less(violation: Violation, muster: Muster) -> Iterator[Change]:
    """Take out as little as brings the total under the limit, whole entries or copies of one."""
    excess = violation.params["excess"]
    options: list[tuple[int, Change]] = []
    troops = [(t.where, t.entry.count, t.card) for t in muster.troops]
    works = [(w.where, w.count, w.card) for w in muster.works]
    for where, count, card in works if violation.code == "PURSE_EXCEEDED" else troops:
        if card is None or not card.points or card.commands:
            continue
        fewer = -(-excess // card.points)
        if fewer < count:
            change = {"op": "set", "where": where, "field": "count", "value": count - fewer}
            options.append((fewer * card.points, change))
        else:
            options.append((card.points * count, {"op": "remove", "where": where}))
    options.sort(key=lambda option: (option[0] < excess, abs(option[0] - excess)))
    yield from (change for _, change in options[:8])


def _usual_limit(violation: Violation, muster: Muster) -> Iterator[Change]:
    for limit in (400, 600, 800, 150, 250, 300, 500):
        yield {"op": "set", "where": "", "field": "build_total", "value": limit}


def _other_list(violation: Violation, muster: Muster) -> Iterator[Change]:
    to = "fortifications" if violation.code == "FORTIFICATION_AMONG_UNITS" else "units"
    if to == "fortifications":
        yield {"op": "move", "where": violation.where[0], "to": to}
    yield {"op": "remove", "where": violation.where[0]}


def _staff(violation: Violation, muster: Muster) -> Iterator[Change]:
    wanted = violation.params.get("formation")
    for formation in muster.group.formations:
        kind = muster.kind_of(formation.id)
        if kind is not None and wanted in (None, formation.id):
            entry = {"unit": kind.hq, "formation": formation.id}
            yield {"op": "add", "to": "units", "entry": entry}
    yield from _leave_formation(violation, muster)


def _leave_formation(violation: Violation, muster: Muster) -> Iterator[Change]:
    if violation.where[0].startswith("formations["):
        yield {"op": "remove", "where": violation.where[0]}


def _fewer_copies(violation: Violation, muster: Muster) -> Iterator[Change]:
    """Take surplus copies of a unit out of a formation."""
    formation = violation.params["formation"]
    kind = muster.kind_of(formation)
    unit = violation.params.get("unit", kind.hq if kind else "")
    surplus = violation.params.get("copies", violation.params.get("number", 0))
    surplus -= violation.params.get("most", 1)
    for troop in muster.members(formation):
        if troop.named == unit:
            yield from _copies_less(troop.where, troop.entry.count, surplus)


def _copies_less(where: str, count: int, surplus: int) -> Iterator[Change]:
    if count > surplus:
        yield {"op": "set", "where": where, "field": "count", "value": count - surplus}
    else:
        yield {"op": "remove", "where": where}


def _fill_slot(violation: Violation, muster: Muster) -> Iterator[Change]:
    lacking = violation.params["least"] - violation.params["number"]
    entry = {"unit": violation.params["unit"], "formation": violation.params["formation"]}
    yield {"op": "add", "to": "units", "entry": entry | ({"count": lacking} if lacking > 1 else {})}


def _under_hq(violation: Violation, muster: Muster) -> Iterator[Change]:
    where = violation.where[0]
    for formation in muster.group.formations:
        yield {"op": "set", "where": where, "field": "hq", "value": formation.id}
        yield {"op": "set", "where": where, "field": "formation", "value": formation.id}
    yield {"op": "remove", "where": where}


def _relieve(violation: Violation, muster: Muster) -> Iterator[Change]:
    formation = violation.params["formation"]
    surplus = violation.params["subordinates"] - violation.params["command"]
    for troop in muster.assigned(formation):
        for other in muster.group.formations:
            if other.id != formation:
                yield {"op": "set", "where": troop.where, "field": "hq", "value": other.id}
        yield from _copies_less(troop.where, troop.entry.count, surplus)


def _last_section(violation: Violation, muster: Muster) -> Iterator[Change]:
    number = violation.params["number"]
    yield {"op": "remove", "where": f"{violation.where[0]}.attached[{number - 1}]"}


def _not_escorted(violation: Violation, muster: Muster) -> Iterator[Change]:
    yield {"op": "set", "where": violation.where[0], "field": "escorted", "value": False}


REMEDIES: dict[str, Callable[[Violation, Muster], Iterator[Change]]] = {
    "LIMIT_MISSING": _usual_limit,
    "LIMIT_NOT_POSITIVE": _usual_limit,
    "OVER_POINTS": _spend_less,
    "PURSE_EXCEEDED": _spend_less,
    "FORTIFICATION_AMONG_UNITS": _other_list,
    "UNIT_AMONG_FORTIFICATIONS": _other_list,
    "NO_HQ": _staff,
    "NO_BASE_FORMATION": _leave_formation,
    "FORMATION_UNKNOWN": _take_out,
    "FORMATION_WITHOUT_HQ": _staff,
    "TWO_HQ_IN_FORMATION": _fewer_copies,
    "SLOT_TOO_FEW": _fill_slot,
    "SLOT_TOO_MANY": _fewer_copies,
    "UNIT_NOT_IN_FORMATION": _take_out,
    "NOT_INDEPENDENT": _take_out,
    "UNIT_WITHOUT_HQ": _under_hq,
    "COMMAND_EXCEEDED": _relieve,
    "UNIT_UNKNOWN": _take_out,
    "WRONG_FACTION": _take_out,
    "WRONG_PERIOD": _take_out,
    "TWO_ATTACHMENTS": _last_section,
    "ATTACHMENT_NOT_ALLOWED": _take_out,
    "ATTACHMENT_ALONE": _take_out,
    "ESCORT_OUTSIDE_CONVOY": _not_escorted,
}


def _say(change: Change, muster: Muster, language: str) -> str:
    """A change of an army in one sentence."""
    kind = change["field"] if change["op"] == "set" else change["op"]
    said = {"what": _title(change, muster), "value": change.get("value")}
    return WORDING.say(f"repair_{kind}", said, language)


def _title(change: Change, muster: Muster) -> str:
    """What a change is about, by the name people know."""
    if change["op"] == "add":
        named = change["entry"]["unit"]
        count = change["entry"].get("count", 1)
        card = muster.cards.get(named)
        title = (card.name if card else "") or named
        return f"{count} × {title}" if count > 1 else title
    titles: dict[str, str] = {troop.where: troop.title for troop in muster.troops}
    titles |= {s.where: s.title for troop in muster.troops for s in troop.attached}
    titles |= {work.where: work.title for work in muster.works}
    titles |= {f"formations[{i}]": entry.id for i, entry in enumerate(muster.group.formations)}
    where: str = change["where"]
    return titles.get(where, where)
