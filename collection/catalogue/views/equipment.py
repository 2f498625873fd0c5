"""Special equipment and heat effects: what each does, and which figures show it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from collection.catalogue import game
from collection.catalogue.present.equipment import (
    equipment_groups,
)
from collection.catalogue.views.for_guests import same_for_guests

RULES = ("AOD-EQUIP-001", "AOD-EQUIP-004", "AOD-EQUIP-006", "AOD-EQUIP-008")
HEAT_RULES = ("AOD-HEAT-002", "AOD-HEAT-005")


@require_safe
@same_for_guests()
def equipment_list(request: HttpRequest) -> HttpResponse:
    """Every piece of special equipment and every heat effect, by slot."""
    equipment, heat = equipment_groups(game.catalogued(request))
    context = {
        "groups": equipment,
        "heat_groups": heat,
        "rules": [game.rule_chip(rule) for rule in RULES],
        "heat_rules": [game.rule_chip(rule) for rule in HEAT_RULES],
    }
    return render(request, "catalogue/equipment.html", context)
