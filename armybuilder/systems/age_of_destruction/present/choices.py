"""What the chosen unit may do: by what it is aimed at, and apart what it cannot do and why."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from armybuilder.systems.age_of_destruction.present.refusals import Reason, reasons
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.titles import title, title_of
from collection.catalogue.present.words import DIAL_SLOTS
from collection.common.chances import decimal, percent
from collection.common.language import Words, language
from rules import age_of_destruction as aod

#: What three dice show at least.
LEAST_ROLL = 3

Draft = dict[str, str | list[str]]


@dataclass(frozen=True)
class Choice:
    """One thing the chosen unit might do. `draft` is the query that plans it; `needed` what three
    dice would have to show, None where that is not known beforehand; `promise` what a repair
    brings, "" for anything else."""

    kind: str
    label: Words
    target: str
    weapon: Words
    draft: Draft
    needed: int | None = None
    promise: str = ""

    @property
    def query(self) -> str:
        """The draft as an address has it."""
        return urlencode(self.draft, doseq=True)


@dataclass(frozen=True)
class Group:
    """Things to do that belong together: those aimed at one unit, or all others."""

    title: Words
    target: str
    choices: tuple[Choice, ...]


@dataclass
class Denied:
    """Things that cannot be done for the same reasons."""

    reasons: tuple[Reason, ...]
    labels: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)

    @property
    def where(self) -> str:
        """The units and terrain the reasons are about, as a page names them."""
        return " ".join(name for reason in self.reasons for name in reason.where)


@dataclass(frozen=True)
class Choices:
    """Everything the chosen unit might do: now, and `after_a_way` that is still to be drawn;
    `refused` counts what it cannot."""

    groups: tuple[Group, ...] = ()
    after_a_way: tuple[Group, ...] = ()
    refused: int = 0

    def __bool__(self) -> bool:
        return bool(self.groups or self.after_a_way or self.refused)

    @property
    def aims(self) -> dict[str, int]:
        """By target the lowest number needed of what may be done at once."""
        best: dict[str, int] = {}
        for group in self.groups:
            for choice in group.choices:
                if choice.target and choice.needed is not None:
                    best[choice.target] = min(best.get(choice.target, 99), choice.needed)
        return best


def choices(table: Table, piece: aod.Piece) -> Choices:
    """What a unit may do now; nothing when its player does not act."""
    if not _acts(table, piece):
        return Choices()
    if table.state.preparation:
        return Choices(groups=tuple(_placings(table, piece)))
    options = aod.options(table.setup, table.state, piece.id)
    return Choices(
        groups=tuple(_groups(table, [o for o in options if o.legal or _begins_with_a_spot(o)])),
        after_a_way=tuple(_groups(table, [o for o in options if o.from_elsewhere and o.target])),
        refused=sum(1 for option in options if _is_denied(option)),
    )


def denials(table: Table, piece: aod.Piece) -> tuple[Denied, ...]:
    """What a unit cannot do now, and why."""
    if not _acts(table, piece) or table.state.preparation:
        return ()
    options = aod.options(table.setup, table.state, piece.id)
    return tuple(_denied(table, filter(_is_denied, options)))


def _acts(table: Table, piece: aod.Piece) -> bool:
    """Whether its player may give orders now."""
    waits = table.is_over or table.question or not table.gives(piece.owner)
    return not waits and piece.owner == table.state.active


def _is_denied(option: aod.Option) -> bool:
    return not (option.legal or option.from_elsewhere)


def _begins_with_a_spot(option: aod.Option) -> bool:
    """Whether it only waits for somebody to say where."""
    return option.from_elsewhere and not option.target


def _groups(table: Table, options: Iterable[aod.Option]) -> Iterator[Group]:
    names = aod.Names(table.setup, language())
    by_target: dict[str, list[Choice]] = {"": []}
    for option in options:
        found, choice = by_target.setdefault(option.target, []), _choice(table, option)
        if choice not in found:
            found.append(choice)
    for target, found in by_target.items():
        if found:
            title = names.unit(target) if target else _("Moving and the like")
            yield Group(title, target, tuple(found))


def _denied(table: Table, options: Iterable[aod.Option]) -> list[Denied]:
    """Refused options by their reasons, what only some targets have against them last."""
    found: dict[tuple[str, ...], Denied] = {}
    for option in options:
        why = reasons(table, option.refused)
        denied = found.setdefault(tuple(reason.message for reason in why), Denied(why))
        label = " ".join(filter(None, (str(_label(table, option)), option.target)))
        denied.labels = list(dict.fromkeys((*denied.labels, label)))
        denied.targets = list(dict.fromkeys((*denied.targets, option.target)))
    return sorted(found.values(), key=lambda denied: -len(denied.labels))


def _choice(table: Table, option: aod.Option) -> Choice:
    return Choice(
        kind=option.kind,
        label=_label(table, option),
        target=option.target,
        weapon=_weapon(table, option),
        draft=_draft(option),
        needed=_needed(table, option),
        promise=_promise(table, option),
    )


def _label(table: Table, option: aod.Option) -> Words:
    if option.kind in ("formation", "switch"):
        return title_of(table, option.order)
    return title(option.kind, option.units)


def _weapon(table: Table, option: aod.Option) -> Words:
    """Which weapon, where the unit has two."""
    figure = table.setup.figures[option.order.units[0]]
    if not option.weapon or len(figure.weapons) < 2:
        return ""
    return DIAL_SLOTS.get(f"{option.weapon}_damage", "")


def _needed(table: Table, option: aod.Option) -> int | None:
    if not (option.legal and option.target) or option.odds or option.kind == "capture":
        return None
    found = aod.needed(table.setup, table.state, option.order).get(option.target)
    return None if found is None else max(found, LEAST_ROLL)


def _promise(table: Table, option: aod.Option) -> str:
    """What a repair brings; nothing while the dial that would be turned is hidden."""
    odds = option.odds
    if odds is None or not table.shows_dial(table.field.piece(option.target).owner):
        return ""
    return _("%(chance)s, %(clicks)s clicks restored on average") % {
        "chance": percent(odds.success),
        "clicks": decimal(odds.restored),
    }


def _draft(option: aod.Option) -> Draft:
    """The query that plans an option: its kind where a way or a spot is still to be shown, else the
    order."""
    salvo = isinstance(option.order, aod.Ranged) and option.order.mode == "artillery"
    if not (option.asks_for_a_way or salvo):
        return {"order": as_json(option.order)}
    kind = "artillery" if salvo else option.kind
    asked: Draft = {"do": kind, "target": option.target, "weapon": option.weapon}
    asked["with"] = list(option.units)
    return {name: value for name, value in asked.items() if value}


def as_json(order: aod.Order) -> str:
    """An order as one line of JSON."""
    written: dict[str, Any] = aod.write_order(order)
    return json.dumps(written, separators=(",", ":"), sort_keys=True)


# --- The set-up -----------------------------------------------------------------------------


def _placings(table: Table, piece: aod.Piece) -> Iterator[Group]:
    """How a unit may be deployed that waits for it, or that may still be put elsewhere."""
    waits = piece.now.at is None and not piece.now.aboard and not piece.now.gone
    if not ((waits and table.step in ("deployment", "infiltration")) or piece.id in table.movable):
        return
    found = [Choice("deploy", title("deploy"), "", "", {"do": "deploy"})]
    if piece.is_vtol:
        high: Draft = {"do": "deploy", "level": "cruising"}
        found.append(Choice("deploy_cruising", title("deploy_cruising"), "", "", high))
    names = aod.Names(table.setup, language())
    for transport in _transports(table, piece):
        label = title("deploy_aboard", [names.unit(transport)])
        found.append(Choice("deploy_aboard", label, "", "", {"do": "deploy", "aboard": transport}))
    yield Group(_("Deployment"), "", tuple(found))


def _transports(table: Table, piece: aod.Piece) -> Iterator[str]:
    for transport, figure in table.setup.figures.items():
        order = aod.read_order({"order": "deploy", "unit": piece.id, "aboard": transport})
        if figure.unit.is_transport and not table.refusals(order):
            yield transport
