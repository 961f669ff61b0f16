"""Addresses of crews, their people, and accounts."""

from django.urls import path

from companion.crews import accounts, views

urlpatterns = [
    path("c/<slug:key>/again", views.again, name="crew-again"),
    path("crews/", views.index, name="crews"),
    path("crews/join/<slug:invitation>/", views.join, name="crew-join"),
    path("c/<slug:key>/people/", views.members, name="people-of-crew"),
    path("c/<slug:key>/people/box", views.share_box, name="crew-box"),
    path("c/<slug:key>/people/link", views.invitation, name="crew-link"),
    path("c/<slug:key>/people/name", views.rename, name="crew-name"),
    path("c/<slug:key>/people/reminders", views.reminders, name="crew-reminders"),
    path("c/<slug:key>/people/merge", views.merge, name="crew-merge"),
    path("c/<slug:key>/people/forget", views.forget, name="crew-forget"),
    path("c/<slug:key>/people/phones", views.phones, name="crew-phones"),
    path("c/<slug:key>/me.json", views.mine, name="crew-me"),
    path("c/<slug:key>/start/<slug:slug>/", views.start, name="crew-start"),
    path("p/<slug:share>/keep", views.keep, name="story-keep"),
    path("p/<slug:share>/who", views.put, name="story-who"),
    path("account/", accounts.sign_in, name="sign-in"),
    path("account/new/", accounts.sign_up, name="sign-up"),
    path("account/out/", accounts.sign_out, name="sign-out"),
    path("account/password/", accounts.change, name="account-password"),
    path("account/recover/", accounts.recover, name="account-recover"),
    path("account/delete/", accounts.delete, name="account-delete"),
]
