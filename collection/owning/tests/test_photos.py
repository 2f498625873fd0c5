"""Photos: drawn anew, bounded, and shown only to those who may see the collection."""

from collections.abc import Callable
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from collection.owning import edits
from collection.owning.models import Change, Collection, Membership, Photo, Role
from collection.owning.services import photos
from collection.owning.services.collections import create_collection
from collection.owning.states import CopyState
from collection.owning.tests.conftest import HATCHETMAN, NOW, held, person

PAGE = "/en/collection/{}/pieces/AOD-102/photos/"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def picture(width: int = 2400, height: int = 1200, form: str = "JPEG", **more: Any) -> BytesIO:
    file = BytesIO()
    Image.new("RGB", (width, height), "firebrick").save(file, form, **more)
    file.seek(0)
    return file


def sideways_with_place() -> BytesIO:
    """A picture that says it lies on its side and where it was taken."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif.get_ifd(0x8825)[1] = "N"
    return picture(exif=exif)


def keep(collection: Collection, file: BytesIO) -> Photo:
    return photos.add_photo(
        collection=collection, actor=collection.owner, piece=HATCHETMAN, file=file, now=NOW
    )


def kept(photo: Photo, size: str) -> Image.Image:
    return Image.open(photos.photo_path(photo, size))


def test_a_photo_is_drawn_upright_in_two_sizes_without_its_exif(collection: Collection) -> None:
    photo = keep(collection, sideways_with_place())
    assert kept(photo, "large").size == (800, 1600)
    assert kept(photo, "small").size == (160, 320)
    for size in photos.SIZES:
        assert not kept(photo, size).getexif()
        assert "exif" not in kept(photo, size).info


def test_a_small_photo_is_not_blown_up(collection: Collection) -> None:
    assert kept(keep(collection, picture(90, 60, "PNG")), "large").size == (90, 60)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GIF89a",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        picture().getvalue()[:400],
        b"\x89PNG\r\n\x1a\n" + b"\0" * 60,
    ],
    ids=["nothing", "a format we do not read", "a drawing", "cut off", "a broken head"],
)
def test_what_is_no_picture_is_refused(collection: Collection, content: bytes) -> None:
    with pytest.raises(photos.BadPhoto):
        keep(collection, BytesIO(content))
    assert not Photo.objects.exists()


def test_more_pixels_than_we_read_are_refused_before_they_are_drawn(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "MOST_PIXELS", 10_000)
    with pytest.raises(photos.PhotoTooLarge):
        keep(collection, picture(200, 100))


def test_a_piece_has_only_so_many_photos(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "MOST_OF_A_PIECE", 1)
    keep(collection, picture(20, 20))
    with pytest.raises(photos.TooManyPhotos):
        keep(collection, picture(20, 20))


def test_photos_of_one_person_take_only_so_much(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep(collection, picture(20, 20))
    assert kept.size == sum(photos.photo_path(kept, size).stat().st_size for size in photos.SIZES)
    monkeypatch.setattr(photos, "MEGABYTE", 1)
    other = create_collection(owner=collection.owner, name="Other")
    for room, refused in ((2 * kept.size - 1, True), (2 * kept.size, False)):
        monkeypatch.setitem(settings.QUOTAS, "photo_megabytes", room)
        with pytest.raises(photos.TooManyPhotos) if refused else nullcontext():
            keep(other, picture(20, 20))


def test_the_name_of_a_file_is_never_used(
    client: Client, collection: Collection, media: Path
) -> None:
    client.force_login(collection.owner)
    file = SimpleUploadedFile("../../evil.php", picture(30, 30).getvalue(), "text/html")
    client.post(PAGE.format(collection.public_id), {"photo": file})
    photo = Photo.objects.get()
    files = sorted(path.name for path in media.rglob("*") if path.is_file())
    assert files == [f"{photo.public_id}-large.webp", f"{photo.public_id}-small.webp"]


@pytest.fixture
def copy_id(collection: Collection, change: Callable[..., Change]) -> str:
    """The id of the one copy of the Hatchetman."""
    change(HATCHETMAN, lambda state: edits.add_copies(state, [CopyState()]))
    [copy_id] = held(collection, HATCHETMAN).copies
    return copy_id


def send_photo(client: Client, collection: Collection, copy_id: str, piece: str = "AOD-102") -> Any:
    file = SimpleUploadedFile("photo.jpg", picture(30, 30).getvalue(), "image/jpeg")
    address = reverse("collection:add_photo", args=[collection.public_id, piece])
    return client.post(address, {"photo": file, "copy": copy_id})


def test_a_photo_of_one_copy_is_shown_with_that_copy(
    client: Client, collection: Collection, copy_id: str
) -> None:
    client.force_login(collection.owner)
    answer = send_photo(client, collection, copy_id)
    assert answer["Location"].endswith(f"/AOD-102/#copy-{copy_id}")
    page = client.get(reverse("collection:piece", args=[collection.public_id, "AOD-102"]))
    [copy] = page.context["copies"]
    assert ([photo.copy_id for photo in copy.photos], page.context["photos"]) == ([copy_id], [])


def test_a_photo_stays_with_its_piece_when_the_copy_goes(
    client: Client, collection: Collection, copy_id: str, change: Callable[..., Change]
) -> None:
    client.force_login(collection.owner)
    send_photo(client, collection, copy_id)
    change(HATCHETMAN, lambda state: edits.remove_copy(state, copy_id))
    page = client.get(reverse("collection:piece", args=[collection.public_id, "AOD-102"]))
    assert [photo.copy_id for photo in page.context["photos"]] == [copy_id]


def test_a_photo_is_refused_for_a_copy_of_another_piece_or_collection(
    client: Client, collection: Collection, copy_id: str
) -> None:
    ewa = person("ewa@example.org")
    other = create_collection(owner=ewa, name="Ewa’s shelf")
    client.force_login(collection.owner)
    assert send_photo(client, collection, copy_id, "AOD-101").status_code == 404
    assert send_photo(client, collection, "nosuchcopy").status_code == 404
    client.force_login(ewa)
    assert send_photo(client, other, copy_id).status_code == 404
    assert send_photo(client, collection, copy_id).status_code == 404
    assert not Photo.objects.exists()


@pytest.mark.parametrize(
    ("who", "status"),
    [("owner", 200), ("editor", 200), ("viewer", 200), ("stranger", 404), ("guest", 404)],
)
def test_a_photo_is_for_those_who_may_see_the_collection(
    client: Client, collection: Collection, who: str, status: int
) -> None:
    photo = keep(collection, picture(30, 30))
    if who == "owner":
        client.force_login(collection.owner)
    elif who != "guest":
        user = person(f"{who}@example.org")
        if who != "stranger":
            Membership.objects.create(collection=collection, user=user, role=Role(who))
        client.force_login(user)
    here = reverse("collection:photo", args=[collection.public_id, photo.public_id, "small"])
    answer = client.get(here)
    assert answer.status_code == status
    if status == 200:
        assert answer["Content-Type"] == "image/webp"
        assert "private" in answer["Cache-Control"]


def test_files_go_with_the_photo_and_with_the_account(
    client: Client, collection: Collection, media: Path, django_capture_on_commit_callbacks: Any
) -> None:
    first, second = keep(collection, picture(30, 30)), keep(collection, picture(30, 30))
    with django_capture_on_commit_callbacks(execute=True):
        photos.remove_photo(
            collection=collection, actor=collection.owner, public_id=first.public_id
        )
    assert not photos.photo_path(first, "large").exists()
    assert photos.photo_path(second, "large").exists()
    with django_capture_on_commit_callbacks(execute=True):
        collection.owner.delete()
    assert not [path for path in media.rglob("*") if path.is_file()]
