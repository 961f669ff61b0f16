"""A copy is deleted on its page; games recorded with it keep what they knew."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from companion.boxes import library
from companion.boxes.models import Box, Offer, Reading
from companion.plays.models import Play
from tests.boxes.test_share_copy import SLUG, knows, ours, owned

__all__ = ["ours"]


def delete(phone, box):
    return phone.post(f"/boxes/{box.pk}/delete")


def test_running_table_keeps_its_copy(ours):
    phone, box = ours
    answer = delete(phone, box)
    assert answer.status_code == 409
    assert box.plays.get().code in answer.content.decode()
    assert Box.objects.filter(pk=box.pk).exists()


def test_games_keep_facts_after_copy_is_deleted(ours):
    phone, box = ours
    play = box.plays.get()
    Play.objects.filter(pk=play.pk).update(ended_at=timezone.now())
    assert "1 game recorded with it stays" in phone.get(f"/boxes/{box.pk}/").content.decode()
    assert delete(phone, box).status_code == 302
    after = Play.objects.get(pk=play.pk)
    assert (after.box_id, after.facts) == (None, play.facts)
    assert not Box.objects.filter(pk=box.pk).exists()


def test_table_untouched_for_day_keeps_no_copy(ours):
    phone, box = ours
    box.plays.update(updated_at=timezone.now() - timedelta(days=2))
    assert delete(phone, box).status_code == 302


def test_deleted_copy_says_nothing_in_the_library(ours):
    phone, box = ours
    knows(box, capacity=4)
    library.offer(Box.objects.get(pk=box.pk))
    assert Reading.objects.filter(title=SLUG, groups=1).exists()
    box.plays.update(ended_at=timezone.now())
    delete(phone, box)
    assert not Offer.objects.exists()
    assert not Reading.objects.filter(groups__gt=0).exists()


def test_copy_is_deleted_by_its_own_phone_alone(ours):
    _, box = ours
    box.plays.update(ended_at=timezone.now())
    other, _ = owned()
    assert delete(other, box).status_code == 404
    assert Box.objects.filter(pk=box.pk).exists()
