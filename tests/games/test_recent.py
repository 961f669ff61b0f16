"""Tests of values that are kept for those who ask next."""

from games.recent import Recent


def test_only_values_used_last_are_remembered():
    kept = Recent(2)
    for n in range(3):
        kept.put(n, str(n))
        kept.get(0)
    assert [kept.get(n) for n in range(3)] == ["0", None, "2"]
