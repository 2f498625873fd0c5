"""Which armies the models somebody owns are enough for, one by one and together."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.together import together
from armybuilder.library.present.units import SYSTEM
from armybuilder.library.selectors import models_of
from armybuilder.site.accounts.visitors import owner_of
from collection.common.limits import limited

#: The armies looked at: those changed last.
MOST_ARMIES = 40


@never_cache
@require_safe
@limited("browse")
def library_together(request: HttpRequest) -> HttpResponse:
    """The person's armies beside their models; those in the address together, else all."""
    owner, system = owner_of(request), SYSTEM
    groups = list(BattleGroup.objects.for_owner(owner).of_system(system)[:MOST_ARMIES])
    chosen = set(request.GET.getlist("army")) or {group.public_id for group in groups}
    shown = together(groups, chosen, models_of(owner=owner, system=system))
    return render(request, "library/together.html", {"together": shown})
