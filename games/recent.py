"""Values found out last, kept for those who ask next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The values used last, ``most`` of them; safe for threads.

    >>> kept = Recent(2)
    >>> for n in range(3):
    ...     kept.put(n, str(n))
    >>> [kept.get(n) for n in range(3)]
    [None, '1', '2']
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._found)

    def get(self, key: K) -> V | None:
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
            return self._found.get(key)

    def put(self, key: K, value: V) -> None:
        with self._lock:
            self._found[key] = value
            if len(self._found) > self._most:
                self._found.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._found.clear()
