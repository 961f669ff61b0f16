"""Addresses of plays that are over, of crews' figures, and of files being made."""

from django.urls import path

from companion.stats import play_files, play_pages, turning_page, views
from companion.stats.imports import pages as imports

urlpatterns = [
    path("p/<slug:share>/", play_pages.page, name="story"),
    path("p/<slug:share>/where", play_pages.where, name="story-where"),
    path("p/<slug:share>/records/", play_pages.broken, name="story-records"),
    path("p/<slug:share>/luck/", play_pages.luck, name="story-luck"),
    path("p/<slug:share>/turning/", turning_page.page, name="story-turning"),
    path("p/<slug:share>/log/", play_pages.log, name="story-log"),
    path("p/<slug:share>/step/<int:n>/", play_pages.step, name="story-step"),
    path("p/<slug:share>/playlog.json", play_files.document, name="story-playlog"),
    path("p/<slug:share>/report", play_files.report, name="story-report"),
    path("p/<slug:share>/seats.csv", play_files.seats_csv, name="story-seats"),
    path("p/<slug:share>/dice.csv", play_files.dice_csv, name="story-dice"),
    path("p/<slug:share>/play.bgsplay", play_files.bgsplay, name="story-bgsplay"),
    path("p/<slug:share>/picture-<slug:shape>.png", play_files.picture, name="story-picture"),
    path("c/<slug:key>/", views.crew, name="crew"),
    path("c/<slug:key>/plays/", views.plays, name="crew-plays"),
    path("c/<slug:key>/dice/", views.dice, name="crew-dice"),
    path("c/<slug:key>/other/", views.other, name="crew-other"),
    path("c/<slug:key>/g/<slug:slug>/", views.title, name="crew-title"),
    path("c/<slug:key>/who/<int:pk>/", views.person, name="crew-person"),
    path("c/<slug:key>/seats.csv", views.seats_csv, name="crew-seats"),
    path("c/<slug:key>/plays.bgsplay", views.bgsplay, name="crew-bgsplay"),
    path("c/<slug:key>/pack", views.pack, name="crew-pack"),
    path("c/<slug:key>/past/<int:pk>/", imports.past, name="crew-past"),
    path("c/<slug:key>/import/", imports.index, name="crew-imports"),
    path("c/<slug:key>/import/<int:pk>/", imports.plays, name="crew-import-plays"),
    path("c/<slug:key>/import/<int:pk>/back", imports.back, name="crew-import-back"),
    path("crews/import/", views.unpack, name="crew-import"),
    path("made/<slug:key>/", views.job, name="job"),
    path("made/<slug:key>/file", views.made, name="made"),
]
