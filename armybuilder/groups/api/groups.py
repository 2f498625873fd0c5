"""A member's battle groups: listing, keeping, changing, judging, taking away, showing."""

from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.groups.api.bodies import GROUP, VISIBILITY
from armybuilder.groups.api.documents import DocumentParser, posted_group
from armybuilder.groups.exports import FORM_OF_ENDING, FORMS, NoCode
from armybuilder.groups.models import BattleGroup, Visibility
from armybuilder.groups.present.files import exported
from armybuilder.groups.present.games import differences, judge_state, verdict_document
from armybuilder.groups.present.groups import Document
from armybuilder.groups.present.pins import kept_standing
from armybuilder.groups.selectors.groups import groups_of
from armybuilder.groups.services.groups import (
    StaleVersion,
    TooManyGroups,
    create_group,
    delete_group,
    replace_document,
    save_document,
)
from armybuilder.groups.services.sharing import set_visibility
from armybuilder.site.api.access import MemberView
from collection.catalogue.api import pages
from collection.catalogue.api.bodies import BodyRefused
from collection.catalogue.api.description import parameter
from collection.catalogue.api.operations import IF_MATCH, files_of, operation
from collection.catalogue.api.serializers import address_of
from collection.catalogue.api.versions import ANY_VERSION, VersionNeeded, etag, version_asked

GROUP_ID = parameter("public_id", gettext_lazy("The id of one of your groups."), path=True)


class KeepsEnough(APIException):
    """409: the member keeps as many groups as the site allows."""

    status_code = HTTPStatus.CONFLICT


class MovedOn(APIException):
    """412: the group has a newer version; what was sent is told apart from it, nothing is lost."""

    status_code = HTTPStatus.PRECONDITION_FAILED

    def __init__(self, group: BattleGroup, sent: Document | None) -> None:
        super().__init__(_("The group was changed meanwhile; nothing was overwritten."))
        told = differences([(group.document, sent)])[0] if sent else ()
        self.more = {"version": group.version, "differences": list(told)}


class GroupSummary(serializers.Serializer[Any]):
    """A battle group as lists show it, with the verdict it got when it was saved."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    version = serializers.IntegerField()
    legal = serializers.SerializerMethodField(
        help_text=gettext_lazy("Null where something cannot be decided.")
    )
    total = serializers.SerializerMethodField()
    limit = serializers.SerializerMethodField()
    visibility = serializers.ChoiceField(choices=Visibility.values)
    link = serializers.SerializerMethodField(
        help_text=gettext_lazy("Where others see it; null for a private group.")
    )
    created = serializers.DateTimeField()
    updated = serializers.DateTimeField()
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    def get_legal(self, group: BattleGroup) -> bool | None:
        standing = kept_standing(group.standing)
        return standing.legal if standing else None

    def get_total(self, group: BattleGroup) -> int | None:
        standing = kept_standing(group.standing)
        return standing.total if standing else None

    def get_limit(self, group: BattleGroup) -> int | None:
        standing = kept_standing(group.standing)
        return standing.limit if standing else None

    def get_link(self, group: BattleGroup) -> str | None:
        return address_of(self, "shared_group", group.share_token) if group.is_shared else None

    def get_url(self, group: BattleGroup) -> str:
        return address_of(self, "api_group", group.public_id)

    def get_page(self, group: BattleGroup) -> str:
        return address_of(self, "group", group.public_id)


class GroupSerializer(GroupSummary):
    """A battle group with its battle-group/1 document."""

    document = serializers.DictField()


class VisibilitySerializer(serializers.Serializer[Any]):
    """Who may see a group: private, whoever has the link, or public."""

    visibility = serializers.ChoiceField(choices=Visibility.choices)


class GroupView(MemberView):
    """Something about one of the member's groups."""

    parser_classes = (DocumentParser,)

    def group(self, public_id: str) -> BattleGroup:
        """The member's group of an id; raises NotFound for anybody else's and for none."""
        group = BattleGroup.objects.for_owner(self.owner).filter(public_id=public_id).first()
        if group is None:
            raise NotFound(_("You have no such group."))
        return group

    def shown(self, group: BattleGroup, status: int = HTTPStatus.OK) -> Response:
        """The group, under the ETag of its version."""
        body = GroupSerializer(group, context={"request": self.request}).data
        return Response(body, status=status, headers={"ETag": etag(group.version)})


class GroupList(GroupView):
    """All groups of the member."""

    parameters = pages.PARAMETERS

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        """A new group has no pages."""
        allowed = super().allowed_parameters(request)
        return allowed if request.method == "GET" else allowed - pages.PARAMETERS

    @operation(
        gettext_lazy("My battle groups"),
        pages.page_of(GroupSummary, "Group"),
        id="groups",
        parameters=pages.DESCRIBED,
        description=gettext_lazy("The last changed first."),
    )
    def get(self, request: Request) -> Response:
        after, limit = pages.page_asked(request)
        groups = BattleGroup.objects.for_owner(self.owner)
        if after and ("\0" in after or not groups.filter(public_id=after).exists()):
            pages.refuse([pages.unknown_after()])
        found = groups_of(owner=self.owner, after=after, length=limit)
        shown = GroupSummary(found.groups, many=True, context={"request": request})
        return pages.page_answer(
            request, total=groups.count(), next_after=found.next_after, results=shown.data
        )

    @operation(
        gettext_lazy("Keep a new battle group"),
        GroupSerializer,
        id="group_create",
        status=201,
        refused=(403, 409, 413, 422),
        takes=GROUP,
        description=gettext_lazy("The body is a battle-group/1 document; an illegal one is kept."),
    )
    def post(self, request: Request) -> Response:
        try:
            group = create_group(owner=self.owner, document=posted_group(request))
        except TooManyGroups as error:
            raise KeepsEnough(str(error)) from error
        answer = self.shown(group, HTTPStatus.CREATED)
        answer["Location"] = request.build_absolute_uri(
            reverse("api_group", args=[group.public_id])
        )
        return answer


