"""The help: what the site does for players, each section beside the page it is about."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from collection.catalogue.present.values import ProvenanceKind
from collection.catalogue.present.words import PROVENANCE
from collection.catalogue.views.for_guests import same_for_guests
from collection.common.language import Words

#: In the order in which the page tells of them.
SECTIONS: Mapping[str, Words] = {
    "finding": _("Finding a figure"),
    "entering": _("Entering a collection"),
    "building": _("Building a battle group"),
    "event": _("Taking a list to an event"),
    "playing": _("Playing"),
    "games": _("Other games"),
    "together": _("Sharing, trading and clubs"),
    "keys": _("Keys"),
    "marks": _("Marks, and what is unofficial"),
}
#: What a mark beside a value means.
MARKS: Mapping[ProvenanceKind, Words] = {
    "single": _("Only one source tells it; nobody has compared it with another."),
    "inferred": _("Worked out from other values, not printed anywhere we know of."),
    "differs": _("Two sources contradict each other; the mark tells what each says."),
    "doubtful": _("Told so by a source, but it looks like a slip."),
    "unknown": _("No source we know of has it. It is never guessed."),
    "entered": _("Entered by somebody who owns the figure, and accepted by an editor."),
    "house": _(
        "Made by this site, not part of the published game; an event need not let you play it."
    ),
}


@require_safe
@same_for_guests(of_catalogue=False)
def help_page(request: HttpRequest) -> HttpResponse:
    """One page with a table of contents, in the visitor's language."""
    marks = [(kind, PROVENANCE[kind], meaning) for kind, meaning in MARKS.items()]
    return render(request, "home/help.html", {"sections": SECTIONS, "marks": marks})
