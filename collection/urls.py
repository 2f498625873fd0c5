"""Addresses of the catalogue and of a person's collection."""

from django.urls import URLPattern, path

from collection.views import cards, dial_pictures, equipment, factions, figures, rulebook

app_name = "collection"
urlpatterns: list[URLPattern] = [
    path("catalogue/", figures.figure_list, name="catalogue"),
    path("catalogue/suggestions/", figures.figure_suggestions, name="suggestions"),
    path("catalogue/figures/<str:figure_id>/", figures.figure_page, name="figure"),
    path("catalogue/figures/<str:figure_id>/dial.svg", dial_pictures.dial_svg, name="dial_svg"),
    path("catalogue/figures/<str:figure_id>/dial.png", dial_pictures.dial_png, name="dial_png"),
    path("catalogue/cards/", cards.card_list, name="cards"),
    path("catalogue/cards/<str:card_id>/", cards.card_page, name="card"),
    path("catalogue/equipment/", equipment.equipment_list, name="equipment"),
    path("catalogue/factions/", factions.faction_map, name="factions"),
    path("rules/", rulebook.rule_list, name="rules"),
    path("rules/<str:rule_id>/", rulebook.rule_page, name="rule"),
]
