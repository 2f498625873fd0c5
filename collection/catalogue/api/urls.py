"""Addresses of the API, below the number of its version."""

from django.urls import URLPattern, path

from collection.catalogue.api import cards, figures, reference, root, rulebook, schemas

app_name = "api"
urlpatterns: list[URLPattern] = [
    path("", root.Root.as_view(), name="root"),
    path("sets/", reference.SetList.as_view(), name="sets"),
    path("factions/", reference.FactionList.as_view(), name="factions"),
    path("figures/", figures.FigureList.as_view(), name="figures"),
    path("figures/facets/", figures.FigureFacets.as_view(), name="figure_facets"),
    path("figures/<str:figure_id>/", figures.FigureOne.as_view(), name="figure"),
    path("cards/", cards.CardList.as_view(), name="cards"),
    path("cards/<str:card_id>/", cards.CardOne.as_view(), name="card"),
    path("equipment/", reference.EquipmentList.as_view(), name="equipment"),
    path("heat-effects/", reference.HeatEffectList.as_view(), name="heat_effects"),
    path("rules/", rulebook.RuleList.as_view(), name="rules"),
    path("rules/<str:rule_id>/", rulebook.RuleOne.as_view(), name="rule"),
    path("schemas/", schemas.SchemaList.as_view(), name="schemas"),
    path("schemas/<str:name>", schemas.SchemaOne.as_view(), name="schema"),
]
