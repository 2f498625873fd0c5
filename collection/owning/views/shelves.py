"""The collections a person sees: the list of them, a new one, its settings and its end."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.catalogue.finding.typed import LONGEST_TYPED
from collection.common.answers import address
from collection.common.people import Circle, person
from collection.common.quotas import full
from collection.owning.forms.copies import CollectionForm, InviteForm
from collection.owning.models import Invitation
from collection.owning.selectors.holdings import Amounts, totals
from collection.owning.selectors.shelves import (
    Shelf,
    amounts_of_collections,
    invitation_of,
    invitations_of,
    invitations_to,
    members_of,
    shelves_of,
)
from collection.owning.services import collections, sample, sharing
from collection.owning.services.changes import NotAllowed
from collection.owning.views.doors import (
    members_only,
    safe_way_back,
    shelf_context,
    shelf_or_404,
    typed_before,
)
from collection.owning.views.trying import trying


@never_cache
@require_safe
def collections_door(request: HttpRequest) -> HttpResponse:
    """The person's only collection, or the list of them; guests type at once."""
    if not request.user.is_authenticated:
        return trying(request)
    mine = shelves_of(request.user)
    if len(mine) == 1 and not _invitations(request):
        return redirect("collection:pieces", mine[0].collection.public_id)
    return redirect("collection:collections")


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def collection_list(request: HttpRequest) -> HttpResponse:
    """The collections a person owns or shares, and a new one; who came `to` type numbers goes on
    to the keypad."""
    if request.method == "POST":
        form = CollectionForm(request.POST)
        if form.is_valid():
            try:
                made = collections.create_collection(owner=request.user, **form.cleaned_data)
            except collections.TooManyCollections:
                form.add_error(None, full("collections"))
            else:
                return redirect(_new_place(request, made.public_id))
        return _list(request, form, status=422)
    first = {"name": _("My collection"), "currency": _("EUR")}
    return _list(request, CollectionForm(typed_before(request), initial=first))


def _new_place(request: HttpRequest, public_id: str) -> str:
    if request.GET.get("to") != "keypad":
        return reverse("collection:pieces", args=[public_id])
    typed = request.GET.get("typed", "")[:LONGEST_TYPED]
    return address(reverse("collection:keypad", args=[public_id]), {"typed": typed})


def _list(request: HttpRequest, form: CollectionForm, status: int = 200) -> HttpResponse:
    found = shelves_of(request.user)
    amounts = amounts_of_collections([shelf.collection for shelf in found])
    nothing = Amounts()
    context = {
        "shelves": [(shelf, amounts.get(shelf.collection.pk, nothing)) for shelf in found],
        "invitations": _invitations(request),
        "has_sample": any(shelf.collection.is_sample for shelf in found),
        "form": form,
    }
    return render(request, "owning/collections.html", context, status=status)


def _invitations(request: HttpRequest) -> list[Invitation]:
    return invitations_to(request.user, timezone.now())


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Name and currency, with whom it is shared, the lock."""
    shelf = shelf_or_404(request, public_id)
    collection = shelf.collection
    said = {"name": shelf.name, "currency": collection.currency}
    form = CollectionForm(typed_before(request), initial=said)
    if request.method == "POST":
        form = CollectionForm(request.POST)
        if form.is_valid():
            try:
                collections.change_settings(
                    collection=collection, actor=request.user, **form.cleaned_data
                )
            except NotAllowed as error:
                raise Http404 from error
            messages.success(request, _("Saved."))
            return redirect("collection:settings", public_id)
    return _settings(request, shelf, form, InviteForm())


def _settings(
    request: HttpRequest, shelf: Shelf, form: CollectionForm, invite_form: InviteForm
) -> HttpResponse:
    context: dict[str, Any] = shelf_context(shelf, form=form, invite_form=invite_form)
    if shelf.is_owner:
        members = members_of(shelf.collection)
        circle = Circle(member.user for member in members)
        context["members"] = [(member, circle.name(member.user)) for member in members]
        context["invitations"] = [
            (row, request.build_absolute_uri(_join_path(row.token)))
            for row in invitations_of(shelf.collection, timezone.now())
        ]
    else:
        context["owner"] = person(shelf.collection.owner)
    status = 422 if form.errors or invite_form.errors else 200
    return render(request, "owning/settings.html", context, status=status)


def _join_path(token: str) -> str:
    return reverse("collection:join", args=[token])


@members_only
@require_POST
def lock(request: HttpRequest, public_id: str) -> HttpResponse:
    """Lock a collection against slips, or open it."""
    shelf = shelf_or_404(request, public_id)
    locked = "lock" in request.POST
    try:
        collections.set_locked(collection=shelf.collection, actor=request.user, locked=locked)
    except NotAllowed as error:
        raise Http404 from error
    said = _("Locked: nothing changes until you open it.") if locked else _("Open to changes.")
    messages.success(request, said)
    return redirect("collection:settings", public_id)


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Asks, then deletes a collection with all its history."""
    shelf = shelf_or_404(request, public_id)
    if not shelf.is_owner:
        raise Http404
    if request.method == "POST":
        collections.delete_collection(collection=shelf.collection, actor=request.user)
        messages.success(request, _("The collection is deleted."))
        return redirect("collection:collections")
    context = shelf_context(shelf, totals=totals(shelf.collection))
    return render(request, "owning/delete.html", context)


