"""Judges' pages: what a certificate is worth, and a table of those scanned one after another."""

import csv
import io

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.groups.certificates.judging import (
    Examined,
    examine,
    examine_all,
    verdict_word,
)
from armybuilder.groups.certificates.keys import key_set
from armybuilder.groups.exports.options import BYTE_ORDER_MARK
from armybuilder.groups.forms.sheets import ScannedForm
from armybuilder.groups.present.games import reading, report
from armybuilder.groups.present.verdicts import verdict_value
from collection.common.answers import answer
from collection.common.limits import limited
from collection.common.tabular import formulas


@never_cache
@require_safe
@limited("take_sheet")
def certificate_page(request: HttpRequest, text: str) -> HttpResponse:
    """What a certificate is worth, and the list in it for the judge to compare with paper and
    table."""
    found = examine(text)
    context: dict[str, object] = {"found": found}
    if found.judged and found.document and found.certificate:
        said = report(found.judged)
        context |= {
            "name": found.document["name"],
            "line": found.certificate.statement.line,
            **reading(found.judged),
            "tally": said.tally,
            "verdict": verdict_value(said),
        }
    status = 200 if found.certificate else 400
    response = render(request, "groups/certificate.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("take_sheet")
def scanned_page(request: HttpRequest) -> HttpResponse:
    """Certificates one after another, in a table that whoever scans keeps."""
    rows = _scanned(request)
    context = {
        "form": ScannedForm({"kept": "\n".join(row.text for row in rows)}),
        "rows": rows,
        "latest": rows[0] if rows and request.POST.get("scanned", "").strip() else None,
        "all_well": sum(row.worth == "legal" for row in rows),
    }
    return answer(request, "groups/scanned.html", "groups/scanned_region.html", context)


@require_POST
@limited("take_sheet")
def scanned_table(request: HttpRequest) -> HttpResponse:
    """The table as CSV."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(
        (
            *(_("Name"), pgettext("of a certificate", "Worth"), _("Verdict"), _("Points")),
            *(_("Check code"), pgettext("of a certificate", "Signed"), _("Differs today")),
        )
    )
    for row in _scanned(request):
        writer.writerow(map(formulas.harmless, _cells(row)))
    return HttpResponse(
        f"{BYTE_ORDER_MARK}{written.getvalue()}",
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="certificates.csv"'},
    )


@require_safe
@cache_control(public=True, max_age=3600)
def keys(_request: HttpRequest) -> HttpResponse:
    """The keys certificates are verified by, for programs."""
    return JsonResponse(key_set(), headers={"Access-Control-Allow-Origin": "*"})


def _scanned(request: HttpRequest) -> list[Examined]:
    """What was scanned, the latest first, each certificate once."""
    form = ScannedForm(request.POST if request.method == "POST" else {})
    found = examine_all(form.texts)
    return list({each.text: each for each in found}.values())


def _cells(row: Examined) -> tuple[str, ...]:
    if row.certificate is None:
        return "", f"{row.title}: {row.meaning}", "", "", "", "", row.text
    statement, now = row.certificate.statement, row.standing
    return (
        row.document["name"] if row.document else "",
        row.title,
        now.word if now else verdict_word(statement.legal),
        str(now.total if now else statement.total),
        statement.code,
        statement.moment.isoformat(),
        "; ".join(f"{each.title}: {each.signed} → {each.today}" for each in row.differing),
    )
