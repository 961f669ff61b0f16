"""Everything that is no step of the turn: what cards and spaces do, Feats, the table."""

from __future__ import annotations

from msgspec.structs import replace

from games.messages import Msg, msg
from games.referee import Choice, Field, Prompt
from games.talisman_batman import fields
from games.talisman_batman.asking import feat_field
from games.talisman_batman.feats import worth
from games.talisman_batman.glossary import slug
from games.talisman_batman.prompts import sheet_fields
from games.talisman_batman.prompts_proof import looks
from games.talisman_batman.proofs import find, of_sheet
from games.talisman_batman.state import Box, Sheet, State

AMOUNTS = tuple(Choice(n, f"{n:+d}") for n in (1, -1, 2, -2, 3, -3))


def more(state: State) -> tuple[Prompt, ...]:
    """The verbs of cards, spaces and abilities, for any villain alive."""
    found: list[Prompt] = []
    for seat in fields.alive(state):
        found += _private(state, seat)
    if fields.alive(state):
        found += _verbs(state)
    return (*found, *_table(state))


def _more(do: str, *inputs: Field, rule: str = "", **fixed: object) -> Prompt:
    return Prompt(do, msg(f"prompt.{do}"), tuple(inputs), dict(fixed), rule, group="more")


def _verbs(state: State) -> list[Prompt]:
    seat = fields.seats(state, "seat", fields.alive(state))
    seat = replace(seat, default=state.active if state.active in fields.alive(state) else None)
    what = Field(
        "what", "choice", msg("field.what"),
        tuple(Choice(w, Msg(f"term.{w}"), tone=w)
              for w in ("life", "strength", "cunning", "fate", "coins")),
        default="life",
    )  # fmt: skip
    by = Field("by", "choice", msg("field.by"), AMOUNTS, default=1)
    to = fields.text("to", choices=fields.spaces(state, (1, 2, 3)))
    found = [
        _more("change", seat, what, by, rule="T-120"),
        _more("gain", seat, *_gained(state), rule="T-095"),
        _more("insane", seat, rule="T-109"),
        _more("lose-turn", seat, rule="T-112"),
        _more("send", seat, to, fields.floor(1), rule="T-048"),
        _more("align", seat, _sides(), rule="T-012"),
        _more("feat-draw", seat, rule="T-106"),
        _more("batman-place", fields.text("space", choices=fields.spaces(state, (1, 2, 3))),
              fields.floor(state.batman.floor), rule="T-Q01"),
    ]  # fmt: skip
    for owner in fields.alive(state):
        villain = state.villains[owner]
        cards = (*villain.goods, *villain.trophies)
        if cards:
            label = msg("prompt.discard", who=villain.sheet.name)
            field = fields.card("card", cards, "T-119")
            found.append(Prompt("discard", label, (field,), {"seat": owner}, "T-119", group="more"))
        if villain.job:
            label = msg("prompt.job-done", who=villain.sheet.name)
            found.append(Prompt("job-done", label, (), {"seat": owner}, "T-123", group="more",
                                help=msg("help.job", n=villain.job.die,
                                         text=villain.job.text or "–")))  # fmt: skip
        if villain.fate and (state.turn.phase != "door" or owner != state.active):
            label = msg("prompt.spend-fate-of", who=villain.sheet.name)
            found.append(Prompt("spend-fate", label, (), {"seat": owner}, "T-023", group="more",
                                actors=(owner,)))  # fmt: skip
    return found


def _gained(state: State) -> tuple[Field, ...]:
    kinds = (Choice("object", Msg("term.object")), Choice("follower", Msg("term.follower")))
    sources = (
        Choice("", msg("choice.found-card")),
        Choice("purchase", Msg("term.purchase")),
        Choice("key", Msg("card.security-key")),
    )
    return (
        fields.text("name", 40, fields.names(state, "object", "follower")),
        Field("kind", "choice", msg("field.kind"), kinds, default="object", optional=True),
        Field("source", "choice", msg("field.source"), sources, default="", optional=True),
    )


def _sides() -> Field:
    sides = tuple(Choice(a, Msg(f"term.{a}")) for a in ("righteous", "indifferent", "chaotic"))
    return Field("alignment", "choice", msg("field.alignment"), sides, rule="T-010")


def _private(state: State, seat: int) -> list[Prompt]:
    """The Feats of a seat: for its owner, by number."""
    villain = state.villains[seat]
    if not villain.feats:
        return []
    field = feat_field(villain)
    use = Prompt("feat-use", msg("prompt.feat-use"), (field,), {"seat": seat}, "T-107",
                 actors=(seat,), group="more", tone="private")  # fmt: skip
    return [
        *(() if _boosting(state, seat) else (use,)),
        Prompt("feat-name", msg("prompt.feat-name"),
               (field, fields.text("name", 40, optional=False)), {"seat": seat}, "T-106",
               actors=(seat,), group="more", tone="private"),
    ]  # fmt: skip


