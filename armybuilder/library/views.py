"""Somebody's own units and models of Khans & Generals: lists, forms, files."""

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.library.exchange import ReadRow, csv_of, json_of, read_rows, xlsx_of
from armybuilder.library.forms import RowsForm, UnitForm, UnitsFileForm, counts_of
from armybuilder.library.models import OwnUnit
from armybuilder.library.present.units import (
    CLASSES,
    SYSTEM,
    USUAL_CLASS,
    class_titles,
    columns,
    sample_record,
    samples,
    sorted_names,
    texts_of,
    title,
    views_of,
)
from armybuilder.library.selectors import models_of, units_of
from armybuilder.library.services import (
    TooManyUnits,
    change_unit,
    delete_unit,
    keep_units,
    set_models,
)
from armybuilder.site.accounts.visitors import building_owner, owner_of
from collection.common.content_types import XLSX
from collection.common.limits import limited

FILES = {
    "xlsx": (xlsx_of, XLSX),
    "csv": (csv_of, "text/csv; charset=utf-8"),
    "json": (json_of, "application/json"),
}


def own_unit(request: HttpRequest, public_id: str) -> OwnUnit:
    """A unit of the person asking; 404 for anybody else's and for none."""
    own = OwnUnit.objects.for_owner(owner_of(request)).filter(system=SYSTEM)
    return get_object_or_404(own, public_id=public_id)


