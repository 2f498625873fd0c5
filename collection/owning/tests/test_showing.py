"""Photos that owners show of a figure: consent, the square, reports, and who may what."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from collection.catalogue.models import Figure
from collection.owning.models import (
    Collection,
    Membership,
    Photo,
    PhotoReport,
    Role,
    ShownPhoto,
)
from collection.owning.selectors.personal import collections_of
from collection.owning.selectors.showing import photo_of
from collection.owning.services import photos, showing
from collection.owning.services.changes import NotAllowed
from collection.owning.tests.conftest import HATCHETMAN, NOW, person
from collection.owning.tests.test_photos import keep, picture, sideways_with_place

pytestmark = pytest.mark.usefixtures("catalogue")

PAGE = "/en/catalogue/figures/AOD-102/"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def photo(collection: Collection) -> Photo:
    return keep(collection, picture(800, 400))


def show(photo: Photo, square: tuple[int, int, int] = (200, 0, 400)) -> ShownPhoto:
    return showing.show_photo(
        photo=photo, actor=photo.collection.owner, square=square, credit="Anna", now=NOW
    )


def address(photo: Photo, action: str) -> str:
    return f"/en/collection/{photo.collection.public_id}/photos/{photo.public_id}/{action}/"


def page(client: Client) -> str:
    return client.get(PAGE).content.decode()


def of_hatchetman() -> ShownPhoto | None:
    return photo_of(Figure.objects.select_related("set").get(catalogue_id="AOD-102"))


def test_nothing_is_shown_without_consent(client: Client, photo: Photo) -> None:
    client.force_login(photo.collection.owner)
    square = {"left": 0, "top": 0, "side": 400, "credit": "Anna"}

    assert client.post(address(photo, "show"), square).status_code == 422
    assert "owner-photo" not in page(client)
    assert client.post(address(photo, "show"), square | {"consent": "on"}).status_code == 302

    shown = page(Client())
    assert "owner-photo" in shown and "Photo: Anna" in shown
    drawer = Client().get(PAGE, headers={"HX-Request": "true", "HX-Target": "drawer-body"})
    assert "owner-photo" in drawer.content.decode()


def test_the_square_is_cut_and_says_nothing_else(collection: Collection) -> None:
    shown = show(keep(collection, sideways_with_place()), (0, 100, 800))
    answer = Client().get(f"/en/collection/shown/{shown.public_id}.webp")
    square = Image.open(BytesIO(b"".join(answer)))

    assert square.size == (640, 640)
    assert not square.getexif() and "exif" not in square.info
    assert answer["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "square", [(401, 0, 400), (0, 1, 400), (-1, 0, 300), (0, 0, 100), (0, 0, 401)]
)
def test_a_square_lies_inside_the_photo(photo: Photo, square: tuple[int, int, int]) -> None:
    with pytest.raises(showing.BadSquare):
        show(photo, square)


def test_what_is_typed_beyond_the_photo_is_moved_inside(client: Client, photo: Photo) -> None:
    client.force_login(photo.collection.owner)
    client.post(address(photo, "show"), {"left": 9999, "top": 9999, "side": 9999, "consent": "on"})
    shown = ShownPhoto.objects.get()

    assert (shown.left, shown.top, shown.side) == (400, 0, 400)


def test_taking_it_back_is_at_once_and_leaves_no_file(
    client: Client, photo: Photo, media: Path, django_capture_on_commit_callbacks: Any
) -> None:
    shown = show(photo)
    client.force_login(photo.collection.owner)
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(address(photo, "take-back")).status_code == 302

    assert "owner-photo" not in page(Client())
    assert Client().get(f"/en/collection/shown/{shown.public_id}.webp").status_code == 404
    assert not [path for path in media.rglob("*.webp") if shown.public_id in path.name]
    assert photos.photo_path(photo, "large").is_file()


def test_a_deleted_photo_takes_its_square_along(
    photo: Photo, media: Path, django_capture_on_commit_callbacks: Any
) -> None:
    show(photo)
    with django_capture_on_commit_callbacks(execute=True):
        photos.remove_photo(
            collection=photo.collection, actor=photo.collection.owner, public_id=photo.public_id
        )

    assert not list(media.rglob("*.webp"))
    assert of_hatchetman() is None


@pytest.mark.parametrize("role", [*Role, None])
def test_only_the_owner_shows_and_takes_back(
    client: Client, photo: Photo, role: Role | None
) -> None:
    jan = person("jan@example.org")
    if role in (Role.EDITOR, Role.VIEWER):
        Membership.objects.create(collection=photo.collection, user=jan, role=role)
    client.force_login(jan)
    square = {"left": 0, "top": 0, "side": 400, "consent": "on"}

    assert client.get(address(photo, "show")).status_code == 404
    assert client.post(address(photo, "show"), square).status_code == 404
    assert client.post(address(photo, "take-back")).status_code == 404
    with pytest.raises(NotAllowed):
        showing.show_photo(photo=photo, actor=jan, square=(0, 0, 400), credit="", now=NOW)
    assert not ShownPhoto.objects.exists()


def test_the_sharpest_of_several_is_shown(
    collection: Collection, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    show(keep(collection, picture(800, 400)), (0, 0, 200))
    sharpest = show(keep(collection, picture(800, 400)), (0, 0, 400))
    show(keep(collection, picture(800, 400)), (0, 0, 300))
    figure = Figure.objects.select_related("set").get(catalogue_id="AOD-102")

    with django_assert_num_queries(1):
        assert photo_of(figure) == sharpest


def test_a_report_hides_it_until_somebody_has_looked(client: Client, photo: Photo) -> None:
    shown = show(photo)
    form = f"/en/collection/shown/{shown.public_id}/report/"
    assert f'href="{form}"' in page(client)
    assert client.post(form, {}).status_code == 422
    assert client.post(form, {"reason": "rights", "note": "Mine"}).status_code == 302

    assert "owner-photo" not in page(client)
    assert client.get(f"/en/collection/shown/{shown.public_id}.webp").status_code == 404
    [kept] = PhotoReport.objects.all()
    assert (kept.reason, kept.note, kept.reported_by) == ("rights", "Mine", None)
    client.force_login(photo.collection.owner)
    assert client.get(f"/en/collection/shown/{shown.public_id}.webp").status_code == 200
    piece = f"/en/collection/{photo.collection.public_id}/pieces/{HATCHETMAN.catalogue_id}/"
    assert "Hidden after a report" in client.get(piece).content.decode()


def test_cutting_anew_does_not_bring_a_reported_photo_back(photo: Photo) -> None:
    showing.report(shown=show(photo), reason="unfit", note="", by=None, now=NOW)
    show(photo, (0, 0, 200))

    assert of_hatchetman() is None


def moderator() -> Any:
    judge = person("judge@example.org")
    judge.is_staff = True
    judge.save()
    judge.user_permissions.set(
        Permission.objects.filter(codename__in=("view_shownphoto", "delete_shownphoto"))
    )
    return judge


def test_moderators_see_what_is_hidden(client: Client, photo: Photo) -> None:
    shown = show(photo)
    showing.report(shown=shown, reason="unfit", note="", by=None, now=NOW)
    picture_of = f"/en/collection/shown/{shown.public_id}.webp"
    assert client.get(picture_of).status_code == 404

    client.force_login(moderator(), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(picture_of).status_code == 200
    listed = f"/en/admin/collection/shownphoto/{shown.pk}/change/"
    assert client.get(listed).status_code == 200


def test_a_moderator_lets_it_stay_whatever_is_reported_then(photo: Photo) -> None:
    shown = show(photo)
    showing.report(shown=shown, reason="unfit", note="", by=None, now=NOW)
    showing.keep_shown(shown=shown, now=NOW)
    assert of_hatchetman() == shown

    showing.report(shown=shown, reason="unfit", note="", by=None, now=NOW)
    assert of_hatchetman() == shown
    assert shown.reports.count() == 2


def test_what_a_moderator_takes_down_stays_down(client: Client, photo: Photo) -> None:
    shown = show(photo)
    showing.report(shown=shown, reason="unfit", note="", by=None, now=NOW)
    showing.take_down(shown=shown, now=NOW)
    assert of_hatchetman() is None

    showing.take_back(photo=photo, actor=photo.collection.owner)
    with pytest.raises(NotAllowed):
        show(photo)
    client.force_login(photo.collection.owner)
    assert client.get(address(photo, "show")).status_code == 404


def test_a_persons_data_says_what_is_shown(photo: Photo) -> None:
    show(photo)
    [kept] = collections_of(photo.collection.owner)

    assert kept["photos"][0]["credit"] == "Anna"
