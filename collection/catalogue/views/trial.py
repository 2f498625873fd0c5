"""A figure tried out on its page: its values with cards and heat, its odds against a target."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from collection.catalogue import game, selectors
from collection.catalogue.forms.trial import FittingForm, TrialForm, target_form
from collection.catalogue.models import Figure
from collection.catalogue.present import values
from collection.catalogue.present.bouts import Bout, bout
from collection.catalogue.present.catalogue_values import Link
from collection.catalogue.present.dial_table import slots, spans
from collection.catalogue.present.rows import figure_name, figure_url
from collection.common.answers import address
from collection.common.chances import decimal, percent
from collection.common.language import Words, language
from collection.common.numbers import signed

GEAR_BESIDE_EQUIPMENT = "AOD-GEAR-017"
ODDS_RULES = ("AOD-ATTACK-009", "AOD-CRIT-001", "AOD-CRIT-002", "AOD-CRIT-003")


@dataclass(frozen=True)
class EffectiveCell:
    """A value as it counts; `change` is signed and empty where it is as printed."""

    total: int
    change: str
    reasons: str


@dataclass(frozen=True)
class EffectiveRow:
    """One combat value over all clicks."""

    label: Words
    cells: tuple[EffectiveCell, ...]


@dataclass(frozen=True)
class Chance:
    """What an attack promises at one click of each: the sum needed, chance of a hit, damage; `url`
    counts it whole."""

    needed: int
    hit: str
    damage: str
    url: str


@dataclass(frozen=True)
class Duel:
    """The odds against a target, a row for each click of the figure; None where it cannot attack.

    `attack` and `defense` are the values both begin with; `bout` is the attack at the chosen
    clicks, `asked_for` the rerolls and follow-ups it has at all.
    """

    target: Link
    rows: tuple[tuple[Chance | None, ...], ...]
    target_clicks: range
    attack: values.Tally | None
    defense: values.Tally | None
    form: FittingForm
    conflicts: tuple[str, ...]
    asked_for: tuple[str, ...]
    bout: Bout | None


@dataclass(frozen=True)
class Trial:
    """Everything a figure's trial shows; `conflicts` say why the cards may not be together."""

    form: TrialForm
    conflicts: tuple[str, ...]
    rows: tuple[EffectiveRow, ...]
    notes: tuple[str, ...]
    contested: bool
    duel: Duel | None
    meant: tuple[Link, ...]
    unknown_target: bool

    @property
    def asked(self) -> bool:
        """Whether there is an answer to show."""
        return bool(self.rows or self.duel or self.conflicts or self.unknown_target)


def try_out(
    figure: Figure,
    unit: game.Unit,
    dial: values.Dial,
    known: game.Catalogue,
    asked: Mapping[str, str],
) -> Trial:
    """Try a figure out with what the address asks for."""
    form = TrialForm(asked, unit, known)
    fitting = form.fitting
    conflicts = tuple(game.conflicts(unit, fitting, known))
    changed = fitting != game.Fitting() and not conflicts
    clicks = game.fitted_clicks(unit, fitting, known) if changed else ()
    wanted = form.chosen.get("target", "")
    other = selectors.find_figure(figure.system, wanted) if wanted else None
    target = known.unit(other.catalogue_id) if other else None
    duel = None
    if other and target and target.dial and not conflicts:
        duel = _duel(unit, other, target, form, known, asked)
    return Trial(
        form=form,
        conflicts=conflicts,
        rows=_rows(dial, clicks),
        notes=tuple(_notes(dial, clicks, known)),
        contested=any(click.contested for click in clicks),
        duel=duel,
        meant=tuple(_meant(figure.system, wanted, asked)) if wanted and not other else (),
        unknown_target=bool(wanted) and not (target and target.dial),
    )


# --- Values ---------------------------------------------------------------------------------


def _rows(dial: values.Dial, clicks: Sequence[game.FittedClick]) -> tuple[EffectiveRow, ...]:
    if not clicks:
        return ()
    return tuple(
        EffectiveRow(label, tuple(_cell(click.values[key]) for click in clicks))
        for key, label in slots(dial).items()
    )