@never_cache
@require_safe
@limited("browse")
def library(request: HttpRequest) -> HttpResponse:
    """The person's units, and the samples to begin with."""
    owner = owner_of(request)
    owned = models_of(owner=owner, system=SYSTEM)
    context = {
        "game": title(),
        "system": SYSTEM,
        "units": views_of(units_of(owner=owner, system=SYSTEM), owned),
        "forces": samples(owned),
        "classes": class_titles(),
        "files": list(FILES),
    }
    return render(request, "library/list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("browse", reading=False)
def new_unit(request: HttpRequest) -> HttpResponse:
    """A unit from nothing, from a sample, or like another of one's own."""
    source = _source(request)
    unit_class = request.POST.get("class") or request.GET.get("class") or source.get("class", "")
    if unit_class not in CLASSES:
        unit_class = USUAL_CLASS
    form = UnitForm(unit_class, request.POST if request.method == "POST" else None, source)
    if request.method == "POST" and form.is_valid():
        try:
            keep_units(owner=building_owner(request), system=SYSTEM, records=[form.record])
        except TooManyUnits as full:
            form.add_error(None, str(full))
        else:
            messages.success(request, _("“%(name)s” is kept.") % {"name": form.record["name"]})
            return redirect("library")
    return _show_form(request, form, None)


def _source(request: HttpRequest) -> dict[str, str]:
    """The texts of what the new unit is to be like; nothing for a unit from nothing."""
    key = request.GET.get("like", "")
    own = OwnUnit.objects.for_owner(owner_of(request)).filter(system=SYSTEM, key=key).first()
    record = own.record if own else sample_record(key)
    if record is None:
        return {}
    texts = texts_of(record)
    return texts | {"name": _("%(name)s, mine") % {"name": texts["name"]}}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("browse", reading=False)
def edit_unit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change a unit; armies that hold it keep theirs until they are brought up to date."""
    unit = own_unit(request, public_id)
    texts = texts_of(unit.record)
    sent = request.POST if request.method == "POST" else None
    form = UnitForm(texts["class"], sent, texts)
    if sent is not None and form.is_valid():
        change_unit(unit=unit, record=form.record)
        messages.success(request, _("“%(name)s” is kept.") % {"name": form.record["name"]})
        return redirect("library")
    return _show_form(request, form, unit)


def _show_form(request: HttpRequest, form: UnitForm, unit: OwnUnit | None) -> HttpResponse:
    like = request.GET.get("like", "")
    tabs = [
        (name, word, f"{reverse('library_new')}?{urlencode({'class': name})}")
        for name, word in class_titles()
    ]
    context = {"form": form, "unit": unit, "tabs": () if unit or like else tabs, "game": title()}
    return render(request, "library/unit.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remove_unit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask whether the unit shall go, then delete it."""
    unit = own_unit(request, public_id)
    if request.method == "POST":
        delete_unit(unit=unit)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": unit.name})
        return redirect("library")
    return render(request, "library/delete.html", {"unit": unit})


@never_cache
@require_safe
@limited("browse")
def export_units(request: HttpRequest, ending: str) -> HttpResponse:
    """The whole library as a file."""
    if ending not in FILES:
        raise Http404
    write, content_type = FILES[ending]
    owner = owner_of(request)
    records = [unit.record for unit in units_of(owner=owner, system=SYSTEM)]
    content = write(records, models_of(owner=owner, system=SYSTEM))
    name = f"khans-and-generals-units.{ending}"
    return HttpResponse(
        content,
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("import_group", reading=False)
def import_units(request: HttpRequest) -> HttpResponse:
    """Units from a file: first what was read and what is wrong, then the good rows are kept."""
    if request.method == "POST" and "rows" in request.POST:
        return _keep(request)
    sent = request.POST if request.method == "POST" else None
    form = UnitsFileForm(sent, request.FILES if sent is not None else None)
    context: dict[str, Any] = {"form": form, "columns": columns(), "game": title()}
    if sent is not None and form.is_valid():
        rows = form.cleaned_data["rows"]
        told = json.dumps([[row.number, row.texts] for row in rows], ensure_ascii=False)
        read = read_rows(rows)
        known = _known(request)
        context |= {
            "rows": [(each, each.row.name in known) for each in read],
            "good": sum(not each.fault for each in read),
            "bad": sum(bool(each.fault) for each in read),
            "sent": told,
        }
    return render(request, "library/import.html", context, status=422 if form.errors else 200)


def _known(request: HttpRequest) -> dict[str, OwnUnit]:
    units = units_of(owner=owner_of(request), system=SYSTEM)
    return {unit.name: unit for unit in units}


def _keep(request: HttpRequest) -> HttpResponse:
    """Keep the good rows; nothing where all were to be good and some are not."""
    form = RowsForm(request.POST)
    if not form.is_valid():
        return HttpResponseBadRequest()
    read = read_rows(form.cleaned_data["rows"])
    if "all" in request.POST and any(each.fault for each in read):
        messages.warning(request, _("Nothing was kept: some rows are faulty."))
        return redirect("library_import")
    try:
        kept = _kept(request, [each for each in read if not each.fault])
    except TooManyUnits as full:
        messages.error(request, str(full))
        return redirect("library_import")
    said = ngettext("%(kept)s row is kept.", "%(kept)s rows are kept.", kept) % {"kept": kept}
    messages.success(request, said)
    return redirect("library")


def _kept(request: HttpRequest, good: Iterable[ReadRow]) -> int:
    """How many rows were kept: cards of units that are there replaced, others added; raises
    TooManyUnits."""
    owner = building_owner(request)
    known = _known(request)
    cards = {each.row.name: each.record for each in good if each.record is not None}
    new = [record for name, record in cards.items() if record and name not in known]
    if new:
        keep_units(owner=owner, system=SYSTEM, records=new)
    for name, record in cards.items():
        if record and name in known and known[name].record != record:
            change_unit(unit=known[name], record=record)
    owned = {each.row.name: each.owned for each in good if each.owned is not None}
    set_models(owner=owner, system=SYSTEM, counts=owned)
    return len({each.row.name for each in good})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("browse", reading=False)
def models(request: HttpRequest) -> HttpResponse:
    """How many models of each unit the person owns."""
    owner = owner_of(request)
    owned = models_of(owner=owner, system=SYSTEM)
    units = [unit.name for unit in units_of(owner=owner, system=SYSTEM)]
    forces = [(name, [unit.name for unit in of_force]) for name, of_force in samples(owned)]
    others = sorted_names(owned)
    known = {*units, *(name for _force, names in forces for name in names)}
    groups = [
        (_("My units"), units),
        *forces,
        (_("Others"), [name for name in others if name not in known]),
    ]
    names = list(dict.fromkeys(name for _group, listed in groups for name in listed))
    if request.method == "POST":
        counts = counts_of(request.POST.dict(), names)
        set_models(owner=building_owner(request), system=SYSTEM, counts=counts)
        messages.success(request, _("Your models are kept."))
        return redirect("library_models")
    place = {name: number for number, name in enumerate(names)}
    shown = [
        (group, [(place[name], name, owned.get(name, 0)) for name in dict.fromkeys(listed)])
        for group, listed in groups
        if listed
    ]
    return render(request, "library/models.html", {"groups": shown, "game": title()})
