"""Addresses of battle groups and event formats.

Ids and tokens are URL-safe base64, which is what slugs take.
"""

from django.urls import path

from armybuilder.groups.views import (
    builder,
    building,
    certificates,
    fielding,
    formats,
    groups,
    history,
    imports,
    printing,
    public,
    sealing,
    shared,
    sharing,
    sheets,
    starting,
    together,
)

#: Those without a language.
outside = [
    path(".well-known/certificate-keys.json", certificates.keys, name="certificate_keys"),
]

urlpatterns = [
    path("groups/", groups.group_list, name="groups"),
    path(
        "library/khans-and-generals/together/", together.library_together, name="library_together"
    ),
    path("groups/start/", starting.start_page, name="group_start"),
    path("groups/start/take/", starting.take_start, name="group_start_take"),
    path("groups/new/", groups.new_group, name="group_new"),
    path("groups/import/", imports.import_group, name="group_import"),
    path("groups/public/", public.public_list, name="public_groups"),
    path("groups/fieldable/", fielding.fieldable_page, name="fieldable"),
    path("groups/next-piece/", fielding.next_piece_page, name="next_piece"),
    path("groups/next-piece/want/", fielding.want_piece, name="want_piece"),
    path("groups/build/", building.build_page, name="build_group"),
    path("groups/build/keep/", building.keep_built, name="keep_built"),
    path("groups/build/prove/", building.prove_best, name="prove_best"),
    path("groups/build/best/<slug:public_id>/", building.built_page, name="groups_built"),
    path("groups/print/", printing.print_several, name="groups_print"),
    path("groups/print/<slug:public_id>/", printing.printed_page, name="groups_printed"),
    path("groups/print/<slug:public_id>/file/", printing.printed_file, name="groups_printed_file"),
    path("groups/add/<str:figure_id>/", groups.add_to_group, name="group_add"),
    path("groups/<slug:public_id>/", builder.builder, name="group"),
    path("groups/<slug:public_id>/edit/", builder.edit, name="group_edit"),
    path("groups/<slug:public_id>/undo/", builder.undo_change, name="group_undo"),
    path("groups/<slug:public_id>/redo/", builder.redo_change, name="group_redo"),
    path("groups/<slug:public_id>/data/", builder.decide_data, name="group_data"),
    path("groups/<slug:public_id>/visibility/", sharing.show_to, name="group_visibility"),
    path("groups/<slug:public_id>/share/", sharing.share_page, name="group_share"),
    path("groups/<slug:public_id>/seal/", sealing.seal_group, name="group_seal"),
    path(
        "groups/<slug:public_id>/seals/<slug:seal_id>/",
        sealing.show_seal,
        name="group_seal_show",
    ),
    path("groups/<slug:public_id>/picture.png", sharing.own_picture, name="group_picture"),
    path("groups/<slug:public_id>/copies/", fielding.keep_copies, name="group_copies"),
    path("groups/<slug:public_id>/history/", history.history, name="group_history"),
    path("groups/<slug:public_id>/history/<int:number>/", history.revision, name="group_revision"),
    path("groups/<slug:public_id>/restore/", history.restore, name="group_restore"),
    path("groups/<slug:public_id>/import/", imports.import_into, name="group_import_into"),
    path("groups/<slug:public_id>/duplicate/", groups.duplicate_group, name="group_duplicate"),
    path("groups/<slug:public_id>/pieces/", groups.enter_pieces, name="group_pieces"),
    path("groups/<slug:public_id>/delete/", groups.remove_group, name="group_delete"),
    path("groups/<slug:public_id>/sheet/", sheets.own_sheet_page, name="group_sheet_page"),
    path("groups/<slug:public_id>/sheet.<str:ending>", sheets.own_sheet, name="group_sheet"),
    path("g/<slug:token>/", shared.shared_group, name="shared_group"),
    path("g/<slug:token>/copy/", shared.copy_shared, name="shared_group_copy"),
    path("g/<slug:token>/picture.png", sharing.shared_picture, name="shared_group_picture"),
    path("g/<slug:token>/sheet/", sheets.shared_sheet_page, name="shared_group_sheet_page"),
    path("g/<slug:token>/sheet.<str:ending>", sheets.shared_sheet, name="shared_group_sheet"),
    path("p/<str:line>/", sheets.packed_group, name="packed_group"),
    path("p/<str:line>/copy/", sheets.copy_packed, name="packed_group_copy"),
    path("p/<str:line>/sheet/", sheets.packed_sheet_page, name="packed_group_sheet_page"),
    path("p/<str:line>/sheet.<str:ending>", sheets.packed_sheet, name="packed_group_sheet"),
    path("s/<slug:public_id>/", sealing.sealed_page, name="sealed"),
    path("c/<str:text>/", certificates.certificate_page, name="certificate"),
    path("judge/", certificates.scanned_page, name="scanned"),
    path("judge/table.csv", certificates.scanned_table, name="scanned_table"),
    path("formats/", formats.format_list, name="formats"),
    path("formats/new/", formats.new_format, name="format_new"),
    path("formats/<slug:format_id>/", formats.format_page, name="format"),
    path("formats/<slug:format_id>/qr.svg", formats.format_qr, name="format_qr"),
    path("formats/<slug:format_id>/change/", formats.change_format, name="format_change"),
    path("formats/<slug:format_id>/copy/", formats.copy_format, name="format_copy"),
    path("formats/<slug:format_id>/delete/", formats.remove_format, name="format_delete"),
    path("formats/<slug:format_id>/versions/", formats.format_versions, name="format_versions"),
    path("formats/<slug:format_id>/use/", formats.use_format, name="format_use"),
]
