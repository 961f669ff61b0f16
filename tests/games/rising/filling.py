"""Random answers to prompts: the same fields a page would draw, filled by a strategy."""

from __future__ import annotations

from hypothesis import strategies as st


def field_values(field) -> st.SearchStrategy:
    """Values a page could send for one field."""
    values = [choice.value for choice in field.choices]
    match field.kind:
        case "choice":
            return st.sampled_from(values) if values else st.just("")
        case "choices":
            most = min(len(values), field.high or len(values))
            chosen = (
                st.lists(st.sampled_from(values), unique=True, max_size=most)
                if values
                else st.just([])
            )
            return chosen if not field.low else chosen.filter(lambda v: len(v) >= field.low)
        case "sequence":
            return st.lists(
                st.sampled_from(values), min_size=len(field.rows), max_size=len(field.rows)
            )
        case "number":
            return st.integers(field.low or 0, field.high if field.high is not None else 9)
        case "flag":
            return st.booleans()
        case "dice":
            faces = [st.sampled_from([f.value for f in row.faces]) for row in field.dice]
            return st.tuples(*faces).map(list)
        case _:
            return st.sampled_from(["", "Nightwing", "a word"])


def fill(data, prompt) -> dict:
    """One submission of a prompt as plain data."""
    values = {}
    for field in prompt.fields:
        if field.optional and data.draw(st.booleans(), label=f"leave {field.name}"):
            continue
        values[field.name] = data.draw(field_values(field), label=field.name)
    return {"do": prompt.do, **prompt.fixed, **values}
