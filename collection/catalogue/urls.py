"""Addresses of the catalogue and the rulebook, in the namespace `collection`.

The list of figures (`catalogue`) and the pages of one figure or card (`figure`, `card`) show what
rooms above know too, so that those give them their addresses.
"""

from django.urls import URLPattern, path

from collection.catalogue.views import (
    cards,
    comparing,
    contribute,
    contributions,
    coverage,
    dial_pictures,
    enter_figure,
    equipment,
    report_form,
    rulebook,
)

urlpatterns: list[URLPattern] = [
    path("catalogue/figures/<str:figure_id>/dial.svg", dial_pictures.dial_svg, name="dial_svg"),
    path("catalogue/figures/<str:figure_id>/dial.png", dial_pictures.dial_png, name="dial_png"),
    path("catalogue/sets/", coverage.set_coverage, name="coverage"),
    path("catalogue/compare/", comparing.compare_figures, name="compare"),
    path(
        "catalogue/figures/<str:figure_id>/report/",
        report_form.report_figure,
        name="report_figure",
    ),
    path(
        "catalogue/figures/<str:figure_id>/history/", contributions.history, name="figure_history"
    ),
    path(
        "catalogue/figures/<str:figure_id>/history/<int:number>/",
        contributions.bring_back,
        name="bring_back",
    ),
    path("catalogue/contribute/", contribute.contribute, name="contribute"),
    path("catalogue/contribute/figure/", enter_figure.enter_figure, name="enter_figure"),
    path("catalogue/contribute/template/", contribute.template, name="template"),
    path("catalogue/contribute/send/", contribute.send, name="send_contributions"),
    path("catalogue/contributions/", contributions.contributions, name="contributions"),
    path("catalogue/contributions/queue/", contributions.queue, name="queue"),
    path(
        "catalogue/contributions/<str:public_id>/", contributions.contribution, name="contribution"
    ),
    path(
        "catalogue/contributions/<str:public_id>/decision/",
        contributions.decide_contribution,
        name="decide_contribution",
    ),
    path("catalogue/reports/<str:public_id>/", contributions.report, name="report"),
    path("catalogue/cards/", cards.card_list, name="cards"),
    path("catalogue/equipment/", equipment.equipment_list, name="equipment"),
    path("rules/", rulebook.rule_list, name="rules"),
    path("rules/<str:rule_id>/", rulebook.rule_page, name="rule"),
]
