"""A photo of a card: taken with one tap, shown at once, whole after another tap."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.boxes.models import Box

pytestmark = [pytest.mark.patient, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def card():
    """Return a photo as the camera hands it over."""
    out = BytesIO()
    Image.effect_noise((4000, 3000), 60).convert("RGB").save(out, "JPEG", quality=90)
    assert out.tell() > 1_000_000
    return {"name": "image.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}


def test_photo_appears_after_one_tap_on_the_sofa(phone):
    ana = phone(viewport={"width": 390, "height": 664})
    ana.open("/g/fire-nation/")
    ana.chooses("2")
    ana.tap("Start the table")
    ana.is_at_the_table()
    box = Box.objects.get()
    ana.open(f"/boxes/{box.pk}/fill/")
    ana.is_accessible()
    photo = ana.page.locator(".photo")
    photo.locator("input[type=file]").set_input_files(card())
    image = photo.locator("img")
    expect(image).to_have_js_property("naturalWidth", 1280)
    assert image.bounding_box()["width"] < 120
    image.click()
    assert image.bounding_box()["width"] > 300
    ana.is_accessible()
    text = {"name": "image.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"}
    photo.locator("input[type=file]").set_input_files(text)
    expect(photo.get_by_role("alert")).to_contain_text("t a photo Sidekick can open")
    photo.locator("summary").click()
    photo.get_by_role("button", name="Delete the photo").click()
    expect(image).to_have_count(0)
    assert not box.photos.exists()
