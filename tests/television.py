"""Opens pages in the Chromium of a television of 2018 and says what its screen shows.

``python tests/television.py SIZE MEASURE ADDRESS [PICTURE]`` needs PyQtWebEngine 5.12, which is
Chromium 69; ``fetch_browser`` unpacks it. MEASURE is a script; what it gives is printed as JSON,
with every complaint of the console.
"""

import json
import os
import sys
import time

from PyQt5.QtCore import QTimer, QUrl
from PyQt5.QtWebEngineWidgets import QWebEnginePage, QWebEngineView
from PyQt5.QtWidgets import QApplication

SETTLED = 1_500
"""Milliseconds after loading: the stream is open, fonts and pieces have come."""
LATEST = 40.0


class Page(QWebEnginePage):
    complaints: list = []

    def javaScriptConsoleMessage(self, level, message, line, source):  # noqa: N802 – Qt calls it so.
        if level:
            self.complaints.append(f"{message} ({source}:{line})")


def main(size: str, measure: str, address: str, picture: str = "") -> None:
    app = QApplication(["television"])
    view, page, answer = QWebEngineView(), Page(), []
    view.setPage(page)
    view.resize(*map(int, size.split("x")))
    view.show()
    page.loadFinished.connect(
        lambda _: QTimer.singleShot(SETTLED, lambda: page.runJavaScript(measure, answer.append))
    )
    page.load(QUrl(address))
    until = time.monotonic() + LATEST
    while not answer and time.monotonic() < until:
        app.processEvents()
        time.sleep(0.01)
    if picture:
        view.grab().save(picture)
    agent = page.profile().httpUserAgent()
    print(json.dumps({"agent": agent, "found": answer, "complaints": page.complaints}), flush=True)
    # Qt 5.12 may crash while it takes its pages down; all has been said.
    os._exit(0 if answer else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
