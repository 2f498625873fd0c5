"""Addresses of clubs, their evenings and trading, beside the pages of collections."""

from django.urls import path

from armybuilder.clubs.views import clubs, evenings, lending, lists, matches

CLUB = "collection/clubs/<slug:club_id>/"
EVENING = f"{CLUB}evenings/<slug:evening_id>/"

urlpatterns = [
    path("collection/clubs/", clubs.club_list, name="clubs"),
    path("collection/clubs/join/<slug:token>/", clubs.join, name="club_join"),
    path(CLUB, clubs.club_page, name="club"),
    path(f"{CLUB}settings/", clubs.settings, name="club_settings"),
    path(f"{CLUB}settings/delete/", clubs.delete, name="club_delete"),
    path(f"{CLUB}invite/", clubs.invite, name="club_invite"),
    path(f"{CLUB}withdraw/<slug:token>/", clubs.withdraw, name="club_withdraw"),
    path(f"{CLUB}members/<int:member_id>/", clubs.member, name="club_member"),
    path(f"{CLUB}lending/", lending.lending, name="club_lending"),
    path(f"{CLUB}evenings/", evenings.create, name="evening_create"),
    path(EVENING, evenings.evening_page, name="evening"),
    path(f"{EVENING}change/", evenings.change, name="evening_change"),
    path(f"{EVENING}enter/", evenings.enter, name="evening_enter"),
    path(f"{EVENING}hand-in/<int:entry_id>/", evenings.hand_in, name="evening_hand_in"),
    path(f"{EVENING}print/", evenings.print_lists, name="evening_print"),
    path(f"{EVENING}leave/<int:entry_id>/", evenings.leave, name="evening_leave"),
    path(f"{EVENING}assign/", evenings.assign, name="evening_assign"),
    path(f"{EVENING}hand-out/", evenings.hand_out, name="evening_hand_out"),
    path(f"{EVENING}take-back/", evenings.take_back, name="evening_take_back"),
    path(f"{EVENING}delete/", evenings.delete, name="evening_delete"),
]

#: Below `collection/` and in its namespace.
trading = [
    path("lists/<slug:token>/", lists.shared_lists, name="shared_lists"),
    path("lists/<slug:token>/list.<str:ending>", lists.shared_file, name="shared_lists_file"),
    path("trades/", matches.match_list, name="trades"),
    path("trades/proposals/<slug:proposal_id>/", matches.proposal_page, name="proposal"),
    path("trades/proposals/<slug:proposal_id>/answer/", matches.answer, name="proposal_answer"),
    path("trades/proposals/<slug:proposal_id>/book/", matches.book, name="proposal_book"),
    path("trades/<slug:mine>/<slug:theirs>/", matches.propose, name="propose"),
    path("<str:public_id>/lists/", lists.own_lists, name="own_lists"),
    path("<str:public_id>/lists/link/", lists.set_link, name="lists_link"),
    path("<str:public_id>/lists/partners/", lists.set_partners, name="lists_partners"),
]
