"""Surroundings of the site in tests: a frame as large as a phone, and an ear for complaints."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

FRAME = """<!DOCTYPE html><title>A phone</title><link rel="icon" href="data:,">
<iframe width="390" height="664" frameborder="0" src="{at}"></iframe>"""
# Read back by ``COMPLAINTS``; kept over pages, as a console keeps them.
EAR = """(() => {
  const heard = (what) => {
    const all = JSON.parse(sessionStorage.getItem("complaints") || "[]");
    sessionStorage.setItem("complaints", JSON.stringify([...all, String(what)]));
  };
  addEventListener("error", (event) => heard(event.message
    || `not loaded: ${event.target.src || event.target.href}`), true);
  addEventListener("unhandledrejection", ({ reason }) => heard(`unhandled: ${reason}`));
  addEventListener("securitypolicyviolation", (event) =>
    heard(`forbidden: ${event.violatedDirective} ${event.blockedURI}`));
  for (const name of ["error", "warn"]) {
    const said = console[name];
    console[name] = (...words) => { heard(words.join(" ")); said.apply(console, words); };
  }
})();"""
COMPLAINTS = '() => JSON.parse(sessionStorage.getItem("complaints") || "[]")'


class Watched:
    """Server of the frame and the ear, which every page begins with."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == "/frame":
            return HttpResponse(FRAME.format(at=request.GET.get("at", "")))
        if request.path == "/ear.js":
            return HttpResponse(EAR, content_type="text/javascript")
        answer = self.get_response(request)
        if not answer.streaming and answer.get("Content-Type", "").startswith("text/html"):
            ear = b'<script src="/ear.js"></script>'
            answer.content = answer.content.replace(b"<head>", b"<head>" + ear, 1)
        return answer
