"""All addresses of the site."""

from django.urls import include, path

from companion.boxes import views as boxes
from companion.operations import views as operations
from companion.plays.pages import (
    actions,
    api,
    counts,
    drawers,
    files,
    installable,
    joining,
    repair_page,
    screens,
    seating,
    starting,
)
from companion.rulings import crew_pages
from companion.rulings import views as rulings

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("sw.js", installable.worker, name="service-worker"),
    path("healthz", operations.healthy, name="health"),
    path("readyz", operations.ready, name="ready"),
    path("metrics", operations.metrics, name="metrics"),
    path("", starting.home, name="home"),
    path("g/<slug:slug>/", starting.start, name="start"),
    path("join/", joining.join_by_code, name="join-by-code"),
    path("j/<slug:code>/", joining.join, name="join"),
    path("w/<slug:code>/", joining.watch, name="watch"),
    path("tv/<slug:code>/", screens.tv, name="tv"),
    path("t/<slug:code>/", screens.table, name="table"),
    path("t/<slug:code>/setup/", starting.setup, name="setup"),
    path("t/<slug:code>/board", screens.board, name="board"),
    path("t/<slug:code>/also", screens.also, name="also"),
    path("t/<slug:code>/act", actions.act, name="act"),
    path("t/<slug:code>/undo", actions.undo, name="undo"),
    path("t/<slug:code>/redo", actions.redo, name="redo"),
    path("t/<slug:code>/back", actions.back, name="back"),
    path("t/<slug:code>/upgrade", files.outgrown, name="upgrade"),
    path("t/<slug:code>/count", counts.count, name="count"),
    path("t/<slug:code>/move", files.move, name="move"),
    path("t/<slug:code>/release", seating.release, name="release"),
    path("t/<slug:code>/wish", actions.answer_wish, name="wish"),
    path("t/<slug:code>/repair/<int:seq>", repair_page.page, name="repair"),
    path("t/<slug:code>/seat", seating.seat, name="seat"),
    path("t/<slug:code>/host", seating.hand_over, name="host"),
    path("t/<slug:code>/codes", seating.codes, name="codes"),
    path("t/<slug:code>/revoke", seating.revoke, name="revoke"),
    path("t/<slug:code>/again", seating.again, name="again"),
    path("t/<slug:code>/close", actions.close, name="close"),
    path("t/<slug:code>/log", drawers.log, name="log"),
    path("t/<slug:code>/people", drawers.people, name="people"),
    path("t/<slug:code>/more", drawers.more, name="more"),
    path("t/<slug:code>/rules", rulings.drawer, name="rules"),
    path("t/<slug:code>/ask", rulings.ask, name="ask"),
    path("t/<slug:code>/playlog.json", files.download, name="playlog"),
    path("import/", files.upload, name="import"),
    path("boxes/", boxes.index, name="boxes"),
    path("boxes/<int:pk>/", boxes.box, name="box"),
    path("boxes/<int:pk>/export.json", boxes.export, name="box-export"),
    path("boxes/import/", boxes.load, name="box-import"),
    path("c/<slug:key>/rulings/", crew_pages.index, name="house"),
    path("c/<slug:key>/rulings/export.json", crew_pages.export, name="house-export"),
    path("c/<slug:key>/rulings/import", crew_pages.load, name="house-import"),
    path("c/<slug:key>/rulings/<slug:slug>/<slug:rule>/", crew_pages.answer, name="house-one"),
    path("rules/<slug:slug>/", rulings.title, name="rules-title"),
    path("rules/<slug:slug>/<slug:rule>/", rulings.rule, name="rule"),
    path("", include("companion.crews.urls")),
    path("", include("companion.stats.urls")),
    path("", include("companion.uploads.urls")),
    path("api/plays", api.create, name="api-create"),
    path("api/plays/<slug:code>", api.show, name="api-play"),
    path("api/plays/<slug:code>/join", api.join, name="api-join"),
    path("api/plays/<slug:code>/actions", api.act, name="api-act"),
    path("api/plays/<slug:code>/<slug:where>", api.move, name="api-move"),
]

handler404 = "companion.plays.pages.errors.not_found"
handler500 = "companion.plays.pages.errors.server_error"
