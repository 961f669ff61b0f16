"""Photos next to facts of a copy: for its group only, small, and with nothing but their pixels."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from msgspec.structs import replace
from PIL import Image

from companion.boxes import comparing, library, photos
from companion.boxes.models import Box, Photo
from companion.crews import people
from companion.crews.models import Crew
from companion.stats import jobs
from companion.stats.models import Job
from tests.boxes.test_share_copy import gift, knows, ours, owned

__all__ = ["ours"]

AANG = "cards/Aang"
GPS, MODEL, ORIENTATION = 0x8825, 0x0110, 0x0112


def picture(size=(3000, 2000), kind="JPEG", **options):
    """Return a file as a camera makes it: large, turned, and knowing where it was taken."""
    out, exif = BytesIO(), Image.Exif()
    exif[MODEL], exif[ORIENTATION] = "Secret phone", 6
    exif.get_ifd(GPS).update({1: "N", 2: (52.0, 13.0, 48.0)})
    Image.new("RGB", size, "teal").save(out, kind, exif=exif, **options)
    return SimpleUploadedFile("card.jpg", out.getvalue(), "image/jpeg")


def take(phone, box, key=AANG, file=None, **more):
    sent = {"key": key, "photo": picture((300, 200)) if file is None else file}
    return phone.post(f"/boxes/{box.pk}/photos/", {**sent, **more})


def address(box):
    return f"/boxes/{box.pk}/photos/{box.photos.get().pk}.jpg"


def test_photo_is_small_upright_and_without_place(ours):
    phone, box = ours
    sent = picture(comment="at Ana's")
    assert b"Secret phone" in sent.read()
    sent.seek(0)
    take(phone, box, file=sent)
    answer = phone.get(address(box))
    assert answer["Content-Type"] == "image/jpeg"
    assert "private" in answer["Cache-Control"]
    assert b"Secret phone" not in answer.content
    assert b"Ana" not in answer.content
    kept = Image.open(BytesIO(answer.content))
    assert (kept.size, kept.format) == ((853, 1280), "JPEG")
    assert not kept.getexif()
    assert "exif" not in kept.info


def test_photo_is_shown_with_its_fact(ours):
    phone, box = ours
    answer = take(phone, box)
    page = phone.get(answer["Location"]).content.decode()
    assert f'src="{address(box)}"' in page
    assert re.search(
        r"<details[^>]* open>(?:(?!</details).)*id=.photographed.>Aang<", page, re.DOTALL
    )
    assert "1 photo" in page
    assert f'src="{address(box)}"' in phone.get(f"/boxes/{box.pk}/photos/").content.decode()


def test_sofa_list_shows_photo_of_thing_asked(ours):
    phone, box = ours
    take(phone, box)
    at = f"/boxes/{box.pk}/fill/?n=0"
    assert f'src="{address(box)}"' in phone.get(at).content.decode()
    assert take(phone, box, n="0")["Location"] == at


def test_htmx_gets_the_photo_alone(ours):
    phone, box = ours
    sent = {"key": AANG, "photo": picture()}
    page = phone.post(f"/boxes/{box.pk}/photos/", sent, headers={"HX-Request": "true"})
    assert page.status_code == 200
    assert page.content.decode().strip().startswith('<div class="photo">')
    assert address(box) in page.content.decode()


def test_new_photo_replaces_the_old(ours):
    phone, box = ours
    take(phone, box)
    before = address(box)
    take(phone, box)
    assert address(box) != before
    assert phone.get(before).status_code == 404


def test_deleted_photo_is_gone(ours):
    phone, box = ours
    take(phone, box)
    at = f"/boxes/{box.pk}/photos/"
    phone.post(at, {"key": AANG, "delete": box.photos.get().pk})
    assert not Photo.objects.exists()


def test_photos_are_deleted_with_their_copy(ours):
    phone, box = ours
    take(phone, box)
    box.plays.all().delete()
    phone.post(f"/boxes/{box.pk}/delete")
    assert not Photo.objects.exists()


def test_photo_stays_with_renamed_card(ours):
    phone, box = ours
    take(phone, box)
    facts = comparing.decoded(box)
    card = next(each for each in facts.cards if each.name == "Aang")
    others = tuple(each for each in facts.cards if each != card)
    library.learn(box, replace(facts, cards=(*others, replace(card, name="Avatar"))))
    assert box.photos.get().key == "cards/Avatar"


def test_photo_may_come_from_camera_or_gallery(ours):
    phone, box = ours
    page = phone.get(f"/boxes/{box.pk}/").content.decode()
    (field,) = set(re.findall(r"<input[^>]*type=.file.[^>]*>", page))
    assert "capture" not in field
    assert 'accept="image/*,android/allowCamera"' in field


@pytest.mark.parametrize(
    "sent",
    [b"no picture at all", b"", b"\xff\xd8\xff\xe0 cut off", b"<svg onload='alert(1)'/>"],
    ids=["text", "empty", "broken", "svg"],
)
def test_file_that_is_no_photo_is_refused(ours, sent):
    phone, box = ours
    answer = take(phone, box, file=SimpleUploadedFile("card.jpg", sent, "image/jpeg"))
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "t a photo Sidekick can open" in said or "Choose a photo first" in said
    assert not Photo.objects.exists()


@pytest.mark.parametrize(
    ("kind", "options"), [("PNG", {}), ("JPEG", {"progressive": True})], ids=["png", "progressive"]
)
def test_photo_with_too_many_pixels_is_refused(ours, kind, options):
    phone, box = ours
    sent = picture((5000, 4000), kind, **options)
    answer = take(phone, box, file=sent)
    assert answer.status_code == 422
    assert "too many pixels" in answer.content.decode()


def test_cut_off_photo_is_refused(ours):
    phone, box = ours
    sent = picture().read()
    answer = take(phone, box, file=SimpleUploadedFile("card.jpg", sent[: len(sent) // 2]))
    assert answer.status_code == 422


def test_photo_needs_a_thing_of_the_copy(ours):
    phone, box = ours
    assert take(phone, box, "cards/\x00").status_code == 422
    assert take(phone, box, "cards/Nobody").status_code == 422
    assert phone.post(f"/boxes/{box.pk}/photos/", {"key": AANG}).status_code == 422


@pytest.mark.parametrize("name", ["KEPT", "BYTES", "ROOM"])
def test_group_has_room_for_few_photos(ours, monkeypatch, name):
    phone, box = ours
    take(phone, box)
    monkeypatch.setattr(photos, name, 1 if name == "KEPT" else box.photos.get().size)
    assert take(phone, box, "cards/Katara").status_code == 422
    assert take(phone, box).status_code == 302
    other, theirs = owned()
    assert take(other, theirs).status_code == (422 if name == "ROOM" else 302)


def test_too_large_file_is_refused(ours, monkeypatch):
    phone, box = ours
    monkeypatch.setattr(photos, "LARGEST", 1000)
    answer = take(phone, box)
    assert answer.status_code == 422
    assert "too large" in answer.content.decode()


@pytest.fixture
def crew(ours):
    """Return a crew of two phones that plays with the copy of one of them, which has a photo."""
    phone, box = ours
    phone.post("/crews/", {"name": "Friday", "me": "Ana"})
    crew = Crew.objects.get()
    crew.boxes.add(box)
    other = Client()
    other.post(f"/crews/join/{crew.invitation}/", {"name": "Bo"})
    take(phone, box)
    return crew, other


def test_crew_sees_photos_and_changes_none(ours, crew):
    _, box = ours
    crew, member = crew
    assert crew.people.count() == 2
    assert member.get(address(box)).status_code == 200
    album = f"/boxes/{box.pk}/photos/"
    page = member.get(album).content.decode()
    assert address(box) in page
    assert 'type="file"' not in page
    assert album in member.get(f"/c/{crew.key}/people/").content.decode()
    delete = {"key": AANG, "delete": box.photos.get().pk}
    assert member.post(album, delete).status_code == 404
    assert take(member, box).status_code == 404
    crew.boxes.remove(box)
    assert member.get(address(box)).status_code == 404


def test_photo_is_in_nothing_that_is_shared(ours, crew):
    phone, box = ours
    crew, _ = crew
    key = knows(box, capacity=4)
    library.offer(box)
    assert key == AANG
    other = Client()
    at = gift(phone, box)
    assert "photo" not in other.get(at).content.decode().lower()
    other.post(at, {"into": "new"})
    library.start(box.title, "another phone", "from all")
    assert Box.objects.exclude(pk=box.pk).count() == 2
    assert Photo.objects.count() == 1
    exported = phone.get(f"/boxes/{box.pk}/export.json").content
    assert "photo" not in json.dumps(json.loads(exported)).lower()
    job = jobs.begin(Job.Kind.ARCHIVE, f"{crew.key}@9", "en")
    while not (job.finished or job.failed):
        job = jobs.slice_of(job)
    whole = b"".join(bytes(each.data) for each in job.pieces.order_by("n"))
    assert b"Friday" in gzip.decompress(whole)
    assert b"photo" not in gzip.decompress(whole).lower()


def test_person_downloads_and_deletes_own_photos(ours, crew):
    phone, box = ours
    crew, member = crew
    held = json.loads(phone.get(f"/c/{crew.key}/me.json").content)["photos"]
    assert [each["thing"] for each in held] == [AANG]
    assert b64decode(held[0]["jpeg"]) == bytes(box.photos.get().jpeg)
    assert json.loads(member.get(f"/c/{crew.key}/me.json").content)["photos"] == []
    people.forget(crew.people.get(name="Bo"))
    assert Photo.objects.count() == 1
    people.forget(crew.people.get(name="Ana"))
    assert not Photo.objects.exists()
    assert Box.objects.filter(pk=box.pk).exists()
