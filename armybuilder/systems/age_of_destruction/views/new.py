"""A skirmish between chosen groups: two to four seats, and what the players agree on."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.groups.forms.groups import STANDARD_BUILD_TOTAL
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.groups import Document
from armybuilder.groups.present.listing import lines_of
from armybuilder.groups.present.starters import shown_name
from armybuilder.groups.present.verdicts import verdict_value
from armybuilder.groups.selectors.groups import groups_of, public_groups
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.skirmishes.present.words import SEATS
from armybuilder.systems.age_of_destruction.forms import (
    CHOSEN,
    FROM_CARDS,
    NO_CONDITIONS,
    POINTS_AN_ORDER,
    STANDARD,
    AgreementForm,
    SeatForm,
)
from armybuilder.systems.age_of_destruction.present.starting import (
    Agreed,
    Entrant,
    Readiness,
    line_of,
    names_of_terrain,
    planetary_conditions,
    pool_by_lot,
    readiness,
    seats,
)
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM
from armybuilder.systems.age_of_destruction.present.words import group_line
from armybuilder.systems.age_of_destruction.sample_groups import sample_group, sample_groups
from armybuilder.systems.age_of_destruction.views.start import begin
from collection.common.language import Words
from collection.common.limits import limited

#: How many of one's own and of the public groups the form offers, the newest first.
GROUPS_OFFERED = 40
MOST_PLAYERS = 4


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("begin_skirmish", reading=False)
def new_skirmish(request: HttpRequest) -> HttpResponse:
    """The form; another lot or number of players shows it again, and an illegal group asks for
    agreement."""
    start = _Start(request)
    if request.method == "POST" and not start.changes and start.is_ready():
        return begin(
            request,
            start.entrants(),
            start.people(),
            start.agreed(),
            open_dials=start.agreement.cleaned_data["open_dials"],
        )
    status = 422 if start.has_errors else 200
    return render(request, "systems/age_of_destruction/new.html", start.context(), status=status)


class _Start:
    """What the form holds, and what becomes of it."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        sent = request.POST or request.GET
        asked = sent.get("seat") or sent.get("players", "2")
        self.players = int(asked) if asked in ("2", "3", "4") else 2
        self.seats = seats(self.players)
        self.changes = "roll" in request.POST or "seat" in request.POST
        data = self._data()
        offered = self._offered()
        self.forms = [
            SeatForm(
                seat,
                data,
                groups=offered,
                in_teams=self.players > 2,
                initial=self._seat_initial(index),
            )
            for index, seat in enumerate(self.seats)
        ]
        self.agreement = AgreementForm(
            data,
            players=self.players,
            initial={
                "terrain": STANDARD,
                "seed": secrets.randbits(20),
                "conditions": FROM_CARDS,
                "open_dials": True,
                "real_table": "real" in request.GET,
            },
        )
        self.ready: dict[str, Readiness] = {}
        self.documents: dict[str, Document] = {}

    def _data(self) -> Any:
        """What was sent, with a new lot where one was asked for, and who sits down newly."""
        if self.request.method != "POST":
            return None
        data = self.request.POST.copy()
        if "roll" in data:
            data["seed"] = str(secrets.randbits(20))
        for index, seat in enumerate(self.seats):
            if f"{seat}-commander" not in data:
                usual = self._seat_initial(index)
                data.update({f"{seat}-{name}": value for name, value in usual.items()})
        return data

    def _unseen(self) -> list[tuple[str, str]]:
        """What was typed for seats and teams that so many players do not have."""
        shown = {form.add_prefix(name) for form in self.forms for name in form.fields}
        of_seats = [f"{seat}-{name}" for seat in SEATS for name in SeatForm.base_fields]
        sent = self.request.POST
        return [(name, sent[name]) for name in of_seats if name in sent and name not in shown]

    def _offered(self) -> list[Any]:
        """Own groups, public ones and samples with points and verdict."""
        own = lines_of(
            groups_of(owner=owner_of(self.request), length=GROUPS_OFFERED, system=SYSTEM).groups
        )
        public = lines_of(public_groups(length=GROUPS_OFFERED, system=SYSTEM).groups)
        return [
            (
                _("My battle groups"),
                [(f"own:{g.public_id}", group_line(g.name, s)) for g, s, _d in own],
            ),
            (
                _("Samples"),
                [
                    (f"sample:{sample.key}", group_line(sample.name, line_of(sample.document)))
                    for sample in sample_groups()
                ],
            ),
            (
                _("Public groups"),
                [(f"link:{g.share_token}", group_line(shown_name(g), s)) for g, s, _d in public],
            ),
        ]

    def _seat_initial(self, index: int) -> dict[str, str]:
        """The group the address names sits down first; a bot sits across."""
        named = self.request.GET.get("group", "")
        total = self._total()
        fitting = [s for s in sample_groups() if s.document["build_total"] == total]
        samples = fitting or sample_groups()
        usual = samples[index % len(samples)].key
        group = f"own:{named}" if named and not index else f"sample:{usual}"
        return {"group": group, "commander": "random" if index == 1 else ""}

    def _total(self) -> int:
        """The build total of the group the address names, else that of the standard game."""
        own = BattleGroup.objects.for_owner(owner_of(self.request))
        named = own.filter(public_id=self.request.GET.get("group", "")).first()
        limit = named.document.get("build_total") if named else None
        return limit if isinstance(limit, int) and limit >= 150 else STANDARD_BUILD_TOTAL

    # --- Whether it can begin ---------------------------------------------------------------

    def is_ready(self) -> bool:
        """Whether everything is in order; says at its field what is not."""
        valid = [form.is_valid() for form in self.forms] + [self.agreement.is_valid()]
        for form in self.forms:
            if not form.errors:
                self._look_at(form)
        self._look_at_teams()
        if not self.agreement.cleaned_data.get("agreed"):
            self._look_at_what_is_unusual()
        return all(valid) and not self.has_errors

    def _look_at_what_is_unusual(self) -> None:
        """What both sides have to agree to: a group that is not legal, groups of unequal size."""
        agreed = self.agreement
        if any(not ready.legal for ready in self.ready.values()):
            agreed.add_error(
                "agreed", _("A group is not legal; both sides have to agree to play it.")
            )
        elif self.unequal:
            agreed.add_error(
                "agreed", _("The groups are unequal; both sides have to agree to that.")
            )

    @property
    def total(self) -> int:
        """The build total: the one typed in, else that of the largest group."""
        typed = self.agreement.cleaned_data.get("total")
        return int(typed) if typed else max(self._sizes().values(), default=STANDARD_BUILD_TOTAL)

    @property
    def unequal(self) -> list[tuple[Words, int]]:
        """What each side brings, where that is more than the build total typed in, or where groups
        for different build totals would set it."""
        if not self.ready or self.agreement.errors.get("total"):
            return []
        sizes, brought = self._sizes(), self._brought()
        typed = bool(self.agreement.cleaned_data.get("total"))
        larger = typed and max(brought.values()) > self.total
        differ = not typed and len(set(sizes.values())) > 1
        return (
            [(SEATS[seat], points) for seat, points in brought.items()] if larger or differ else []
        )

    def _brought(self) -> dict[str, int]:
        return {seat: ready.report.standing.total for seat, ready in self.ready.items()}

    def _sizes(self) -> dict[str, int]:
        """The build total each group is for, in whole orders."""
        standings = {seat: ready.report.standing for seat, ready in self.ready.items()}
        return {
            seat: -(-(one.limit or one.total) // POINTS_AN_ORDER) * POINTS_AN_ORDER
            for seat, one in standings.items()
        }

    def _look_at(self, form: SeatForm) -> None:
        document = self._document(form)
        if document is None:
            form.add_error("link" if form.token else "group", _("There is no such group."))
            return
        ready = readiness(document)
        self.documents[form.seat], self.ready[form.seat] = document, ready
        if not document.get("units"):
            form.add_error("group", _("This group has no figures."))
        elif ready.without_dials:
            form.add_error(
                "group",
                _("Nobody knows the dials of: %(figures)s.")
                % {"figures": ", ".join(ready.without_dials)},
            )

    def _document(self, form: SeatForm) -> Document | None:
        """The group of a seat, if this person may see it."""
        kind, _colon, key = form.cleaned_data["group"].partition(":")
        if form.token or kind == "link":
            found = BattleGroup.objects.shared_by(form.token or key).first()
            return dict(found.document) if found else None
        if kind == "own":
            own = BattleGroup.objects.for_owner(owner_of(self.request))
            group = own.filter(public_id=key).first()
            return dict(group.document) if group else None
        sample = sample_group(key)
        return sample.document if sample else None

    def _look_at_teams(self) -> None:
        teams = {self._team(form) for form in self.forms if not form.errors}
        if len(teams) == 1 and not any(form.errors for form in self.forms):
            self.forms[-1].add_error("team", _("There has to be somebody to play against."))

    @property
    def has_errors(self) -> bool:
        """Whether anything typed cannot stay."""
        return bool(self.agreement.errors or any(form.errors for form in self.forms))

    # --- What begins ------------------------------------------------------------------------

    def _team(self, form: SeatForm) -> str:
        """The team of a seat: its own, or that of all who chose the same."""
        chosen = form.cleaned_data.get("team", "")
        return f"team {chosen}" if chosen else form.seat

    def entrants(self) -> list[Entrant]:
        """The seats with their groups."""
        return [
            Entrant(form.seat, self.documents[form.seat], self._team(form)) for form in self.forms
        ]

    def people(self) -> dict[str, dict[str, Any]]:
        """Who plays each seat."""
        return {
            form.seat: {
                "name": form.cleaned_data["name"],
                "commander": "" if self._is_real else form.cleaned_data["commander"],
            }
            for form in self.forms
        }

    @property
    def _is_real(self) -> bool:
        """Whether real figures are played with, which no bot can see."""
        return bool(self.agreement.cleaned_data["real_table"])

    def agreed(self) -> Agreed:
        """What was agreed."""
        data = self.agreement.cleaned_data
        conditions = {FROM_CARDS: None, NO_CONDITIONS: ()}
        return Agreed(
            build_total=self.total,
            pool=self._pool(),
            rulings=self.agreement.rulings,
            conditions=conditions.get(data["conditions"], (data["conditions"],)),
            turn_limit=data["turn_limit"],
            time_limit=data["time_limit"],
            real_table=self._is_real,
        )

    def _pool(self) -> tuple[str, ...]:
        """The pieces that were chosen, or those the lot gives; a real table has its own, unless
        they are chosen to be shown on the map."""
        data = self.agreement.cleaned_data
        if data["terrain"] == CHOSEN:
            return tuple(data["pieces"])
        return () if self._is_real else self._lot()

    def _lot(self) -> tuple[str, ...]:
        """The pieces the lot gives; none while its number cannot be read."""
        seed = str(self.agreement["seed"].value() or "")
        if not seed.isdecimal() or len(seed) > 10:
            return ()
        standard = self.agreement["terrain"].value() != "any"
        return pool_by_lot(int(seed), self.players, standard=standard)

    def context(self) -> dict[str, Any]:
        """Everything the page shows."""
        return {
            "players": self.players,
            "total": self.total if self.ready else 0,
            "unequal": self.unequal if self.agreement.is_bound else (),
            "counts": range(2, MOST_PLAYERS + 1),
            "forms": self.forms,
            "unseen": self._unseen(),
            "agreement": self.agreement,
            "conditions": planetary_conditions(),
            "lot": ", ".join(names_of_terrain(self._lot())),
            "verdicts": [
                (SEATS[seat], ready.report.standing, verdict_value(ready.report))
                for seat, ready in self.ready.items()
                if not ready.legal
            ],
        }
