"""Importing rows into a collection for programs: few while they wait, many as long work."""

from http import HTTPStatus
from typing import Any, cast

from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.home.row_imports import ask_to_import, import_of
from armybuilder.jobs.models import JobAsk, State
from armybuilder.jobs.services.asking import TooManyJobs, withdraw
from armybuilder.jobs.services.carrying import carry_where_alone
from armybuilder.site.models import Owner, User
from collection.catalogue.api.description import parameter
from collection.catalogue.api.operations import operation
from collection.common.busy import Busy
from collection.owning.api.base import COLLECTION_ID, CollectionView, Conflict, told
from collection.owning.api.bodies import IMPORT, Import, read_body
from collection.owning.api.imports import imported, stage_rows
from collection.owning.api.shapes import ChangeSerializer, ImportSerializer
from collection.owning.importing import staging
from collection.owning.models import Change, StagedImport

IMPORT_ID = parameter("import_id", gettext_lazy("The id of an import you asked for."), path=True)


class ImportProgressSerializer(serializers.Serializer[Any]):
    """How far an import of many rows is; `result` is null until it is done."""

    id = serializers.CharField(source="public_id")
    url = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=State.choices)
    done = serializers.IntegerField(
        source="job.done", help_text=gettext_lazy("How much of it is done.")
    )
    total = serializers.IntegerField(
        source="job.total", help_text=gettext_lazy("How much there is.")
    )
    error = serializers.SerializerMethodField(
        help_text=gettext_lazy("Why it failed, empty otherwise.")
    )
    result = serializers.SerializerMethodField()

    def get_url(self, ask: JobAsk) -> str:
        url: str = self.context["request"].build_absolute_uri(_address(ask))
        return url

    def get_error(self, ask: JobAsk) -> str:
        return _(ask.job.error) if ask.state == State.FAILED else ""

    @extend_schema_field(ImportSerializer(allow_null=True))
    def get_result(self, ask: JobAsk) -> dict[str, Any] | None:
        if ask.job.result is None:
            return None
        made = Change.objects.filter(
            collection__public_id=ask.job.payload["collection"], number=ask.job.result["change"]
        ).first()
        return ask.job.result | {"change": ChangeSerializer(made).data if made else None}


def _address(ask: JobAsk) -> str:
    return reverse("api_collection_import_one", args=[ask.job.payload["collection"], ask.public_id])


class ImportRows(CollectionView):
    """Rows of JSON on the same way as a file's."""

    @operation(
        gettext_lazy("Import rows into a collection"),
        ImportSerializer,
        id="collection_import",
        status=201,
        may_change_nothing=True,
        later=ImportProgressSerializer,
        refused=(403, 404, 409, 413, 422),
        parameters=[COLLECTION_ID],
        takes=IMPORT,
        description=gettext_lazy(
            'The body is {"mode": "set", "rows": [{"set": "AOD", "number": "102", "count": 2}]};'
            " the columns and their aliases are those of files. The mode is set, add or sync;"
            " `remove_missing` lets sync also take out what no row names. With `preview` nothing"
            " is changed. Rows that cannot be used are left out and told with their reasons; the"
            " others become one change, which can be taken back whole. A row that leaves fewer of a"
            " piece counts only with `lower`, a number that nobody knows only with `take_unlisted`;"
            " `near` says what an unclear row may have meant."
            " More than 1,000 rows are imported while nobody waits: the answer is 202 with an"
            " address that says how far they are and, once it is done, what each of them did."
        ),
    )
    def post(self, request: Request, public_id: str) -> Response:
        collection = self.shelf_to_change(public_id).collection
        body = read_body(request.data, Import)
        staged = stage_rows(collection=collection, actor=request.user, body=body)
        if len(body.rows) > staging.LARGE:
            return self._later(request, staged, body)
        try:
            with told(collection, "$.rows[{}]".format):
                answer, change = imported(staged, body)
        except StagedImport.DoesNotExist as error:
            self.shelf(public_id)
            raise Busy from error  # so many tables at once that this one made room for another
        answer["change"] = ChangeSerializer(change).data if change else None
        return Response(answer, HTTPStatus.CREATED if change else HTTPStatus.OK)

    def _later(self, request: Request, staged: StagedImport, body: Import) -> Response:
        try:
            ask = ask_to_import(staged=staged, member=cast(User, request.user), body=body)
        except (TooManyJobs, Busy) as error:
            staging.drop(staged=staged)
            if isinstance(error, Busy):
                raise
            said = _("You have as much under way as the site allows. Wait for one, or cancel one.")
            raise Conflict(said) from error
        answer = ImportProgressSerializer(ask, context={"request": request}).data
        return Response(answer, HTTPStatus.ACCEPTED, headers={"Location": answer["url"]})


class ImportOne(CollectionView):
    """An import of many rows, by whoever asked for it."""

    def asked(self, public_id: str, import_id: str) -> JobAsk:
        """The import of an id; raises NotFound for anybody else's and for none."""
        collection = self.shelf(public_id).collection
        owner = Owner(cast(User, self.request.user))
        found = import_of(owner=owner, collection=collection, public_id=import_id)
        if found is None:
            raise NotFound(_("You have no such import."))
        return found

    @operation(
        gettext_lazy("How far an import is"),
        ImportProgressSerializer,
        id="collection_import_progress",
        refused=(404,),
        parameters=[COLLECTION_ID, IMPORT_ID],
        description=gettext_lazy(
            "Ask again after a second or two until the state is done, failed or cancelled. What"
            " came of the last five imports is kept."
        ),
    )
    def get(self, request: Request, public_id: str, import_id: str) -> Response:
        ask = self.asked(public_id, import_id)
        carry_where_alone(ask)
        return Response(ImportProgressSerializer(ask, context={"request": request}).data)

    @operation(
        gettext_lazy("Cancel an import"),
        None,
        id="collection_import_cancel",
        status=204,
        refused=(403, 404),
        parameters=[COLLECTION_ID, IMPORT_ID],
        description=gettext_lazy("What is part of the collection already stays there."),
    )
    def delete(self, request: Request, public_id: str, import_id: str) -> Response:
        withdraw(ask=self.asked(public_id, import_id))
        return Response(status=HTTPStatus.NO_CONTENT)


ONE = "collections/<slug:public_id>/import/"
urlpatterns = [
    path(ONE, ImportRows.as_view(), name="api_collection_import"),
    path(f"{ONE}<slug:import_id>/", ImportOne.as_view(), name="api_collection_import_one"),
]
