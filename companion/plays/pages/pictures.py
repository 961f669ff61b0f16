"""A table as HTML: its title's board in pieces, and the table in words where that raises."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.safestring import SafeString

from companion.plays.pages import naming
from companion.plays.pages.drawing import boards, engine, scene
from companion.plays.pages.ending import EndingPanel
from companion.plays.pages.forms import PromptView
from games.pieces import BoardPiece, Offers


class Drawing(EndingPanel):
    """Drawing of what ``Table`` says."""

    viewer: int | None
    names: Any

    def drawn(
        self,
        context: Mapping[str, Any],
        held: str | None = None,
        csrf: str | None = None,
        *,
        screen: bool = False,
    ) -> dict[str, Any]:
        """Return ``context`` and the board as HTML: ``drawn``, and the ``section`` around it.

        ``held`` is what the phone says it shows; ``csrf`` the token for forms of a whole page;
        ``screen`` the big one. Where the title's board raises, the table in words takes its place.
        """
        draw = partial(self._drawn, held=held, csrf=csrf, screen=screen)
        if context["board"] is not None:
            found = self.soft("board", lambda: draw(context), None)
            if found is not None:
                return found
            context = self._sound(context)
            found = self.soft("board", lambda: draw(context), None)
            if found is not None:
                return found
        return draw({**self._sound(context), "board": None})

    def _drawn(
        self, context: Mapping[str, Any], held: str | None, csrf: str | None, screen: bool
    ) -> dict[str, Any]:
        if context["board"] is None:
            own: tuple[BoardPiece, ...] = (self._in_words(),)
        elif screen:
            own = self.referee.scene(context["board"], context["people"])
        else:
            offers = Offers(context["now"], context["more"], context["own"])
            own = self.referee.pieces(context["board"], offers)
        made = (scene.pieces if screen else boards.phone)(context, naming.named(own, self.names))
        tokens = self._tokens(csrf)
        text, whole, shown = boards.answer(context, made, held, tokens, screen=screen)
        section = boards.section(context, text, part=not whole)
        return {**context, "drawn": text, "section": section, "shown": shown}

    def _in_words(self) -> BoardPiece:
        """Return the table as lines of text, for where its board cannot be drawn; no secrets."""
        text = self.soft("text", lambda: self.referee.text(self.state), "")
        return BoardPiece("state", "board/words.jinja", {"lines": tuple(text.splitlines())})

    def _sound(self, context: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``context`` without the offers that cannot be drawn."""

        def draws(view: PromptView) -> bool:
            piece = BoardPiece("wide", "board/wide.jinja", {"views": [view]})
            return self.soft(f"the offer {view.do}", lambda: bool(self.alone(piece, None)), False)

        sound = [view for view in context["prompts"] if draws(view)]
        kept = {name: [v for v in context[name] if v in sound] for name in ("now", "more")}
        return {**context, **kept, "prompts": sound}

    def past(self, context: Mapping[str, Any]) -> SafeString:
        """Return the title's own board as a picture of a moment that is gone: nothing to tap."""

        def drawn(board: Any) -> SafeString:
            own = self.referee.pieces(board, Offers((), ())) if board else (self._in_words(),)
            pieces = naming.named(own, self.names)
            shown = [piece for piece in pieces if piece.name != "asked"]
            return boards.answer({**context, "board": board}, shown, None, "")[0]

        return self.soft("board", lambda: drawn(context["board"]), None) or drawn(None)

    def also(self, context: Mapping[str, Any], csrf: str | None) -> dict[str, Any]:
        """Return ``context`` and the other options, as HTML."""
        return {**context, "drawn": self.alone(boards.also(context), csrf)}

    def alone(self, piece: BoardPiece, csrf: str | None) -> SafeString:
        """Return a piece for a page or a drawer of its own; ``csrf`` for forms outside of the
        board."""
        address = self.seat.address if self.seat else self.play.code
        return boards.alone(self.referee.title.slug, address, self._tokens(csrf), piece)

    def glances(self, *states: Any) -> list[SafeString]:
        """Return two states as boards to compare, with what this phone may see of them; none where
        they cannot be drawn."""
        return self.soft("board", lambda: self._glances(*states), [SafeString()] * 2)

    def _glances(self, *states: Any) -> list[SafeString]:
        views = (self.referee.board(state, self.viewer) for state in states)
        before, after = (
            naming.named(self.referee.pieces(view, Offers((), ())), self.names) for view in views
        )
        slug = self.referee.title.slug
        return [boards.glance(slug, before, after), boards.glance(slug, after, before)]

    def _tokens(self, csrf: str | None) -> str:
        """Return the hidden fields of every form of a page that may have no script."""
        if csrf is None:
            return ""
        new = {"revision": self.play.revision, "key": secrets.token_urlsafe(9)}
        return engine.inputs({"csrfmiddlewaretoken": csrf, **new})
