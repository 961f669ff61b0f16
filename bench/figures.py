"""Milliseconds as figures: percentiles, counts, ratios. No claim holds beyond one run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """Sorted times in milliseconds."""

    times: tuple[float, ...]

    def at(self, percent: float) -> float:
        """Return the nearest-rank percentile."""
        return self.times[min(len(self.times) - 1, round(percent / 100 * len(self.times)))]

    def __str__(self) -> str:
        return f"p50 {self.at(50):.1f} ms, p95 {self.at(95):.1f} ms, n {len(self.times)}"


def figures(times: Iterable[float]) -> Figures:
    return Figures(tuple(sorted(times)))


def row(name: str, found: Figures) -> None:
    print(f"  {name:<34} {found}", flush=True)


def ratio(upper: Figures, lower: Figures) -> str:
    """Return how many times slower ``upper`` is, at the median and at p95."""
    middle, slow = upper.at(50) / lower.at(50), upper.at(95) / lower.at(95)
    return f"p50 {middle:.2f} ×, p95 {slow:.2f} × (n {len(upper.times)})"