def _cell(tally: game.Tally) -> EffectiveCell:
    changes = [part for part in tally.parts if part.what != "base"]
    change = sum(part.value for part in changes)
    reasons = ", ".join(f"{signed(part.value)} {_part_name(part)}" for part in changes)
    return EffectiveCell(tally.total, signed(change) if changes else "", reasons)


def _notes(
    dial: values.Dial, clicks: Sequence[game.FittedClick], known: game.Catalogue
) -> Iterator[str]:
    """What changes values, what cards grant and what heat puts out of work, with the clicks."""
    told: dict[str, list[int]] = {}
    for number, click in enumerate(clicks, 1):
        for sentence in _told(click, slots(dial), known):
            told.setdefault(sentence, []).append(number)
    for sentence, numbers in told.items():
        yield _("%(sentence)s, click %(clicks)s.") % {
            "sentence": sentence,
            "clicks": spans(numbers),
        }


def _told(
    click: game.FittedClick, named: Mapping[str, Words], known: game.Catalogue
) -> Iterator[str]:
    for key, tally in click.values.items():
        for part in tally.parts:
            if part.what != "base":
                yield f"{named[key]} {signed(part.value)}: {_part_name(part)}"
    for grant in click.granted:
        card = known.card(grant.card)
        words = {"card": card.name_in(language()) if card else "", "name": gettext(grant.name)}
        if grant.value in named:
            place = str(named[grant.value]).lower()
            yield _("%(card)s gives %(name)s to: %(value)s") % {**words, "value": place}
        else:
            yield _("%(card)s brings %(name)s") % words
    for value in click.idle:
        yield _("Out of work at this heat: the equipment of %(value)s") % {
            "value": str(named[value]).lower()
        }


def _part_name(part: game.Part) -> str:
    return game.part_name(part.what, language())


# --- Odds -----------------------------------------------------------------------------------


def _duel(
    unit: game.Unit,
    figure: Figure,
    target: game.Unit,
    form: TrialForm,
    known: game.Catalogue,
    asked: Mapping[str, str],
) -> Duel:
    theirs = target_form(asked, target, known)
    conflicts = tuple(game.conflicts(target, theirs.fitting, known))
    against = game.Fitting() if conflicts else theirs.fitting
    meeting = game.Meeting(unit, target, form.situation, form.fitting, against)
    able = game.may_ask(meeting, known)
    if "again" in form.chosen:
        meeting = game.asking(meeting, able)
    found = game.prospects(unit, target, form.situation, known, form.fitting, against)
    first = found[0][0]
    return Duel(
        target=Link(f"{figure.catalogue_id} {figure_name(figure)}", figure_url(figure)),
        rows=tuple(
            tuple(_chance(cell, (mine, their), asked) for their, cell in enumerate(row, 1))
            for mine, row in enumerate(found, 1)
        ),
        target_clicks=range(1, len(target.dial) + 1),
        attack=_tally(_("Attack"), first.attack) if first else None,
        defense=_tally(_("Defense of the target"), first.defense) if first else None,
        form=theirs,
        conflicts=conflicts,
        asked_for=tuple(gettext(name) for name in able),
        bout=bout(meeting, form.clicks(target), known),
    )


def _chance(
    prospect: game.Prospect | None, clicks: tuple[int, int], asked: Mapping[str, str]
) -> Chance | None:
    if prospect is None:
        return None
    chosen = {**asked, "click": str(clicks[0]), "their_click": str(clicks[1])}
    return Chance(
        needed=prospect.needed,
        hit=percent(prospect.odds.hit),
        damage=decimal(prospect.expected),
        url=address("", chosen),
    )


def _tally(label: str, tally: game.Tally) -> values.Tally:
    parts = tuple(values.TallyPart(_part_name(part), part.value) for part in tally.parts)
    return values.Tally(label, tally.total, parts)


def _meant(system: str, wanted: str, asked: Mapping[str, str]) -> list[Link]:
    """Figures with a dial that the words may mean."""
    found = selectors.figures_named(system, wanted)
    return [
        Link(f"{f.catalogue_id} {figure_name(f)}", address("", {**asked, "target": f.catalogue_id}))
        for f in found
    ]
