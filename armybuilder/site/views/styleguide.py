"""The style guide: every token and piece once, with values that stretch it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.site.views import styleguide_samples as samples
from collection.catalogue.present import words

TOKENS = ("paper", "raised", "ink", "quiet", "line", "accent", "legal", "problem", "note")
HEAT_STEPS = range(6)


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """One page with tokens and pieces, in the visitor's language and theme."""
    return render(
        request,
        "site/styleguide.html",
        {
            "tokens": TOKENS,
            "heat_steps": HEAT_STEPS,
            "equipment": samples.all_equipment(),
            "heat_effects": samples.all_heat_effects(),
            "ranks": words.RANKS,
            "speed_modes": words.SPEED_MODES,
            "range_types": words.RANGE_TYPES,
            "factions": samples.FACTIONS,
            "marks": samples.MARKS,
            "mech_dial": samples.mech_dial(),
            "infantry_dial": samples.infantry_dial(),
            "tally": samples.TALLY,
            "illegal": samples.ILLEGAL,
            "legal": samples.LEGAL,
            "undecided": samples.UNDECIDED,
            "pieces": samples.piece_table(),
            "progresses": samples.PROGRESSES,
            "paid": samples.PAID,
            "actions": samples.ACTIONS,
            "form": samples.SampleForm({"name": "", "limit": "450"}),
        },
    )
