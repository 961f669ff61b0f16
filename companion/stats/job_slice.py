"""Result of one slice of a job."""

from dataclasses import dataclass


@dataclass(frozen=True)
class JobSlice:
    """The bytes of a slice, where the next one begins, and how far the whole is."""

    data: bytes
    cursor: int
    done: int
    total: int
    finished: bool