def _boosting(state: State, seat: int) -> bool:
    fight = state.fight
    if fight is None or fight.me.die or state.villains[seat].insane:
        return False
    return seat == fight.me.seat or (fight.foe is not None and seat == fight.foe.seat)


def _table(state: State) -> tuple[Prompt, ...]:
    """What the box can still be taught during a play."""
    sheets = [v.sheet for v in state.villains if v.sheet.name]
    second = looks(state)
    asked = {prompt.do for prompt in second}
    asked |= {"batman-card"} if state.turn.phase == "batman-card" else set()
    kept = tuple(lesson for lesson in lessons() if lesson.do not in asked)
    return (*second, *(abilities(sheet) for sheet in sheets), *kept)


def lessons() -> tuple[Prompt, ...]:
    """Forms for cards, the board and the stock."""
    return (
        Prompt("card", msg("prompt.card"), fields.of_card(), rule="T-116", group="table",
               help=msg("help.card")),
        Prompt("ring", msg("prompt.ring"),
               (fields.floor(1), fields.text("spaces", 2000, optional=False)), rule="T-005",
               group="table", help=msg("help.ring")),
        Prompt("link", msg("prompt.link"),
               (fields.text("first", optional=False), fields.text("second", optional=False)),
               rule="T-136", group="table", help=msg("help.link")),
        Prompt("symbols", msg("prompt.symbols"),
               (fields.text("space", optional=False), fields.number("cards", 0, 3, 1)),
               rule="T-058", group="table"),
        Prompt("stock", msg("prompt.stock"),
               (fields.text("name", optional=False), fields.number("total", 0, 28, 1)),
               rule="T-007", group="table"),
        Prompt("dial", msg("prompt.dial"), (fields.number("maximum", 0, 30, 0),), rule="T-016",
               group="table"),
        Prompt("batman-card", msg("prompt.batman-card"),
               fields.of_batman(), rule="T-052", group="table"),
        Prompt("batman-line", msg("prompt.batman-line-any"),
               (fields.die(rule="T-053"), fields.text("text", 200, optional=False)),
               rule="T-053", group="table"),
    )  # fmt: skip


# -- the box -----------------------------------------------------------------------------


def box_pages(box: Box) -> tuple[Prompt, ...]:
    """The forms of a physical copy: villains first, then Batman, the board, cards, stock."""
    pages = tuple(page for sheet in box.sheets for page in _sheet_pages(box, sheet))
    return (*pages, *lessons())


def _sheet_pages(box: Box, sheet: Sheet) -> tuple[Prompt, Prompt]:
    """The numbers of a villain card, and what matters of its abilities."""
    who = {"villain": slug(sheet.name)}
    label = msg("prompt.sheet", who=sheet.name)
    fact = find(box.facts, of_sheet(sheet.name))
    done = "help.sheet-checked" if fact and fact.checked else "help.sheet-done"
    help = msg(done if sheet.complete else "help.sheet-open")
    numbers = Prompt("numbers", label, sheet_fields(sheet), who, "T-020", help, group="table")
    return numbers, abilities(sheet)


def abilities(sheet: Sheet) -> Prompt:
    """What matters of a villain's abilities."""
    weapons = fields.number("weapons", 0, 4, sheet.weapons, "T-098")
    flags = tuple(
        Field(name, "flag", msg(f"field.{name}"), default=getattr(sheet, name))
        for name in ("cunning_attack", "always_feat", "saves_life")
    )
    notes = tuple(
        fields.text(name, 200, default=getattr(sheet, name) or None)
        for name in ("note", "insane_note")
    )
    return Prompt(
        "abilities", msg("prompt.abilities", who=sheet.name), (weapons, *flags, *notes),
        {"villain": slug(sheet.name)}, "T-020", group="table",
    )  # fmt: skip


# -- names for the owner -----------------------------------------------------------------


def named(state: State, prompts: tuple[Prompt, ...], viewer: int | None) -> tuple[Prompt, ...]:
    """The prompts with the names of the viewer's own Feats on the buttons."""
    if viewer is None or not 0 <= viewer < len(state.villains):
        return prompts
    known = {
        feat.id: Choice(feat.id, feat.name, _bonus(worth(state, viewer, feat.id)))
        for feat in state.villains[viewer].feats
        if feat.name
    }
    if not known:
        return prompts
    return tuple(_name(p, known) if p.fixed.get("seat") == viewer else p for p in prompts)


def _bonus(points: int) -> Msg | str:
    return msg("hint.bonus", attribute=Msg("term.strength"), n=points) if points else ""


def _name(prompt: Prompt, known: dict[int, Choice]) -> Prompt:
    if prompt.do != "feat-use":
        known = {id: replace(choice, hint="") for id, choice in known.items()}
    found = tuple(
        replace(field, choices=tuple(_known(choice, known) for choice in field.choices))
        if field.name == "feat"
        else field
        for field in prompt.fields
    )
    return replace(prompt, fields=found)


def _known(choice: Choice, known: dict[int, Choice]) -> Choice:
    return known.get(choice.value, choice) if isinstance(choice.value, int) else choice
