"""Orders as pages that know no game offer them: legal ones in words, and forms to fill in."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable
from armybuilder.skirmishes.present.games import Game, explained
from collection.catalogue.game import rule_chip
from collection.catalogue.present.values import Rule
from collection.common.language import language
from rules import Field, Form, LegalOrder, Tabletop, typed_of

#: Legal orders of one kind that a page shows.
MOST_SHOWN = 60
#: The fields of a form are sent under names that begin so, and none of them is longer.
PREFIX, LONGEST = "f-", 2000


@dataclass(frozen=True)
class Choice:
    """A legal order: in a sentence, as a form sends it, and as an address fills a form with it, ""
    where no form can say it."""

    says: str
    json: str
    typed: str


@dataclass(frozen=True)
class Kind:
    """The legal orders of one kind; `more` are not shown."""

    kind: str
    title: str
    choices: tuple[Choice, ...]
    more: int


@dataclass(frozen=True)
class Option:
    """One of the values of a field."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class Input:
    """A field to fill in: how it is typed, and what stands in it. A list has its rows."""

    name: str
    label: str
    holds: str
    value: str
    required: bool
    options: tuple[Option, ...]
    rows: tuple[tuple["Input", ...], ...]


@dataclass(frozen=True)
class Reason:
    """Why an order is refused, with the rules it rests on."""

    message: str
    rules: tuple[Rule, ...]
    where: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draft:
    """A form with what was typed into it, and the order that is meant: in words, as a form sends
    it, and why not. `begun`: something was typed."""

    kind: str
    title: str
    inputs: tuple[Input, ...]
    begun: bool
    says: str
    json: str
    refused: tuple[Reason, ...]


def kinds_of(offers: Sequence[LegalOrder], table: Tabletop, piece: str) -> tuple[Kind, ...]:
    """The legal orders to a piece, "" for those that are to none, kind by kind."""
    forms = {form.kind: form for form in table.forms(language())}
    by_kind: dict[str, list[LegalOrder]] = {}
    for offer in offers:
        if offer.piece == piece:
            by_kind.setdefault(str(offer.order["order"]), []).append(offer)
    return tuple(
        Kind(
            kind,
            forms[kind].title,
            tuple(_choice(offer, forms[kind], table) for offer in found[:MOST_SHOWN]),
            max(len(found) - MOST_SHOWN, 0),
        )
        for kind, found in by_kind.items()
    )


def forms_of(table: Tabletop) -> list[tuple[str, str]]:
    """The kinds of orders that can be filled in, with their titles."""
    return [(form.kind, form.title) for form in table.forms(language())]


def draft_of(game: Game, table: Tabletop, kind: str, sent: Mapping[str, str]) -> Draft | None:
    """The form of a kind with what was sent of it; None for a kind nobody knows."""
    form = next((form for form in table.forms(language()) if form.kind == kind), None)
    if form is None:
        return None
    typed = _typed(sent)
    order = table.drafted(kind, typed)
    begun = bool(typed) or not form.fields
    return Draft(
        kind=kind,
        title=form.title,
        inputs=_inputs(form.fields, typed, ""),
        begun=begun,
        says=table.says(order, language()) if begun else "",
        json=written(order),
        refused=reasons(game, order) if begun else (),
    )


def reasons(game: Game, order: Document) -> tuple[Reason, ...]:
    """Why an order is refused, none for a legal one; what cannot be read is a reason, too."""
    try:
        found = explained(game, order)
    except OrderUnreadable as error:
        return (Reason(str(error), ()),)
    return tuple(
        Reason(said["message"], tuple(rule_chip(rule) for rule in said["rules"])) for said in found
    )


def _choice(offer: LegalOrder, form: Form, table: Tabletop) -> Choice:
    whole = bool(form.fields) and set(offer.order) - {"order"} <= {f.name for f in form.fields}
    return Choice(offer.says, written(offer.order), _query(form, offer.order) if whole else "")


def typed_into(table: Tabletop, kind: str, order: Mapping[str, object]) -> str:
    """The part of an address that opens the form of a kind with what an order says already."""
    (form,) = (form for form in table.forms(language()) if form.kind == kind)
    return _query(form, order)


def _query(form: Form, order: Mapping[str, object]) -> str:
    typed = typed_of(form, order)
    return urlencode({"kind": form.kind} | {PREFIX + name: text for name, text in typed.items()})


def written(order: Mapping[str, object]) -> str:
    """An order as a form sends it."""
    return json.dumps(order, ensure_ascii=False, separators=(",", ":"))


def _typed(sent: Mapping[str, str]) -> dict[str, str]:
    return {
        name.removeprefix(PREFIX): value
        for name, value in sent.items()
        if name.startswith(PREFIX) and value.strip() and len(value) <= LONGEST
    }


def _inputs(fields: Sequence[Field], typed: Mapping[str, str], before: str) -> tuple[Input, ...]:
    return tuple(_input(field, typed, before + field.name) for field in fields)


def _input(field: Field, typed: Mapping[str, str], name: str) -> Input:
    value = typed.get(name, "")
    known = [(choice.value, choice.label) for choice in field.choices]
    if value and known and value not in dict(known):
        known.append((value, value))
    return Input(
        name=PREFIX + name,
        label=field.label,
        holds=field.holds,
        value=value,
        required=field.required,
        options=tuple(Option(key, label, key == value) for key, label in known),
        rows=tuple(
            _inputs(field.rows, typed, f"{name}.{n}.") for n in range(_rows(field, typed, name))
        ),
    )


def _rows(field: Field, typed: Mapping[str, str], name: str) -> int:
    """The rows that something was typed into, and an empty one after them."""
    if field.holds != "rows":
        return 0
    count = 0
    while any(key.startswith(f"{name}.{count}.") for key in typed):
        count += 1
    return count + 1