@members_only
@require_POST
def take_sample(request: HttpRequest) -> HttpResponse:
    """A sample collection to look around with, and back to where it was asked for."""
    try:
        made = sample.try_sample(owner=request.user, now=timezone.now())
    except collections.TooManyCollections:
        messages.error(request, full("collections"))
        return redirect("collection:collections")
    messages.success(request, _("A sample stands on your shelf. Throw it away when you like."))
    return redirect(safe_way_back(request, reverse("collection:pieces", args=[made.public_id])))


@members_only
@require_POST
def throw_sample_away(request: HttpRequest, public_id: str) -> HttpResponse:
    """Away with a sample, in one press."""
    shelf = shelf_or_404(request, public_id)
    try:
        sample.throw_away(collection=shelf.collection, actor=request.user)
    except NotAllowed as error:
        raise Http404 from error
    messages.success(request, _("The sample is gone."))
    return redirect("collection:collections")


@members_only
@require_POST
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Invite somebody by a link or by their address."""
    shelf = shelf_or_404(request, public_id)
    form = InviteForm(request.POST)
    if form.is_valid():
        try:
            sharing.invite(
                collection=shelf.collection,
                actor=request.user,
                now=timezone.now(),
                **form.cleaned_data,
            )
        except NotAllowed as error:
            raise Http404 from error
        except sharing.TooManyInvitations:
            form.add_error(None, _("There are as many open invitations and members as may be."))
        else:
            messages.success(request, _("Invited. The invitation stands for two weeks."))
            return redirect("collection:settings", public_id)
    said = {"name": shelf.name, "currency": shelf.collection.currency}
    return _settings(request, shelf, CollectionForm(initial=said), form)


@members_only
@require_POST
def withdraw(request: HttpRequest, public_id: str, token: str) -> HttpResponse:
    """Take an invitation back."""
    shelf = shelf_or_404(request, public_id)
    try:
        sharing.withdraw(collection=shelf.collection, actor=request.user, token=token)
    except NotAllowed as error:
        raise Http404 from error
    messages.success(request, _("The invitation is withdrawn."))
    return redirect("collection:settings", public_id)


@members_only
@require_POST
def member(request: HttpRequest, public_id: str, member_id: int) -> HttpResponse:
    """Give a member another role, or share with them no longer."""
    shelf = shelf_or_404(request, public_id)
    role = request.POST.get("role", "")
    try:
        if role in ("viewer", "editor"):
            sharing.change_role(
                collection=shelf.collection, actor=request.user, member=member_id, role=role
            )
            messages.success(request, _("The role is changed."))
        else:
            sharing.remove_member(collection=shelf.collection, actor=request.user, member=member_id)
            messages.success(request, _("The collection is no longer shared with them."))
    except NotAllowed as error:
        raise Http404 from error
    return redirect("collection:settings", public_id)


@members_only
@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Share somebody else's collection no longer."""
    shelf = shelf_or_404(request, public_id)
    sharing.leave(collection=shelf.collection, user=request.user)
    messages.success(request, _("You no longer share “%(name)s”.") % {"name": shelf.name})
    return redirect("collection:collections")


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation offers; taken when posted."""
    found = invitation_of(request.user, token, timezone.now())
    if found is None:
        return render(request, "owning/invitation_gone.html", status=404)
    if request.method == "POST":
        try:
            collection = sharing.join(token=token, user=request.user, now=timezone.now())
        except sharing.InvitationGone:
            return render(request, "owning/invitation_gone.html", status=404)
        messages.success(request, _("You share “%(name)s” now.") % {"name": collection.shown_name})
        return redirect("collection:pieces", collection.public_id)
    context = {"invitation": found, "owner": person(found.collection.owner)}
    return render(request, "owning/join.html", context)
