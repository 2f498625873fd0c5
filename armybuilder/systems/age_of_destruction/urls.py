"""Addresses of Age of Destruction: those of any table, and what it alone has.

They are mounted before those of any game, whose names lead here, too.
"""

from django.urls import include, path
from django.views.generic import RedirectView

from armybuilder.skirmishes.views.pages import table_addresses
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM
from armybuilder.systems.age_of_destruction.views.ending import own_report, shared_report
from armybuilder.systems.age_of_destruction.views.film import film_of_steps
from armybuilder.systems.age_of_destruction.views.friends import play_a_friend, show_group
from armybuilder.systems.age_of_destruction.views.hands import show_hands, show_salvo, show_way
from armybuilder.systems.age_of_destruction.views.menus import glance_at, menu_at
from armybuilder.systems.age_of_destruction.views.new import new_skirmish
from armybuilder.systems.age_of_destruction.views.referee import Referee
from armybuilder.systems.age_of_destruction.views.start import (
    first_skirmish,
    play_against,
    play_with,
    quick_skirmish,
    real_table,
    real_table_with,
    skip_lessons,
    watch_bots,
)
from armybuilder.systems.age_of_destruction.views.table import (
    OwnTable,
    denied_orders,
)

own_table, referee = OwnTable(), Referee()
at_the_table = [
    path("quick/", quick_skirmish, name="quick"),
    path("friend/", play_a_friend, name="friend"),
    path("group/", show_group, name="group_shown"),
    path("watch/", watch_bots, name="watch"),
    path("real/", real_table, name="real_table"),
    path("first/", first_skirmish, name="first"),
    path("new/", new_skirmish, name="new"),
    path("<slug:public_id>/hands/", show_hands, name="hands"),
    path("<slug:public_id>/way/", show_way, name="way"),
    path("<slug:public_id>/salvo/", show_salvo, name="salvo"),
    path("<slug:public_id>/denied/", denied_orders, name="denied"),
    path("<slug:public_id>/errand/", own_table.errand, name="errand"),
    path("<slug:public_id>/film/", film_of_steps, name="film"),
    path("<slug:public_id>/glance/", glance_at, name="glance"),
    path("<slug:public_id>/menu/", menu_at, name="menu"),
    path("<slug:public_id>/skip/", skip_lessons, name="skip"),
    path("<slug:public_id>/switching/", own_table.switching, name="switching"),
    path("<slug:public_id>/turn-end/", own_table.turn_end, name="turn_end"),
    path("<slug:public_id>/referee/", referee.table, name="referee"),
    path("<slug:public_id>/referee/order/", referee.order, name="referee_order"),
    path("<slug:public_id>/referee/step/", referee.step, name="referee_step"),
    path("<slug:public_id>/referee/undo/", referee.undo, name="referee_undo"),
    path("<slug:public_id>/referee/dice/", referee.dice, name="referee_dice"),
    path("<slug:public_id>/referee/contacts/", referee.contacts, name="referee_contacts"),
    path("<slug:public_id>/referee/aboard/", referee.aboard, name="referee_aboard"),
    path("<slug:public_id>/referee/place/", referee.place, name="referee_place"),
    path("<slug:public_id>/referee/measuring/", referee.measuring, name="referee_measuring"),
    path("<slug:public_id>/report.<slug:ending>", own_report, name="report"),
    path("shared/<slug:token>/report.<slug:ending>", shared_report, name="shared_report"),
    *table_addresses(own_table),
]

urlpatterns = [
    path("skirmishes/against/<slug:token>/", play_against, name="play_against"),
    path("skirmishes/with/<slug:public_id>/", play_with, name="play_with"),
    path("skirmishes/real/<slug:public_id>/", real_table_with, name="real_table_with"),
    # Where new games began while there was one system.
    path("skirmishes/new/", RedirectView.as_view(pattern_name=f"{SYSTEM}:new", query_string=True)),
    path(f"skirmishes/{SYSTEM}/", include((at_the_table, SYSTEM))),
]