class GroupOne(GroupView):
    """One group of the member."""

    @operation(
        gettext_lazy("A battle group"),
        GroupSerializer,
        id="group",
        refused=(404,),
        parameters=[GROUP_ID],
        description=gettext_lazy("Its ETag stands for its version."),
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        group = self.group(public_id)
        unchanged = get_conditional_response(request._request, etag=etag(group.version))
        return unchanged or self.shown(group)

    @operation(
        gettext_lazy("Replace a battle group"),
        GroupSerializer,
        id="group_replace",
        refused=(403, 404, 412, 413, 422, 428),
        parameters=[GROUP_ID, IF_MATCH],
        takes=GROUP,
        description=gettext_lazy(
            "The body is a battle-group/1 document and becomes a new version. A version that is "
            "no longer the newest is refused and nothing is overwritten: keep yours as a new "
            "group, or send it again for the newest version."
        ),
    )
    def put(self, request: Request, public_id: str) -> Response:
        group, version = self.group(public_id), version_asked(request)
        if version is None:
            raise VersionNeeded
        document = posted_group(request)
        if document["system"] != group.system:
            raise BodyRefused("$.system", _("The group is of another game."))
        if version == ANY_VERSION:
            return self.shown(replace_document(group=group, document=document).group)
        try:
            saved = save_document(group=group, version=int(version), document=document)
        except StaleVersion as error:
            group.refresh_from_db()
            raise MovedOn(group, document) from error
        return self.shown(saved.group)

    @operation(
        gettext_lazy("Delete a battle group"),
        None,
        id="group_delete",
        status=204,
        refused=(403, 404, 412),
        parameters=[GROUP_ID, IF_MATCH],
        description=gettext_lazy("With all its versions, for good."),
    )
    def delete(self, request: Request, public_id: str) -> Response:
        group, version = self.group(public_id), version_asked(request)
        try:
            named = None if version in (None, ANY_VERSION) else int(version)
            delete_group(group=group, version=named)
        except StaleVersion as error:
            group.refresh_from_db()
            raise MovedOn(group, None) from error
        return Response(status=HTTPStatus.NO_CONTENT)


class GroupVerdict(GroupView):
    """What the rules say of a group, by the records it was saved with."""

    @operation(
        gettext_lazy("The verdict on a battle group"),
        OpenApiTypes.OBJECT,
        id="group_verdict",
        refused=(404,),
        parameters=[GROUP_ID],
        description=gettext_lazy("A verdict/1 document with repairs."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        return Response(verdict_document(judge_state(self.group(public_id))))


class GroupSheet(GroupView):
    """A group as a file."""

    @operation(
        gettext_lazy("A battle group as a file"),
        files_of(FORMS.values()),
        id="group_sheet",
        refused=(404,),
        parameters=[
            GROUP_ID,
            parameter(
                "ending", gettext_lazy("The kind of file."), path=True, choices=FORM_OF_ENDING
            ),
        ],
        description=gettext_lazy("The same files as on the page, in the language asked for."),
    )
    def get(self, request: Request, public_id: str, ending: str) -> HttpResponseBase:
        group = self.group(public_id)
        if ending not in FORM_OF_ENDING:
            raise NotFound(_("There is no such kind of file."))
        link = reverse("shared_group", args=[group.share_token]) if group.is_shared else ""
        address = request.build_absolute_uri(link) if link else ""
        try:
            file = exported(judge_state(group), FORM_OF_ENDING[ending], link=address)
        except NoCode as error:
            raise NotFound(_("This group is too long for a QR code.")) from error
        except KeyError as error:
            raise NotFound(_("There is no such kind of file.")) from error
        return HttpResponse(
            file.content,
            content_type=file.content_type,
            headers={"Content-Disposition": f'attachment; filename="{file.name}"'},
        )


class GroupVisibility(GroupView):
    """Who may see a group besides its owner."""

    @operation(
        gettext_lazy("Show or hide a battle group"),
        GroupSerializer,
        id="group_visibility",
        refused=(403, 404, 413, 422),
        parameters=[GROUP_ID],
        takes=VISIBILITY,
        description=gettext_lazy(
            'The body is {"visibility": "private"}, "link" or "public". A link stays the same '
            "until the group is private again."
        ),
    )
    def put(self, request: Request, public_id: str) -> Response:
        group = self.group(public_id)
        asked = VisibilitySerializer(data=request.data)
        if not asked.is_valid():
            options = ", ".join(Visibility.values)
            said = _("The choices are %(options)s.") % {"options": options}
            raise BodyRefused("$.visibility", said)
        wanted = Visibility(asked.validated_data["visibility"])
        return self.shown(set_visibility(group=group, visibility=wanted))
